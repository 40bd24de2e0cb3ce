//! Times in a real terminal: those of `TZ`, in lists, on pages and in files.

use std::fs;

use crate::support::{Folder, Session, program};

const SIZE: (u16, u16) = (120, 40);

/// The saved games of a home, in this zone.
fn library(home: &Folder, zone: &str) -> Session {
    let session = Session::start(program(home.path()).env("TZ", zone), SIZE);
    session.expect("Rules and pieces");
    session.choose("Saved games");
    session
}

#[test]
fn saved_games_have_the_times_of_the_zone() {
    let home = Folder::new("zone-list");
    let games = home.path().join("data/games");
    fs::create_dir_all(&games).expect("a folder");
    // At 21:30 in UTC.
    for (name, day) in [("winter", "2026.12.31"), ("summer", "2026.07.01")] {
        let tags = format!("[Date \"{day}\"]\n[UTCDate \"{day}\"]\n[UTCTime \"21:30:00\"]\n");
        let text =
            format!("[White \"Ann\"]\n[Black \"Bea\"]\n[Variant \"Sanctuary Chess\"]\n{tags}[Result \"*\"]\n\n*\n");
        fs::write(games.join(format!("{name}.pgn")), text).expect("a game");
    }
    for (zone, winter, summer) in [
        ("UTC", "2026-12-31 21:30", "2026-07-01"),
        ("Europe/Berlin", "2026-12-31 22:30", "2026-07-01"),
        ("Asia/Kolkata", "2027-01-01 03:00", "2026-07-02"),
        ("America/St_Johns", "2026-12-31 18:00", "2026-07-01"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-12-31 22:30", "2026-07-01"),
    ] {
        let mut session = library(&home, zone);
        // The list has days; the newest game is chosen, and its time is below its board.
        session.wait(zone, |screen| screen.contains(winter) && screen.contains(summer));
        assert!(!session.text().contains("UTC"), "{zone}:\n{}", session.text());
        session.send("\x03");
        session.ended();
    }
    // A zone that nobody knows is UTC, and that is said.
    let mut session = library(&home, "Atlantis/Capital");
    session.wait("UTC is said", |screen| screen.contains("date UTC") && screen.contains("2026-12-31 21:30 UTC"));
    session.send("\x03");
    session.ended();
}
