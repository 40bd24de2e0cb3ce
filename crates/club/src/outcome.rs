//! A finished game of the table service, as the ratings want it.

use std::sync::{Arc, Weak};

use super::Club;
use super::member::MemberId;
use super::ratings::{Ladder, NotRated, RatedGame, RatedPlayer, RatedSeat, least_moves};
use super::table_service::{EndHook, Finished, FinishedSeat, GoneHook, Listed, Seat};
use crate::rules::outcome::Share;

impl Club {
    /// Rates the games of the table service from now on.
    pub(super) fn end_hook(club: Weak<Club>) -> EndHook {
        Arc::new(move |finished| {
            club.upgrade().is_some_and(|club| {
                club.finish_talk(finished.key);
                club.rate(club.rated_game(finished)).is_ok()
            })
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

    /// A finished game, as the ratings want it.
    fn rated_game(&self, finished: &Finished) -> RatedGame {
        RatedGame {
            table: finished.key,
            ladder: Ladder::of(&finished.setup),
            rated: finished.rated,
            moves: finished.moves,
            time: finished.ended,
            seats: finished.seats.iter().map(|seat| self.rated_seat(seat)).collect(),
        }
    }

    /// Why the game of a rated table would not be rated if it ended now; `None` if it would be.
    pub fn would_not_be_rated(&self, listed: &Listed) -> Option<NotRated> {
        if !listed.rated {
            return None;
        }
        let taken = listed.seats.iter().filter(|seat| **seat != Seat::Open);
        let seats = taken.map(|seat| {
            let seat = FinishedSeat { player: seat.clone(), left_by: None, share: Share::default() };
            self.rated_seat(&seat)
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
        self.store.why_not_rated(&self.rated_game(finished)).ok().flatten()
    }

    fn rated_seat(&self, seat: &FinishedSeat) -> RatedSeat {
        let person = seat.left_by.as_ref().map(|(id, _)| *id).or_else(|| seat.player.person());
        let player = match (person, &seat.player) {
            (Some(MemberId::Member(number)), _) => RatedPlayer::Member(number),
            (None, Seat::Computer { level, .. }) => RatedPlayer::Level(*level),
            _ => RatedPlayer::Guest,
        };
        let address = person.and_then(|person| self.address(person));
        RatedSeat { player, share: seat.share.value(), left: seat.left_by.is_some(), address }
    }
}
