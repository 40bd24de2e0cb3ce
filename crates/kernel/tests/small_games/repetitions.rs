//! A game in which a seat loses that gives check all the time.

use std::sync::LazyLock;

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::game::{CompiledGame, Rules};
use heterodox_kernel::geometry::Geometry;
use heterodox_kernel::outcome::{Cause, Outcome};
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::{Side, Sides};
use heterodox_kernel::spec::Spec;
use heterodox_kernel::tables::Tables;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, begin};

use super::{KING, ROOK, eight, kind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NoChase;

impl Rules for NoChase {
    type Set = Bits64;
    type Kinds = [Bits64; 2];
    type Extra = ();
    type State = ();

    fn weighs_checks(_: &Tables<Self>) -> bool {
        true
    }

    fn repeated(_: &heterodox_kernel::board::Board<Self>, pursuers: Sides) -> Outcome {
        Outcome::shared(Sides::first(2).without(pursuers.iter().next().unwrap_or(Side::new(3))), Cause::REPETITION)
    }
}

impl CompiledGame for NoChase {
    const SPEC: &'static Spec = {
        const SPEC: Spec = Spec {
            kinds: &[KING, kind('R', "Rook", &[ROOK])],
            pawn: None,
            royal: Some(Kind(0)),
            ..eight("nochase", 0)
        };
        &SPEC
    };

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<NoChase>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

/// The share of the first seat when the position has come back often enough.
fn end(fen: &str, first: &str, cycle: [&str; 4]) -> Option<(usize, f64)> {
    let mut game: Timeline<NoChase> = begin(Opening::Fen(fen)).expect("a position");
    game.act(first).expect("it is legal");
    for (plies, mv) in cycle.iter().cycle().enumerate().take(40) {
        if let Some(outcome) = game.outcome() {
            return Some((plies, outcome.shares[Side::FIRST].value()));
        }
        game.act(mv).expect("it is legal");
    }
    None
}

#[test]
fn the_rules_are_told_who_gave_check_with_every_move() {
    let lone = "k7/8/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(end(lone, "h1h8", ["a8a7", "h8h7", "a7a8", "h7h8"]), Some((8, 0.0)));
    assert_eq!(end(lone, "h1h8", ["a8a7", "h8h6", "a7a8", "h6h8"]), Some((8, 0.5)));
    let second = "k6r/8/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(end(second, "h8h1", ["a1a2", "h1h2", "a2a1", "h2h1"]), Some((8, 1.0)));
    // A check before the position occurred first does not matter, and neither does who was in check.
    let late = "k6r/8/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(end(late, "h1g1", ["h8g8", "g1h1", "g8h8", "h1g1"]), Some((7, 0.5)));
}
