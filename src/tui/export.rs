//! Games that are given away: as PGN, as position texts, and in forms that play themselves.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::glyphs::Glyphs;
use super::replay;
use crate::escape;
use crate::files::create_given;
use crate::record::store::{GameEntry, Store};

/// A form of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// With all that is said of it, for any program that knows the game.
    Pgn,
    /// The last position.
    Fen,
    /// Pictures that `cat` shows one after the other.
    Text,
    /// Pictures with their times, as an asciicast.
    Cast,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::Pgn, Form::Fen, Form::Text, Form::Cast];

    /// How the names of such files end.
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Pgn => "pgn",
            Form::Fen => "fen",
            Form::Text => "txt",
            Form::Cast => "cast",
        }
    }

    /// The form of a file by the end of its name.
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

/// Why games could not be given away.
#[derive(Debug)]
pub enum Failure {
    /// One of them cannot be read.
    Game(String),
    /// What is written to fails.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// Writes games in a form, as long as somebody listens to how many are done.
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

/// Writes games to a file that there must not be yet; half of one goes again.
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

/// A path as it is typed: `~` is the home folder.
pub fn typed_path(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}
