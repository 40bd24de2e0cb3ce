//! A finished game of the hall, as the ratings want it.

use std::sync::{Arc, Weak};

use super::Club;
use super::hall::{EndHook, Finished, FinishedSeat, GoneHook, Seat};
use super::member::MemberId;
use super::ratings::{Ladder, RatedGame, RatedPlayer, RatedSeat};

impl Club {
    /// Rates the games of the hall from now on.
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
