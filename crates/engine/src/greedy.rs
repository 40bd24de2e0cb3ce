//! A player with a search depth of one ply: it captures the most valuable piece it can and moves at random if it
//! can capture nothing. Low levels are measured against it.

use super::engine::{Engine, Report};
use super::limits::{Limits, Stop};
use super::see::worth;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::Skills;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Timeline;
use crate::rules::zobrist::mix;

/// The greedy player.
#[derive(Debug)]
pub(crate) struct GreedyEngine<R: Evaluate>(std::marker::PhantomData<fn() -> R>);

impl<R: Evaluate> Default for GreedyEngine<R> {
    fn default() -> GreedyEngine<R> {
        GreedyEngine(std::marker::PhantomData)
    }
}

impl<R: Evaluate> Engine for GreedyEngine<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let board = position.as_any().downcast_ref::<Timeline<R>>()?.board();
        let taken = |mv: Move| board.captured(mv).map_or(0, |kind| worth(board, kind));
        // The seed decides between equal moves.
        let chance = |number: usize| mix(limits.seed ^ mix(number as u64));
        let best = position.legal().into_iter().enumerate().max_by_key(|&(number, mv)| (taken(mv), chance(number)));
        best.map(|(_, mv)| mv)
    }

    fn forget(&mut self) {}

    fn skills(&self) -> &'static Skills {
        R::SKILLS
    }
}
