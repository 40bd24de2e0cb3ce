//! A finished game of people: what the ratings, and people who were away, are told.

use std::time::SystemTime;

use super::{Seat, TableServiceError};
use crate::games::Registry;
use crate::member::MemberId;
use crate::record::journal::JournalEvent;
use crate::rules::outcome::Share;
use crate::session::referee::{EndCause, read_share};
use crate::session::setup::{MatchSetup, SetupError};
use crate::store::{FinishedRow, TableKey};

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedSeat {
    /// Who played it at the end.
    pub player: Seat,
    /// The person who left it to a computer in a rated game: for them the game is lost, whatever the share.
    pub left_by: Option<(MemberId, String)>,
    /// The share of the seat.
    pub share: Share,
}

/// A finished game of people. Aborted games are not told.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The number of the table.
    pub key: TableKey,
    /// The game, its start, its players at the start and its clock.
    pub setup: MatchSetup,
    /// The seats, in turn order.
    pub seats: Vec<FinishedSeat>,
    /// Does the result count for ratings?
    pub rated: bool,
    /// Why it ended.
    pub cause: EndCause,
    /// How it ended, in words.
    pub words: String,
    /// The number of moves and departures.
    pub moves: usize,
    /// When it ended.
    pub ended: SystemTime,
}

impl Finished {
    pub(super) fn of(row: FinishedRow, games: &Registry) -> Result<Finished, TableServiceError> {
        let begin: JournalEvent = serde_json::from_str(&row.setup).map_err(|_| SetupError::NoBegin)?;
        let seats = row.seats.into_iter().map(|seat| FinishedSeat {
            player: seat.seat,
            left_by: seat.left_by,
            share: read_share(&seat.share).unwrap_or_default(),
        });
        Ok(Finished {
            key: row.key,
            setup: MatchSetup::of_event(&begin, games)?,
            seats: seats.collect(),
            rated: row.rated,
            cause: EndCause::read(&row.cause.0),
            words: row.cause.1,
            moves: row.moves,
            ended: row.times.1,
        })
    }

    /// The seat of a person at the end, and its share.
    pub fn share_of(&self, who: MemberId) -> Option<Share> {
        self.seats.iter().find(|seat| seat.player.person() == Some(who)).map(|seat| seat.share)
    }
}
