//! Why something at a table of people cannot be done.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::escape;
use crate::session::driver::Loss;
use crate::session::setup::SetupError;
use crate::session::table::TableError;
use crate::session::table::command::Refusal;
use crate::store::StoreError;

/// Why something at a table of people cannot be done.
#[derive(Debug, Error)]
pub enum TableServiceError {
    /// The terms have too few or too many seats.
    #[error("{found} seats, expected {expected}")]
    Seats {
        /// The number of seats in the terms.
        found: usize,
        /// The number of seats of the game.
        expected: usize,
    },
    /// There is no such level.
    #[error("{level} is not a level: expected 1 to 10")]
    Level {
        /// The level.
        level: u8,
    },
    /// Games of people do not have this clock.
    #[error("Expected a clock from 3+2 to 30+20, 1, 3 or 7 days for each move, or none.")]
    Clock,
    /// Only members can do it.
    #[error("Only members can play {what}: log in with a key.")]
    Guest {
        /// What.
        what: &'static str,
    },
    /// In a rated game nobody waits for ever.
    #[error("A rated game needs a clock.")]
    RatedClock,
    /// A rated game starts from an opening of the game.
    #[error("A rated game cannot start from a position of your own.")]
    RatedPosition,
    /// A game that the server does not offer is for those who were asked to play it.
    #[error("A game of your own file needs a private table, and is not rated.")]
    OwnFile,
    /// The table does not exist, is over, or is not for this person.
    #[error("This table does not exist any more.")]
    NoTable,
    /// The code of a private table is another one.
    #[error("This table is private: its invitation code is needed.")]
    Private,
    /// The game has no such seat, or somebody has it.
    #[error("This seat is not free.")]
    NotFree,
    /// Each person has one seat.
    #[error("You already have a seat at this table.")]
    Seated,
    /// The person has no seat.
    #[error("You have no seat at this table.")]
    NotSeated,
    /// Only the host does this.
    #[error("Only {host} can do that.")]
    NotHost {
        /// The name of the host.
        host: String,
    },
    /// The game is in progress.
    #[error("The game has already started.")]
    Started,
    /// The game is in progress.
    #[error("The game is not over.")]
    NotOver,
    /// Those who play do not see the evaluation.
    #[error("Those who play see the evaluation after the game.")]
    Plays,
    /// The players have not allowed the evaluation.
    #[error("The players have not allowed the evaluation yet.")]
    NoEvaluation,
    /// It is too late to abort.
    #[error("After the second move a game cannot be aborted: resign, or offer a draw.")]
    TooLate,
    /// The game belongs to a tournament.
    #[error("A game of a tournament cannot be aborted: resign, or withdraw from the tournament.")]
    Bout,
    /// The member has fewer days of vacation.
    #[error("You have {left} days of vacation left, of 14 in a year.")]
    Vacation {
        /// The days that are left.
        left: u64,
    },
    /// The challenge is over, or is for another member.
    #[error("This challenge is not open any more.")]
    NoChallenge,
    /// Nobody challenges themselves.
    #[error("This is your own challenge.")]
    OwnChallenge,
    /// Guests are not challenged: a challenge waits, and they do not come back.
    #[error("Guests cannot be challenged: open a table, and they see it.")]
    GuestChallenged,
    /// The member has blocked the one who challenges.
    #[error("{name} does not take challenges from you.")]
    NotTaken {
        /// The name of the member.
        name: String,
    },
    /// The one who challenges has blocked the member.
    #[error("You have blocked {name}.")]
    Blocked {
        /// The name of the member.
        name: String,
    },
    /// There is no such member.
    #[error("There is no such member.")]
    NoMember,
    /// Somebody has opened too many tables that wait.
    #[error("You can have at most {most} open {} where nobody else plays: close one first.", if *.most == 1 { "table" } else { "tables" })]
    ManyTables {
        /// The limit.
        most: usize,
    },
    /// A member has too many open challenges.
    #[error("You have {most} open {}: withdraw one first.", if *.most == 1 { "challenge" } else { "challenges" })]
    ManyChallenges {
        /// The limit.
        most: usize,
    },
    /// A member has too many open challenges to everybody.
    #[error("You have {most} open {} to everybody: withdraw one first, or challenge one member.", if *.most == 1 { "challenge" } else { "challenges" })]
    ManyToAll {
        /// The limit.
        most: usize,
    },
    /// Too many challenges wait for a member.
    #[error("Too many challenges wait for {name}: try again when some are answered.")]
    ManyWaiting {
        /// The name of the member.
        name: String,
    },
    /// There are too many open challenges on the server.
    #[error("There are too many open challenges on this server: open a table instead.")]
    ManyInAll,
    /// The last changes of a game cannot be stored.
    #[error("{}: {}", .0.words(), .0.why)]
    NotStored(Loss),
    /// A game cannot be written to the folder of a member.
    #[error("{}: the game cannot be saved: {error}", escape::path(.path))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The system gives no thread for the table service.
    #[error("the thread of the table service cannot be started: {0}")]
    Thread(io::Error),
    /// The setup is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot be started or resumed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database does not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}
