//! Screens do not use each other, and what they share does not use screens. A screen opens another one by its place.

use super::layers::{Reach, files, modules, reaches};

/// Who opens screens, and so knows all of them: those of everybody, and those of the club.
const OPENERS: &[&[&str]] = &[&["tui", "screens"], &["ssh", "screens", "open"]];

/// What screens of the club share, and is no screen.
const OF_THE_CLUB: &[&str] = &["club", "news"];

/// The screens of the club that bring people to a screen of everybody.
const WITH_PEOPLE: &[(&str, &str)] = &[("game", "play"), ("together", "review")];

/// The screens that a file of the interface may not use.
fn faults(file: &str, text: &str) -> Vec<String> {
    let home = modules(file);
    let is_screen = home.first() == Some(&"tui") || home.starts_with(&["ssh", "screens"]);
    if !is_screen || OPENERS.contains(&&home[..]) {
        return Vec::new();
    }
    let own = if home.get(1) == Some(&"screens") { home.get(2) } else { None };
    let of_tui = own.filter(|_| home[0] == "tui");
    let of_club = own.filter(|_| home[0] == "ssh");
    let wrong = |Reach { root, path }: &Reach| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["tui", "screens"] | ["tui", "screens", "open"] => home != ["tui", "app"],
            ["tui", "screens", screen, ..] => {
                Some(&screen) != of_tui && !of_club.is_some_and(|&own| WITH_PEOPLE.contains(&(own, screen)))
            }
            ["ssh", "screens", screen, ..] => Some(&screen) != of_club && !OF_THE_CLUB.contains(&screen),
            ["tui", "*"] => true,
            _ => false,
        }
        .then(|| format!("{file} uses {root}::{}", path.join("::")))
    };
    reaches(file, text).iter().filter_map(wrong).collect()
}

#[test]
fn no_screen_uses_another() {
    let files = files("src");
    assert!(files.iter().filter(|(file, _)| file.starts_with("tui/screens/")).count() > 30);
    assert!(files.iter().filter(|(file, _)| file.starts_with("tui/board/")).count() > 10);
    assert!(files.iter().filter(|(file, _)| file.starts_with("ssh/screens/")).count() > 15);
    let faults: Vec<String> = files.iter().flat_map(|(file, text)| faults(file, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_screen_that_uses_another_is_seen() {
    for (file, text) in [
        ("tui/screens/play/keys.rs", "use crate::tui::screens::review::Review;"),
        ("tui/screens/review.rs", "use super::play::Play;"),
        ("tui/screens/review/draw.rs", "use super::super::play::draw;"),
        ("tui/screens/home.rs", "fn f() { super::new_game::NewGame::new(None) }"),
        ("tui/screens/library/draw.rs", "use crate::tui::{screens::home::small_board, world::World};"),
        ("tui/screens/settings.rs", "use super::*;"),
        ("tui/screens/play.rs", "fn f() { crate::tui::screens::open(place, world) }"),
        ("tui/board/pane.rs", "use crate::tui::screens::play::Play;"),
        ("tui/dialogs/help.rs", "use super::super::screens::play;"),
        ("ssh/screens/ladder.rs", "use super::lobby::Lobby;"),
        ("ssh/screens/lobby/table.rs", "use crate::tui::screens::play::Play;"),
        ("ssh/screens/game.rs", "use crate::tui::screens::review::Review;"),
    ] {
        assert_eq!(faults(file, text).len(), 1, "{file}: {text}");
    }
    for (file, text) in [
        (
            "tui/screens/play/keys.rs",
            "use super::Play; use super::browse::Browse; use crate::tui::board::pane::Pane;",
        ),
        ("tui/screens/play/keys.rs", "use crate::tui::screens::play::table::Table;"),
        ("tui/screens.rs", "fn f() { play::Play::at() }"),
        ("tui/app.rs", "use super::screens; fn f() { screens::open(place, world) }"),
        ("cli/client.rs", "use crate::tui::screens::play::Play;"),
        ("ssh/screens/open.rs", "use super::lobby::Lobby; use super::account::Account;"),
        ("ssh/screens/lobby/table.rs", "use crate::ssh::screens::club::visit; use super::words::title;"),
        ("ssh/screens/game.rs", "use crate::tui::screens::play::Play;"),
    ] {
        assert_eq!(faults(file, text), [""; 0], "{file}: {text}");
    }
}
