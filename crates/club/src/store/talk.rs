//! Who blocks whom, and reports for the operator.

use super::sql::{self, Row, params};

use super::seats::member;
use super::{Store, StoreError, TableKey};
use crate::member::MemberId;
use crate::moment::{moment, seconds};
use crate::report::{Report, ReportedLine};
use crate::talk::Room;

/// How many reports are kept: the newest.
const MOST_REPORTS: i64 = 1000;

fn written(lines: &[ReportedLine]) -> String {
    let line = |line: &ReportedLine| format!("{}\t{}\t{}\n", seconds(line.time), line.name, line.text);
    lines.iter().map(line).collect()
}

fn read(lines: &str) -> Vec<ReportedLine> {
    let line = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let (seconds, name, text) = (parts.next()?, parts.next()?, parts.next()?);
        Some(ReportedLine { time: moment(seconds.parse().ok()?), name: name.to_owned(), text: text.to_owned() })
    };
    lines.lines().filter_map(line).collect()
}

/// The report of a row; `None` if another program has changed it to something that is none.
fn report(row: &Row<'_>) -> sql::Result<Option<Report>> {
    let (by, about): (String, String) = (row.get("by")?, row.get("about")?);
    let (kind, table): (String, Option<i64>) = (row.get("room")?, row.get("game")?);
    let room = match (kind.as_str(), table) {
        ("players", Some(table)) => Room::Players(TableKey(table)),
        ("watchers", Some(table)) => Room::Watchers(TableKey(table)),
        _ => Room::Lobby,
    };
    let (Some(by), Some(about)) = (member(&by), member(&about)) else { return Ok(None) };
    Ok(Some(Report {
        number: row.get("id")?,
        time: moment(row.get("time")?),
        by: (by, row.get("by_name")?),
        about: (about, row.get("about_name")?),
        room,
        lines: read(&row.get::<_, String>("lines")?),
    }))
}

impl Store {
    /// All pairs of who blocks whom.
    pub(crate) fn blocks(&self) -> Result<Vec<(MemberId, MemberId)>, StoreError> {
        self.read(|connection| {
            let pair = |row: &Row<'_>| Ok((MemberId::Member(row.get(0)?), MemberId::Member(row.get(1)?)));
            Ok(connection.all("SELECT member, other FROM blocks", params![], pair)?)
        })
    }

    /// Whether a member blocks another one.
    pub(crate) fn is_blocked(&self, member: i64, other: i64) -> Result<bool, StoreError> {
        self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM blocks WHERE member = ?1 AND other = ?2)";
            Ok(connection.one(sql, params![member, other], |row| row.get(0))?)
        })
    }

    /// Stores that a member blocks another one, or does not any more.
    pub(crate) fn set_block(&self, member: i64, other: i64, on: bool) -> Result<(), StoreError> {
        let sql = if on {
            "INSERT INTO blocks (member, other) VALUES (?1, ?2) ON CONFLICT (member, other) DO NOTHING"
        } else {
            "DELETE FROM blocks WHERE member = ?1 AND other = ?2"
        };
        self.write(move |connection| {
            connection.execute(sql, params![member, other])?;
            Ok(())
        })
    }

    /// Keeps a report and returns its number. The oldest ones make room if there are very many.
    pub(crate) fn add_report(&self, report: Report) -> Result<i64, StoreError> {
        self.write(move |connection| {
            let (room, table) = (report.room.word(), report.room.table().map(|TableKey(table)| table));
            let ((by, by_name), (about, about_name)) = (&report.by, &report.about);
            let newest: i64 = connection.one(
                "INSERT INTO reports (id, time, by, by_name, about, about_name, room, game, lines)
                 VALUES ((SELECT 1 + coalesce(max(id), 0) FROM reports), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 RETURNING id",
                params![
                    seconds(report.time),
                    by.to_string(),
                    by_name,
                    about.to_string(),
                    about_name,
                    room,
                    table,
                    written(&report.lines)
                ],
                |row| row.get(0),
            )?;
            connection.execute("DELETE FROM reports WHERE id <= ?1", params![newest - MOST_REPORTS])?;
            Ok(newest)
        })
    }

    /// The reports, the oldest first.
    pub(crate) fn reports(&self) -> Result<Vec<Report>, StoreError> {
        self.read(|connection| {
            let all: Vec<Option<Report>> =
                connection.all("SELECT * FROM reports ORDER BY id", params![], report)?;
            Ok(all.into_iter().flatten().collect())
        })
    }
}
