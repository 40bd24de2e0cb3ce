//! A lobby with many people and many challenges lists so many of them as one can read, and "Play" stays where it is.

use std::sync::Arc;
use std::time::SystemTime;

use heterodox::cli::picture::bare_world;
use heterodox::club::member::Member;
use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::ssh::screens::club::Entered;
use heterodox::ssh::screens::lobby::Lobby;
use heterodox::tui::app::App;
use heterodox::tui::screen::{Screen as _, Transition};
use heterodox::tui::wakes::Reasons;
use heterodox::tui::world::World;

use crate::app::{chosen_row, keys, shown};
use crate::lobby::Evening;

#[test]
fn a_crowd_is_counted_and_not_listed_whole() {
    let evening = Evening::new("lobby-crowd");
    let _here: Vec<_> = (1..=130).map(|number| evening.club.enter(Member::guest(number))).collect();
    let mut app = evening.client(1, (80, 24), "unicode");
    keys(&mut app, "End");
    let text = shown(&app);
    assert!(text.contains("and 30 more"), "{text}");
    assert!(text.contains("131 are here"), "{text}");
}

#[test]
fn what_is_not_in_the_window_draws_nothing() {
    let evening = Evening::new("lobby-window");
    let _here: Vec<_> = (1..=40).map(|number| evening.club.enter(Member::guest(number))).collect();
    let mut world = bare_world("classic", "true", "unicode", (80, 24));
    world.club = Some(Box::new(Entered(evening.visit(1))));
    let mut lobby = Lobby::new(&world);
    let club = Reasons { club: true, ..Reasons::default() };
    let mut wake = |world: &mut World| matches!(lobby.wake(club, world), Transition::Changed);
    // One more is here, and the number of all is in the title.
    let visit = evening.visit(4);
    assert!(wake(&mut world) && !wake(&mut world));
    // Somebody has another name, far below the window.
    evening.club.impose_name(visit.member.id, Some("zz"), SystemTime::now()).expect("a name");
    assert!(evening.club.lobby().here.iter().any(|here| here.member.shown_name() == "zz"));
    assert!(!wake(&mut world), "nothing of it is seen");
    drop(visit);
    assert!(wake(&mut world));
}

#[test]
fn what_came_just_before_a_lobby_is_covered_is_told() {
    let evening = Evening::new("lobby-covered");
    let mut world = bare_world("classic", "true", "unicode", (80, 24));
    world.club = Some(Box::new(Entered(evening.visit(1))));
    let mut lobby = Lobby::new(&world);
    let terms = Terms::new(built_in("holywar").expect("a game"));
    let challenge = |to: &Member| {
        evening.club.tables.challenge(&evening.member(2), Some(to.id), &terms).expect("a challenge");
    };
    challenge(&evening.member(1));
    // Its own copy, that of the club, and the one that is counted.
    assert_eq!(Arc::strong_count(&evening.club.lobby()), 3);
    lobby.covered(&mut world);
    assert_eq!(Arc::strong_count(&evening.club.lobby()), 2);
    assert_eq!(world.news.len(), 1, "{:?}", world.news);
    // Those of others are not told, and the next one to its reader is.
    let club = Reasons { club: true, ..Reasons::default() };
    challenge(&evening.member(3));
    lobby.wake(club, &mut world);
    assert_eq!(world.news.len(), 1);
    challenge(&evening.member(1));
    lobby.wake(club, &mut world);
    assert_eq!(world.news.len(), 2, "{:?}", world.news);
}

#[test]
fn play_stays_where_it_is_whatever_others_ask() {
    let evening = Evening::new("lobby-challenges");
    let quiet = evening.client(1, (80, 24), "unicode");
    let row = |app: &App| shown(app).lines().position(|line| line.contains("Play now")).expect("Play");
    let before = row(&quiet);
    let terms = Terms::new(built_in("holywar").expect("a game"));
    let tables = &evening.club.tables;
    tables.challenge(&evening.member(2), Some(evening.member(1).id), &terms).expect("a challenge");
    for by in 3..=100 {
        tables.challenge(&evening.member(by), None, &terms).expect("a challenge");
    }
    let mut app = evening.client(1, (80, 24), "unicode");
    assert_eq!(row(&app), before, "{}", shown(&app));
    assert!(chosen_row(&app).starts_with("Play now"), "{}", shown(&app));
    // What is for this member is told and waits for a key.
    assert!(shown(&app).contains("Ben challenges you"), "{}", shown(&app));
    let mut all = String::new();
    for _ in 0..40 {
        all += &shown(&app);
        keys(&mut app, "PgDn");
    }
    assert!(all.contains("and 78 more"), "{all}");
}
