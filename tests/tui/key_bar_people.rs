//! The key bar where people meet: the lobby, a guest in it, tables, talk, and a game in which one of them asks something.

use std::cell::RefCell;

use heterodox::club::member::Member;
use heterodox::ssh::screens::club::Entered;
use heterodox::tui::app::App;

use super::app::{keys, shown, wait};
use super::key_bar::{State, check, idle_keys};
use super::lobby::{Evening, choose, chosen, game, go_to};

const SIZE: (u16, u16) = (120, 40);

fn bar(app: &App) -> String {
    shown(app).lines().last().unwrap_or_default().trim().to_owned()
}

#[test]
fn what_the_lobby_shows_works() {
    let evening = Evening::new("bar-lobby");
    let _ben = evening.visit(2);
    let row = |words: &'static str| {
        let mut app = evening.client(1, SIZE, "unicode");
        go_to(&mut app, words);
        app
    };
    let open = |words: &'static str| {
        let mut app = evening.client(1, SIZE, "unicode");
        choose(&mut app, words);
        app
    };
    check(&[
        State { name: "lobby", open: &|| row("Play now") },
        State { name: "lobby, somebody", open: &|| row("Ben") },
        State { name: "a new table", open: &|| open("New table") },
        State { name: "a member", open: &|| open("Ben") },
        State { name: "games played here", open: &|| open("Games played here") },
        State { name: "ladders", open: &|| open("Ladders") },
        State { name: "tournaments", open: &|| open("Tournaments") },
        State { name: "account", open: &|| open("Account") },
    ]);
}

#[test]
fn a_guest_sees_only_what_a_guest_may() {
    let evening = Evening::new("bar-guest");
    let _ben = evening.visit(2);
    let guest = |words: &'static str| {
        let mut app = evening.client(1, SIZE, "unicode");
        app.world.club = Some(Box::new(Entered(evening.club.enter(Member::guest(7)))));
        evening.club.notifier.notify_all();
        app.wake(std::time::Instant::now() + std::time::Duration::from_secs(1));
        go_to(&mut app, words);
        app
    };
    let mut app = guest("Challenge somebody");
    assert!(!bar(&app).contains("Enter"), "{}", bar(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Only members can play by challenge"), "the key says why: {}", shown(&app));
    // The page of a member has no challenge.
    let mut app = guest("Ben");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Member since") && !shown(&app).contains("Challenge"), "{}", shown(&app));
    check(&[State { name: "lobby of a guest", open: &|| guest("Challenge somebody") }]);
}

#[test]
fn a_refused_name_or_code_stays_in_its_field() {
    let evening = Evening::new("bar-refused");
    for (row, why) in
        [("Challenge somebody", "no member with this name"), ("Join by code", "no table with this code")]
    {
        let mut app = evening.client(1, SIZE, "unicode");
        choose(&mut app, row);
        keys(&mut app, "Backspace q q Enter");
        assert!(shown(&app).contains(why) && shown(&app).contains(": qq"), "{}", shown(&app));
        keys(&mut app, "Esc");
        assert!(chosen(&app).starts_with(row), "{}", shown(&app));
    }
    let mut app = evening.client(1, SIZE, "unicode");
    choose(&mut app, "Account");
    keys(&mut app, "Home Enter q Space q Enter");
    assert!(shown(&app).contains("New name: q q"), "{}", shown(&app));
    keys(&mut app, "Esc Down Enter q q Enter");
    assert!(shown(&app).contains("Time zone: qq"), "{}", shown(&app));
}

#[test]
fn a_draw_is_accepted_by_the_key_that_is_shown() {
    let evening = Evening::new("bar-draw");
    let mut apps = game(&evening, SIZE, "unicode");
    assert!(!bar(&apps[1]).contains("y "), "nothing is asked: {}", bar(&apps[1]));
    keys(&mut apps[0], "D y");
    wait(&mut apps[1], "accept the draw", true);
    assert!(bar(&apps[1]).contains("y accept the draw"), "{}", bar(&apps[1]));
    assert!(!bar(&apps[1]).contains("D "), "one key accepts: {}", bar(&apps[1]));
    keys(&mut apps[1], "y");
    for app in &mut apps {
        wait(app, "rematch", true);
    }
}

#[test]
fn what_a_game_of_people_shows_works() {
    let kept: RefCell<Vec<(Evening, Vec<App>)>> = RefCell::default();
    let table = |seat: usize, ask: &str| {
        let evening = Evening::new("bar-game");
        let mut apps = game(&evening, SIZE, "unicode");
        keys(&mut apps[0], ask);
        if !ask.is_empty() {
            wait(&mut apps[1], "accept the draw", true);
        }
        let app = apps.swap_remove(seat);
        kept.borrow_mut().push((evening, apps));
        app
    };
    let mut faults = idle_keys(&State { name: "own turn", open: &|| table(0, "") });
    faults.extend(idle_keys(&State { name: "a draw is offered", open: &|| table(1, "D y") }));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
