//! What no built-in game has.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::fen;
use heterodox_kernel::gait::{Gait, KNIGHT, ORTHOGONAL};
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{KindSpec, Movement, Spec, Zone};
use heterodox_kernel::variant::Opening;

use super::{AHEAD, KING, LEFT, RIGHT, ROOK, STEP, Small, TAKES, begin, eight, flaw, game, kind, read, second};

fn own_half(at: Coord) -> bool {
    at.y < 4
}

/// The legal moves in the machine form, sorted.
fn moves<G: Small>(fen: &str) -> Vec<String> {
    let game = begin::<G>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
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
            kind('G', "Guard", &[ROOK.within(Zone::Where(own_half))]),
            kind(
                'P',
                "Pawn",
                &[
                    STEP.within(Zone::Where(own_half)),
                    Movement::capture(Gait::Leap(&[LEFT, RIGHT])).within(Zone::Where(own_half))
                ]
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
        let board = read::<Hoard>(&text).expect("a position");
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
    assert!(read::<Hoard>(&format!("7k/8/8/8/8/8/8/K7[{}] w - - 0 1", "G".repeat(32))).is_err());
}

// The twelve first kinds can be in reserve, the sixteenth is a piece like any other.
const GUARDS: [KindSpec; 16] = {
    let mut kinds = [kind('A', "Guard", &[ROOK]); 16];
    let mut index = 0;
    while index < 16 {
        kinds[index].letter = (b'A' + index as u8) as char;
        index += 1;
    }
    kinds[0] = KindSpec { letter: 'A', ..KING };
    kinds[11].reserve = 31;
    kinds
};
game!(Crowd, Bits64, Spec { kinds: &GUARDS, ..eight("crowd", 15) });
game!(
    Beyond,
    Bits64,
    Spec {
        kinds: &const {
            let mut kinds = GUARDS;
            kinds[12].reserve = 1;
            kinds
        },
        ..eight("beyond", 15)
    }
);

#[test]
fn a_game_has_sixteen_kinds_and_holds_the_first_twelve() {
    let text = format!("7a/8/8/8/8/8/8/AP6[{}] w - - 0 1", "L".repeat(31));
    let board = read::<Crowd>(&text.replace("AP6", "AM6")).expect("a position");
    assert_eq!(board.reserve(Side::FIRST).count(Kind(11)), 31);
    assert_eq!(board.reserve(Side::FIRST).plus(Kind(12)), board.reserve(Side::FIRST));
    assert_eq!(board.reserve(Side::FIRST).count(Kind(15)), 0);
    // The pawn is the sixteenth kind, and its own hash keys and bitboard are used.
    let pawn = read::<Crowd>(&text).expect("a position");
    assert_eq!(pawn.count(Side::FIRST, Kind(15)), 1);
    assert_eq!(pawn.after(pawn.legal()[0]).hash(), pawn.after(pawn.legal()[0]).hash_from_scratch());
    assert_eq!(flaw::<Beyond>().as_deref(), Some("Guard is in reserve: only the first 12 kinds can be"));
}

#[test]
fn no_number_of_quiet_plies_ends_a_game_without_such_an_end() {
    let game = begin::<Bound>(Opening::Fen("7k/8/8/8/3G4/8/8/K7 w - - 4000000000 2000000")).expect("a position");
    assert!(game.outcome().is_none() && !game.legal().is_empty());
}

// A position may come four times, or as often as the players want.
game!(Fourfold, Bits64, Spec { repetition: Some(4), pawn: None, ..eight("fourfold", 0) });
game!(Forever, Bits64, Spec { repetition: None, pawn: None, ..eight("forever", 0) });

#[test]
fn the_data_say_how_often_a_position_occurs_until_the_game_ends() {
    /// The words of the end after so many rounds that lead back to the start.
    fn ends<G: Small>(rounds: usize) -> Option<&'static str> {
        let mut game = begin::<G>(Opening::Fen("7k/8/8/8/8/8/8/K7 w - - 0 1")).expect("a position");
        for text in ["a1b1", "h8g8", "b1a1", "g8h8"].repeat(rounds) {
            game.act(text).expect(text);
        }
        game.outcome().map(|outcome| outcome.cause.words)
    }
    assert_eq!((ends::<Fourfold>(2), ends::<Fourfold>(3)), (None, Some("by repetition")));
    assert_eq!(ends::<Forever>(50), None);
    assert_eq!((ends::<Bound>(1), ends::<Bound>(2)), (None, Some("by threefold repetition")));
}

// The Guard and the Wazir capture as Rooks from these squares of their seat.
const OUTPOSTS: Zone = Zone::On(&[Coord::new(3, 3, 0), Coord::new(4, 3, 0)]);
game!(
    Listed,
    Bits64,
    Spec {
        kinds: &[KING, kind('G', "Guard", &[ROOK.within(OUTPOSTS)]), kind('W', "Wazir", &[ROOK.within(OUTPOSTS)])],
        ..eight("listed", 0)
    }
);

#[test]
fn a_zone_can_be_a_list_of_squares_of_each_seat() {
    let checked = |fen: &str| begin::<Listed>(Opening::Fen(fen)).expect("a position").checked().count();
    for letter in ['G', 'W'] {
        let white = |rank: &str| checked(&format!("3k4/8/8/8/{rank}/8/8/K7 b - - 0 1"));
        assert_eq!((white(&format!("3{letter}4")), white(&format!("2{letter}5"))), (1, 0), "{letter}");
        // The same squares as Black sees them.
        let black = |rank: &str| checked(&format!("7k/8/8/{rank}/8/8/8/3K4 w - - 0 1"));
        let letter = letter.to_ascii_lowercase();
        assert_eq!((black(&format!("3{letter}4")), black(&format!("5{letter}2"))), (1, 0), "{letter}");
    }
}

// Pawns that begin with one, two or three steps.
game!(
    Runners,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind(
                'P',
                "Pawn",
                &[
                    STEP,
                    TAKES,
                    Movement::quiet(Gait::Stride(&[AHEAD])).within(Zone::Where(second)),
                    Movement::quiet(Gait::Dash(&[AHEAD])).within(Zone::Where(second)),
                ]
            ),
        ],
        ..eight("runners", 1)
    }
);

#[test]
fn a_triple_step_is_taken_in_passing_on_both_squares() {
    assert_eq!(flaw::<Runners>(), None);
    // Counted by Fairy-Stockfish, with its setting for triple steps.
    let fen = "4k3/2p1p1p1/8/8/1P1P1P1P/8/P1P1P1P1/4K3 w - - 0 1";
    assert_eq!(super::count::<Runners>(fen, 4), 56_103);
    let mut game = begin::<Runners>(Opening::Fen("4k3/2p5/8/1P6/1P1P4/8/8/4K3 b - - 0 1")).expect("a position");
    game.act("c7c4").expect("three steps");
    assert_eq!(game.fen(), "4k3/8/8/1P6/1PpP4/8/8/4K3 w - c6 0 2");
    let taken = |from: &str| {
        let all = moves::<Runners>(&game.fen());
        all.iter().filter(|text| text.starts_with(from) && text.contains('c')).cloned().collect::<Vec<_>>()
    };
    assert_eq!([taken("b5"), taken("b4"), taken("d4")], [vec!["b5c6"], vec!["b4c5"], vec!["d4c5"]]);
    game.act("b4c5").expect("in passing");
    assert_eq!(game.fen(), "4k3/8/8/1PP5/3P4/8/8/4K3 b - - 0 2");
    // A piece between is in the way, also of what is read.
    assert!(begin::<Runners>(Opening::Fen("4k3/8/8/1Pp5/1PpP4/8/8/4K3 w - c6 0 2")).is_ok());
    assert_eq!(moves::<Runners>("4k3/2p5/8/2P5/8/8/8/4K3 b - - 0 1")[0], "c7c6");
    let why = begin::<Runners>(Opening::Fen("4k3/8/8/1P6/1PpP4/8/8/4K3 w - - 0 2")).expect("a position");
    let at = |name: &str| Pick::Square(why.geometry().parse(name).expect("a square"));
    assert!(why.explain(&[at("b4")], at("c5")).expect("too late").ends_with("right after its triple step"));
}
