//! Why a player gives no move.

use thiserror::Error;

use crate::engine::interface::NoEngine;
use crate::engine::uci_client::ClientError;
use crate::task::Panic;

/// Why a player, or the assistant, gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// The search panicked.
    #[error("the search failed: {0}")]
    Search(Panic),
    /// The engine could not be created because of a panic.
    #[error(transparent)]
    Creation(Panic),
    /// There is no engine for the game, or not enough memory.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The system cannot start a thread.
    #[error("no thread can be started{}", .why.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    NoThread {
        /// The message of the system.
        why: Option<String>,
    },
    /// The thread of the player has ended.
    #[error("its thread has ended")]
    ThreadEnded,
    /// The settings have no engine with this name.
    #[error("there is no engine {name} in the settings")]
    NotInSettings {
        /// The name.
        name: String,
    },
    /// As many engines run as the server allows.
    #[error("the limit of engines on this server is reached ({count} at a time): try again later")]
    ManyEngines {
        /// How many.
        count: usize,
    },
    /// The external engine failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The computer player failed.
    #[error("the computer: {0}")]
    Computer(Box<PlayerError>),
    /// The external engine with this name failed.
    #[error("engine {name}: {error}")]
    External {
        /// The name.
        name: String,
        /// What is wrong.
        error: Box<PlayerError>,
    },
}
