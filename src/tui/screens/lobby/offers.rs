//! Challenges: one line that waits for a key, never a dialog. While another screen covers the lobby, a new challenge is
//! told there once.

use super::Lobby;
use super::words::offer;
use crate::club::Visit;
use crate::club::hall::{Listed, Seat};
use crate::club::store::TableKey;
use crate::rules::side::Side;
use crate::tui::action::Action;
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::world::{TerminalRequest, World};

/// A challenge that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    key: TableKey,
    seat: Side,
    pub(super) words: String,
}

impl Offer {
    /// The challenge at this table for this person, if it is one.
    fn of(listed: &Listed, visit: &Visit) -> Option<Offer> {
        let is_asked = listed.table.is_none() && listed.own.is_none() && listed.invited.contains(&visit.member.id);
        let seat = listed.seats.iter().position(|seat| *seat == Seat::Open).filter(|_| is_asked)?;
        Some(Offer { key: listed.key, seat: Side::new(seat), words: offer(listed) })
    }
}

impl Lobby {
    /// Reads the challenges. True if another one is shown now.
    pub(super) fn look_at_offers(&mut self, visit: &Visit) -> bool {
        let tables = visit.club.hall.list(&visit.member);
        let mut offers = tables.iter().filter_map(|listed| Offer::of(listed, visit));
        let offered = offers.find(|offer| !self.declined.contains(&offer.key));
        let changed = offered != self.offered;
        self.offered = offered;
        changed
    }

    /// Tells a new challenge on the screen that covers this one.
    pub(super) fn tell_offer(&mut self, world: &mut World) {
        let Some(visit) = &world.club else { return };
        if self.look_at_offers(visit)
            && let Some(offer) = &self.offered
        {
            world.notices.push(format!("{} It waits in the lobby.", offer.words));
            world.requests.push(TerminalRequest::Bell);
        }
    }

    /// Agrees to the challenge, or refuses it.
    pub(super) fn answer(&mut self, action: Action, world: &World) -> Transition {
        let (Some(offer), Some(visit)) = (self.offered.take(), &world.club) else { return Transition::Same };
        if action == Action::Decline {
            self.declined.insert(offer.key);
            self.look(world);
            return Transition::Changed;
        }
        match visit.club.hall.sit(&visit.member, offer.key, offer.seat, None) {
            Ok(()) => Transition::Open(Place::ClubTable(offer.key, None)),
            Err(refused) => {
                self.told = Some(refused.to_string());
                Transition::Changed
            }
        }
    }
}
