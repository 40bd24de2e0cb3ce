//! What a new game begins with: the last choice in the form, or else the settings.

use std::path::Path;

use super::Client;
use crate::config::engines;
use crate::rules::variant::Variant;
use crate::session::choice;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};

/// The folder of the last choice, if this client may use it.
fn folder(client: &Client) -> Option<&Path> {
    let data = client.games_dir().and(client.paths.as_ref()).map(|paths| paths.data_dir.as_path());
    data.filter(|data| client.files.own(&choice::file(data)).is_ok())
}

/// The level of the computer in a new game: the one chosen last, or else that of the settings.
pub fn level(client: &Client) -> u8 {
    let last = folder(client).and_then(|data| choice::level(data, &client.games));
    last.unwrap_or(client.config.play.level as u8)
}

/// Keeps the level of a game that was not set up in the form. If that fails, the next game offers another level.
pub fn keep_level(setup: &MatchSetup, client: &Client) {
    if let Some(data) = folder(client) {
        let _ = choice::keep_level(data, setup, &client.games);
    }
}

/// The setup of a new game of the last kind.
pub fn setup(client: &Client) -> MatchSetup {
    let play = &client.config.play;
    let fresh = || {
        let mut setup = MatchSetup::against_computer(client.games.games()[0], play.level as u8);
        setup.clock = ClockSetup::of(play.clock);
        setup.takebacks = play.takebacks;
        setup
    };
    let mut setup = folder(client).and_then(|data| choice::read(data, &client.games)).unwrap_or_else(fresh).here();
    if matches!(setup.start, Start::Fen(_)) {
        setup.start = Start::Usual;
    }
    setup
}

/// The setup of a new game of this kind.
pub fn setup_of(game: &'static dyn Variant, client: &Client) -> MatchSetup {
    let mut setup = setup(client);
    if setup.game != game {
        change_game(&mut setup, game, client);
    }
    for seat in &mut setup.seats {
        if let SeatKind::Engine(name) = seat
            && engines::find(&client.config.engines, name, game.spec().id).is_err()
        {
            *seat = SeatKind::Computer(level(client));
        }
    }
    setup
}

/// Switches to another game and adjusts the seats; the computer replaces engines that cannot play it.
pub fn change_game(setup: &mut MatchSetup, game: &'static dyn Variant, client: &Client) {
    let spec = game.spec();
    setup.game = game;
    setup.start = Start::Usual;
    let chosen = setup.seats.iter().find_map(|seat| match seat {
        SeatKind::Computer(level) => Some(*level),
        _ => None,
    });
    let computer = SeatKind::Computer(chosen.unwrap_or_else(|| level(client)));
    setup.seats.resize(spec.seats.len(), computer.clone());
    for seat in &mut setup.seats {
        if let SeatKind::Engine(name) = seat
            && engines::find(&client.config.engines, name, spec.id).is_err()
        {
            *seat = computer.clone();
        }
    }
}

/// Keeps a choice of the form for the next time. If that fails, the next form offers less; nothing is lost.
pub fn keep(setup: &MatchSetup, client: &Client) {
    if let Some(data) = folder(client) {
        let _ = choice::keep(data, setup);
    }
}
