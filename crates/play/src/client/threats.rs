//! Threats: captures that other seats could make if it were their turn.

use crate::rules::geometry::Square;
use crate::rules::pick::Mark;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::telling::the;

/// A capture that another seat could make if it were its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The square of the attacked piece.
    pub on: Square,
    /// Who attacks.
    pub by: Side,
    /// Where the attacker stands.
    pub from: Square,
}

impl Threat {
    /// The attacker: `the Knight on c3`.
    pub fn attacker(&self, position: &dyn Position) -> String {
        let piece = position.piece(self.from).map(|piece| the(position, piece));
        format!("{} on {}", piece.unwrap_or_default(), position.geometry().label(self.from))
    }
}

/// Every piece of another living seat that could take one of this seat if it were its turn.
pub fn threats(position: &dyn Position, of: Side) -> Vec<Threat> {
    ways(position, of).into_iter().map(|(threat, _)| threat).collect()
}

/// The same, each with the legs of its first way.
pub fn ways(position: &dyn Position, of: Side) -> Vec<(Threat, Vec<(Square, Square)>)> {
    let mut ways: Vec<(Threat, Vec<(Square, Square)>)> = Vec::new();
    if position.outcome().is_some() || !position.living().has(of) {
        return ways;
    }
    for by in position.living().iter().filter(|&side| side != of) {
        let theirs = position.if_turn_of(by);
        for mv in theirs.legal() {
            let Some((on, _)) = theirs.captured(mv).filter(|(_, piece)| piece.side() == of) else { continue };
            // A piece may take another one in several ways.
            let threat = Threat { on, by, from: mv.from };
            if ways.iter().all(|(known, _)| *known != threat) {
                ways.push((threat, legs(&theirs.marks(mv))));
            }
        }
    }
    ways
}

/// The legs of a move: each from one square to another. A piece that comes out of a hole was not on the way to it.
pub fn legs(marks: &[(Square, Mark)]) -> Vec<(Square, Square)> {
    let goes = |pair: &&[(Square, Mark)]| pair[1].1 != Mark::Out && pair[0].0 != pair[1].0;
    marks.windows(2).filter(goes).map(|pair| (pair[0].0, pair[1].0)).collect()
}
