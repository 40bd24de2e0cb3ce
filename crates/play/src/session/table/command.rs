//! The commands that a player can send to a table. This module uses no lock and no
//! time.

use std::time::Duration;

use super::Identity;
use super::consent::{self, Remedy};
pub use super::refusal::Refusal;
pub use super::seating::{HouseRules, Seating};
use crate::rules::mv::Move;
use crate::rules::side::{Side, Sides};
use crate::session::referee::{Referee, TableCommand, Wish};

/// A command with its sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The sender.
    pub by: Identity,
    /// The command.
    pub what: SeatCommand,
}

/// The commands of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatCommand {
    /// A move, with the number of acts on the board for which it was chosen.
    Play(Move, usize),
    /// A seat resigns.
    Resign(Side),
    /// A seat offers a draw, or accepts one.
    Draw(Side),
    /// A seat declines the draw that others offer.
    DeclineDraw(Side),
    /// A seat claims the game, or agrees to a claim.
    Claim(Side),
    /// Computer players that are left alone play to the end as fast as they can.
    Finish,
    /// Undo back to the player's own last move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// The computer players pause, or continue.
    Pause(bool),
    /// The computer plays one move while paused.
    Step,
    /// A human player takes the seat of a player that has stopped.
    Sit(Side),
    /// Computer players take at least this long per move.
    Pace(Duration),
    /// The clocks stop while a dialog is open or the program is suspended, or continue.
    Hold(bool),
    /// The computer moves now.
    Hurry,
    /// Asks the other people for something, or agrees to it.
    Ask(Wish),
    /// Declines what somebody asks for, or withdraws what the player asked for.
    Refuse(Wish),
    /// Does something about a person who has been away for longer than the grace time.
    TakeOver(Side, Remedy),
    /// The conditional moves of a seat in a slow game: lines of moves from the current position in machine notation.
    /// They replace the lines of before.
    Plan(Side, Vec<Vec<String>>),
    /// The premove of a seat in a live game, in machine notation, or none.
    Premove(Side, Option<String>),
}

/// A claim of the game, or the consent to one.
fn claim(referee: &Referee, side: Side, seat: &'static str) -> Result<TableCommand, Refusal> {
    match referee.claimed() {
        Some(claim) if claim.agreed.has(side) => Err(Refusal::Claimed { seat }),
        None if !referee.may_claim(side) => Err(Refusal::NotWonYet { seat }),
        _ => Ok(TableCommand::Claim(side)),
    }
}

/// Converts a command for the referee, or refuses it.
pub(crate) fn check(referee: &Referee, seating: &Seating, command: &Command) -> Result<TableCommand, Refusal> {
    let Command { by, what } = command;
    let (setup, position) = (referee.setup(), referee.position());
    let name = |side: Side| position.spec().seat(side).name;
    let goes_on = || if referee.ending().is_some() { Err(Refusal::Over) } else { Ok(()) };
    let own = |side: Side| match seating.holds(setup, by, side) {
        false => Err(Refusal::NotYourSeat { seat: name(side) }),
        true if !position.living().has(side) => Err(Refusal::Out { seat: name(side) }),
        true => Ok(()),
    };
    match *what {
        SeatCommand::Play(mv, plies) => {
            goes_on()?;
            let turn = position.turn();
            if seating.seats(setup, by) == Sides::NONE {
                return Err(Refusal::NotSeated);
            }
            if !seating.holds(setup, by, turn) {
                return Err(Refusal::NotYourTurn { turn: name(turn) });
            }
            if referee.is_stopped() {
                return Err(Refusal::Paused);
            }
            if plies != position.acts().len() {
                return Err(Refusal::Changed);
            }
            if !position.legal().contains(&mv) {
                return Err(Refusal::Illegal { seat: name(turn) });
            }
            Ok(TableCommand::Play(mv))
        }
        SeatCommand::Resign(side) => {
            goes_on()?;
            own(side)?;
            Ok(TableCommand::Resign(side))
        }
        SeatCommand::Draw(side) => {
            goes_on()?;
            own(side)?;
            if referee.offers().has(side) {
                return Err(Refusal::Offered { seat: name(side) });
            }
            if !referee.may_offer(side) {
                return Err(Refusal::OfferedOnce { seat: name(side) });
            }
            Ok(TableCommand::Draw(side))
        }
        SeatCommand::DeclineDraw(side) => {
            goes_on()?;
            own(side)?;
            match referee.offers() {
                Sides::NONE => Err(Refusal::NoDraw),
                offers if offers.has(side) => Err(Refusal::Offered { seat: name(side) }),
                _ => Ok(TableCommand::DeclineDraw(side)),
            }
        }
        SeatCommand::Claim(side) => {
            goes_on()?;
            own(side)?;
            claim(referee, side, name(side))
        }
        SeatCommand::Ask(wish) => consent::ask(referee, seating, by, wish),
        SeatCommand::Refuse(wish) => consent::refuse(referee, seating, by, wish),
        // The table decides it, because it knows the time.
        SeatCommand::TakeOver(side, _) => Err(Refusal::NotAway { seat: name(side) }),
        SeatCommand::Plan(side, ref lines) => {
            goes_on()?;
            own(side)?;
            consent::plan(referee, side, lines)
        }
        SeatCommand::Premove(side, ref text) => {
            goes_on()?;
            own(side)?;
            consent::premove(referee, side, text.as_ref())
        }
        _ => check_host(referee, seating, command),
    }
}

/// The commands for one person who has the table for themselves, or is the only one with computers.
fn check_host(referee: &Referee, seating: &Seating, command: &Command) -> Result<TableCommand, Refusal> {
    let Command { by, what } = command;
    let (setup, position) = (referee.setup(), referee.position());
    let name = |side: Side| position.spec().seat(side).name;
    let goes_on = || if referee.ending().is_some() { Err(Refusal::Over) } else { Ok(()) };
    let of_one = seating.is_alone(setup, by);
    let alone = |what| if of_one { Ok(()) } else { Err(Refusal::NotAlone { what }) };
    let takes_its_time = || if seating.is_of_people(setup) { Err(Refusal::OwnTime) } else { Ok(()) };
    let rated = |what| if seating.rules().is_strict() { Err(seating.rules().never(what)) } else { Ok(()) };
    match *what {
        SeatCommand::Finish => {
            alone("show the end")?;
            goes_on()?;
            if referee.is_unattended() { Ok(TableCommand::Finish) } else { Err(Refusal::PeoplePlay) }
        }
        SeatCommand::Undo if !of_one => consent::ask(referee, seating, by, Wish::TakeBack),
        SeatCommand::Undo => {
            rated("take a move back")?;
            if seating.rules().is_final {
                goes_on()?;
            }
            match (setup.takebacks, referee.can_undo()) {
                (false, _) => Err(Refusal::NoTakebacks),
                (true, false) => Err(Refusal::NothingPlayed),
                (true, true) => Ok(TableCommand::Undo),
            }
        }
        SeatCommand::Redo => {
            alone("play a move again")?;
            rated("play a move again")?;
            if referee.can_redo() { Ok(TableCommand::Redo) } else { Err(Refusal::NothingTakenBack) }
        }
        SeatCommand::Pause(paused) if !of_one => {
            consent::ask(referee, seating, by, if paused { Wish::Pause } else { Wish::Continue })
        }
        SeatCommand::Pause(paused) => {
            rated("stop the game")?;
            goes_on()?;
            Ok(TableCommand::Pause(paused))
        }
        SeatCommand::Step => {
            alone("step through the game")?;
            goes_on()?;
            Ok(TableCommand::Step)
        }
        SeatCommand::Sit(side) => {
            alone("take over the seat of a computer")?;
            rated("take over the seat of a computer")?;
            goes_on()?;
            if !position.living().has(side) {
                return Err(Refusal::Out { seat: name(side) });
            }
            match (setup.is_person(side), seating.owner(side)) {
                (true, Some(owner)) => Err(Refusal::Taken { seat: name(side), by: owner.clone() }),
                _ if !referee.is_paused() => Err(Refusal::PlaysOn { seat: name(side) }),
                _ => Ok(TableCommand::Sit(side)),
            }
        }
        SeatCommand::Pace(pace) => {
            alone("set the pace of computers")?;
            takes_its_time()?;
            Ok(TableCommand::Pace(pace))
        }
        SeatCommand::Hold(held) => {
            alone("stop the clocks")?;
            rated("stop the clocks")?;
            Ok(TableCommand::Hold(held))
        }
        SeatCommand::Hurry => {
            if seating.seats(setup, by) == Sides::NONE && !of_one {
                return Err(Refusal::NotSeated);
            }
            takes_its_time()?;
            Ok(TableCommand::Hurry)
        }
        _ => Err(Refusal::NotSeated),
    }
}
