//! Frames of the lobby and of games of people at four sizes.

use std::time::{Duration, Instant};

use heterodox::cli::picture::{frame, text};
use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::session::setup::ClockSetup;
use heterodox::tui::app::App;

use crate::app::{keys, wait};
use crate::chart::changes;
use crate::lobby::{Evening, choose, game};
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
