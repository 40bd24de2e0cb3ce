//! What is written to the other program.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::escape;

/// The output stream of the answers, used by several threads.
pub type Output = Arc<Mutex<dyn Write + Send>>;

/// An `info string` line. The text may repeat words of the input, so it is escaped.
pub(super) fn info(text: &str) -> String {
    format!("info string {}\n", escape::line(text))
}

/// Writes to the output stream.
pub(super) fn say(out: &Output, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(text.as_bytes())?;
    out.flush()
}
