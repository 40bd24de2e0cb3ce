//! The advice of a first game: one useful thing at a time, true in its position, and silence after ten moves.

use heterodox_games::{GAMES, built_in};
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Opening;
use heterodox_kernel::zobrist::mix;
use heterodox_play::session::advisor::{Advice, Advisor};

fn position(game: &str, fen: &str) -> Box<dyn Position> {
    built_in(game).expect("a game").begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{error}"))
}

/// The advice for the second turn of the side to move: the first one is about the goal.
fn advice(game: &str, fen: &str) -> Option<Advice> {
    let position = position(game, fen);
    let mut advisor = Advisor::new(position.turn());
    assert!(matches!(advisor.advise(position.as_ref()), Some(Advice::Goal(_))));
    advisor.advise(position.as_ref())
}

#[test]
fn the_most_important_thing_is_said() {
    for (game, fen, words) in [
        ("sanctuary", "4F1g1/R6p/8/8/8/8/8/4G3 w - - 0 1", "Ra8 wins at once."),
        ("sanctuary", "4g3/8/8/3r4/8/2A5/8/4G3 w - - 0 1", "The Rook on d5 can be won: Axd5."),
        (
            "sanctuary",
            "4g3/8/8/8/4r3/8/8/1N2G3 w - - 0 1",
            "Your Swiss Guard on e1 is attacked: Rxe1 would win it.",
        ),
        (
            "blackholes",
            "4k/5/5/r4/2h2/h4/5/2K2 w - - 0 1",
            "Your King is attacked: move it, block, or take the attacker.",
        ),
        (
            "blackholes",
            "2r1k/5/5/5/1H3/5/5/2K2 w - - 0 1",
            "Your King is attacked by the Rook on c8: move it, block, or take.",
        ),
        (
            "blackholes",
            "4k/5/5/5/5/5/3PP/R3K w - - 0 1",
            "Instead of a move you may drop a piece: choose it by its number, then a square.",
        ),
        (
            "holywar",
            "1******1/*6*/*pppppp*/*6*/*6*/*PPPPPP*/*6*/1******1[KLCCBBSSklccbbss] w - - 0 1",
            "You drop pieces first: choose one by its number, then a marked square.",
        ),
    ] {
        let told = advice(game, fen).map(|advice| advice.to_string()).unwrap_or_default();
        assert_eq!(told, words, "{game}: {fen}");
    }
}

#[test]
fn it_falls_silent_after_ten_moves_and_is_true_until_then() {
    for game in GAMES {
        let mut position = game.begin(Opening::Start).expect("the start");
        let mut advisor = Advisor::new(Side::FIRST);
        let (mut turns, mut state, mut said) = (0, 11, 0);
        while turns < 40 && position.outcome().is_none() {
            let advice = advisor.advise(position.as_ref());
            if position.turn() == Side::FIRST {
                turns += 1;
                assert!(turns <= 10 || advice.is_none(), "{}: {advice:?}", game.spec().id);
                said += usize::from(advice.is_some());
            } else {
                assert_eq!(advice, None);
            }
            if let Some(Advice::Take { shown, .. } | Advice::Win(shown)) = advice {
                assert!(position.read(&shown).is_ok(), "{}: {shown} is legal", game.spec().id);
            }
            let legal = position.legal();
            state = mix(state);
            position.play(legal[state as usize % legal.len()]).expect("it is legal");
        }
        assert!(said >= 2, "{}: {said}", game.spec().id);
    }
}
