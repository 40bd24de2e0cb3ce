//! Levels that err finish a game of a file that they have won: against a King alone they look further, and do not err.

use std::time::Duration;

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::levels;
use heterodox_engine::limits::Stop;
use heterodox_games::Registry;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Opening;
use heterodox_kernel::zobrist::mix;

/// The winner of a game from this position: this level as White, random moves as Black.
fn winner(game: &str, fen: &str, level: u8, seed: u64) -> Option<usize> {
    let games = Registry::default();
    let variant = games.find(game).expect("it is on the shelf");
    let mut position: Box<dyn Position> = variant.begin(Opening::Fen(fen)).expect("a position");
    let options = levels::options(level, &games, game, EngineOptions::default());
    let mut engine = create(&games, game, options).expect("it is played");
    let mut dice = mix(seed);
    while position.outcome().is_none() {
        dice = mix(dice);
        let mv = if position.turn().index() == 0 {
            let limits = levels::of_seat(level, engine.skills(), position.as_ref(), None, Duration::ZERO, dice);
            engine.think(position.as_ref(), &limits, &Stop::default(), &mut |_| ()).expect("a move")
        } else {
            let legal = position.legal();
            legal[(dice % legal.len() as u64) as usize]
        };
        position.play(mv).expect("it is legal");
    }
    position.outcome().and_then(|outcome| outcome.winner()).map(Side::index)
}

#[test]
fn every_level_mates_with_a_rook() {
    for (level, seed) in [(1, 1), (5, 3)] {
        let won = winner("chess", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", level, seed);
        assert_eq!(won, Some(0), "level {level}, seed {seed}");
    }
}

#[test]
fn every_level_goes_to_the_goal_when_nobody_can_stop_it() {
    for (level, seed) in [(1, 1), (5, 2)] {
        let won = winner("racingkings", "8/8/8/8/8/1K4k1/8/Q4R2 w - - 0 1", level, seed);
        assert_eq!(won, Some(0), "level {level}, seed {seed}");
    }
}

#[test]
fn a_level_wins_in_space_and_against_three_armies() {
    let space = "5/5/5/5/K1Q1R|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2k2/5/5 w - - 0 1";
    assert_eq!(winner("raumschach", space, 5, 1), Some(0));
    let around = "**5oK**/**6**/10/bK9/10/9gK/10/3rQ1rR4/**6**/**2rK3** r rbog - 0 1";
    assert_eq!(winner("quadrille", around, 5, 1), Some(0));
}
