//! One line of a journal: a checksum, the line's number, and an event.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum JournalEvent {
    /// The game begins.
    Begin {
        /// The version of the format.
        version: u32,
        /// When, in universal time.
        date: String,
        /// The id of the game.
        game: String,
        /// Its opening by name, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<String>,
        /// Its first position, if that is none of the game's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Who sits where.
        seats: Vec<String>,
        /// The clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// Can moves be taken back?
        takebacks: bool,
    },
    /// A move, or an army that leaves, in the machine form.
    Act {
        /// What was done.
        text: String,
        /// Why an army left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        /// What all clocks have after it, in milliseconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<u64>,
    },
    /// So many acts are taken back.
    Undo {
        /// How many.
        count: usize,
        /// What all clocks have now, in milliseconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<u64>,
    },
    /// So many of them are played again.
    Redo {
        /// How many.
        count: usize,
    },
    /// A person takes a seat.
    Sit {
        /// Which.
        seat: usize,
    },
    /// The board is seen from a side.
    Look {
        /// Which seat's.
        seat: usize,
    },
    /// A seat offers a draw.
    Offer {
        /// Which.
        seat: usize,
    },
    /// The offer is declined.
    Decline,
    /// The game is over otherwise than by a move.
    End {
        /// Why: `resignation`, `time`, `agreement`, or the position's own reason.
        cause: String,
        /// In words.
        words: String,
        /// Each seat's share.
        shares: Vec<String>,
    },
}

/// An event with who wrote it. The first writer of a file has epoch 0 and leaves no mark, as programs
/// did that knew no epochs; they read what later ones write, and overlook the mark.
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

/// The mark alone.
#[derive(Deserialize)]
struct Mark {
    #[serde(default)]
    epoch: u64,
}

/// A line with its end.
pub(super) fn write(number: u64, epoch: u64, record: &JournalEvent) -> String {
    let marked = Marked { event: record, epoch };
    let event = serde_json::to_string(&marked).expect("plain data can always be written");
    let body = format!("{number} {event}");
    format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()))
}

/// What of a game is not on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Unsaved {
    /// So many moves, or armies that left.
    pub moves: usize,
    /// So many other events that change the game: its end, moves taken back.
    pub others: usize,
}

impl Unsaved {
    /// What one event changes. That a game begins, or is seen from another side, changes nothing.
    pub const fn of(record: &JournalEvent) -> Unsaved {
        match record {
            JournalEvent::Act { .. } => Unsaved { moves: 1, others: 0 },
            JournalEvent::Begin { .. } | JournalEvent::Look { .. } => Unsaved { moves: 0, others: 0 },
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

/// What a line that was written here changes.
pub(super) fn does(line: &str) -> Unsaved {
    let event = line.splitn(3, ' ').nth(2).and_then(|event| serde_json::from_str(event).ok());
    event.as_ref().map_or(Unsaved::default(), Unsaved::of)
}

/// Reads a line; it must have this number. Gives back who wrote it, too.
pub(super) fn read(number: u64, bytes: &[u8]) -> Result<(JournalEvent, u64), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let line = text.strip_suffix('\n').ok_or("it has no end")?;
    let (sum, body) = line.split_once(' ').ok_or("a checksum was expected")?;
    if sum.len() != 8 || u32::from_str_radix(sum, 16).ok() != Some(crc32fast::hash(body.as_bytes())) {
        return Err("its checksum is wrong".to_owned());
    }
    let (found, event) = body.split_once(' ').ok_or("a number was expected")?;
    if found != number.to_string() {
        return Err(format!("line number {found} where {number} was expected"));
    }
    let wrong = |error| format!("the event cannot be read: {error}");
    let record = serde_json::from_str(event).map_err(wrong)?;
    let marked = event.contains("\"epoch\"");
    let epoch = if marked { serde_json::from_str::<Mark>(event).map_err(wrong)?.epoch } else { 0 };
    Ok((record, epoch))
}

/// The version that a first line names, whatever else a later program put there.
pub(super) fn version(bytes: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(bytes).ok()?;
    let event: serde_json::Value = serde_json::from_str(text.splitn(3, ' ').nth(2)?).ok()?;
    let begins = event.get("do")? == "begin";
    begins.then(|| event.get("version")?.as_u64())?.map(|version| u32::try_from(version).unwrap_or(u32::MAX))
}

/// Could these bytes be the beginning of a first line?
pub(super) fn begins(bytes: &[u8]) -> bool {
    const AFTER: &[u8] = b" 0 {\"do\":\"begin\"";
    let (sum, after) = bytes.split_at(bytes.len().min(8));
    let shown = after.len().min(AFTER.len());
    sum.iter().all(u8::is_ascii_hexdigit) && after[..shown] == AFTER[..shown]
}

/// Does a line, perhaps one cut at its beginning, say that the game is over?
pub(super) fn is_end(line: &str) -> bool {
    line.contains("{\"do\":\"end\"")
}
