//! The moves that were just played, in motion. Motion is drawing only: the position of the screen is always the
//! newest, and every key ends the motion before it does what it does. Of the squares only those that a move changes
//! show something else for a short time; with more than two seats the moves are shown one after the other.

pub mod pace;
pub mod steps;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::marks::BoardMarks;
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::timeline::Act;
use crate::world::World;
use pace::{FRAME, Pace};
use steps::{Frame, Patch, frames};

/// The time from one move to the next in games of more than two seats.
pub const EACH: Duration = Duration::from_millis(400);

/// For this time after a motion was ended early, moves are shown at once: a key is held, or moves come quickly.
pub const QUIET: Duration = Duration::from_millis(250);

/// What happens with a move while an earlier one is still in motion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// The earlier one is shown to its end, and the later one after it: for moves that others play.
    Ends,
    /// The earlier one is dropped: for moves that the user steps through.
    Drops,
}

/// A move in motion, or one that waits for that.
struct Moving {
    frames: Vec<Frame>,
    /// The position after the move.
    position: Box<dyn Position>,
    /// Its marks; `None` for the newest position, whose marks the screen has.
    marks: Option<BoardMarks>,
}

/// What the board shows instead of the newest position.
pub struct Seen<'a> {
    older: Option<(&'a dyn Position, &'a BoardMarks)>,
    frame: &'a [Patch],
}

impl<'a> Seen<'a> {
    /// The older position that is shown, with its marks, if it is not the newest.
    pub const fn older(&self) -> Option<(&'a dyn Position, &'a BoardMarks)> {
        self.older
    }

    /// What this square shows in the frame, if that is not what it has.
    pub(crate) fn patch(&self, square: Square) -> Option<&'a Patch> {
        self.frame.iter().find(|patch| patch.square == square)
    }
}

/// The motion on a board.
pub struct Motion {
    /// The number of acts and the hash of the newest position.
    known: (usize, u64),
    /// The moves to be shown; the first one is in motion.
    moves: VecDeque<Moving>,
    /// The frame of the first one.
    at: usize,
    /// When the first one began.
    began: Instant,
    /// How long a move lasts at least.
    each: Duration,
    /// Until when moves are shown at once.
    quiet: Option<Instant>,
}

fn place(position: &dyn Position) -> (usize, u64) {
    (position.acts().len(), position.hash())
}

impl Motion {
    /// A board that shows this position.
    pub fn new(position: &dyn Position) -> Motion {
        Motion {
            known: place(position),
            moves: VecDeque::new(),
            at: 0,
            began: Instant::now(),
            each: Duration::ZERO,
            quiet: None,
        }
    }

    /// Is this the newest position?
    pub(super) fn knows(&self, position: &dyn Position) -> bool {
        self.known == place(position)
    }

    /// The board shows this position from now on, without motion.
    pub(crate) fn arrive(&mut self, position: &dyn Position) {
        self.known = place(position);
        self.moves.clear();
    }

    /// The board shows this position from now on. If moves lead to it from the one before, they are seen.
    pub fn animate(&mut self, position: &dyn Position, earlier: Earlier, world: &World) {
        let before = self.known;
        if place(position) == before {
            return;
        }
        self.known = place(position);
        let (now, seats) = (world.now, position.spec().seats.len());
        let news = match world.motion_pace() {
            Pace::Off => None,
            pace => news(position, before, seats, pace),
        };
        let Some(news) = news else { return self.moves.clear() };
        if earlier == Earlier::Drops {
            self.moves.clear();
        }
        if self.quiet.is_some_and(|until| now < until) || self.moves.len() + news.len() > seats {
            self.moves.clear();
            self.quiet = Some(now + QUIET);
            return;
        }
        self.quiet = None;
        if self.moves.is_empty() {
            (self.at, self.began) = (0, now);
        }
        self.each = if seats > 2 { EACH } else { Duration::ZERO };
        if let Some(last) = self.moves.back_mut().filter(|_| !news.is_empty()) {
            // It is not the newest any more.
            last.marks = Some(BoardMarks::of(last.position.as_ref()));
        }
        self.moves.extend(news);
    }

    /// Ends the motion. True if the board shows something else now.
    pub(crate) fn end(&mut self, now: Instant) -> bool {
        let seen = self.is_seen();
        if seen {
            self.quiet = Some(now + QUIET);
        }
        self.moves.clear();
        seen
    }

    fn is_seen(&self) -> bool {
        self.moves.len() > 1 || self.moves.front().is_some_and(|first| self.at < first.frames.len())
    }

    /// Goes on with the motion. True if the board shows something else now.
    pub fn advance(&mut self, now: Instant) -> bool {
        let mut changed = false;
        while let Some(first) = self.moves.front() {
            let elapsed = now.saturating_duration_since(self.began);
            let count = first.frames.len();
            let at = ((elapsed.as_millis() / FRAME.as_millis()) as usize).min(count);
            changed |= at != self.at;
            self.at = at;
            if elapsed < self.length(first) {
                break;
            }
            self.moves.pop_front();
            (self.at, self.began) = (0, now);
            changed |= !self.moves.is_empty();
        }
        changed
    }

    fn length(&self, of: &Moving) -> Duration {
        (FRAME * of.frames.len() as u32).max(self.each)
    }

    /// When to go on.
    pub fn deadline(&self) -> Option<Instant> {
        let first = self.moves.front()?;
        let next = FRAME * (self.at as u32 + 1);
        Some(self.began + if self.at < first.frames.len() { next } else { self.length(first) })
    }

    /// What a board with this newest position shows instead; `None` if that is the position itself.
    pub fn seen<'a>(&'a self, newest: &dyn Position) -> Option<Seen<'a>> {
        let first = self.moves.front().filter(|_| self.known.1 == newest.hash())?;
        let older = first.marks.as_ref().map(|marks| (first.position.as_ref(), marks));
        Some(Seen { older, frame: first.frames.get(self.at).map_or(&[], Vec::as_slice) })
    }
}

/// The moves that lead to this position from the one with this number of acts and hash, if they are few.
fn news(position: &dyn Position, before: (usize, u64), most: usize, pace: Pace) -> Option<Vec<Moving>> {
    let count = place(position).0.checked_sub(before.0).filter(|count| (1..=most).contains(count))?;
    let mut news = VecDeque::new();
    let mut back = position.fork();
    for _ in 0..count {
        let after = back.fork();
        let Act::Move(mv) = back.undo()? else { continue };
        let mut frames = frames(back.as_ref(), mv, after.as_ref());
        if pace == Pace::Step && frames.len() > 1 {
            frames.drain(..frames.len() - 1);
        }
        if frames.is_empty() {
            continue;
        }
        let marks = (!news.is_empty()).then(|| BoardMarks::of(after.as_ref()));
        news.push_front(Moving { frames, position: after, marks });
    }
    (back.hash() == before.1).then(|| news.into())
}
