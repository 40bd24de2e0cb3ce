//! How the review screen handles actions, input and time.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::steps::Auto;
use super::summary::Tally;
use super::{Review, Source};
use crate::action::{Action, Context};
use crate::board::layout::Regions;
use crate::board::marks::{Threats, numbered};
use crate::board::motion::Earlier;
use crate::board::pane::{Acted, Pane};
use crate::board::screen_board::ScreenBoard;
use crate::board::selection::can_take;
use crate::dialogs::confirm::Confirm;
use crate::dialogs::reading::Reading;
use crate::dialogs::share::ShareDialog;
use crate::input::Input;
use crate::place::Place;
use crate::record::judgement::moments;
use crate::record::tree::Id;
use crate::rules::pick::Pick;
use crate::screen::{Answer, Screen, Transition};
use crate::session::coach::decided;
use crate::session::setup::Start;
use crate::session::setup::tags::setup_from;
use crate::share::Subject;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

impl Review {
    /// Goes to the node that an action leads to.
    pub(super) fn step_to(&mut self, action: Action, world: &World) -> Transition {
        let Some(to) = self.target(action) else { return Transition::Same };
        self.on_board = false;
        self.go(to);
        self.analyse(world);
        Transition::Changed
    }

    /// Makes a pick, and tries the move if the pick completes it.
    pub(super) fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        self.on_board = true;
        let acted = self.pane.pick(self.position.as_ref(), pick, world);
        self.acted(acted, world)
    }

    /// Adds to what the board did: a move is tried, a text is for the screen.
    pub(super) fn acted(&mut self, acted: Acted, world: &mut World) -> Transition {
        match acted {
            Acted::Played(mv) => {
                self.try_move(mv);
                // Moves are entered for all seats, so the cursor goes to a piece of the next side to move.
                self.pane.selection.aim(self.position.as_ref(), self.pane.view);
                self.pane.rest_now();
                self.analyse(world);
                Transition::Changed
            }
            Acted::Typed(entry) => self.entered(entry, world),
            other => other.into(),
        }
    }

    /// Handles actions that only apply while the cursor is on the board.
    fn on_the_board(&mut self, action: Action, world: &mut World) -> Option<Transition> {
        if !self.on_board {
            return None;
        }
        match action {
            Action::Back if self.pane.selection.is_empty() => {
                self.on_board = false;
                self.pane.message = None;
                Some(Transition::Changed)
            }
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Next
            | Action::Previous
            | Action::LevelDown
            | Action::LevelUp
            | Action::Number(_)
            | Action::Pick
            | Action::Back => {
                let acted = self.pane.act(self.position.as_ref(), action, world)?;
                Some(self.acted(acted, world))
            }
            _ => None,
        }
    }

    /// Goes to the position before a moment that decided the game.
    fn go_to_moment(&mut self, number: u8, world: &World) -> Transition {
        let moment = usize::from(number).checked_sub(1).and_then(|at| decided(&self.game).into_iter().nth(at));
        let Some(moment) = moment else { return Transition::Same };
        self.go(moment.before);
        self.analyse(world);
        let key = world.keymap.key(Context::Review, Action::PlayOn);
        let key = key.map(|key| format!(" {key} plays from here.")).unwrap_or_default();
        self.pane.tell(Role::Notice, format!("{}.{key}", moment.words));
        Transition::Changed
    }

    /// Opens the next or previous game of the file.
    pub(super) fn other_game(&mut self, forward: bool) -> Transition {
        let Source::Pool { pool, number } = &mut self.source else { return Transition::Same };
        let to = if forward { *number + 1 } else { number.wrapping_sub(1) };
        let read = match pool.read(to) {
            Ok(read) => read,
            Err(problem) => {
                self.pane.message = Some(problem.to_string());
                *number = if (1..=pool.count()).contains(&to) { to } else { *number };
                return Transition::Changed;
            }
        };
        *number = to;
        let (game, problems) = read;
        let source = std::mem::replace(&mut self.source, Source::Board);
        let (view, analysis) = (self.pane.view, self.pane.analysis.take());
        *self = Review::opened(game, source);
        (self.pane.view, self.pane.analysis) = (view, analysis);
        self.pane.message = (!problems.is_empty()).then(|| problems.join("; "));
        Transition::Changed
    }
}

impl Screen for Review {
    fn context(&self) -> Context {
        if self.on_board { Context::Board } else { Context::Review }
    }

    fn can(&self, action: Action, _world: &World) -> bool {
        let position = self.position.as_ref();
        let levels = position.geometry().size()[2];
        if let Some(can) = self.can_together(action) {
            return can;
        }
        match action {
            Action::Pick | Action::Type => !position.legal().is_empty(),
            Action::LevelDown | Action::LevelUp | Action::OneLevel => levels > 1,
            Action::Number(number) if !self.on_board => moments(&self.judged).len() >= number.into(),
            Action::Number(number) if levels > 1 => number <= levels,
            Action::Number(number) => numbered(position, number).is_some_and(|kind| can_take(position, kind)),
            Action::Up | Action::Down | Action::Next | Action::Previous if self.on_board => true,
            action if action.moves_selection() => self.target(action).is_some(),
            Action::LookBack
            | Action::LookForward
            | Action::NextCapture
            | Action::PreviousCapture
            | Action::NextCheck
            | Action::PreviousCheck
            | Action::NextFault
            | Action::PreviousFault => self.target(action).is_some(),
            Action::Undo => self.changes.can_undo() && self.survey.is_none(),
            Action::Redo => self.changes.can_redo() && self.survey.is_none(),
            Action::Promote => !self.game.tree.is_main(self.at),
            Action::Explain => !self.on_board && !self.game.tree.node(self.at).notes.comments.is_empty(),
            Action::Delete | Action::Mark => self.at != Id::ROOT,
            Action::Summary => !self.curves.is_empty(),
            Action::AnalyseGame | Action::MakePuzzles => self.game.tree.length() > 0,
            Action::Faster | Action::Slower => self.auto.is_some(),
            Action::Autoplay => self.auto.is_some() || self.target(Action::LookForward).is_some(),
            Action::Save => matches!(&self.source, Source::Pool { pool, .. } if pool.path().is_some()),
            Action::NextGame => self.among().is_some_and(|(number, all)| number < all),
            Action::PreviousGame => self.among().is_some_and(|(number, _)| number > 1),
            Action::PlayOn => position.outcome().is_none(),
            Action::Left
            | Action::Right
            | Action::Back
            | Action::GoTo
            | Action::Jump
            | Action::Explore
            | Action::Comment
            | Action::SaveAs
            | Action::Share
            | Action::Analyse
            | Action::Threats
            | Action::Turn
            | Action::TurnBack
            | Action::Rules
            | Action::Settings
            | Action::Leave => true,
            _ => false,
        }
    }

    fn footer(&self, _world: &World) -> Vec<Action> {
        if self.on_board {
            let mut keys = vec![Action::Pick, Action::Back, Action::Next];
            keys.extend(self.pane.selection.other_in_reserve(self.position.as_ref()).map(Action::Number));
            keys.extend([Action::LevelDown, Action::Type]);
            return keys;
        }
        let mut keys = vec![Action::LookBack, Action::LookForward, Action::Together, Action::Lead, Action::Talk];
        keys.extend([Action::Down, Action::Autoplay]);
        keys.extend([Action::Pick, Action::Explore, Action::Analyse, Action::AnalyseGame, Action::NextFault]);
        keys.extend([
            Action::Summary,
            Action::PlayOn,
            Action::Comment,
            Action::Save,
            Action::Number(1),
            Action::Leave,
        ]);
        keys
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = match action {
            Action::AnalyseGame if self.survey.is_some() => "stop analysing",
            Action::Autoplay if self.auto.is_some() => "stop",
            Action::Back if self.on_board && self.pane.selection.is_empty() => "to the moves",
            Action::Together | Action::Lead => self.word_together(action),
            _ => return self.pane.say(action),
        };
        Some(words.to_owned())
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if action != Action::Faster && action != Action::Slower && action != Action::Autoplay {
            self.auto = None;
        }
        if !self.can(action, world) {
            return self.refuse(action);
        }
        if let Some(step) = self.act_together(action, world) {
            return step;
        }
        if let Some(step) = self.on_the_board(action, world) {
            return step;
        }
        match action {
            Action::Pick => {
                self.on_board = true;
                self.pane.message = None;
                self.pane.selection.aim(self.position.as_ref(), self.pane.view);
                self.pane.rest_now();
            }
            Action::GoTo | Action::Type | Action::Jump => return self.enter_text(action, ""),
            Action::Comment => return self.enter_text(action, &self.own_comment()),
            Action::Mark => return self.enter_text(action, &self.marked()),
            Action::SaveAs => {
                self.wanted = None;
                return self.enter_text(action, &format!("{}.pgn", self.game.spec().id));
            }
            Action::Autoplay => {
                let ended = self.game.tree.children(self.at).is_empty();
                self.auto = if self.auto.is_some() || ended { None } else { Some(Auto::begin(world.now)) };
                self.on_board = false;
            }
            Action::Faster | Action::Slower => {
                if let Some(auto) = &mut self.auto {
                    auto.change(action == Action::Faster, world.now);
                    self.pane.tell(Role::Notice, format!("{} milliseconds per move.", auto.pace().as_millis()));
                }
            }
            Action::Analyse => {
                self.pane.toggle_analysis();
                self.analyse(world);
            }
            Action::AnalyseGame => {
                self.survey(world);
                self.analyse(world);
            }
            Action::MakePuzzles => self.make_puzzles(world),
            Action::Explain => {
                let text = world.glyphs.plain(&self.comment());
                return Transition::push(Box::new(Reading::new(self.first_line().0, text)));
            }
            Action::Explore => {
                let cursor = self.on_board.then_some(self.pane.selection.cursor);
                return Transition::Open(Place::Explorer(self.position.fork(), self.pane.view, cursor));
            }
            Action::Number(number) if !self.on_board => return self.go_to_moment(number, world),
            Action::Summary => {
                let (tally, summed) = Tally::of(&self.game);
                self.summed = summed;
                return Transition::push(Box::new(tally));
            }
            Action::Threats => {
                let position = self.position.as_ref();
                self.pane.threats = self.pane.threats.is_none().then(|| Threats::of(position, position.turn()));
            }
            Action::Turn | Action::TurnBack => {
                self.pane.turn(self.position.as_ref(), action == Action::Turn);
            }
            Action::OneLevel => self.pane.one_level = !self.pane.one_level,
            Action::Promote => self.promote(),
            Action::Delete => {
                let undo = world.keymap.key(Context::Review, Action::Undo);
                self.delete(undo.as_deref());
                self.analyse(world);
            }
            Action::Undo | Action::Redo => {
                self.change_back(action == Action::Undo);
                self.analyse(world);
            }
            Action::Save => {
                let question = "Overwrite the game in its file?".to_owned();
                return Transition::push(Box::new(Confirm::new(question, action)));
            }
            Action::Share => {
                let subject = Subject::new(self.game.clone(), self.at, self.pane.view);
                return Transition::push(Box::new(ShareDialog::new(subject)));
            }
            Action::PlayOn => {
                let mut setup = setup_from(&self.game.tags, self.position.variant()).here();
                setup.start = Start::Fen(self.position.fen());
                setup.takebacks = world.client.config.play.takebacks;
                return Transition::Open(Place::PlayOn(Box::new(setup)));
            }
            Action::NextGame | Action::PreviousGame => return self.leave(action),
            Action::Rules => return Transition::Open(Place::RulesOf(self.position.variant())),
            Action::Settings => return Transition::Open(Place::Settings),
            Action::Leave | Action::Back => return self.leave(Action::Leave),
            _ => return self.step_to(action, world),
        }
        Transition::Changed
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        self.take_input(input, world)
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        if action != Action::Save {
            return Transition::Same;
        }
        self.save_and_tell(world);
        Transition::Changed
    }

    fn answered(&mut self, answer: Answer, world: &mut World) -> Transition {
        self.parted(&answer, world)
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let (position, pane) = (self.position.as_ref(), &mut self.pane);
        Some(ScreenBoard { position, pane, earlier: Earlier::Drops })
    }

    fn animate(&mut self, world: &World) {
        self.keep_together(world);
        self.pane.animate(self.position.as_ref(), Earlier::Drops, world);
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        let mut changed = self.gather(why, world);
        if why.task {
            if self.surveyed() {
                changed = true;
                if self.survey.is_none() {
                    world.table_views.judge(&self.game);
                }
            }
            changed |= self.analyse(world);
            changed |= self.made();
        }
        changed |= self.pane.wake(world);
        if let Some(mut auto) = self.auto.filter(|auto| world.now >= auto.next) {
            match self.target(Action::LookForward) {
                Some(to) => {
                    self.go(to);
                    auto.next = world.now + auto.pace();
                    self.auto = Some(auto);
                    self.analyse(world);
                }
                None => self.auto = None,
            }
            changed = true;
        }
        if changed { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, _world: &World) -> Option<Instant> {
        [self.pane.deadline(), self.auto.map(|auto| auto.next)].into_iter().flatten().min()
    }

    fn covered(&mut self, world: &mut World) {
        self.auto = None;
        self.pane.covered(world);
    }

    fn uncovered(&mut self, world: &mut World) {
        self.pane.uncovered();
        self.analyse(world);
    }

    fn title(&self, _world: &World) -> Option<String> {
        Some(format!("{}: review", self.game.spec().title))
    }

    fn layout(&self, world: &World, area: Rect) -> Option<Regions<'_>> {
        self.regions(area, world).ok()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
