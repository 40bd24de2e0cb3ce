//! Frames of the lobby and of games of people at four sizes.

use std::time::{Duration, Instant, SystemTime};

use heterodox::cli::picture::{frame, text};
use heterodox::club::store::TableKey;
use heterodox::club::table_service::Terms;
use heterodox::club::talk::{Room, Said};
use heterodox::club::tournament::{Form, Plan, Who};
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::tui::app::App;

use crate::app::{PATIENCE, keys, shown, wait};
use crate::chart::changes;
use crate::lobby::{Evening, choose, game, go_to};
use crate::planning::{slow_game, typed};

const SIZES: &[(u16, u16)] = &[(40, 12), (80, 24), (120, 40), (200, 60)];

/// Holds a scene against its frames at four sizes, and sees that it needs nothing but ASCII where that is asked for.
fn frames(name: &str, scene: impl Fn(&Evening, (u16, u16), &str) -> Vec<App>) {
    let mut wrong = String::new();
    for &size in SIZES {
        let evening = Evening::new(&format!("{name}-{}", size.0));
        wrong += &changes(name, &frame(&scene(&evening, size, "unicode")[0], size));
        let evening = Evening::new(&format!("{name}-{}-ascii", size.0));
        let ascii = text(&frame(&scene(&evening, size, "ascii")[0], size));
        assert!(ascii.is_ascii(), "{name} at {size:?}\n{ascii}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn lobby_frames() {
    frames("lobby-alone", |evening, size, glyphs| vec![evening.client(1, size, glyphs)]);
    frames("lobby", |evening, size, glyphs| {
        let mut apps = game(evening, size, glyphs);
        let mut terms = Terms::new(built_in("armies").expect("a game"));
        terms.clock = ClockSetup::read("10+5").expect("a clock");
        evening.club.tables.open_table(&evening.member(2), &terms).expect("a table");
        let mut app = evening.client(3, size, glyphs);
        app.wake(Instant::now() + Duration::from_secs(1));
        keys(&mut app, "End Up");
        apps.insert(0, app);
        apps
    });
    frames("lobby-form", |evening, size, glyphs| {
        let mut app = evening.client(1, size, glyphs);
        choose(&mut app, "New table");
        keys(&mut app, "Down Right Right");
        vec![app]
    });
    frames("lobby-table", |evening, size, glyphs| {
        let mut app = evening.client(1, size, glyphs);
        choose(&mut app, "New table");
        keys(&mut app, "Enter");
        vec![app]
    });
}

/// The lobby of somebody with a game of four, whose row is long, and a talk of two lines.
fn talk(evening: &Evening, size: (u16, u16), glyphs: &str) -> Vec<App> {
    let tables = &evening.club.tables;
    let terms = Terms::new(built_in("armies").expect("a game"));
    let key = tables.open_table(&evening.member(1), &terms).expect("a table");
    for (seat, member) in [(1, 2), (2, 3), (3, 4)] {
        tables.sit(&evening.member(member), key, Side::new(seat), None).expect("a seat");
    }
    for (member, text) in [(2, "good evening"), (1, "a game of Holywar, somebody?")] {
        evening
            .club
            .say(Room::Lobby, &evening.member(member), Said::Text(text), SystemTime::UNIX_EPOCH)
            .expect("a line");
    }
    let mut apps: Vec<App> = (1..=4).map(|key| evening.client(key, size, glyphs)).collect();
    let began = Instant::now();
    while tables.listed(&evening.member(1), key).is_none_or(|listed| listed.table.is_none()) {
        assert!(began.elapsed() < PATIENCE, "the game does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    // Another terminal of the first one, which finds the game in its list.
    apps.insert(0, evening.client(1, size, glyphs));
    apps
}

#[test]
fn lobby_talk_frames() {
    frames("lobby-own-game", talk);
    frames("lobby-talk", |evening, size, glyphs| {
        let mut apps = talk(evening, size, glyphs);
        keys(&mut apps[0], "'");
        apps
    });
}

#[test]
fn talk_leaves_the_board_beside_the_lobby_whole() {
    for size in [(120, 40), (200, 60)] {
        let evening = Evening::new(&format!("lobby-talk-whole-{}", size.0));
        let mut apps = talk(&evening, size, "unicode");
        let app = &mut apps[0];
        // The board is all that stands at the right, below the title and above the keys.
        let board = |app: &App| -> Vec<String> {
            let right = |row: &str| row.chars().skip(68).collect();
            shown(app).lines().skip(2).take(usize::from(size.1) - 3).map(right).collect()
        };
        let before = board(app);
        assert!(before.iter().any(|row| row.contains("P   ")), "{}", shown(app));
        keys(app, "'");
        assert!(shown(app).contains("Talk in the lobby"), "{}", shown(app));
        assert_eq!(board(app), before, "{}", shown(app));
    }
}

/// A tournament with its first games in progress, and who of it plays them.
fn tournament(evening: &Evening, size: (u16, u16), glyphs: &str) -> (Vec<App>, App) {
    let club = &evening.club;
    let began = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
    let plan = Plan::new(Form::RoundRobin, built_in("sanctuary").expect("a game"), "5+3", true);
    let number = club.make_tournament(&evening.member(1), plan, began).expect("a tournament");
    for key in 2..=4 {
        club.join_tournament(number, &evening.member(key)).expect("it is open");
    }
    club.start_tournament(number, &evening.member(1), began).expect("it starts");
    let mut app = evening.client(1, size, glyphs);
    let others = [2, 3, 4].map(|key| evening.client(key, size, glyphs)).into();
    (0..2).for_each(|_| club.run_tournaments(began).expect("the store"));
    choose(&mut app, "Tournaments");
    keys(&mut app, "Down Enter");
    (others, app)
}

#[test]
fn new_tournament_frames() {
    let scene = |evening: &Evening, size, glyphs: &str, form, players: &[u8]| {
        let began = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
        let plan = Plan::new(form, built_in("sanctuary").expect("a game"), "5+3", true);
        let number = evening.club.make_tournament(&evening.member(2), plan, began).expect("a tournament");
        for &key in players {
            evening.club.join_tournament(number, &evening.member(key)).expect("it is open");
        }
        let mut app = evening.client(1, size, glyphs);
        choose(&mut app, "Tournaments");
        keys(&mut app, "Down Enter");
        vec![app]
    };
    frames("tournament-new", |evening, size, glyphs| scene(evening, size, glyphs, Form::RoundRobin, &[3, 4]));
    frames("tournament-arena", |evening, size, glyphs| {
        scene(evening, size, glyphs, Form::Arena { minutes: 60 }, &[])
    });
}

#[test]
fn tournament_frames() {
    frames("tournament", |evening, size, glyphs| {
        let (others, app) = tournament(evening, size, glyphs);
        [app].into_iter().chain(others).collect()
    });
    frames("tournament-player", |evening, size, glyphs| {
        let (others, mut app) = tournament(evening, size, glyphs);
        keys(&mut app, "End");
        [app].into_iter().chain(others).collect()
    });
}

#[test]
fn the_game_of_a_player_of_a_tournament_is_shown_and_watched() {
    let evening = Evening::new("tournament-watched");
    let (_others, mut app) = tournament(&evening, (80, 24), "unicode");
    let club = &evening.club;
    let (_, one) = club.tournaments().pop().expect("a tournament");
    let bout = one.bouts.iter().find(|bout| !bout.has(0) && bout.table.is_some()).expect("a game of others");
    let white = &one.entrants[bout.seats[0].expect("a player")];
    go_to(&mut app, &white.name);
    assert!(shown(&app).contains("Enter watch") && shown(&app).contains("Plays now."), "{}", shown(&app));
    // A move of that game is seen on the page.
    let member = (1..=4).map(|key| evening.member(key)).find(|member| white.who == Who::Member(member.id));
    let key = TableKey(bout.table.expect("a table"));
    let seat = club.tables.handle(&member.expect("a member"), key, None).expect("a game");
    let view = seat.table().newest();
    let before = shown(&app);
    seat.command(SeatCommand::Play(view.position.legal()[0], 0)).expect("their turn");
    let began = Instant::now();
    while shown(&app) == before {
        assert!(began.elapsed() < PATIENCE, "the move is not shown\n{before}");
        std::thread::sleep(Duration::from_millis(2));
        app.wake(Instant::now());
    }
    keys(&mut app, "Enter");
    wait(&mut app, "live", true);
}

#[test]
fn plan_frames() {
    let scene = |evening: &Evening, size, glyphs: &str| {
        let (_, mut app) = slow_game(evening, "sanctuary", size, glyphs);
        keys(&mut app, "P");
        for text in ["e4", "e5", "Nf3", "Nc6"] {
            typed(&mut app, text);
        }
        vec![app]
    };
    frames("plans", |evening, size, glyphs| {
        let mut apps = scene(evening, size, glyphs);
        keys(&mut apps[0], "Backspace");
        apps
    });
    frames("plans-list", |evening, size, glyphs| {
        let mut apps = scene(evening, size, glyphs);
        keys(&mut apps[0], "P");
        apps
    });
    frames("plans-told", |evening, size, glyphs| {
        let mut apps = scene(evening, size, glyphs);
        keys(&mut apps[0], "q");
        apps
    });
}

#[test]
fn game_frames() {
    frames("club-game", game);
    frames("club-watch", |evening, size, glyphs| {
        let mut apps = game(evening, size, glyphs);
        let mut app = evening.client(3, size, glyphs);
        choose(&mut app, "Ann");
        keys(&mut app, "b");
        apps.insert(0, app);
        apps
    });
    frames("club-elsewhere", |evening, size, glyphs| {
        let mut apps = game(evening, size, glyphs);
        let mut second = evening.client(1, size, glyphs);
        choose(&mut second, "Sanctuary Chess: Ann");
        apps[0].wake(Instant::now() + Duration::from_secs(1));
        apps.push(second);
        apps
    });
    frames("club-over", |evening, size, glyphs| {
        let mut apps = game(evening, size, glyphs);
        keys(&mut apps[1], "R y");
        wait(&mut apps[0], "rematch", true);
        apps
    });
}
