//! A game from standard input, and how the keyboard remains available afterwards.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;

use super::Failure;
use crate::files;
use crate::tui::terminal::read_keys_from_the_terminal;

/// The most bytes that are read from an input.
const MOST_BYTES: u64 = 256 << 20;

/// Reads all of standard input if the name is `-`. The terminal replaces it afterwards, so that keys can be
/// read. A named pipe, as in `review <(zcat games.pgn.gz)`, is read completely too.
pub(super) fn given(name: &str) -> Result<Option<Vec<u8>>, Failure> {
    let path = Path::new(name);
    if name != "-" && files::is_stream(path) {
        let failed = |error: io::Error| Failure::Failed(format!("{name}: {error}"));
        let mut bytes = Vec::new();
        files::open_named(path).map_err(failed)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        return Ok(Some(bytes));
    }
    if name != "-" {
        return Ok(None);
    }
    if io::stdin().is_terminal() {
        let message = "standard input is the terminal: expected a game, as in `heterodox review - < game.pgn`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::Failed(format!("standard input: it is longer than {MOST_BYTES} bytes (256 MiB)")));
    }
    let terminal = |error: io::Error| Failure::Failed(format!("/dev/tty: {error}"));
    read_keys_from_the_terminal().map_err(terminal)?;
    Ok(Some(bytes))
}
