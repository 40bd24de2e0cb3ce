//! The review screen: step through a finished or running game, try variations, analyse it with the computer,
//! add comments and marks. Nothing is written to disk unless the user saves.

pub mod circle;
mod draw;
mod edit;
mod entry;
mod error;
mod keys;
mod leaving;
mod mistakes;
mod moves;
mod refusal;
mod status;
mod steps;
mod summary;

use std::path::Path;
use std::sync::{Arc, Mutex, Weak};

use crate::action::Action;
use crate::board::pane::Pane;
use crate::games::Registry;
use crate::record::game::Game;
use crate::record::judgement::{Fault, Judged, chance, final_eval, judge, worth_for};
use crate::record::pool::{Pool, PoolError};
use crate::record::tree::{Eval, Id};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::survey::Survey;
use crate::theme::Role;
use crate::view::View;
use crate::world::World;
use edit::Changes;
pub use error::ReviewError;

use crate::read_game::{ReadError, ReadGame, Source};
use circle::{Circle, Tie};
use steps::Auto;
use summary::Lines;

/// The review screen of one game.
pub struct Review {
    game: Game,
    source: Source,
    /// The node of the game tree that the board shows.
    at: Id,
    position: Box<dyn Position>,
    /// The seats eliminated by the last move, as text.
    falls: Vec<String>,
    pane: Pane,
    /// True if keys move the cursor on the board; otherwise they step through the game.
    on_board: bool,
    survey: Option<Survey>,
    /// The work that makes puzzles of the mistakes.
    making: Option<mistakes::Making>,
    /// The lines of the open summary, if any; they are updated with new results.
    summed: Weak<Mutex<Lines>>,
    auto: Option<Auto>,
    changes: Changes,
    /// The action that leaves the game, once the question about unsaved changes is answered.
    wanted: Option<Action>,
    /// The winning chances of each seat along the main line, for the graph.
    curves: Vec<Vec<Option<f64>>>,
    /// The judged moves of the main line.
    judged: Vec<Judged>,
    /// The mistakes among them: the ply after each, and whose it is.
    slips: Vec<(usize, Side)>,
    /// The others, if people review the game together.
    circle: Option<Box<dyn Circle>>,
    tie: Tie,
}

impl Review {
    /// Opens a game of a file, or a journal.
    pub fn open(path: &Path, number: usize, games: &Registry) -> Result<Review, ReadError> {
        ReadGame::file(path, number, games).map(Review::of_read)
    }

    /// Opens a game that was read.
    pub(crate) fn of_read(read: ReadGame) -> Review {
        let mut review = Review::opened(read.game, read.source);
        review.pane.message = read.problem;
        review
    }

    /// The same review, which says so if the file of its game has other rules by now.
    #[must_use]
    pub fn beside_its_file(mut self, world: &World) -> Review {
        if self.pane.message.is_none() {
            self.pane.message = world.client.other_rules(self.game.tree.start().variant());
        }
        self
    }

    /// Opens a game at its end, where its result is, if it is finished; otherwise at its start.
    fn opened(game: Game, source: Source) -> Review {
        let is_finished = game.shares.is_some();
        let review = Review::of(game, source);
        let view = review.pane.view;
        if is_finished { review.at_the_end(view) } else { review }
    }

    /// Opens a game of a pool.
    pub fn pool(pool: Pool, number: usize) -> Result<Review, PoolError> {
        ReadGame::pool(pool, number).map(Review::of_read)
    }

    /// Opens a game at its start position.
    pub fn of(game: Game, source: Source) -> Review {
        let position = game.tree.start().fork();
        let mut review = Review {
            pane: Pane::new(position.as_ref(), View::FIRST),
            falls: Vec::new(),
            at: Id::ROOT,
            position,
            on_board: false,
            survey: None,
            making: None,
            summed: Weak::new(),
            auto: None,
            changes: Changes::default(),
            wanted: None,
            curves: Vec::new(),
            judged: Vec::new(),
            slips: Vec::new(),
            circle: None,
            tie: Tie::default(),
            game,
            source,
        };
        review.trace();
        review
    }

    /// The game under review.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The node that the board shows.
    pub const fn at(&self) -> Id {
        self.at
    }

    /// The position that the board shows.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The same review at the game's last position, in the view of the play screen.
    #[must_use]
    pub(crate) fn at_the_end(mut self, view: View) -> Review {
        self.pane.view = view;
        self.at = self.game.tree.last();
        self.look();
        self.pane.arrive(self.position.as_ref());
        self
    }

    /// Goes to a node of the game tree.
    fn go(&mut self, to: Id) {
        let tree = &self.game.tree;
        let parent = tree.parent(to);
        if tree.parent(self.at) == Some(to) {
            self.position.undo();
        } else if parent == Some(self.at)
            && let Some(deed) = &tree.node(to).deed
        {
            let done = deed.repeat(self.position.as_mut());
            debug_assert!(done.is_ok(), "only what is legal gets into a tree");
        } else {
            self.position = tree.position(to);
        }
        self.at = to;
        self.pane.message = None;
        self.seen();
    }

    /// Updates the screen after the game or the current node changed; the position is computed again.
    fn look(&mut self) {
        self.position = self.game.tree.position(self.at);
        self.pane.message = None;
        self.trace();
        self.seen();
    }

    fn seen(&mut self) {
        let position = self.position.as_ref();
        // In a review, threats are always shown for the side to move.
        self.pane.show(position, Some(position.turn()));
        self.pane.stop();
        let spec = position.spec();
        self.falls = position.falls().iter().map(|fall| fall.words(spec) + ".").collect();
    }

    /// Updates the curves of the graph and the judged moves. Both need a pass over the whole game, so they are
    /// computed when the game changes, not in each frame.
    fn trace(&mut self) {
        let (tree, spec) = (&self.game.tree, self.game.spec());
        let two = spec.seats.len() == 2;
        let line: Vec<Id> = tree.line(Id::ROOT).collect();
        let known = line.iter().any(|&id| tree.node(id).notes.eval.is_some());
        // Without evaluations, replaying the game is unnecessary.
        self.judged = if known { judge(&self.game) } else { Vec::new() };
        let slip = |one: &Judged| {
            one.fault.filter(|fault| *fault != Fault::Inaccuracy)?;
            Some((line.iter().position(|&id| id == one.id)?, one.side))
        };
        self.slips = self.judged.iter().filter_map(slip).collect();
        let last = known.then(|| final_eval(tree.position(tree.last()).as_ref())).flatten();
        let eval = |at: usize| -> Option<&Eval> {
            let own = tree.node(line[at]).notes.eval.as_ref();
            own.or(last.as_ref().filter(|_| at + 1 == line.len()))
        };
        let curve = |side: Side| (0..line.len()).map(|at| Some(chance(worth_for(eval(at)?, side)?))).collect();
        if let Some(summed) = self.summed.upgrade()
            && let Ok(mut lines) = summed.lock()
        {
            *lines = summary::lines(&self.game);
        }
        self.curves = if !known {
            Vec::new()
        } else if two {
            vec![curve(Side::FIRST)]
        } else {
            spec.sides().map(curve).collect()
        };
    }

    /// The number of plies of the main line up to the current node, or up to where its variation starts.
    fn ply(&self) -> usize {
        let tree = &self.game.tree;
        let mut at = self.at;
        while !tree.is_main(at) {
            at = tree.parent(at).unwrap_or(Id::ROOT);
        }
        tree.ply(at)
    }

    /// The main-line node after this number of plies.
    fn main_at(&self, ply: usize) -> Option<Id> {
        self.game.tree.line(Id::ROOT).nth(ply)
    }

    /// Updates the analysis of the position shown, if it is on and the whole game is not being analysed. True
    /// if something changed.
    fn analyse(&mut self, world: &World) -> bool {
        let free = self.survey.is_none();
        self.pane.analyse(free.then_some(self.position.as_ref()), world)
    }

    /// Starts the analysis of the whole game; if it is running already, stops it and keeps the results.
    fn survey(&mut self, world: &World) {
        if self.survey.is_some() {
            return self.end_survey("Analysis stopped. The results so far are kept.");
        }
        self.remember_all();
        let resources = world.client.resources("survey");
        self.survey = Some(Survey::begin(
            &self.game.tree,
            &world.client.assistant,
            resources,
            Arc::clone(&world.client.waker),
        ));
    }

    fn end_survey(&mut self, words: &str) {
        if let Some(survey) = self.survey.take() {
            survey.mark(&mut self.game);
            self.trace();
            self.pane.tell(Role::Notice, words.to_owned());
        }
    }

    /// Receives results of the whole-game analysis. True if there were any.
    fn surveyed(&mut self) -> bool {
        let Some(survey) = &mut self.survey else { return false };
        if !survey.take(&mut self.game.tree) {
            return false;
        }
        let done = survey.is_done();
        let failure = survey.failure().map(|why| format!("Analysis stopped: {why}. The results so far are kept."));
        self.trace();
        if let Some(failure) = failure {
            self.end_survey(&failure);
            return true;
        }
        if done {
            self.end_survey("Analysis finished.");
        }
        true
    }

    /// The number of the game in its file, and the number of games there.
    fn among(&self) -> Option<(usize, usize)> {
        match &self.source {
            Source::Pool { pool, number } if pool.count() > 1 => Some((*number, pool.count())),
            _ => None,
        }
    }
}
