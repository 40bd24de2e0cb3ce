//! Keys that are held: however often somebody asks the computer, there is one engine, few threads and as
//! much memory as the settings allow. Alone in a process, because it looks at the memory of all of it.

use std::process::Command;
use std::time::Instant;

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;

use crate::app::{keys, shown, wait};

const MEGABYTES: u64 = 64;

/// A number of `/proc/self/status`.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("it is told");
    line.trim_start_matches(':').split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
}

fn megabytes(name: &str) -> u64 {
    status(name) / 1024
}

/// Presses a key thousands of times; gives back the most threads there were.
fn hold(app: &mut App, actions: &[Action]) -> u64 {
    let mut most = 0;
    for number in 0..4000 {
        app.act(actions[number % actions.len()]);
        if number % 50 == 0 {
            app.wake(Instant::now());
            std::thread::sleep(std::time::Duration::from_millis(1));
            most = most.max(status("Threads"));
        }
    }
    most
}

#[test]
fn a_held_key_has_one_search_within_the_memory_of_the_settings() {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    let done = command.args(["--exact", "held::alone", "--ignored"]).output().expect("it starts");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && told.contains("1 passed"), "{told}{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
#[ignore = "the test above runs it in a process of its own"]
fn alone() {
    for (game, seats, moves) in [("sanctuary", 2, "e2e4 e7e5"), ("armies", 4, "tc1td1")] {
        let setup = MatchSetup {
            game: built_in(game).expect("a game"),
            start: Start::Usual,
            seats: vec![SeatKind::Human(String::new()); seats],
            clock: None,
            takebacks: true,
        };
        let mut world = bare_world("classic", "256", "unicode", (100, 40));
        (world.client.config.play.memory, world.client.config.play.threads) = (MEGABYTES, 2);
        let mut app = scripted(Some(setup), world, moves, "").expect("a game");
        let _ = shown(&app);
        let (threads, before) = (status("Threads"), megabytes("VmRSS"));
        let mut most = hold(&mut app, &[Action::Analyse]);
        most = most.max(hold(&mut app, &[Action::Analyse, Action::Hint, Action::Analyse, Action::Hint]));
        // The last question is answered.
        app.act(Action::Hint);
        wait(&mut app, "Hint: ", true);
        app.act(Action::Analyse);
        wait(&mut app, "depth", true);
        app.act(Action::Review);
        most = most.max(hold(&mut app, &[Action::Analyse]));
        most = most
            .max(hold(&mut app, &[Action::AnalyseGame, Action::LookBack, Action::Analyse, Action::LookForward]));
        app.act(Action::Analyse);
        wait(&mut app, "depth", true);
        app.act(Action::Leave);
        if shown(&app).contains("Save changes?") {
            keys(&mut app, "d");
        }
        // What the board had looked at is looked at again.
        wait(&mut app, "depth", true);
        // The assistant's thread, the one that helps it search, and some that have ended but not gone yet.
        assert!(most <= threads + 6, "{game}: {most} threads, {threads} before");
        assert_eq!(app.world.client.assistant.most_engines(), 1, "{game}");
        let grown = megabytes("VmHWM").saturating_sub(before);
        assert!(grown <= MEGABYTES + MEGABYTES / 10, "{game}: {grown} MB more");
    }
}
