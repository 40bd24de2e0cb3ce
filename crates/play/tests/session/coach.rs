//! Tests of the coach: what it warns of, that it says the same each time, and the moments of a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::Stop;
use heterodox_games::{GAMES, Registry, built_in};
use heterodox_kernel::variant::Opening;
use heterodox_play::players::Resources;
use heterodox_play::players::assistant::Assistant;
use heterodox_play::record::game::Game;
use heterodox_play::record::tree::{Eval, PlayedMove};
use heterodox_play::record::tree::{Id, Worth};
use heterodox_play::session::coach::{decided, examine, resources};
use heterodox_play::session::survey::Survey;

/// What the coach says of a move.
fn told(game: &str, fen: &str, mv: &str) -> Option<String> {
    let position = built_in(game).expect("a game").begin(Opening::Fen(fen)).expect("a position");
    let options = EngineOptions { megabytes: 4, ..EngineOptions::default() };
    let mut engine = create(&Registry::default(), game, options).expect("an engine");
    let mv = position.read(mv).expect("a move");
    let first = examine(engine.as_mut(), position.as_ref(), mv, &Stop::default());
    let again = examine(engine.as_mut(), position.as_ref(), mv, &Stop::default());
    assert_eq!(first, again, "it says the same each time");
    first
}

#[test]
fn a_piece_given_away_is_named_with_the_reply() {
    // The Pawn on e5 is guarded.
    let fen = "r1bagbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBAGB1R w - - 0 1";
    let words = told("sanctuary", fen, "f3e5").expect("a warning");
    assert_eq!(words, "Nxe5 takes your Knight on e5.");
    assert_eq!(told("sanctuary", fen, "d2d3"), None);
}

#[test]
fn a_reply_that_wins_is_named() {
    let mut position = built_in("sanctuary").expect("a game").begin(Opening::Start).expect("the start");
    for text in "d1e3 d8e6 e3a7 e6a2 a7b8".split_whitespace() {
        position.act(text).expect("it is legal");
    }
    let words = told("sanctuary", &position.fen(), "a2c4").expect("a warning");
    assert!(words.contains("wins"), "{words}");
}

#[test]
fn nothing_is_said_of_ordinary_first_moves() {
    for (game, mv) in [("sanctuary", "e2e4"), ("blackholes", "b1c3"), ("armies", "sc3sd3")] {
        let position = built_in(game).expect("a game").begin(Opening::Start).expect("the start");
        assert_eq!(told(game, &position.fen(), mv), None, "{game}");
    }
}

#[test]
fn the_moments_are_the_greatest_drops_in_the_order_of_the_game() {
    let mut game = Game::begin(GAMES[0], None, None).expect("a game");
    let mut position = game.tree.start().fork();
    let mut id = Id::ROOT;
    for _ in 0..8 {
        let text = position.machine(position.legal()[0]);
        id = game.tree.attach(id, PlayedMove::play(position.as_mut(), &text).expect("legal"));
    }
    let line: Vec<Id> = game.tree.line(Id::ROOT).collect();
    // Drops for the mover: ply 2 by 300, ply 3 by 700, ply 6 by 400, ply 8 by 150.
    for (&id, cents) in line.iter().zip([0, 0, 300, -400, -400, -400, 0, 0, 150]) {
        game.tree.notes_mut(id).eval = Some(Eval(vec![Worth::Cents(cents)]));
    }
    let found = decided(&game);
    assert_eq!(found.iter().map(|one| one.judged.id).collect::<Vec<_>>(), [line[2], line[3], line[6]]);
    assert!(found.iter().zip([1, 2, 5]).all(|(one, before)| one.before == line[before]));
    assert!(found[1].words.contains("+3.00 to -4.00 for White"), "{}", found[1].words);
    // A game can begin there.
    for moment in &found {
        GAMES[0].begin(Opening::Fen(&moment.fen)).expect("a position");
    }
}

#[test]
fn a_game_that_is_looked_at_twice_is_judged_alike() {
    let mut game = Game::begin(GAMES[1], None, None).expect("a game");
    let mut position = game.tree.start().fork();
    let mut id = Id::ROOT;
    for ply in 0..10_usize {
        let legal = position.legal();
        let text = position.machine(legal[ply * 7 % legal.len()]);
        id = game.tree.attach(id, PlayedMove::play(position.as_mut(), &text).expect("legal"));
    }
    let assistant = Assistant::default();
    let look = || {
        let mut tree = game.tree.clone();
        let few = resources(Resources { megabytes: 4, ..Resources::default() });
        let mut survey = Survey::fixed(&tree, 400, &assistant, few, Arc::new(|| ()));
        let end = Instant::now() + Duration::from_secs(300);
        while !survey.is_done() {
            assert!(survey.failure().is_none() && Instant::now() < end);
            survey.take(&mut tree);
            std::thread::yield_now();
        }
        tree.line(Id::ROOT).map(|id| tree.node(id).notes.eval.clone()).collect::<Vec<_>>()
    };
    assert_eq!(look(), look());
}
