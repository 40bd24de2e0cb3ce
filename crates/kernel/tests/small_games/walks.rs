//! Moves that are written out step by step, beside the same moves by other means and beside sets of squares.

use heterodox_kernel::bits::{Bits64, SquareSet as _};
use heterodox_kernel::board::Board;
use heterodox_kernel::gait::{Edge, Gait, Leg, Must, Step, Walk};
use heterodox_kernel::geometry::Delta;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{KindSpec, Movement, Spec};
use heterodox_kernel::variant::Opening;

use super::{BISHOP, KING, Plain, ROOK, Small, begin, count, eight, flaw, game, kind};

const fn way(x: i8, y: i8) -> Delta {
    Delta::new(x, y, 0)
}

const E: &[Step] = &[Step::leap(way(1, 0))];
const W: &[Step] = &[Step::leap(way(-1, 0))];
const N: &[Step] = &[Step::leap(way(0, 1))];
const S: &[Step] = &[Step::leap(way(0, -1))];
const NE: &[Step] = &[Step::leap(way(1, 1))];
const NW: &[Step] = &[Step::leap(way(-1, 1))];
const SE: &[Step] = &[Step::leap(way(1, -1))];
const SW: &[Step] = &[Step::leap(way(-1, -1))];

const fn leg(steps: &'static [Step], least: u8, most: u8) -> Leg {
    Leg { steps, least, most, end: Must::Empty }
}

/// One leg of up to so many steps in each of these directions.
macro_rules! slides {
    ($most:expr; $($steps:expr),+) => { Movement::both(Gait::Walk(&[$(Walk { legs: &[leg($steps, 1, $most)] }),+])) };
}

const SLIDING_ROOK: KindSpec = kind('R', "Rook", &[ROOK]);
const SLIDING_BISHOP: KindSpec = kind('B', "Bishop", &[BISHOP]);
const WALKING_ROOK: KindSpec = kind('R', "Rook", &[slides!(7; E, W, N, S)]);
const WALKING_BISHOP: KindSpec = kind('B', "Bishop", &[slides!(7; NE, NW, SE, SW)]);

game!(Slides, Bits64, Spec { kinds: &[KING, SLIDING_ROOK, SLIDING_BISHOP], pawn: None, ..eight("slides", 0) });
game!(Walks, Bits64, Spec { kinds: &[KING, WALKING_ROOK, WALKING_BISHOP], pawn: None, ..eight("walks", 0) });

#[test]
fn a_walk_of_equal_steps_is_a_slide() {
    for fen in ["r3k2b/8/2b5/8/8/5B2/8/R1B1K2R w - - 0 1", "4k3/8/4r3/1b6/8/4B3/8/4K2R w - - 0 1"] {
        assert_eq!(count::<Walks>(fen, 4), count::<Slides>(fen, 4), "{fen}");
    }
}

/// A Horse: a step straight, then one ahead of it diagonally, which leaves the crossed square empty.
const HORSE: &[Walk] = &[
    Walk { legs: &[leg(&[Step::lame(way(1, 2), &[way(0, 1)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(-1, 2), &[way(0, 1)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(1, -2), &[way(0, -1)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(-1, -2), &[way(0, -1)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(2, 1), &[way(1, 0)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(2, -1), &[way(1, 0)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(-2, 1), &[way(-1, 0)])], 1, 1)] },
    Walk { legs: &[leg(&[Step::lame(way(-2, -1), &[way(-1, 0)])], 1, 1)] },
];
const LAME: Movement = Movement::both(Gait::Lame { words: &["og"], edge: Edge::Closed });

game!(Lame, Bits64, Spec { kinds: &[KING, kind('H', "Horse", &[LAME])], pawn: None, ..eight("lame", 0) });
game!(
    Horses,
    Bits64,
    Spec {
        kinds: &[KING, kind('H', "Horse", &[Movement::both(Gait::Walk(HORSE))])],
        pawn: None,
        ..eight("horses", 0)
    }
);

#[test]
fn a_step_with_a_crossed_square_is_lame() {
    for fen in ["1h2k1h1/8/8/3h4/3H4/8/8/1H2K1H1 w - - 0 1", "4k3/4h3/3hH3/3H4/8/8/8/4K3 b - - 0 1"] {
        assert_eq!(count::<Horses>(fen, 4), count::<Lame>(fen, 4), "{fen}");
    }
}

/// A step diagonally, then on straight, away from where it began.
const GRIFFON: &[Walk] = &[
    Walk { legs: &[leg(NE, 1, 1)] },
    Walk { legs: &[leg(NE, 1, 1), leg(N, 1, 7)] },
    Walk { legs: &[leg(NE, 1, 1), leg(E, 1, 7)] },
    Walk { legs: &[leg(NW, 1, 1)] },
    Walk { legs: &[leg(NW, 1, 1), leg(N, 1, 7)] },
    Walk { legs: &[leg(NW, 1, 1), leg(W, 1, 7)] },
    Walk { legs: &[leg(SE, 1, 1)] },
    Walk { legs: &[leg(SE, 1, 1), leg(S, 1, 7)] },
    Walk { legs: &[leg(SE, 1, 1), leg(E, 1, 7)] },
    Walk { legs: &[leg(SW, 1, 1)] },
    Walk { legs: &[leg(SW, 1, 1), leg(S, 1, 7)] },
    Walk { legs: &[leg(SW, 1, 1), leg(W, 1, 7)] },
];
/// Diagonal steps that turn right and left by turns, up the board only, so that the seats differ.
const CROOKED: &[Walk] = &[
    Walk { legs: &[leg(&[Step::leap(way(1, 1)), Step::leap(way(-1, 1))], 1, 7)] },
    Walk { legs: &[leg(&[Step::leap(way(-1, 1)), Step::leap(way(1, 1))], 1, 7)] },
];
/// Around a square: the fourth step would lead back to the start.
const CIRCLE: &[Walk] = &[Walk {
    legs: &[leg(
        &[Step::leap(way(0, 1)), Step::leap(way(1, 0)), Step::leap(way(0, -1)), Step::leap(way(-1, 0))],
        1,
        6,
    )],
}];

game!(
    Bent,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('G', "Griffon", &[Movement::both(Gait::Walk(GRIFFON))]),
            kind('Z', "Zigzag", &[Movement::both(Gait::Walk(CROOKED))]),
            kind('O', "Circle", &[Movement::both(Gait::Walk(CIRCLE))]),
            kind('S', "Short Rook", &[slides!(2; E, W, N, S)]),
            kind('T', "Third", &[Movement::both(Gait::Walk(&[Walk { legs: &[leg(N, 3, 4)] }]))]),
        ],
        pawn: None,
        ..eight("bent", 0)
    }
);

/// The squares to which the piece on a square can go.
fn targets(fen: &str, from: &str) -> String {
    let game = begin::<Bent>(Opening::Free(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let moves = game.legal().iter().map(|&mv| game.machine(mv)).collect::<Vec<_>>();
    let mut found: Vec<&str> = moves.iter().filter_map(|text| text.strip_prefix(from)).collect();
    found.sort_unstable();
    found.join(" ")
}

#[test]
fn walks_end_where_their_steps_lead() {
    for (fen, from, to) in [
        // The corner of the Griffon is e5, c5, e3, c3; those with a piece stop it.
        ("8/8/8/2s1S3/3G4/8/8/8 w - - 0 1", "d4", "a3 b3 c1 c2 c3 c5 e1 e2 e3 f3 g3 h3"),
        ("8/8/8/8/8/8/8/G7 w - - 0 1", "a1", "b2 b3 b4 b5 b6 b7 b8 c2 d2 e2 f2 g2 h2"),
        // d5, then e6 or c6, and so on; d6 blocks the second step of both.
        ("8/8/8/8/8/8/8/3Z4 w - - 0 1", "d1", "c2 c4 c6 c8 d3 d5 d7 e2 e4 e6 e8"),
        ("8/8/8/8/8/3s4/8/3Z4 w - - 0 1", "d1", "c2 d3 e2"),
        ("8/8/8/8/3z4/8/8/8 b - - 0 1", "d4", "c1 c3 d2 e1 e3"),
        ("8/8/8/8/3O4/8/8/8 w - - 0 1", "d4", "d5 e4 e5"),
        ("8/8/8/4s3/3O4/8/8/8 w - - 0 1", "d4", "d5 e5"),
        ("8/8/8/3o4/3S4/8/8/8 w - - 0 1", "d4", "b4 c4 d2 d3 d5 e4 f4"),
        ("8/8/8/8/8/8/3T4/8 w - - 0 1", "d2", "d5 d6"),
        ("8/8/8/8/3s4/8/3T4/8 w - - 0 1", "d2", ""),
    ] {
        assert_eq!(targets(fen, from), to, "{fen}");
    }
}

#[test]
fn a_walk_attacks_what_it_reaches() {
    let letters = ["G", "Z", "O", "S", "T"];
    for seed in 0..200_u64 {
        // Some pieces of both seats anywhere, the same in each run.
        let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |most: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % most
        };
        let mut cell = || match below(12) {
            number @ 0..5 if below(2) == 0 => letters[number as usize].to_owned(),
            number @ 0..5 => letters[number as usize].to_lowercase(),
            _ => "1".to_owned(),
        };
        let ranks: Vec<String> = (0..8).map(|_| (0..8).map(|_| cell()).collect()).collect();
        // A rank in digits of one is no FEN: neighbours are added up.
        let rank = |text: &String| {
            let mut shown = String::new();
            let mut empty = 0;
            for letter in text.chars().chain(['|']) {
                if letter == '1' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    shown += &empty.to_string();
                }
                empty = 0;
                shown.extend(Some(letter).filter(|&letter| letter != '|'));
            }
            shown
        };
        let fen = format!("{} w - - 0 1", ranks.iter().map(rank).collect::<Vec<_>>().join("/"));
        let game = begin::<Bent>(Opening::Free(&fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let board: &Board<Plain<Bits64>> = game.board();
        for side in Side::all(2) {
            let rival = board.living().after(side);
            for to in board.geometry().squares() {
                let reaching = board.side(rival).iter().filter(|&from| {
                    let piece = board.piece(from).expect("a piece stands there");
                    board.tables().mover(piece).captures().targets(from, board.occupied()).has(to)
                });
                let reaching = Bits64::collect(reaching);
                assert_eq!(board.hitters(to, board.scene(side)), reaching, "{fen}, {}", board.geometry().label(to));
            }
        }
    }
}

game!(
    Empty,
    Bits64,
    Spec {
        kinds: &[KING, kind('N', "Nothing", &[Movement::both(Gait::Walk(&[Walk { legs: &[] }]))])],
        pawn: None,
        ..eight("empty", 0)
    }
);
game!(
    Backward,
    Bits64,
    Spec {
        kinds: &[KING, kind('N', "Nothing", &[Movement::both(Gait::Walk(&[Walk { legs: &[leg(N, 3, 2)] }]))])],
        pawn: None,
        ..eight("backward", 0)
    }
);

#[test]
fn a_walk_that_leads_nowhere_is_an_error() {
    assert_eq!(flaw::<Bent>(), None);
    for (found, told) in [
        (flaw::<Empty>(), "Nothing: a walk has 0 legs: expected 1 to 8"),
        (flaw::<Backward>(), "Nothing: a leg of a walk has 3 to 2 steps: expected 1 to 31, the fewest first"),
    ] {
        assert_eq!(found.as_deref(), Some(told));
    }
    assert_eq!(Empty::SPEC.of(Kind(1)).moves.len(), 1);
}
