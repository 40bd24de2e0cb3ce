//! What can be wrong with settings: the place, what was found, and what was expected. The words for
//! it are made here.

use std::borrow::Cow;

use thiserror::Error;

use super::places::Place;

/// Something wrong in a file, and where. What is not in it has its default.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct Mistake<F = Fault> {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: F,
}

/// What can be wrong with a file of settings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It is not TOML.
    #[error("{reason}; nothing of the file is used")]
    Syntax {
        /// What the parser says.
        reason: String,
    },
    /// A section that does not exist.
    #[error("there is no section [{name}]{}", meant(*.like, "[", "]"))]
    Section {
        /// Its name.
        name: String,
        /// The known section that is most like it.
        like: Option<&'static str>,
    },
    /// A list of tables that does not exist.
    #[error("there are no tables [[{name}]]{}", meant(*.like, "[[", "]]"))]
    Tables {
        /// Its name.
        name: String,
        /// The known one that is most like it.
        like: Option<&'static str>,
    },
    /// An option that does not exist.
    #[error("{name}: there is no such option{}", meant(*.like, "", ""))]
    Option {
        /// Its section and name.
        name: String,
        /// The known option that is most like it.
        like: Option<&'static str>,
    },
    /// A value that its option cannot have.
    #[error("{name} is {found}: {expected} was expected")]
    Value {
        /// The section and the name of the option.
        name: String,
        /// The value as it stands in the file.
        found: String,
        /// What it can have.
        expected: String,
    },
    /// Something of the wrong kind.
    #[error("{name}: {expected} was expected")]
    Expected {
        /// The section and the name.
        name: String,
        /// What it can be.
        expected: Cow<'static, str>,
    },
    /// Something else where a list of tables is expected.
    #[error("{name}: tables [[{name}]] were expected")]
    List {
        /// Its name.
        name: String,
    },
    /// An engine that cannot be used.
    #[error("engine: {expected} was expected; it is left out")]
    Engine {
        /// What it lacks.
        expected: String,
    },
}

/// Names the known name that may be meant.
pub fn meant(like: Option<&str>, open: &str, close: &str) -> String {
    like.map(|like| format!("; {open}{like}{close} is meant?")).unwrap_or_default()
}

/// Why an option cannot be written to a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The file is not TOML.
    #[error("{reason}")]
    Syntax {
        /// What the parser says.
        reason: String,
    },
    /// There is no such option.
    #[error("there is no option {section}.{key}")]
    Option {
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// It is a number, and the value is none.
    #[error("{value} is no number")]
    Number {
        /// The value.
        value: String,
    },
    /// The file has something else where the section should be.
    #[error("{section} is no section")]
    Section {
        /// The section.
        section: String,
    },
}

/// Why an engine cannot sit at the board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// There is none of this name.
    #[error("there is no engine {name} in the settings")]
    Missing {
        /// The name.
        name: String,
    },
    /// It plays other games.
    #[error("engine {name} does not play {game}, but {}", .games.join(", "))]
    Game {
        /// The name.
        name: String,
        /// The game that was asked for.
        game: String,
        /// The games that it plays.
        games: Vec<String>,
    },
}
