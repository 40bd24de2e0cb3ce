//! Boards with levels that are named first, and that the second seat counts from the highest one; and pawns that go sideways.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::frame::Frame;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::geometry::{Axes, Delta};
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::{KindSpec, Movement, NamedSetup, Seat, Spec, Tint};
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::Opening;

use super::{AHEAD, KING, ROOK, begin, eight, flaw, game, kind};

const UP: Delta = Delta::new(0, 0, 1);

/// It steps ahead or up, and takes one step ahead and up at once.
const CLIMBER: KindSpec = kind(
    'P',
    "Climber",
    &[Movement::quiet(Gait::Leap(&[AHEAD, UP])), Movement::capture(Gait::Leap(&[Delta::new(0, 1, 1)]))],
);

game!(
    Tower,
    Bits64,
    Spec {
        kinds: &[KING, kind('R', "Rook", &[ROOK]), CLIMBER],
        seats: &[
            Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
            Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::rotated(3, 4).from_above(3) },
        ],
        plan: &["...\n...\n...\n...", "...\n...\n...\n...", "...\n...\n...\n..."],
        axes: Axes { x: 'a', y: '1', z: Some('A') },
        names: &[],
        setups: &[NamedSetup { name: "start", words: "", fen: "3/3/P2/K1R|3/3/3/3|r1k/2p/3/3 w - - 0 1" }],
        ..eight("tower", 2)
    }
);

fn machine<R: heterodox_kernel::game::Rules>(game: &Timeline<R>) -> Vec<String> {
    let mut all: Vec<String> = game.legal().iter().map(|&mv| Position::machine(game, mv)).collect();
    all.sort_unstable();
    all
}

#[test]
fn each_seat_climbs_to_the_level_of_the_other() {
    assert_eq!(flaw::<Tower>(), None);
    let of = |fen: &str| {
        let game = begin::<Tower>(Opening::Fen(fen)).expect("a position");
        machine(&game)
            .into_iter()
            .filter(|mv| mv[1..].starts_with("b2") || mv[1..].starts_with("b3"))
            .collect::<Vec<_>>()
    };
    let white = "3/3/1P1/K2|3/1r1/3/3|2k/3/3/3 w - - 0 1";
    assert_eq!(of(white), ["Ab2Ab3", "Ab2Bb2", "Ab2Bb3"]);
    let black = "3/3/3/K2|3/3/1R1/3|2k/1p1/3/3 b - - 0 1";
    assert_eq!(of(black), ["Cb3Bb2", "Cb3Bb3", "Cb3Cb2"]);
}

#[test]
fn what_is_written_reads_back() {
    let mut game = begin::<Tower>(Opening::Start).expect("it begins");
    for turn in 0..40 {
        let legal = game.legal();
        for &mv in &legal {
            for text in [Position::machine(&game, mv), Position::display(&game, mv)] {
                assert_eq!(Position::read(&game, &text).ok(), Some(mv), "{text}");
            }
        }
        let fen = Position::fen(&game);
        let again = begin::<Tower>(Opening::Fen(&fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!((again.board(), Position::fen(&again)), (game.board(), fen));
        let Some(&mv) = legal.get(turn * 7 % legal.len().max(1)) else { break };
        game.play(mv);
    }
}

/// It takes ahead and to its sides, so that two on one file can take the same piece.
const GUARD: KindSpec = kind(
    'P',
    "Guard",
    &[
        Movement::quiet(Gait::Leap(&[AHEAD])),
        Movement::capture(Gait::Leap(&[Delta::new(1, 1, 0), Delta::new(1, -1, 0)])),
    ],
);

game!(Guards, Bits64, Spec { kinds: &[KING, GUARD], royal: Some(Kind(0)), ..eight("guards", 1) });

#[test]
fn two_pawns_of_one_file_are_told_apart() {
    let game = begin::<Guards>(Opening::Fen("7k/8/8/3P4/4p3/3P4/8/K7 w - - 0 1")).expect("a position");
    for (text, shown) in [("d5e4", "d5xe4"), ("d3e4", "d3xe4"), ("d3d4", "d4")] {
        let mv = Position::read(&game, text).expect("it is legal");
        assert_eq!(Position::display(&game, mv), shown);
    }
    let alone = begin::<Guards>(Opening::Fen("7k/8/8/8/4p3/3P4/8/K7 w - - 0 1")).expect("a position");
    let mv = Position::read(&alone, "d3e4").expect("it is legal");
    assert_eq!(Position::display(&alone, mv), "dxe4");
}
