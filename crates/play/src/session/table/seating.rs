//! Who holds the seats of a table.

use std::time::Duration;

use super::Identity;
use super::refusal::Refusal;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::setup::MatchSetup;

/// What a table asks of its people.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HouseRules {
    /// Does the result count for ratings?
    pub rated: bool,
    /// Is it a game of a tournament? Then it is played as strictly as a rated one, and is never aborted.
    pub tournament: bool,
    /// Does a game stay over when it has ended? Then the result counts for others too.
    pub is_final: bool,
    /// How long a person may be away before the others can do something about it.
    pub grace: Option<Duration>,
}

impl HouseRules {
    /// Does the result count for more than this table? Then there are no take-backs, hints and pauses.
    pub(crate) const fn is_strict(&self) -> bool {
        self.rated || self.tournament
    }

    /// The refusal of something that strict games do not have.
    pub(super) const fn never(&self, what: &'static str) -> Refusal {
        if self.rated { Refusal::Rated { what } } else { Refusal::Tournament { what } }
    }
}

/// The owner of each seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The identity that opened the table: it gives the commands where no human player has a seat.
    host: Identity,
    owners: BySide<Option<Identity>>,
    rules: HouseRules,
}

impl Seating {
    /// One player holds all seats for human players.
    pub fn all(host: &Identity, setup: &MatchSetup) -> Seating {
        let owner = |side| setup.is_person(side).then(|| host.clone());
        Seating::of(host, BySide::from_fn(owner))
    }

    /// All seats for human players are free.
    pub fn open(host: &Identity) -> Seating {
        Seating::of(host, BySide::from_fn(|_| None))
    }

    /// These people hold the seats.
    pub fn of(host: &Identity, owners: BySide<Option<Identity>>) -> Seating {
        Seating { host: host.clone(), owners, rules: HouseRules::default() }
    }

    /// The same with these rules of the table.
    #[must_use]
    pub fn with(self, rules: HouseRules) -> Seating {
        Seating { rules, ..self }
    }

    pub(super) const fn set_rules(&mut self, rules: HouseRules) {
        self.rules = rules;
    }

    /// What the table asks of its people.
    pub(crate) const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// The seats of a game that is resumed. The log names the owners; where it names none, one player holds all
    /// seats for human players.
    pub(crate) fn again(host: &Identity, setup: &MatchSetup, owners: &BySide<Option<Identity>>) -> Seating {
        if Side::all(setup.seats.len()).all(|side| owners[side].is_none()) {
            return Seating::all(host, setup);
        }
        Seating::of(host, owners.clone())
    }

    pub(crate) fn owner(&self, side: Side) -> Option<&Identity> {
        self.owners[side].as_ref()
    }

    pub(super) fn give(&mut self, side: Side, identity: &Identity) {
        self.owners[side] = Some(identity.clone());
    }

    /// The seat has no owner any more: a computer plays it.
    pub(super) fn vacate(&mut self, side: Side) {
        self.owners[side] = None;
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
    pub(crate) fn seats(&self, setup: &MatchSetup, identity: &Identity) -> Sides {
        Side::all(setup.seats.len()).filter(|&side| self.holds(setup, identity, side)).collect()
    }

    pub(super) fn holds(&self, setup: &MatchSetup, identity: &Identity, side: Side) -> bool {
        setup.is_person(side) && self.owner(side) == Some(identity)
    }

    /// Do all people at the table agree with themselves: is there at most one?
    pub(super) fn is_of_one(&self, setup: &MatchSetup) -> bool {
        let mut people = Side::all(setup.seats.len()).filter(|&side| setup.is_person(side));
        let first = people.next().and_then(|side| self.owner(side));
        people.all(|side| self.owner(side) == first)
    }

    /// Is this a table of people? Then nobody sees what the computers at it think, and nobody hurries them: that would be
    /// help, and a weaker opponent.
    pub(super) fn is_of_people(&self, setup: &MatchSetup) -> bool {
        self.rules.rated || self.rules.is_final || !self.is_of_one(setup)
    }

    /// Does this identity hold all seats for human players? If there are none, only the host does.
    pub(super) fn is_alone(&self, setup: &MatchSetup, identity: &Identity) -> bool {
        let mut people = Side::all(setup.seats.len()).filter(|&side| setup.is_person(side)).peekable();
        if people.peek().is_none() {
            return self.host == *identity;
        }
        people.all(|side| self.owner(side) == Some(identity))
    }
}
