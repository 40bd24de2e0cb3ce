//! The data of Armies of Faith 1: three levels, four corners, ten kinds, the opening array.

use crate::pieces;
use crate::rules::art::art;
use crate::rules::frame::Frame;
use crate::rules::gait::{Edge, Gait, KNIGHT, ORTHOGONAL, symmetric};
use crate::rules::geometry::{Axes, Coord, Delta};
use crate::rules::piece::Kind;
use crate::rules::side::{Side, Sides};
use crate::rules::spec::{KindSpec, Lettering, Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

const LEVEL: &str = "
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........";

/// The King.
pub(super) const KING: Kind = Kind(0);
const ROOK: Kind = Kind(1);
const KNIGHT_KIND: Kind = Kind(2);
const CAMEL: Kind = Kind(3);
const FALCON: Kind = Kind(4);
const JACKAL: Kind = Kind(5);
const ANU: Kind = Kind(6);
const NINTU: Kind = Kind(7);
/// The Pawn.
pub(super) const PAWN: Kind = Kind(8);

const EGYPT: Sides = Sides::only(Side::FIRST);
const MESOPOTAMIA: Sides = Sides::first(4).without(Side::FIRST);

const CAMEL_LEAPS: [Delta; 24] = symmetric(3, 1, 0);
const ANU_LONG: [Delta; 24] = symmetric(4, 3, 0);
const ANU_FAR: [Delta; 24] = symmetric(7, 1, 0);
const NINTU_NEAR: [Delta; 24] = symmetric(2, 2, 1);
const NINTU_FAR: [Delta; 24] = symmetric(4, 1, 1);

/// The two directions ahead: along the right edge and along the left edge, from the view of the army.
const AHEAD: [Delta; 2] = [Delta::new(1, 0, 0), Delta::new(0, 1, 0)];
const PAWN_CAPTURES: [Delta; 5] =
    [Delta::new(1, 0, 1), Delta::new(1, 0, -1), Delta::new(0, 1, 1), Delta::new(0, 1, -1), Delta::new(1, 1, 0)];

fn pawn_start(at: Coord) -> bool {
    [(3, 0), (2, 1), (2, 2), (1, 2), (0, 3)].contains(&(at.x, at.y))
}

/// The columns where the Knights and Camels of the opposite army start.
fn optional_columns(at: Coord) -> bool {
    [(7, 8), (6, 8), (8, 7), (8, 6)].contains(&(at.x, at.y))
}

/// The opposite corner column.
fn forced_column(at: Coord) -> bool {
    (at.x, at.y) == (8, 8)
}

const fn corner(corner: (u8, u8), right: (i8, i8), left: (i8, i8)) -> Frame {
    Frame { corner, right: Delta::new(right.0, right.1, 0), ahead: Delta::new(left.0, left.1, 0), top: None }
}

/// The array of the page.
macro_rules! array {
    () => {
        "bTbCbCbP1gPgNgNgT/bN1bP3gP1gC/bNbPbP3gPgPgC/bP7gP/9/rP7oP/rCrPrP3oPoPoN/rC1rP3oP1oN/rJrNrNrP1oPoCoCoT\
         |bK1bRbP1gPgR1gK/1bRbP3gPgR1/bRbPbP3gPgPgR/bP7gP/9/rP7oP/rRrPrP3oPoPoR/1rRrP3oPoR1/rK1rRrP1oPoR1oK\
         |bAbNbNbP1gPgCgCgA/bC1bP3gP1gN/bCbPbP3gPgPgN/bP7gP/9/rP7oP/rNrPrP3oPoPoC/rN1rP3oP1oC/rFrCrCrP1oPoNoNoA"
    };
}

pub(super) static SPEC: Spec = Spec {
    id: "armies",
    title: "Armies of Faith 1",
    about: "Four armies on three levels: the last one left wins.",
    goal: "Be the last army",
    seats: &[
        Seat { name: "Red", letter: 'r', tint: Tint::Red, frame: corner((0, 0), (1, 0), (0, 1)) },
        Seat { name: "Orange", letter: 'o', tint: Tint::Orange, frame: corner((8, 0), (0, 1), (-1, 0)) },
        Seat { name: "Green", letter: 'g', tint: Tint::Green, frame: corner((8, 8), (-1, 0), (0, -1)) },
        Seat { name: "Blue", letter: 'b', tint: Tint::Blue, frame: corner((0, 8), (0, -1), (1, 0)) },
    ],
    kinds: &[
        KindSpec::new(
            'K',
            "King",
            "steps one cell along one axis or two axes, never along all three",
            pieces::KING_STEPS,
        )
        .art(art!("art/king")),
        KindSpec::new(
            'R',
            "Rook",
            "slides any distance along one axis",
            &[Movement::both(Gait::Slide(&ORTHOGONAL))],
        )
        .art(art!("art/rook"))
        .limit(3),
        KindSpec::new(
            'N',
            "Knight",
            "leaps two cells along one axis and one along another",
            &[Movement::both(Gait::Leap(&KNIGHT))],
        )
        .art(art!("art/knight"))
        .limit(4),
        KindSpec::new(
            'C',
            "Camel",
            "leaps three cells along one axis and one along another",
            &[Movement::both(Gait::Leap(&CAMEL_LEAPS))],
        )
        .art(art!("art/camel"))
        .limit(4),
        KindSpec::new(
            'F',
            "Falcon",
            "makes three steps over empty cells, in a straight and a neighbouring slanted direction, using both",
            &[Movement::both(Gait::Lame {
                words: &["oog", "ogo", "goo", "ggo", "gog", "ogg"],
                edge: Edge::Closed,
            })],
        )
        .art(art!("art/falcon"))
        .limit(1)
        .owners(EGYPT),
        KindSpec::new(
            'J',
            "Jackal",
            "steps along all three axes, may run straight, then steps along all three again; only over empty cells",
            &[Movement::both(Gait::Bent)],
        )
        .art(art!("art/jackal"))
        .limit(1)
        .owners(EGYPT),
        KindSpec::new(
            'A',
            "Anu",
            "leaps four cells along one axis and three along another, or seven and one",
            &[Movement::both(Gait::Leap(&ANU_LONG)), Movement::both(Gait::Leap(&ANU_FAR))],
        )
        .art(art!("art/anu"))
        .limit(1)
        .owners(MESOPOTAMIA),
        KindSpec::new(
            'T',
            "Nintu",
            "leaps two cells along two axes and one along the third, or four along one and one along the others",
            &[Movement::both(Gait::Leap(&NINTU_NEAR)), Movement::both(Gait::Leap(&NINTU_FAR))],
        )
        .art(art!("art/nintu"))
        .limit(1)
        .owners(MESOPOTAMIA),
        KindSpec::new(
            'P',
            "Pawn",
            "steps away from one of its edges, twice from a start cell; captures ahead and up or down, or ahead both ways",
            &[
                Movement::quiet(Gait::Leap(&AHEAD)),
                Movement::quiet(Gait::Stride(&AHEAD)).within(Zone::Where(pawn_start)),
                Movement::capture(Gait::Leap(&PAWN_CAPTURES)),
            ],
        )
        .promotes(Promotion {
            may: Zone::Where(optional_columns),
            ..Promotion::at(
                Zone::Where(forced_column),
                &[ROOK, KNIGHT_KIND, CAMEL, FALCON, JACKAL, ANU, NINTU],
            )
        })
        .art(art!("art/pawn")),
    ],
    plan: &[LEVEL, LEVEL, LEVEL],
    axes: Axes { x: 'r', y: 'a', z: Some('1') },
    names: &[],
    royal: Some(KING),
    pawn: Some(PAWN),
    no_pawns: Zone::NOWHERE,
    drops: Zone::NOWHERE,
    draw_plies: Some(200),
    repetition: Some(3),
    setups: &[
        NamedSetup {
            name: "as-written",
            words: "four armies in their corners, the last one wins",
            fen: concat!(array!(), " r rogb - 0 1"),
        },
        NamedSetup {
            name: "first-fall",
            words: "the same array, 100 rounds; who makes the first army fall wins",
            fen: concat!(array!(), " r rogb - 0 1 first-fall/100"),
        },
        NamedSetup {
            name: "points",
            words: "the same array, 60 rounds; captures and falls count, the most points win",
            fen: concat!(array!(), " r rogb - 0 1 points:0,0,0,0"),
        },
        NamedSetup {
            name: "short",
            words: "armies of 17 pieces, the last one wins",
            fen: "bTbC5gNgT/bN1bP3gP1gC/1bP5gP1/9/9/9/1rP5oP1/rC1rP3oP1oN/rJrN5oCoT\
                  |bK1bRbP1gPgR1gK/2bP3gP2/bRbP5gPgR/bP7gP/9/rP7oP/rRrP5oPoR/2rP3oP2/rK1rRrP1oPoR1oK\
                  |bAbN5gCgA/bC1bP3gP1gN/1bP5gP1/9/9/9/1rP5oP1/rN1rP3oP1oC/rFrC5oNoA \
                  r rogb - 0 1",
        },
    ],
    more_setups: None,
    scene: Some(
        "bTbC1bP1gPgN2/bNbRbP3gP1gK/bNbPbP2gCgPgPgC/bP7gP/4rN4/rP4oN2oP/rCrPrP3oPoPoN/rC1rPrP1oPoP1oN/rK2rP1oRgT1oK\
         |bK1bRbP2gR2/bR1bP3gPgR1/1bPbP2gP1gPgR/1bP1bAbN1gCgP1/3bP1gNoP2/2rP1rC1oC1oP/rPrRrPrFrR1oN1oP/1rR1rP1oP1oR1/2rR6\
         |1bN1bP1gPgNgCgA/bC1bP3gP1gN/1bPbP4gP1/bP4gPgN1gP/9/rP3rN3oP/1rPrP3oPoPoC/rN1rP3oP1oC/2rCrNrP1oP1oN \
         g rogb - 5 12",
    ),
    lettering: Lettering::Seat,
    rules: include_str!("rules.md"),
    course: Some(include_str!("course.pgn")),
};
