//! What long texts cost: a frame what it shows, a file about its size, many wrong lines as much as they
//! are many. Also that there is one way only for words to get into a picture.

use std::fs;
use std::path::Path;
use std::time::Duration;

use heterodox::config::file;
use heterodox::games::Registry;
use heterodox::record::pool::Pool;
use heterodox::tui::app::App;
use heterodox::tui::screens::review::Review;

use super::places::{app, draw, give, world};
use crate::support::{Folder, Session, program};

/// Every source file of what is drawn.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the source is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            let text = fs::read_to_string(&path).expect("it can be read");
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default().to_owned();
            found.push((path.display().to_string(), code));
        }
    }
}

/// One file writes into pictures, and keeps what it writes inside of them.
#[test]
fn words_get_into_a_picture_in_one_way_only() {
    let mut found = Vec::new();
    for folder in ["crates/tui/src", "crates/serve/src/screens"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 60);
    // Unit tests with files of their own are no part of the program.
    for (file, code) in found.into_iter().filter(|(file, _)| !file.ends_with("/tests.rs")) {
        let writer = file.ends_with("widgets/put.rs");
        for way in ["set_string(", "set_stringn(", "set_line(", "set_span("] {
            assert!(writer || !code.contains(way), "{file} writes with {way}) and not with `put`");
        }
        // Whole pictures are read where they are turned into something else.
        let reader = ["src/picture.rs", "src/picture/placed.rs", "src/replay.rs"]
            .iter()
            .any(|reader| file.ends_with(reader));
        assert!(reader || !code.contains("buffer["), "{file} takes a place of a picture that may not be there");
        // What is counted in letters or columns may be more than 16 bits hold.
        for cut in ["width() as u16", "count() as u16"] {
            assert!(!code.contains(cut), "{file} cuts a count: `{cut}`");
        }
    }
}

/// Processor time of this thread until now: a busy machine makes it no longer, as it does the time that passes.
fn cpu_time() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(spent.tv_sec.unsigned_abs(), u32::try_from(spent.tv_nsec).unwrap_or_default())
}

/// The shortest time of several, as other programs push this one out of the caches; none is taken after one that is short enough.
fn shortest(most: usize, enough: Duration, mut once: impl FnMut() -> Duration) -> Duration {
    let mut found = Duration::MAX;
    for _ in 0..most {
        found = found.min(once());
        if found < enough {
            break;
        }
    }
    found
}

fn reviewed(bytes: usize) -> App {
    let said = "some words of it ".repeat(bytes / 17);
    let text = format!("[Variant \"Sanctuary Chess\"]\n\n1. e4 {{{said}}} e5 {{{}}} *", "x".repeat(bytes));
    let pool = Pool::text("long", text.into_bytes(), &Registry::default()).expect("a game");
    app(world("unicode", (80, 24)), Review::pool(pool, 1).expect("a game"))
}

#[test]
fn a_frame_costs_what_it_shows() {
    let time = |bytes: usize, enough: Duration| {
        let mut app = reviewed(bytes);
        let once = || {
            let began = cpu_time();
            for _ in 0..10 {
                give(&mut app, "Right");
                draw("a review", &mut app, (80, 24));
                give(&mut app, "Right");
                draw("a review", &mut app, (80, 24));
                give(&mut app, "Left Left");
            }
            cpu_time().saturating_sub(began)
        };
        shortest(3, enough, once)
    };
    let short = time(30_000, Duration::ZERO);
    let long = time(6 << 20, short * 8);
    assert!(long < short * 8, "{short:?} for 30 KB, {long:?} for 6 MB");
}

#[test]
fn many_wrong_lines_take_as_long_as_they_are_many() {
    let time = |lines: usize, enough: Duration, section: &str, line: &dyn Fn(usize) -> String| {
        let text = (0..lines).fold(format!("{section}\n"), |text, number| text + &line(number) + "\n");
        let once = || {
            let began = cpu_time();
            let (config, warnings) = file::read(&text, "config.toml");
            assert!(warnings.len() + config.keys.len() >= lines, "{}", warnings.len());
            cpu_time().saturating_sub(began)
        };
        shortest(4, enough, once)
    };
    let options = |number: usize| format!("wrong{number} = 1");
    let keys = |number: usize| format!("wrong{number} = [\"x\"]");
    let engines = |number: usize| format!("[[engine]]\nname = \"e{number}\"\ncommand = \"\"");
    for (section, line) in [("[look]", &options as &dyn Fn(usize) -> String), ("[keys]", &keys), ("", &engines)] {
        let few = time(2000, Duration::ZERO, section, line);
        let many = time(40_000, few * 200, section, line);
        assert!(many < few * 200, "{section}: {few:?} for 2,000 lines, {many:?} for 40,000");
    }
}

/// The most memory that the program has had, in kilobytes.
fn peak(session: &Session) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", session.child.id())).expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

fn review_of(home: &Path, bytes: usize) -> (Session, u64) {
    let said = "some words of it ".repeat(bytes / 17);
    let path = home.join(format!("{bytes}.pgn"));
    fs::write(&path, format!("[Variant \"Sanctuary Chess\"]\n\n1. e4 {{{said}}} e5 *\n")).expect("room");
    let session = Session::start(program(home).arg("review").arg(&path), (80, 24));
    session.expect("Start of the game.");
    session.send("l");
    session.expect("read all");
    let opened = peak(&session);
    (session, opened)
}

#[test]
#[cfg(target_os = "linux")]
fn a_comment_of_ten_megabytes_costs_no_more_than_three_times_its_size() {
    const SIZE: u64 = 10 << 20;
    let home = Folder::new("long-comment");
    let (mut short, usual) = review_of(home.path(), 3000);
    let (mut long, opened) = review_of(home.path(), SIZE as usize);
    assert!((opened - usual) * 1024 < SIZE * 3, "{usual} kB for a short comment, {opened} kB for a long one");
    // It is read to its end, a move is marked and a variation begun: none of that takes another copy that stays.
    long.send("i");
    long.expect(" 0 %");
    long.send("G");
    long.expect("100 %");
    long.send("q");
    long.expect("read all");
    for _ in 0..5 {
        long.send("!!\r");
        long.settle();
        long.send("!\x15?\r");
        long.settle();
    }
    let changed = peak(&long);
    assert!((changed - usual) * 1024 < SIZE * 5, "{usual} kB for a short comment, {changed} kB after changes");
    for session in [&mut short, &mut long] {
        session.send("\u{3}");
        assert!(session.ended().success());
    }
}

#[test]
fn no_number_of_wrong_lines_keeps_a_game_from_beginning() {
    for (lines, told) in [(1, "look.wrong0"), (13, "13 problems with settings"), (200_000, "200000 problems")] {
        let home = Folder::new("wrong-lines");
        fs::create_dir_all(home.path().join("config")).expect("a folder");
        let text = (0..lines).fold("[look]\n".to_owned(), |text, number| text + &format!("wrong{number} = 1\n"));
        fs::write(home.path().join("config/config.toml"), text).expect("room");
        for arguments in [&["play", "sanctuary", "--seat", "black=human"][..], &[]] {
            let mut session = Session::start(program(home.path()).args(arguments), (80, 24));
            session.wait(told, |screen| screen.split_whitespace().collect::<Vec<_>>().join(" ").contains(told));
            session.send("\u{3}");
            assert!(session.ended().success());
        }
    }
}
