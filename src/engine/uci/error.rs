//! Why a UCI command cannot be carried out.

use std::io;

use thiserror::Error;

use super::MOST_PERFT;
use crate::rules::position::MoveError;
use crate::rules::variant::OpeningError;

/// Why a UCI command cannot be carried out.
#[derive(Debug, Error)]
pub(super) enum UciError {
    #[error("go perft \"{depth}\": 0 to {MOST_PERFT} plies were expected")]
    Perft { depth: String },
    #[error("go perft: no thread could be started: {0}")]
    PerftThread(io::Error),
    #[error("{0}")]
    Output(#[from] io::Error),
    #[error("the search could not start")]
    NoEngine,
    #[error("no thread could be started: {0}")]
    Thread(io::Error),
    #[error("setoption: \"name NAME value VALUE\" was expected")]
    Option,
    #[error("UCI_Variant \"{value}\": one of {known} was expected")]
    Variant { value: String, known: String },
    #[error("there is no option \"{name}\"")]
    NoOption { name: String },
    #[error("{name} \"{value}\": {least} to {most} was expected")]
    Value { name: &'static str, value: String, least: u64, most: u64 },
    #[error("position: \"startpos\" or \"fen FEN\" was expected")]
    Position,
    #[error("position: {0}")]
    Opening(#[from] OpeningError),
    #[error("position: move {number}: {error}")]
    Move { number: usize, error: MoveError },
}
