//! The public interface of the engine: makes an [`Engine`] for a game.

use super::beginner::Beginner;
pub use super::engine::{Engine, EngineOptions, Line, NoEngine, Report};
use super::makers::{Wanted, maker};
use crate::games::Registry;

/// Creates an engine for this game. What it needs is counted before it is taken.
pub fn create<'a>(
    games: &Registry,
    game: impl Into<Wanted<'a>>,
    options: EngineOptions,
) -> Result<Box<dyn Engine>, NoEngine> {
    let game = game.into();
    let maker = maker(games, game).ok_or_else(|| NoEngine::Game(game.id().to_owned()))?;
    maker.needs().lack(&options).map_or_else(|| maker.engine(options), Err)
}

/// Creates an engine. If memory is short, the transposition table and the number of threads are halved until they fit;
/// a message then reports what is used.
pub fn create_largest<'a>(
    games: &Registry,
    game: impl Into<Wanted<'a>>,
    options: EngineOptions,
) -> Result<(Box<dyn Engine>, Option<String>), NoEngine> {
    let game = game.into();
    let mut less = options;
    let engine = loop {
        match create(games, game, less) {
            Err(NoEngine::TranspositionTable(refused)) if refused > 1 => less.megabytes = refused / 2,
            Err(NoEngine::Threads(refused)) if refused > 1 => less.threads = refused / 2,
            Err(NoEngine::Search) if less.continuation => less.continuation = false,
            created => break created?,
        }
    };
    let mut shortages = Vec::new();
    if less.megabytes < options.megabytes {
        let (asked, less) = (options.megabytes, less.megabytes);
        shortages.push(format!("a transposition table of {asked} MB; {less} MB are used"));
    }
    if less.threads < options.threads {
        let used = if less.threads == 1 { "one is used".to_owned() } else { format!("{} are used", less.threads) };
        shortages.push(format!("{} threads; {used}", options.threads));
    }
    let shortages =
        (!shortages.is_empty()).then(|| format!("there is not enough memory for {}", shortages.join(", and for ")));
    Ok((engine, shortages))
}

/// Creates a `BeginnerEngine` for the game with this id.
pub fn beginner(games: &Registry, game: &str, beginner: Beginner) -> Result<Box<dyn Engine>, NoEngine> {
    let maker = maker(games, game).ok_or_else(|| NoEngine::Game(game.to_owned()))?;
    Ok(maker.beginner(beginner))
}

/// Creates a `GreedyEngine` for the game with this id.
pub fn greedy(games: &Registry, game: &str) -> Option<Box<dyn Engine>> {
    Some(maker(games, game)?.greedy())
}
