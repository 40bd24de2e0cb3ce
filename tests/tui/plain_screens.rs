//! The screens of the club on plain terminals: without UTF-8 all of it is ASCII, without colours nothing has one, and the
//! chosen row, sides, turns and winners are told by signs and words.

use heterodox::cli::picture::frame;
use heterodox::club::table_service::Terms;
use heterodox::config::{Config, Motion};
use heterodox::games::{Registry, built_in};
use heterodox::ssh::screens::club::{ENTRIES, Entered};
use heterodox::ssh::screens::lobby::Lobby;
use heterodox::tui::app::App;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::screens::home::Home;
use heterodox::tui::world::{Setup, World};
use ratatui::style::Color;

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, chosen, game};

const SIZE: (u16, u16) = (80, 24);

/// What a terminal says of itself, and what it can show.
struct Plain {
    variables: &'static [(&'static str, &'static str)],
    ascii: bool,
    no_colours: bool,
}

const PLAIN: [Plain; 3] = [
    Plain {
        variables: &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("NO_COLOR", "1")],
        ascii: false,
        no_colours: true,
    },
    Plain { variables: &[("TERM", "linux"), ("LANG", "C"), ("NO_COLOR", "1")], ascii: true, no_colours: true },
    Plain { variables: &[("TERM", "linux"), ("LANG", "C")], ascii: true, no_colours: false },
];

impl Plain {
    /// The client of a member on such a terminal, with the lobby on top. Nothing of its look is set.
    fn client(&self, evening: &Evening, key: u8) -> App {
        let value = |name: &str| self.variables.iter().find(|(known, _)| *known == name).map(|(_, text)| text);
        let mut facts = Facts::of(|name| value(name).map(|text| (*text).to_owned()));
        facts.size = SIZE;
        let mut config = Config::default();
        config.look.motion = Motion::Off;
        let mut world = World::new(Setup { config: Some(config), ..Setup::new(facts, Registry::default()) });
        world.client.identity = evening.member(key).id.identity();
        world.club = Some(Box::new(Entered(evening.visit(key))));
        let (home, lobby) = (Home::with(ENTRIES, &world), Lobby::new(&world));
        App::new(world, vec![Box::new(home), Box::new(lobby)])
    }

    /// Looks at every cell.
    fn look(&self, app: &App, what: &str) {
        let text = shown(app);
        assert!(!self.ascii || text.is_ascii(), "{what} {:?}:\n{text}", self.variables);
        assert!(!self.ascii || app.title().is_ascii(), "{what}: {}", app.title());
        for cell in frame(app, SIZE).content() {
            let colours = [cell.fg, cell.bg];
            let plain = colours == [Color::Reset; 2];
            assert!(!self.no_colours || plain, "{what}: {cell:?}\n{text}");
            // The console of Linux has 16 colours.
            let few = !colours.iter().any(|colour| matches!(colour, Color::Rgb(..) | Color::Indexed(16..)));
            assert!(self.variables[0].1 != "linux" || few, "{what}: {cell:?}\n{text}");
        }
    }

    /// Looks at a list, in which the chosen row can be told from the others by its sign.
    fn list(&self, app: &mut App, what: &str) {
        self.look(app, what);
        let first = chosen(app);
        keys(app, "Down");
        assert_ne!(chosen(app), first, "{what}:\n{}", shown(app));
        self.look(app, what);
        keys(app, "Up");
        assert_eq!(chosen(app), first, "{what}:\n{}", shown(app));
    }
}

/// Opens a list from the lobby, looks at it, and comes back.
fn visit(plain: &Plain, app: &mut App, row: &str) {
    choose(app, row);
    plain.list(app, row);
    keys(app, "q");
    wait(app, "Play now", true);
}

#[test]
fn lists_of_the_club_need_neither_colours_nor_utf_8() {
    for (at, plain) in PLAIN.iter().enumerate() {
        let evening = Evening::new(&format!("plain-lists-{at}"));
        let tables = &evening.club.tables;
        let games = game(&evening, SIZE, "ascii");
        let mut app = plain.client(&evening, 3);
        tables
            .challenge(
                &evening.member(2),
                Some(evening.member(3).id),
                &Terms::new(built_in("holywar").expect("a game")),
            )
            .expect("a challenge");
        tables.open_table(&evening.member(1), &Terms::new(built_in("armies").expect("a game"))).expect("a table");
        wait(&mut app, "Ben challenges you: Holywar", true);
        wait(&mut app, "3 free", true);
        keys(&mut app, "Home");
        for _ in 0..20 {
            if chosen(&app).contains("Ben challenges you") {
                break;
            }
            keys(&mut app, "Down");
        }
        assert!(chosen(&app).contains("Ben challenges you"), "{}", shown(&app));
        assert!(shown(&app).contains("y play  d refuse"), "{}", shown(&app));
        plain.list(&mut app, "the lobby");
        for row in ["Ladders", "Account"] {
            visit(plain, &mut app, row);
        }
        choose(&mut app, "New table");
        plain.list(&mut app, "the form of a table");
        keys(&mut app, "Home Enter");
        wait(&mut app, "Close the table", true);
        plain.look(&app, "a table that waits");
        keys(&mut app, "q");
        choose(&mut app, "Tournaments");
        choose(&mut app, "Make a tournament");
        plain.list(&mut app, "the form of a tournament");
        choose(&mut app, "Make it and join");
        wait(&mut app, "1 player", true);
        plain.look(&app, "a tournament");
        keys(&mut app, "q");
        wait(&mut app, "Play now", true);
        visit(plain, &mut app, "Tournaments");
        drop(games);
    }
}

#[test]
fn games_of_people_need_neither_colours_nor_utf_8() {
    for (at, plain) in PLAIN.iter().enumerate() {
        let evening = Evening::new(&format!("plain-games-{at}"));
        let mut others = game(&evening, SIZE, "ascii");
        let mut ann = plain.client(&evening, 1);
        choose(&mut ann, "Sanctuary Chess: Ann");
        wait(&mut ann, "White to move", true);
        // Whose turn it is has a sign, and each side its word.
        let text = shown(&ann);
        let marked: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with(['►', '>'])).collect();
        assert!(matches!(marked[..], [line] if line.contains("White") && line.contains("Ann")), "{text}");
        plain.look(&ann, "a game");
        let mut watcher = plain.client(&evening, 3);
        choose(&mut watcher, ": Sanctuary Chess");
        wait(&mut watcher, "live", true);
        plain.look(&watcher, "a game that is watched");
        keys(&mut watcher, "b");
        wait(&mut watcher, "1 move behind", true);
        plain.look(&watcher, "an earlier position");
        keys(&mut ann, "'");
        wait(&mut ann, "say: ", true);
        keys(&mut ann, "h i Enter");
        wait(&mut ann, "Ann: hi", true);
        plain.look(&ann, "the talk");
        keys(&mut ann, "Esc");
        keys(&mut others[1], "R y");
        for app in [&mut ann, &mut watcher] {
            wait(app, "The end", true);
            plain.look(app, "a game that is over");
        }
    }
}
