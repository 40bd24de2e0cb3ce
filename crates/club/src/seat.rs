//! The seats of a table of people.

use crate::member::{Member, MemberId};
use crate::session::setup::SeatKind;

/// A seat of a table of people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Free for a person.
    Open,
    /// A member or a guest.
    Person {
        /// Who it is.
        id: MemberId,
        /// The name that others see.
        name: String,
    },
    /// A computer.
    Computer {
        /// The level.
        level: u8,
        /// Does it give the seat to a person who asks?
        stands_in: bool,
    },
}

impl Seat {
    /// The seat of this member.
    pub fn of(member: &Member) -> Seat {
        Seat::Person { id: member.id, name: member.shown_name() }
    }

    /// The person, if there is one.
    pub const fn person(&self) -> Option<MemberId> {
        match self {
            Seat::Person { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// The player of the seat in a game.
    pub(crate) fn kind(&self) -> SeatKind {
        match self {
            Seat::Open => SeatKind::Human(String::new()),
            Seat::Person { name, .. } => SeatKind::Human(name.clone()),
            Seat::Computer { level, .. } => SeatKind::Computer(*level),
        }
    }
}
