//! The data of Black Holes: board, pieces, opening.

use crate::pieces;
use crate::rules::art::art;
use crate::rules::frame::Frame;
use crate::rules::gait::{DIAGONAL, Gait, ORTHOGONAL};
use crate::rules::geometry::{Axes, Coord};
use crate::rules::piece::Kind;
use crate::rules::spec::{KindSpec, Lettering, Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

const PLAN: &str = "
    .....
    .....
    .....
    .....
    .....
    .....
    .....
    .....";

/// The King.
pub(super) const KING: Kind = Kind(0);
/// The Hole.
pub(super) const HOLE: Kind = Kind(6);
/// The Pawn.
pub(super) const PAWN: Kind = Kind(5);

/// The first rank, where Holes are dropped.
fn first_rank(at: Coord) -> bool {
    at.y == 0
}

pub(super) static SPEC: Spec = Spec {
    id: "blackholes",
    title: "Black Holes",
    about: "Drop Holes: your pieces go into one and fly on out of another.",
    goal: "Mate the King",
    seats: &[
        Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
        Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(8) },
    ],
    kinds: &[
        KindSpec::new(
            'K',
            "King",
            "steps one square any way; the only piece that cannot use holes",
            pieces::KING_STEPS,
        )
        .art(art!("art/king")),
        pieces::QUEEN.art(art!("art/queen")),
        pieces::ROOK.art(art!("art/rook")),
        pieces::BISHOP.art(art!("art/bishop")),
        pieces::knight('S').art(art!("art/knight")),
        KindSpec::new(
            'P',
            "Pawn",
            "steps one square ahead, two at first; captures diagonally; at the end a Queen, Rook, Bishop, Knight or Hole",
            &[pieces::PAWN_STEP, pieces::PAWN_STRIDE, pieces::PAWN_CAPTURES],
        )
        .promotes(Promotion::at(
            Zone::Where(pieces::last_rank),
            &[Kind(1), Kind(2), Kind(3), Kind(4), HOLE],
        ))
        .art(art!("art/pawn")),
        KindSpec::new(
            'H',
            "Hole",
            "steps one square any way to an empty square; your pieces go in at one Hole and out at another",
            &[Movement::quiet(Gait::Leap(&ORTHOGONAL)), Movement::quiet(Gait::Leap(&DIAGONAL))],
        )
        .art(art!("art/hole"))
        .endless()
        .untouchable(),
    ],
    plan: &[PLAN],
    axes: Axes { x: 'a', y: '1', z: None },
    names: &[],
    royal: Some(KING),
    pawn: Some(PAWN),
    no_pawns: Zone::Where(pieces::first_or_last_rank),
    drops: Zone::Where(first_rank),
    draw_plies: Some(100),
    repetition: Some(3),
    setups: &[NamedSetup {
        name: "start",
        words: "the usual start",
        fen: "rsbqk/ppppp/5/5/5/5/PPPPP/RSBQK w - - 0 1",
    }],
    more_setups: None,
    scene: Some("2h1k/phh1p/qprhb/2H2/2H2/SPH2/PHRPP/3QK w - - 0 15"),
    lettering: Lettering::Case,
    rules: include_str!("rules.md"),
    course: Some(include_str!("course.pgn")),
};
