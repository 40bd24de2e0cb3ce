//! What has just happened is said in words: the moves of the others, a replay, a hint, what the prompt asks.

use std::time::{Duration, Instant};

use crate::app::{keys, shown, wait};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;

/// A person in the first seat against computers.
fn against(id: &str, size: (u16, u16)) -> App {
    let setup = MatchSetup::against_computer(built_in(id).expect("a game"), 1);
    scripted(Some(setup), bare_world("classic", "256", "unicode", size), "", "").expect("a game")
}

fn people(fen: &str, typed: &str) -> App {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup.start = Start::Fen(fen.to_owned());
    scripted(Some(setup), bare_world("classic", "256", "unicode", (80, 24)), "", typed).expect("a game")
}

#[test]
fn the_moves_of_the_others_are_told_until_one_moves() {
    for (id, mv, others) in
        [("sanctuary", "e4", &["Black"][..]), ("armies", "ua1ub1", &["Orange", "Green", "Blue"])]
    {
        let mut app = against(id, (120, 40));
        keys(&mut app, "m");
        app.input(&heterodox::tui::input::Input::Paste(mv.to_owned()), Instant::now());
        keys(&mut app, "Enter");
        for name in others {
            wait(&mut app, &format!("{name}: "), true);
        }
        wait(&mut app, &format!("{} to move", if id == "armies" { "Red" } else { "White" }), true);
        let told = shown(&app);
        for name in others {
            assert!(told.contains(&format!("{name}: ")), "{told}");
        }
        // Who picks a piece reads what it can do.
        keys(&mut app, "Enter");
        let picked = shown(&app);
        assert!(others.iter().all(|name| !picked.contains(&format!("{name}: "))), "{picked}");
        keys(&mut app, "Esc");
        // The replay tells them one by one.
        let mut now = Instant::now();
        keys(&mut app, "o");
        let mut seen = Vec::new();
        for _ in 0..=others.len() {
            now += Duration::from_secs(1);
            app.wake(now);
            seen.extend(others.iter().filter(|name| shown(&app).contains(&format!(" {name}: "))).copied());
        }
        assert!(seen.starts_with(others) || seen.starts_with(&others[..others.len() - 1]), "{id}: {seen:?}");
        assert!(!shown(&app).contains("back to the current move"), "{}", shown(&app));
    }
}

#[test]
fn prompts_and_threats_are_sentences() {
    let fen = "4g3/8/8/3p4/4P3/8/8/R3G3 w - - 0 1";
    for (typed, told) in [
        ("g e 1", "Swiss Guard e1 has"),
        ("g e 1 Enter g h 8", "Swiss Guard e1: choose a square ("),
        ("g e 1 Enter g e 3", "Swiss Guard e1 to e3?"),
        ("t", "Your Pawn on e4 is attacked by the Pawn on d5."),
    ] {
        let app = people(fen, typed);
        assert!(shown(&app).contains(told), "{typed}:\n{}", shown(&app));
    }
}

#[test]
fn a_hint_is_said_in_words() {
    let mut app = people("8/4P3/8/8/8/8/6g1/R3G3 w - - 0 1", "H");
    wait(&mut app, "Hint: ", true);
    let told = shown(&app);
    let hint = told.lines().find_map(|line| line.trim().strip_prefix("Hint: ")).expect("a hint");
    assert!(["Rook a1", "Pawn e7", "Swiss Guard e1"].iter().any(|piece| hint.starts_with(piece)), "{hint}");
    assert!(hint.ends_with('.') && hint.contains(" to "), "{hint}");
}

/// Before the first move the side says what the array is about, and nothing once the game is over.
#[test]
fn an_introduction_is_that_of_the_array_and_ends_with_the_game() {
    let start = |name: Option<&str>, typed: &str| {
        let mut setup = MatchSetup::against_computer(built_in("holywar").expect("a game"), 1);
        setup.seats.fill(SeatKind::Human(String::new()));
        setup.start = name.map_or(Start::Usual, |name| Start::Named(name.to_owned()));
        shown(
            &scripted(Some(setup), bare_world("classic", "256", "unicode", (120, 40)), "", typed).expect("a game"),
        )
    };
    let phase = "Set up your own army";
    assert!(start(None, "").contains(phase), "{}", start(None, ""));
    let array = start(Some("cathedral"), "");
    let words = built_in("holywar").expect("a game").spec().setups[1].words;
    let first: Vec<&str> = words.split(' ').skip(1).take(3).collect();
    assert!(!array.contains(phase) && array.contains(&first.join(" ")), "{words}\n{array}");
    let over = start(Some("cathedral"), "R y");
    assert!(over.contains("The end") && !over.contains(&first.join(" ")), "{over}");
}
