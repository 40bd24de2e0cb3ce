//! Slow games: those that wait for a member, and vacations, during which the clocks of a member stop.

use std::time::{Duration, SystemTime};

use super::{Listed, LiveTable, TableService, TableServiceError, lock};
use crate::member::{Member, MemberId};
use crate::session::referee::Referee;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The days of vacation that a member has in 365 days.
const VACATION_DAYS: u64 = 14;

/// The vacation of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// When it ends, if there is one now.
    pub until: Option<SystemTime>,
    /// The days that are left, of the last 365.
    pub days_left: u64,
}

/// The part of some periods between two times.
fn overlap(periods: &[(SystemTime, SystemTime)], from: SystemTime, to: SystemTime) -> Duration {
    let parts =
        periods.iter().map(|&(start, stop)| stop.min(to).duration_since(start.max(from)).unwrap_or_default());
    parts.sum()
}

/// When the vacation of now ends. One that was made longer is several periods, each from the end of the one before.
fn until(periods: &[(SystemTime, SystemTime)], now: SystemTime) -> Option<SystemTime> {
    let later = |end: SystemTime| periods.iter().find(|(start, stop)| *start <= end && end < *stop);
    std::iter::successors(later(now), |(_, stop)| later(*stop)).last().map(|(_, stop)| *stop)
}

impl LiveTable {
    pub(super) fn is_slow(&self) -> bool {
        self.setup.is_slow()
    }
}

impl TableService {
    /// The slow games where it is the turn of this member, the one with the least time first.
    pub fn waits_for(&self, who: &Member) -> Vec<Listed> {
        let now = std::time::Instant::now();
        let mut waiting: Vec<(Duration, Listed)> = Vec::new();
        for listed in self.own(who).into_iter().filter(|listed| listed.setup.is_slow()) {
            let Some(view) = listed.table.as_ref().map(|table| table.newest()) else { continue };
            let turn = view.position.turn();
            if view.status.ending.is_none() && view.status.owners[turn] == Some(who.id.identity()) {
                waiting.push((view.clock(turn, now).unwrap_or_default(), listed));
            }
        }
        waiting.sort_by_key(|(left, _)| *left);
        waiting.into_iter().map(|(_, listed)| listed).collect()
    }

    /// The vacation of a member.
    pub fn vacation(&self, who: &Member) -> Result<Vacation, TableServiceError> {
        let MemberId::Member(member) = who.id else { return Ok(Vacation { until: None, days_left: 0 }) };
        let now = self.now();
        let all = self.store.vacations(member, now.checked_sub(YEAR).unwrap_or(SystemTime::UNIX_EPOCH))?;
        let used = overlap(&all, now.checked_sub(YEAR).unwrap_or(SystemTime::UNIX_EPOCH), now + YEAR);
        let until = until(&all, now);
        // A day that has begun counts.
        let days = used.as_secs().div_ceil(DAY.as_secs());
        Ok(Vacation { until, days_left: VACATION_DAYS.saturating_sub(days) })
    }

    /// Until when somebody is on vacation, if they are.
    pub fn away_until(&self, who: MemberId) -> Option<SystemTime> {
        let MemberId::Member(member) = who else { return None };
        let now = self.now();
        until(&self.store.vacations(member, now).ok()?, now)
    }

    /// A member goes on vacation for this many days, or makes it longer.
    pub fn start_vacation(&self, who: &Member, days: u64) -> Result<(), TableServiceError> {
        let MemberId::Member(member) = who.id else { return Err(TableServiceError::Guest { what: "slow games" }) };
        let _alone = lock(&self.changes);
        let Vacation { until, days_left } = self.vacation(who)?;
        if !(1..=days_left).contains(&days) {
            return Err(TableServiceError::Vacation { left: days_left });
        }
        let start = until.unwrap_or_else(|| self.now());
        self.store.add_vacation(member, start, start + DAY * days as u32)?;
        self.hold_slow_games();
        self.notifier.notify_all();
        Ok(())
    }

    /// A member comes back from a vacation: their clocks run again.
    pub fn end_vacation(&self, who: &Member) -> Result<(), TableServiceError> {
        let MemberId::Member(member) = who.id else { return Ok(()) };
        let _alone = lock(&self.changes);
        self.store.end_vacation(member, self.now())?;
        self.hold_slow_games();
        self.notifier.notify_all();
        Ok(())
    }

    /// Stops the clocks of slow games in which a member on vacation is on turn, and lets all others run.
    pub(super) fn hold_slow_games(&self) {
        // Without an answer of the database everything stays as it is: all clocks stand.
        let Ok(away) = self.store.on_vacation(self.now()) else { return };
        let entries: Vec<LiveTable> = self.state().live.open().filter(|entry| entry.is_slow()).cloned().collect();
        for table in entries.iter().filter_map(|entry| entry.table.as_ref()) {
            let view = table.newest();
            let owner = view.status.owners[view.position.turn()].as_ref().and_then(MemberId::of);
            let held = matches!(owner, Some(MemberId::Member(number)) if away.contains(&number));
            if view.status.held != held {
                table.hold(held);
            }
        }
    }

    /// How much time the seat on turn has used since the last move, when a game is resumed. The clock of a live game
    /// stopped with the server, whose last sign is `seen`; the clock of a slow game did not, except during a vacation.
    pub(super) fn used(
        &self,
        entry: &LiveTable,
        (moved, seen): (Option<SystemTime>, Option<SystemTime>),
        referee: &Referee,
    ) -> Duration {
        // A computer thinks anew, and what it had used is not known: it may have waited for a place.
        let Some(moved) = moved.filter(|_| referee.setup().is_person(referee.position().turn())) else {
            return Duration::ZERO;
        };
        let now = self.now();
        if !entry.is_slow() {
            // A server that shares the database has signs of its own.
            let pulse = || self.store.pulse().ok().flatten().filter(|_| self.store.node().is_none());
            let seen = seen.or_else(pulse).unwrap_or(moved).min(now);
            return seen.duration_since(moved).unwrap_or_default();
        }
        let turn = referee.position().turn();
        let owner = entry.row.seats.get(turn.index()).and_then(super::Seat::person);
        let free = match owner {
            Some(MemberId::Member(member)) => {
                overlap(&self.store.vacations(member, moved).unwrap_or_default(), moved, now)
            }
            _ => Duration::ZERO,
        };
        now.duration_since(moved).unwrap_or_default().saturating_sub(free)
    }
}
