//! Endings that must be won: a King and three Rooks drive a bare King into mate before the count of
//! quiet plies makes it a draw, and a whole army does so with one bare King after another.

use std::sync::Mutex;

use heterodox_engine::interface::{Engine, EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::geometry::{Coord, Geometry};
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};
use heterodox_kernel::zobrist::mix;

const NODES: u64 = 200_000;
/// A bare King is mated within this many plies.
const PLIES: usize = 200;

/// A position text with these pieces, given as letters, on squares that a number chooses.
fn placed(board: &Geometry, pieces: &[&str], mut dice: u64) -> String {
    let mut free: Vec<_> = board.squares().collect();
    let mut put = Vec::new();
    for piece in pieces {
        dice = mix(dice);
        put.push((free.swap_remove(dice as usize % free.len()), *piece));
    }
    let [width, height, depth] = board.size();
    let row = |y: u8, z: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for x in 0..width {
            let square = board.at(Coord::new(x, y, z)).expect("a full board");
            match put.iter().find(|(at, _)| *at == square) {
                Some((_, piece)) => {
                    text += &if empty > 0 { empty.to_string() } else { String::new() };
                    text += piece;
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        text + &if empty > 0 { empty.to_string() } else { String::new() }
    };
    let level = |z: u8| (0..height).rev().map(|y| row(y, z)).collect::<Vec<_>>().join("/");
    (0..depth).map(level).collect::<Vec<_>>().join("|")
}

/// A King that has been driven to the edge by level 10.
const DRIVEN: &str = "9/9/9/6rR2/9/9/9/9/9|9/9/7gK1/6rR2/9/9/9/9/9|9/6rK2/9/6rR2/9/9/9/9/9 r rg - 46 24";

fn game() -> &'static dyn Variant {
    *GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats")
}

/// Plays on for all, so many positions a move and so many plies at most; says how it ended.
fn played(
    engine: &mut dyn Engine,
    mut position: Box<dyn Position>,
    (nodes, plies): (u64, usize),
) -> (Option<&'static str>, usize, String) {
    engine.forget();
    while position.outcome().is_none() && position.acts().len() < plies {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |_| ());
        position.play(best.expect("a move")).expect("it is legal");
    }
    (position.outcome().map(|outcome| outcome.cause.id), position.acts().len(), position.fen())
}

#[test]
fn a_driven_king_is_mated() {
    let game = game();
    let mut engine =
        create(&Registry::default(), game.spec().id, EngineOptions { megabytes: 8, ..EngineOptions::default() })
            .expect("it is played");
    let position = game.begin(Opening::Fen(DRIVEN)).expect("a position");
    let (cause, _, end) = played(engine.as_mut(), position, (NODES / 4, PLIES));
    assert_eq!(cause, Some("last-army"), "{end}");
}

/// Three Kings alone, and an army that must find them one by one.
const HUNTED: &str = "9/9/9/9/9/1bK7/7gK1/4bP4/9|9/9/8bR/9/2bR1bR4/4bToK3/3rK5/9/4bP4|9/9/9/9/9/7bP1/9/9/9 \
                      r rogb - 0 176";

#[test]
#[ignore = "it takes minutes"]
fn kings_alone_are_mated_one_by_one() {
    let game = game();
    let mut engine =
        create(&Registry::default(), game.spec().id, EngineOptions { megabytes: 8, ..EngineOptions::default() })
            .expect("it is played");
    let position = game.begin(Opening::Fen(HUNTED)).expect("a position");
    let (cause, _, end) = played(engine.as_mut(), position, (10_000, 800));
    assert_eq!(cause, Some("last-army"), "{end}");
}

#[test]
#[ignore = "it takes minutes"]
fn three_rooks_mate_a_bare_king() {
    let game = game();
    let wanted = 8;
    let geometry = game.spec().geometry();
    let texts = (0..).map(|seed| placed(&geometry, &["rK", "rR", "rR", "rR", "gK"], mix(seed)));
    let open = texts.filter_map(|text| game.begin(Opening::Fen(&format!("{text} r rg - 0 1"))).ok());
    let positions = Mutex::new(open.filter(|position| position.outcome().is_none()).take(wanted));
    let next = || positions.lock().expect("nobody fails while choosing").next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let means = EngineOptions { megabytes: 8, ..EngineOptions::default() };
                let mut engine = create(&Registry::default(), game.spec().id, means).expect("it is played");
                while let Some(position) = next() {
                    let first = position.fen();
                    let (cause, plies, end) = played(engine.as_mut(), position, (NODES, PLIES));
                    println!("{plies} plies from {first}");
                    assert_eq!(cause, Some("last-army"), "from {first} to {end}");
                }
            });
        }
    });
}
