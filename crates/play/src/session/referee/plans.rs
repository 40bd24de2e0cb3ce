//! Moves that a person has chosen before their turn: conditional moves of slow games, and the one premove of live games.
//! They are in the journal, and nobody else sees them.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::JournalEvent;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, SEATS, Side};

/// The most lines of conditional moves of one seat.
pub(crate) const MOST_LINES: usize = 32;

/// The most moves in such a line.
pub const MOST_MOVES: usize = 64;

/// What a seat plays if it happens.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Plans {
    /// Conditional moves: lines from the current position in machine notation, which contain the moves of all seats.
    pub lines: Vec<Vec<String>>,
    /// A move that is played at the next turn if it is legal, and dropped if it is not.
    pub premove: Option<String>,
    /// The conditional moves that were played since the last move that the person played, as they are shown.
    pub played: Vec<String>,
}

/// The move with this machine notation, if it is legal.
fn legal(position: &dyn Position, text: &str) -> Option<Move> {
    position.read(text).ok().filter(|mv| position.legal().contains(mv))
}

/// Is a line of conditional moves possible from this position, and is there a move of this seat in it?
pub fn is_line(position: &dyn Position, side: Side, line: &[String]) -> bool {
    let (mut position, mut own) = (position.fork(), false);
    for text in line {
        own |= position.turn() == side;
        let Some(mv) = legal(position.as_ref(), text) else { return false };
        if position.play(mv).is_err() {
            return false;
        }
    }
    own && line.len() <= MOST_MOVES
}

/// The lines of a seat with one more, from this position. Lines of which it is the continuation go, and so do lines that
/// have another answer to the same moves of the others.
pub fn with_line(position: &dyn Position, side: Side, lines: &[Vec<String>], line: &[String]) -> Vec<Vec<String>> {
    let mut at = position.fork();
    let mut turns = Vec::new();
    for text in line {
        turns.push(at.turn());
        if at.act(text).is_err() {
            return lines.to_vec();
        }
    }
    let common = |old: &[String]| old.iter().zip(line).take_while(|(old, new)| old == new).count();
    if lines.iter().any(|old| common(old) == line.len()) {
        return lines.to_vec();
    }
    let stays = |old: &&Vec<String>| {
        let same = common(old);
        same < old.len() && turns.get(same) != Some(&side)
    };
    lines.iter().filter(stays).cloned().chain([line.to_vec()]).collect()
}

/// What all seats have planned.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct AllPlans(BySide<Plans>);

impl AllPlans {
    /// After an act of a seat: lines that expected it go on, all others are dropped.
    pub(super) fn note_played(&mut self, by: Side, text: &str, shown: &str) {
        let own = &mut self.0[by];
        own.premove = None;
        // A line that begins with a move of its own seat is played at once, so this one was.
        if own.lines.iter().any(|line| line.first().is_some_and(|first| first == text)) {
            own.played.push(shown.to_owned());
        } else {
            own.played.clear();
        }
        for side in Side::all(SEATS) {
            let lines = &mut self.0[side].lines;
            lines.retain(|line| line.len() > 1 && line[0] == text);
            for line in lines {
                line.remove(0);
            }
        }
    }

    pub(super) fn set_lines(&mut self, side: Side, lines: &[Vec<String>]) {
        self.0[side].lines = lines.to_vec();
    }

    pub(super) fn set_premove(&mut self, side: Side, text: Option<&str>) {
        self.0[side].premove = text.map(str::to_owned);
    }

    /// The player of a seat is another one from now on.
    pub(super) fn clear_seat(&mut self, side: Side) {
        self.0[side] = Plans::default();
    }

    /// Moves were taken back, so nothing that was planned fits.
    pub(super) fn clear(&mut self) {
        *self = AllPlans::default();
    }
}

impl Referee {
    /// What a seat has planned.
    pub(crate) fn plans(&self, side: Side) -> &Plans {
        &self.plans.0[side]
    }

    /// A person replaces their conditional moves.
    pub(super) fn plan(&mut self, side: Side, lines: Vec<Vec<String>>, effects: &mut Vec<Effect>) {
        if self.ending.is_none() && self.setup.is_person(side) && self.plans(side).lines != lines {
            self.plans.set_lines(side, &lines);
            self.write(JournalEvent::Plan { seat: side.index(), lines }, effects);
        }
    }

    /// A person chooses a premove, or takes it back.
    pub(super) fn premove(&mut self, side: Side, text: Option<String>, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.setup.is_person(side) || self.plans(side).premove == text {
            return;
        }
        self.plans.set_premove(side, text.as_deref());
        self.write(JournalEvent::Premove { seat: side.index(), text }, effects);
        self.play_planned(now, effects);
    }

    /// The seat on turn, if what it has chosen before counts now: a person in a game that goes on.
    fn chooser(&self) -> Option<Side> {
        let turn = self.position.turn();
        (self.ending.is_none() && !self.pause.is_agreed() && self.setup.is_person(turn)).then_some(turn)
    }

    /// Takes the premove of the person on turn. It is played now or never, so the journal does not say what became of it:
    /// [`Referee::replay`] takes it at the same moment.
    pub(super) fn take_premove(&mut self) -> Option<(Side, String)> {
        let turn = self.chooser()?;
        self.plans.0[turn].premove.take().map(|text| (turn, text))
    }

    /// The move that the person on turn has chosen before.
    pub(super) fn planned_move(&mut self) -> Option<Move> {
        let turn = self.chooser()?;
        let premove = self.take_premove().map(|(_, text)| text);
        let planned = self.plans(turn).lines.iter().filter_map(|line| line.first()).chain(premove.as_ref());
        { planned }.find_map(|text| legal(self.position.as_ref(), text))
    }

    /// Plays the move that was chosen before, if there is one.
    pub(super) fn play_planned(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if let Some(mv) = self.planned_move() {
            self.play(mv, now, effects);
        }
    }
}
