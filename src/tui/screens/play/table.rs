//! The game under the play screen: what the screen asks and orders, in its own words.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime};

use super::expected;
use crate::players::assistant::Asked;
use crate::players::{Reply, Resources};
use crate::record::date::stamp;
use crate::record::game::Game;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::archive::save_elsewhere;
use crate::session::driver::{Loss, Match};
use crate::session::history::Line;
use crate::session::referee::{Order, Referee};
use crate::session::setup::{MatchSetup, SeatKind};
use crate::tui::action::Action;
use crate::tui::world::World;

/// The paces that computers can have among themselves.
const PACES: &[u64] = &[0, 100, 250, 500, 1000, 2000, 4000];

/// Nobody waits longer for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// A hint that is looked for.
struct Hint {
    /// The position, by its hash.
    of: u64,
    _asked: Asked,
    answer: Receiver<Result<Move, String>>,
}

/// A game under a screen.
pub struct Table {
    game: Match,
    hint: Option<Hint>,
    /// The clocks as they were drawn last, in whole seconds or tenths.
    ticked: Vec<u128>,
}

impl Table {
    /// Begins a game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Table, String> {
        let folder = world.games_dir();
        Ok(Table::of(Match::start(setup, folder.as_deref(), &world.staff(), Arc::clone(&world.waker))?))
    }

    /// Takes up a game.
    pub fn resume(path: &Path, world: &World) -> Result<Table, String> {
        Ok(Table::of(Match::resume(path, &world.staff(), Arc::clone(&world.waker))?))
    }

    fn of(game: Match) -> Table {
        Table { game, hint: None, ticked: Vec::new() }
    }

    fn referee(&self) -> &Referee {
        self.game.view()
    }

    /// What it began with.
    pub fn setup(&self) -> &MatchSetup {
        self.referee().setup()
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.referee().position()
    }

    /// The moves so far.
    pub fn lines(&self) -> &[Line] {
        self.referee().lines()
    }

    /// Is a person in this seat?
    pub fn is_person(&self, side: Side) -> bool {
        self.setup().is_person(side)
    }

    /// Does a computer play?
    pub fn has_computer(&self) -> bool {
        self.setup().seats.iter().any(|seat| !matches!(seat, SeatKind::Human(_)))
    }

    /// Whom a person acts for: whose turn it is, or the first person still in the game.
    pub fn person(&self) -> Option<Side> {
        let living = self.position().living();
        let turn = self.position().turn();
        let people = self.position().spec().sides().filter(|&side| living.has(side) && self.is_person(side));
        if self.is_person(turn) { Some(turn) } else { { people }.next() }
    }

    /// Who sits there, in words.
    pub fn who(&self, side: Side) -> String {
        let people = self.setup().seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
        match self.setup().seats.get(side.index()) {
            Some(SeatKind::Computer(level)) => format!("computer {level}"),
            Some(SeatKind::Engine(name)) => name.clone(),
            Some(SeatKind::Human(name)) if !name.is_empty() => name.clone(),
            _ if people == 1 => "you".to_owned(),
            _ => "human".to_owned(),
        }
    }

    /// What a clock shows.
    pub fn clock(&self, side: Side, now: Instant) -> Option<Duration> {
        self.referee().clock(side, self.game.since(now))
    }

    /// How it is over, in words.
    pub fn ending(&self) -> Option<String> {
        self.referee().ending().map(|ending| ending.words.clone())
    }

    /// The shares of a game of more than two seats that is over.
    pub fn shares_words(&self) -> String {
        let spec = self.position().spec();
        match self.referee().ending() {
            Some(ending) => {
                let shares: Vec<String> =
                    spec.sides().map(|side| format!("{} {}", spec.seat(side).name, ending.shares[side])).collect();
                format!("{}.", shares.join(", "))
            }
            None => String::new(),
        }
    }

    /// Who offers a draw.
    pub fn offered(&self) -> Option<Side> {
        self.referee().offered()
    }

    /// The offer in words, for whoever can accept it with this key.
    pub fn offer_words(&self, accept: Option<&str>) -> Option<String> {
        let side = self.offered()?;
        let name = self.position().spec().seat(side).name;
        Some(if side == self.position().turn() {
            format!("{name} offers a draw; who moves next can accept it.")
        } else {
            let accept = accept.map(|key| format!("{key} accepts, ")).unwrap_or_default();
            format!("{name} offers a draw: {accept}a move declines.")
        })
    }

    /// What the computer thinks, in a line.
    pub fn thinking(&self) -> String {
        let spec = self.position().spec();
        let turn = spec.seat(self.position().turn()).name;
        match self.referee().thinking() {
            Some((side, Some(thought))) => {
                let Some(line) = thought.lines.first() else { return format!("{turn} thinks") };
                let looks = self.person().unwrap_or(side);
                let seen = expected::Seen { spec, turn: side, looks };
                format!(
                    "{turn} thinks · {} · depth {} · {} · {}",
                    seen.score(line),
                    thought.depth,
                    expected::speed(thought),
                    line.moves.join(" ")
                )
            }
            Some((_, None)) => format!("{turn} thinks"),
            None if self.is_paused() => format!("{turn} to move · stopped"),
            None => format!("{turn} to move"),
        }
    }

    /// Is a computer thinking?
    pub fn is_thinking(&self) -> bool {
        self.referee().thinking().is_some()
    }

    /// Does no person play?
    pub fn is_unattended(&self) -> bool {
        self.referee().is_unattended()
    }

    /// Why the game has stopped, or was lost, if a player failed.
    pub fn failure(&self) -> Option<String> {
        self.referee().failure().map(|why| format!("{why}."))
    }

    /// Have the computers been stopped?
    pub fn is_paused(&self) -> bool {
        self.referee().is_paused()
    }

    /// Can something be taken back?
    pub fn can_undo(&self) -> bool {
        self.referee().can_undo()
    }

    /// Does a move wait for the disk?
    pub fn is_waiting(&self) -> bool {
        self.referee().is_waiting()
    }

    /// Can something be played again?
    pub fn can_redo(&self) -> bool {
        self.referee().can_redo()
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move, now: Instant) {
        self.hint = None;
        self.game.order(Order::Play(mv), now);
    }

    /// Takes back.
    pub fn undo(&mut self, now: Instant) {
        self.game.order(Order::Undo, now);
    }

    /// Plays again.
    pub fn redo(&mut self, now: Instant) {
        self.game.order(Order::Redo, now);
    }

    /// Resigns.
    pub fn resign(&mut self, side: Side, now: Instant) {
        self.game.order(Order::Resign(side), now);
    }

    /// Offers a draw or accepts one.
    pub fn draw(&mut self, side: Side, now: Instant) {
        self.game.order(Order::Draw(side), now);
    }

    /// The computer plays now.
    pub fn play_now(&mut self, now: Instant) {
        self.game.order(Order::Hurry, now);
    }

    /// Can a person take the seat whose turn it is?
    pub fn can_sit(&self) -> bool {
        self.is_paused() && self.ending().is_none() && !self.is_person(self.position().turn())
    }

    /// A person takes the seat whose turn it is.
    pub fn sit(&mut self, now: Instant) {
        self.game.order(Order::Sit(self.position().turn()), now);
    }

    /// Stops, steps and paces computers; gives back what to say.
    pub fn pace(&mut self, action: Action, now: Instant) -> String {
        let pace = self.referee().pace().as_millis() as u64;
        let at = PACES.iter().position(|&known| known >= pace).unwrap_or(PACES.len() - 1);
        let order = match action {
            Action::Pause => Order::Pause(!self.is_paused()),
            Action::Step => Order::Step,
            Action::Faster => Order::Pace(Duration::from_millis(PACES[at.saturating_sub(1)])),
            _ => Order::Pace(Duration::from_millis(PACES[(at + 1).min(PACES.len() - 1)])),
        };
        self.game.order(order, now);
        match action {
            Action::Pause if self.is_paused() => "Stopped.".to_owned(),
            Action::Pause | Action::Step => String::new(),
            _ => format!("{} milliseconds a move at least.", self.referee().pace().as_millis()),
        }
    }

    /// Whose side the board was seen from last, if it was turned.
    pub fn seen_from(&self) -> Option<Side> {
        self.referee().seen_from()
    }

    /// The board is turned.
    pub fn look_from(&mut self, side: Side, now: Instant) {
        self.game.order(Order::Look(side), now);
    }

    /// Nothing counts while something lies over the board.
    pub fn hold(&mut self, now: Instant) {
        self.game.order(Order::Hold(true), now);
    }

    /// It counts again.
    pub fn go_on(&mut self, now: Instant) {
        self.game.order(Order::Hold(false), now);
    }

    /// Takes what was answered in the background; true when something changed.
    pub fn poll(&mut self, now: Instant) -> bool {
        self.game.poll(now)
    }

    /// Takes what is to be announced.
    pub fn take_announcement(&mut self) -> Option<String> {
        let told = self.game.take_announcements();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// When the clock that runs shows something else, or falls.
    pub fn deadline(&self, now: Instant) -> Option<Instant> {
        let side = self.referee().running()?;
        let left = self.clock(side, now)?;
        // The last ten seconds are shown in tenths, but never drawn more often than they are read.
        let unit = if left <= Duration::from_secs(10) { 100 } else { 1000 };
        let rest = left.as_millis() as u64 % unit;
        let next = now + Duration::from_millis(rest + 1);
        Some(self.game.falls().map_or(next, |falls| falls.min(next)))
    }

    /// Does a clock show something else than when this was asked last?
    pub fn clock_changed(&mut self, now: Instant) -> bool {
        let shown = |left: Duration| {
            if left < Duration::from_secs(10) { left.as_millis() / 100 } else { 1000 + left.as_millis() / 1000 }
        };
        let clocks: Vec<u128> =
            self.position().spec().sides().filter_map(|side| self.clock(side, now)).map(shown).collect();
        let changed = clocks != self.ticked;
        self.ticked = clocks;
        changed
    }

    /// Asks a computer what it would play here, unless it is asked already.
    pub fn ask_hint(&mut self, world: &World) {
        let of = self.position().hash();
        if self.hint.as_ref().is_some_and(|hint| hint.of == of) {
            return;
        }
        let (sender, answer) = channel();
        let waker = Arc::clone(&world.waker);
        let resources = world.resources("hint");
        let resources = Resources { think: resources.think.min(HINT_TIME), ..resources };
        let take = move |reply| {
            let told = match reply {
                Reply::Move(mv) => Ok(mv),
                Reply::Failed(why, _) => Err(why),
                Reply::Thought(_) | Reply::Told(_) => return,
            };
            let _ = sender.send(told);
            waker();
        };
        let asked = world.assistant.hint(self.position().fork(), resources, take);
        self.hint = Some(Hint { of, _asked: asked, answer });
    }

    /// Takes the answer, if there is one and the position is still the same.
    pub fn take_hint(&mut self) -> Option<Result<Move, String>> {
        let hint = self.hint.as_ref()?;
        let told = hint.answer.try_recv().ok()?;
        let same = hint.of == self.position().hash();
        self.hint = None;
        same.then_some(told)
    }

    /// The same game from its beginning.
    pub fn again(&self, world: &World) -> Result<Table, String> {
        Table::start(self.setup().clone(), world)
    }

    /// The game so far as a record.
    pub fn record(&self) -> Result<Game, String> {
        let named = self.game.path().and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let date = named.map_or_else(|| stamp(SystemTime::now()), |name| name.chars().take(15).collect());
        self.referee().record(&date)
    }

    /// What of the game is not saved.
    pub fn unsaved(&self) -> Option<Loss> {
        self.game.unsaved()
    }

    /// Was it told that the game is not saved?
    pub fn is_unsaved(&self) -> bool {
        self.game.is_unsaved()
    }

    /// How often it was told so far.
    pub const fn troubles(&self) -> u64 {
        self.game.troubles()
    }

    /// Tries to save it at once.
    pub fn try_again(&mut self) {
        self.game.try_again();
    }

    /// The last chance to save it. Gives back what is not saved all the same.
    pub fn finish(&mut self) -> Option<Loss> {
        self.game.finish()
    }

    /// Saves the game somewhere else, and says where.
    pub fn save_elsewhere(&self, path: &str) -> Result<String, String> {
        save_elsewhere(path, &self.record()?, self.game.journal_text())
    }

    /// What is left to say after the program has gone: how to come back, and the position.
    pub fn farewell(&self) -> Option<String> {
        let position = self.position();
        let name = self.game.path()?;
        let id = name.file_stem()?.to_string_lossy().into_owned();
        let title = position.spec().title;
        Some(match self.ending() {
            Some(words) => {
                format!("{title}: {words}\nTo look through it: heterodox review {id}\n{}", position.fen())
            }
            None => format!("{title} is kept: heterodox resume {id}\n{}", position.fen()),
        })
    }

    /// The window's title: whose turn it is.
    pub fn title(&self) -> String {
        let spec = self.position().spec();
        match self.referee().ending() {
            Some(_) => format!("{}: the game is over", spec.title),
            None => format!("{}: {} to move", spec.title, spec.seat(self.position().turn()).name),
        }
    }
}
