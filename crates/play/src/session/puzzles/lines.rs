//! Solutions move by move: the lines of a proof. At each move of the solver only one move may reach the goal.

use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::prover::{Effort, Goal};
use crate::rules::side::Side;

/// A line with exactly one solution at each move of the solver that ends with the win, within this many moves and not
/// sooner. `None` if there is none, or the effort was not enough.
pub(crate) fn win(position: &dyn Position, moves: u32, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
    if moves > 1 && !position.solutions(Goal::Win(moves - 1), effort)?.is_empty() {
        return None;
    }
    let [only] = position.solutions(Goal::Win(moves), effort)?[..] else { return None };
    let mut next = position.fork();
    next.play(only).ok()?;
    if moves == 1 {
        return Some(vec![only]);
    }
    // The reply that loses latest, and leaves one solution again.
    for reply in next.legal() {
        let mut on = next.fork();
        if on.play(reply).is_err() || on.outcome().is_some() {
            continue;
        }
        if let Some(rest) = win(on.as_ref(), moves - 1, effort) {
            let mut line = vec![only, reply];
            line.extend(rest);
            return Some(line);
        }
        if effort.left == 0 {
            return None;
        }
    }
    None
}

/// The only move that saves, if there is one and there is a choice.
pub(crate) fn save(position: &dyn Position, moves: u32, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
    if position.legal().len() < 2 {
        return None;
    }
    match position.solutions(Goal::Save(moves), effort)?[..] {
        [only] => Some(vec![only]),
        _ => None,
    }
}

/// The only move by which an army falls before the next own turn, and replies until it has fallen: those that leave it
/// standing longest.
pub(crate) fn fell(position: &dyn Position, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
    let side = position.turn();
    let [only] = position.solutions(Goal::Fell, effort)?[..] else { return None };
    let mut next = position.fork();
    next.play(only).ok()?;
    let mut line = vec![only];
    while !has_fallen(position, next.as_ref(), side) {
        let reply = *next.legal().first()?;
        next.play(reply).ok()?;
        line.push(reply);
        if line.len() > position.spec().seats.len() {
            return None;
        }
    }
    Some(line)
}

/// Has an army fallen since the first position, before it is this seat's turn again or just then?
fn has_fallen(before: &dyn Position, now: &dyn Position, side: Side) -> bool {
    now.living().count() < before.living().count() && now.living().has(side)
}

pub(crate) fn of(position: &dyn Position, goal: Goal, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
    match goal {
        Goal::Win(moves) => win(position, moves, effort),
        Goal::Save(moves) => save(position, moves, effort),
        Goal::Fell => fell(position, effort),
    }
}
