//! What the lobby and the account tell without a key: talk, tournaments, answers, results, and what another session of the
//! same member has changed. And what is not offered to a client of a server.

use std::time::{Duration, SystemTime};

use heterodox::club::table_service::Terms;
use heterodox::club::talk::{Room, Said};
use heterodox::club::tournament::{Form, Plan};
use heterodox::games::built_in;
use heterodox::players::Resources;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::world::TerminalRequest;

use crate::app::{PATIENCE, chosen_row, keys, shown, wait};
use crate::lobby::{Evening, choose, go_to};

const SIZE: (u16, u16) = (80, 24);

/// Somebody says something, some time after what was said before.
fn say(evening: &Evening, who: u8, text: &str, minute: u64) {
    let now = SystemTime::now() + Duration::from_secs(60 * minute);
    evening.club.say(Room::Lobby, &evening.member(who), Said::Text(text), now).expect("it is said");
}

#[test]
fn what_is_said_in_the_lobby_is_told_there() {
    let evening = Evening::new("news-talk");
    say(&evening, 2, "before you came", 1);
    let mut ann = evening.client(1, SIZE, "unicode");
    assert!(!shown(&ann).contains("before you came"), "{}", shown(&ann));
    say(&evening, 2, "anybody for a game", 2);
    wait(&mut ann, "Ben: anybody for a game", true);
    keys(&mut ann, "Down");
    assert!(!shown(&ann).contains("Ben: anybody"), "{}", shown(&ann));
    // One's own lines, and what was read in the talk, are not news.
    say(&evening, 1, "yes", 3);
    keys(&mut ann, "'");
    say(&evening, 2, "then sit down", 4);
    wait(&mut ann, "then sit down", true);
    keys(&mut ann, "Esc");
    assert!(!shown(&ann).contains("then sit down"), "{}", shown(&ann));
    // What was said while another screen was there is told after it.
    choose(&mut ann, "Ladders");
    say(&evening, 2, "where are you", 5);
    wait(&mut ann, "Ladder", true);
    keys(&mut ann, "q");
    assert!(shown(&ann).contains("Ben: where are you"), "{}", shown(&ann));
    // A challenge that waits for a key comes first.
    let terms = Terms::new(built_in("holywar").expect("a game"));
    evening.club.tables.challenge(&evening.member(2), Some(evening.member(1).id), &terms).expect("a challenge");
    wait(&mut ann, "Ben challenges you", true);
}

#[test]
fn tournaments_are_counted_in_the_lobby() {
    let evening = Evening::new("news-tournament");
    let mut ann = evening.client(1, SIZE, "unicode");
    let row = |app: &App| {
        let all = shown(app);
        all.lines().find(|line| line.trim_start_matches([' ', '▌']).starts_with("Tournaments")).map(str::to_owned)
    };
    assert_eq!(row(&ann).as_deref().map(str::trim), Some("Tournaments"), "{}", shown(&ann));
    let plan = Plan {
        form: Form::RoundRobin,
        game: "sanctuary".to_owned(),
        file: None,
        preset: None,
        clock: Some("3+2".to_owned()),
        rated: false,
        seats: 2,
    };
    let now = SystemTime::now();
    let third = plan.clone();
    evening.club.make_tournament(&evening.member(2), plan.clone(), now).expect("a tournament");
    wait(&mut ann, "1 open", true);
    let second = evening.club.make_tournament(&evening.member(2), plan, now).expect("a tournament");
    evening.club.join_tournament(second, &evening.member(3)).expect("it is open");
    evening.club.start_tournament(second, &evening.member(2), now).expect("it starts");
    wait(&mut ann, "1 open, 1 in progress", true);
    // The list of tournaments is alive, and what was chosen stays chosen.
    choose(&mut ann, "Tournaments");
    keys(&mut ann, "End");
    assert!(chosen_row(&ann).contains("open, 1 player"), "{}", shown(&ann));
    let open = evening.club.tournaments().last().map(|(number, _)| *number).expect("a tournament");
    evening.club.join_tournament(open, &evening.member(3)).expect("it is open");
    wait(&mut ann, "open, 2 players", true);
    evening.club.make_tournament(&evening.member(3), third, now).expect("a tournament");
    wait(&mut ann, "open, 1 player", true);
    assert!(chosen_row(&ann).contains("open, 2 players"), "{}", shown(&ann));
}

#[test]
fn a_game_of_a_tournament_comes_first_and_withdrawing_needs_two_keys() {
    let evening = Evening::new("news-withdraw");
    let plan = Plan {
        form: Form::RoundRobin,
        game: "sanctuary".to_owned(),
        file: None,
        preset: None,
        clock: Some("3+2".to_owned()),
        rated: false,
        seats: 2,
    };
    let (club, now) = (&evening.club, SystemTime::now());
    let number = club.make_tournament(&evening.member(2), plan, now).expect("a tournament");
    club.join_tournament(number, &evening.member(1)).expect("it is open");
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "Tournaments");
    keys(&mut ann, "End Enter");
    assert!(chosen_row(&ann).starts_with("Withdraw"), "{}", shown(&ann));
    club.start_tournament(number, &evening.member(2), now).expect("it starts");
    let _ben = evening.visit(2);
    (0..2).for_each(|_| club.run_tournaments(now).expect("the store"));
    wait(&mut ann, "Play your game", true);
    assert!(chosen_row(&ann).starts_with("Play your game"), "{}", shown(&ann));
    let is_in = || {
        let one = club.tournament(number).expect("a tournament");
        one.entrants.iter().all(|entrant| !entrant.withdrawn)
    };
    for keys_pressed in ["Down Enter", "Up Down Enter"] {
        keys(&mut ann, keys_pressed);
        assert!(shown(&ann).contains("Press Enter again to withdraw"), "{}", shown(&ann));
        assert!(is_in());
    }
    keys(&mut ann, "Enter");
    assert!(!is_in());
}

#[test]
fn an_answer_takes_the_place_of_what_was_told_before() {
    let evening = Evening::new("news-answer");
    evening.member(3);
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "Challenge somebody");
    keys(&mut ann, "c l e o Enter");
    choose(&mut ann, "Clock");
    while !shown(&ann).contains("3 days for each move") {
        keys(&mut ann, "Left");
    }
    keys(&mut ann, "Home Enter");
    assert!(shown(&ann).contains("Cleo is away. The challenge waits for two weeks."), "{}", shown(&ann));
    let tables = &evening.club.tables;
    let open = tables.challenges(&evening.member(3)).expect("the store");
    tables.accept(&evening.member(3), open[0].id).expect("it is open");
    wait(&mut ann, "Cleo accepts your challenge", true);
    assert!(!shown(&ann).contains("is away"), "{}", shown(&ann));
}

#[test]
fn a_result_is_whole_in_a_small_window() {
    let evening = Evening::new("news-result");
    let mut terms = Terms::new(built_in("armies").expect("a game"));
    terms.clock = Some(ClockSetup::days(3));
    let people = [1, 2, 3, 4].map(|key| evening.member(key));
    let tables = &evening.club.tables;
    let key = tables.open_table(&people[0], &terms).expect("a table");
    for (at, who) in people.iter().enumerate().skip(1) {
        tables.sit(who, key, Side::new(at), None).expect("a seat");
    }
    // All others give up while Ann is away.
    for (at, who) in people.iter().enumerate().skip(1) {
        let seat = tables.handle(who, key, None).expect("a game");
        seat.command(SeatCommand::Resign(Side::new(at))).expect("their seat");
    }
    let mut ann = evening.client(1, SIZE, "unicode");
    wait(&mut ann, "Ended while you were away", true);
    go_to(&mut ann, "Armies");
    let all = shown(&ann);
    assert!(all.contains("you won") && all.contains("It ended at"), "{all}");
    let (_, told) = all.split_once("wins").expect("who has won, in words");
    assert!(!told.contains('…'), "{all}");
}

/// Opens the account from the lobby.
fn account(app: &mut App) {
    choose(app, "Account");
    assert!(shown(app).contains("Time zone"), "{}", shown(app));
}

#[test]
fn the_account_shows_what_another_session_changes() {
    let evening = Evening::new("news-account");
    let mut first = evening.client(1, (100, 40), "unicode");
    account(&mut first);
    assert!(shown(&first).contains("14 days left") && !shown(&first).contains("codes left"), "{}", shown(&first));
    let second = evening.visit(1);
    let codes = second.recovery_codes().expect("codes");
    wait(&mut first, &format!("{} left", codes.len()), true);
    evening.club.tables.start_vacation(&second.member, 2).expect("a vacation");
    wait(&mut first, "End the vacation", true);
    evening.club.tables.end_vacation(&second.member).expect("its end");
    wait(&mut first, "End the vacation", false);
    // A second key, from a session with another one.
    let code = second.key_code(SystemTime::now()).expect("a code");
    let other = evening.member(9);
    let mut with_key = evening.club.enter(other).arrived(Some([9; 32]), None);
    with_key.redeem(&code.to_string(), SystemTime::now(), std::time::Instant::now()).expect("the code");
    let keys_of = |app: &App| shown(app).matches("SHA256:").count();
    let end = std::time::Instant::now() + PATIENCE;
    while keys_of(&first) < 2 {
        assert!(std::time::Instant::now() < end, "{}", shown(&first));
        first.wake(std::time::Instant::now());
    }
}

#[test]
fn a_server_does_not_offer_what_its_operator_decides() {
    let evening = Evening::new("news-settings");
    let overridden =
        ["Longest thinking time", "Threads of level 10", "Memory of a computer", "Plain lines of text"];
    for served in [false, true] {
        let mut app = evening.client(1, (100, 60), "unicode");
        app.world.client.most = served.then(Resources::default);
        keys(&mut app, "q");
        while !chosen_row(&app).starts_with("Settings") {
            keys(&mut app, "Down");
        }
        keys(&mut app, "Enter");
        for label in overridden {
            assert_eq!(shown(&app).contains(label), !served, "{label}:\n{}", shown(&app));
        }
        for label in ["Theme", "Confirm slow moves", "Wait after Escape, SSH", "Key bindings"] {
            assert!(shown(&app).contains(label), "{label}:\n{}", shown(&app));
        }
        // What is listed is what a key changes.
        keys(&mut app, "End Enter");
        assert!(shown(&app).contains("Enter, then the new key"), "{}", shown(&app));
        keys(&mut app, "q");
        app.act(Action::Help);
        assert_eq!(shown(&app).contains("suspend"), !served, "{}", shown(&app));
        keys(&mut app, "Esc");
        app.world.requests.clear();
        keys(&mut app, "C-z");
        let asked = app.world.requests.iter().any(|request| matches!(request, TerminalRequest::Suspend));
        assert_eq!(asked, !served);
        assert_eq!(shown(&app).contains("Your ssh suspends itself"), served, "{}", shown(&app));
    }
}
