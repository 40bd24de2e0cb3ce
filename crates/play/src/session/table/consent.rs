//! What people at one table ask each other, what they can do about a person who is away, and the moves that they choose
//! before their turn: which of it is allowed.

use std::time::Instant;

use super::Identity;
use super::refusal::Refusal;
use super::seating::{HouseRules, Seating};
use crate::rules::side::{BySide, Side, Sides};
use crate::session::referee::{MOST_LINES, Referee, TableCommand, Wish, is_line};

/// Before this many acts a game can be aborted, so nobody wins it by the absence of another.
pub const ABORT: usize = 2;

/// The level of a computer that takes the seat of a person who is away.
const STAND_IN: u8 = 3;

/// What the others can do about a person who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// The game is paused, with the clocks stopped. It continues when all agree.
    Adjourn,
    /// In a rated game: the seat of the person loses.
    Win,
    /// In a game for more than two: a computer of this level takes the seat.
    Computer(u8),
}

/// The seats of this identity that are still in the game.
fn living(referee: &Referee, seating: &Seating, by: &Identity) -> Result<Sides, Refusal> {
    let living = referee.position().living();
    let own: Sides = seating.seats(referee.setup(), by).iter().filter(|&side| living.has(side)).collect();
    if own == Sides::NONE { Err(Refusal::NotSeated) } else { Ok(own) }
}

/// Somebody asks for something, or agrees to it.
pub(super) fn ask(
    referee: &Referee,
    seating: &Seating,
    by: &Identity,
    wish: Wish,
) -> Result<TableCommand, Refusal> {
    if referee.ending().is_some() {
        return Err(Refusal::Over);
    }
    let own = living(referee, seating, by)?;
    let adjourned = referee.is_stopped();
    if seating.rules().is_strict() && wish != Wish::Continue {
        let what = match wish {
            Wish::TakeBack => "take a move back",
            Wish::Hints => "use hints or analysis",
            Wish::Evaluation => "show the evaluation",
            Wish::Pause | Wish::Continue => "pause",
        };
        return Err(seating.rules().never(what));
    }
    let open = referee.requests().iter().find(|request| request.what == wish);
    match wish {
        _ if open.is_some_and(|open| own.iter().all(|side| open.agreed.has(side))) => Err(Refusal::Asked),
        Wish::TakeBack if !referee.setup().takebacks => Err(Refusal::NoTakebacks),
        Wish::TakeBack if open.is_none() && !own.iter().any(|side| referee.can_take_back(side)) => {
            Err(Refusal::NothingPlayed)
        }
        Wish::Pause if adjourned => Err(Refusal::Paused),
        Wish::Continue if !adjourned => Err(Refusal::NotPaused),
        Wish::Hints if referee.are_hints_agreed() => Err(Refusal::HintsAllowed),
        Wish::Evaluation if referee.is_evaluation_agreed() => Err(Refusal::EvaluationAllowed),
        _ => Ok(TableCommand::Wish(own, wish)),
    }
}

/// Somebody declines a request, or withdraws their own.
pub(super) fn refuse(
    referee: &Referee,
    seating: &Seating,
    by: &Identity,
    wish: Wish,
) -> Result<TableCommand, Refusal> {
    let own = living(referee, seating, by)?;
    let open = referee.requests().iter().find(|request| request.what == wish).ok_or(Refusal::NothingAsked)?;
    let side = if own.has(open.by) { open.by } else { own.iter().next().unwrap_or(open.by) };
    Ok(TableCommand::Refuse(side, wish))
}

/// The conditional moves of a seat.
pub(super) fn plan(referee: &Referee, side: Side, lines: &[Vec<String>]) -> Result<TableCommand, Refusal> {
    if !referee.setup().is_slow() {
        return Err(Refusal::NotSlow);
    }
    if lines.len() > MOST_LINES {
        return Err(Refusal::ManyLines { most: MOST_LINES });
    }
    if referee.position().turn() == side && !lines.is_empty() {
        return Err(Refusal::YourTurn);
    }
    match lines.iter().position(|line| !is_line(referee.position(), side, line)) {
        Some(at) => Err(Refusal::NoLine { line: at + 1 }),
        None => Ok(TableCommand::Plan(side, lines.to_vec())),
    }
}

/// The premove of a seat.
pub(super) fn premove(referee: &Referee, side: Side, text: Option<&String>) -> Result<TableCommand, Refusal> {
    if referee.setup().is_slow() {
        return Err(Refusal::Slow);
    }
    if referee.position().turn() == side {
        return Err(Refusal::YourTurn);
    }
    // Longer texts are no moves; they are not worth a line of the journal.
    let text = text.filter(|text| text.len() <= 32 && !text.chars().any(char::is_control)).cloned();
    Ok(TableCommand::Premove(side, text))
}

/// What the table offers the others once the grace time of somebody is over. `None` while the game can be aborted.
pub(super) fn remedy(referee: &Referee, rules: HouseRules) -> Option<Remedy> {
    let seats = referee.position().spec().seats.len();
    match (rules.is_strict(), seats) {
        _ if referee.position().acts().len() < ABORT => None,
        (true, _) => Some(Remedy::Win),
        (false, 2) => Some(Remedy::Adjourn),
        (false, _) => Some(Remedy::Computer(STAND_IN)),
    }
}

/// Somebody does something about a person who is away. `away` is when the grace time of each absent person ends.
pub(super) fn take_over(
    referee: &Referee,
    seating: &Seating,
    by: &Identity,
    (side, remedy): (Side, Remedy),
    away: &BySide<Option<Instant>>,
    now: Instant,
) -> Result<TableCommand, Refusal> {
    if referee.ending().is_some() {
        return Err(Refusal::Over);
    }
    living(referee, seating, by)?;
    let seat = referee.position().spec().seat(side).name;
    let end = away[side].filter(|_| seating.owner(side) != Some(by)).ok_or(Refusal::NotAway { seat })?;
    let left = end.saturating_duration_since(now);
    if !left.is_zero() {
        return Err(Refusal::Grace { seat, seconds: left.as_secs() + 1 });
    }
    let (rules, early) = (seating.rules(), referee.position().acts().len() < ABORT);
    match remedy {
        _ if early && rules.tournament => Err(Refusal::TournamentWaits),
        _ if early => Err(Refusal::AbortFirst),
        Remedy::Adjourn if rules.is_strict() => Err(rules.never("adjourn")),
        Remedy::Adjourn => Ok(TableCommand::Stop(true)),
        Remedy::Win if !rules.is_strict() => Err(Refusal::Casual),
        Remedy::Win => Ok(TableCommand::Dismiss(side)),
        Remedy::Computer(_) if referee.position().spec().seats.len() < 3 => Err(Refusal::TwoSeats),
        Remedy::Computer(level) => Ok(TableCommand::Replace(side, level.clamp(1, 10))),
    }
}
