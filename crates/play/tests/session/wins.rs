//! A move that wins at once is found with little to think with: by every level that looks at all moves, whatever its
//! seed, and on the last quiet ply before a draw, where a win still counts as one.

use heterodox_engine::beginner::Beginner;
use heterodox_engine::interface::{Engine, EngineOptions, beginner, create};
use heterodox_engine::levels::{self, HIGHEST};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::prover::Goal;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant};
use heterodox_play::record::puzzle::{Proof, read};
use std::time::Duration;

/// How many positions of each game are tried, and with how many seeds.
const POSITIONS: usize = 10;
const SEEDS: u64 = 2;

/// Enough nodes for a first depth, so that levels which search much more are tried too.
const NODES: u64 = 300;

/// A Pawn of Red arrives; Blue, who moves last in the last round of a game of points, takes the lead with a capture.
const ARMIES: [&str; 2] = [
    "1bR5rP1/9/oP8/7gN1/9/rRrNrC6/rRrNrC6/rRrNrC5oR/rFrNrC6|bK8/8rP/9/8gK/9/8bP/9/9/rK2gP4oK|\
     6rP1gR/7rP1/9/9/9/9/9/1gP7/rJ8 r rogb - 0 1",
    "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/4oN4/9/2bR3oR2/9/2oP6/9|9/9/9/9/9/9/9/9/9 b rogb - 0 60 points:0,3,0,3",
];

/// The moves that win at once.
fn wins(position: &dyn Position) -> Vec<Move> {
    let own = position.turn();
    let wins = |&mv: &Move| after(position, mv).outcome().is_some_and(|outcome| outcome.winner() == Some(own));
    position.legal().into_iter().filter(wins).collect()
}

fn after(position: &dyn Position, mv: Move) -> Box<dyn Position> {
    let mut next = position.fork();
    next.play(mv).expect("it is legal");
    next
}

/// Positions in which the seat to move can win at once: before the last moves of the puzzles of the game.
fn positions(game: &'static dyn Variant) -> Vec<Box<dyn Position>> {
    let id = game.spec().id;
    if game.spec().seats.len() > 2 {
        return ARMIES.iter().map(|fen| game.begin(Opening::Fen(fen)).expect("a position")).collect();
    }
    let (puzzles, _) = read(game.puzzles().as_bytes(), id, &Registry::default(), None);
    let won = puzzles.iter().filter(|puzzle| matches!(puzzle.proof, Some(Proof::Exhaustive(Goal::Win(_)))));
    let all: Vec<_> = won.map(|puzzle| puzzle.position(puzzle.line.len() - 1)).collect();
    let step = (all.len() / POSITIONS).max(1);
    all.into_iter().step_by(step).collect()
}

/// The same position with only one quiet ply left.
fn on_the_last_ply(game: &'static dyn Variant, position: &dyn Position) -> Box<dyn Position> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let last = (game.spec().draw_plies.expect("a limit") - 1).to_string();
    fields[4] = &last;
    game.begin(Opening::Fen(&fields.join(" "))).expect("a position")
}

fn think(engine: &mut dyn Engine, position: &dyn Position, limits: &Limits) -> Move {
    engine.think(position, limits, &Stop::default(), &mut |_| ()).expect("a move")
}

fn engine(game: &'static dyn Variant) -> Box<dyn Engine> {
    let options = EngineOptions { megabytes: 1, ..EngineOptions::default() };
    create(&Registry::default(), game.spec().id, options).expect("it is played")
}

fn limits_of(level: u8, engine: &dyn Engine, position: &dyn Position, seed: u64) -> Limits {
    let limits = levels::of_seat(level, engine.skills(), position, None, Duration::ZERO, seed);
    Limits { nodes: limits.nodes.map(|nodes| nodes.min(NODES)), ..limits }
}

#[test]
fn every_level_that_looks_at_all_moves_wins_at_once() {
    for &game in GAMES {
        let mut engine = engine(game);
        let mut tried = 0;
        for position in positions(game) {
            let wins = wins(position.as_ref());
            assert!(!wins.is_empty(), "{}", position.fen());
            for (level, seed) in (2..HIGHEST).flat_map(|level| (0..SEEDS).map(move |seed| (level, seed))) {
                let limits = limits_of(level, engine.as_ref(), position.as_ref(), seed);
                if limits.overlooks > 0 {
                    continue;
                }
                engine.forget();
                let chosen = think(engine.as_mut(), position.as_ref(), &limits);
                let text = position.machine(chosen);
                assert!(wins.contains(&chosen), "{} at level {level}, seed {seed}: {text}", position.fen());
                tried += 1;
            }
        }
        assert!(tried >= 2 * 6 * SEEDS, "{}: {tried} times", game.spec().id);
    }
}

#[test]
fn a_win_on_the_last_quiet_ply_is_not_taken_for_a_draw() {
    for &game in GAMES {
        let id = game.spec().id;
        let mut engine = engine(game);
        let (mut quiet, mut played) = (0, 0);
        for position in positions(game) {
            let last = on_the_last_ply(game, position.as_ref());
            let wins = wins(last.as_ref());
            let fen = last.fen();
            assert!(!wins.is_empty(), "{fen}");
            let counts = |&mv: &Move| after(last.as_ref(), mv).plies() == game.spec().draw_plies.expect("a limit");
            quiet += usize::from(wins.iter().any(counts));
            // Who looks at all moves.
            let mut beginners = [4, 5]
                .map(|kind| beginner(&Registry::default(), id, Beginner::new(kind).expect("a kind")).expect("one"));
            let depth = if game.spec().seats.len() > 2 { 1 } else { 2 };
            for beginner in &mut beginners[..depth] {
                assert!(wins.contains(&think(beginner.as_mut(), last.as_ref(), &Limits::default())), "{fen}");
            }
            let first = Limits { depth: Some(1), ..Limits::default() };
            assert!(wins.contains(&think(engine.as_mut(), last.as_ref(), &first)), "{fen} at depth 1");
            // A level that overlooks moves sees then what it sees before, if it is not hasty.
            for (level, seed) in (1..4).flat_map(|level| (0..SEEDS).map(move |seed| (level, seed))) {
                let limits = Limits { hasty: 0, ..limits_of(level, engine.as_ref(), position.as_ref(), seed) };
                if wins.contains(&think(engine.as_mut(), position.as_ref(), &limits)) {
                    played += 1;
                    let chosen = think(engine.as_mut(), last.as_ref(), &limits);
                    assert!(
                        wins.contains(&chosen),
                        "{fen} at level {level}, seed {seed}: {}",
                        last.machine(chosen)
                    );
                }
            }
        }
        // A Pawn that arrives begins the count again.
        assert!(played > 0 && (quiet > 0 || game.spec().seats.len() > 2), "{id}: {quiet} quiet, {played} played");
    }
}

#[test]
fn the_last_round_of_a_game_of_points_is_played_for_points() {
    // The Rook of Blue takes a Pawn, or leaves it; nobody moves after Blue, who cannot catch up with Orange.
    let fen = "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/9/2bR6/9/2oP6/9|9/9/9/9/9/9/9/9/9 b rogb - 0 60 points:0,30,0,3";
    let game = *GAMES.iter().find(|game| game.spec().seats.len() > 2).expect("a game for more than two");
    let position = game.begin(Opening::Fen(fen)).expect("a position");
    let points = |position: &dyn Position| position.points(Side::new(3));
    let gains = |&mv: &Move| points(after(position.as_ref(), mv).as_ref()) > points(position.as_ref());
    let takes: Vec<Move> = position.legal().into_iter().filter(gains).collect();
    assert_eq!(takes.len(), 1, "{fen}");
    let mut engine = engine(game);
    for seed in 0..20 {
        let level = limits_of(1, engine.as_ref(), position.as_ref(), seed);
        // It sees all and looks at it with care.
        let limits = Limits { overlooks: 1, hasty: 0, careless: 0, ..level };
        assert_eq!(think(engine.as_mut(), position.as_ref(), &limits), takes[0], "seed {seed}");
    }
}
