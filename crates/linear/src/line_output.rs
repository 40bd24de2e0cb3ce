//! The output: whole lines of text in the character set of the user. Control characters in a text are shown as escapes,
//! so that nothing but text and ends of lines is ever written.

use std::io::{self, BufWriter, Write};

use super::unanswered::Unanswered;
use crate::escape;

/// Writes a text in the character set of the user, with control characters as escapes.
pub type Plain = Box<dyn Fn(&str) -> String>;

/// The output. After a failure nothing more is written.
pub struct LineOutput<W: Write> {
    out: BufWriter<W>,
    plain: Plain,
    failure: Option<io::Error>,
}

impl<W: Write> LineOutput<W> {
    /// The output to this writer. `plain` writes a text in the character set of the user.
    pub fn new(out: W, plain: Plain) -> LineOutput<W> {
        LineOutput { out: BufWriter::new(out), plain, failure: None }
    }

    fn note(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.failure.get_or_insert(error);
        }
    }

    pub(super) fn flush(&mut self) {
        if self.failure.is_none() {
            let done = self.out.flush();
            self.note(done);
        }
    }

    pub(super) const fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}

/// Takes lines.
pub(super) trait Say {
    /// Says a text of one line or more.
    fn say(&mut self, text: &str);

    /// Says lines, or why there are none.
    fn say_all(&mut self, lines: Result<Vec<String>, Unanswered>) {
        match lines {
            Ok(lines) => lines.iter().for_each(|line| self.say(line)),
            Err(why) => self.say(&why.to_string()),
        }
    }
}

impl<W: Write> Say for LineOutput<W> {
    fn say(&mut self, text: &str) {
        if self.failure.is_none() {
            let text = (self.plain)(&escape::lines(text.trim_end()));
            let done = self.out.write_all(text.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
            self.note(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_and_ends_of_lines_are_written() {
        let mut bytes = Vec::new();
        let mut out = LineOutput::new(&mut bytes, Box::new(|text| text.replace('ö', "o")));
        out.say("a\x1b[2Jb\rc\td\0e\u{9b}f\u{202e}g\x7f\nLörinc");
        out.flush();
        drop(out);
        let text = String::from_utf8(bytes).expect("text");
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
        assert_eq!(text.lines().count(), 2);
        assert!(text.ends_with("\nLorinc\n"), "{text:?}");
    }
}
