//! Dates: days with a time, as far as they are known, and times as text that sorts chronologically.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A day and a time in UTC, as far as they are known. An unknown part is before all known ones. As text it is
/// `2026-11-20 23:15` or `2026-??-??`, and empty if nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Date {
    year: Option<u16>,
    month: Option<u8>,
    day: Option<u8>,
    /// Hour, minute and second.
    time: Option<[u8; 3]>,
}

impl Date {
    /// The date of a time.
    pub fn of(moment: SystemTime) -> Date {
        Date::of_stamp(&stamp(moment)).unwrap_or_default()
    }

    /// The date at the start of a file name: `20261120-231502`.
    pub fn of_stamp(text: &str) -> Option<Date> {
        let (day, time) = text.get(..15)?.split_once('-')?;
        let part = |text: &str, from: usize, to: usize| number(text.get(from..to)?);
        let [hour, minute, second] = [part(time, 0, 2)?, part(time, 2, 4)?, part(time, 4, 6)?];
        let date = Date {
            year: Some(part(day, 0, 4)?),
            month: Some(part(day, 4, 6)? as u8),
            day: Some(part(day, 6, 8)? as u8),
            time: Some([hour as u8, minute as u8, second as u8]),
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
        let date = Date { year, month: small(month), day: small(day), time };
        let is_known = year.is_some() || month.is_some() && day.is_some();
        Some(date).filter(|date| is_known && date.is_possible())
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
        let (day, time) = text.split_once(' ').map_or((text, None), |(day, time)| (day, Some(time)));
        Date::of_tags(day, time).ok_or_else(|| NoDate(text.to_owned()))
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
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

/// The day of a time in UTC: `2026-11-20`.
pub fn day(moment: SystemTime) -> String {
    let stamp = stamp(moment);
    let [year, month, day] = [0..4, 4..6, 6..8].map(|part| stamp.get(part).unwrap_or_default());
    format!("{year}-{month}-{day}")
}

/// The seconds since 1970 of a time in UTC like `2026-11-20 23:15`; `None` if the text is not one.
pub fn seconds(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok()).flatten()
    };
    let signs = [(4, "-"), (7, "-"), (10, " "), (13, ":")];
    if text.len() != 16 || signs.iter().any(|&(at, sign)| text.get(at..=at) != Some(sign)) {
        return None;
    }
    let [year, month, day] = [number(0, 4)?, number(5, 7)?, number(8, 10)?];
    let [hour, minute] = [number(11, 13)?, number(14, 16)?];
    if !(1970..).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    if hour > 23 || minute > 59 {
        return None;
    }
    // As in `stamp`, a year begins in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(((days * 24 + hour) * 60 + minute) * 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_text_is_read_as_it_was_written() {
        for at in [0, 60, 951_782_400, 1_709_251_140, 1_795_217_700, 4_107_542_400] {
            let time = UNIX_EPOCH + Duration::from_secs(at);
            let text = format!("{} {}:{}", day(time), &stamp(time)[9..11], &stamp(time)[11..13]);
            assert_eq!(seconds(&text), Some(at as i64), "{text}");
        }
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
