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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Registry};
    use crate::interface::greedy;
    use crate::rules::variant::Opening;

    #[test]
    fn it_takes_the_most_valuable_piece_and_else_varies() {
        let game = GAMES.iter().find(|game| game.begin(Opening::Fen(TWO_TO_TAKE)).is_ok()).expect("a game of 8x8");
        let mut one = greedy(&Registry::default(), game.spec().id).expect("it plays");
        let limits = |seed| Limits { seed, ..Limits::default() };
        let think = |one: &mut dyn Engine, position: &dyn Position, seed| {
            let mv = one.think(position, &limits(seed), &Stop::default(), &mut |_| ());
            position.machine(mv.expect("a move"))
        };
        let position = game.begin(Opening::Fen(TWO_TO_TAKE)).expect("a position");
        assert!((0..20).all(|seed| think(one.as_mut(), position.as_ref(), seed) == "d4d7"));
        let start = game.begin(Opening::Start).expect("a start");
        let first = think(one.as_mut(), start.as_ref(), 0);
        assert!((1..20).any(|seed| think(one.as_mut(), start.as_ref(), seed) != first));
    }

    const TWO_TO_TAKE: &str = "6n1/3r4/8/8/p2R4/8/8/N7 w - - 0 1";
}
