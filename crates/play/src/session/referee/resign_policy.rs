//! Decides whether a computer player resigns, offers a draw or accepts one, and agrees to a claim of the game. It does
//! so only where a human player would.

use super::Effect;
use super::Referee;
use crate::engine::giving_up::GivingUp;
use crate::engine::levels::HIGHEST;
use crate::engine::score::plies_to_end;
use crate::players::{Expected, Thought};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::session::setup::SeatKind;
use std::time::Duration;

/// Below this level a computer plays to the end, as beginners do.
const KNOWS: u8 = 5;
/// A score this low, in hundredths of a Pawn, for this many moves, makes the computer resign.
const HOPELESS_CENTIPAWNS: i32 = -1000;
const HOPELESS_MOVES: u32 = 5;
/// A loss within this many plies counts as hopeless too.
const NEAR_PLIES: i32 = 12;
/// A score this close to zero, for this many moves and with this many quiet plies, counts as a draw.
const LEVEL_CENTIPAWNS: i32 = 12;
const LEVEL_MOVES: u32 = 8;
const QUIET_PLIES: u32 = 30;
/// No draw is offered again before this many moves.
const OFFER_AGAIN: u32 = 20;
/// No draw is accepted in a level game before this many acts.
const EARLY: usize = 40;
/// With a score this low or lower, a draw is accepted at once.
const GLAD: i32 = -100;

/// What one seat remembers of the game.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ResignPolicy {
    /// The score of its last move.
    last: Option<i32>,
    /// Was that score hopeless?
    sure: bool,
    /// For how many moves the score has been hopeless, and level.
    hopeless: u32,
    /// With more than two seats: for how long the seat has been far behind all others with next to nothing.
    giving_up: GivingUp,
    level: u32,
    /// How many moves ago it offered a draw.
    offered: Option<u32>,
}

impl ResignPolicy {
    fn see(&mut self, thought: &Thought) {
        let Some(line) = thought.lines.first() else { return };
        let lost = plies_to_end(line.score).is_some_and(|plies| plies < 0 && plies > -NEAR_PLIES);
        let hopeless = lost || line.score <= HOPELESS_CENTIPAWNS && plies_to_end(line.score).is_none();
        self.last = Some(line.score);
        self.sure = hopeless;
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.level = if line.score.abs() <= LEVEL_CENTIPAWNS { self.level + 1 } else { 0 };
        self.offered = self.offered.map(|moves| moves + 1);
    }

    /// With more than two seats: takes the best line of the seat to move. A seat that must pass may have none, and is
    /// as far behind as before. True if it gives up now.
    pub(super) fn is_lost_among_many(
        &mut self,
        position: &dyn Position,
        line: Option<&Expected>,
        level: u8,
    ) -> bool {
        let seats = line.and_then(|line| line.seats);
        let gives_up = self.giving_up.sees(position, seats, level);
        if seats.is_some() {
            self.sure = self.giving_up.is_sure();
        }
        gives_up
    }
}

/// What all seats remember of the game.
#[derive(Default)]
pub(super) struct ResignPolicies(BySide<ResignPolicy>);

impl ResignPolicies {
    /// After an undo the remembered scores no longer apply.
    pub(super) fn clear(&mut self) {
        *self = ResignPolicies::default();
    }
}

impl Referee {
    /// The computer player makes its move or resigns; after the move it may offer a draw.
    pub(super) fn computer_plays(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) {
        let side = self.position.turn();
        let level = match self.setup.seats.get(side.index()) {
            Some(SeatKind::Computer(level)) => Some(*level),
            _ => None,
        };
        let knows = level.is_some_and(|level| level >= KNOWS);
        if let Some(thought) = self.asking.thought() {
            self.policies.0[side].see(thought);
        }
        let two = self.position.spec().seats.len() == 2;
        let with_people = !self.is_unattended();
        let best = self.asking.thought().and_then(|thought| thought.lines.first());
        let policy = &mut self.policies.0[side];
        if !two && policy.is_lost_among_many(self.position.as_ref(), best, level.unwrap_or(HIGHEST)) {
            return self.resign(side, Leaving::Resigns, now, effects);
        }
        if knows && two && with_people && self.policies.0[side].hopeless >= HOPELESS_MOVES {
            return self.resign(side, Leaving::Resigns, now, effects);
        }
        self.play(mv, now, effects);
        let policy = &mut self.policies.0[side];
        let level = policy.level >= LEVEL_MOVES && policy.offered.is_none_or(|moves| moves >= OFFER_AGAIN);
        let quiet = self.position.plies() >= QUIET_PLIES;
        if knows && two && with_people && level && quiet && self.ending.is_none() && !self.offers.has(side) {
            policy.offered = Some(0);
            self.add_offer(side);
            self.write(JournalEvent::Offer { seat: side.index() }, effects);
        }
    }

    /// Would the computer player of this seat accept a draw now?
    pub(super) fn takes_a_draw(&self, side: Side) -> bool {
        let Some(last) = self.policies.0[side].last else { return false };
        last <= GLAD || last <= LEVEL_CENTIPAWNS && self.score.len() >= EARLY
    }

    /// Would the computer player of this seat agree that another seat has won?
    pub(super) fn grants_a_claim(&self, side: Side) -> bool {
        self.policies.0[side].sure
    }
}
