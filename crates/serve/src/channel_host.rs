//! The terminal of a player at the other end of a channel, as the client sees it: a host like any other.

use std::io;
use std::sync::Arc;

use super::wire::Wire;
use crate::escape;
use crate::tui::host::cell_size::CellSize;
use crate::tui::host::facts::Facts;
use crate::tui::host::{Host, control};
use crate::tui::wakes::Events;

/// The terminal of the client.
pub(super) struct ChannelHost {
    facts: Facts,
    wire: Arc<Wire>,
    exit_bytes: Vec<u8>,
    open: bool,
    /// What the last client wrote when it left.
    left_with: Vec<u8>,
}

impl ChannelHost {
    pub(super) fn new(facts: Facts, wire: Arc<Wire>) -> ChannelHost {
        ChannelHost { facts, wire, exit_bytes: Vec::new(), open: false, left_with: Vec::new() }
    }

    /// Leaves the terminal as it was for a client at another server that could not.
    pub(super) fn leave(&self) {
        let _ = self.wire.write(&[&self.left_with, control::LEAVE].concat());
    }
}

impl Host for ChannelHost {
    fn facts(&self) -> Facts {
        Facts { size: self.size(), cell: self.cell(), ..self.facts.clone() }
    }

    fn size(&self) -> (u16, u16) {
        self.wire.window().size
    }

    fn cell(&self) -> Option<CellSize> {
        self.wire.window().cell
    }

    fn open(&mut self, events: Events, mouse: bool) -> io::Result<()> {
        self.open = true;
        self.wire.write(&[control::KEEP_TITLE, control::ENTER].concat())?;
        self.set_mouse(mouse)?;
        self.wire.start(events);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.wire.write(bytes)
    }

    fn write_parts(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        self.wire.write_parts(parts)
    }

    fn set_exit_bytes(&mut self, bytes: &[u8]) {
        self.exit_bytes = bytes.to_vec();
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            let exit_bytes = std::mem::take(&mut self.exit_bytes);
            let _ = self.wire.write(&[&exit_bytes, control::LEAVE].concat());
            self.left_with = exit_bytes;
        }
    }

    fn say(&mut self, words: &str) {
        let words = escape::lines(words).replace('\n', "\r\n");
        let _ = self.wire.write(format!("{words}\r\n").as_bytes());
    }
}
