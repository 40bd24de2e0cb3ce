//! A host is the terminal of one client as a value: where its frames go and its input comes from. The terminal of
//! this process is one ([`super::terminal::Terminal`]), a terminal in memory another ([`memory::MemoryHost`]), and a
//! channel of a server can be one. A client reads nothing about its terminal from the process: no environment, no
//! standard input, no signals. So several clients can run in one process, one thread each.

pub mod cell_size;
pub mod colours;
pub mod control;
pub mod edges;
pub mod facts;
pub mod memory;
pub mod name;

use std::io;

use super::wakes::Events;
use cell_size::CellSize;
use facts::Facts;

/// The maximum size of a frame.
pub const LARGEST: (u16, u16) = (500, 200);

/// A terminal.
pub trait Host {
    /// What is known about the terminal: its variables and its size.
    fn facts(&self) -> Facts;

    /// The columns and rows of the window.
    fn size(&self) -> (u16, u16);

    /// The size of a cell in pixels, as the system knows it now.
    fn cell(&self) -> Option<CellSize> {
        None
    }

    /// Sets up the terminal for full-screen use, and passes its input from now on, from any thread.
    fn open(&mut self, events: Events, mouse: bool) -> io::Result<()>;

    /// Writes bytes of frames, all of them. It may block as long as the terminal accepts none.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Writes the parts of a frame. A terminal takes a frame in one write.
    fn write_parts(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        self.write(&parts.concat())
    }

    /// Turns mouse reporting on or off.
    fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.write(control::mouse(on))
    }

    /// Rings the bell.
    fn bell(&mut self) -> io::Result<()> {
        self.write(&[control::BELL])
    }

    /// Sets the title of the window.
    fn title(&mut self, title: &str) -> io::Result<()> {
        self.write(&control::title(title))
    }

    /// Turns reports about the focus of the window on or off.
    fn set_focus(&mut self, on: bool) -> io::Result<()> {
        self.write(control::focus(on))
    }

    /// Copies a text to the clipboard of the user, if the terminal can.
    fn clipboard(&mut self, text: &str) -> io::Result<()> {
        self.write(&control::clipboard(text))
    }

    /// Sets bytes that are written before the terminal is restored, also if the client does not end by itself.
    fn set_exit_bytes(&mut self, _bytes: &[u8]) {}

    /// Suspends the client and returns when it is continued, with the terminal set up again. False if the host
    /// cannot suspend.
    fn suspend(&mut self) -> bool {
        false
    }

    /// Restores the terminal, finally; frames written later are dropped.
    fn close(&mut self);

    /// Shows words to the user after the terminal was restored. Control characters in them are escaped.
    fn say(&mut self, words: &str);
}
