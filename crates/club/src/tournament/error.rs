//! Why something in a tournament cannot be done.

use thiserror::Error;

use crate::store::StoreError;

/// Why something in a tournament cannot be done.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// There is none with this number.
    #[error("this tournament does not exist any more")]
    Unknown,
    /// A guest wants to take part.
    #[error("guests cannot play in tournaments; log in with a key")]
    Guest,
    /// They are in it.
    #[error("you have joined already")]
    Joined,
    /// They are not in it.
    #[error("you are not in this tournament")]
    NotIn,
    /// It has begun.
    #[error("the tournament has started")]
    Started,
    /// It is over.
    #[error("the tournament is over")]
    Over,
    /// There is no room.
    #[error("the tournament is full: at most {most} can play")]
    Full {
        /// How many can take part.
        most: usize,
    },
    /// There are too many computers.
    #[error("no more computers: at most {most} can play in {place}")]
    Computers {
        /// How many can.
        most: usize,
        /// Where.
        place: &'static str,
    },
    /// There are too few.
    #[error("at least two players are needed to start")]
    Few,
    /// Somebody else made it.
    #[error("only the player who made the tournament can do this")]
    NotYours,
    /// Somebody has made too many.
    #[error("you have {0} tournaments that are not over: end one of them first")]
    Many(usize),
    /// The plan cannot be played.
    #[error("this cannot be played in a tournament: {0}")]
    Plan(String),
    /// The store does not keep it.
    #[error(transparent)]
    Store(#[from] StoreError),
}
