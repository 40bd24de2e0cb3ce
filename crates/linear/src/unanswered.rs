//! Why a command is not carried out.

use thiserror::Error;

use crate::config::mistake::EngineError;
use crate::session::setup::SetupError;
use crate::session::table::TableError;

/// What the options are, for people.
pub(super) const OPTIONS: &str = "level 1 to 10 or mine, people for no computer, as SIDE to play that side, clock 10+5, \
                                  setup NAME, or SIDE=WHO like black=human:Ann";

/// Why a command is not carried out: what is wrong with it and what is expected.
#[derive(Debug, Error)]
pub(super) enum Unanswered {
    #[error("There is no command \"{0}\". Type help for all.")]
    Command(String),
    #[error("Of which game? Type rules and its number or its name.")]
    Game,
    #[error("There is no page \"{typed}\": type 1 to {last}.")]
    Page { typed: String, last: usize },
    #[error("\"{typed}\" is not a part of the board: type one of {}, or nothing for all.", .expected.join(", "))]
    Part { typed: String, expected: Vec<String> },
    #[error("There is no side \"{typed}\": type one of {}.", .names.join(", "))]
    Side { typed: String, names: Vec<&'static str> },
    #[error("{} a name like {first} or {last}.", ask(.typed))]
    Square { typed: String, first: String, last: String },
    #[error("\"{0}\" is not a number: type how many of the last moves to show.")]
    Count(String),
    #[error("No move has been played yet.")]
    NoMoves,
    /// The words are those of the rules.
    #[error("{0}")]
    Pick(String),
    #[error("\"{0}\" is not an option: {OPTIONS}.")]
    Option(String),
    #[error("{option}: expected {expected}.")]
    Value { option: String, expected: &'static str },
    #[error("{option}: {why}.")]
    Wrong { option: String, why: SetupError },
    #[error("{0}.")]
    Setup(#[from] SetupError),
    #[error("{0}.")]
    Engine(#[from] EngineError),
    #[error("{0}")]
    Table(#[from] TableError),
}

fn ask(typed: &str) -> String {
    if typed.is_empty() { "Which square? Type".to_owned() } else { format!("There is no square \"{typed}\": type") }
}
