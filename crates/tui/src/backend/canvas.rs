//! What a terminal shows, and how the next frame comes there. Only one frame is kept between two draws: a client that waits
//! has nothing larger.

use std::io;

use ratatui::backend::Backend as _;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Backend;

/// A terminal with what it shows.
#[derive(Debug)]
pub struct Canvas {
    backend: Backend<Vec<u8>>,
    shown: Buffer,
}

impl Canvas {
    /// An empty one of this size. The cursor is assumed to be hidden.
    pub fn new(columns: u16, rows: u16) -> Canvas {
        let shown = Buffer::empty(Rect::new(0, 0, columns, rows));
        Canvas { backend: Backend::new(Vec::new(), columns, rows), shown }
    }

    /// What writes to the terminal.
    pub const fn backend(&self) -> &Backend<Vec<u8>> {
        &self.backend
    }

    /// What writes to the terminal.
    pub const fn backend_mut(&mut self) -> &mut Backend<Vec<u8>> {
        &mut self.backend
    }

    /// What writes to the terminal, and the frame that it shows.
    pub(crate) const fn parts(&mut self) -> (&mut Backend<Vec<u8>>, &Buffer) {
        (&mut self.backend, &self.shown)
    }

    /// The terminal has another size: it is cleared.
    pub fn resize(&mut self, columns: u16, rows: u16) -> io::Result<()> {
        self.backend.resize(columns, rows);
        self.shown = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.backend.clear()
    }

    /// Clears the terminal, so that the next frame is drawn completely.
    pub fn clear(&mut self) -> io::Result<()> {
        let cursor = self.backend.get_cursor_position()?;
        self.shown.reset();
        self.backend.clear()?;
        self.backend.set_cursor_position(cursor)
    }

    /// Draws a frame: only what is other than before is written. `draw` returns the place of the cursor, if it is shown.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        let mut next = Buffer::empty(self.shown.area);
        let cursor = draw(&mut next);
        self.backend.draw(self.shown.diff_iter(&next))?;
        match cursor {
            Some(at) => self.backend.show_cursor().and_then(|()| self.backend.set_cursor_position(at))?,
            None => self.backend.hide_cursor()?,
        }
        self.shown = next;
        self.backend.flush()
    }
}
