//! What fails in the background, or is refused by the system, while the program has the terminal: it is told
//! in words, the game goes on, and the screen is still there. Only a program that is not optimised fails when it is
//! asked to.

use std::fs;
use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, frame, text};
use heterodox::fault::Fault;
use heterodox::paths::Paths;
use heterodox::tui::app::App;
use heterodox::tui::screens::library::Library;

use crate::support::{Folder, PATIENCE, Session, program, shell};

const SIZE: (u16, u16) = (100, 40);

/// The screen is still there, keys are taken, and leaving gives the terminal back.
fn goes_on(mut session: Session) {
    assert!(session.on_alternate_screen() && !session.is_cooked());
    session.send("?");
    session.wait("the keys", |screen| screen.contains(" Keys "));
    // Escape together with the next byte would be another key.
    session.send("\x1b");
    session.wait("the board alone", |screen| !screen.contains(" Keys "));
    assert!(session.on_alternate_screen());
    session.send("\x03");
    assert!(session.ended().success());
    assert_eq!(session.left_changed(), [""; 0]);
}

#[test]
fn a_panic_in_the_background_is_told_on_the_screen_that_stays() {
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/review/sanctuary.pgn");
    let people = ["play", "sanctuary", "--seat", "black=human"];
    for (fault, arguments, keys, told) in [
        (
            "search",
            &["play", "sanctuary", "--seat", "white=computer:1"][..],
            "",
            "the search failed: a fault was asked for",
        ),
        ("hint", &people[..], "H", "No hint: the search failed"),
        ("analysis", &people[..], "a", "the search failed: a fault"),
        ("analysis", &["review", saved][..], "a", "the search failed: a fault"),
        ("survey", &["review", saved][..], "A", "Analysis stopped: the search failed"),
    ] {
        let home = Folder::new("contained");
        let command = program(home.path()).args(arguments).env("HETERODOX_FAULT", fault);
        let session = Session::start(command, SIZE);
        session.wait("the board", |screen| screen.contains("? keys") || screen.contains("has failed"));
        session.send(keys);
        session.wait(&format!("{fault}: {told}"), |screen| screen.contains(told));
        goes_on(session);
    }
}

#[test]
fn a_look_through_the_games_that_panics_is_told() {
    let folder = Folder::new("loader");
    let path = folder.path().to_owned();
    let mut world = bare_world("classic", "256", "unicode", SIZE);
    world.client.paths =
        Some(Paths { config_file: path.join("config.toml"), themes_dir: path.join("themes"), data_dir: path });
    world.client.fault = Fault::of(Some("loader"));
    let library = Library::new(&world);
    let mut app = App::new(world, vec![Box::new(library)]);
    let end = Instant::now() + PATIENCE;
    while !text(&frame(&app, SIZE)).contains("The list of games could not be read: a fault was asked for") {
        assert!(Instant::now() < end, "{}", text(&frame(&app, SIZE)));
        std::thread::sleep(Duration::from_millis(2));
        app.wake(Instant::now());
    }
}

/// A home with these settings under `[play]`.
fn home(name: &str, settings: &str) -> Folder {
    let home = Folder::new(name);
    fs::create_dir_all(home.path().join("config")).expect("a folder");
    fs::write(home.path().join("config/config.toml"), format!("[play]\n{settings}\n")).expect("settings");
    home
}

#[test]
fn a_table_that_cannot_be_had_is_told_and_a_smaller_one_plays() {
    let home = home("memory", "memory = 16384\nthreads = 2\nthink = 1");
    let line = "ulimit -v 2000000 && exec \"$0\" play sanctuary --seat white=computer:10 --seat black=human";
    let session = Session::start(shell(home.path(), line), SIZE);
    session.expect("there is not enough memory for a transposition table of");
    session.expect("Black to move");
    session.send("H");
    session.expect("Hint: ");
    session.send("a");
    session.wait("an analysis", |screen| screen.contains("depth"));
    goes_on(session);
}

#[test]
fn without_threads_for_a_search_the_game_goes_on() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = rustix::process::getuid().is_root();
    let missing = |name: &str| std::process::Command::new(name).arg("--version").output().is_err();
    if missing("prlimit") || root && missing("setpriv") {
        println!("skipped: there is no prlimit, or no setpriv for the superuser, whose threads are not limited");
        return;
    }
    let home = home("threads", "threads = 4");
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o777)).expect("anybody may write there");
    let drop = if root { "setpriv --reuid=54322 --regid=54322 --clear-groups" } else { "" };
    // The program, two threads for its tables and three for its terminal: none is left for a search or for the journal.
    let line = format!("exec {drop} prlimit --nproc=6 \"$0\" play sanctuary --seat black=human");
    let session = Session::start(shell(home.path(), &line), SIZE);
    session.expect("White to move");
    session.send("H");
    session.expect("No hint: no thread can be started");
    session.send("a");
    session.wait("no analysis", |screen| screen.contains("no thread can be started"));
    session.send("me4\r");
    session.expect("Black to move");
    goes_on(session);
}

#[test]
#[cfg(target_os = "linux")]
fn held_keys_stay_within_the_memory_of_the_settings() {
    let home = home("held", "memory = 64\nthreads = 2");
    let session = Session::start(program(home.path()).args(["play", "armies", "--seat", "orange=human"]), SIZE);
    session.expect("? keys");
    let path = format!("/proc/{}/status", session.child.id());
    let number = |name: &str| -> u64 {
        let told = fs::read_to_string(&path).expect("the system tells");
        let line = told.lines().find_map(|line| line.strip_prefix(name)).expect("it is told");
        line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
    };
    let (before, threads) = (number("VmRSS:") / 1024, number("Threads:"));
    for _ in 0..500 {
        session.send("aH");
        session.send("a");
        session.send("a");
    }
    session.settle();
    session.send("H");
    session.expect("Hint: ");
    assert!(number("Threads:") <= threads + 6, "{} threads, {threads} before", number("Threads:"));
    let grown = number("VmHWM:") / 1024 - before;
    assert!(grown <= 64 + 7, "{grown} MB more");
    goes_on(session);
}
