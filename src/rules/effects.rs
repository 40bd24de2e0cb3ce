//! What a move does, told apart: what goes, comes, moves and changes on the board, and who is in
//! check or falls. For whoever shows moves and knows no rules.

use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::mv::Move;
use super::piece::{Kind, Piece};
use super::side::Sides;
use super::timeline::{Act, Fall, falls};

/// What a move does.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// What goes from the board by it, what it captures first, and where that stood.
    pub removed: Vec<(Square, Piece)>,
    /// What comes onto the board that was not on it, and where.
    pub put: Vec<(Square, Piece)>,
    /// What goes from where to where, the piece that the move is named after first. A piece may end where
    /// it began.
    pub moved: Vec<(Square, Square, Piece)>,
    /// What becomes something else: where it ends, what it was and what it is then.
    pub changed: Vec<(Square, Piece, Piece)>,
    /// What is taken from the mover's reserve.
    pub from_reserve: Option<Kind>,
    /// The seats whose King the mover checks, before the next turn begins.
    pub checks: Sides,
    /// Who falls as the next turn begins. Their pieces go too; they are not among those removed.
    pub falls: Vec<Fall>,
}

impl Effects {
    /// What a legal move of a position does.
    pub(super) fn of<R: Rules>(before: &Board<R>, mv: Move) -> Effects {
        let (mover, after) = (before.turn(), before.after(mv));
        let mut effects = Effects::default();
        let differs = |square: &Square| before.piece(*square) != after.piece(*square);
        let squares = || (before.occupied() | after.occupied()).iter().filter(differs);
        // An army that falls goes with all its pieces; that is told as a fall.
        let lives = |(_, piece): &(Square, Piece)| after.living().has(piece.side());
        let gone = squares().filter_map(|at| Some((at, before.piece(at)?)));
        let mut gone: Vec<(Square, Piece)> = gone.filter(lives).collect();
        let mut come: Vec<(Square, Piece)> = squares().filter_map(|at| Some((at, after.piece(at)?))).collect();
        // What takes its own likeness leaves the square as it was.
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
            effects.from_reserve = R::SPEC
                .all_kinds()
                .find(|&kind| before.reserve(mover).count(kind) > after.reserve(mover).count(kind));
        }
        // With more than two seats a King that is attacked may fall as the next turn begins.
        let moved = if R::SPEC.seats.len() > 2 { before.just_after(mv) } else { after };
        let others = before.living().without(mover);
        effects.checks = others.iter().filter(|&side| moved.attacks_king(mover, side)).collect();
        if after.living() != before.living() {
            effects.falls = falls(before, Act::Move(mv), &after);
        }
        effects
    }
}
