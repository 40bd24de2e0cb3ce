//! A game that is played in lines: what is typed for it, and what is told of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::clock::{self, Low};
use super::command::{self, Command};
use super::line_input::{LineInput, Notice};
use super::line_output::Say;
use super::{announce, pick};
use crate::client::Client;
use crate::client::typed_move::Texts;
use crate::players::PlayerError;
use crate::players::assistant::Asked;
use crate::rules::explain::list;
use crate::rules::mv::Move;
use crate::rules::note::{Note, game_and_round};
use crate::rules::pick::{Pick, Picked};
use crate::rules::position::Position;
use crate::rules::side::{Side, Sides};
use crate::session::setup::{MatchSetup, SeatKind};
use crate::session::table::command::{Refusal, SeatCommand};
use crate::session::table::{GameView, SeatHandle, Subscription, Table};
use crate::session::telling::words;

/// What is typed waits so long while a move is written to the disk.
const LONGEST_SAVING: Duration = Duration::from_secs(3);

/// What comes after a line.
pub(super) enum Next {
    /// The game goes on.
    Stay,
    /// The user leaves the program.
    Quit,
    /// The user leaves the game.
    Menu,
    /// A new game with this setup.
    Again(Box<MatchSetup>),
}

/// A question that the next line answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Resign(Side),
    Draw(Side),
    Claim(Side),
    /// Leave although something is not saved.
    Leave,
}

/// A hint that was asked for.
pub(super) struct Hint {
    /// The hash of the position.
    pub(super) of: u64,
    pub(super) _asked: Asked,
}

pub(super) struct Game {
    pub(super) seat: SeatHandle,
    reader: Subscription,
    pub(super) view: Arc<GameView>,
    /// The picks of a move that is made step by step.
    pub(super) picks: Option<Vec<Pick>>,
    pub(super) question: Option<Question>,
    pub(super) hint: Option<Hint>,
    low: Low,
    /// The seats whose reserve is dropped for the user.
    pub(super) arranged: Sides,
    /// The position for which the turn was last told: its number of acts and its hash.
    announced: Option<(usize, u64)>,
    /// Since when a move is being written to the disk.
    busy: Option<Instant>,
}

impl Game {
    /// The user sits down at a table.
    pub(super) fn at(table: &Arc<Table>, client: &Client, input: &LineInput) -> Game {
        let seat = table.handle(&client.identity);
        let tell = input.teller();
        // Announcements made before anybody was here are told too.
        let reader = seat.subscribe_from(0, Arc::new(move || tell(Notice::News)));
        let view = reader.newest();
        let low = Low::of(&view, Instant::now());
        Game {
            seat,
            reader,
            view,
            picks: None,
            question: None,
            hint: None,
            low,
            arranged: Sides::NONE,
            announced: None,
            busy: None,
        }
    }

    pub(super) fn position(&self) -> &dyn Position {
        self.view.position.as_ref()
    }

    pub(super) fn name(&self, side: Side) -> &'static str {
        self.position().spec().seat(side).name
    }

    pub(super) fn is_over(&self) -> bool {
        self.view.status.ending.is_some()
    }

    /// The seat that the user acts for: the one on turn if it is theirs, or else the first of theirs in the game.
    pub(super) fn own(&self) -> Option<Side> {
        let (own, turn) = (self.view.seats_of(self.seat.identity()), self.position().turn());
        let living = self.position().living();
        if own.has(turn) { Some(turn) } else { own.iter().find(|&side| living.has(side)) }
    }

    pub(super) fn is_own_turn(&self) -> bool {
        !self.is_over() && self.view.seats_of(self.seat.identity()).has(self.position().turn())
    }

    /// Must what is typed wait until the last move is on the disk?
    pub(super) fn is_busy(&self) -> bool {
        self.view.status.waiting && self.busy.is_some_and(|since| since.elapsed() < LONGEST_SAVING)
    }

    /// When something is due without any news.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        let saved = self.busy.map(|since| since + LONGEST_SAVING).filter(|due| *due > now);
        [Low::due(&self.view, now), saved].into_iter().flatten().min()
    }

    /// Warns of a clock that is low.
    pub(super) fn low(&mut self, now: Instant, out: &mut impl Say) {
        if let Some(words) = self.low.warn(&self.view, now) {
            out.say(&words);
        }
    }

    /// Who plays a seat.
    pub(super) fn who(&self, side: Side) -> String {
        match self.view.setup.seats.get(side.index()) {
            Some(SeatKind::Computer(level)) => format!("computer level {level}"),
            Some(SeatKind::Engine(name)) => format!("engine {name}"),
            Some(SeatKind::Human(name)) if !name.is_empty() => name.clone(),
            _ if self.view.seats_of(self.seat.identity()) == Sides::only(side) => "you".to_owned(),
            _ => "a person".to_owned(),
        }
    }

    pub(super) fn greet(&mut self, out: &mut impl Say) {
        let seats = self.position().spec().sides().map(|side| format!("{}: {}.", self.name(side), self.who(side)));
        let seats: Vec<String> = seats.collect();
        out.say(&format!("{}. {}", game_and_round(self.position()), seats.join(" ")));
        out.say("Type a move, or help for the commands.");
        if !self.view.lines.is_empty() {
            self.last().iter().for_each(|line| out.say(line));
        }
        match &self.view.status.ending {
            Some(ending) => out.say(&announce::ending(self.position(), ending)),
            None if !self.is_own_turn() => out.say(&self.turn()),
            None => {}
        }
    }

    /// Reads the news, and tells them.
    pub(super) fn news(&mut self, out: &mut impl Say) {
        let news = self.reader.read();
        self.view = news.view;
        for event in &news.events {
            if let Some(words) = announce::event(&self.view, &event.what, self.own()) {
                out.say(&words);
            }
        }
        let now = (self.position().acts().len(), self.position().hash());
        if self.announced != Some(now) {
            if self.announced.is_some() && self.picks.take().is_some_and(|picks| !picks.is_empty()) {
                out.say("The board has changed: start your move again.");
            }
            self.announced = Some(now);
            if self.is_own_turn() && !self.drop_arranged(out) {
                out.say(&self.turn());
            }
        }
        if !self.view.status.waiting {
            self.busy = None;
        } else if self.busy.is_none() {
            self.busy = Some(Instant::now());
        }
    }

    /// Whose turn it is, with checks.
    pub(super) fn turn(&self) -> String {
        let position = self.position();
        let turn = position.turn();
        if let Some(ending) = &self.view.status.ending {
            return announce::ending(position, ending);
        }
        let mut words = format!("{} to move", self.name(turn));
        if position.checked().has(turn) {
            words += ", in check";
            let (_, by) = position.checkers(turn);
            let named = |&square: &_| {
                let piece = super::board::piece(position, square).unwrap_or_default();
                format!("{piece} {}", position.geometry().label(square))
            };
            let by: Vec<String> = by.iter().map(named).collect();
            // A check that is no normal move has only a note.
            match position.seat_notes(turn).first() {
                _ if !by.is_empty() => words.extend([" by ", &list(&by)]),
                Some(Note::Check(by)) => words.extend([" by ", by]),
                _ => {}
            }
        }
        match &self.view.status.thinking {
            _ if self.view.status.paused => words += ", but the game is paused",
            Some(_) if self.view.status.queued => {
                let clock = if self.view.status.clocks.is_some() { ", and its clock stands" } else { "" };
                words.extend([": ", &self.who(turn), " waits until it can think", clock]);
            }
            Some(_) => words.extend([": ", &self.who(turn), " is thinking"]),
            None => {}
        }
        words + "."
    }

    /// The moves since the user's own last one.
    pub(super) fn last(&self) -> Vec<String> {
        let lines = &self.view.lines;
        let all = lines.len();
        let from = match self.own() {
            Some(own) => lines.iter().rposition(|line| line.is_move && line.side == own).map_or(0, |at| at + 1),
            None => all.saturating_sub(self.position().spec().seats.len()),
        };
        // Just after one's own move, that move is the last.
        let from = from.min(all.saturating_sub(1));
        lines[from..].iter().map(|line| announce::line(&self.view, line, self.own())).collect()
    }

    /// Sends a command to the table, and tells what came of it.
    pub(super) fn command(&mut self, what: SeatCommand, out: &mut impl Say) {
        let done: Result<(), Refusal> = self.seat.command(what);
        self.news(out);
        if let Err(refused) = done {
            out.say(&refused.to_string());
        }
    }

    /// Handles a line.
    pub(super) fn line(&mut self, line: &str, client: &Client, input: &LineInput, out: &mut impl Say) -> Next {
        if let Some(question) = self.question.take() {
            match line.to_lowercase().as_str() {
                "yes" | "y" => return self.confirmed(question, out),
                "no" | "n" => {
                    out.say("Not done.");
                    return Next::Stay;
                }
                _ => out.say("Nothing was done: the answer was not yes."),
            }
        }
        if line.is_empty() {
            let asked = match &self.picks {
                Some(picks) => pick::question(self.position(), picks),
                None => self.turn(),
            };
            out.say(&asked);
            return Next::Stay;
        }
        if let Some(picks) = &self.picks
            && let Some(picked) = pick::read(self.position(), picks, line)
        {
            self.pick(picked, out);
            return Next::Stay;
        }
        match command::read(line) {
            Some((Command::Pick, rest)) => self.begin_pick(rest, out),
            Some((command, rest)) => return self.act(command, rest, client, input, out),
            None => self.typed(line, out),
        }
        Next::Stay
    }

    /// Why no move can be made now.
    pub(super) fn not_now(&self) -> Option<String> {
        if self.is_own_turn() {
            return None;
        }
        Some(if self.is_over() { "The game is over.".to_owned() } else { self.turn() })
    }

    /// Plays a move that was typed.
    fn typed(&mut self, line: &str, out: &mut impl Say) {
        let position = self.position();
        let texts = Texts::of(position);
        let found = texts.hear(position, line);
        match (found, self.not_now()) {
            (_, Some(why)) => out.say(&why),
            (Ok(mv), None) => self.play(mv, out),
            (Err(error), None) => {
                let known = line.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
                let more = if known && !line.contains(|letter: char| letter.is_ascii_digit()) {
                    " It is not a command either: type help for all."
                } else {
                    ""
                };
                out.say(&format!("{error}{more}"));
            }
        }
    }

    pub(super) fn play(&mut self, mv: Move, out: &mut impl Say) {
        self.picks = None;
        let plies = self.position().acts().len();
        self.command(SeatCommand::Play(mv, plies), out);
    }

    fn begin_pick(&mut self, rest: &str, out: &mut impl Say) {
        if let Some(why) = self.not_now() {
            return out.say(&why);
        }
        self.picks = Some(Vec::new());
        match pick::read(self.position(), &[], rest) {
            Some(picked) => self.pick(picked, out),
            None if rest.is_empty() => out.say(&pick::question(self.position(), &[])),
            None => out.say(
                &super::board::square(self.position(), rest).err().map(|why| why.to_string()).unwrap_or_default(),
            ),
        }
    }

    fn pick(&mut self, picked: Pick, out: &mut impl Say) {
        let mut picks = self.picks.take().unwrap_or_default();
        match pick::choose(self.position(), &mut picks, picked) {
            Ok(Picked::Done(mv)) => return self.play(mv, out),
            Ok(_) => out.say(&pick::question(self.position(), &picks)),
            Err(why) => out.say(&why.to_string()),
        }
        self.picks = Some(picks);
    }

    /// A hint has come.
    pub(super) fn hinted(&mut self, found: Result<Move, PlayerError>, out: &mut impl Say) {
        let Some(hint) = self.hint.take() else { return };
        let position = self.position();
        match found {
            Ok(mv) if hint.of == position.hash() && position.legal().contains(&mv) => {
                out.say(&format!(
                    "Hint: {}: {}.",
                    position.display(mv),
                    words(position, mv, Some(position.turn()))
                ));
            }
            Ok(_) => {}
            Err(why) => out.say(&format!("No hint: {why}.")),
        }
    }

    /// The clocks, in words.
    pub(super) fn clocks(&self) -> String {
        clock::clocks(&self.view, Instant::now())
    }
}
