//! Pieces that hop over others: random boards beside a literal reading of the data, and positions with pins and checks
//! by hand.

use heterodox_kernel::bits::{Bits64, Bits256};
use heterodox_kernel::gait::{DIAGONAL, Gait, KNIGHT, Leg, Must, ORTHOGONAL, Step, Walk};
use heterodox_kernel::geometry::Delta;
use heterodox_kernel::limits;
use heterodox_kernel::notation::machine;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position as _;
use heterodox_kernel::spec::{KindSpec, Movement, Spec, Zone};
use heterodox_kernel::variant::Opening;

use super::literal::compare;
use super::{AHEAD, Habit, KING, LEAP, ROOK, STEP, TAKES, begin, eight, flaw, game, kind, read};

const SLIDES: Movement = Movement::quiet(Gait::Slide(&ORTHOGONAL));
const CANNON: &[Movement] = &[SLIDES, Movement::capture(Gait::Hop(&ORTHOGONAL))];
const GRASSHOPPER: &[Movement] =
    &[Movement::both(Gait::Vault(&ORTHOGONAL)), Movement::both(Gait::Vault(&DIAGONAL))];
const FAR: Zone = Zone::Where(|at| at.y > 3);

const fn way(x: i8, y: i8) -> Delta {
    Delta::new(x, y, 0)
}

/// Over a piece next to it, to the square behind.
const OVER: &[Walk] = &[
    Walk {
        legs: &[Leg {
            steps: &[Step { by: way(2, 0), over: &[], hurdles: &[way(1, 0)] }],
            least: 1,
            most: 3,
            end: Must::Empty,
        }],
    },
    Walk {
        legs: &[Leg {
            steps: &[Step { by: way(-2, 2), over: &[], hurdles: &[way(-1, 1)] }],
            least: 1,
            most: 1,
            end: Must::Empty,
        }],
    },
];

const fn leg(step: &'static [Step], least: u8, most: u8, end: Must) -> Leg {
    Leg { steps: step, least, most, end }
}

const UP: &[Step] = &[Step::leap(way(0, 1))];
const ASIDE: &[Step] = &[Step::leap(way(1, 0))];
const ASLANT: &[Step] = &[Step::leap(way(-1, 1))];

/// Parts with what stands between them: a short hop ahead, a slide that passes its first square, a hop around a corner.
const PARTS: &[Walk] = &[
    Walk { legs: &[leg(UP, 1, 1, Must::Occupied), leg(UP, 1, 3, Must::Empty)] },
    Walk { legs: &[leg(UP, 2, 2, Must::Occupied), leg(UP, 1, 2, Must::Empty)] },
    Walk { legs: &[leg(ASIDE, 1, 1, Must::Anything), leg(ASIDE, 1, 6, Must::Empty)] },
    Walk {
        legs: &[leg(ASLANT, 1, 2, Must::Occupied), leg(ASIDE, 1, 2, Must::Anything), leg(UP, 1, 1, Must::Empty)],
    },
];

game!(
    Hoppers,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('C', "Cannon", CANNON),
            kind('G', "Grasshopper", GRASSHOPPER),
            kind('V', "Vao", &[Movement::quiet(Gait::Hop(&DIAGONAL)), Movement::capture(Gait::Slide(&DIAGONAL))]),
            kind('E', "Equihopper", &[Movement::both(Gait::Hop(&KNIGHT))]),
            kind('R', "Rook", &[ROOK]),
            kind('N', "Knight", &[LEAP]),
            kind('P', "Pawn", &[STEP, TAKES]),
        ],
        ..eight("hoppers", 7)
    }
);
game!(
    Written,
    Bits256,
    Spec {
        kinds: &[
            KING,
            kind('O', "Over", &[Movement::both(Gait::Walk(OVER))]),
            kind('W', "Parts", &[Movement::both(Gait::Walk(PARTS))]),
            kind('F', "Far", &[Movement::both(Gait::Hop(&[AHEAD, way(1, -1)])).onto(FAR)]),
            kind('L', "Last", &[Movement::capture(Gait::Vault(&[way(0, -1)])).within(FAR), STEP]),
            kind('C', "Cannon", CANNON),
            kind('P', "Pawn", &[STEP, TAKES]),
        ],
        ..eight("written", 6)
    }
);
// Without a royal piece more boards are positions.
game!(Free, Bits64, Spec { royal: None, ..*Hoppers::SPEC });

/// Cannons that neither jump over Cannons nor take them; one kind of them hops along lines of two sorts.
const SHY: &[KindSpec] = &[
    KING,
    kind(
        'C',
        "Cannon",
        &[Movement::both(Gait::Hop(&ORTHOGONAL)), Movement::both(Gait::Hop(&DIAGONAL)).within(FAR)],
    )
    .shy(),
    kind('D', "Old Cannon", CANNON).shy(),
    kind('G', "Grasshopper", GRASSHOPPER).shy(),
    kind('R', "Rook", &[ROOK]),
    kind('N', "Knight", &[LEAP]),
    kind('P', "Pawn", &[STEP, TAKES]),
];
game!(Shy, Bits64, Spec { kinds: SHY, royal: None, ..eight("shy", 6) });
game!(Unjudged, Bits64, Spec { kinds: SHY, ..eight("unjudged", 6) });

// The same with Kings, whose safety is judged after each move.
game!(Judged, Bits64, Spec { kinds: SHY, ..eight("judged", 6) }, Habit::JudgesSafety);

#[test]
fn shy_kinds_hop_over_none_of_their_own() {
    compare::<Shy>(300);
    compare::<Judged>(300);
    let refused = flaw::<Unjudged>().expect("nobody judges");
    assert_eq!(refused, "a kind is shy beside a royal one: a game that judges the safety of Kings is needed");
}

// Pieces capture those of their side too.
game!(Own, Bits64, Spec { id: "own", ..*Hoppers::SPEC }, Habit::TakesOwn);

#[test]
fn pieces_capture_their_own_side_where_a_game_says_so() {
    compare::<Own>(300);
    let board = read::<Own>("4k3/8/8/3n4/4P3/8/4N3/3RK3 w - - 0 1").expect("a position");
    let taken = |text: &str| {
        let mv = *board.legal().iter().find(|&&mv| machine(&board, mv) == text).unwrap_or_else(|| panic!("{text}"));
        [board.captured(mv), board.captured_own(mv)].map(|kind| kind.map(|kind| board.kind_name(kind)))
    };
    assert_eq!(taken("e4d5"), [Some("Knight"), None]);
    assert_eq!(taken("e1d1"), [None, Some("Rook")]);
    assert!(
        board.legal().iter().all(|&mv| !board.owns(mv.to) || mv.to != board.royal(board.turn()).expect("a King"))
    );
}

#[test]
fn what_a_shy_kind_cannot_do_is_said() {
    const BESIDE: &[Movement] = &[Movement::both(Gait::Hop(&ORTHOGONAL)), ROOK];
    const WRITTEN_OUT: &[Movement] = &[Movement::both(Gait::Walk(SHORT))];
    const SHORT: &[Walk] = &[Walk { legs: &[leg(UP, 1, 1, Must::Occupied), leg(UP, 1, 3, Must::Empty)] }];
    for (moves, told) in [
        (WRITTEN_OUT, "it is shy, and its hops have a limit or several parts"),
        (BESIDE, "it is shy, and hops where it goes without a hurdle too"),
    ] {
        let found = limits::shy(&KindSpec::new('C', "Cannon", "hops", moves).shy()).expect("it is refused");
        assert!(found.starts_with(told), "{found}");
    }
}

#[test]
fn the_reason_names_the_piece_that_is_shunned() {
    let why = |from: &str, to: &str| {
        let game = begin::<Shy>(Opening::Fen("4c3/8/8/4p3/4c3/4P3/2c1C2c/7R w - - 0 1")).expect("a position");
        let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
        game.explain(&[at(from)], at(to)).expect("it cannot")
    };
    assert_eq!(why("e2", "e4"), "the Cannon takes no Cannon");
    assert_eq!(why("e2", "b2"), "the Cannon does not jump over the Black Cannon on c2");
}

#[test]
fn moves_and_attacks_are_those_of_the_data() {
    compare::<Hoppers>(300);
    compare::<Written>(300);
    compare::<Free>(60);
}

/// The moves of the piece on a square.
fn moves(fen: &str, from: &str) -> String {
    let game = begin::<Hoppers>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let moves: Vec<String> = game.legal().iter().map(|&mv| game.machine(mv)).collect();
    let mut found: Vec<&str> = moves.iter().filter_map(|text| text.strip_prefix(from)).collect();
    found.sort_unstable();
    found.join(" ")
}

#[test]
fn hoppers_go_over_one_piece() {
    for (fen, from, to) in [
        // The Cannon takes over one piece, not over two, and goes without one only to empty squares.
        ("4k3/3p4/8/3p4/8/n2C1P1p/8/4K3 w - - 0 1", "d3", "b3 c3 d1 d2 d4 d7 e3 h3"),
        ("4k3/3p4/8/3p4/8/n1PC1PPp/8/4K3 w - - 0 1", "d3", "a3 d1 d2 d4 d7 e3"),
        // The Grasshopper lands right behind, on an empty square or on a hostile piece.
        ("4k3/8/1P6/3p4/2P5/n2G1P1p/3P4/4K3 w - - 0 1", "d3", "b5 d1 d6 g3"),
        ("4k3/8/8/8/2P5/3GP3/3PP3/3K3n w - - 0 1", "d3", "b5 f1 f3"),
        // The Vao moves over a piece and takes without one.
        ("4k3/6p1/8/4p3/3V4/2P5/8/K7 w - - 0 1", "d4", "b2 e5 f6"),
    ] {
        assert_eq!(moves(fen, from), to, "{fen}");
    }
}

#[test]
fn checks_by_hoppers_are_answered_at_their_hurdle() {
    for (fen, from, to) in [
        // The Knight is the hurdle of the Cannon: it goes away, wherever it goes; between is a second one.
        ("k3c3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c1 c3 d4 f4 g1 g3"),
        ("k3c3/8/8/3R4/8/8/4n3/4K3 w - - 0 1", "d5", "e5"),
        // A hostile hurdle that is taken has a new one in its place.
        ("k3c3/8/8/8/8/8/4n2R/4K3 w - - 0 1", "h2", ""),
        // The King itself goes off the line, or takes the hurdle, which the Cannon does not guard.
        ("k3c3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1", "d1 d2 e2 f1 f2"),
        // A Grasshopper right behind its hurdle is answered the same way, and by a piece between it and the hurdle.
        ("k3g3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c1 c3 d4 f4 g1 g3"),
        ("k3g3/8/8/3R4/8/8/4n3/4K3 w - - 0 1", "d5", "e5"),
        // Two checks at once: the Knight answers neither.
        ("k3c3/8/8/8/8/3n4/4N3/4K3 w - - 0 1", "e2", ""),
    ] {
        assert_eq!(moves(fen, from), to, "{fen}");
    }
}

#[test]
fn pieces_are_pinned_by_hoppers() {
    for (fen, from, to) in [
        // Two pieces before a Cannon: either one exposes the King if it leaves the file or takes the other.
        ("k3c3/8/8/8/4R3/8/4n3/4K3 w - - 0 1", "e4", "e3 e5 e6 e7 e8"),
        ("k3c3/8/8/8/4R3/8/4N3/4K3 w - - 0 1", "e2", ""),
        // Three are enough to let one go.
        ("k3c3/8/4p3/8/4R3/8/4N3/4K3 w - - 0 1", "e2", "c1 c3 d4 f4 g1 g3"),
        // With nothing between, a piece that comes between is the hurdle.
        ("k3c3/8/8/8/3R4/8/8/4K3 w - - 0 1", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 f4 g4 h4"),
        ("k3c3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4", "b3 b5 c2 c6 f3 f5"),
        // A Pawn too; where it takes, a piece stood already.
        ("k7/8/8/8/K6c/3P4/8/8 w - - 0 1", "d3", ""),
        ("k7/8/8/8/K2p3c/2P3n1/8/8 w - - 0 1", "c3", "c4"),
        ("k3c3/8/8/4p3/3P4/8/4n3/4K3 w - - 0 1", "d4", "d5 e5"),
        // Before a Grasshopper only the square next to the King counts.
        ("k3g3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4", "b3 b5 c2 c6 e6 f3 f5"),
        ("k3g3/8/4N3/8/8/8/4n3/4K3 w - - 0 1", "e6", ""),
    ] {
        assert_eq!(moves(fen, from), to, "{fen}");
    }
}

#[test]
fn the_reason_names_the_hurdle() {
    let why = |fen: &str, from: &str, to: &str| {
        let game = begin::<Hoppers>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
        game.explain(&[at(from)], at(to)).expect("it cannot")
    };
    let cannon = "4k3/3p4/3p4/3p4/8/3C1P1p/8/4K3 w - - 0 1";
    assert_eq!(
        why(cannon, "d3", "d5"),
        "the Cannon reaches d5 only over a piece, and there is no piece to jump over"
    );
    assert_eq!(
        why(cannon, "d3", "d7"),
        "the Cannon is blocked on d5 and d6 (the Black Pawn on d5 and the Black Pawn on d6)"
    );
    assert_eq!(why(cannon, "d3", "g3"), "the Cannon is blocked on f3 (your Pawn on f3)");
    let pinned = "k3c3/8/8/8/4R3/8/4N3/4K3 w - - 0 1";
    assert_eq!(why(pinned, "e2", "c1"), "your King on e1 would be in check from the Black Cannon on e8");
    let alone = "k7/8/8/8/8/3G4/8/4K3 w - - 0 1";
    assert_eq!(
        why(alone, "d3", "d5"),
        "the Grasshopper reaches d5 only over a piece, and there is no piece to jump over"
    );
    assert_eq!(why(alone, "d3", "e5"), "the Grasshopper does not go from d3 to e5: it moves");
}
