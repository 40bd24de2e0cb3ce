//! Measured beginners: players that count material over a few plies and sometimes move at random. The lowest levels are
//! measured against them.

use std::fmt;

use super::engine::{Engine, Report};
use super::limits::{Limits, Stop};
use super::setup;
use super::shallow::{Judgement, Shallow, Sight};
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::Skills;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::zobrist::mix;

/// A kind of beginner, 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beginner(u8);

impl Beginner {
    /// The number of kinds.
    pub(crate) const KINDS: u8 = 5;

    /// The beginner with this number.
    pub fn new(number: u8) -> Option<Beginner> {
        (1..=Beginner::KINDS).contains(&number).then_some(Beginner(number))
    }

    /// The number of plies, whether captures are searched after them, and one random move in how many (0: none).
    const fn habits(self) -> (u32, bool, u64) {
        match self.0 {
            1 => (1, false, 5),
            2 => (2, false, 5),
            3 => (2, true, 10),
            4 => (2, false, 0),
            _ => (3, true, 0),
        }
    }
}

impl fmt::Display for Beginner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "beginner:{}", self.0)
    }
}

#[derive(Debug)]
pub(crate) struct BeginnerEngine<R: Evaluate> {
    beginner: Beginner,
    rules: std::marker::PhantomData<fn() -> R>,
}

impl<R: Evaluate> BeginnerEngine<R> {
    /// A beginner of this kind.
    pub(crate) fn new(beginner: Beginner) -> BeginnerEngine<R> {
        BeginnerEngine { beginner, rules: std::marker::PhantomData }
    }
}

/// Keeps the choice of random moves apart from the choice between equal ones.
const RANDOM: u64 = 0x5eed_0f1d;

impl<R: Evaluate> Engine for BeginnerEngine<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        _: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let (board, past) = setup::root::<R>(position)?;
        let (plies, captures, random) = self.beginner.habits();
        let chance = mix(limits.seed ^ RANDOM);
        if random > 0 && chance.is_multiple_of(random) {
            let legal = limits.of_legal(board.legal());
            return legal.get((mix(chance) % legal.len().max(1) as u64) as usize).copied();
        }
        let sight = Sight { plies, captures, judgement: Judgement::Material };
        // Only the seed and the root moves of the request count: how far a beginner looks is what it is measured by.
        let limits = &Limits { seed: limits.seed, moves: limits.moves.clone(), ..Limits::default() };
        Shallow::new(board, &past, sight, limits).best(board, limits, report)
    }

    fn forget(&mut self) {}

    fn skills(&self) -> &'static Skills {
        R::SKILLS
    }
}
