//! Screens do not use each other, and what they share does not use screens. A screen opens another one by its place.

use super::layers::{Reach, files, modules, reaches};

/// The screens that a file of the interface may not use. Only `tui/screens.rs` opens all of them.
fn faults(file: &str, text: &str) -> Vec<String> {
    let home = modules(file);
    if home.first() != Some(&"tui") || home == ["tui", "screens"] || home == ["tui", "screens", "club"] {
        return Vec::new();
    }
    let own = if home.get(1) == Some(&"screens") { home.get(2) } else { None };
    let wrong = |Reach { root, path }: &Reach| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["tui", "screens"] | ["tui", "screens", "open"] => home != ["tui", "app"],
            // The places of the club.
            ["tui", "screens", "club", ..] => false,
            ["tui", "screens", screen, ..] => Some(&screen) != own,
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
    ] {
        assert_eq!(faults(file, text), [""; 0], "{file}: {text}");
    }
}
