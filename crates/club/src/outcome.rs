//! A finished game of the table service, as the ratings want it.

use std::net::IpAddr;
use std::sync::{Arc, Weak};

use super::Club;
use super::member::MemberId;
use super::ratings::{Ladder, NotRated, RatedGame, RatedPlayer, RatedSeat, least_moves};
use super::table_service::{EndHook, Finished, FinishedSeat, GoneHook, Listed, RatingHook, Seat};
use crate::rules::outcome::Share;

impl Club {
    /// What the ratings have to know of a game that ends.
    pub(super) fn rating_hook(club: Weak<Club>) -> RatingHook {
        Arc::new(move |finished| {
            let address = |member| club.upgrade().and_then(|club| club.address(member));
            rated_game(finished, address)
        })
    }

    /// What follows when the end of a game is stored.
    pub(super) fn end_hook(club: Weak<Club>) -> EndHook {
        Arc::new(move |finished| {
            if let Some(club) = club.upgrade() {
                club.finish_talk(finished.key);
            }
        })
    }

    /// What follows when a table is gone: its talk is forgotten.
    pub(super) fn gone_hook(club: Weak<Club>) -> GoneHook {
        Arc::new(move |table| {
            if let Some(club) = club.upgrade() {
                club.close_talk(table);
            }
        })
    }

    /// Why the game of a rated table would not be rated if it ended now; `None` if it would be.
    pub fn would_not_be_rated(&self, listed: &Listed) -> Option<NotRated> {
        if !listed.rated {
            return None;
        }
        let taken = listed.seats.iter().filter(|seat| **seat != Seat::Open);
        let seats = taken.map(|seat| {
            let seat = FinishedSeat { player: seat.clone(), left_by: None, share: Share::default() };
            rated_seat(&seat, |member| self.address(member))
        });
        let seats: Vec<RatedSeat> = seats.collect();
        let game = RatedGame {
            table: listed.key,
            ladder: Ladder::of(&listed.setup),
            rated: true,
            moves: least_moves(seats.len()),
            time: self.tables.now(),
            seats,
        };
        // While a seat is open, it is not known who the opponents are.
        let is_known = |why: &NotRated| !listed.is_open() || *why != NotRated::Opponents;
        self.store.why_not_rated(&game).ok().flatten().filter(is_known)
    }

    /// Why a finished game of a rated table was not rated; `None` if it was.
    pub fn was_not_rated(&self, finished: &Finished) -> Option<NotRated> {
        if !finished.rated {
            return None;
        }
        let game = rated_game(finished, |member| self.address(member));
        self.store.why_not_rated(&game).ok().flatten()
    }
}

/// A finished game, as the ratings want it.
fn rated_game(finished: &Finished, address: impl Fn(MemberId) -> Option<IpAddr>) -> RatedGame {
    RatedGame {
        table: finished.key,
        ladder: Ladder::of(&finished.setup),
        rated: finished.rated,
        moves: finished.moves,
        time: finished.ended,
        seats: finished.seats.iter().map(|seat| rated_seat(seat, &address)).collect(),
    }
}

fn rated_seat(seat: &FinishedSeat, address: impl Fn(MemberId) -> Option<IpAddr>) -> RatedSeat {
    let person = seat.left_by.as_ref().map(|(id, _)| *id).or_else(|| seat.player.person());
    let player = match (person, &seat.player) {
        (Some(MemberId::Member(number)), _) => RatedPlayer::Member(number),
        (None, Seat::Computer { level, .. }) => RatedPlayer::Level(*level),
        _ => RatedPlayer::Guest,
    };
    RatedSeat { player, share: seat.share.value(), left: seat.left_by.is_some(), address: person.and_then(address) }
}
