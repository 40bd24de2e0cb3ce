//! Two whole clients in one process, different in everything, and what happens to one when the other fails.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Client, facts, people};
use crate::folder::Folder;
use heterodox::fault::Fault;
use heterodox::games::Registry;
use heterodox::paths::Paths;
use heterodox::paths::files::Files;
use heterodox::tui::action::{Action, Context};
use heterodox::tui::screen::{Screen, Transition};
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::play::Play;
use heterodox::tui::wakes::Reasons;
use heterodox::tui::world::{Setup, TerminalRequest, World};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const FIRST: (u16, u16) = (80, 24);
const SECOND: (u16, u16) = (120, 40);

/// A client with files of its own below a folder.
fn setup(folder: &Path, variables: &[(&str, &str)], size: (u16, u16), config: &str) -> Setup {
    fs::create_dir_all(folder).expect("a folder");
    let paths = Paths {
        config_file: folder.join("config.toml"),
        themes_dir: folder.join("themes"),
        data_dir: folder.join("data"),
    };
    fs::write(&paths.config_file, config).expect("room");
    Setup {
        paths: Some(paths),
        files: Files::Under(folder.to_owned()),
        ..Setup::new(facts(variables, size), Registry::default())
    }
}

fn first(folder: &Path) -> Setup {
    let variables = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    setup(&folder.join("one"), &variables, FIRST, "[look]\ntheme = \"classic\"\n")
}

fn second(folder: &Path) -> Setup {
    let variables = [("TERM", "xterm-direct"), ("COLORTERM", "truecolor"), ("LANG", "C")];
    let config = "[look]\ntheme = \"midnight\"\n[keys]\nhelp = [\"C-x\"]\ntype = [\"x\", \"m\"]\n";
    setup(&folder.join("two"), &variables, SECOND, config)
}

fn board(game: &'static str) -> impl FnOnce(&World) -> Vec<Box<dyn Screen>> + Send + 'static {
    move |world| {
        let home: Box<dyn Screen> = Box::new(Home::new(world));
        vec![home, Box::new(Play::start(people(game), world).expect("a game"))]
    }
}

fn journals(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("data/games")).into_iter().flatten().flatten();
    entries.map(|entry| fs::read_to_string(entry.path()).expect("text")).collect()
}

#[test]
fn two_clients_share_nothing() {
    let folder = Folder::new("clients");
    let mut one = Client::start(first(folder.path()), board("sanctuary"));
    let mut two = Client::start(second(folder.path()), board("armies"));
    one.expect("White to move");
    two.expect("Red to move");
    // The colours and characters of each are those of its own terminal. Lines may have the short code of one of the 256
    // colours on any of them.
    let drawn = one.bytes().replace("\x1b[48;2;1;22;133m\x1bP$qm", "");
    assert!(drawn.contains("8;5;") && !drawn.contains("8;2;"));
    assert!(two.bytes().contains("8;2;") && !two.bytes().contains("48;5;"));
    assert!(!one.bytes().is_ascii() && two.bytes().is_ascii());
    // A key that only one of them has.
    two.send("\x18");
    two.expect("filter:");
    one.send("\x18");
    two.send("\x1b");
    two.wait("the board", |shown| !shown.contains("filter:"));
    one.play("e4", "Black to move");
    assert!(!one.text().contains("filter:"), "{}", one.text());
    let before = two.text();
    one.play("e5", "White to move");
    assert_eq!(two.text(), before, "a move of one is not seen by the other");
    two.play("sc3sd3", "Orange to move");
    // A window changes its size.
    one.end.resize(100, 30);
    one.seen.lock().expect("no panic").screen.screen_mut().set_size(30, 100);
    one.wait("the new size", |shown| shown.lines().count() > 24);
    one.send("\x03");
    let ended = one.ended();
    assert!(!ended.panicked && ended.losses.is_empty() && ended.failure.is_none(), "{ended:?}");
    assert!(one.end.is_closed() && ended.exit_message.is_some_and(|told| told.contains("log in again")));
    assert!(two.is_running() && !two.end.is_closed());
    two.send("\x03");
    assert!(!two.ended().panicked);
    for (name, game, other) in [("one", "sanctuary", "armies"), ("two", "armies", "sanctuary")] {
        let kept = journals(&folder.path().join(name));
        assert!(kept.len() == 1 && kept[0].contains(game) && !kept[0].contains(other), "{name}: {kept:?}");
    }
}

#[test]
fn a_client_ends_when_its_user_hangs_up_and_its_game_can_be_continued() {
    let folder = Folder::new("hang-up");
    let mut one = Client::start(first(folder.path()), board("sanctuary"));
    one.expect("White to move");
    one.play("e4", "Black to move");
    one.end.hang_up();
    assert!(!one.ended().panicked);
    let home = |world: &World| -> Vec<Box<dyn Screen>> { vec![Box::new(Home::new(world))] };
    let again = Client::start(first(folder.path()), home);
    again.expect("Continue the last game");
    again.send("\r");
    again.expect("Black to move");
}

/// A screen at the bottom that panics when it is told to.
struct Fuse(Arc<AtomicBool>);

impl Screen for Fuse {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, _: Action, _: &World) -> bool {
        false
    }

    fn act(&mut self, _: Action, _: &mut World) -> Transition {
        Transition::Same
    }

    fn wake(&mut self, _: Reasons, _: &mut World) -> Transition {
        assert!(!self.0.load(Ordering::SeqCst), "the fuse \x1b[31m blew");
        Transition::Same
    }

    fn draw(&self, _: &World, _: Rect, _: &mut Buffer) {}
}

#[test]
fn a_panic_ends_one_client_and_leaves_the_other_playing() {
    let folder = Folder::new("panic");
    let blows = Arc::new(AtomicBool::new(false));
    let fuse = Fuse(Arc::clone(&blows));
    let mut one = Client::start(first(folder.path()), board("sanctuary"));
    let mut two = Client::start(second(folder.path()), |world| {
        vec![Box::new(fuse), Box::new(Play::start(people("armies"), world).expect("a game"))]
    });
    one.expect("White to move");
    two.expect("Red to move");
    one.play("e4", "Black to move");
    blows.store(true, Ordering::SeqCst);
    two.send("msc3sd3\r");
    let ended = two.ended();
    assert!(ended.panicked, "{ended:?}");
    // The user has the terminal back, and reads why, with nothing in it that commands the terminal.
    let bytes = two.bytes();
    let (_, words) = bytes.rsplit_once("\x1b[23;0t").expect("the terminal was restored");
    assert!(words.contains("the fuse \\x1b[31m blew"), "{words:?}");
    assert!(
        words.contains("This is a bug in the program; your game is saved.") && !words.contains('\x1b'),
        "{words:?}"
    );
    // The other goes on, also with what needs threads: saving and the computer.
    one.play("e5", "White to move");
    one.send("H");
    one.expect("Hint:");
    one.play("d4", "Black to move");
    one.send("\x03");
    assert!(!one.ended().panicked);
    // The move that the panic came with is saved.
    let home = |world: &World| -> Vec<Box<dyn Screen>> { vec![Box::new(Home::new(world))] };
    let again = Client::start(second(folder.path()), home);
    again.expect("Continue the last game");
    assert!(journals(&folder.path().join("two"))[0].contains("sc3sd3"));
}

/// A panic while the first frame is drawn: the fault that tests of the real terminal use.
#[test]
fn a_panic_in_drawing_ends_the_client() {
    let folder = Folder::new("draw");
    let setup = Setup { fault: Fault::of(Some("draw")), ..first(folder.path()) };
    let mut one = Client::start(setup, board("sanctuary"));
    assert!(one.ended().panicked);
    assert!(one.bytes().contains("a fault was asked for") && one.end.is_closed());
}

/// A screen that asks the terminal for everything that is not a picture.
struct Asks;

impl Screen for Asks {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, _: Action, _: &World) -> bool {
        true
    }

    fn act(&mut self, _: Action, world: &mut World) -> Transition {
        let copy = TerminalRequest::Copy("a FEN".to_owned());
        world.requests.extend([TerminalRequest::Bell, copy, TerminalRequest::Query(b"\x1b[>q")]);
        Transition::Same
    }

    fn title(&self, _: &World) -> Option<String> {
        Some("a \x1b title".to_owned())
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        buffer.set_string(area.x, area.y, format!("{:?}", world.facts.reports), ratatui::style::Style::new());
    }
}

#[test]
fn a_terminal_is_asked_and_its_answers_are_facts() {
    let folder = Folder::new("asks");
    let mut one = Client::start(first(folder.path()), |_| vec![Box::new(Asks)]);
    one.send("\r");
    one.wait("the requests", |_| one.bytes().contains("\x1b[>q"));
    assert!(one.bytes().contains("\x07\x1b[>q") && one.bytes().contains("\x1b]2;a \\x1b title\x07"));
    assert_eq!(one.end.take_copied(), ["a FEN"]);
    // In pieces, as they may come.
    for piece in ["\x1bP>|kit", "ty(0.35.2)\x1b", "\\\x1b[?62;4", "c"] {
        one.send(piece);
    }
    one.expect("Version(\"kitty(0.35.2)\"), Attributes([62, 4])");
    // It cannot be suspended, and goes on.
    one.send("\x1a");
    one.send("\x03");
    assert!(!one.ended().panicked);
}

/// What belongs to the process, and that only the host of the process may touch.
const OF_THE_PROCESS: &[&str] = &[
    "env::",
    "signal_hook",
    "stdin(",
    "stdout(",
    "stderr(",
    "set_hook",
    "process::exit",
    "println!",
    "eprint",
    "termios",
    "crossterm",
    "static mut",
    // One that has a name is of the process; the gallery has some in a list.
    ": OnceLock",
    "LazyLock",
    "thread_local",
    "current_dir",
    "end_all",
    "leave_all",
];

#[test]
fn only_the_host_of_the_process_touches_the_process() {
    fn look(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the source").flatten() {
            let path = entry.path();
            if path.is_dir() {
                look(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).expect("text");
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let touches = |line: &&str| OF_THE_PROCESS.iter().any(|what| line.contains(what));
            found.extend(lines.filter(touches).map(|line| format!("{}: {line}", path.display())));
        }
    }
    let mut found = Vec::new();
    for folder in ["crates/tui/src", "crates/serve/src/screens"] {
        look(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let (own, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|line| line.contains("/tui/src/terminal"));
    assert!(own.len() > 10 && others.is_empty(), "{others:?}");
}
