//! A position on which a theme shows what it marks: the last move, a piece that is picked and where it goes, and a check.

use crate::board::cell::Sign;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};

/// A position with the signs on it.
pub(super) struct Example {
    pub(super) position: Box<dyn Position>,
    pub(super) signs: Vec<(Square, Sign)>,
}

/// From where to where a piece moves.
fn way(position: &dyn Position, mv: Move) -> Option<(Square, Square)> {
    position.effects(mv).moved.first().map(|&(from, to, _)| (from, to))
}

impl Example {
    /// The position after a move of the start position of a game.
    pub(super) fn of(game: &'static dyn Variant) -> Option<Example> {
        let mut position = game.begin(Opening::Start).ok()?;
        let legal = position.legal();
        let (mv, (from, to)) = legal.iter().rev().find_map(|&mv| Some((mv, way(position.as_ref(), mv)?)))?;
        let (king, _) = position.checkers(position.turn());
        position.play(mv).ok()?;
        let mut signs = vec![(from, Sign::LastFrom), (to, Sign::LastTo)];
        signs.extend(king.map(|king| (king, Sign::Check)));
        // The piece with the most squares to go to.
        let ways: Vec<_> = position.legal().iter().filter_map(|&mv| way(position.as_ref(), mv)).collect();
        let count = |from| ways.iter().filter(|way| way.0 == from).count();
        let picked = ways.iter().map(|way| way.0).max_by_key(|&from| count(from));
        signs.extend(picked.map(|picked| (picked, Sign::Picked)));
        let empty = ways.iter().filter(|way| Some(way.0) == picked && position.piece(way.1).is_none());
        signs.extend(empty.map(|way| (way.1, Sign::Target)));
        Some(Example { position, signs })
    }
}
