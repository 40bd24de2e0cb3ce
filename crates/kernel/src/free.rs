//! A free position: a board to try things on. Nobody wins or loses on it and no rule ends it, so that a King, an army
//! or all other pieces may be missing. Diagrams and the explorer show moves on it.

use super::board::{Board, Edit, Reserve};
use super::fen::{self, FenError};
use super::game::Rules;
use super::geometry::Square;
use super::piece::{Kind, Piece};
use super::side::Side;
use super::timeline::Timeline;

impl<R: Rules> Timeline<R> {
    /// The same position without history and without reserves, with this piece on a square, or nothing there. An error
    /// says why the piece cannot stand there.
    pub(super) fn placed(&self, square: Square, piece: Option<Piece>) -> Result<Timeline<R>, FenError> {
        let mut board: Board<R> = *self.board();
        let mut edit = Edit::new(&mut board);
        // Pieces on the board are to move, although there may be something to drop.
        for side in R::SPEC.sides() {
            edit.set_reserve(side, Reserve::default());
        }
        edit.take(square);
        if let Some(piece) = piece {
            edit.put(square, piece);
            // A second King would hide the first one.
            let kings = self.board().pieces(piece.side(), piece.kind());
            for other in super::bits::SquareSet::iter(kings) {
                if Some(piece.kind()) == R::SPEC.royal && other != square {
                    edit.take(other);
                }
            }
        }
        edit.keep_usable_rights();
        fen::pieces_allowed(&board)?;
        Ok(Timeline::free(board))
    }

    /// The same position without history, with this seat to move. One piece of this kind is in its reserve, so that its
    /// drops can be seen, or nothing is in reserve.
    pub(super) fn holding(&self, side: Side, kind: Option<Kind>) -> Timeline<R> {
        let mut board: Board<R> = *self.board();
        let mut edit = Edit::new(&mut board);
        for other in R::SPEC.sides() {
            edit.set_reserve(other, Reserve::default());
        }
        edit.set_turn(side);
        // A kind without a limit is never counted.
        if let Some(kind) = kind.filter(|&kind| R::SPEC.of(kind).reserve > 0) {
            edit.set_reserve(side, Reserve::default().plus(kind));
        }
        Timeline::free(board)
    }

    /// A free position without history.
    pub(super) fn free(mut board: Board<R>) -> Timeline<R> {
        Edit::new(&mut board).set_state(R::State::default());
        let mut free = Timeline::new(board);
        free.is_free = true;
        free
    }
}
