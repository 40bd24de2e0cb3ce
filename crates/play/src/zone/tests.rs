//! Times over zones of all kinds: summer time both ways, parts of hours, the date line.

use super::*;

fn zone(name: &str) -> Zone {
    Zone::parse(name).unwrap_or_else(|| panic!("{name} is a zone"))
}

/// The seconds since 1970 of a stamp in UTC.
fn utc(stamp: &str) -> i64 {
    let at = DateTime::strptime("%Y%m%d-%H%M%S", stamp).unwrap_or_else(|error| panic!("{stamp}: {error}"));
    TimeZone::UTC.to_timestamp(at).expect("UTC has every time").as_second()
}

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
        ("Europe/Berlin", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
        ("Etc/UTC", "UTC"),
    ] {
        let zone = zone(typed);
        assert_eq!(zone.to_string(), shown, "{typed}");
        assert_eq!(Zone::parse(shown).map(|zone| zone.to_string()).as_deref(), Some(shown));
    }
    let long = "Europe/".to_owned() + &"x".repeat(LONGEST);
    for typed in ["", " ", "2", "UTC+15", "-13", "+2:60", "+2:", "+", "Atlantis", "+1+1", "+é", "+-1", "é", &long]
    {
        assert_eq!(Zone::parse(typed), None, "{typed}");
    }
    for path in ["/etc/passwd", "../../etc/localtime", "Europe", "Europe/", "Europe/../Europe/Berlin"] {
        assert_eq!(Zone::parse(path), None, "{path}");
    }
}

/// Both changes of a year, north and south, the last second before each and the first one after it.
#[test]
fn times_follow_the_summer_time_of_the_zone() {
    for (name, at, shown, distance) in [
        ("Europe/Berlin", "20260329-005959", "2026-03-29 01:59", "UTC+1"),
        ("Europe/Berlin", "20260329-010000", "2026-03-29 03:00", "UTC+2"),
        ("Europe/Berlin", "20261025-005959", "2026-10-25 02:59", "UTC+2"),
        // The same hour once more.
        ("Europe/Berlin", "20261025-010000", "2026-10-25 02:00", "UTC+1"),
        ("Europe/Berlin", "20261025-015959", "2026-10-25 02:59", "UTC+1"),
        ("America/New_York", "20260308-065959", "2026-03-08 01:59", "UTC-5"),
        ("America/New_York", "20260308-070000", "2026-03-08 03:00", "UTC-4"),
        ("America/New_York", "20261101-055959", "2026-11-01 01:59", "UTC-4"),
        ("America/New_York", "20261101-060000", "2026-11-01 01:00", "UTC-5"),
        ("Australia/Sydney", "20260404-155959", "2026-04-05 02:59", "UTC+11"),
        ("Australia/Sydney", "20260404-160000", "2026-04-05 02:00", "UTC+10"),
        ("Australia/Sydney", "20261003-155959", "2026-10-04 01:59", "UTC+10"),
        ("Australia/Sydney", "20261003-160000", "2026-10-04 03:00", "UTC+11"),
        // Half an hour of summer time.
        ("Australia/Lord_Howe", "20260404-145959", "2026-04-05 01:59", "UTC+11"),
        ("Australia/Lord_Howe", "20260404-150000", "2026-04-05 01:30", "UTC+10:30"),
        ("America/St_Johns", "20260701-120000", "2026-07-01 09:30", "UTC-2:30"),
        ("America/St_Johns", "20261201-120000", "2026-12-01 08:30", "UTC-3:30"),
        ("Asia/Kolkata", "20261120-233502", "2026-11-21 05:05", "UTC+5:30"),
        ("Asia/Kathmandu", "20261120-181500", "2026-11-21 00:00", "UTC+5:45"),
        // On both sides of the date line, and a day that the clocks left out.
        ("Pacific/Kiritimati", "20261231-100000", "2027-01-01 00:00", "UTC+14"),
        ("Pacific/Pago_Pago", "20270101-105959", "2026-12-31 23:59", "UTC-11"),
        ("Pacific/Apia", "20111230-095959", "2011-12-29 23:59", "UTC-10"),
        ("Pacific/Apia", "20111230-100000", "2011-12-31 00:00", "UTC+14"),
        // Far in the future the rules of today hold.
        ("Europe/Berlin", "20900701-120000", "2090-07-01 14:00", "UTC+2"),
        ("UTC+2", "20261120-233502", "2026-11-21 01:35", "UTC+2"),
        ("UTC-3:30", "20261120-233502", "2026-11-20 20:05", "UTC-3:30"),
    ] {
        let (zone, seconds) = (zone(name), utc(at));
        assert_eq!(zone.moment(seconds), shown, "{name} {at}");
        let moment = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds as u64);
        assert_eq!(zone.distance(moment), distance, "{name} {at}");
    }
}

#[test]
fn a_zone_that_nobody_has_chosen_is_said() {
    let seconds = utc("20261120-233502");
    assert_eq!(Zone::default().moment(seconds), "2026-11-20 23:35 UTC");
    assert_eq!(Zone::default().hour(seconds), "23:35 UTC");
    assert_eq!(Zone::UTC.moment(seconds), "2026-11-20 23:35");
    assert!(!Zone::default().is_own() && zone("UTC").is_own());
    assert_eq!(zone("-12").day(0), "1969-12-31");
    assert_eq!(Zone::UTC.moment(i64::MAX), "1970-01-01 00:00");
}

#[test]
fn names_are_completed_from_their_beginning_or_that_of_the_city() {
    assert_eq!(Zone::names("europe/berl", 4), ["Europe/Berlin"]);
    assert_eq!(Zone::names("new y", 4), ["America/New_York"]);
    assert_eq!(Zone::names("Kath", 4), ["Asia/Kathmandu"]);
    assert_eq!(Zone::names("atlantis", 4), [""; 0]);
    let many = Zone::names("a", 5);
    assert!(many.len() == 5 && many.iter().all(|name| name.starts_with('A')), "{many:?}");
    for name in Zone::names("", usize::MAX) {
        assert!(Zone::parse(&name).is_some() && name.contains('/') && !name.starts_with("Etc/"), "{name}");
    }
}

/// The database of the program has the same cities as that of the system: without it a server in an empty container
/// would know UTC only.
#[test]
fn the_program_brings_the_zones() {
    let own = tz::TimeZoneDatabase::bundled();
    assert!(!own.is_definitively_empty());
    for name in ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"] {
        let rules = own.get(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (own, system) = (Zone { rules, own: true }, zone(name));
        for at in ["20260115-120000", "20260715-120000", "20261025-010000"] {
            assert_eq!(own.moment(utc(at)), system.moment(utc(at)), "{name} {at}");
        }
    }
}
