//! One line of a journal: a checksum, the line number, and an event.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum JournalEvent {
    /// The game starts.
    Begin {
        /// The version of the journal format.
        version: u32,
        /// The start time, in UTC.
        date: String,
        /// The id of the game.
        game: String,
        /// The file of the game, if it is no part of the program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The name of its opening array, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<String>,
        /// Its initial position as a FEN, unless it is the standard one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// The player of each seat.
        seats: Vec<String>,
        /// The clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// Are takebacks allowed?
        takebacks: bool,
    },
    /// A move, or an army that leaves the game, in the machine notation.
    Act {
        /// The move, or the departure.
        text: String,
        /// Why the army left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        /// The time left on each clock after it, in milliseconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<u64>,
    },
    /// The last moves are taken back.
    Undo {
        /// The number of acts.
        count: usize,
        /// The time left on each clock, in milliseconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<u64>,
    },
    /// Moves that were taken back are played again.
    Redo {
        /// The number of moves.
        count: usize,
    },
    /// A human player takes a seat.
    Sit {
        /// The seat.
        seat: usize,
        /// The name of the player's identity, if it is not the user of the program. Older programs ignore it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The name of the player, if they take the seat of a computer among people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A computer takes the seat of a person who left.
    Computer {
        /// The seat.
        seat: usize,
        /// The level.
        level: u8,
    },
    /// A seat asks the other people for something, or agrees to it.
    Ask {
        /// The seat.
        seat: usize,
        /// What is asked for.
        what: String,
    },
    /// What somebody asked for is declined or withdrawn.
    Refuse {
        /// What was asked for.
        what: String,
    },
    /// The game is stopped by agreement, or continues.
    Stop {
        /// Is it stopped?
        stopped: bool,
        /// The time left on each clock, in milliseconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<u64>,
    },
    /// The game is left: the time that was used since the last event counts when it is resumed.
    Clock {
        /// The time left on each clock, in milliseconds.
        clocks: Vec<u64>,
    },
    /// The conditional moves of a seat.
    Plan {
        /// The seat.
        seat: usize,
        /// Lines of moves from the current position, in the machine notation.
        lines: Vec<Vec<String>>,
    },
    /// The premove of a seat.
    Premove {
        /// The seat.
        seat: usize,
        /// The move, in the machine notation; without it there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The board is shown from another side.
    Look {
        /// The seat at the bottom of the board.
        seat: usize,
    },
    /// A seat offers a draw, or accepts one.
    Offer {
        /// The seat.
        seat: usize,
    },
    /// A seat claims the game, or agrees to a claim.
    Claim {
        /// The seat.
        seat: usize,
    },
    /// The offer or the claim is declined.
    Decline {
        /// Which of them. Older programs do not write it, and mean both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<Declined>,
    },
    /// The game ends in another way than by a move.
    End {
        /// The cause: `resignation`, `time`, `agreement`, `claim`, or the reason of the position.
        cause: String,
        /// The cause, in words.
        words: String,
        /// The share of each seat.
        shares: Vec<String>,
    },
}

/// What can be declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Declined {
    /// The offer of a draw.
    Draw,
    /// The claim of the game.
    Claim,
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub(super) enum LineError {
    #[error("it is not text")]
    NotText,
    #[error("it is cut off")]
    NoEnd,
    #[error("expected a checksum")]
    NoChecksum,
    #[error("its checksum is wrong")]
    WrongChecksum,
    #[error("expected a number")]
    NoNumber,
    #[error("line number {found}, expected {expected}")]
    WrongNumber { found: String, expected: u64 },
    #[error("the event cannot be read: {0}")]
    Event(#[from] serde_json::Error),
    /// The epoch of its writer is older than that of the line before.
    #[error("its epoch {epoch} is older than epoch {newest}")]
    OldEpoch { epoch: u64, newest: u64 },
    /// It is the first line of a game, and not the first line of the file.
    #[error("a second game starts here")]
    SecondBegin,
}

/// An event with the epoch of its writer. Epoch 0, the first writer of a file, is not written: this is the format
/// of older programs, which ignore the field when they read newer files.
#[derive(Serialize)]
struct Marked<'a> {
    #[serde(flatten)]
    event: &'a JournalEvent,
    #[serde(skip_serializing_if = "is_first")]
    epoch: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_first(epoch: &u64) -> bool {
    *epoch == 0
}

/// The epoch field alone.
#[derive(Deserialize)]
struct Mark {
    #[serde(default)]
    epoch: u64,
}

/// Formats an event as a line of a journal, with its line end.
pub fn written(number: u64, epoch: u64, record: &JournalEvent) -> String {
    let marked = Marked { event: record, epoch };
    let event = serde_json::to_string(&marked).expect("plain data can always be written");
    let body = format!("{number} {event}");
    format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()))
}

/// How much of a game is not on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Unsaved {
    /// The number of moves and of armies that left.
    pub moves: usize,
    /// The number of other events that change the game, such as its end or moves taken back.
    pub(crate) others: usize,
}

impl Unsaved {
    /// What one event changes. The start of the game, a change of the view and the time when the game was left count as
    /// nothing.
    pub const fn of(record: &JournalEvent) -> Unsaved {
        match record {
            JournalEvent::Act { .. } => Unsaved { moves: 1, others: 0 },
            JournalEvent::Begin { .. }
            | JournalEvent::Look { .. }
            | JournalEvent::Clock { .. }
            | JournalEvent::Plan { .. }
            | JournalEvent::Premove { .. } => Unsaved { moves: 0, others: 0 },
            _ => Unsaved { moves: 0, others: 1 },
        }
    }
}

impl AddAssign for Unsaved {
    fn add_assign(&mut self, more: Unsaved) {
        self.moves += more.moves;
        self.others += more.others;
    }
}

/// What a line in this format changes.
pub(super) fn does(line: &str) -> Unsaved {
    let event = line.splitn(3, ' ').nth(2).and_then(|event| serde_json::from_str(event).ok());
    event.as_ref().map_or(Unsaved::default(), Unsaved::of)
}

/// Parses a line, which must have this number. Returns the event and the epoch of its writer.
pub(super) fn read(number: u64, bytes: &[u8]) -> Result<(JournalEvent, u64), LineError> {
    let text = std::str::from_utf8(bytes).map_err(|_| LineError::NotText)?;
    let line = text.strip_suffix('\n').ok_or(LineError::NoEnd)?;
    let (sum, body) = line.split_once(' ').ok_or(LineError::NoChecksum)?;
    if sum.len() != 8 || u32::from_str_radix(sum, 16).ok() != Some(crc32fast::hash(body.as_bytes())) {
        return Err(LineError::WrongChecksum);
    }
    let (found, event) = body.split_once(' ').ok_or(LineError::NoNumber)?;
    if found != number.to_string() {
        return Err(LineError::WrongNumber { found: found.to_owned(), expected: number });
    }
    let record = serde_json::from_str(event)?;
    let marked = event.contains("\"epoch\"");
    let epoch = if marked { serde_json::from_str::<Mark>(event)?.epoch } else { 0 };
    Ok((record, epoch))
}

/// The version in the first line, whatever else a newer program wrote there.
pub(super) fn version(bytes: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(bytes).ok()?;
    let event: serde_json::Value = serde_json::from_str(text.splitn(3, ' ').nth(2)?).ok()?;
    let begins = event.get("do")? == "begin";
    begins.then(|| event.get("version")?.as_u64())?.map(|version| u32::try_from(version).unwrap_or(u32::MAX))
}

/// Could these bytes be the start of a first line?
pub(super) fn begins(bytes: &[u8]) -> bool {
    const AFTER: &[u8] = b" 0 {\"do\":\"begin\"";
    let (sum, after) = bytes.split_at(bytes.len().min(8));
    let shown = after.len().min(AFTER.len());
    sum.iter().all(u8::is_ascii_hexdigit) && after[..shown] == AFTER[..shown]
}

/// Does this line, whose start may be missing, contain the end of the game?
pub(super) fn is_end(line: &str) -> bool {
    line.contains("{\"do\":\"end\"")
}
