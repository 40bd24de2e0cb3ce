//! What a row of the lobby opens.

use crate::club::challenge::ChallengeId;
use crate::club::member::MemberId;
use crate::club::store::TableKey;

/// What a row opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// A game in progress: one's own, or another that is watched.
    Game(TableKey),
    /// A table that waits for people.
    Table(TableKey),
    /// A game that ended while its player was away.
    Ended(TableKey),
    /// A game against the computer at once.
    Play,
    /// The form of a new table.
    New,
    /// The field for an invitation code.
    Join,
    /// The field for the name of somebody to challenge.
    Challenge,
    /// The tournaments.
    Tournaments,
    /// The ladders.
    Ladders,
    /// The finished games of everybody.
    Played,
    /// The account.
    Account,
    /// The first screen of single play.
    Alone,
    /// The page of this person.
    Member(MemberId),
    /// A challenge that can be accepted.
    Offer(ChallengeId),
    /// A challenge of one's own, which can be withdrawn.
    Own(ChallengeId),
    /// What became of a challenge of one's own.
    Answer(ChallengeId),
}
