//! A member reports another one: the last lines of the room and the table are kept for the operator.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::Club;
use super::member::{Member, MemberId};
use super::moment::seconds;
use super::store::TableKey;
use super::talk::{Room, TalkError};

/// How many lines of the room are kept.
const LINES: usize = 30;

/// So many reports of one member …
const MOST: usize = 3;

/// … in this time.
const WITHIN: Duration = Duration::from_secs(600);

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The number.
    pub number: i64,
    /// When.
    pub time: SystemTime,
    /// Who reports, and the name at that time.
    pub by: (MemberId, String),
    /// Who is reported.
    pub about: (MemberId, String),
    /// Where.
    pub room: Room,
    /// The last lines of the room.
    pub lines: Vec<ReportedLine>,
}

/// A line of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedLine {
    /// When it was said.
    pub(crate) time: SystemTime,
    /// Who said it.
    pub(crate) name: String,
    /// The text. It is safe to show.
    pub text: String,
}

impl Report {
    /// The table of the room.
    pub const fn table(&self) -> Option<TableKey> {
        self.room.table()
    }
}

impl fmt::Display for Report {
    /// For the operator: a line of fields as in the log, and the lines of the room below it.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { number, by, about, .. } = self;
        let room = self.room.word();
        write!(
            out,
            "report={number} time={} by={} ({}) about={} ({})",
            seconds(self.time),
            by.0,
            by.1,
            about.0,
            about.1
        )?;
        write!(out, " room={room}")?;
        if let Some(TableKey(table)) = self.table() {
            write!(out, " table={table}")?;
        }
        for line in &self.lines {
            write!(out, "\n  {} {}: {}", seconds(line.time), line.name, line.text)?;
        }
        Ok(())
    }
}

/// The times of the last reports of each member.
#[derive(Debug, Default)]
pub(crate) struct Reporters(BTreeMap<MemberId, VecDeque<SystemTime>>);

impl Reporters {
    /// Counts a report, if it is not too many.
    fn take(&mut self, by: MemberId, now: SystemTime) -> Result<(), TalkError> {
        let is_new = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age < WITHIN);
        self.0.retain(|_, times| times.iter().any(is_new));
        let times = self.0.entry(by).or_default();
        times.retain(is_new);
        if times.len() >= MOST {
            return Err(TalkError::Reports(times.len()));
        }
        times.push_back(now);
        Ok(())
    }
}

impl Club {
    /// Keeps the last lines of a room and its table for the operator.
    pub fn report(
        &self,
        by: &Member,
        about: (MemberId, &str),
        room: Room,
        now: SystemTime,
    ) -> Result<(), TalkError> {
        if by.id == about.0 {
            return Err(TalkError::Oneself);
        }
        self.check_room(room, by.id)?;
        self.reporters().take(by.id, now)?;
        let line = |line: &super::talk::Line| ReportedLine {
            time: line.time,
            name: line.name.clone(),
            text: line.text.clone(),
        };
        let lines = self.talk().last(room, LINES).iter().map(|kept| line(kept)).collect();
        let about = (about.0, about.1.to_owned());
        let report = Report { number: 0, time: now, by: (by.id, by.shown_name()), about, room, lines };
        let number = self.store.add_report(report.clone())?;
        self.reported().push(Report { number, ..report });
        Ok(())
    }

    fn reported(&self) -> MutexGuard<'_, Vec<Report>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the reports of which the operator has not been told.
    pub fn take_reported(&self) -> Vec<Report> {
        std::mem::take(&mut *self.reported())
    }

    /// The reports that the store keeps, the oldest first.
    pub fn reports(&self) -> Result<Vec<Report>, super::ClubError> {
        Ok(self.store.reports()?)
    }
}
