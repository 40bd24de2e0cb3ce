//! The lobby and what is opened from it: frames at four sizes, and what keys do. A club in a folder of its own has two
//! members, Ann and Ben.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use heterodox::cli::picture::{bare_world, frame, press, text};
use heterodox::club::member::Member;
use heterodox::club::{Club, Visit};
use heterodox::tui::app::App;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::lobby::Lobby;
use heterodox::tui::theme::Theme;

use crate::app::{chosen_row, keys, shown, wait};
use crate::chart::changes;
use crate::folder::Folder;

const SIZES: &[(u16, u16)] = &[(40, 12), (80, 24), (120, 40), (200, 60)];

/// A club with two members.
struct Evening {
    _folder: Folder,
    club: Arc<Club>,
}

impl Evening {
    fn new(name: &str) -> Evening {
        let folder = Folder::new(name);
        let club = Club::open(folder.path()).expect("a club");
        Evening { _folder: folder, club }
    }

    /// The member with this key. The first is Ann, the second Ben.
    fn member(&self, key: u8) -> Member {
        let folder = format!("folder-{key}");
        let (mut member, _) =
            self.club.store.member_of_key([key; 32], &folder, SystemTime::now()).expect("a member");
        member.name = ["Ann", "Ben", "Cleo"].get(usize::from(key) - 1).map(|name| (*name).to_owned());
        member
    }

    fn visit(&self, key: u8) -> Visit {
        self.club.enter(self.member(key))
    }

    /// Their client, with the lobby on top.
    fn client(&self, key: u8, size: (u16, u16), glyphs: &str) -> App {
        let mut world = bare_world("classic", "true", glyphs, size);
        world.theme = Theme::chart();
        world.identity = self.member(key).id.identity();
        world.club = Some(self.visit(key));
        let (home, lobby) = (Home::new(&world), Lobby::new(&world));
        App::new(world, vec![Box::new(home), Box::new(lobby)])
    }
}

/// Holds a scene against its frames at four sizes, and sees that it needs nothing but ASCII where that is asked for.
fn frames(name: &str, scene: impl Fn(&Evening, (u16, u16), &str) -> App) {
    let mut wrong = String::new();
    for &size in SIZES {
        let evening = Evening::new(&format!("{name}-{}", size.0));
        wrong += &changes(name, &frame(&scene(&evening, size, "unicode"), size));
        let evening = Evening::new(&format!("{name}-{}-ascii", size.0));
        let ascii = text(&frame(&scene(&evening, size, "ascii"), size));
        assert!(ascii.is_ascii(), "{name} at {size:?}\n{ascii}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_lone_visitor_is_in_a_game_with_one_key() {
    let evening = Evening::new("lobby-alone");
    let mut app = evening.client(1, (80, 24), "unicode");
    assert!(chosen_row(&app).starts_with("Play now against the computer"), "{}", shown(&app));
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
    evening.club.bell.ring();
    assert!(app.deadline().is_some());
    assert!(!look(&mut app), "a ring alone changes nothing");
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

#[test]
fn lobby_frames() {
    frames("lobby-alone", |evening, size, glyphs| evening.client(1, size, glyphs));
}
