//! Who plays worse than the levels: measured beginners, and the greedy player.

use heterodox_engine::beginner::Beginner;
use heterodox_engine::interface::{Engine, beginner, greedy};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};

/// A piece that can be taken, and a smaller one that can be taken too.
const ONE_TO_TAKE: &str = "6n1/3r4/8/8/p2R4/8/8/N7 w - - 0 1";

/// The beginners that never move at random; all before them do.
const STEADY: [u8; 2] = [4, 5];

fn all() -> impl Iterator<Item = (u8, Beginner)> {
    (1..).map_while(|number| Some((number, Beginner::new(number)?)))
}

fn answer(one: &mut dyn Engine, position: &dyn Position, seed: u64) -> Move {
    let limits = Limits { seed, ..Limits::default() };
    one.think(position, &limits, &Stop::default(), &mut |_| ()).expect("a move")
}

/// The game of 8x8 squares, with something to take.
fn something_to_take() -> (&'static dyn Variant, Box<dyn Position>) {
    let begun = GAMES.iter().find_map(|&game| Some((game, game.begin(Opening::Fen(ONE_TO_TAKE)).ok()?)));
    begun.expect("a game of 8x8")
}

#[test]
fn a_beginner_plays_legal_moves_and_the_same_for_the_same_seed() {
    for game in GAMES {
        for (_, kind) in all() {
            let of = || beginner(&Registry::default(), game.spec().id, kind).expect("it plays");
            let (mut one, mut other) = (of(), of());
            let mut position = game.begin(Opening::Start).expect("the start");
            // Three plies among four seats take long without optimisation.
            let plies = if game.spec().seats.len() > 2 { 2 } else { 8 };
            for ply in 0..plies {
                if position.outcome().is_some() {
                    break;
                }
                let mv = answer(one.as_mut(), position.as_ref(), ply);
                assert!(position.legal().contains(&mv), "{kind} in {}: {mv:?}", game.spec().id);
                assert_eq!(mv, answer(other.as_mut(), position.as_ref(), ply), "{kind} in {}", game.spec().id);
                position.play(mv).unwrap_or_else(|error| panic!("{kind} in {}: {error}", game.spec().id));
            }
        }
    }
}

#[test]
fn a_beginner_takes_a_free_piece_and_is_sometimes_random_if_it_should() {
    let (game, position) = something_to_take();
    assert_eq!(all().count(), 5);
    for (number, kind) in all() {
        let mut one = beginner(&Registry::default(), game.spec().id, kind).expect("it plays");
        let take = |seed| position.machine(answer(one.as_mut(), position.as_ref(), seed)) == "d4d7";
        let taken = (0..100).map(take).filter(|&taken| taken).count();
        let should = if STEADY.contains(&number) { 100..101 } else { 60..100 };
        assert!(should.contains(&taken), "{kind}: {taken} of 100");
    }
}

#[test]
fn a_greedy_player_takes_the_most_valuable_piece_and_else_varies() {
    let (game, position) = something_to_take();
    let mut one = greedy(&Registry::default(), game.spec().id).expect("it plays");
    let mut think = |position: &dyn Position, seed| position.machine(answer(one.as_mut(), position, seed));
    assert!((0..20).all(|seed| think(position.as_ref(), seed) == "d4d7"));
    let start = game.begin(Opening::Start).expect("a start");
    let first = think(start.as_ref(), 0);
    assert!((1..20).any(|seed| think(start.as_ref(), seed) != first));
}
