//! The lobby and what is opened from it: what keys do. A club in a folder of its own has two
//! members, Ann and Ben.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use heterodox::cli::picture::bare_world;
use heterodox::club::member::{Member, MemberId};
use heterodox::club::name::Name;
use heterodox::club::table_service::Terms;
use heterodox::club::{Club, Visit};
use heterodox::config::Motion;
use heterodox::games::{Registry, built_in};
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::ssh::screens::club::{ENTRIES, Entered};
use heterodox::ssh::screens::lobby::Lobby;
use heterodox::tui::app::App;
use heterodox::tui::screens::home::Home;
use heterodox::tui::theme::Theme;

use crate::app::{PATIENCE, chosen_row, keys, shown, wait};
use crate::folder::Folder;

/// A club with two members.
pub(crate) struct Evening {
    pub(crate) folder: Folder,
    pub(crate) club: Arc<Club>,
}

impl Evening {
    pub(crate) fn new(name: &str) -> Evening {
        let folder = Folder::new(name);
        let club = Club::open(folder.path(), &Opponents::default()).expect("a club");
        Evening { folder, club }
    }

    /// The member with this key. The first is Ann, the second Ben.
    pub(crate) fn member(&self, key: u8) -> Member {
        let folder = format!("folder-{key}");
        let store = &self.club.store;
        let (mut member, _) = store.member_of_key([key; 32], &folder, SystemTime::now()).expect("a member");
        let name = ["Ann", "Ben", "Cleo"].get(usize::from(key) - 1);
        if let (Some(name), None, MemberId::Member(number)) = (name, &member.name, member.id) {
            let parsed = Name::parse(name, &Registry::default()).expect("a name");
            store.rename(number, &parsed, SystemTime::now()).expect("the store").expect("it is free");
            member.name = Some((*name).to_owned());
        }
        member
    }

    pub(crate) fn visit(&self, key: u8) -> Visit {
        self.club.enter(self.member(key))
    }

    /// Their client, with the lobby on top.
    pub(crate) fn client(&self, key: u8, size: (u16, u16), glyphs: &str) -> App {
        let mut world = bare_world("classic", "true", glyphs, size);
        world.theme = Theme::chart();
        world.client.config.look.motion = Motion::Off;
        world.client.identity = self.member(key).id.identity();
        world.club = Some(Box::new(Entered(self.visit(key))));
        let (home, lobby) = (Home::with(ENTRIES, &world), Lobby::new(&world));
        App::new(world, vec![Box::new(home), Box::new(lobby)])
    }
}

#[test]
fn a_lone_visitor_is_in_a_game_with_one_key() {
    let evening = Evening::new("lobby-alone");
    let mut app = evening.client(1, (80, 24), "unicode");
    assert!(chosen_row(&app).starts_with("Play now"), "{}", shown(&app));
    assert!(shown(&app).contains("Nobody else is here."), "{}", shown(&app));
    keys(&mut app, "Right");
    assert!(chosen_row(&app).contains("Black Holes"), "{}", shown(&app));
    keys(&mut app, "Left Enter");
    wait(&mut app, "Enter pick", true);
    assert!(shown(&app).contains("Holywar"), "{}", shown(&app));
    assert_eq!(evening.club.here().len(), 1);
}

#[test]
fn the_lobby_is_drawn_again_only_when_something_that_it_shows_is_other() {
    let evening = Evening::new("lobby-drawn");
    let mut app = evening.client(1, (80, 24), "unicode");
    assert!(app.take_dirty());
    let mut now = Instant::now();
    let mut look = |app: &mut App| {
        now += Duration::from_secs(1);
        app.wake(now);
        app.take_dirty()
    };
    assert!(!look(&mut app));
    evening.club.notifier.notify_all();
    // The table service may tell once more when it has heard who came.
    for _ in 0..3 {
        assert!(!look(&mut app), "a change of something else is not drawn");
    }
    assert_eq!(app.deadline(), None);
    let visit = evening.visit(2);
    assert!(look(&mut app));
    assert!(shown(&app).contains("Ben"), "{}", shown(&app));
    drop(visit);
    assert!(look(&mut app));
    assert!(!shown(&app).contains("Ben"), "{}", shown(&app));
}

#[test]
fn single_play_is_below_the_lobby() {
    let evening = Evening::new("lobby-below");
    let mut app = evening.client(1, (80, 24), "unicode");
    keys(&mut app, "q");
    assert!(chosen_row(&app).starts_with("New game"), "{}", shown(&app));
    for _ in 0..20 {
        if chosen_row(&app).starts_with("Lobby") {
            break;
        }
        keys(&mut app, "Down");
    }
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Play now"), "{}", shown(&app));
}

/// The row that is chosen.
pub(crate) fn chosen(app: &App) -> String {
    let (bar, shown) = (app.world.glyphs.bar, shown(app));
    let row = shown.lines().find_map(|line| line.trim_start_matches(' ').strip_prefix(bar));
    row.unwrap_or_else(|| panic!("nothing is chosen:\n{shown}")).trim().to_owned()
}

/// Goes down to the row with these words.
pub(crate) fn go_to(app: &mut App, words: &str) {
    keys(app, "Home");
    for _ in 0..40 {
        if chosen(app).contains(words) {
            return;
        }
        keys(app, "Down");
    }
    panic!("there is no row \"{words}\":\n{}", shown(app));
}

/// Goes down to the row with these words and presses Enter.
pub(crate) fn choose(app: &mut App, words: &str) {
    go_to(app, words);
    keys(app, "Enter");
}

/// Types a move, and waits until both see it.
pub(crate) fn play(apps: &mut [App], by: usize, text: &str) {
    let plies = text.split_whitespace().count();
    assert_eq!(plies, 1);
    wait(&mut apps[by], "Enter", true);
    let letters: Vec<String> = text.chars().map(String::from).collect();
    keys(&mut apps[by], &format!("m {} Enter", letters.join(" ")));
    for app in apps {
        wait(app, text, true);
    }
}

/// Ann has opened a table of Sanctuary without a clock, and Ben has sat down.
pub(crate) fn game(evening: &Evening, size: (u16, u16), glyphs: &str) -> Vec<App> {
    let mut apps = vec![evening.client(1, size, glyphs), evening.client(2, size, glyphs)];
    let terms = Terms::new(built_in("sanctuary").expect("a game"));
    let (ann, ben) = (evening.member(1), evening.member(2));
    let key = evening.club.tables.open_table(&ann, &terms).expect("a table");
    evening.club.tables.sit(&ben, key, Side::new(1), None).expect("a seat");
    for app in &mut apps {
        wait(app, "Your games", true);
        choose(app, "Sanctuary Chess: Ann");
    }
    play(&mut apps, 0, "e4");
    play(&mut apps, 1, "e5");
    apps
}

#[test]
fn two_meet_at_a_table_and_a_third_watches() {
    let evening = Evening::new("lobby-meet");
    let size = (120, 40);
    let mut apps = vec![evening.client(1, size, "unicode"), evening.client(2, size, "unicode")];
    choose(&mut apps[0], "New table");
    go_to(&mut apps[0], "Game");
    while !chosen(&apps[0]).contains("Sanctuary") {
        keys(&mut apps[0], "Right");
    }
    keys(&mut apps[0], "Home Enter");
    assert!(shown(&apps[0]).contains("open"), "{}", shown(&apps[0]));
    wait(&mut apps[1], "one free", true);
    choose(&mut apps[1], "one free");
    assert!(chosen(&apps[1]).contains("Enter sits here"), "{}", shown(&apps[1]));
    keys(&mut apps[1], "Enter");
    for app in &mut apps {
        wait(app, "to move", true);
    }
    play(&mut apps, 0, "e4");
    // Who is at a board is not logged out as early as others.
    assert_eq!(apps[0].world.client.tables.counter().load(Ordering::Relaxed), 1);
    let mut watcher = evening.client(3, size, "unicode");
    choose(&mut watcher, "Ann – Ben");
    wait(&mut watcher, "live", true);
    wait(&mut apps[0], "Watching: Cleo.", true);
    // While people play there is no help, and the reason is told.
    keys(&mut watcher, "H");
    assert!(!shown(&watcher).contains("Looking for"), "{}", shown(&watcher));
    keys(&mut apps[1], "a");
    assert!(shown(&apps[1]).contains("need the consent of all"), "{}", shown(&apps[1]));
    // The watcher looks back, and the game goes on meanwhile.
    keys(&mut watcher, "b");
    assert!(shown(&watcher).contains("1 move behind"), "{}", shown(&watcher));
    play(&mut apps, 1, "e5");
    wait(&mut watcher, "2 moves behind", true);
    keys(&mut watcher, "0");
    assert!(shown(&watcher).contains("live"), "{}", shown(&watcher));
    drop(watcher);
    wait(&mut apps[0], "Watching", false);
    keys(&mut apps[1], "R y");
    for app in &mut apps {
        wait(app, "rematch", true);
    }
    keys(&mut apps[0], "N");
    assert!(shown(&apps[0]).contains("asked for a rematch"), "{}", shown(&apps[0]));
    keys(&mut apps[1], "N");
    wait(&mut apps[1], "White to move", true);
    wait(&mut apps[0], "White to move", true);
}

#[test]
fn a_game_is_aborted_before_the_second_move_and_both_are_told() {
    let evening = Evening::new("lobby-abort");
    let mut apps = vec![evening.client(1, (80, 24), "unicode"), evening.client(2, (80, 24), "unicode")];
    let terms = Terms::new(built_in("holywar").expect("a game"));
    let key = evening.club.tables.open_table(&evening.member(1), &terms).expect("a table");
    evening.club.tables.sit(&evening.member(2), key, Side::new(1), None).expect("a seat");
    for app in &mut apps {
        wait(app, "Your games", true);
        keys(app, "Home Enter");
        wait(app, "to ", true);
    }
    keys(&mut apps[0], "R");
    assert!(shown(&apps[0]).contains("Abort the game?"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "y");
    for app in &mut apps {
        wait(app, "The game was aborted.", true);
    }
    assert!(evening.club.lobby().tables.is_empty());
}

#[test]
fn the_newest_terminal_has_the_seat_and_the_older_takes_it_back() {
    let evening = Evening::new("lobby-terminals");
    let mut apps = game(&evening, (80, 24), "unicode");
    let mut second = evening.client(1, (80, 24), "unicode");
    choose(&mut second, "Sanctuary Chess: Ann");
    wait(&mut apps[0], "Enter takes the seat back", true);
    // The older one watches: it cannot move.
    keys(&mut apps[0], "m");
    assert!(!shown(&apps[0]).contains("Move:"), "{}", shown(&apps[0]));
    let mut apps = vec![second, apps.remove(1), apps.remove(0)];
    play(&mut apps, 0, "Nf3");
    play(&mut apps, 1, "Nc6");
    let mut older = apps.remove(2);
    keys(&mut older, "Enter");
    wait(&mut older, "You are playing here again.", true);
    wait(&mut apps[0], "Enter takes the seat back", true);
    // Whoever leaves gives the seat to the other terminal.
    drop(apps.remove(0));
    apps.insert(0, older);
    play(&mut apps, 0, "d3");
}

#[test]
fn a_slow_move_is_confirmed() {
    let evening = Evening::new("lobby-slow");
    let mut terms = Terms::new(built_in("sanctuary").expect("a game"));
    terms.clock = Some(ClockSetup::days(3));
    let key = evening.club.tables.open_table(&evening.member(1), &terms).expect("a table");
    evening.club.tables.sit(&evening.member(2), key, Side::new(1), None).expect("a seat");
    let mut apps = vec![evening.client(1, (80, 24), "unicode"), evening.client(2, (80, 24), "unicode")];
    // A game in which it is one's move is the first row.
    assert!(chosen(&apps[0]).contains("your move"), "{}", shown(&apps[0]));
    assert!(chosen(&apps[1]).contains("White to move"), "{}", shown(&apps[1]));
    for app in &mut apps {
        keys(app, "Home Enter");
        wait(app, "White to move", true);
    }
    keys(&mut apps[0], "m e 4 Enter");
    assert!(shown(&apps[0]).contains("Play e4?"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "n");
    assert!(shown(&apps[0]).contains("White to move"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "m e 4 Enter y");
    for app in &mut apps {
        wait(app, "Black to move", true);
    }
    apps[1].world.client.config.play.confirm_slow = false;
    keys(&mut apps[1], "m e 5 Enter");
    for app in &mut apps {
        wait(app, "White to move", true);
    }
}

#[test]
fn a_private_table_is_joined_by_its_code_only() {
    let evening = Evening::new("lobby-code");
    let mut apps = vec![evening.client(1, (80, 24), "unicode"), evening.client(2, (80, 24), "unicode")];
    choose(&mut apps[0], "New table");
    choose(&mut apps[0], "Private");
    keys(&mut apps[0], "Home Enter");
    let shown_code = shown(&apps[0]);
    let code = shown_code.split("the code ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a code");
    apps[1].wake(Instant::now() + Duration::from_secs(1));
    assert!(!shown(&apps[1]).contains("one free"), "{}", shown(&apps[1]));
    choose(&mut apps[1], "Join by code");
    keys(&mut apps[1], "n o Enter");
    assert!(shown(&apps[1]).contains("There is no table with this code."), "{}", shown(&apps[1]));
    // It can be corrected, for the field is still open.
    let letters: Vec<String> = code.chars().map(String::from).collect();
    keys(&mut apps[1], &format!("C-u {} Enter", letters.join(" ")));
    assert!(chosen(&apps[1]).contains("Enter sits here"), "{}", shown(&apps[1]));
    keys(&mut apps[1], "Enter");
    for app in &mut apps {
        wait(app, "to ", true);
    }
}

#[test]
fn hostile_names_are_only_letters() {
    let evening = Evening::new("lobby-hostile");
    let mut app = evening.client(1, (80, 24), "unicode");
    let mut member = evening.member(2);
    member.name = Some("\x1b]0;x\x07\u{202e}Ben\r\n\u{9b}2J".to_owned());
    let visit = evening.club.enter(member.clone());
    let terms = Terms::new(built_in("sanctuary").expect("a game"));
    evening.club.tables.open_table(&member, &terms).expect("a table");
    wait(&mut app, "Ben", true);
    let hidden =
        |text: &str| text.chars().any(|letter| letter != '\n' && (letter.is_control() || letter == '\u{202e}'));
    assert!(!hidden(&shown(&app)), "{:?}", shown(&app));
    choose(&mut app, "no clock, casual");
    keys(&mut app, "Enter");
    wait(&mut app, "to move", true);
    assert!(!hidden(&shown(&app)), "{:?}", shown(&app));
    assert!(!hidden(&app.title()), "{:?}", app.title());
    drop(visit);
}

#[test]
fn a_result_that_was_missed_is_shown_until_it_is_seen() {
    let evening = Evening::new("lobby-missed");
    let (tables, people) = (&evening.club.tables, [evening.member(1), evening.member(2)]);
    let clock = ClockSetup::read("3d").expect("a clock");
    let terms = Terms { clock, ..Terms::new(built_in("sanctuary").expect("a game")) };
    let key = tables.open_table(&people[0], &terms).expect("a table");
    tables.sit(&people[1], key, Side::new(1), None).expect("a seat");
    let seats = people.each_ref().map(|member| tables.handle(member, key, None).expect("a handle"));
    let end = Instant::now() + PATIENCE;
    for turn in 0..4 {
        let seat = &seats[turn % 2];
        // A move is seen once it is in the database.
        while !seat.seats().has(seat.table().newest().position.turn()) {
            assert!(Instant::now() < end, "the move is not there");
            std::thread::sleep(Duration::from_millis(2));
        }
        let view = seat.table().newest();
        let command = SeatCommand::Play(view.position.legal()[0], view.position.acts().len());
        seat.command(command).expect("its turn");
    }
    seats[1].command(SeatCommand::Resign(Side::new(1))).expect("resigned");
    // The table service is told of the end on its own thread.
    while tables.missed(&people[0]).expect("results").is_empty() {
        assert!(Instant::now() < end, "the result is not there");
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut app = evening.client(1, (120, 40), "unicode");
    assert!(shown(&app).contains("Ended while you were away"), "{}", shown(&app));
    assert!(shown(&app).contains("Black resigned"), "{}", shown(&app));
    choose(&mut app, "you won");
    assert!(shown(&app).contains("The game is among your saved games."), "{}", shown(&app));
    assert!(!shown(&app).contains("Ended while you were away"), "{}", shown(&app));
    let again = evening.client(1, (80, 24), "unicode");
    assert!(!shown(&again).contains("Ended while you were away"), "{}", shown(&again));
}

#[test]
fn a_table_without_open_seats_is_a_game_at_once() {
    let evening = Evening::new("lobby-at-once");
    let mut app = evening.client(1, (80, 24), "unicode");
    choose(&mut app, "New table");
    // The second seat: a computer.
    keys(&mut app, "Down Down Down Down Right");
    assert!(chosen(&app).contains("computer"), "{}", shown(&app));
    keys(&mut app, "Home Enter");
    assert!(shown(&app).contains("Mate the King"), "{}", shown(&app));
}
