//! The data of Sanctuary Chess: board, pieces, opening.

use crate::pieces;
use crate::rules::art::art;
use crate::rules::frame::Frame;
use crate::rules::gait::{DIAGONAL, Gait, KNIGHT, ORTHOGONAL, symmetric};
use crate::rules::geometry::{Axes, Delta};
use crate::rules::piece::Kind;
use crate::rules::spec::{KindSpec, Lettering, Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

const PLAN: &str = "
    ........
    ........
    ........
    ........
    ........
    ........
    ........
    ........";

/// The Pawn.
pub(super) const PAWN: Kind = Kind(5);
/// The kind to which Pawns promote.
pub(super) const REFUGEE: Kind = Kind(6);

const TWO_STRAIGHT: [Delta; 6] = symmetric(2, 0, 0);
const TWO_SLANTED: [Delta; 12] = symmetric(2, 2, 0);

pub(super) static SPEC: Spec = Spec {
    id: "sanctuary",
    title: "Sanctuary Chess",
    about: "No kings: two safe pieces on the far rank win.",
    goal: "Two safe pieces on the far rank",
    seats: &[
        Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
        Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(8) },
    ],
    kinds: &[
        KindSpec::new(
            'A',
            "Archbishop",
            "moves as a Bishop or as a Knight",
            &[Movement::both(Gait::Slide(&DIAGONAL)), Movement::both(Gait::Leap(&KNIGHT))],
        )
        .art(art!("art/archbishop")),
        KindSpec::new(
            'G',
            "Swiss Guard",
            "leaps one or two squares straight or diagonally, over anything",
            &[
                Movement::both(Gait::Leap(&ORTHOGONAL)),
                Movement::both(Gait::Leap(&DIAGONAL)),
                Movement::both(Gait::Leap(&TWO_STRAIGHT)),
                Movement::both(Gait::Leap(&TWO_SLANTED)),
            ],
        )
        .art(art!("art/swiss-guard")),
        pieces::ROOK.art(art!("art/rook")),
        pieces::BISHOP.art(art!("art/bishop")),
        pieces::knight('N').art(art!("art/knight")),
        KindSpec::new(
            'P',
            "Pawn",
            "steps one square ahead, two from its second rank; captures diagonally; at the far end a Refugee",
            &[pieces::PAWN_STEP, pieces::PAWN_STRIDE, pieces::PAWN_CAPTURES],
        )
        .promotes(Promotion::at(Zone::Where(pieces::last_rank), &[REFUGEE]))
        .art(art!("art/pawn")),
        KindSpec::new('F', "Refugee", "never moves and can never be captured", &[])
            .art(art!("art/refugee"))
            .untouchable(),
    ],
    plan: &[PLAN],
    axes: Axes { x: 'a', y: '1', z: None },
    names: &[],
    royal: None,
    pawn: Some(PAWN),
    no_pawns: Zone::Where(pieces::first_or_last_rank),
    drops: Zone::NOWHERE,
    draw_plies: Some(100),
    repetition: Some(3),
    setups: &[NamedSetup {
        name: "start",
        words: "the usual start",
        fen: "rnbagbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAGBNR w - - 0 1",
    }],
    more_setups: None,
    scene: Some("r4bnr/ppp2p1p/2nag1p1/3pP3/2BP1Gb1/2N1A1P1/PPP2P1P/R4BNR w - - 0 9"),
    lettering: Lettering::Case,
    rules: include_str!("rules.md"),
    course: Some(include_str!("course.pgn")),
};
