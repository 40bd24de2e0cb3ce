//! What is new in a room for one reader, so that a screen can tell it in a line.

use super::Room;
use crate::Club;
use crate::escape;
use crate::member::MemberId;

/// One who hears what is said in a room.
#[derive(Debug)]
pub struct Ear {
    room: Room,
    reader: MemberId,
    /// The number of the last line that was heard.
    heard: u64,
    /// How many lines of others were heard and not read.
    unread: usize,
}

impl Ear {
    /// Hears from now on. What was said before is read in the talk.
    pub fn new(club: &Club, room: Room, reader: MemberId) -> Ear {
        let mut ear = Ear { room, reader, heard: 0, unread: 0 };
        ear.news(club);
        ear.forget_unread();
        ear
    }

    /// The room.
    pub const fn room(&self) -> Room {
        self.room
    }

    /// The last line of another one since the last time.
    pub fn news(&mut self, club: &Club) -> Option<String> {
        let lines = club.lines(self.room, self.reader);
        let last = lines.last().map_or(0, |line| line.number);
        let before = self.heard;
        self.heard = last.max(before);
        let new = lines.iter().rev().take_while(|line| line.number > before);
        let mut of_others = new.filter(|line| line.from != self.reader);
        let newest = of_others.next()?;
        self.unread += 1 + of_others.count();
        Some(format!("{}: {}", escape::line(&newest.name), newest.text))
    }

    /// How many lines of others were heard and not read.
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// All lines were read.
    pub const fn forget_unread(&mut self) {
        self.unread = 0;
    }
}
