//! The game of the play screen: queries and commands of the screen. The game itself runs at a table of the
//! session; this is a handle to its seat and its events.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::PlayError;
use super::table_people::TablePeople;
use crate::board::score_view;
use crate::client::exit_message::exit_message;
use crate::players::Thought;
use crate::record::game::Game;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{Side, Sides};
use crate::session::archive::{save_as, save_elsewhere};
use crate::session::driver::Loss;
use crate::session::history::Line;
use crate::session::referee::Ending;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::session::table::command::{Refusal, SeatCommand};
use crate::session::table::events::Happened;
use crate::session::table::view::Status;
use crate::session::table::{self, GameView, Identity, SeatHandle, Subscription, TableError};
use crate::wakes::Reason;
use crate::world::World;

/// The connection of a screen to its game.
pub struct Table {
    seat: SeatHandle,
    reader: Subscription,
    /// The state shown. It is replaced by `poll`, never during drawing.
    view: Arc<GameView>,
    /// Announcements that have not been shown yet.
    announced: Vec<String>,
    /// The clocks as last drawn, in whole seconds or tenths.
    ticked: Vec<u128>,
    /// The people at the table, if it belongs to more than the user of this terminal.
    people: Option<Box<dyn TablePeople>>,
}

impl Table {
    /// Starts a game.
    pub(crate) fn start(setup: MatchSetup, world: &World) -> Result<Table, PlayError> {
        let (folder, staff) = (world.client.games_folder()?, world.opponents());
        if folder.is_some() {
            world.client.room()?;
        }
        Ok(Table::of(&world.client.tables.start(setup, &world.client.identity, folder.as_deref(), &staff)?, world))
    }

    /// Resumes a game: at its table if that is still open, otherwise from its journal.
    pub(crate) fn resume(path: &Path, world: &World) -> Result<Table, PlayError> {
        world.client.files.own(path)?;
        Ok(Table::of(&world.client.tables.resume(path, &world.client.identity, &world.opponents())?, world))
    }

    /// Connects to a table; announcements made while no screen was open are shown now.
    pub(crate) fn of(table: &Arc<table::Table>, world: &World) -> Table {
        let seat = table.handle(&world.client.identity);
        let reader = seat.subscribe_from(world.table_views.known(table), world.waker(Reason::Table));
        let mut table = Table::reading(seat, reader);
        table.poll();
        table
    }

    fn reading(seat: SeatHandle, reader: Subscription) -> Table {
        let view = reader.newest();
        Table { seat, reader, view, announced: Vec::new(), ticked: Vec::new(), people: None }
    }

    /// Connects to a table that the people of a server share. What was announced before is not shown.
    pub(super) fn of_people(seat: SeatHandle, people: Box<dyn TablePeople>, world: &World) -> Table {
        let reader = seat.subscribe(world.waker(Reason::Table));
        Table { people: Some(people), ..Table::reading(seat, reader) }
    }

    /// The people at the table, if it belongs to more than the user of this terminal.
    pub(super) fn people(&self) -> Option<&dyn TablePeople> {
        self.people.as_deref()
    }

    /// The same, to ask them for something.
    pub(super) fn people_mut(&mut self) -> Option<&mut (dyn TablePeople + 'static)> {
        self.people.as_deref_mut()
    }

    /// The state of the game as it was read last, besides position and history.
    pub(super) fn status(&self) -> &Status {
        &self.view.status
    }

    /// The seats that the user has, on this terminal or another.
    pub(super) fn own_seats(&self) -> Sides {
        self.view.seats_of(self.identity())
    }

    /// Who watches, the user among them.
    pub(super) fn watchers(&self) -> impl Iterator<Item = &Identity> {
        self.view.watchers()
    }

    /// The table in the session.
    pub(crate) const fn shared(&self) -> &Arc<table::Table> {
        self.seat.table()
    }

    /// The user.
    pub(super) const fn identity(&self) -> &Identity {
        self.seat.identity()
    }

    /// The user's place at the table.
    pub(super) const fn handle(&self) -> &SeatHandle {
        &self.seat
    }

    /// The number of the last event read.
    pub(crate) const fn known(&self) -> u64 {
        self.reader.known()
    }

    /// Sends a command and reads the new state. A refused command changes nothing; the error is its reason.
    pub(super) fn command(&mut self, what: SeatCommand) -> Result<(), Refusal> {
        let done = self.seat.command(what);
        self.poll();
        done
    }

    /// The setup of the game.
    pub(crate) fn setup(&self) -> &MatchSetup {
        &self.view.setup
    }

    /// The current position.
    pub(crate) fn position(&self) -> &dyn Position {
        self.view.position.as_ref()
    }

    /// The moves and events so far.
    pub fn lines(&self) -> &[Line] {
        &self.view.lines
    }

    /// Is this seat played by a person?
    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.setup().is_person(side)
    }

    /// Is this seat held by the user of this terminal?
    pub(crate) fn acts_for(&self, side: Side) -> bool {
        self.is_acting() && self.holds(side)
    }

    /// Does a computer or an engine play?
    pub(crate) fn has_computer(&self) -> bool {
        self.setup().seats.iter().any(|seat| !matches!(seat, SeatKind::Human(_)))
    }

    /// The seat that the user acts for: the side to move if it is theirs, or else the first of their seats
    /// still in the game.
    pub(crate) fn person(&self) -> Option<Side> {
        let living = self.position().living();
        let turn = self.position().turn();
        let people = self.position().spec().sides().filter(|&side| living.has(side) && self.acts_for(side));
        if self.acts_for(turn) { Some(turn) } else { { people }.next() }
    }

    /// The name of the player in a seat.
    pub(crate) fn who(&self, side: Side) -> String {
        if let Some(name) = self.name_of_today(side) {
            return name;
        }
        let people = self.setup().seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
        match self.setup().seats.get(side.index()) {
            Some(SeatKind::Computer(level)) => format!("computer {level}"),
            Some(SeatKind::Engine(name)) => name.clone(),
            Some(SeatKind::Human(name)) if !name.is_empty() => name.clone(),
            _ if people == 1 => "you".to_owned(),
            _ => "human".to_owned(),
        }
    }

    /// The remaining time of a seat.
    pub(crate) fn clock(&self, side: Side, now: Instant) -> Option<Duration> {
        self.view.clock(side, now)
    }

    /// The end of a finished game.
    pub(crate) fn end(&self) -> Option<&Ending> {
        self.view.status.ending.as_ref()
    }

    /// The last thought of the computer that is thinking.
    pub(crate) fn thought(&self) -> Option<(Side, &Thought)> {
        let (side, thought) = self.view.status.thinking.as_ref()?;
        Some((*side, thought.as_ref()?))
    }

    /// The result of a finished game, as text.
    pub(crate) fn ending(&self) -> Option<String> {
        self.view.status.ending.as_ref().map(|ending| ending.words.clone())
    }

    /// The shares of the seats in a finished game, as text.
    pub(crate) fn shares_words(&self) -> String {
        let Some(ending) = self.end() else { return String::new() };
        let spec = self.position().spec();
        let shares: Vec<String> =
            spec.sides().map(|side| format!("{} {}", spec.seat(side).name, ending.shares[side])).collect();
        format!("{}.", shares.join(", "))
    }

    /// Who is to move, in one line; of a computer also what it thinks, if that is wanted.
    pub(crate) fn thinking(&self, thoughts: bool) -> String {
        let spec = self.position().spec();
        let turn = spec.seat(self.position().turn()).name;
        match &self.view.status.thinking {
            Some(_) if self.view.status.queued => {
                let clock = if self.view.status.clocks.is_some() { " · its clock stands" } else { "" };
                format!("{turn} waits until it can think{clock}")
            }
            &Some((side, Some(ref thought))) if thoughts => {
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
            Some(_) => format!("{turn} is thinking"),
            None if self.is_paused() => format!("{turn} to move · paused"),
            None => format!("{turn} to move"),
        }
    }

    /// Is a computer thinking?
    pub(crate) fn is_thinking(&self) -> bool {
        self.view.status.thinking.is_some()
    }

    /// Is the game played without any person?
    pub(crate) fn is_unattended(&self) -> bool {
        self.view.status.unattended
    }

    /// Why a player failed, after which the game stopped or was lost.
    pub(crate) fn failure(&self) -> Option<String> {
        self.view.status.failure.as_ref().map(|why| format!("{why}."))
    }

    /// Are the computers paused?
    pub(crate) fn is_paused(&self) -> bool {
        self.view.status.paused
    }

    /// Can a move be taken back?
    pub(crate) fn can_undo(&self) -> bool {
        self.view.status.can_undo
    }

    /// Is a move still being written to disk?
    pub(crate) fn is_waiting(&self) -> bool {
        self.view.status.waiting
    }

    /// Can a move be replayed after a takeback?
    pub(crate) fn can_redo(&self) -> bool {
        self.view.status.can_redo
    }

    pub(crate) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.command(SeatCommand::Play(mv, self.position().acts().len()))
    }

    /// Takes back moves, up to one's own last move.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Undo)
    }

    /// Replays moves that were taken back.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Redo)
    }

    pub(crate) fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.command(SeatCommand::Resign(side))
    }

    /// Makes the computer move now.
    pub(crate) fn play_now(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Hurry)
    }

    /// The seat from which the board was last seen, from an old journal.
    pub(crate) fn seen_from(&self) -> Option<Side> {
        self.view.status.seen_from
    }

    /// Reads the newest state and events; true if something changed.
    pub(crate) fn poll(&mut self) -> bool {
        let news = self.reader.read();
        let changed = !Arc::ptr_eq(&news.view, &self.view);
        self.view = news.view;
        self.announced.extend(news.events.into_iter().filter_map(|event| match event.what {
            Happened::Announced(words) => Some(words),
            _ => None,
        }));
        changed
    }

    /// Takes the announcements that have not been shown yet.
    pub(crate) fn take_announcement(&mut self) -> Option<String> {
        let message = std::mem::take(&mut self.announced);
        (!message.is_empty()).then(|| message.join(" "))
    }

    /// When the display of the running clock changes next.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        self.clock_tick(now).into_iter().chain(self.grace_tick(now)).min()
    }

    fn clock_tick(&self, now: Instant) -> Option<Instant> {
        let (side, _) = self.view.status.clocks?.running()?;
        let left = self.clock(side, now)?;
        if left.is_zero() {
            // The table handles a clock that has run out.
            return None;
        }
        // The last ten seconds are shown in tenths; the clock is not redrawn more often than its display
        // changes.
        let unit = if left <= Duration::from_secs(10) { 100 } else { 1000 };
        let rest = left.as_millis() as u64 % unit;
        Some(now + Duration::from_millis(rest + 1))
    }

    /// Has the display of a clock changed since the last call?
    pub(crate) fn clock_changed(&mut self, now: Instant) -> bool {
        let shown = |left: Duration| {
            if left < Duration::from_secs(10) { left.as_millis() / 100 } else { 1000 + left.as_millis() / 1000 }
        };
        let clocks: Vec<u128> =
            self.position().spec().sides().filter_map(|side| self.clock(side, now)).map(shown).collect();
        let clocks: Vec<u128> = clocks.into_iter().chain(self.graces(now)).collect();
        let changed = clocks != self.ticked;
        self.ticked = clocks;
        changed
    }

    /// The game so far as a record.
    pub(crate) fn record(&self) -> Result<Game, TableError> {
        self.shared().record()
    }

    /// What part of the game is not saved.
    pub(crate) fn unsaved(&self) -> Option<Loss> {
        self.shared().unsaved()
    }

    /// Has a save failure been reported?
    pub(crate) fn is_unsaved(&self) -> bool {
        self.view.status.unsaved
    }

    /// The number of save failures so far.
    pub(crate) fn troubles(&self) -> u64 {
        self.view.status.troubles
    }

    /// Tries to save the game at once. Returns the number of save failures before.
    pub(crate) fn try_again(&mut self) -> Option<u64> {
        let before = self.shared().try_again();
        self.poll();
        before
    }

    /// Saves the game elsewhere; returns a message that says where.
    pub(crate) fn save_elsewhere(&self, typed: &str, world: &World) -> Result<String, PlayError> {
        let path = world.client.new_file(typed)?;
        let (path, again) = save_elsewhere(&path, &self.record()?, self.shared().journal_text())?;
        let message = world.client.files.saved("the game", &path);
        // Who plays on a server has no command to open it with.
        let here = world.client.files.is_anywhere();
        let open = if here { format!(" To open it: heterodox {again} {}", path.display()) } else { String::new() };
        Ok(message + &open)
    }

    /// Saves the game so far to a new file; returns a message that says where.
    pub(crate) fn save_as(&self, typed: &str, world: &World) -> Result<String, PlayError> {
        let path = world.client.new_file(typed)?;
        Ok(world.client.files.saved("", &save_as(&path, &self.record()?)?))
    }

    /// The message printed after the program ends: how to return to the game.
    pub(crate) fn exit_message(&self, world: &World) -> Option<String> {
        exit_message(&self.view, world.client.files.is_anywhere())
    }

    /// The title of the window: the side to move.
    pub(crate) fn title(&self) -> String {
        let spec = self.position().spec();
        match self.view.status.ending {
            Some(_) => format!("{}: the game is over", spec.title),
            None => format!("{}: {} to move", spec.title, spec.seat(self.position().turn()).name),
        }
    }
}
