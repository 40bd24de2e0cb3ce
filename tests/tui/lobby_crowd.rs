//! A lobby with many people and many challenges lists so many of them as one can read, and "Play" stays where it is.

use heterodox::club::member::Member;
use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::tui::app::App;

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
