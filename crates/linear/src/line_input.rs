//! The input: lines that the user types, read on a thread of their own, and notices of other threads. Only one line is
//! read ahead, so that a flood of input takes no memory.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Instant;

use crate::lines::Lines;
use crate::players::PlayerError;
use crate::rules::mv::Move;
use crate::task;

/// The longest line that is read as a command, in bytes.
const LONGEST_BYTES: usize = 400;

pub(super) enum Heard {
    /// The user has typed a line.
    Line(String),
    /// The user has typed something that is no line of text.
    Refused(String),
    /// The input has ended.
    End,
    /// Another thread has something to tell.
    Notice(Notice),
}

/// What another thread has to tell.
pub(super) enum Notice {
    /// Something happened at the table.
    News,
    /// A hint was found.
    Hint(Result<Move, PlayerError>),
    /// The user leaves: a signal.
    Leave,
}

/// The input.
pub struct LineInput {
    heard: Receiver<Heard>,
    sender: Sender<Heard>,
    /// Asks for the next line.
    more: SyncSender<()>,
    /// A line that waits until the game is ready for it.
    kept: Option<Heard>,
}

/// Makes the client leave, as at the end of the input. It can be used from any thread.
#[derive(Clone)]
pub struct Leaver(Sender<Heard>);

impl Leaver {
    /// Makes the client leave.
    pub fn leave(&self) {
        let _ = self.0.send(Heard::Notice(Notice::Leave));
    }
}

impl LineInput {
    /// Reads lines from here.
    pub fn new(input: impl Read + Send + 'static) -> io::Result<LineInput> {
        let (sender, heard) = channel();
        let (more, asked) = sync_channel(2);
        let lines = sender.clone();
        task::spawn("input", move || read(input, &lines, &asked))?;
        let _ = more.try_send(());
        Ok(LineInput { heard, sender, more, kept: None })
    }

    /// A handle for signals.
    pub fn leaver(&self) -> Leaver {
        Leaver(self.sender.clone())
    }

    /// A function that passes a notice, for other threads.
    pub(super) fn teller(&self) -> impl Fn(Notice) + Clone + Send + Sync + 'static {
        let sender = self.sender.clone();
        move |notice| {
            let _ = sender.send(Heard::Notice(notice));
        }
    }

    /// The next thing that is heard; `None` at the given time. While the game is busy, lines are kept.
    pub(super) fn next(&mut self, busy: bool, due: Option<Instant>) -> Option<Heard> {
        loop {
            if !busy && let Some(kept) = self.kept.take() {
                let _ = self.more.try_send(());
                return Some(kept);
            }
            let heard = match due {
                None => self.heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => self.heard.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match heard {
                Ok(heard @ Heard::Notice(_)) => return Some(heard),
                // No other line comes before this one is taken: the thread that reads waits until it is asked.
                Ok(heard) => self.kept = Some(heard),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(Heard::End),
            }
        }
    }
}

fn read(input: impl Read, heard: &Sender<Heard>, asked: &Receiver<()>) {
    let mut lines = Lines::new(input);
    while asked.recv().is_ok() {
        let next = match lines.next_line() {
            // An input that fails is one that is gone, like a closed window.
            Ok(None) | Err(_) => Heard::End,
            Ok(Some(Err(long))) => Heard::Refused(format!("This is not a command: {long}.")),
            Ok(Some(Ok(line))) if line.len() > LONGEST_BYTES => Heard::Refused(format!(
                "This line has {} characters, and a command has at most {LONGEST_BYTES}. Type help for the commands.",
                line.len()
            )),
            Ok(Some(Ok(line))) => match std::str::from_utf8(line) {
                Ok(line) => Heard::Line(line.trim().to_owned()),
                Err(_) => Heard::Refused("This line is not text in UTF-8. Type help for the commands.".to_owned()),
            },
        };
        let ends = matches!(next, Heard::End);
        if heard.send(next).is_err() || ends {
            return;
        }
    }
}
