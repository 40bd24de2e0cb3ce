//! What whoever sits may ask of a table, and why something is refused. Knows no lock and no time.

use std::time::Duration;

use thiserror::Error;

use super::Identity;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::referee::{Referee, TableCommand};
use crate::session::setup::MatchSetup;

/// What is asked of a table, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who asks.
    pub by: Identity,
    /// For what.
    pub what: SeatCommand,
}

/// What can be asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatCommand {
    /// A move, chosen on a board on which so many acts had been played.
    Play(Move, usize),
    /// A seat resigns.
    Resign(Side),
    /// A seat offers a draw, or accepts one.
    Draw(Side),
    /// Back to one's own last move.
    Undo,
    /// What was taken back is played again.
    Redo,
    /// The computers stop, or go on.
    Pause(bool),
    /// One move of the computers.
    Step,
    /// A person takes the seat of a player that has stopped.
    Sit(Side),
    /// Computers take at least so long.
    Pace(Duration),
    /// The clocks stop while a dialog is open or the program sleeps, or go on.
    Hold(bool),
    /// The computer plays now.
    Hurry,
}

/// Why something is not done. The words are for people, and made here only.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Somebody else has the seat, or nobody.
    #[error("{seat} is not your seat.")]
    NotYourSeat {
        /// The seat.
        seat: &'static str,
    },
    /// Another seat moves now.
    #[error("It is {turn}'s turn.")]
    NotYourTurn {
        /// Whose turn it is.
        turn: &'static str,
    },
    /// Whoever watches plays nothing.
    #[error("Only players at this table can do that.")]
    NotSeated,
    /// Others who sit would have to agree.
    #[error("Only one person who holds all seats can {what}.")]
    NotAlone {
        /// What was asked for.
        what: &'static str,
    },
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// The army has left or fallen.
    #[error("{seat} is out of the game.")]
    Out {
        /// The seat.
        seat: &'static str,
    },
    /// The rules do not allow it.
    #[error("{seat}: the move is not legal.")]
    Illegal {
        /// Whose move it would be.
        seat: &'static str,
    },
    /// The move was chosen on another board.
    #[error("The board has changed since this move was chosen.")]
    Changed,
    /// The offer stands already.
    #[error("{seat} has already offered a draw.")]
    Offered {
        /// The seat.
        seat: &'static str,
    },
    /// The game is played without taking back.
    #[error("Moves cannot be taken back in this game.")]
    NoTakebacks,
    /// Nothing was played.
    #[error("There is no move to take back.")]
    NothingPlayed,
    /// Nothing was taken back.
    #[error("No move was taken back.")]
    NothingTakenBack,
    /// Nobody has stopped.
    #[error("Pause {seat} first.")]
    PlaysOn {
        /// The seat.
        seat: &'static str,
    },
    /// Somebody else has the seat.
    #[error("{seat} is taken by {by}.")]
    Taken {
        /// The seat.
        seat: &'static str,
        /// By whom.
        by: Identity,
    },
    /// A program has the seat.
    #[error("{seat} is played by a computer.")]
    Computer {
        /// The seat.
        seat: &'static str,
    },
    /// The game is not at this table any more.
    #[error("This table is closed.")]
    Closed,
}

/// Who holds which seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Who has opened the table: decides where no person sits.
    host: Identity,
    owners: BySide<Option<Identity>>,
}

impl Seating {
    /// One person for all seats that are meant for people.
    pub fn all(host: &Identity, setup: &MatchSetup) -> Seating {
        let owner = |side| setup.is_person(side).then(|| host.clone());
        Seating { host: host.clone(), owners: BySide::from_fn(owner) }
    }

    /// Every seat that is meant for a person waits for one.
    pub fn open(host: &Identity) -> Seating {
        Seating { host: host.clone(), owners: BySide::from_fn(|_| None) }
    }

    /// Who holds a seat.
    pub fn owner(&self, side: Side) -> Option<&Identity> {
        self.owners[side].as_ref()
    }

    pub(super) fn give(&mut self, side: Side, identity: &Identity) {
        self.owners[side] = Some(identity.clone());
    }

    pub(super) fn take(
        &mut self,
        position: &dyn Position,
        setup: &MatchSetup,
        identity: &Identity,
        side: Side,
    ) -> Result<(), Refusal> {
        let seat = position.spec().seat(side).name;
        match self.owner(side) {
            _ if !setup.is_person(side) => Err(Refusal::Computer { seat }),
            Some(by) if by != identity => Err(Refusal::Taken { seat, by: by.clone() }),
            _ => {
                self.give(side, identity);
                Ok(())
            }
        }
    }

    /// The seats for people that somebody holds.
    pub fn seats(&self, setup: &MatchSetup, identity: &Identity) -> Sides {
        Side::all(setup.seats.len()).filter(|&side| self.holds(setup, identity, side)).collect()
    }

    fn holds(&self, setup: &MatchSetup, identity: &Identity, side: Side) -> bool {
        setup.is_person(side) && self.owner(side) == Some(identity)
    }

    /// Are all seats for people in these hands? Where there are none, in those of the host.
    fn is_alone(&self, setup: &MatchSetup, identity: &Identity) -> bool {
        let mut people = Side::all(setup.seats.len()).filter(|&side| setup.is_person(side)).peekable();
        if people.peek().is_none() {
            return self.host == *identity;
        }
        people.all(|side| self.owner(side) == Some(identity))
    }
}

/// What a command is to the referee, or why it is refused.
pub fn check(referee: &Referee, seating: &Seating, command: &Command) -> Result<TableCommand, Refusal> {
    let Command { by, what } = command;
    let (setup, position) = (referee.setup(), referee.position());
    let name = |side: Side| position.spec().seat(side).name;
    let goes_on = || if referee.ending().is_some() { Err(Refusal::Over) } else { Ok(()) };
    let alone = |what| if seating.is_alone(setup, by) { Ok(()) } else { Err(Refusal::NotAlone { what }) };
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
            Ok(TableCommand::Draw(side))
        }
        SeatCommand::Undo => {
            alone("take a move back")?;
            match (setup.takebacks, referee.can_undo()) {
                (false, _) => Err(Refusal::NoTakebacks),
                (true, false) => Err(Refusal::NothingPlayed),
                (true, true) => Ok(TableCommand::Undo),
            }
        }
        SeatCommand::Redo => {
            alone("play a move again")?;
            if referee.can_redo() { Ok(TableCommand::Redo) } else { Err(Refusal::NothingTakenBack) }
        }
        SeatCommand::Pause(paused) => {
            alone("stop the game")?;
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
            Ok(TableCommand::Pace(pace))
        }
        SeatCommand::Hold(held) => {
            alone("stop the clocks")?;
            Ok(TableCommand::Hold(held))
        }
        SeatCommand::Hurry => {
            if seating.seats(setup, by) == Sides::NONE && !seating.is_alone(setup, by) {
                return Err(Refusal::NotSeated);
            }
            Ok(TableCommand::Hurry)
        }
    }
}
