//! Why a UCI command cannot be carried out.

use std::io;

use thiserror::Error;

use super::counting::MOST_PERFT;
use super::files::FilesError;
use crate::games::UnknownGame;
use crate::rules::position::MoveError;
use crate::rules::variant::OpeningError;

/// Why a UCI command cannot be carried out.
#[derive(Debug, Error)]
pub(super) enum UciError {
    #[error("go perft \"{depth}\": expected 0 to {MOST_PERFT} plies")]
    Perft { depth: String },
    #[error("go perft: no thread could be started: {0}")]
    PerftThread(io::Error),
    #[error("{0}")]
    Output(#[from] io::Error),
    #[error("the search could not start")]
    NoEngine,
    #[error("no thread could be started: {0}")]
    Thread(io::Error),
    #[error("setoption: expected \"name NAME value VALUE\"")]
    Option,
    #[error("UCI_Variant: {0}")]
    Variant(#[from] UnknownGame),
    #[error("{0}")]
    Files(#[from] FilesError),
    #[error("there is no option \"{name}\"")]
    NoOption { name: String },
    #[error("{name} \"{value}\": expected {least} to {most}")]
    Value { name: &'static str, value: String, least: u64, most: u64 },
    #[error("position: expected \"startpos\" or \"fen FEN\"")]
    Position,
    #[error("there is no position: expected a \"position\" command that can be used")]
    NoPosition,
    #[error("position: {0}")]
    Opening(#[from] OpeningError),
    #[error("position: move {number}: {error}")]
    Move { number: usize, error: MoveError },
}
