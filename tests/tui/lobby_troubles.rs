//! A table that cannot be resumed is in the lobby of its players, with words and without a key.

use heterodox::club::table_service::Terms;
use heterodox::club::{Club, DATABASE};
use heterodox::games::built_in;
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use rusqlite::Connection;

use crate::app::shown;
use crate::lobby::Evening;

#[test]
fn a_table_that_cannot_be_resumed_is_listed() {
    let mut evening = Evening::new("lobby-broken");
    let here = [1, 2].map(|key| evening.visit(key));
    let terms = Terms::new(built_in("sanctuary").expect("a game"));
    let key = evening.club.tables.open_table(&evening.member(1), &terms).expect("a table");
    evening.club.tables.sit(&evening.member(2), key, Side::new(1), None).expect("it is free");
    drop(here);
    let database = Connection::open(evening.folder.join(DATABASE)).expect("a database");
    let changed = database.execute("UPDATE events SET line = 'no event' WHERE game = ?1", [key.0]);
    assert!(changed.is_ok_and(|lines| lines > 0));
    evening.club = Club::open(evening.folder.path(), &Opponents::default()).expect("a club");
    let app = evening.client(1, (80, 24), "unicode");
    assert!(shown(&app).contains("Cannot be opened"), "{}", shown(&app));
    assert!(shown(&app).contains("the operator knows"), "{}", shown(&app));
    let other = evening.client(3, (80, 24), "unicode");
    assert!(!shown(&other).contains("Cannot be opened"), "{}", shown(&other));
}
