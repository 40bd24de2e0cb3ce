//! The data of Holywar: board, pieces, reserves, arrays.

use crate::pieces;
use crate::rules::art::art;
use crate::rules::frame::Frame;
use crate::rules::gait::{DIAGONAL, Edge, Gait, ORTHOGONAL};
use crate::rules::geometry::{Axes, Coord};
use crate::rules::piece::Kind;
use crate::rules::spec::{KindSpec, Lettering, Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

const PLAN: &str = "
    .######.
    #......#
    #......#
    #......#
    #......#
    #......#
    #......#
    .######.";

/// The King.
pub(super) const KING: Kind = Kind(0);
/// The Lady, with whom the King can exchange squares.
pub(super) const LADY: Kind = Kind(1);
pub(super) const CRUSADER: Kind = Kind(2);
pub(super) const BISHOP: Kind = Kind(3);
pub(super) const SQUIRE: Kind = Kind(4);
pub(super) const PAWN: Kind = Kind(5);

pub(super) const SQUIRE_STEPS: Gait = Gait::Lame { words: &["og", "go"], edge: Edge::Open };

/// The zone for drops: behind the seat's own Pawns.
fn home(at: Coord) -> bool {
    at.y <= 1
}

fn promotion_rank(at: Coord) -> bool {
    at.y == 6
}

pub(super) static SPEC: Spec = Spec {
    id: "holywar",
    title: "Holywar",
    about: "Set up your own army behind the Pawns, then hunt the King.",
    goal: "Mate the King",
    seats: &[
        Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
        Seat { name: "Red", letter: 'b', tint: Tint::Red, frame: Frame::north(8) },
    ],
    kinds: &[
        KindSpec::new(
            'K',
            "King",
            "steps one square any way; may change places with a Lady next to it",
            pieces::KING_STEPS,
        )
        .art(art!("art/king"))
        .reserve(1),
        KindSpec::new(
            'L',
            "Lady",
            "steps one square any way or slides along a diagonal; may change places with a King next to her",
            &[Movement::both(Gait::Leap(&ORTHOGONAL)), Movement::both(Gait::Slide(&DIAGONAL))],
        )
        .art(art!("art/lady"))
        .reserve(1),
        KindSpec::new(
            'C',
            "Crusader",
            "moves as a Bishop or as a Squire",
            &[Movement::both(Gait::Slide(&DIAGONAL)), Movement::both(SQUIRE_STEPS)],
        )
        .art(art!("art/crusader"))
        .reserve(2),
        pieces::BISHOP.art(art!("art/bishop")).reserve(2),
        KindSpec::new(
            'S',
            "Squire",
            "makes one straight and one diagonal step, in either order; only pieces on both ways stop it",
            &[Movement::both(SQUIRE_STEPS)],
        )
        .art(art!("art/squire"))
        .reserve(2),
        KindSpec::new(
            'P',
            "Pawn",
            "steps one square ahead, captures diagonally; at the far end a Squire, Bishop, Crusader or Lady",
            &[pieces::PAWN_STEP, pieces::PAWN_CAPTURES],
        )
        .promotes(Promotion::at(Zone::Where(promotion_rank), &[LADY, CRUSADER, BISHOP, SQUIRE]))
        .art(art!("art/pawn")),
    ],
    plan: &[PLAN],
    axes: Axes { x: 'a', y: '1', z: None },
    names: &[],
    royal: Some(KING),
    pawn: Some(PAWN),
    no_pawns: Zone::Where(|at| at.y == 0 || at.y >= 6),
    drops: Zone::Where(home),
    draw_plies: Some(100),
    repetition: Some(3),
    setups: &[
        NamedSetup {
            name: "free",
            words: "each player drops eight pieces in turn",
            fen: "1******1/*6*/*pppppp*/*6*/*6*/*PPPPPP*/*6*/1******1[KLCCBBSSklccbbss] w - - 0 1",
        },
        NamedSetup {
            name: "cathedral",
            words: "a chess set's order, Crusaders for Rooks",
            fen: "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 1",
        },
        NamedSetup {
            name: "crusade",
            words: "Crusaders inside, Bishops in the corners",
            fen: "b******b/*sclkcs*/*pppppp*/*6*/*6*/*PPPPPP*/*SCLKCS*/B******B[] w - - 0 1",
        },
        NamedSetup {
            name: "vigil",
            words: "the King in its corner; White has the better of it",
            fen: "k******s/*lcbbcs*/*pppppp*/*6*/*6*/*PPPPPP*/*LCBBCS*/K******S[] w - - 0 1",
        },
    ],
    more_setups: Some("shuffle:0 to shuffle:2879"),
    scene: Some("c******c/*s1lkb1*/*p1C1pp*/*1psp2*/*2PPB1*/*P1SLP1*/*1BK2S*/1******C[] b - - 0 9"),
    lettering: Lettering::Case,
    rules: include_str!("rules.md"),
    course: Some(include_str!("course.pgn")),
};
