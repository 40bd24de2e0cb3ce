//! Why a game cannot be set up.

use thiserror::Error;

use crate::config::clock::Clock;
use crate::games::UnknownGame;
use crate::record::carried::NoRoom;
use crate::rules::variant::OpeningError;

/// Why a game cannot be set up. Fields with the name `text` hold what was given.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A name has control characters.
    #[error("a name cannot contain control characters")]
    ControlCharacters,
    /// There is no such level.
    #[error("\"{text}\" is not a level: expected 1 to 10")]
    Level {
        /// The text.
        text: String,
    },
    /// It is not the name of an engine.
    #[error("\"{text}\": expected the name of an engine in the settings")]
    Engine {
        /// The text.
        text: String,
    },
    /// It is no player.
    #[error("\"{text}\" is not a player: expected human, human:NAME, computer:LEVEL or engine:NAME")]
    Player {
        /// The text.
        text: String,
    },
    /// It is no clock.
    #[error("\"{text}\" is not a clock: expected {}", Clock::EXPECTED)]
    Clock {
        /// The text.
        text: String,
    },
    /// A clock with days for each move, where nobody leaves between two moves.
    #[error(
        "\"{text}\" gives days for each move, which is for games with others on a server: expected {}",
        Clock::EXPECTED
    )]
    Days {
        /// The text.
        text: String,
    },
    /// It does not say who sits where.
    #[error("\"{text}\": expected SEAT=WHO, like white=human")]
    NoSeat {
        /// The text.
        text: String,
    },
    /// The game has no seat with this name.
    #[error("there is no seat \"{name}\": expected one of {known}")]
    Seat {
        /// The name.
        name: String,
        /// The seats of the game.
        known: String,
    },
    /// There is no such game.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// The file of the game finds no room.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The opening is wrong.
    #[error("{game}: {error}")]
    Opening {
        /// The id of the game.
        game: &'static str,
        /// What is wrong.
        error: OpeningError,
    },
    /// The first event of a journal is another one.
    #[error("expected the start of a game")]
    NoBegin,
    /// A journal has too few or too many seats.
    #[error("{found} seats, expected {expected}")]
    Seats {
        /// The number of seats.
        found: usize,
        /// The number of seats of the game.
        expected: usize,
    },
}
