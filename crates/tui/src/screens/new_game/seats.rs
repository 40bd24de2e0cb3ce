//! The players that can be chosen for a seat: people, computer levels and the configured engines.

use thiserror::Error;

use crate::config::Config;
use crate::config::engines;
use crate::config::mistake::EngineError;
use crate::glyphs::Glyphs;
use crate::paths::files::Refusal;
use crate::players::computer::{LEVELS, level_name};
use crate::session::setup::{SeatKind, SetupError};
use crate::widgets::bar::Bar;
use crate::world::World;

/// The columns of the bar of a level.
const BAR: usize = LEVELS as usize;

/// All players that Left and Right cycle through.
pub(super) fn kinds(game: &str, config: &Config) -> Vec<SeatKind> {
    let mut kinds = vec![SeatKind::Human(String::new())];
    kinds.extend((1..=LEVELS).map(SeatKind::Computer));
    let engines = config.engines.iter().filter(|row| row.plays(game));
    kinds.extend(engines.map(|row| SeatKind::Engine(row.name.clone())));
    kinds
}

/// The description of a player; is it a level that follows the results of the user?
pub(super) fn words(seat: &SeatKind, mine: bool, glyphs: &Glyphs) -> String {
    match seat {
        SeatKind::Computer(level) if mine => format!("my strength: level {level}, {}", level_name(*level)),
        SeatKind::Human(name) if name.is_empty() => "human".to_owned(),
        SeatKind::Human(name) => format!("human, {name}"),
        SeatKind::Computer(level) => {
            let bar = Bar::new((*level).into(), LEVELS.into(), glyphs).track().text(BAR);
            format!("computer {level}  {} {bar}", level_name(*level))
        }
        SeatKind::Engine(name) => format!("engine, {name}"),
    }
}

/// Checks that this player can play the game; only engines can fail.
pub(super) fn check(seat: &SeatKind, game: &str, world: &World) -> Result<(), SeatError> {
    let SeatKind::Engine(name) = seat else { return Ok(()) };
    match engines::find(&world.client.config.engines, name, game) {
        Err(EngineError::Missing { name }) if !world.client.files.is_anywhere() => {
            Err(Refusal::Engine { name }.into())
        }
        found => Ok(found.map(|_| ())?),
    }
}

/// Why a player cannot have a seat.
#[derive(Debug, Error)]
pub(super) enum SeatError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Files(#[from] Refusal),
}

/// Parses the text typed for a seat: a kind of player, or a person's name.
pub(super) fn read(text: &str, game: &str, world: &World) -> Result<SeatKind, SeatError> {
    let is_kind = matches!(text.split(':').next(), Some("computer" | "human" | "engine"));
    let seat: SeatKind = if is_kind { text.parse()? } else { format!("human:{text}").parse()? };
    check(&seat, game, world)?;
    Ok(seat)
}
