//! Exhaustive proofs: which first moves reach a goal within so many moves, whatever is replied. Every legal move of every
//! side is tried, and nothing is estimated, so an answer is certain. Puzzles are checked with it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::game::Rules;
use super::mv::Move;
use super::side::Side;
use super::timeline::Timeline;

/// What the seat to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Win within this many own moves. For two seats.
    Win(u32),
    /// Avoid every forced win of the opponent within this many of its moves, where each other move allows one. With more
    /// seats: avoid that the next seat wins or makes this one fall with its next move.
    Save(u32),
    /// Make another army fall before the own next move, whatever the others do. For more than two seats.
    Fell,
}

/// The most moves of a goal: more cannot be proved in a sensible time.
pub(crate) const MOST_MOVES: u32 = 9;

/// The text is not a goal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected win N, save N or fell")]
pub struct NoGoal;

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win(moves) => write!(f, "win {moves}"),
            Goal::Save(moves) => write!(f, "save {moves}"),
            Goal::Fell => f.write_str("fell"),
        }
    }
}

impl FromStr for Goal {
    type Err = NoGoal;

    fn from_str(text: &str) -> Result<Goal, NoGoal> {
        let number = |text: &str| text.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves)).ok_or(NoGoal);
        match text.split_once(' ') {
            Some(("win", moves)) => Ok(Goal::Win(number(moves)?)),
            Some(("save", moves)) => Ok(Goal::Save(number(moves)?)),
            None if text == "fell" => Ok(Goal::Fell),
            _ => Err(NoGoal),
        }
    }
}

/// How much work a proof may take.
pub struct Effort<'a> {
    /// The number of positions that may still be looked at.
    pub left: u64,
    /// Is the work not wanted any more?
    pub stopped: &'a dyn Fn() -> bool,
}

/// Positions between two questions whether to stop.
const OFTEN: u64 = 1 << 12;

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort").field("left", &self.left).finish_non_exhaustive()
    }
}

impl Effort<'_> {
    /// An effort of this many positions, which nobody stops.
    pub fn of(positions: u64) -> Effort<'static> {
        Effort { left: positions, stopped: &|| false }
    }

    /// Counts one position; `None` if there may be no more.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.left.is_multiple_of(OFTEN) || !(self.stopped)()).then_some(())
    }
}

/// The moves that reach the goal, but not more than two, because two are enough to know that there is no only one. `None`
/// if the effort was not enough.
pub(super) fn solutions<R: Rules>(game: &Timeline<R>, goal: Goal, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
    let mut game = game.clone();
    let side = game.board().turn();
    let victims: Vec<Side> = game.board().living().without(side).iter().collect();
    let mut found = Vec::new();
    for mv in game.legal() {
        let reached = match goal {
            Goal::Win(moves) => forces(&mut game, mv, moves, side, effort)?,
            Goal::Save(moves) => !after(&mut game, mv, &mut |game| loses(game, moves, side, effort))?,
            Goal::Fell => {
                let mut felled = false;
                for &victim in &victims {
                    felled = felled || after(&mut game, mv, &mut |game| is_felled(game, side, victim, effort))?;
                }
                felled
            }
        };
        if reached {
            found.push(mv);
            if found.len() > 1 {
                break;
            }
        }
    }
    Some(found)
}

/// Asks about the position after a move.
fn after<R: Rules>(
    game: &mut Timeline<R>,
    mv: Move,
    asked: &mut dyn FnMut(&mut Timeline<R>) -> Option<bool>,
) -> Option<bool> {
    game.play(mv);
    let answer = asked(game);
    game.undo();
    answer
}

/// Does this move win within so many moves, whatever is replied?
fn forces<R: Rules>(
    game: &mut Timeline<R>,
    mv: Move,
    moves: u32,
    side: Side,
    effort: &mut Effort<'_>,
) -> Option<bool> {
    effort.count()?;
    after(game, mv, &mut |game| {
        if let Some(outcome) = game.outcome() {
            return Some(outcome.winner() == Some(side));
        }
        if moves <= 1 {
            return Some(false);
        }
        for reply in game.board().legal() {
            effort.count()?;
            if !after(game, reply, &mut |game| can_win(game, moves - 1, side, effort))? {
                return Some(false);
            }
        }
        Some(true)
    })
}

/// Can the seat to move force a win within so many moves?
fn can_win<R: Rules>(game: &mut Timeline<R>, moves: u32, side: Side, effort: &mut Effort<'_>) -> Option<bool> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner() == Some(side));
    }
    // A short win is looked for first, because it is found soon.
    for within in 1..=moves {
        for mv in game.board().legal() {
            if forces(game, mv, within, side, effort)? {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Is this seat lost, within so many moves of the one to move?
fn loses<R: Rules>(game: &mut Timeline<R>, moves: u32, side: Side, effort: &mut Effort<'_>) -> Option<bool> {
    effort.count()?;
    if game.board().spec().seats.len() == 2 {
        let other = game.board().living().after(side);
        return can_win(game, moves, other, effort);
    }
    let lost = |game: &Timeline<R>| {
        let other = game.outcome().and_then(|outcome| outcome.winner()).is_some_and(|winner| winner != side);
        other || !game.board().living().has(side)
    };
    if lost(game) {
        return Some(true);
    }
    if game.outcome().is_some() || game.board().turn() == side {
        return Some(false);
    }
    for mv in game.board().legal() {
        effort.count()?;
        if after(game, mv, &mut |game| Some(lost(game)))? {
            return Some(true);
        }
    }
    Some(false)
}

/// Has this army fallen to the seat before that moves again, whatever all others do?
fn is_felled<R: Rules>(game: &mut Timeline<R>, side: Side, victim: Side, effort: &mut Effort<'_>) -> Option<bool> {
    effort.count()?;
    let living = game.board().living();
    if !living.has(victim) {
        return Some(living.has(side) && game.falls().iter().any(|fall| fall.side == victim && fall.to == side));
    }
    if !living.has(side) || game.outcome().is_some() || game.board().turn() == side {
        return Some(false);
    }
    for reply in game.board().legal() {
        if !after(game, reply, &mut |game| is_felled(game, side, victim, effort))? {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_written_and_read() {
        for goal in [Goal::Win(1), Goal::Win(4), Goal::Save(2), Goal::Fell] {
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
        for text in ["", "win", "win 0", "win 10", "win -1", "win x", "fell 1", "mate 2", "save 99999999999"] {
            assert_eq!(text.parse::<Goal>(), Err(NoGoal), "{text}");
        }
    }
}
