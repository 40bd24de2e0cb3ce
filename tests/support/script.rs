//! Games of people that are played from a script, and what a screen shows of them.

use std::path::Path;

use heterodox::games::built_in;
use heterodox::record::journal::{Found, JournalEvent};
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;
use heterodox::rules::zobrist::mix;
use heterodox::session::setup::{MatchSetup, SeatKind};
use pty_process::blocking::Command;

use super::{Session, program};

/// Numbers that look like chance and are the same each time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = mix(self.0);
        (self.0 >> 11) as usize % count
    }
}

/// Moves of a game that is not over after them.
pub struct Script {
    pub game: &'static str,
    /// Who sits in the first seat, as it is shown.
    pub name: String,
    /// In the machine form.
    pub moves: Vec<String>,
    /// Whose turn it is before each of them and after the last, and the number of the move.
    turns: Vec<(&'static str, String)>,
}

impl Script {
    /// A game that a number chooses.
    pub fn random(game: &'static str, seed: u64, plies: usize) -> Script {
        let mut position = begin(game);
        let (mut moves, mut dice) = (Vec::new(), Dice(mix(seed)));
        let mut turns = vec![turn(position.as_ref())];
        while moves.len() < plies {
            let legal = position.legal();
            let first = dice.below(legal.len());
            // A move that ends the game is passed over for the next one.
            let goes_on = (0..legal.len()).map(|at| legal[(first + at) % legal.len()]).find(|&mv| {
                position.play(mv).expect("it is legal");
                let over = position.outcome().is_some();
                position.undo();
                !over
            });
            let Some(mv) = goes_on else { break };
            moves.push(position.machine(mv));
            position.play(mv).expect("it is legal");
            turns.push(turn(position.as_ref()));
        }
        for (at, turn) in turns.iter().enumerate() {
            assert!(!turns[..at].contains(turn), "each title tells how many moves were made: {turn:?}");
        }
        Script { game, name: format!("Seed {seed}"), moves, turns }
    }

    /// What it begins with.
    pub fn setup(&self) -> MatchSetup {
        let mut setup = MatchSetup::against_computer(built_in(self.game).expect("a game"), 1);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        setup.seats[0] = SeatKind::Human(self.name.clone());
        setup
    }

    /// The program that plays it.
    pub fn command(&self, home: &Path) -> Command {
        let mut command = program(home).args(["play", self.game]);
        for (seat, who) in built_in(self.game).expect("a game").spec().seats.iter().zip(self.setup().seats) {
            command = command.args(["--seat".to_owned(), format!("{}={who}", seat.name)]);
        }
        command
    }

    /// The position after so many moves.
    pub fn at(&self, plies: usize) -> Box<dyn Position> {
        let mut position = begin(self.game);
        self.moves[..plies].iter().for_each(|text| position.act(text).map(drop).expect("it is legal"));
        position
    }

    /// Types move after move from one on, each when the one before it is shown, until all are shown or
    /// `enough` says so of how many are. Gives back how many were typed.
    pub fn play(&self, session: &Session, from: usize, mut enough: impl FnMut(usize) -> bool) -> usize {
        let mut typed = from;
        session.watch(|| {
            let shown = self.shown(&session.title());
            let enough = shown == Some(self.moves.len()) || enough(shown.unwrap_or(0));
            if shown == Some(typed) && !enough {
                session.send(format!("m{}\r", self.moves[typed]));
                typed += 1;
            }
            enough
        });
        typed
    }

    /// How many of its moves a journal has. It has these only, and in order, before anything else.
    pub fn moves_in(&self, found: &Found) -> usize {
        let acts = found.records[1..].iter().map_while(|record| match record {
            JournalEvent::Act { text, why: None, .. } => Some(text.as_str()),
            _ => None,
        });
        let acts: Vec<&str> = acts.collect();
        assert_eq!(acts, self.moves[..acts.len()]);
        acts.len()
    }

    /// How many moves were made on the board that a title belongs to; nothing where it is another's.
    pub fn shown(&self, title: &str) -> Option<usize> {
        let (before, after) = title.split_once(" to move · ").or_else(|| title.split_once(" to drop · "))?;
        let name = before.rsplit(' ').next()?;
        let round = after.split(" · ").next()?.trim_end();
        self.turns.iter().position(|(turn, number)| (*turn, number.as_str()) == (name, round))
    }
}

fn begin(game: &str) -> Box<dyn Position> {
    built_in(game).expect("a game").begin(Opening::Start).expect("it begins")
}

fn turn(position: &dyn Position) -> (&'static str, String) {
    let spec = position.spec();
    let word = if spec.seats.len() > 2 { "round" } else { "move" };
    (spec.seat(position.turn()).name, format!("{word} {}", position.round()))
}
