//! What the program asks people at a table before it does something, and how they answer each other.

use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::ssh::screens::club::ClubPlace;
use heterodox::tui::app::App;
use heterodox::tui::screens::open;

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, go_to, play};
use crate::planning::{slow_game, typed};

const SIZE: (u16, u16) = (80, 24);

/// Ann and Ben play a game of Sanctuary with this clock, and each sees the board.
fn live_game(evening: &Evening) -> Vec<App> {
    let mut terms = Terms::new(built_in("sanctuary").expect("a game"));
    terms.clock = ClockSetup::read("10+5").expect("a clock");
    let mut apps = vec![evening.client(1, SIZE, "unicode"), evening.client(2, SIZE, "unicode")];
    let key = evening.club.tables.open_table(&evening.member(1), &terms).expect("a table");
    evening.club.tables.sit(&evening.member(2), key, Side::new(1), None).expect("a seat");
    for app in &mut apps {
        wait(app, "Your games", true);
        choose(app, "Sanctuary Chess: Ann");
        wait(app, "to move", true);
    }
    apps
}

/// The last row of the screen.
fn footer(app: &App) -> String {
    shown(app).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn enter_plays_the_slow_move_that_was_asked_about_and_anything_else_says_that_it_did_not() {
    let evening = Evening::new("asks-slow");
    let (key, mut ben) = slow_game(&evening, "sanctuary", SIZE, "unicode");
    crate::planning::moves(&evening, key, 1, "e4");
    wait(&mut ben, "Black to move", true);
    for answer in ["n", "Esc", "Left Enter"] {
        typed(&mut ben, "e5");
        assert!(shown(&ben).contains("Play e5?") && shown(&ben).contains("▌ Yes"), "{}", shown(&ben));
        keys(&mut ben, answer);
        assert!(shown(&ben).contains("e5 was not played."), "{answer}:\n{}", shown(&ben));
        assert!(shown(&ben).contains("Black to move"), "{answer}:\n{}", shown(&ben));
    }
    typed(&mut ben, "e5");
    keys(&mut ben, "Enter");
    wait(&mut ben, "White to move", true);
    assert!(!shown(&ben).contains("was not played"), "{}", shown(&ben));
}

#[test]
fn ctrl_c_asks_before_a_live_game_is_left_and_leaves_at_the_second_time() {
    const QUESTION: &str = "Leave the board?";
    let evening = Evening::new("asks-quit");
    let mut apps = live_game(&evening);
    keys(&mut apps[0], "C-c");
    assert!(!apps[0].over() && shown(&apps[0]).contains(QUESTION), "{}", shown(&apps[0]));
    keys(&mut apps[0], "n");
    assert!(!apps[0].over() && !shown(&apps[0]).contains(QUESTION), "{}", shown(&apps[0]));
    // It asks again, also over the talk of the table.
    keys(&mut apps[0], "C-c");
    assert!(!apps[0].over() && shown(&apps[0]).contains(QUESTION), "{}", shown(&apps[0]));
    keys(&mut apps[0], "Esc '");
    assert!(shown(&apps[0]).contains("Talk of the players"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "C-c");
    assert!(!apps[0].over() && shown(&apps[0]).contains(QUESTION), "{}", shown(&apps[0]));
    keys(&mut apps[0], "C-c");
    assert!(apps[0].over(), "the second time it leaves");
    keys(&mut apps[1], "C-c y");
    assert!(apps[1].over(), "yes leaves");
}

#[test]
fn ctrl_c_leaves_at_once_where_nothing_goes_on() {
    let evening = Evening::new("asks-nothing");
    let (_, mut slow) = slow_game(&evening, "sanctuary", SIZE, "unicode");
    keys(&mut slow, "C-c");
    assert!(slow.over(), "a slow game waits");
    let mut lobby = evening.client(1, SIZE, "unicode");
    keys(&mut lobby, "C-c");
    assert!(lobby.over());
    let evening = Evening::new("asks-watched");
    let _apps = live_game(&evening);
    let mut cleo = evening.client(3, SIZE, "unicode");
    wait(&mut cleo, "Being played", true);
    choose(&mut cleo, "Ann – Ben");
    wait(&mut cleo, "live", true);
    keys(&mut cleo, "C-c");
    assert!(cleo.over(), "who watches leaves nobody alone");
}

#[test]
fn a_draw_is_declined_with_a_key_and_offered_once_a_move() {
    let evening = Evening::new("asks-draw");
    let mut apps = live_game(&evening);
    play(&mut apps, 0, "e4");
    play(&mut apps, 1, "e5");
    assert!(!footer(&apps[1]).contains("decline"), "{}", shown(&apps[1]));
    keys(&mut apps[0], "D y");
    wait(&mut apps[0], "White offers a draw.", true);
    wait(&mut apps[1], "Ann (White) offers a draw: y accepts, d declines.", true);
    let keys_shown = footer(&apps[1]);
    assert!(keys_shown.contains("y accept the draw") && keys_shown.contains("d decline the draw"), "{keys_shown}");
    keys(&mut apps[1], "d");
    for app in &mut apps {
        wait(app, "Black declines the draw.", true);
        wait(app, "offers a draw", false);
    }
    keys(&mut apps[0], "D");
    assert!(shown(&apps[0]).contains("you can offer one again after your next move"), "{}", shown(&apps[0]));
    // By name, from the list of commands.
    play(&mut apps, 0, "Nf3");
    keys(&mut apps[1], "D y");
    wait(&mut apps[0], "Ben (Black) offers a draw", true);
    keys(&mut apps[0], ": d e c l i n e Enter");
    for app in &mut apps {
        wait(app, "White declines the draw.", true);
    }
    keys(&mut apps[0], "D y");
    wait(&mut apps[1], "Ann (White) offers a draw", true);
    keys(&mut apps[1], "y");
    wait(&mut apps[0], "Agreed.", true);
}

#[test]
fn the_seat_in_a_challenge_has_the_name_of_who_is_challenged() {
    let evening = Evening::new("asks-seat");
    let ben = evening.member(2);
    let mut ann = evening.client(1, SIZE, "unicode");
    let place = ClubPlace::Challenge(Some(Box::new(ben))).into();
    let form = open(place, &ann.world).unwrap_or_else(|error| panic!("{error}"));
    let mut app = App::new(std::mem::replace(&mut ann, evening.client(3, SIZE, "unicode")).world, vec![form]);
    let seats = |app: &App| {
        let all = shown(app);
        let row = |seat: &str| {
            all.lines().find(|line| line.trim_start_matches([' ', '▌']).starts_with(seat)).map(str::to_owned)
        };
        (row("White").unwrap_or_default(), row("Red").unwrap_or_default())
    };
    let rows = seats(&app);
    assert!(rows.0.contains("‹ me ›") && rows.1.contains("‹ Ben ›"), "{rows:?}");
    go_to(&mut app, "White");
    keys(&mut app, "Right");
    let rows = seats(&app);
    assert!(rows.0.contains("‹ Ben ›"), "{rows:?}");
    drop(ann);
    // At a table for anybody the seat is open.
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "New table");
    assert!(seats(&ann).1.contains("‹ open ›"), "{:?}", seats(&ann));
}
