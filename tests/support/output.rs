//! What a program has written to its terminal, with the screen that shows it.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The sequences that begin and end a synchronized update.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// What stands for bytes that are no text, and what the emulator gets for it: another letter of one column and as many
/// bytes, as it leaves this one out where every terminal shows it.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
const INSTEAD: &[u8] = "\u{25a1}".as_bytes();

/// What a program has written, as a screen and as bytes.
pub struct Output {
    pub screen: vt100::Parser,
    pub bytes: Vec<u8>,
    /// How many of the bytes are on the screen.
    drawn: usize,
    pub ended: bool,
}

impl Output {
    pub fn new(columns: u16, rows: u16) -> Output {
        Output { screen: vt100::Parser::new(rows, columns, 0), bytes: Vec::new(), drawn: 0, ended: false }
    }

    /// Takes what was written next. As in a terminal that knows synchronized updates, one that has come in part is not
    /// on the screen yet, so no test sees half a picture.
    pub fn take(&mut self, written: &[u8]) {
        let near = self.drawn.saturating_sub(BEGIN.len());
        self.bytes.extend_from_slice(written);
        let last = |what: &[u8]| self.bytes[near..].windows(what.len()).rposition(|part| part == what);
        match (last(BEGIN), last(END)) {
            (Some(begin), end) if end.is_none_or(|end| end < begin) => self.draw(near + begin),
            _ => self.draw(self.bytes.len()),
        }
    }

    /// Is nothing there of a frame whose end has not come yet?
    pub fn is_whole(&self) -> bool {
        self.drawn == self.bytes.len()
    }

    /// Nothing more will be written: what has come in part is drawn as it is.
    pub fn end(&mut self) {
        self.draw(self.bytes.len());
        self.ended = true;
    }

    /// Draws what was written up to this byte.
    fn draw(&mut self, end: usize) {
        let Output { screen, bytes, drawn, .. } = self;
        let mut new = bytes[*drawn..end.max(*drawn)].to_vec();
        *drawn += new.len();
        let is_left_out = |at: &usize| new[*at..].starts_with(REPLACEMENT);
        for at in (0..new.len()).filter(is_left_out).collect::<Vec<_>>() {
            new[at..at + INSTEAD.len()].copy_from_slice(INSTEAD);
        }
        if catch_unwind(AssertUnwindSafe(|| screen.process(&new))).is_err() {
            // The emulator fails at text for a window that has become smaller. The program draws again.
            let (rows, columns) = screen.screen().size();
            *screen = vt100::Parser::new(rows, columns, 0);
        }
    }
}
