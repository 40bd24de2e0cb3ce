//! A new name of a member is seen at once wherever it stands, and times are shown in the zone of who reads them.

use std::time::{Duration, Instant, SystemTime};

use heterodox::club::moment::seconds;
use heterodox::club::table_service::Terms;
use heterodox::club::talk::{Room, Said};
use heterodox::club::zone::Zone;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::ssh::screens::club::{visit, visit_mut};
use heterodox::tui::app::App;

use crate::app::{PATIENCE, keys, shown, wait};
use crate::lobby::{Evening, game, go_to};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[test]
fn a_new_name_is_seen_by_all_at_once() {
    let evening = Evening::new("names-new");
    let size = (120, 40);
    let mut apps = game(&evening, size, "unicode");
    let mut second = evening.client(1, size, "unicode");
    let mut other = evening.client(3, size, "unicode");
    assert!(shown(&other).contains("Ann – Ben"), "{}", shown(&other));
    evening
        .club
        .tables
        .challenge(&evening.member(1), None, &Terms::new(built_in("holywar").expect("a game")))
        .expect("one");
    // A name can be changed once a day.
    let ann = visit_mut(&mut apps[0].world).expect("a club");
    ann.rename("Zoe", SystemTime::now() + 2 * DAY).expect("it is free");
    wait(&mut other, "Zoe – Ben", true);
    wait(&mut other, "Zoe challenges everybody", true);
    wait(&mut other, "Ann", false);
    for app in &mut apps {
        wait(app, "Zoe", true);
        wait(app, "Ann", false);
    }
    // The other connection of the member has it too, also in what it does.
    wait(&mut second, "Zoe", true);
    assert_eq!(visit(&second.world).and_then(|visit| visit.member.name.as_deref()), Some("Zoe"));
    // So has the next game.
    keys(&mut apps[1], "R y");
    for app in &mut apps {
        wait(app, "The end", true);
        keys(app, "N");
    }
    for app in &mut apps {
        wait(app, "White · Ben", true);
        wait(app, "Black · Zoe", true);
    }
}

/// Waits until one of two texts is shown: the minute may change between the program and the test.
fn wait_either(app: &mut App, texts: &[String; 2]) {
    let end = Instant::now() + PATIENCE;
    while !texts.iter().any(|text| shown(app).contains(text)) {
        assert!(Instant::now() < end, "{texts:?}:\n{}", shown(app));
        std::thread::sleep(Duration::from_millis(2));
        app.wake(Instant::now());
    }
}

#[test]
fn times_are_those_of_the_zone_of_the_reader() {
    let evening = Evening::new("names-zone");
    let (tables, people) = (&evening.club.tables, [evening.member(1), evening.member(2)]);
    let zone = Zone::parse("UTC+13:30").expect("a zone");
    evening.visit(1).set_zone(zone).expect("a member");
    let clock = ClockSetup::read("3d").expect("a clock");
    let terms = Terms { clock, ..Terms::new(built_in("sanctuary").expect("a game")) };
    let open = || {
        let key = tables.open_table(&people[0], &terms).expect("a table");
        tables.sit(&people[1], key, Side::new(1), None).expect("a seat");
        key
    };
    let over = open();
    let seat = tables.handle(&people[1], over, None).expect("a seat");
    seat.command(SeatCommand::Resign(Side::new(1))).expect("resigned");
    let end = Instant::now() + PATIENCE;
    while tables.missed(&people[0]).expect("results").is_empty() {
        assert!(Instant::now() < end, "the result is not there");
        std::thread::sleep(Duration::from_millis(2));
    }
    open();
    tables.challenge(&people[1], Some(people[0].id), &terms).expect("a challenge");
    let ended = tables.missed(&people[0]).expect("results")[0].ended;
    let until = tables.challenges(&people[0]).expect("them")[0].expires;
    let deadline = |zone: Zone| format!("by {}", &zone.moment(seconds(SystemTime::now() + 3 * DAY))[5..]);
    let before = deadline(zone);
    let mut app = evening.client(1, (200, 60), "unicode");
    wait_either(&mut app, &[before, deadline(zone)]);
    let text = shown(&app);
    assert!(text.contains("Ben challenges you: Sanctuary Chess, 3 days for each move, casual."), "{text}");
    go_to(&mut app, "Ben challenges you");
    let waits = format!("casual. It waits until {}.", zone.moment(seconds(until)));
    assert!(shown(&app).contains(&waits), "{waits}: {}", shown(&app));
    keys(&mut app, "d");
    go_to(&mut app, "you won");
    let end = format!("Black resigned. It ended at {}.", zone.moment(seconds(ended)));
    assert!(shown(&app).contains(&end), "{end}: {}", shown(&app));
    // A guest, and who has chosen nothing, reads UTC.
    let zone = Zone::default();
    let before = deadline(zone);
    let mut other = evening.client(2, (200, 60), "unicode");
    wait_either(&mut other, &[before, deadline(zone)]);
    assert_eq!(other.world.local("2026-11-20 23:15"), "2026-11-20 23:15");
    assert_eq!(app.world.local("2026-11-20 23:15"), "2026-11-21 12:45");
    // A zone that is chosen on one connection counts on all, and for lines of talk.
    let said = SystemTime::UNIX_EPOCH + DAY;
    evening.club.say(Room::Lobby, &people[1], Said::Text("good evening"), said).expect("a line");
    keys(&mut app, "'");
    assert!(shown(&app).contains("13:30 Ben: good evening"), "{}", shown(&app));
    evening.visit(1).set_zone(Zone::parse("-2").expect("a zone")).expect("a member");
    assert!(shown(&app).contains("22:00 Ben: good evening"), "{}", shown(&app));
}
