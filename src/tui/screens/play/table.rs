//! The game under the play screen: what the screen asks and commands, in its own words. The game itself
//! is at a table of the session; this is one who sits there and looks.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hint::Hint;
use super::leaving::farewell;
use super::score_view;
use crate::record::game::Game;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::archive::save_elsewhere;
use crate::session::driver::Loss;
use crate::session::history::Line;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::session::table::command::SeatCommand;
use crate::session::table::events::Happened;
use crate::session::table::{self, GameView, SeatHandle, Subscription};
use crate::tui::action::Action;
use crate::tui::world::World;

/// The paces that computers can have among themselves.
const PACES: &[u64] = &[0, 100, 250, 500, 1000, 2000, 4000];

/// A game under a screen.
pub struct Table {
    seat: SeatHandle,
    reader: Subscription,
    /// What is shown. It changes when the screen asks for the newest, never while it draws.
    view: Arc<GameView>,
    /// What was announced and is not told yet.
    announced: Vec<String>,
    pub(super) hint: Option<Hint>,
    /// The clocks as they were drawn last, in whole seconds or tenths.
    ticked: Vec<u128>,
}

impl Table {
    /// Begins a game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Table, String> {
        let (folder, staff) = (world.games_dir(), world.staff());
        Ok(Table::of(&world.tables.start(setup, &world.identity, folder.as_deref(), &staff)?, world))
    }

    /// Takes up a game: at its table if it is still played here, from its journal if not.
    pub fn resume(path: &Path, world: &World) -> Result<Table, String> {
        Ok(Table::of(&world.tables.resume(path, &world.identity, &world.staff())?, world))
    }

    /// Sits down at a table; what was told while nobody looked is told now.
    pub fn of(table: &Arc<table::Table>, world: &World) -> Table {
        let seat = table.handle(&world.identity);
        let reader = seat.subscribe_from(world.eyes.known(table), Arc::clone(&world.waker));
        let view = reader.newest();
        let mut table = Table { seat, reader, view, announced: Vec::new(), hint: None, ticked: Vec::new() };
        table.poll();
        table
    }

    /// The table in the session.
    pub const fn shared(&self) -> &Arc<table::Table> {
        self.seat.table()
    }

    /// The last event that was read.
    pub const fn known(&self) -> u64 {
        self.reader.known()
    }

    /// Asks for something and looks at what came of it. What is refused changes nothing; the words are
    /// given back.
    fn command(&mut self, what: SeatCommand) -> Result<(), String> {
        let done = self.seat.command(what);
        self.poll();
        done.map_err(|refusal| refusal.to_string())
    }

    /// What it began with.
    pub fn setup(&self) -> &MatchSetup {
        &self.view.setup
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.view.position.as_ref()
    }

    /// The moves so far.
    pub fn lines(&self) -> &[Line] {
        &self.view.lines
    }

    /// Is a person in this seat?
    pub fn is_person(&self, side: Side) -> bool {
        self.setup().is_person(side)
    }

    /// Is this seat held by whoever is at this terminal?
    pub fn acts_for(&self, side: Side) -> bool {
        self.view.seats_of(self.seat.identity()).has(side)
    }

    /// Does a computer play?
    pub fn has_computer(&self) -> bool {
        self.setup().seats.iter().any(|seat| !matches!(seat, SeatKind::Human(_)))
    }

    /// Whom a person acts for: whose turn it is, or the first person still in the game.
    pub fn person(&self) -> Option<Side> {
        let living = self.position().living();
        let turn = self.position().turn();
        let people = self.position().spec().sides().filter(|&side| living.has(side) && self.acts_for(side));
        if self.acts_for(turn) { Some(turn) } else { { people }.next() }
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
        self.view.clock(side, now)
    }

    /// How it is over, in words.
    pub fn ending(&self) -> Option<String> {
        self.view.status.ending.as_ref().map(|ending| ending.words.clone())
    }

    /// The shares of a game of more than two seats that is over.
    pub fn shares_words(&self) -> String {
        let spec = self.position().spec();
        match &self.view.status.ending {
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
        self.view.status.offers.iter().next()
    }

    /// The offer in words, for whoever can accept it with this key.
    pub fn offer_words(&self, accept: Option<&str>) -> Option<String> {
        let side = self.offered()?;
        let name = self.position().spec().seat(side).name;
        Some(if side == self.position().turn() {
            format!("{name} offers a draw; the next player can accept it.")
        } else {
            let accept = accept.map(|key| format!("{key} accepts, ")).unwrap_or_default();
            format!("{name} offers a draw: {accept}a move declines.")
        })
    }

    /// What the computer thinks, in a line.
    pub fn thinking(&self) -> String {
        let spec = self.position().spec();
        let turn = spec.seat(self.position().turn()).name;
        match &self.view.status.thinking {
            &Some((side, Some(ref thought))) => {
                let Some(line) = thought.lines.first() else { return format!("{turn} is thinking") };
                let looks = self.person().unwrap_or(side);
                let seen = score_view::ScoreView { spec, turn: side, looks };
                format!(
                    "{turn} is thinking · {} · depth {} · {} · {}",
                    seen.score(line),
                    thought.depth,
                    score_view::speed(thought),
                    line.moves.join(" ")
                )
            }
            Some((_, None)) => format!("{turn} is thinking"),
            None if self.is_paused() => format!("{turn} to move · paused"),
            None => format!("{turn} to move"),
        }
    }

    /// Is a computer thinking?
    pub fn is_thinking(&self) -> bool {
        self.view.status.thinking.is_some()
    }

    /// Does no person play?
    pub fn is_unattended(&self) -> bool {
        self.view.status.unattended
    }

    /// Why the game has stopped, or was lost, if a player failed.
    pub fn failure(&self) -> Option<String> {
        self.view.status.failure.as_ref().map(|why| format!("{why}."))
    }

    /// Have the computers been stopped?
    pub fn is_paused(&self) -> bool {
        self.view.status.paused
    }

    /// Can something be taken back?
    pub fn can_undo(&self) -> bool {
        self.view.status.can_undo
    }

    /// Does a move wait for the disk?
    pub fn is_waiting(&self) -> bool {
        self.view.status.waiting
    }

    /// Can something be played again?
    pub fn can_redo(&self) -> bool {
        self.view.status.can_redo
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), String> {
        self.hint = None;
        self.command(SeatCommand::Play(mv, self.position().acts().len()))
    }

    /// Takes back.
    pub fn undo(&mut self) -> Result<(), String> {
        self.command(SeatCommand::Undo)
    }

    /// Plays again.
    pub fn redo(&mut self) -> Result<(), String> {
        self.command(SeatCommand::Redo)
    }

    /// Resigns.
    pub fn resign(&mut self, side: Side) -> Result<(), String> {
        self.command(SeatCommand::Resign(side))
    }

    /// Offers a draw or accepts one.
    pub fn draw(&mut self, side: Side) -> Result<(), String> {
        self.command(SeatCommand::Draw(side))
    }

    /// The computer plays now.
    pub fn play_now(&mut self) -> Result<(), String> {
        self.command(SeatCommand::Hurry)
    }

    /// Can a person take the seat whose turn it is?
    pub fn can_sit(&self) -> bool {
        self.is_paused() && self.ending().is_none() && !self.is_person(self.position().turn())
    }

    /// A person takes the seat whose turn it is.
    pub fn sit(&mut self) -> Result<(), String> {
        self.command(SeatCommand::Sit(self.position().turn()))
    }

    /// Stops, steps and paces computers; gives back what to say.
    pub fn pace(&mut self, action: Action) -> String {
        let pace = self.view.status.pace.as_millis() as u64;
        let at = PACES.iter().position(|&known| known >= pace).unwrap_or(PACES.len() - 1);
        let command = match action {
            Action::Pause => SeatCommand::Pause(!self.is_paused()),
            Action::Step => SeatCommand::Step,
            Action::Faster => SeatCommand::Pace(Duration::from_millis(PACES[at.saturating_sub(1)])),
            _ => SeatCommand::Pace(Duration::from_millis(PACES[(at + 1).min(PACES.len() - 1)])),
        };
        match (self.command(command), action) {
            (Err(refused), _) => refused,
            (Ok(()), Action::Pause) if self.is_paused() => "Paused.".to_owned(),
            (Ok(()), Action::Pause | Action::Step) => String::new(),
            _ => format!("At least {} milliseconds per move.", self.view.status.pace.as_millis()),
        }
    }

    /// Whose side the board was seen from last, as an old journal has it.
    pub fn seen_from(&self) -> Option<Side> {
        self.view.status.seen_from
    }

    /// Nothing counts while something lies over the board, where nobody else is at it.
    pub fn hold(&mut self) {
        let _ = self.command(SeatCommand::Hold(true));
    }

    /// It counts again.
    pub fn go_on(&mut self) {
        let _ = self.command(SeatCommand::Hold(false));
    }

    /// Looks at the game as it is now; true when something changed.
    pub fn poll(&mut self) -> bool {
        let news = self.reader.read();
        let changed = !Arc::ptr_eq(&news.view, &self.view);
        self.view = news.view;
        self.announced.extend(news.events.into_iter().filter_map(|event| match event.what {
            Happened::Announced(words) => Some(words),
            _ => None,
        }));
        changed
    }

    /// Takes what was announced up to what is shown.
    pub fn take_announcement(&mut self) -> Option<String> {
        let told = std::mem::take(&mut self.announced);
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// When the clock that runs shows something else.
    pub fn deadline(&self, now: Instant) -> Option<Instant> {
        let (side, _) = self.view.status.clocks?.running()?;
        let left = self.clock(side, now)?;
        if left.is_zero() {
            // What comes of that is told by the table.
            return None;
        }
        // The last ten seconds are shown in tenths, but never drawn more often than they are read.
        let unit = if left <= Duration::from_secs(10) { 100 } else { 1000 };
        let rest = left.as_millis() as u64 % unit;
        Some(now + Duration::from_millis(rest + 1))
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

    /// The same game from its beginning.
    pub fn again(&self, world: &World) -> Result<Table, String> {
        Table::start(self.setup().clone(), world)
    }

    /// The game so far as a record.
    pub fn record(&self) -> Result<Game, String> {
        self.shared().record()
    }

    /// What of the game is not saved.
    pub fn unsaved(&self) -> Option<Loss> {
        self.shared().unsaved()
    }

    /// Was it told that the game is not saved?
    pub fn is_unsaved(&self) -> bool {
        self.view.status.unsaved
    }

    /// How often it was told so far.
    pub fn troubles(&self) -> u64 {
        self.view.status.troubles
    }

    /// Tries to save it at once.
    pub fn try_again(&mut self) {
        self.shared().try_again();
        self.poll();
    }

    /// Saves the game somewhere else, and says where.
    pub fn save_elsewhere(&self, path: &str) -> Result<String, String> {
        save_elsewhere(path, &self.record()?, self.shared().journal_text())
    }

    /// What is left to say after the program has gone: how to come back, and the position.
    pub fn farewell(&self) -> Option<String> {
        farewell(&self.view)
    }

    /// The window's title: whose turn it is.
    pub fn title(&self) -> String {
        let spec = self.position().spec();
        match self.view.status.ending {
            Some(_) => format!("{}: the game is over", spec.title),
            None => format!("{}: {} to move", spec.title, spec.seat(self.position().turn()).name),
        }
    }
}
