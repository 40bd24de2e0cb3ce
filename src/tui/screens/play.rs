//! The play screen: one game, its board and everything around it. Takes actions and input; what is
//! legal, and why not, is asked from the position.

mod acts;
pub mod browse;
pub mod draw;
mod entry;
pub mod layout;
pub mod panels;
mod prompt;
pub mod seen;
pub mod table;
pub mod typing;

use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::setup::MatchSetup;
use crate::tui::action::{Action, Context};
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::hand::Hand;
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Step};
use crate::tui::view::{View, Way};
use crate::tui::widgets::cell::Sign;
use crate::tui::widgets::field::Field;
use crate::tui::world::{Order, World};
use browse::Browse;
use seen::Seen;
use table::Table;
use typing::Texts;

/// The prompt follows the cursor when it has rested this long.
const REST: Duration = Duration::from_millis(500);

/// A text that is being typed.
struct Entry {
    /// A move or a square.
    action: Action,
    field: Field,
    texts: Texts,
}

/// What is explained: a square and where its piece could go.
struct Explained {
    square: Square,
    words: String,
    signs: Vec<(Square, Sign)>,
}

/// One game on the screen.
pub struct Play {
    table: Table,
    hand: Hand,
    view: View,
    seen: Seen,
    browse: Option<Browse>,
    entry: Option<Entry>,
    /// Where the cursor rested last, and since when it may be resting elsewhere.
    rested: Square,
    moved: Option<Instant>,
    /// What was said last: a reason, an event.
    told: Option<String>,
    explained: Option<Explained>,
    /// Who attacks what, while it is shown.
    threats: Option<Vec<(Square, Side, String)>>,
    hint: Vec<Square>,
    /// Where the mouse button went down.
    pressed: Option<Square>,
    /// How many acts were known when the board was last looked at, and the position's hash.
    known: (usize, u64),
    /// Whose turn was last announced by the bell.
    rung: Option<usize>,
}

impl Play {
    /// Begins a game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Play, String> {
        Ok(Play::new(Table::start(setup, world)?))
    }

    /// Takes up a game from its journal.
    pub fn resume(path: &Path, world: &World) -> Result<Play, String> {
        Ok(Play::new(Table::resume(path, world)?))
    }

    fn new(mut table: Table) -> Play {
        let told = table.take_announcement();
        let position = table.position();
        let spec = position.spec();
        // One person looks from the own side; several, or none, from the first seat's.
        let people: Vec<Side> = spec.sides().filter(|&side| table.is_person(side)).collect();
        let view = if let [one] = people[..] { View::of(spec, one) } else { View::FIRST };
        let cursor = home(position, view);
        let hand = Hand::new(position, cursor);
        let known = (position.acts().len(), position.hash());
        let seen = Seen::of(position);
        Play {
            hand,
            view,
            seen,
            browse: None,
            entry: None,
            rested: cursor,
            moved: None,
            told,
            explained: None,
            threats: None,
            hint: Vec::new(),
            pressed: None,
            known,
            rung: None,
            table,
        }
    }

    /// Forgets what was announced.
    pub fn hush(&mut self) {
        self.told = None;
    }

    /// Plays a move by its text for whoever is on turn, as a script does.
    pub fn play_text(&mut self, text: &str, world: &mut World) -> Result<(), String> {
        let mv = self.table.position().read(text).map_err(|error| error.to_string())?;
        self.play(mv, world);
        Ok(())
    }

    /// The position that the board shows.
    fn shown(&self) -> &dyn Position {
        self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref())
    }

    /// May a person move a piece now?
    fn can_move(&self) -> bool {
        self.browse.is_none() && self.table.ending().is_none() && self.table.is_person(self.table.position().turn())
    }

    /// The game is another: what was in hand is put back.
    fn look(&mut self) -> bool {
        let position = self.table.position();
        let now = (position.acts().len(), position.hash());
        if now == self.known {
            return false;
        }
        self.known = now;
        self.hand.begin(position);
        self.seen = Seen::of(position);
        self.explained = None;
        self.hint.clear();
        if self.threats.is_some() {
            self.threats = Some(seen::threats(position, position.turn()));
        }
        if let Some(entry) = &mut self.entry {
            entry.texts = Texts::of(self.table.position());
        }
        true
    }

    /// Says what was announced, rings, and looks at the board.
    fn after(&mut self, world: &mut World) -> Step {
        let changed = self.look();
        if changed {
            self.told = None;
        }
        if let Some(words) = self.table.take_announcement() {
            self.told = Some(words);
        }
        let ply = self.known.0;
        let own = self.can_move() && self.table.has_computer();
        let ring = match world.config.sound.bell.as_str() {
            "always" => changed,
            "own" => changed && own,
            _ => false,
        };
        if ring && self.rung != Some(ply) {
            self.rung = Some(ply);
            world.orders.push(Order::Bell);
        }
        Step::Changed
    }

    fn play(&mut self, mv: Move, world: &mut World) -> Step {
        self.table.play(mv, world.now);
        self.browse = None;
        self.after(world)
    }

    /// Asks before something that cannot be taken back, unless the settings say not to.
    fn ask(&mut self, question: String, action: Action, world: &mut World) -> Step {
        if world.config.input.confirm {
            Step::Push(Box::new(Confirm::new(question, action)))
        } else {
            self.confirmed(action, world)
        }
    }
}

/// Where the cursor begins: the middle of the side that looks.
fn home(position: &dyn Position, view: View) -> Square {
    let board = position.geometry();
    let (columns, rows) = view.size(board);
    let near = (0..rows).rev().flat_map(|row| [(columns / 2, row), (columns / 2 - 1, row)]);
    let mut squares = near.filter_map(|(column, row)| view.square(board, column as i16, row as i16, 0));
    squares.next().unwrap_or(Square(0))
}

/// A reason as a sentence: a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

impl Screen for Play {
    fn context(&self) -> Context {
        Context::Board
    }

    fn can(&self, action: Action, _world: &World) -> bool {
        let position = self.table.position();
        let levels = position.geometry().size()[2];
        let (over, plies) = (self.table.ending().is_some(), position.acts().len());
        match action {
            Action::LevelDown | Action::LevelUp => levels > 1,
            Action::Number(number) if levels > 1 => number <= levels,
            Action::Number(number) => {
                self.can_move() && usize::from(number) <= position.reserve(position.turn()).len()
            }
            Action::Pick | Action::Type | Action::Next | Action::Previous => self.can_move(),
            Action::Back => !self.hand.is_empty() || self.browse.is_some() || self.told.is_some(),
            Action::Hint => self.can_move(),
            Action::Threats => !over,
            Action::LookBack | Action::LastRound => plies > 0,
            Action::LookForward | Action::LookNow => self.browse.is_some(),
            Action::Undo => self.table.can_undo(),
            Action::Redo => self.table.can_redo(),
            Action::PlayNow => self.table.is_thinking(),
            Action::Pause | Action::Faster | Action::Slower => self.table.is_unattended() && !over,
            Action::Step => self.table.is_unattended() && self.table.is_paused() && !over,
            Action::Draw => !over && self.table.person().is_some() && plies > 0,
            Action::Resign => !over && self.table.person().is_some(),
            Action::PageUp | Action::PageDown | Action::First | Action::Last => false,
            _ => true,
        }
    }

    fn footer(&self, _world: &World) -> Vec<Action> {
        if self.entry.is_some() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        if self.browse.is_some() {
            keys.extend([Action::LookBack, Action::LookForward, Action::LookNow]);
        } else if self.table.ending().is_some() {
            keys.extend([Action::Restart, Action::NewGame, Action::LookBack, Action::Undo, Action::Leave]);
        } else if self.can_move() {
            keys.extend([Action::Pick, Action::Back, Action::Next, Action::Number(1), Action::LevelDown]);
            keys.extend([Action::GoTo, Action::Explain, Action::Threats, Action::Undo]);
        } else {
            keys.extend([Action::PlayNow, Action::Pause, Action::Step, Action::LookBack, Action::Explain]);
            keys.extend([Action::Undo, Action::Leave]);
        }
        keys
    }

    fn act(&mut self, action: Action, world: &mut World) -> Step {
        let now = world.now;
        match action {
            Action::Up => self.step(Way::Up, world),
            Action::Down => self.step(Way::Down, world),
            Action::Left => self.step(Way::Left, world),
            Action::Right => self.step(Way::Right, world),
            Action::LevelDown | Action::LevelUp => {
                let at = self.table.position().geometry().coord(self.hand.cursor).z;
                self.level(if action == Action::LevelUp { Some(at + 1) } else { at.checked_sub(1) }, world)
            }
            Action::Number(number) => self.number(number, world),
            Action::Next => self.tab(true, world),
            Action::Previous => self.tab(false, world),
            Action::Pick => self.pick_here(world),
            Action::Back => self.back(),
            Action::GoTo | Action::Type => self.enter_text(action),
            Action::LookBack => self.look_back(-1),
            Action::LookForward => self.look_back(1),
            Action::LookNow => self.look_back(isize::MAX),
            Action::LastRound => {
                self.browse = Browse::last_round(self.table.position(), now);
                Step::Changed
            }
            Action::Explain => self.explain(),
            Action::Threats => {
                let position = self.shown();
                let seat = self.table.person().unwrap_or(position.turn());
                let threats = self.threats.is_none().then(|| seen::threats(position, seat));
                self.threats = threats;
                self.rest_now();
                Step::Changed
            }
            Action::Hint => {
                self.table.ask_hint(world);
                self.told = Some("Looking for a move…".to_owned());
                Step::Changed
            }
            Action::Turn | Action::TurnBack => {
                let spec = self.table.position().spec();
                let seat = self.view.seat(spec).index();
                let by = if action == Action::Turn { 1 } else { spec.seats.len() - 1 };
                self.view = View::of(spec, Side::new((seat + by) % spec.seats.len()));
                Step::Changed
            }
            Action::Rules => Step::Push(Box::new(super::rules::Pages::of(self.table.position().spec()))),
            Action::Settings => Step::Push(Box::new(super::settings::Settings::new(world))),
            Action::Undo | Action::Redo => {
                self.browse = None;
                if action == Action::Undo {
                    self.table.undo(now)
                } else {
                    self.table.redo(now)
                }
                self.after(world)
            }
            Action::PlayNow => {
                self.table.play_now(now);
                Step::Changed
            }
            Action::Pause | Action::Step | Action::Faster | Action::Slower => {
                self.told = Some(self.table.pace(action, now));
                self.look();
                Step::Changed
            }
            Action::Draw => match self.table.offered() {
                Some(_) => self.confirmed(Action::Draw, world),
                None => self.ask("Offer a draw?".to_owned(), action, world),
            },
            Action::Resign => {
                let side = self.table.person().unwrap_or(Side::FIRST);
                let name = self.table.position().spec().seat(side).name;
                self.ask(format!("{name} resigns?"), action, world)
            }
            Action::Restart if self.table.ending().is_some() => self.confirmed(action, world),
            Action::Restart => self.ask("Begin this game again?".to_owned(), action, world),
            Action::NewGame => {
                Step::Replace(Box::new(super::new_game::NewGame::new(Some(self.table.setup().clone()), world)))
            }
            Action::Leave => Step::Close,
            _ => Step::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        if self.entry.is_some() && !matches!(input, Input::Press(..) | Input::Release(..) | Input::Wheel(..)) {
            let step = self.typed_input(input, world);
            // Whatever is no text leaves the line alone, but for the keys that always count.
            return step.or(match input {
                Input::Stroke(stroke) if stroke.ctrl => None,
                _ => Some(Step::Same),
            });
        }
        match input {
            Input::Paste(text) => {
                self.enter_text(Action::Type);
                let paste = Input::Paste(text.clone());
                self.typed_input(&paste, world)
            }
            _ => self.mouse(input, world),
        }
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Step {
        let side = self.table.person().unwrap_or(self.table.position().turn());
        match action {
            Action::Resign => self.table.resign(side, world.now),
            Action::Draw => self.table.draw(side, world.now),
            Action::Restart => match self.table.again(world) {
                Ok(table) => {
                    let mut play = Play::new(table);
                    play.view = self.view;
                    return Step::Replace(Box::new(play));
                }
                Err(problem) => self.told = Some(problem),
            },
            _ => {}
        }
        self.after(world)
    }

    fn wake(&mut self, world: &mut World) -> Step {
        let mut step = Step::Same;
        if self.table.poll(world.now) {
            step = self.after(world);
        }
        if let Some(mv) = self.table.take_hint() {
            self.told = Some(format!("{} could be played.", self.table.position().display(mv)));
            let marks = self.table.position().marks(mv);
            self.hint = marks.into_iter().map(|(square, _)| square).collect();
            step = Step::Changed;
        }
        if self.moved.is_some_and(|moved| world.now >= moved + REST) {
            self.rest_now();
            self.told = None;
            step = Step::Changed;
        }
        let due = self.browse.as_ref().and_then(|browse| Some((browse.ply, browse.next?)));
        if let Some((ply, due)) = due
            && world.now >= due
        {
            let plies = self.table.position().acts().len();
            let mut browse = Browse::to(self.table.position(), ply + 1);
            browse.next = Some(world.now + browse::STEP);
            self.browse = (ply + 1 < plies).then_some(browse);
            step = Step::Changed;
        }
        if self.table.clock_changed(world.now) && matches!(step, Step::Same) {
            step = Step::Changed;
        }
        step
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        let rest = self.moved.map(|moved| moved + REST);
        let replay = self.browse.as_ref().and_then(|browse| browse.next);
        [rest, replay, self.table.deadline(world.now)].into_iter().flatten().min()
    }

    fn covered(&mut self, world: &mut World) {
        self.table.hold(world.now);
    }

    fn uncovered(&mut self, world: &mut World) {
        self.table.go_on(world.now);
    }

    fn farewell(&mut self, _world: &World) -> Option<String> {
        self.table.farewell()
    }

    fn title(&self, _world: &World) -> Option<String> {
        Some(self.table.title())
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        self.text_cursor(world, area)
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
