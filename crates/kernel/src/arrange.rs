//! Drops for a seat that leaves the setting up of its pieces to the program.

use super::mv::Move;
use super::position::{Position, Stock};
use super::variant::Opening;

/// The next drop of the seat to move, while it can do nothing but drop the pieces of a limited reserve: towards the first
/// opening of the game in which all of them stand on the board. `None` at other times.
pub fn arranged(position: &dyn Position) -> Option<Move> {
    let (legal, side) = (position.legal(), position.turn());
    if !legal.iter().all(|mv| mv.is_drop()) {
        return None;
    }
    let openings = position.spec().setups.iter();
    let mut arrays = openings.filter_map(|setup| position.variant().begin(Opening::Named(setup.name)).ok());
    let array = arrays.find(|array| {
        let reserve = array.reserve(side);
        !reserve.is_empty() && reserve.iter().all(|&(_, stock)| stock == Stock::Count(0))
    })?;
    let wanted = |mv: &&Move| {
        let piece = array.piece(mv.to);
        piece.is_some_and(|piece| piece.side() == side && piece.kind() == mv.kind)
    };
    // Where the player has put something else, a piece takes a square that is left in the end.
    legal.iter().find(wanted).or(legal.first()).copied()
}
