//! The time zone in which a person reads times. It follows summer time. The system's database of zones is asked first; the
//! program brings one of its own, for it needs no other file.

use std::fmt;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{self, Offset, TimeZone};

/// The farthest fixed distances from UTC, in minutes.
const EAST: i32 = 14 * 60;
const WEST: i32 = -12 * 60;

/// The longest text that is looked up as a name.
const LONGEST: usize = 64;

/// A time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    rules: TimeZone,
    /// Is it the person's own? If nobody knows theirs, it is UTC, and every time says so.
    own: bool,
}

impl Default for Zone {
    /// UTC for somebody whose zone is not known.
    fn default() -> Zone {
        Zone { rules: TimeZone::UTC, own: false }
    }
}

impl fmt::Display for Zone {
    /// The name as it is typed.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules.iana_name() {
            Some("Etc/UTC") => out.write_str("UTC"),
            Some(name) => out.write_str(name),
            None => out.write_str(&self.distance(SystemTime::now())),
        }
    }
}

/// A distance from UTC: `UTC`, `UTC+2`, `UTC-3:30`.
fn distance(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

/// Reads `UTC+2`, `+2`, `GMT-3:30` or `UTC`.
fn fixed(text: &str) -> Option<TimeZone> {
    let text = text.to_ascii_uppercase();
    let text = text.strip_prefix("UTC").or_else(|| text.strip_prefix("GMT")).unwrap_or(&text);
    if text.is_empty() || text == "0" {
        return Some(TimeZone::UTC);
    }
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
    let number = |text: &str| {
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes).filter(|&minutes| minutes < 60)?);
    let minutes = sign * (60 * hours + minutes);
    let offset = (WEST..=EAST).contains(&minutes).then(|| Offset::from_seconds(60 * minutes).ok())??;
    Some(if minutes == 0 { TimeZone::UTC } else { TimeZone::fixed(offset) })
}

/// A typed name in the form in which names are compared: people write blanks for lines below.
fn folded(text: &str) -> String {
    text.trim().to_ascii_lowercase().replace(' ', "_")
}

impl Zone {
    /// What a zone looks like.
    pub const EXPECTED: &str =
        "a city such as Europe/Berlin, or a fixed distance from UTC such as UTC+2 or UTC-3:30";

    /// UTC, because somebody has chosen it.
    pub const UTC: Zone = Zone { rules: TimeZone::UTC, own: true };

    /// The zone of the user of this machine: that of `TZ`, else the system's. UTC if there is none.
    pub fn of_system() -> Zone {
        let rules = TimeZone::system();
        if rules.is_unknown() { Zone::default() } else { Zone { rules, own: true } }
    }

    /// Reads the name of a zone, or a fixed distance from UTC.
    pub fn parse(text: &str) -> Option<Zone> {
        let name = text.trim();
        if name.is_empty() || name.len() > LONGEST {
            return None;
        }
        let rules = fixed(name).or_else(|| tz::db().get(&folded(name)).ok().filter(|rules| !rules.is_unknown()))?;
        Some(Zone { rules, own: true })
    }

    /// The names that begin like this text, or whose city does: those that begin so first, then by the alphabet.
    pub fn names(text: &str, most: usize) -> Vec<String> {
        let typed = folded(text);
        let mut found: Vec<(bool, String)> = Vec::new();
        for name in tz::db().available() {
            let (name, small) = (name.as_str(), name.as_str().to_ascii_lowercase());
            // A name without a continent is an old spelling of another one; those of `Etc` count the wrong way round.
            let city = small.rsplit_once('/').filter(|(area, _)| *area != "etc").map(|(_, city)| city);
            if city.is_some_and(|city| city.starts_with(&typed) || small.starts_with(&typed)) {
                found.push((!small.starts_with(&typed), name.to_owned()));
            }
        }
        found.sort();
        found.dedup();
        found.truncate(most);
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// Is it the person's own? Otherwise it is UTC, and where a time is shown that is said.
    pub const fn is_own(&self) -> bool {
        self.own
    }

    /// What follows a time: nothing, or the name of the zone if that is not the person's own.
    pub const fn suffix(&self) -> &'static str {
        if self.own { "" } else { " UTC" }
    }

    /// The distance from UTC at a time: `UTC+2`.
    pub fn distance(&self, at: SystemTime) -> String {
        let at = Timestamp::try_from(at).unwrap_or(Timestamp::UNIX_EPOCH);
        distance(self.rules.to_offset(at))
    }

    /// What the clocks of the zone show, at a time in seconds since 1970.
    pub(crate) fn shown(&self, seconds: i64) -> DateTime {
        self.rules.to_datetime(Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH))
    }

    /// The day of a time, from seconds since 1970: `2026-11-24`.
    pub fn day(&self, seconds: i64) -> String {
        let shown = self.shown(seconds);
        format!("{:04}-{:02}-{:02}", shown.year(), shown.month(), shown.day())
    }

    /// The day at this moment: `2026-11-24`.
    pub fn today(&self) -> String {
        self.day(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64))
    }

    /// The hour and minute of a time, from seconds since 1970: `21:30`. In a column of such times the zone is not said.
    pub fn clock(&self, seconds: i64) -> String {
        let shown = self.shown(seconds);
        format!("{:02}:{:02}", shown.hour(), shown.minute())
    }

    /// The hour and minute of a time, with the zone if that is not the person's own: `21:30`, `21:30 UTC`.
    pub fn hour(&self, seconds: i64) -> String {
        format!("{}{}", self.clock(seconds), self.suffix())
    }

    /// A time, from seconds since 1970, with the zone if that is not the person's own: `2026-11-24 21:30`.
    pub fn moment(&self, seconds: i64) -> String {
        format!("{} {}", self.day(seconds), self.hour(seconds))
    }
}

#[cfg(test)]
mod tests;
