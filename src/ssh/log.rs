//! The log of the server: one line for each event, as `name=value` pairs. It has no keys that were typed and no words
//! that were said, and control characters are escaped.

use std::fmt::{self, Display, Write as _};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::escape;
use crate::record::date::stamp;

/// Where the lines go.
#[derive(Clone)]
pub struct Log(Arc<Mutex<Box<dyn Write + Send>>>);

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Log")
    }
}

/// The longest value, in characters.
const LONGEST: usize = 200;

impl Log {
    /// A log that goes there.
    pub fn new(out: impl Write + Send + 'static) -> Log {
        Log(Arc::new(Mutex::new(Box::new(out))))
    }

    /// Writes one event. A failure to write is ignored, because it cannot be reported.
    pub fn note(&self, event: &str, fields: &[(&str, &dyn Display)]) {
        let text = line(&stamp(SystemTime::now()), event, fields);
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// The line of an event.
fn line(time: &str, event: &str, fields: &[(&str, &dyn Display)]) -> String {
    let mut text = format!("time={}Z event={event}", time.replace('-', "T"));
    for (name, value) in fields {
        let value: String = value.to_string().chars().take(LONGEST).collect();
        let value = escape::line(&value);
        let plain = !value.is_empty() && !value.contains([' ', '"', '=', '\\']);
        let _ = if plain {
            write!(text, " {name}={value}")
        } else {
            write!(text, " {name}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        };
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_imitate_others() {
        let term = "x\" event=login\n\x1b[2J";
        let text = line("20261120-231502", "pty", &[("term", &term), ("size", &"80x24"), ("empty", &"")]);
        let told =
            "time=20261120T231502Z event=pty term=\"x\\\" event=login\\\\n\\\\x1b[2J\" size=80x24 empty=\"\"\n";
        assert_eq!(text, told);
    }
}
