//! A new name of a member is seen at once wherever it stands, and times are shown in the zone of who reads them.

use std::time::{Duration, Instant, SystemTime};

use heterodox::club::moment::seconds;
use heterodox::club::table_service::Terms;
use heterodox::club::talk::{Room, Said};
use heterodox::club::zone::Zone;
use heterodox::games::built_in;
use heterodox::record::date::Date;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::ssh::screens::club::{visit, visit_mut};
use heterodox::tui::app::App;

use crate::app::{PATIENCE, keys, shown, wait};
use crate::lobby::{Evening, choose, game, go_to};

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
    evening.visit(1).set_zone(zone.clone()).expect("a member");
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
    let deadline = |zone: &Zone| format!("by {}", &zone.moment(seconds(SystemTime::now() + 3 * DAY))[5..]);
    let before = deadline(&zone);
    let mut app = evening.client(1, (200, 60), "unicode");
    wait_either(&mut app, &[before, deadline(&zone)]);
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
    let before = deadline(&zone);
    let mut other = evening.client(2, (200, 60), "unicode");
    wait_either(&mut other, &[before, deadline(&zone)]);
    assert!(shown(&other).contains(" UTC"), "{}", shown(&other));
    assert_eq!((other.world.zone().is_own(), app.world.zone().to_string()), (false, "UTC+13:30".to_owned()));
    // Games of lists are shown so, too.
    let date = Date::of_stamp("20261120-231500").expect("a date");
    assert_eq!(date.words(&app.world.zone()), "2026-11-21 12:45");
    // A zone that is chosen on one connection counts on all, and for lines of talk.
    let said = SystemTime::UNIX_EPOCH + DAY;
    evening.club.say(Room::Lobby, &people[1], Said::Text("good evening"), said).expect("a line");
    keys(&mut app, "'");
    assert!(shown(&app).contains("13:30 Ben: good evening"), "{}", shown(&app));
    evening.visit(1).set_zone(Zone::parse("-2").expect("a zone")).expect("a member");
    assert!(shown(&app).contains("22:00 Ben: good evening"), "{}", shown(&app));
    // On the second of January 1970 it was winter in Kathmandu, and half an hour ahead of India.
    evening.visit(1).set_zone(Zone::parse("Asia/Kathmandu").expect("a zone")).expect("a member");
    assert!(shown(&app).contains("05:30 Ben: good evening"), "{}", shown(&app));
    // Who has chosen nothing is told which zone it is.
    keys(&mut other, "'");
    let text = shown(&other);
    assert!(text.contains("00:00 Ben: good evening") && text.contains("Talk in the lobby, times in UTC"), "{text}");
}

#[test]
fn a_zone_is_typed_completed_and_shown_with_its_present_distance() {
    let evening = Evening::new("names-complete");
    let mut app = evening.client(1, (100, 40), "unicode");
    choose(&mut app, "Account");
    assert!(shown(&app).contains("UTC, not chosen"), "{}", shown(&app));
    go_to(&mut app, "Time zone");
    keys(&mut app, "Enter");
    for letter in "kath".chars() {
        keys(&mut app, &letter.to_string());
    }
    let text = shown(&app);
    assert!(text.contains("Asia/Kathmandu, UTC+5:45 now") && text.contains("Tab complete"), "{text}");
    keys(&mut app, "Tab");
    assert!(shown(&app).contains("Time zone: Asia/Kathmandu"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Times are shown in this zone."), "{}", shown(&app));
    assert_eq!(evening.visit(1).zone().to_string(), "Asia/Kathmandu");
    // Tab without a text, and with one that no zone has, does nothing.
    keys(&mut app, "Enter Tab x x Tab");
    let text = shown(&app);
    assert!(text.contains("Time zone: xx") && text.contains("No zone begins like this"), "{text}");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Expected a city such as Europe/Berlin"), "{}", shown(&app));
    keys(&mut app, "Esc");
    // The next login knows it.
    let next = evening.client(1, (100, 40), "unicode");
    assert_eq!(next.world.zone().to_string(), "Asia/Kathmandu");
}
