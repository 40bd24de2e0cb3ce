//! The effects of a move: pieces that are removed, put on the board, moved or changed, seats in check and seats
//! that fall. For code that shows moves without knowing the rules.

use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::mv::Move;
use super::piece::{Kind, Piece};
use super::side::Sides;
use super::timeline::{Act, Fall, falls};

/// The effects of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// The pieces removed from the board and their squares, the captured piece first.
    pub removed: Vec<(Square, Piece)>,
    /// The new pieces on the board and their squares.
    pub put: Vec<(Square, Piece)>,
    /// The pieces that move, with start and end square; first the piece that the move is named after. A piece
    /// can end where it started.
    pub moved: Vec<(Square, Square, Piece)>,
    /// The pieces that change their kind: the square where each ends, the old piece and the new one.
    pub changed: Vec<(Square, Piece, Piece)>,
    /// The kind taken from the mover's reserve.
    pub from_reserve: Option<Kind>,
    /// The seats whose King the mover attacks, before the next turn begins.
    pub checks: Sides,
    /// The seats that fall when the next turn begins. Their pieces leave the board but are not listed in
    /// `removed`.
    pub falls: Vec<Fall>,
    /// The theme of puzzles whose solution has this move, if the game names one.
    pub motif: Option<&'static str>,
}

impl Effects {
    /// The effects of a legal move.
    pub(super) fn of<R: Rules>(before: &Board<R>, mv: Move) -> Effects {
        let (mover, after) = (before.turn(), before.after(mv));
        let mut effects = Effects::default();
        let differs = |square: &Square| before.piece(*square) != after.piece(*square);
        let squares = || (before.occupied() | after.occupied()).iter().filter(differs);
        // All pieces of a fallen army leave the board; this is reported as a fall, not piece by piece.
        let lives = |(_, piece): &(Square, Piece)| after.living().has(piece.side());
        let gone = squares().filter_map(|at| Some((at, before.piece(at)?)));
        let mut gone: Vec<(Square, Piece)> = gone.filter(lives).collect();
        let mut come: Vec<(Square, Piece)> = squares().filter_map(|at| Some((at, after.piece(at)?))).collect();
        // If a piece captures an equal piece, the contents of the square do not change.
        if let Some(on) = before.captures_on(mv) {
            effects.removed.extend(before.piece(on).map(|piece| (on, piece)));
            gone.retain(|&(at, _)| at != on);
        }
        let named = before.piece(mv.from).filter(|_| !mv.is_drop() && !mv.is_pass());
        let same = |was: Piece, is: Piece| {
            was.side() == is.side() && (was.kind() == is.kind() || mv.promotion() == Some(is.kind()))
        };
        if let (Some(was), Some(is)) = (named, after.piece(mv.to))
            && same(was, is)
        {
            gone.retain(|&(at, _)| at != mv.from);
            come.retain(|&(at, _)| at != mv.to);
            effects.moved.push((mv.from, mv.to, was));
            if was != is {
                effects.changed.push((mv.to, was, is));
            }
        }
        for (to, piece) in come {
            match gone.iter().position(|&(_, other)| other == piece) {
                Some(same) => effects.moved.push((gone.remove(same).0, to, piece)),
                None => effects.put.push((to, piece)),
            }
        }
        effects.removed.extend(gone);
        if before.reserve(mover) != after.reserve(mover) {
            effects.from_reserve = before
                .spec()
                .all_kinds()
                .find(|&kind| before.reserve(mover).count(kind) > after.reserve(mover).count(kind));
        }
        // In games with more than two seats, an attacked King may fall as soon as the next turn begins.
        let moved = if before.spec().seats.len() > 2 { before.just_after(mv) } else { after };
        let others = before.living().without(mover);
        effects.checks = others.iter().filter(|&side| moved.attacks_king(mover, side)).collect();
        if after.living() != before.living() {
            effects.falls = falls(before, Act::Move(mv), &after);
        }
        effects.motif = R::motif(before, mv);
        effects
    }
}
