//! What a new game begins with: the last choice in the form, or else the settings.

use super::world::World;
use crate::config::engines;
use crate::rules::variant::Variant;
use crate::session::choice;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};

/// The setup of a new game of the last kind.
pub fn setup(world: &World) -> MatchSetup {
    let play = &world.config.play;
    let fresh = || {
        let mut setup = MatchSetup::against_computer(world.games.games()[0], play.level as u8);
        setup.clock = ClockSetup::of(play.clock);
        setup.takebacks = play.takebacks;
        setup
    };
    let data = world.games_dir().and(world.paths.as_ref()).map(|paths| &paths.data_dir);
    let data = data.filter(|data| world.files.own(&choice::file(data)).is_ok());
    let mut setup = data.and_then(|data| choice::read(data, &world.games)).unwrap_or_else(fresh);
    if matches!(setup.start, Start::Fen(_)) {
        setup.start = Start::Usual;
    }
    setup
}

/// The setup of a new game of this kind.
pub fn setup_of(game: &'static dyn Variant, world: &World) -> MatchSetup {
    let mut setup = setup(world);
    if setup.game != game {
        change_game(&mut setup, game, world);
    }
    for seat in &mut setup.seats {
        if let SeatKind::Engine(name) = seat
            && engines::find(&world.config.engines, name, game.spec().id).is_err()
        {
            *seat = SeatKind::Computer(world.config.play.level as u8);
        }
    }
    setup
}

/// Switches to another game and adjusts the seats; the computer replaces engines that cannot play it.
pub fn change_game(setup: &mut MatchSetup, game: &'static dyn Variant, world: &World) {
    let spec = game.spec();
    setup.game = game;
    setup.start = Start::Usual;
    let level = setup.seats.iter().find_map(|seat| match seat {
        SeatKind::Computer(level) => Some(*level),
        _ => None,
    });
    let computer = SeatKind::Computer(level.unwrap_or(3));
    setup.seats.resize(spec.seats.len(), computer.clone());
    for seat in &mut setup.seats {
        if let SeatKind::Engine(name) = seat
            && engines::find(&world.config.engines, name, spec.id).is_err()
        {
            *seat = computer.clone();
        }
    }
}

/// Keeps a choice of the form for the next time. If that fails, the next form offers less; nothing is lost.
pub fn keep(setup: &MatchSetup, world: &World) {
    let data = world.games_dir().and(world.paths.as_ref()).map(|paths| &paths.data_dir);
    if let Some(data) = data.filter(|data| world.files.own(&choice::file(data)).is_ok()) {
        let _ = choice::keep(data, setup);
    }
}
