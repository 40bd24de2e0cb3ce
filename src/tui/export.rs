//! Export of games: as PGN, as FEN, and as recordings that replay a game in a terminal.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::glyphs::Glyphs;
use super::replay;
use crate::escape;
use crate::files::create_given;
use crate::record::store::{GameEntry, Store};

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
}

impl Form {
    /// All formats.
    pub const ALL: [Form; 4] = [Form::Pgn, Form::Fen, Form::Text, Form::Cast];

    /// The file extension.
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Pgn => "pgn",
            Form::Fen => "fen",
            Form::Text => "txt",
            Form::Cast => "cast",
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

/// Why games could not be exported.
#[derive(Debug)]
pub enum Failure {
    /// A game could not be read.
    Game(String),
    /// Writing failed.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// Writes games in a format. After each game the callback gets the number of games so far; if it returns
/// false, the export stops.
pub fn write(
    store: &Store,
    entries: &[GameEntry],
    form: Form,
    glyphs: &Glyphs,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Failure> {
    let mut games = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        match form {
            Form::Pgn => {
                out.write_all(if at > 0 { b"\n" } else { b"" })?;
                out.write_all(store.text(entry).map_err(Failure::Game)?.as_bytes())?;
            }
            Form::Fen => writeln!(out, "{}", store.read(entry).map_err(Failure::Game)?.0.end().fen())?,
            Form::Text | Form::Cast => games.push(store.read(entry).map_err(Failure::Game)?.0),
        }
        if !tell(at + 1) {
            return Ok(());
        }
    }
    match form {
        Form::Text => replay::text(&games, glyphs, out)?,
        Form::Cast => replay::cast(&games, glyphs, out)?,
        Form::Pgn | Form::Fen => {}
    }
    Ok(())
}

/// Writes games to a file that must not exist yet. An incomplete file is removed.
pub fn write_file(
    store: &Store,
    entries: &[GameEntry],
    form: Form,
    glyphs: &Glyphs,
    path: &Path,
    tell: &mut dyn FnMut(usize) -> bool,
) -> Result<(), String> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{}: this file exists already; choose another name", escape::path(path))
        }
        _ => format!("{}: {error}", escape::path(path)),
    };
    let file = create_given(path).map_err(failed)?;
    let mut out = BufWriter::new(file);
    let mut stopped = false;
    let mut listen = |count| {
        stopped = !tell(count);
        !stopped
    };
    let written = write(store, entries, form, glyphs, &mut out, &mut listen);
    let written = written.and_then(|()| Ok(out.flush()?));
    if written.is_err() || stopped {
        let _ = std::fs::remove_file(path);
    }
    written.map_err(|failure| match failure {
        Failure::Game(problem) => problem,
        Failure::Io(error) => failed(error),
    })
}

/// The path for a typed text: `~/` stands for the home folder.
pub fn typed_path(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}
