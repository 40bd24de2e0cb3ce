//! The time zone of a member, on the screen of the account: a name is typed, and completed.

use std::time::SystemTime;

use crate::zone::Zone;

pub(super) const ABOUT: &str = "Times are shown in this zone, with its summer time. Until you choose one they are those of UTC, \
                                and say so. Type the name of a city.";

/// How many names are offered at a time.
const OFFERED: usize = 6;

/// A zone with what its clocks show now: `Europe/Berlin, UTC+1 now`.
fn with_distance(zone: &Zone) -> String {
    let (name, distance) = (zone.to_string(), zone.distance(SystemTime::now()));
    if name == distance { name } else { format!("{name}, {distance} now") }
}

/// The zone of a member, in words.
pub(super) fn words(zone: &Zone) -> String {
    if zone.is_own() { with_distance(zone) } else { "UTC, not chosen".to_owned() }
}

/// The zone that a text means: the one with this name, or the only one that begins so.
pub(super) fn read(typed: &str) -> Option<Zone> {
    Zone::parse(typed).or_else(|| match &Zone::names(typed, 2)[..] {
        [only] => Zone::parse(only),
        _ => None,
    })
}

/// The name with which Tab goes on: the first one that begins like this text.
pub(super) fn completed(typed: &str) -> Option<String> {
    if typed.trim().is_empty() { None } else { Zone::names(typed, 1).pop() }
}

/// The zones that a text can become, each with its present distance from UTC, a line each.
pub(super) fn offered(typed: &str) -> Option<String> {
    if typed.trim().is_empty() {
        return None;
    }
    let exact = Zone::parse(typed).map(|zone| with_distance(&zone));
    let begun =
        Zone::names(typed, OFFERED).into_iter().filter_map(|name| Some(with_distance(&Zone::parse(&name)?)));
    let mut lines: Vec<String> = exact.into_iter().collect();
    for line in begun {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.truncate(OFFERED);
    if lines.is_empty() {
        Some(format!("No zone begins like this: expected {}.", Zone::EXPECTED))
    } else {
        Some(lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_named_by_its_beginning_if_only_one_begins_so() {
        let named = |typed: &str| read(typed).map(|zone| zone.to_string());
        for (typed, zone) in [
            ("Berlin", Some("Europe/Berlin")),
            ("europe/berl", Some("Europe/Berlin")),
            ("+5:45", Some("UTC+5:45")),
            ("UTC", Some("UTC")),
            ("Europe/", None),
            ("a", None),
            ("", None),
            ("Atlantis", None),
        ] {
            assert_eq!(named(typed).as_deref(), zone, "{typed}");
        }
        assert_eq!(completed("kathm").as_deref(), Some("Asia/Kathmandu"));
        assert_eq!((completed(" "), completed("Atlantis")), (None, None));
    }

    #[test]
    fn what_is_offered_has_its_distance_now() {
        assert_eq!(offered("kathm").as_deref(), Some("Asia/Kathmandu, UTC+5:45 now"));
        assert_eq!(offered("utc+2").as_deref(), Some("UTC+2"));
        assert_eq!(offered("").as_deref(), None);
        assert!(offered("Atlantis").is_some_and(|words| words.contains("Europe/Berlin")));
        assert_eq!(offered("a").map(|words| words.lines().count()), Some(OFFERED));
        assert_eq!(words(&Zone::default()), "UTC, not chosen");
        assert_eq!(words(&Zone::UTC), "UTC");
    }
}
