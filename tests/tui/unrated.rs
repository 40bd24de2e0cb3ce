//! A rated game that will not be rated: both players read why, before it starts, at the board and at its end.

use std::net::{IpAddr, Ipv4Addr};

use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::tui::app::App;

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, play};

const WHY: &str = "This game will not be rated: two players came from one address.";

#[test]
fn players_of_one_address_read_that_their_game_is_not_rated() {
    let evening = Evening::new("unrated");
    let (ann, ben) = (evening.member(1), evening.member(2));
    let mut apps: Vec<App> = (1..=2).map(|key| evening.client(key, (120, 40), "unicode")).collect();
    for member in [&ann, &ben] {
        evening.club.note_address(member.id, IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)));
    }
    let clock = ClockSetup::read("30+20").expect("a clock");
    let rated = |game| Terms { rated: true, clock, ..Terms::new(built_in(game).expect("a game")) };
    // A table that waits.
    let tables = &evening.club.tables;
    let waiting = tables.open_table(&ann, &rated("armies")).expect("a table");
    wait(&mut apps[0], "Armies", true);
    choose(&mut apps[0], "Ann: Armies");
    assert!(!shown(&apps[0]).contains("will not be rated"), "{}", shown(&apps[0]));
    tables.sit(&ben, waiting, Side::new(2), None).expect("a seat");
    wait(&mut apps[0], WHY, true);
    tables.leave(&ann, waiting).expect("its host");
    wait(&mut apps[0], "The table was closed.", true);
    // A game from its beginning to its end.
    let key = tables.open_table(&ann, &rated("sanctuary")).expect("a table");
    tables.sit(&ben, key, Side::new(1), None).expect("a seat");
    for app in &mut apps {
        wait(app, "Your games", true);
        choose(app, "Sanctuary Chess: Ann");
        assert!(shown(app).contains(WHY), "{}", shown(app));
    }
    play(&mut apps, 0, "e4");
    play(&mut apps, 1, "e5");
    keys(&mut apps[0], "x");
    assert!(shown(&apps[0]).contains("A rated game is not paused."), "{}", shown(&apps[0]));
    keys(&mut apps[1], "R y");
    for app in &mut apps {
        wait(app, "Not rated: two players came", true);
    }
    // From two addresses it would be rated.
    evening.club.note_address(ben.id, IpAddr::V4(Ipv4Addr::new(192, 0, 2, 8)));
    keys(&mut apps[0], "N");
    keys(&mut apps[1], "N");
    for app in &mut apps {
        wait(app, "White to move", true);
        assert!(!shown(app).contains("will not be rated"), "{}", shown(app));
    }
}
