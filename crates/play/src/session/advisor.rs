//! Advice in a first game: one useful thing at a time, found with the rules of the game and what its pieces are worth. After
//! ten moves it falls silent.

mod advice;
mod exchange;

pub use advice::Advice;

use crate::rules::mv::Move;
use crate::rules::note::Note;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::rules::side::Side;
use exchange::Values;

/// So many own moves are advised.
const MOVES: u32 = 10;

/// Somebody who looks at the game of a beginner.
#[derive(Clone, Debug)]
pub struct Advisor {
    side: Side,
    /// The own moves that were advised.
    turns: u32,
    /// What is told once only.
    told_drops: bool,
    /// How near the goal was, when it was told last.
    told_near: Option<String>,
}

impl Advisor {
    /// An advisor of this side.
    pub const fn new(side: Side) -> Advisor {
        Advisor { side, turns: 0, told_drops: false, told_near: None }
    }

    /// The advice for a turn of the side: the most important thing. It is asked once per turn. `None` if it is not their turn,
    /// if there is nothing to say, or if enough was said.
    pub fn advise(&mut self, position: &dyn Position) -> Option<Advice> {
        if position.turn() != self.side || position.outcome().is_some() || self.turns >= MOVES {
            return None;
        }
        self.turns += 1;
        let legal = position.legal();
        if self.turns == 1 {
            // Only what changes later is told.
            self.near(position);
            return Some(Advice::Goal(position.goal().0.to_owned()));
        }
        let only_drops = legal.iter().all(|&mv| is_drop(position, mv));
        if only_drops {
            return Some(self.drop(position)).filter(|_| !std::mem::replace(&mut self.told_drops, true));
        }
        let values = Values::of(position.spec());
        let win = legal.iter().copied().find(|&mv| wins(position, mv, self.side));
        if let Some(mv) = win {
            return Some(Advice::Win(position.display(mv)));
        }
        let (_, checkers) = position.checkers(self.side);
        if position.checked().has(self.side) {
            let by = checkers.first().map(|&square| named(position, square));
            return Some(Advice::Check(by));
        }
        let threat = values.worst_threat(position, self.side);
        let offer = values.best_offer(position, &legal);
        // What can be taken now is worth as much as what would be lost.
        match (threat, offer) {
            (Some((loss, _)), Some((gain, mv))) if gain >= loss => return Some(take(position, mv)),
            (Some((_, (square, by))), _) => return Some(Advice::Threat { piece: named(position, square), by }),
            (None, Some((_, mv))) => return Some(take(position, mv)),
            (None, None) => {}
        }
        let drops = legal.iter().any(|&mv| is_drop(position, mv));
        if drops && !std::mem::replace(&mut self.told_drops, true) {
            return Some(self.drop(position));
        }
        self.near(position)
    }

    /// How near the goal is, if that has changed.
    fn near(&mut self, position: &dyn Position) -> Option<Advice> {
        let note = position.seat_notes(self.side).into_iter().find_map(|note| match note {
            Note::Game(text) => Some(text),
            _ => None,
        })?;
        if self.told_near.as_ref() == Some(&note) {
            return None;
        }
        self.told_near = Some(note.clone());
        Some(Advice::Near(note))
    }

    fn drop(&self, position: &dyn Position) -> Advice {
        let kinds = position.reserve(self.side).len();
        let all = position.legal().iter().all(|&mv| is_drop(position, mv));
        Advice::Drop { only: all, several: kinds > 1 }
    }
}

/// Does the move begin with a piece in reserve?
fn is_drop(position: &dyn Position, mv: Move) -> bool {
    matches!(position.picks(mv).as_slice().first(), Some(Pick::Reserve(_)))
}

/// Does the move win the game at once?
fn wins(position: &dyn Position, mv: Move, side: Side) -> bool {
    let mut after = position.fork();
    let shares = after.play(mv).ok().and_then(|()| after.outcome()).map(|outcome| outcome.shares);
    shares.is_some_and(|shares| shares[side].value() > 0.99)
}

/// A piece with its square: `Rook on d5`.
fn named(position: &dyn Position, square: crate::rules::geometry::Square) -> String {
    let kind = position.piece(square).map(|piece| position.spec().of(piece.kind()).name).unwrap_or_default();
    format!("{kind} on {}", position.geometry().label(square))
}

fn take(position: &dyn Position, mv: Move) -> Advice {
    let taken = position.captured(mv).map(|(square, _)| named(position, square)).unwrap_or_default();
    Advice::Take { shown: position.display(mv), taken }
}
