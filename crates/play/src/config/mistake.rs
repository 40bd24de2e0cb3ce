//! The errors of settings: the text found, and what was expected. This module also makes the error messages.

use std::borrow::Cow;

use thiserror::Error;

use heterodox_base::document::meant;

/// The errors in a settings file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It is not TOML.
    #[error("{reason}; the whole file is ignored")]
    Syntax {
        /// The message of the parser.
        reason: String,
    },
    /// A section that does not exist.
    #[error("unknown section [{name}]{}", meant(*.like, "[", "]"))]
    Section {
        /// Its name.
        name: String,
        /// The most similar known section.
        like: Option<&'static str>,
    },
    /// A list of tables with an unknown name.
    #[error("unknown table [[{name}]]{}", meant(*.like, "[[", "]]"))]
    Tables {
        /// Its name.
        name: String,
        /// The most similar known name.
        like: Option<&'static str>,
    },
    /// An option that does not exist.
    #[error("{name}: unknown option{}", meant(*.like, "", ""))]
    Option {
        /// Its section and name.
        name: String,
        /// The most similar known option.
        like: Option<&'static str>,
    },
    /// A value that is not valid for its option.
    #[error("{name} is {found}: expected {expected}")]
    Value {
        /// The section and the name of the option.
        name: String,
        /// The value as it is written in the file.
        found: String,
        /// The accepted values.
        expected: String,
    },
    /// A value of the wrong type.
    #[error("{name}: expected {expected}")]
    Expected {
        /// The section and the name.
        name: String,
        /// What was expected.
        expected: Cow<'static, str>,
    },
    /// Another value in place of a list of tables.
    #[error("{name}: expected tables [[{name}]]")]
    List {
        /// Its name.
        name: String,
    },
    /// An engine table that cannot be used.
    #[error("engine: expected {expected}; this engine is ignored")]
    Engine {
        /// What is missing.
        expected: String,
    },
}

/// Why an option cannot be written to a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The file is not TOML.
    #[error("{reason}")]
    Syntax {
        /// The message of the parser.
        reason: String,
    },
    /// There is no such option.
    #[error("unknown option {section}.{key}")]
    Option {
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// The option is a number, but the value is not.
    #[error("{value} is not a number")]
    Number {
        /// The value.
        value: String,
    },
    /// The file has another value where the section should be.
    #[error("{section} is not a section")]
    Section {
        /// The section.
        section: String,
    },
}

/// Why an engine cannot play a seat.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// No engine has this name.
    #[error("there is no engine {name} in the settings")]
    Missing {
        /// The name.
        name: String,
    },
    /// The engine does not play this game.
    #[error("engine {name} does not play {game}, but {}", .games.join(", "))]
    Game {
        /// The name.
        name: String,
        /// The requested game.
        game: String,
        /// The games that it plays.
        games: Vec<String>,
    },
}
