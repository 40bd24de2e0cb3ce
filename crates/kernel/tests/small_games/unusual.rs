//! What no built-in game has.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::board::Board;
use heterodox_kernel::fen;
use heterodox_kernel::gait::{Gait, KNIGHT, ORTHOGONAL};
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{Movement, Spec};
use heterodox_kernel::variant::{Opening, begin};

use super::{KING, LEFT, RIGHT, ROOK, STEP, TAKES, eight, game, kind};

fn own_half(at: Coord) -> bool {
    at.y < 4
}

/// The legal moves in the machine form, sorted.
fn moves<R: CompiledGame>(fen: &str) -> Vec<String> {
    let game = begin::<R>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut moves: Vec<String> = game.legal().iter().map(|&mv| game.machine(mv)).collect();
    moves.sort_unstable();
    moves
}

// A Guard and a Pawn that capture in their own half only, and a Pawn that steps there only.
game!(
    Bound,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('G', "Guard", &[ROOK.within(own_half)]),
            kind(
                'P',
                "Pawn",
                &[STEP.within(own_half), Movement::capture(Gait::Leap(&[LEFT, RIGHT])).within(own_half)]
            ),
        ],
        ..eight("bound", 2)
    }
);

#[test]
fn a_zone_holds_for_captures_and_for_pawns_in_groups() {
    // On d4 the Pawn steps and captures, on f5 it does neither.
    assert_eq!(moves::<Bound>("7k/8/4p1p1/4pP2/3P4/8/8/K7 w - - 0 1"), ["a1a2", "a1b1", "a1b2", "d4d5", "d4e5"]);
    // The Guard gives check from its own half; beyond it stands there and hits nothing.
    let checked = |fen: &str| begin::<Bound>(Opening::Fen(fen)).expect("a position").checked().count();
    assert_eq!(checked("3k4/8/8/8/3G4/8/8/K7 b - - 0 1"), 1);
    assert_eq!(checked("3k4/8/8/3G4/8/8/8/K7 b - - 0 1"), 0);
}

// A King that steps as ever and captures as a Knight.
game!(
    Rider,
    Bits64,
    Spec {
        kinds: &[
            kind('K', "King", &[Movement::quiet(Gait::Leap(&ORTHOGONAL)), Movement::capture(Gait::Leap(&KNIGHT)),]),
            kind('R', "Rook", &[ROOK]),
            kind('P', "Pawn", &[STEP, TAKES]),
        ],
        ..eight("rider", 2)
    }
);

#[test]
fn a_king_with_divergent_moves_captures_by_its_capturing_reach() {
    // It takes the Rook on b3, and not the Pawn on b1 beside it.
    let found = moves::<Rider>("7k/8/8/8/8/1r6/8/Kp6 w - - 0 1");
    assert_eq!(found, ["a1a2", "a1b3"]);
    // What the other King hits by its leap alone is forbidden, and what is beside it is not.
    assert_eq!(moves::<Rider>("8/8/8/8/8/2k5/8/K7 b - - 0 1"), ["c3c4", "c3d3"]);
    assert_eq!(moves::<Rider>("8/8/8/8/8/8/1k6/K7 b - - 0 1"), ["b2a2", "b2b1"]);
}

game!(
    Hoard,
    Bits64,
    Spec {
        kinds: &[KING, kind('G', "Guard", &[ROOK]).reserve(31), kind('P', "Pawn", &[STEP, TAKES]).reserve(31)],
        ..eight("hoard", 2)
    }
);

#[test]
fn a_reserve_holds_more_than_fifteen_of_a_kind() {
    let held = |guards: usize, pawns: usize| {
        let text = format!("7k/8/8/8/8/8/8/K7[{}{}] w - - 0 1", "G".repeat(guards), "P".repeat(pawns));
        let board = Board::<Hoard>::read(&text).expect("a position");
        assert_eq!(fen::write(&board), text);
        assert_eq!(board.hash(), board.hash_from_scratch());
        board
    };
    let full = held(31, 31).reserve(Side::FIRST);
    assert_eq!((full.count(Kind(1)), full.count(Kind(2)), full.total()), (31, 31, 62));
    assert_eq!(full.plus(Kind(1)), full, "one more does not become another kind");
    assert_eq!(full.minus(Kind(1)).plus(Kind(1)), full);
    let mut hashes: Vec<u64> = [(0, 0), (15, 0), (16, 0), (0, 1), (31, 0), (16, 1), (17, 0)]
        .map(|(guards, pawns)| held(guards, pawns).hash())
        .to_vec();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 7);
    assert!(Board::<Hoard>::read(&format!("7k/8/8/8/8/8/8/K7[{}] w - - 0 1", "G".repeat(32))).is_err());
}

#[test]
fn no_number_of_quiet_plies_ends_a_game_without_such_an_end() {
    let game = begin::<Bound>(Opening::Fen("7k/8/8/8/3G4/8/8/K7 w - - 4000000000 2000000")).expect("a position");
    assert!(game.outcome().is_none() && !game.legal().is_empty());
}
