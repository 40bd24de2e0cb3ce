//! What the club tells: to the log for the operator, and to those of its people who are here.

use std::fmt::Display;
use std::sync::atomic::Ordering;

use super::server::Server;
use crate::club::member::MemberId;
use crate::club::table_service::Trouble;

impl Server {
    /// Logs what the table service could not do, or has done after all, and tells those whom it concerns if they are here.
    pub(super) fn tell_trouble(&self, trouble: &Trouble) {
        let (what, table) = (trouble.doing.word(), trouble.table.map_or(0, |key| key.0));
        let words = if let Some(error) = &trouble.error {
            self.log.note("failed", &[("what", &what), ("table", &table), ("error", error)]);
            trouble.doing.words()
        } else {
            self.log.note("mended", &[("what", &what), ("table", &table)]);
            trouble.doing.words_after()
        };
        if let Some(words) = words {
            self.tell(&trouble.people, words);
        }
    }

    /// Tells something to those of these people who are here.
    pub(super) fn tell(&self, people: &[MemberId], words: &str) {
        for connection in self.all() {
            let concerned = connection.member().is_some_and(|member| people.contains(&member.id));
            if let Some(wire) = connection.wire().filter(|_| concerned) {
                wire.notice(words);
            }
        }
    }

    /// Logs how many members were removed because they never did anything.
    pub(super) fn log_removed_members(&self) {
        let all = self.club.removed_members();
        let count = all - self.counts.removed.swap(all, Ordering::Relaxed);
        if count > 0 {
            self.log.note("removed", &[("what", &"members"), ("count", &count)]);
        }
    }

    /// Logs what players have reported about others.
    pub(super) fn log_reports(&self) {
        for report in self.club.take_reported() {
            self.counts.reports.fetch_add(1, Ordering::Relaxed);
            let ((_, by), (_, about)) = (&report.by, &report.about);
            let (room, table) = (report.room.word(), report.table().map_or(0, |key| key.0));
            let fields: [(&str, &dyn Display); 5] =
                [("report", &report.number), ("by", by), ("about", about), ("room", &room), ("table", &table)];
            self.log.note("report", &fields);
        }
    }
}
