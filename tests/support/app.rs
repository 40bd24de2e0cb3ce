//! The program without a terminal: what it is given, what it shows, and where.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use std::thread;
use std::time::{Duration, Instant};

use heterodox::cli::picture::{frame, text};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;

/// How long anything may take before a test gives up. What thinks at a place of a server has a lower priority than all
/// else on the machine, so on a busy one a second of work takes minutes.
pub const PATIENCE: Duration = Duration::from_secs(300);

pub fn shown(app: &App) -> String {
    text(&frame(app, app.world.facts.size))
}

pub fn give(app: &mut App, input: &Input) {
    app.input(input, Instant::now());
}

pub fn keys(app: &mut App, names: &str) {
    for name in names.split_whitespace() {
        give(app, &Input::Key(name.parse().expect("a key")));
    }
}

/// The row with the bar at its left.
pub fn chosen_row(app: &App) -> String {
    let shown = shown(app);
    // At the left of the window, or of a dialog in it.
    let row = shown.lines().find_map(|line| {
        let at_left = line.trim_start_matches([' ', '│']).strip_prefix('▌');
        at_left.or_else(|| line.split_once("│ ▌").map(|(_, row)| row))
    });
    row.unwrap_or_else(|| panic!("nothing is chosen:\n{shown}")).trim().to_owned()
}

/// Where a text stands.
pub fn place(app: &App, words: &str) -> (u16, u16) {
    let shown = shown(app);
    let found = shown.lines().enumerate().find_map(|(y, line)| {
        let at = line.find(words)?;
        Some((line[..at].chars().count() as u16, y as u16))
    });
    found.unwrap_or_else(|| panic!("\"{words}\" is not in\n{shown}"))
}

pub fn click(app: &mut App, (x, y): (u16, u16)) {
    give(app, &Input::Press(x, y));
    give(app, &Input::Release(x, y));
}

/// Wakes the program until these words are there, or there no more.
pub fn wait(app: &mut App, words: &str, there: bool) {
    let began = Instant::now();
    while shown(app).contains(words) != there {
        assert!(began.elapsed() < PATIENCE, "\"{words}\":\n{}", shown(app));
        thread::sleep(Duration::from_millis(2));
        app.wake(Instant::now());
    }
}
