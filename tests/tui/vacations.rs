//! Vacations: taken in the account, seen at the tables of slow games.

use heterodox::club::zone::Zone;
use heterodox::tui::app::App;

use crate::app::{chosen_row, keys, shown, wait};
use crate::lobby::Evening;
use crate::planning::{moves, slow_game};

/// Opens the account, at the row that begins so.
fn account(app: &mut App, row: &str) {
    keys(app, "q");
    for screen in ["Account", row] {
        keys(app, "Home");
        for _ in 0..30 {
            if chosen_row(app).starts_with(screen) {
                break;
            }
            keys(app, "Down");
        }
        if screen == "Account" {
            keys(app, "Enter");
        }
    }
    assert!(chosen_row(app).starts_with(row), "{}", shown(app));
}

#[test]
fn a_vacation_is_taken_in_the_account_and_seen_by_the_others() {
    let evening = Evening::new("vacations");
    let (key, mut ben) = slow_game(&evening, "sanctuary", (120, 40), "unicode");
    let mut ann = evening.client(1, (120, 40), "unicode");
    evening.visit(2).set_zone(Zone::parse("UTC+2").expect("a zone")).expect("a member");
    account(&mut ann, "Vacation");
    assert!(chosen_row(&ann).ends_with("14 days left"), "{}", shown(&ann));
    assert!(shown(&ann).contains("the clocks of your slow games stand"), "{}", shown(&ann));
    // What is refused stays in the field.
    keys(&mut ann, "Enter");
    for (typed, told) in [
        ("x", "Expected a number of days."),
        ("0", "You have 14 days of vacation left"),
        ("1 5", "You have 14 days of vacation left"),
        ("3", "The clocks of your slow games stand until then."),
    ] {
        keys(&mut ann, &format!("C-u {typed} Enter"));
        assert!(shown(&ann).contains(told), "{typed}:\n{}", shown(&ann));
    }
    assert!(chosen_row(&ann).contains("until 20"), "{}", shown(&ann));
    assert!(chosen_row(&ann).ends_with("11 days left"), "{}", shown(&ann));
    // It is made longer.
    keys(&mut ann, "Enter 2");
    // Where the keys of the list were.
    assert!(shown(&ann).contains("\n Enter take it  Esc cancel"), "{}", shown(&ann));
    keys(&mut ann, "Enter");
    assert!(chosen_row(&ann).ends_with("9 days left"), "{}", shown(&ann));
    // Ben sees it in his zone, and the clock of Ann stands.
    wait(&mut ben, "Ann is on vacation until 20", true);
    let until = evening.club.tables.away_until(evening.member(1).id).expect("she is away");
    let seconds = until.duration_since(std::time::SystemTime::UNIX_EPOCH).expect("later").as_secs() as i64;
    // Ben's screen was opened before he chose the zone.
    assert!(shown(&ben).contains(&Zone::default().moment(seconds)), "{}", shown(&ben));
    keys(&mut ben, "q");
    crate::lobby::choose(&mut ben, "Sanctuary Chess: Ann");
    wait(&mut ben, "Ann is on vacation until 20", true);
    let zone = Zone::parse("UTC+2").expect("a zone");
    assert!(shown(&ben).contains(&zone.moment(seconds)), "{}", shown(&ben));
    let held = || {
        let seat = evening.club.tables.handle(&evening.member(2), key, None).expect("a game");
        seat.table().newest().status.held
    };
    assert!(held(), "it is Ann's turn");
    // She comes back.
    keys(&mut ann, "Down");
    assert!(chosen_row(&ann).starts_with("End the vacation"), "{}", shown(&ann));
    keys(&mut ann, "Enter");
    assert!(shown(&ann).contains("Welcome back: your clocks run again."), "{}", shown(&ann));
    wait(&mut ben, "Ann is on vacation", false);
    assert!(!held());
    moves(&evening, key, 1, "e4");
    wait(&mut ben, "Black to move", true);
}
