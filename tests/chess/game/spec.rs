//! The identity card of chess: board, pieces, the way to begin.

use heterodox::games::pieces;
use heterodox::rules::frame::Frame;
use heterodox::rules::geometry::Axes;
use heterodox::rules::piece::Kind;
use heterodox::rules::spec::{KindSpec, Lettering, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

const PLAN: &str = "
    ........
    ........
    ........
    ........
    ........
    ........
    ........
    ........";

pub(super) const KING: Kind = Kind(0);
const QUEEN: Kind = Kind(1);
pub(super) const ROOK: Kind = Kind(2);
pub(super) const BISHOP: Kind = Kind(3);
pub(super) const KNIGHT: Kind = Kind(4);
const PAWN: Kind = Kind(5);

pub(super) static SPEC: Spec = Spec {
    id: "chess",
    title: "Chess",
    about: "Checkmate the enemy King.",
    goal: "Mate the King",
    seats: &[
        Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
        Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(8) },
    ],
    kinds: &[
        KindSpec::new('K', "King", "steps one square any way; may castle with a Rook", pieces::KING_STEPS),
        pieces::QUEEN,
        pieces::ROOK,
        pieces::BISHOP,
        pieces::knight('N'),
        KindSpec::new(
            'P',
            "Pawn",
            "steps one square ahead, or two from where it begins, and captures one square diagonally ahead",
            &[pieces::PAWN_STEP, pieces::PAWN_STRIDE, pieces::PAWN_CAPTURES],
        )
        .promotes(Promotion::at(Zone::Where(pieces::last_rank), &[QUEEN, ROOK, BISHOP, KNIGHT])),
    ],
    plan: &[PLAN],
    axes: Axes { x: 'a', y: '1', z: None },
    names: &[],
    royal: Some(KING),
    pawn: Some(PAWN),
    no_pawns: Zone::Where(pieces::first_or_last_rank),
    drops: Zone::NOWHERE,
    draw_plies: Some(100),
    repetition: Some(3),
    setups: &[NamedSetup {
        name: "start",
        words: "as ever",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    }],
    more_setups: None,
    scene: Some("r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2QK2R w KQ - 2 7"),
    lettering: Lettering::Case,
    rules: include_str!("rules.md"),
    course: Some(include_str!("course.pgn")),
};
