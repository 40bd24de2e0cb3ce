//! Creates the players for the seats of a game.

use super::chance;
use crate::players::computer::Computer;
use crate::players::external::External;
use crate::players::human::Human;
use crate::players::{Opponents, Player};
use crate::session::setup::{MatchSetup, SeatKind};

/// The players of this setup. They do nothing before they are asked.
pub(super) fn players(setup: &MatchSetup, opponents: &Opponents) -> Vec<Box<dyn Player>> {
    let seed = chance();
    setup.seats.iter().enumerate().map(|(at, seat)| player(seat, seed.wrapping_add(at as u64), opponents)).collect()
}

pub(super) fn player(seat: &SeatKind, seed: u64, opponents: &Opponents) -> Box<dyn Player> {
    match seat {
        SeatKind::Human(_) => Box::new(Human),
        SeatKind::Computer(level) => {
            let computer = Computer::new(*level, seed, opponents.resources, opponents.games.clone());
            Box::new(computer.sharing(opponents.pool.clone()))
        }
        SeatKind::Engine(name) => {
            let engine = opponents.engines.iter().find(|engine| engine.command.name == *name);
            Box::new(External::new(name, engine.cloned(), opponents.pool.clone()))
        }
    }
}
