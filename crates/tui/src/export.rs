//! Export of games: as PGN, as FEN, as recordings that replay a game in a terminal, and as animations.

pub mod format;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::diagram::Diagram;
use super::replay;
use super::view::View;
use crate::escape;
use crate::files::create_given;
use crate::record::form::Form;
use crate::record::store::{GameEntry, Store, StoreError};
use format::Format;

/// Why games could not be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A game could not be read.
    #[error(transparent)]
    Game(#[from] StoreError),
    /// Several games for a format that holds one.
    #[error("an SVG holds one game, and these are {0}: choose one, or add :N for game N of its file")]
    Several(usize),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file exists already.
    #[error("{}: this file exists already; choose another name", escape::path(.path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("{}: {error}", escape::path(.path))]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

/// Writes games in a format. After each game the callback gets the number of games so far; if it returns false, the
/// export stops. Returns what is missing: a game that can only be read in part is written up to there.
pub fn write(
    store: &Store,
    entries: &[GameEntry],
    format: Format<'_>,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<String>, ExportError> {
    let Format { form, glyphs, theme, .. } = format;
    if form == Form::Svg && entries.len() > 1 {
        return Err(ExportError::Several(entries.len()));
    }
    let (mut games, mut missing) = (Vec::new(), Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        let problem = if form == Form::Pgn {
            let (text, problem) = store.text(entry)?;
            out.write_all(if at > 0 { b"\n" } else { b"" })?;
            out.write_all(text.as_bytes())?;
            problem
        } else {
            let (game, problem) = store.read(entry)?;
            if form == Form::Fen {
                writeln!(out, "{}", game.end().fen())?;
            } else {
                games.push(game);
            }
            problem
        };
        missing.extend(problem);
        if !tell(at + 1) {
            return Ok(missing);
        }
    }
    match form {
        Form::Text => replay::text(&games, glyphs, out)?,
        Form::Cast => replay::cast(&games, format, out)?,
        Form::Svg => {
            let diagram = Diagram { theme, view: View::FIRST };
            for game in &games {
                out.write_all(diagram.film(game).as_bytes())?;
            }
        }
        Form::Pgn | Form::Fen => {}
    }
    Ok(missing)
}

/// Writes a text to a file that must not exist yet.
pub fn write_text(path: &Path, text: &str) -> Result<(), ExportError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => ExportError::Exists { path: path.to_owned() },
        _ => ExportError::File { path: path.to_owned(), error },
    };
    let mut file = create_given(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(|error| {
        let _ = std::fs::remove_file(path);
        failed(error)
    })
}

/// A file that takes so many bytes.
struct Limited<W> {
    out: W,
    left: u64,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, "it is larger than the room that is left"));
        }
        let written = self.out.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes games to a file that must not exist yet. An incomplete file is removed, and so is one that
/// would get more than `most` bytes. Returns what is missing.
pub fn write_file(
    store: &Store,
    entries: &[GameEntry],
    format: Format<'_>,
    (path, most): (&Path, u64),
    tell: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<String>, ExportError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => ExportError::Exists { path: path.to_owned() },
        _ => ExportError::File { path: path.to_owned(), error },
    };
    let file = create_given(path).map_err(failed)?;
    let mut out = Limited { out: BufWriter::new(file), left: most };
    let mut stopped = false;
    let mut listen = |count| {
        stopped = !tell(count);
        !stopped
    };
    let written = write(store, entries, format, &mut out, &mut listen);
    let written = written.and_then(|missing| Ok(out.flush().map(|()| missing)?));
    if written.is_err() || stopped {
        let _ = std::fs::remove_file(path);
    }
    written.map_err(|error| match error {
        ExportError::Io(error) => failed(error),
        other => other,
    })
}
