//! Why an external engine cannot be used.

use std::time::Duration;

use thiserror::Error;

/// An error of an external engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("engine {name}: {fault}")]
pub struct ClientError {
    /// The name of the engine.
    pub name: String,
    /// What is wrong.
    pub fault: ClientFault,
}

/// What is wrong with an external engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClientFault {
    /// The settings have no command for it.
    #[error("there is no command")]
    NoCommand,
    /// The system could not start the program.
    #[error("{program} cannot be started: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// The message of the system.
        why: String,
    },
    /// It did not send an expected word in time.
    #[error("no \"{word}\" within {patience:?}")]
    Silent {
        /// The word.
        word: String,
        /// The time it had.
        patience: Duration,
    },
    /// It did not send a move in time.
    #[error("no answer within {after:?}")]
    NoAnswer {
        /// The time it had.
        after: Duration,
    },
    /// It ended where a word was expected.
    #[error("it has ended, expected \"{word}\"")]
    Ended {
        /// The word.
        word: String,
    },
    /// It ended while it searched.
    #[error("it has ended, expected a move")]
    EndedSearch,
    /// It played a move that is not legal.
    #[error("played {played}, which is not legal: {why}")]
    Illegal {
        /// The move.
        played: String,
        /// The reason.
        why: String,
    },
    /// It played something that is not a move.
    #[error("played \"{played}\", which is not a move")]
    NoMove {
        /// The text.
        played: String,
    },
}
