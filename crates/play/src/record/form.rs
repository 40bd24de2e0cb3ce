//! The formats in which a game is exported.

use std::fmt;
use std::path::Path;

/// An export format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// With all its comments, for any program that knows the game.
    Pgn,
    /// The FEN of the last position.
    Fen,
    /// Frames as text that `cat` shows one after the other.
    Text,
    /// Frames with their times, as an asciicast.
    Cast,
    /// An animation for a browser. It holds one game.
    Svg,
}

impl Form {
    /// All formats.
    pub const ALL: [Form; 5] = [Form::Pgn, Form::Fen, Form::Text, Form::Cast, Form::Svg];

    /// The file extension.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Form::Pgn => "pgn",
            Form::Fen => "fen",
            Form::Text => "txt",
            Form::Cast => "cast",
            Form::Svg => "svg",
        }
    }

    /// The format that belongs to a path's extension.
    pub fn of(path: &Path) -> Option<Form> {
        let ending = path.extension()?.to_str()?;
        Form::ALL.into_iter().find(|form| form.ending().eq_ignore_ascii_case(ending))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.ending())
    }
}
