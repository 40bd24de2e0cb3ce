//! Full screens: the library, a review, settings and games with hostile names in them, drawn into
//! bytes and in a real terminal.

use std::path::Path;
use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, frame, scripted, text};
use heterodox::escape::is_hidden;
use heterodox::games::Registry;
use heterodox::paths::Paths;
use heterodox::rules::zobrist::mix;
use heterodox::tui::app::App;
use heterodox::tui::backend::canvas::Canvas;
use heterodox::tui::host::control::title;
use heterodox::tui::input::Input;
use heterodox::tui::theme::Themes;
use heterodox::tui::world::World;
use ratatui::buffer::Buffer;

use crate::files::{full, pgn};
use crate::probe::{EVIL, evil_line, harmless, home, ours, write};
use crate::support::{Session, program};

const SIZES: [(u16, u16); 3] = [(80, 24), (200, 60), (30, 12)];

fn world(home: &Path, glyphs: &str, size: (u16, u16)) -> World {
    let mut world = bare_world("classic", "256", glyphs, size);
    let paths = Paths {
        config_file: home.join("config/config.toml"),
        themes_dir: home.join("config/themes"),
        data_dir: home.join("data"),
    };
    world.themes = Themes::load(Some(&paths.themes_dir));
    world.client.config = heterodox::config::file::read(
        &std::fs::read_to_string(&paths.config_file).unwrap_or_default(),
        &paths.config_file.display().to_string(),
    )
    .0;
    EVIL.clone_into(&mut world.client.config.look.theme);
    world.notices = world.themes.warnings.clone();
    world.notices.push(EVIL.to_owned());
    world.client.paths = Some(paths);
    world
}

/// What a terminal would get for this frame, with the name of the window.
fn film(app: &App, what: &str) -> String {
    let (columns, rows) = app.world.facts.size;
    let mut screen = Canvas::new(columns, rows);
    let drawn = text(&frame(app, (columns, rows)));
    let hidden = drawn.chars().find(|&letter| is_hidden(letter) && letter != '\n');
    assert!(hidden.is_none(), "{what}: {hidden:?} in a cell:\n{drawn}");
    let whole = |drawn: &mut Buffer| {
        drawn.clone_from(&frame(app, (columns, rows)));
        None
    };
    screen.draw(whole).expect("memory");
    let bytes = [title(&app.title()), screen.backend_mut().take_bytes()].concat();
    ours(&bytes, what)
}

/// Keys that lead through lists, lines of games, dialogs and typed lines, but begin no search and
/// leave nothing behind.
const KEYS: &[&str] = &[
    "Down", "Down", "Up", "Enter", "Enter", "Right", "Right", "Left", "Home", "End", "Tab", "?", "Esc", "Esc", "i",
    "/", "y", "n", "V", ";", "s", "o", "E", "r", "v", "q", "Space", "g",
];

#[test]
fn whatever_is_opened_nothing_commands_the_terminal() {
    let home = full();
    let mut seen = String::new();
    for (round, size) in SIZES.into_iter().enumerate() {
        let glyphs = ["unicode", "ascii", "console"][round];
        let app = scripted(None, world(home.path(), glyphs, size), "", "").expect("it opens");
        film(&app, "the first screen");
        let mut app = scripted(None, world(home.path(), glyphs, size), "", "Down Enter").expect("it opens");
        let mut now = Instant::now();
        for number in 0..150_u64 {
            let key = KEYS[(mix(number * 3 + round as u64) % KEYS.len() as u64) as usize];
            now += Duration::from_millis(700);
            match number % 11 {
                10 => app.input(&Input::Paste(EVIL.to_owned()), now),
                _ => app.input(&Input::Key(key.parse().expect("a key")), now),
            }
            app.wake(now);
            if app.over() {
                app = scripted(None, world(home.path(), glyphs, size), "", "Down Enter").expect("it opens");
            }
            seen += &film(&app, &format!("{key}, {number} at {size:?}"));
            if number % 25 == 0 {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    }
    assert!(seen.contains("EVIL") && seen.contains("\\u{202e}"), "names and what is hidden in them are drawn");
}

#[test]
fn a_review_of_hostile_games_is_drawn_with_escapes() {
    let home = home();
    write(home.path(), "x.pgn", pgn());
    let count = pgn().matches("[Event \"x\"]").count();
    let mut seen = String::new();
    for number in 1..=count {
        let Ok(review) =
            heterodox::tui::screens::review::Review::open(&home.path().join("x.pgn"), number, &Registry::default())
        else {
            continue;
        };
        let world = world(home.path(), "unicode", (120, 40));
        let mut app = App::new(world, vec![Box::new(review)]);
        for key in ["Home", "Right", "Right", "Right", "i", "Esc", ";", "Esc", "End", "?"] {
            app.input(&Input::Key(key.parse().expect("a key")), Instant::now());
            film(&app, &format!("game {number}, {key}"));
            seen += &text(&frame(&app, (120, 40)));
        }
    }
    assert!(seen.contains("\\u{202e}") && seen.contains("\\u{2066}"), "what a comment hides is shown");
}

#[test]
fn a_real_terminal_gets_nothing_but_ours() {
    let home = full();
    let mut file = std::ffi::OsString::from(EVIL);
    file.push(".pgn");
    let review = program(home.path()).current_dir(home.path()).arg("review").arg(&file).args(["--game", "21"]);
    let mut session = Session::start(review, (100, 30));
    session.expect("e4");
    for key in ["\x1b[C", "\x1b[C", "?", "\x1b", "\x1b[D", "q"] {
        session.send(key);
        session.settle();
    }
    session.send("\x03");
    session.settle();
    session.send("\x03");
    session.ended();
    ours(&session.bytes(), "a review");
    // The first screen tells what is wrong with the settings; the library has the names.
    let mut session = Session::start(program(home.path()), (100, 30));
    session.expect("Holywar");
    session.settle();
    for key in ["\x1b", "\x1b", "\x1b[B", "\r", "\x1b[B", "\r", "\x1b[C", "\x1b", "\x03"] {
        session.send(key);
        session.settle();
    }
    session.send("\x03");
    session.ended();
    let bytes = ours(&session.bytes(), "the library");
    assert!(bytes.contains("EVIL"), "a name is seen");
}

#[test]
fn a_hostile_player_and_a_hostile_engine_are_shown_with_escapes() {
    let home = home();
    let dense = evil_line().replace(['\t', ' '], "").replace('%', "%%");
    let script = format!(
        "while read -r word rest; do case $word in uci) printf 'id name {dense}\\nuciok\\n';; \
         isready) echo readyok;; go) printf 'info string {dense}\\nbestmove {dense}\\n';; quit) exit;; esac; done\n"
    );
    write(home.path(), "engine", script);
    let file = home.path().join("engine").display().to_string();
    let settings = format!("[[engine]]\nname = \"rude\u{202e}\"\ncommand = [\"/bin/sh\", {file:?}]\n");
    write(&home.path().join("config"), "config.toml", settings);
    let seats = ["--seat", "white=human:A\u{202e}B\u{200b}", "--seat", "black=engine:rude\u{202e}"];
    let play = program(home.path()).args(["play", "sanctuary"]).args(seats);
    let mut session = Session::start(play, (120, 40));
    session.expect("A\\u{202e}B\\u{200b}");
    session.send("me2e4\r");
    session.expect("which is not a move");
    session.expect("\"a\\x1b]0;EVIL\\x07b");
    session.send("\x03");
    session.settle();
    session.send("\x03");
    session.ended();
    let bytes = session.bytes();
    ours(&bytes, "a game");
    let farewell = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    let (_, farewell) = farewell.rsplit_once("\x1b[23;0t").expect("it leaves");
    harmless(farewell.as_bytes(), "what it says at the end");
}
