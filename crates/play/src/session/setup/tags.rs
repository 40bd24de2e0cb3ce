//! The setup of a game as the tags of its record, and back.

use super::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::record::date::Date;
use crate::record::game::{ARRAY, Game, Tags};
use crate::record::leaving::Leaving;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant;
use crate::session::referee::EndCause;
use crate::zone::Zone;

/// The name of a human player without a name.
const NOBODY: &str = "Human";
/// The name of a computer player, before its level.
pub const COMPUTER: &str = "Computer ";
/// The tag that says which levels a computer player's number means. Level 3 of a record without it is stronger than level
/// 3 of one with it: levels 1 to 8 were weaker from the second scale on. The third spread levels 2 to 8 more evenly, the
/// fourth levels 4 to 9 of Sanctuary, and made level 1 of Armies weaker. The fifth
/// to the seventh have other nets; the eighth and the ninth play Armies with a stronger search, and the ninth has
/// another net of Holywar, the tenth one of Black Holes, the eleventh one of Sanctuary.
const SCALE: &str = "ComputerLevels";
const PRESENT_SCALE: &str = "11";
/// The tag of the clock, and its value for a game without a clock.
const CLOCK: &str = "TimeControl";
const NO_CLOCK: &str = "-";

/// The name of the player of a seat in a record.
pub(crate) fn name_of(seat: &SeatKind) -> String {
    match seat {
        SeatKind::Human(name) if name.is_empty() => NOBODY.to_owned(),
        SeatKind::Human(name) | SeatKind::Engine(name) => name.clone(),
        SeatKind::Computer(level) => format!("{COMPUTER}{level}"),
    }
}

/// The name of the tag with the kind of player of a seat.
pub(crate) fn type_tag(spec: &Spec, side: Side) -> String {
    format!("{}Type", Game::seat_tag(spec, side))
}

/// The level of a computer player, from its name in a record.
pub(crate) fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix(COMPUTER)?.parse().ok().filter(|level| (1..=10).contains(level))
}

/// The player of a seat, from the tags of a record.
fn seat_of(tags: &Tags, spec: &Spec, side: Side) -> SeatKind {
    let name = tags.get(Game::seat_tag(spec, side)).unwrap_or_default();
    let is_program = tags.get(&type_tag(spec, side)) == Some("program");
    match (level_of(name), is_program) {
        (Some(level), true) => SeatKind::Computer(level),
        (None, true) => format!("engine:{name}").parse().unwrap_or(SeatKind::Computer(3)),
        _ if matches!(name, "" | "?" | NOBODY) => SeatKind::Human(String::new()),
        _ => format!("human:{name}").parse().unwrap_or_else(|_| SeatKind::Human(String::new())),
    }
}

/// The setup of a game, from the tags of a record.
pub fn setup_from(tags: &Tags, game: &'static dyn Variant) -> MatchSetup {
    let spec = game.spec();
    let said = |name: &str| tags.get(name).filter(|value| !value.is_empty());
    // A shuffled array is a new one in each game, so the name is preferred to the FEN.
    let array = said(ARRAY);
    let start = Start::of(array, said("FEN").filter(|_| array.is_none()));
    let clock = tags.get(CLOCK).and_then(|text| {
        if let Some(seconds) = text.strip_prefix("1/") {
            let days = seconds.parse::<u64>().ok()? / (24 * 60 * 60);
            return ClockSetup::read(&format!("{days}d")).ok().flatten();
        }
        let (seconds, increment) = text.split_once('+').unwrap_or((text, "0"));
        let minutes = seconds.parse::<u64>().ok()? / 60;
        ClockSetup::read(&format!("{minutes}+{increment}")).ok().flatten()
    });
    let seats = spec.sides().map(|side| seat_of(tags, spec, side)).collect();
    MatchSetup { game, start, seats, clock, takebacks: true }
}

/// Sets the tags of a date in UTC, and of the same moment in a zone.
fn date_tags(tags: &mut Tags, date: Date, zone: &Zone) {
    let Some((utc_day, utc_time)) = date.tags() else { return };
    let (day, time) = date.shown_in(zone).tags().unwrap_or_else(|| (utc_day.clone(), utc_time.clone()));
    for (name, value) in [("Date", day), ("Time", time), ("UTCDate", utc_day), ("UTCTime", utc_time)] {
        tags.set(name, value);
    }
}

/// Sets the tags for the players, the date, the clock and how the game ended. `Date` and `Time` are those of the place
/// where the game was played, as the standard of PGN has it: of the zone of this machine.
pub(in crate::session) fn tag(
    tags: &mut Tags,
    setup: &MatchSetup,
    spec: &Spec,
    date: Date,
    cause: Option<&EndCause>,
) {
    tags.set("Event", "Casual game");
    date_tags(tags, date, &Zone::of_system());
    for (side, seat) in spec.sides().zip(&setup.seats) {
        tags.set(Game::seat_tag(spec, side), name_of(seat));
        tags.set(&type_tag(spec, side), if matches!(seat, SeatKind::Human(_)) { "human" } else { "program" });
    }
    if setup.seats.iter().any(|seat| matches!(seat, SeatKind::Computer(_))) {
        tags.set(SCALE, PRESENT_SCALE);
    }
    // In PGN a slash means: so many moves in so many seconds.
    let clock = setup.clock.map(|clock| match (clock.start.as_secs(), clock.increment.as_secs()) {
        (start, _) if clock.each_move => format!("1/{start}"),
        (start, increment) => format!("{start}+{increment}"),
    });
    tags.set(CLOCK, clock.unwrap_or_else(|| NO_CLOCK.to_owned()));
    let termination = match cause {
        None => "unterminated",
        Some(EndCause::Left(Leaving::Time)) => "time forfeit",
        Some(EndCause::Left(Leaving::Fails | Leaving::Leaves)) => "abandoned",
        Some(_) => "normal",
    };
    tags.set("Termination", termination);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn a_record_has_the_date_of_its_place_beside_that_in_utc() {
        for (zone, day, time) in [
            ("UTC", "2026.11.20", "23:15:02"),
            ("Europe/Berlin", "2026.11.21", "00:15:02"),
            ("America/St_Johns", "2026.11.20", "19:45:02"),
            ("Pacific/Kiritimati", "2026.11.21", "13:15:02"),
        ] {
            let mut tags = Tags::default();
            let date = Date::of_stamp("20261120-231502").expect("a date");
            date_tags(&mut tags, date, &Zone::parse(zone).expect("a zone"));
            let found = ["Date", "Time", "UTCDate", "UTCTime"].map(|name| tags.get(name).expect("a tag"));
            assert_eq!(found, [day, time, "2026.11.20", "23:15:02"], "{zone}");
            assert_eq!(Date::of_game(&tags).and_then(|date| date.stamp()).as_deref(), Some("20261120-231500"));
        }
        let mut tags = Tags::default();
        date_tags(&mut tags, Date::default(), &Zone::UTC);
        assert_eq!(tags, Tags::default());
    }

    #[test]
    fn a_record_tells_which_levels_its_number_means_and_one_without_still_has_its_level() {
        let date = Date::of_stamp("20261120-231502").expect("a date");
        for &game in GAMES {
            let setup = MatchSetup::against_computer(game, 3);
            let mut tags = Tags::default();
            tag(&mut tags, &setup, game.spec(), date, None);
            assert_eq!(tags.get(SCALE), Some(PRESENT_SCALE), "{}", game.spec().id);
            assert_eq!(setup_from(&tags, game).seats, setup.seats);
            let mut people = setup.clone();
            people.seats.fill(SeatKind::Human(String::new()));
            let mut tags = Tags::default();
            tag(&mut tags, &people, game.spec(), date, None);
            assert_eq!(tags.get(SCALE), None);
        }
        assert_eq!(level_of("Computer 3"), Some(3));
    }
}
