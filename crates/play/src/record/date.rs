//! Times as text that sorts chronologically.

use std::time::{SystemTime, UNIX_EPOCH};

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
