//! Dates: days with a time, as far as they are known, and times as text that sorts chronologically.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::tags::Tags;
use crate::zone::Zone;

/// A day and a time, as far as they are known: in UTC, or as somebody wrote them down somewhere. An unknown part is before
/// all known ones. As text it is `2026-11-20 23:15` or `2026-??-??`, and empty if nothing is known; in files one in UTC has
/// a `Z` at its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Date {
    year: Option<u16>,
    month: Option<u8>,
    day: Option<u8>,
    /// Hour, minute and second.
    time: Option<[u8; 3]>,
    /// Is it in UTC? Otherwise nobody knows in which zone it is, and it is shown as it stands.
    is_utc: bool,
}

impl Date {
    /// The date of a time.
    pub fn of(moment: SystemTime) -> Date {
        Date::of_stamp(&stamp(moment)).unwrap_or_default()
    }

    /// The date at the start of a file name, in UTC: `20261120-231502`.
    pub fn of_stamp(text: &str) -> Option<Date> {
        let (day, time) = text.get(..15)?.split_once('-')?;
        let part = |text: &str, from: usize, to: usize| number(text.get(from..to)?);
        let [hour, minute, second] = [part(time, 0, 2)?, part(time, 2, 4)?, part(time, 4, 6)?];
        let date = Date {
            year: Some(part(day, 0, 4)?),
            month: Some(part(day, 4, 6)? as u8),
            day: Some(part(day, 6, 8)? as u8),
            time: Some([hour as u8, minute as u8, second as u8]),
            is_utc: true,
        };
        Some(date).filter(|date| day.len() == 8 && date.is_possible())
    }

    /// The date of tags: a day like `2026.11.20` or `2026.??.??`, and a time like `23:15:02`, of which a list shows hour
    /// and minute.
    pub(crate) fn of_tags(day: &str, time: Option<&str>) -> Option<Date> {
        let parts: Vec<&str> = day.trim().split(['.', '/', '-']).collect();
        let part = |text: &str| match text {
            text if text.bytes().all(|byte| byte == b'?') => Some(None),
            text => number(text).map(Some),
        };
        let [year, month, day] = match parts[..] {
            [year] => [part(year)?, None, None],
            // Some programs write the day first.
            [day, month, year] if year.len() == 4 => [part(year)?, part(month)?, part(day)?],
            [year, month, day] => [part(year)?, part(month)?, part(day)?],
            _ => return None,
        };
        let time = time.and_then(|time| {
            let mut parts = time.split(':');
            Some([number(parts.next()?)? as u8, number(parts.next()?)? as u8, 0])
        });
        let small = |part: Option<u16>| part.map(|part| part.min(99) as u8);
        let date = Date { year, month: small(month), day: small(day), time, is_utc: false };
        let is_known = year.is_some() || month.is_some() && day.is_some();
        Some(date).filter(|date| is_known && date.is_possible())
    }

    /// The date of a game: in UTC if its tags say so.
    pub fn of_game(tags: &Tags) -> Option<Date> {
        let day = |name: &str, time: Option<&str>| Date::of_tags(tags.get(name)?, time);
        let known = |name: &str| day(name, tags.get("UTCTime")).filter(|date| date.tags().is_some());
        // Other programs leave out one of the two days.
        let utc = known("UTCDate").or_else(|| known("Date")).map(|date| Date { is_utc: true, ..date });
        utc.or_else(|| day("Date", tags.get("Time"))).or_else(|| day("UTCDate", None))
    }

    /// As the clocks of a zone show it; as it stands, if it is not known in UTC.
    #[must_use]
    pub fn shown_in(&self, zone: &Zone) -> Date {
        let Some(seconds) = self.seconds() else { return *self };
        let shown = zone.shown(seconds);
        Date {
            year: u16::try_from(shown.year()).ok(),
            month: Some(shown.month() as u8),
            day: Some(shown.day() as u8),
            time: Some([shown.hour() as u8, shown.minute() as u8, shown.second() as u8]),
            is_utc: false,
        }
    }

    /// As lists have it: in a zone, which is named if it is not the person's own.
    pub fn words(&self, zone: &Zone) -> String {
        let suffix = if self.seconds().is_some() { zone.suffix() } else { "" };
        format!("{}{suffix}", self.shown_in(zone))
    }

    /// Only its day, in a zone: `2026-11-20`.
    pub fn day(&self, zone: &Zone) -> String {
        Date { time: None, ..self.shown_in(zone) }.to_string()
    }

    /// The moment in UTC, if it is known: `2026-11-20T23:15Z`.
    pub fn utc(&self) -> Option<String> {
        self.seconds().map(|_| format!("{}Z", self.to_string().replace(' ', "T")))
    }

    /// The seconds since 1970, if it is known in UTC.
    pub(crate) fn seconds(&self) -> Option<i64> {
        let [hour, minute, second] = self.time.filter(|_| self.is_utc)?.map(i64::from);
        let (year, month) = (i64::from(self.year.filter(|&year| year >= 1970)?), i64::from(self.month?));
        // As in `stamp`, a year begins in March.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5;
        let days = days + i64::from(self.day?) - 1 - 719_468;
        Some(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    fn is_possible(&self) -> bool {
        self.year.is_none_or(|year| (1..=9999).contains(&year))
            && self.month.is_none_or(|month| (1..=12).contains(&month))
            && self.day.is_none_or(|day| (1..=31).contains(&day))
            && self.time.is_none_or(|[hour, minute, second]| hour < 24 && minute < 60 && second <= 60)
    }

    /// As it begins the name of a file: `20261120-231502`; `None` if the day is not known.
    pub fn stamp(&self) -> Option<String> {
        let (year, month, day) = (self.year?, self.month?, self.day?);
        let [hour, minute, second] = self.time.unwrap_or_default();
        Some(format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}"))
    }

    /// As the tags have them: `2026.11.20` and `23:15:02`; `None` if a part is not known.
    pub(crate) fn tags(&self) -> Option<(String, String)> {
        let (year, month, day, [hour, minute, second]) = (self.year?, self.month?, self.day?, self.time?);
        Some((format!("{year:04}.{month:02}.{day:02}"), format!("{hour:02}:{minute:02}:{second:02}")))
    }
}

fn number(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Date::default() {
            return Ok(());
        }
        let part = |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        let year = self.year.map_or("????".to_owned(), |year| format!("{year:04}"));
        write!(out, "{year}-{}-{}", part(self.month), part(self.day))?;
        match self.time {
            Some([hour, minute, _]) => write!(out, " {hour:02}:{minute:02}"),
            None => Ok(()),
        }
    }
}

/// A text that is no date.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a date: expected something like 2026-11-20 23:15")]
pub struct NoDate(String);

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        let (own, is_utc) = text.strip_suffix('Z').map_or((text, false), |own| (own, true));
        let (day, time) = own.split_once(' ').map_or((own, None), |(day, time)| (day, Some(time)));
        let date = Date::of_tags(day, time).ok_or_else(|| NoDate(text.to_owned()))?;
        Ok(Date { is_utc, ..date })
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        format!("{date}{}", if date.is_utc { "Z" } else { "" })
    }
}

impl From<String> for Date {
    fn from(text: String) -> Date {
        text.parse().unwrap_or_default()
    }
}

/// A time in UTC: `20261120-231502`.
pub fn stamp(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from 1 March of year 0, so that a leap day is the last day of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_date_in_utc_is_the_same_moment_again() {
        for at in [0, 61, 951_782_400, 1_709_251_140, 1_795_217_702, 4_107_542_400] {
            let date = Date::of(UNIX_EPOCH + Duration::from_secs(at));
            assert_eq!(date.seconds(), Some(at as i64), "{date}");
            let written = String::from(date);
            assert!(written.ends_with('Z'), "{written}");
            // The text has no seconds.
            assert_eq!(Date::from(written).seconds(), Some((at - at % 60) as i64));
        }
    }

    #[test]
    fn a_game_is_shown_in_the_zone_of_the_reader_if_its_moment_is_known() {
        let berlin = Zone::parse("Europe/Berlin").expect("a zone");
        let both: &[_] =
            &[("UTCDate", "2026.11.20"), ("UTCTime", "23:15:02"), ("Date", "2026.11.21"), ("Time", "12:15:02")];
        for (tags, shown, unknown) in [
            (both, "2026-11-21 00:15", "2026-11-20 23:15 UTC"),
            // As older versions wrote it.
            (&[("Date", "2026.07.20"), ("UTCTime", "23:15:02")], "2026-07-21 01:15", "2026-07-20 23:15 UTC"),
            // Nobody knows in which zone these are.
            (&[("Date", "2026.11.20"), ("Time", "23:15:02")], "2026-11-20 23:15", "2026-11-20 23:15"),
            (&[("Date", "2026.11.20")], "2026-11-20", "2026-11-20"),
            (&[("UTCDate", "2026.11.20")], "2026-11-20", "2026-11-20"),
            (&[("Date", "2026.??.??"), ("UTCTime", "23:15:02")], "2026-??-??", "2026-??-??"),
            (&[("Date", "????.??.??"), ("UTCDate", "2026.11.20"), ("UTCTime", "x")], "2026-11-20", "2026-11-20"),
            // Before 1970 no zone is known well enough.
            (&[("UTCDate", "1969.12.31"), ("UTCTime", "23:15:02")], "1969-12-31 23:15", "1969-12-31 23:15"),
        ] {
            let mut all = Tags::default();
            for &(name, value) in tags {
                all.set(name, value);
            }
            let date = Date::of_game(&all).unwrap_or_else(|| panic!("{tags:?} has a date"));
            assert_eq!((date.words(&berlin), date.words(&Zone::default())), (shown.to_owned(), unknown.to_owned()));
            assert_eq!(date.day(&berlin), shown[..10]);
        }
        assert_eq!(Date::of_game(&Tags::default()), None);
    }

    #[test]
    fn dates_are_known_as_far_as_tags_and_names_tell() {
        for (day, time, expected) in [
            ("2026.11.20", Some("23:15:02"), "2026-11-20 23:15"),
            ("2026/1/2", None, "2026-01-02"),
            ("20.11.2026", None, "2026-11-20"),
            ("2026.??.??", Some("nonsense"), "2026-??-??"),
            ("2026", None, "2026-??-??"),
        ] {
            assert_eq!(Date::of_tags(day, time).map(|date| date.to_string()).as_deref(), Some(expected), "{day}");
            assert_eq!(expected.parse::<Date>().map(|date| date.to_string()).as_deref(), Ok(expected));
        }
        for day in ["", "????.??.??", "2026.13.01", "2026.11.32", "é.é.é", "1.2.3.4", "99999.1.1"] {
            assert_eq!(Date::of_tags(day, None), None, "{day}");
        }
        let date = Date::of_stamp("20261120-231502-x.pgn").expect("it begins with a date");
        assert_eq!(date.stamp().as_deref(), Some("20261120-231502"));
        assert_eq!(date.tags(), Some(("2026.11.20".to_owned(), "23:15:02".to_owned())));
        assert_eq!(["a-game", "20261120-2315", "20261320-231502", ""].map(Date::of_stamp), [None; 4]);
        assert_eq!((Date::default().to_string().as_str(), Date::default().stamp()), ("", None));
        assert!(Date::of_tags("2026.??.??", None) < Date::of_tags("2026.01.01", None));
    }

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "19700101-000000"),
            (951_782_400, "20000229-000000"),
            (1_709_251_199, "20240229-235959"),
            (1_795_217_702, "20261120-233502"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
