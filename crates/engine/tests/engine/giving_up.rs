//! When a computer leaves a game for more than two.

use std::time::Duration;

use heterodox_engine::giving_up::GivingUp;
use heterodox_engine::interface::{EngineOptions, Report, create};
use heterodox_engine::levels;
use heterodox_engine::limits::Stop;
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::side::BySide;
use heterodox_kernel::variant::{Opening, Variant};

/// Red has next to nothing left.
const BARE: &str = "bK3bR4/5gR3/9/9/9/2bR6/2bR6/9/oK7gK|9/9/9/2gR6/4oR4/4oR4/4oR4/3gR5/4rK4|9/9/9/2bR6/2gR6/9/9/9/9 \
                    r rogb - 0 9";

/// How many moves somebody has been far behind who gives up.
const MOVES: u32 = 8;

fn game() -> &'static dyn Variant {
    GAMES.iter().copied().find(|game| game.spec().seats.len() == 4).expect("one has four seats")
}

#[test]
fn the_scores_of_the_lowest_level_let_it_give_up() {
    let position = game().begin(Opening::Fen(BARE)).expect("a position");
    let options = EngineOptions { megabytes: 1, ..EngineOptions::default() };
    let mut engine = create(&Registry::default(), game().spec().id, options).expect("it is played");
    let limits = levels::of_seat(1, engine.skills(), position.as_ref(), None, Duration::from_secs(1), 3);
    let mut seats = None;
    let report = &mut |newest: &Report| seats = newest.lines[0].seats;
    engine.think(position.as_ref(), &limits, &Stop::default(), report).expect("a move");
    let mut giving_up = GivingUp::default();
    let given = (0..MOVES).filter(|_| giving_up.sees(position.as_ref(), seats, 1)).count();
    assert_eq!(given, 1, "{seats:?}");
}

/// Red has two Rooks, or three, and is two Pawns behind, or a little less.
#[test]
fn a_beginner_gives_up_with_two_pieces() {
    let gives_up = |level, rooks: &str, score| {
        let seats = Some(BySide::from_fn(|side| if side.index() == 0 { score } else { 100 }));
        let text = BARE.replace("9/9/9/2bR6/2gR6", &format!("9/9/9/2bR6/{rooks}"));
        let position = game().begin(Opening::Fen(&text)).expect("a position");
        let mut giving_up = GivingUp::default();
        (0..MOVES).any(|_| giving_up.sees(position.as_ref(), seats, level))
    };
    assert_eq!([1, 2].map(|level| gives_up(level, "2gRrR1rR3", -200)), [true, false]);
    assert!(!gives_up(1, "2gRrRrRrR3", -200));
    assert!(!gives_up(1, "2gRrR1rR3", -199));
}
