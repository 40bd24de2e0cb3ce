//! The time zone of a member: a fixed distance from UTC. It does not follow summer time, because the program has no
//! tables of zones.

use std::fmt;
use std::time::{Duration, SystemTime};

use super::change_notifier::Topic;
use super::{ClubError, Visit};
use crate::record::date;

/// The farthest zones, in minutes.
const EAST: i16 = 14 * 60;
const WEST: i16 = -12 * 60;

/// A fixed distance from UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zone {
    /// Minutes ahead of UTC.
    minutes: i16,
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes) = (self.minutes.abs() / 60, self.minutes.abs() % 60);
        match (self.minutes, minutes) {
            (0, _) => out.write_str("UTC"),
            (east, 0) => write!(out, "UTC{}{hours}", if east < 0 { '-' } else { '+' }),
            (east, _) => write!(out, "UTC{}{hours}:{minutes:02}", if east < 0 { '-' } else { '+' }),
        }
    }
}

impl Zone {
    /// What a zone looks like.
    pub const EXPECTED: &str = "a fixed distance from UTC between UTC-12 and UTC+14, such as UTC+2 or UTC-3:30";

    /// A zone this many minutes ahead of UTC.
    pub(crate) fn of_minutes(minutes: i16) -> Option<Zone> {
        (WEST..=EAST).contains(&minutes).then_some(Zone { minutes })
    }

    /// Reads `UTC+2`, `+2`, `UTC-3:30` or `UTC`.
    pub fn parse(text: &str) -> Option<Zone> {
        let text = text.trim().to_ascii_uppercase();
        let text = text.strip_prefix("UTC").or_else(|| text.strip_prefix("GMT")).unwrap_or(&text);
        if text.is_empty() || text == "0" {
            return Some(Zone::default());
        }
        let (sign, digits) = match text.split_at_checked(1)? {
            ("+", digits) => (1, digits),
            ("-", digits) => (-1, digits),
            _ => return None,
        };
        let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
        let number = |text: &str| {
            let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse::<i16>().ok()).flatten()
        };
        let (hours, minutes) = (number(hours)?, number(minutes).filter(|&minutes| minutes < 60)?);
        Zone::of_minutes(sign * (60 * hours + minutes))
    }

    fn shifted(self, seconds: i64) -> SystemTime {
        let here = seconds.saturating_add(60 * i64::from(self.minutes)).max(0);
        SystemTime::UNIX_EPOCH + Duration::from_secs(here as u64)
    }

    /// The day of a time in this zone, from seconds since 1970: `2026-11-24`.
    pub fn day(self, seconds: i64) -> String {
        date::day(self.shifted(seconds))
    }

    /// The hour and minute of a time in this zone, from seconds since 1970: `21:30`.
    pub fn hour(self, seconds: i64) -> String {
        let stamp = date::stamp(self.shifted(seconds));
        let [hour, minute] = [9..11, 11..13].map(|part| stamp.get(part).unwrap_or_default());
        format!("{hour}:{minute}")
    }

    /// A time in this zone, from seconds since 1970: `2026-11-24 21:30`.
    pub fn moment(self, seconds: i64) -> String {
        format!("{} {}", self.day(seconds), self.hour(seconds))
    }

    /// A time in UTC as lists of games have it (`2026-11-24 21:30`), in this zone. Other texts stay as they are.
    pub fn of_utc(self, text: &str) -> String {
        date::seconds(text).map_or_else(|| text.to_owned(), |seconds| self.moment(seconds))
    }
}

impl Visit {
    /// The time zone of this member; UTC for guests.
    pub fn zone(&self) -> Zone {
        self.club.present().zones.get(&self.member.id).copied().unwrap_or_default()
    }

    /// Sets the time zone of this member, on all their connections.
    pub fn set_zone(&self, zone: Zone) -> Result<(), ClubError> {
        self.club.store.set_zone(self.account()?, zone.minutes)?;
        self.club.present().zones.insert(self.member.id, zone);
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_read_as_they_are_written() {
        for (typed, shown) in [
            ("UTC", "UTC"),
            ("0", "UTC"),
            ("utc+2", "UTC+2"),
            ("+2", "UTC+2"),
            (" GMT-03:30 ", "UTC-3:30"),
            ("UTC+5:45", "UTC+5:45"),
            ("-0:30", "UTC-0:30"),
            ("+14", "UTC+14"),
        ] {
            let zone = Zone::parse(typed).unwrap_or_else(|| panic!("{typed}"));
            assert_eq!(zone.to_string(), shown, "{typed}");
            assert_eq!(Zone::parse(shown), Some(zone));
        }
        for typed in ["2", "UTC+15", "-13", "+2:60", "+2:", "+", "Europe/Berlin", "+1+1", "+é", "+-1", "é"] {
            assert_eq!(Zone::parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn times_are_shown_in_the_zone() {
        let seconds = 1_795_217_702;
        assert_eq!(Zone::default().moment(seconds), "2026-11-20 23:35");
        assert_eq!(Zone::parse("+2").expect("a zone").moment(seconds), "2026-11-21 01:35");
        assert_eq!(Zone::parse("-3:30").expect("a zone").moment(seconds), "2026-11-20 20:05");
        assert_eq!(Zone::parse("+2").expect("a zone").of_utc("2026-11-20 23:35"), "2026-11-21 01:35");
        for other in ["2026-11-20", "", "2026-??-20 23:35", "2026-13-20 23:35", "yesterday, 23:35"] {
            assert_eq!(Zone::parse("+2").expect("a zone").of_utc(other), other);
        }
        assert_eq!(Zone::parse("-12").expect("a zone").day(0), "1970-01-01");
    }
}
