//! What a capture wins or loses, with the first piece that takes back.

use crate::games::worths;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// What a piece of a game without values counts.
const SAME: i32 = 100;

/// A capture is told if it wins or loses more than this.
const LITTLE: i32 = 60;

/// What the kinds of a game are worth.
pub(super) struct Values {
    worths: Option<&'static [i32]>,
    royal: Option<Kind>,
}

impl Values {
    pub(super) fn of(spec: &Spec) -> Values {
        Values { worths: worths(spec.id), royal: spec.royal }
    }

    fn worth(&self, kind: Kind) -> i32 {
        // A King is never given for anything.
        if self.royal == Some(kind) {
            return 10_000;
        }
        self.worths.and_then(|worths| worths.get(kind.index())).copied().unwrap_or(SAME)
    }

    /// What a capture brings to the side that makes it, if the piece is taken back where it can be.
    fn gain(&self, position: &dyn Position, mv: Move) -> Option<(i32, Square)> {
        let (square, piece) = position.captured(mv)?;
        if piece.side() == position.turn() {
            return None;
        }
        let mover = position.turn();
        let mut after = position.fork();
        after.play(mv).ok()?;
        let back = after.living().iter().filter(|&side| side != mover).any(|by| {
            let theirs = after.if_turn_of(by);
            theirs.legal().into_iter().any(|reply| theirs.captured(reply).is_some_and(|(at, _)| at == mv.to))
        });
        let lost = if back { self.worth(mv.promotion().unwrap_or(mv.kind)) } else { 0 };
        Some((self.worth(piece.kind()) - lost, square))
    }

    /// The capture that wins most.
    pub(super) fn best_offer(&self, position: &dyn Position, legal: &[Move]) -> Option<(i32, Move)> {
        let gains = legal.iter().filter_map(|&mv| Some((self.gain(position, mv)?.0, mv)));
        gains.filter(|&(gain, _)| gain > LITTLE).max_by_key(|&(gain, _)| gain)
    }

    /// The capture of another side that costs this one most: the square of the piece, and the move.
    pub(super) fn worst_threat(&self, position: &dyn Position, side: Side) -> Option<(i32, (Square, String))> {
        let mut worst: Option<(i32, (Square, String))> = None;
        for by in position.living().iter().filter(|&other| other != side) {
            let theirs = position.if_turn_of(by);
            for mv in theirs.legal() {
                let own = theirs.captured(mv).is_some_and(|(_, piece)| piece.side() == side);
                let Some((loss, square)) = self.gain(theirs.as_ref(), mv).filter(|_| own) else { continue };
                if loss > LITTLE && worst.as_ref().is_none_or(|&(known, _)| loss > known) {
                    worst = Some((loss, (square, theirs.display(mv))));
                }
            }
        }
        worst
    }
}
