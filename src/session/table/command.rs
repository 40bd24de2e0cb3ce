//! The commands that a player can send to a table, and the reasons to refuse them. This module uses no lock and no
//! time.

use std::time::Duration;

use thiserror::Error;

use super::Identity;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::referee::{Referee, TableCommand};
use crate::session::setup::MatchSetup;

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
}

/// Why a command is refused. The messages for people are defined only here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The sender does not hold the seat.
    #[error("{seat} is not your seat.")]
    NotYourSeat {
        /// The seat.
        seat: &'static str,
    },
    /// Another seat is on turn.
    #[error("It is {turn}'s turn.")]
    NotYourTurn {
        /// The seat on turn.
        turn: &'static str,
    },
    /// A spectator cannot play.
    #[error("Only players at this table can do that.")]
    NotSeated,
    /// Other players at the table would have to agree.
    #[error("Only one person who holds all seats can {what}.")]
    NotAlone {
        /// The refused action.
        what: &'static str,
    },
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// The army has left the game or has fallen.
    #[error("{seat} is out of the game.")]
    Out {
        /// The seat.
        seat: &'static str,
    },
    /// The rules do not allow it.
    #[error("{seat}: the move is not legal.")]
    Illegal {
        /// The seat on turn.
        seat: &'static str,
    },
    /// The move was chosen for another position.
    #[error("The board has changed since this move was chosen.")]
    Changed,
    /// The seat offers a draw already.
    #[error("{seat} has already offered a draw.")]
    Offered {
        /// The seat.
        seat: &'static str,
    },
    /// The rivals of the seat have too much for a claim.
    #[error("{seat} can claim the game once the others have next to nothing: two pieces together, and no Pawn.")]
    NotWonYet {
        /// The seat.
        seat: &'static str,
    },
    /// The seat has claimed the game, or agreed to the claim.
    #[error("{seat} has already said so.")]
    Claimed {
        /// The seat.
        seat: &'static str,
    },
    /// People still play.
    #[error("People still play.")]
    PeoplePlay,
    /// The game does not allow takebacks.
    #[error("Moves cannot be taken back in this game.")]
    NoTakebacks,
    /// No move has been played.
    #[error("There is no move to take back.")]
    NothingPlayed,
    /// No move has been taken back.
    #[error("No move was taken back.")]
    NothingTakenBack,
    /// The player of the seat has not stopped.
    #[error("Pause {seat} first.")]
    PlaysOn {
        /// The seat.
        seat: &'static str,
    },
    /// Another player has the seat.
    #[error("{seat} is taken by {by}.")]
    Taken {
        /// The seat.
        seat: &'static str,
        /// That player.
        by: Identity,
    },
    /// A computer player has the seat.
    #[error("{seat} is played by a computer.")]
    Computer {
        /// The seat.
        seat: &'static str,
    },
    /// The table has no game any more.
    #[error("This table is closed.")]
    Closed,
}

/// The owner of each seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The identity that opened the table: it gives the commands where no human player has a seat.
    host: Identity,
    owners: BySide<Option<Identity>>,
}

impl Seating {
    /// One player holds all seats for human players.
    pub fn all(host: &Identity, setup: &MatchSetup) -> Seating {
        let owner = |side| setup.is_person(side).then(|| host.clone());
        Seating { host: host.clone(), owners: BySide::from_fn(owner) }
    }

    /// All seats for human players are free.
    pub fn open(host: &Identity) -> Seating {
        Seating { host: host.clone(), owners: BySide::from_fn(|_| None) }
    }

    /// These people hold the seats.
    pub fn of(host: &Identity, owners: BySide<Option<Identity>>) -> Seating {
        Seating { host: host.clone(), owners }
    }

    /// The seats of a game that is resumed. The log names the owners; where it names none, one player holds all
    /// seats for human players.
    pub fn again(host: &Identity, setup: &MatchSetup, owners: &BySide<Option<Identity>>) -> Seating {
        if Side::all(setup.seats.len()).all(|side| owners[side].is_none()) {
            return Seating::all(host, setup);
        }
        Seating { host: host.clone(), owners: owners.clone() }
    }

    /// The owner of a seat.
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

    /// The seats for human players that this identity holds.
    pub fn seats(&self, setup: &MatchSetup, identity: &Identity) -> Sides {
        Side::all(setup.seats.len()).filter(|&side| self.holds(setup, identity, side)).collect()
    }

    fn holds(&self, setup: &MatchSetup, identity: &Identity, side: Side) -> bool {
        setup.is_person(side) && self.owner(side) == Some(identity)
    }

    /// Does this identity hold all seats for human players? If there are none, only the host does.
    fn is_alone(&self, setup: &MatchSetup, identity: &Identity) -> bool {
        let mut people = Side::all(setup.seats.len()).filter(|&side| setup.is_person(side)).peekable();
        if people.peek().is_none() {
            return self.host == *identity;
        }
        people.all(|side| self.owner(side) == Some(identity))
    }
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
        SeatCommand::Claim(side) => {
            goes_on()?;
            own(side)?;
            claim(referee, side, name(side))
        }
        SeatCommand::Finish => {
            alone("show the end")?;
            goes_on()?;
            if referee.is_unattended() { Ok(TableCommand::Finish) } else { Err(Refusal::PeoplePlay) }
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
