//! Ranks beyond nine, and ranks from 0 on: all texts are read as they are written.

use heterodox_kernel::bits::Bits256;
use heterodox_kernel::frame::Frame;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::geometry::{Axes, Coord, Square};
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::{KindSpec, Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::Opening;
use heterodox_kernel::zobrist::mix;

use super::{AHEAD, KING, LEAP, Plain, ROOK, STEP, Small, TAKES, begin, eight, flaw, game, kind, second};

const TEN: &[Seat] = &[
    Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
    Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(10) },
];

const fn tenth(at: Coord) -> bool {
    at.y == 9
}

const STRIDE: Movement = Movement::quiet(Gait::Stride(&[AHEAD])).within(Zone::Where(second));

const MEN: &[KindSpec] = &[KING, kind('R', "Rook", &[ROOK]), kind('N', "Knight", &[LEAP]), PAWN];

const PAWN: KindSpec =
    kind('P', "Pawn", &[STEP, STRIDE, TAKES]).promotes(Promotion::at(Zone::Where(tenth), &[Kind(1), Kind(2)]));

const TALL_START: &str = "rn2k2nr1/1pppppppp1/10/10/10/10/10/10/1PPPPPPPP1/RN2K2NR1 w - - 0 1";

const fn ten(id: &'static str) -> Spec {
    Spec {
        seats: TEN,
        kinds: MEN,
        plan: &[
            "..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........",
        ],
        setups: &[NamedSetup { name: "start", words: "", fen: TALL_START }],
        ..eight(id, 3)
    }
}

game!(Tall, Bits256, ten("tall"));
game!(Nought, Bits256, Spec { axes: Axes { x: 'a', y: '0', z: None }, ..ten("nought") });

/// Plays games at random, and reads every move and position back in each form. Returns the moves in the machine form.
fn read_back<G: Small>() -> Vec<String> {
    assert_eq!(flaw::<G>(), None);
    let (mut seen, mut dice) = (Vec::new(), 0);
    for fen in [TALL_START, "4k5/1P6P1/10/10/10/10/10/10/1p6p1/4K5 w - - 0 1"] {
        let mut game = begin::<G>(Opening::Fen(fen)).expect("a position");
        for _ in 0..80 {
            let legal = game.legal();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            for &mv in &legal {
                let (machine, shown) = (game.machine(mv), game.display(mv));
                for text in [&machine, &shown] {
                    assert_eq!(game.read(text), Ok(mv), "{text} in {}", game.fen());
                }
                for text in [machine.clone(), shown.replace('=', "")] {
                    assert_eq!(game.fork().play_text(&text).map(|(mv, _)| mv), Ok(mv), "{text} in {}", game.fen());
                }
                seen.push(machine);
            }
            let again =
                begin::<G>(Opening::Fen(&game.fen())).unwrap_or_else(|error| panic!("{}: {error}", game.fen()));
            assert_eq!(again.fen(), game.fen());
            dice += 1;
            game.play(legal[mix(dice) as usize % legal.len()]);
        }
    }
    seen
}

#[test]
fn texts_of_ten_ranks_are_read_as_they_are_written() {
    let seen = read_back::<Tall>();
    let has = |text: &str| seen.iter().any(|machine| machine.starts_with(text));
    assert!(has("a1a2") && has("b2b4") && has("a10a9") && seen.iter().any(|machine| machine.contains("10a")));
    let promoted = seen.iter().any(|machine| machine.ends_with('r') && machine.contains("10"));
    assert!(promoted, "a Pawn promotes on the tenth rank");
    let nought = read_back::<Nought>();
    assert!(nought.iter().any(|machine| machine == "b1b3") && nought.iter().all(|machine| !machine.contains("10")));
}

fn tall(fen: &str) -> Box<Timeline<Plain<Bits256>>> {
    Box::new(begin::<Tall>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

#[test]
fn a_square_is_named_by_as_many_digits_as_there_are() {
    // Rooks on a1 and a10: one digit of the second is the name of the first.
    let game = tall("R9/9k/10/10/10/10/10/10/10/R8K w - - 0 1");
    let played =
        |text: &str| game.fork().play_text(text).map(|(mv, _)| game.machine(mv)).map_err(|error| error.to_string());
    assert_eq!(played("a10a5").as_deref(), Ok("a10a5"));
    assert_eq!(played("a1a5").as_deref(), Ok("a1a5"));
    assert_eq!(played("R10a5").as_deref(), Ok("a10a5"));
    assert_eq!(played("R1a5").as_deref(), Ok("a1a5"));
    assert_eq!(played("Ra10-a5").as_deref(), Ok("a10a5"));
    assert_eq!(played("Ra5"), Err("\"Ra5\" is not legal: it could be R1a5 or R10a5".to_owned()));
    let label = |square: Square| game.geometry().label(square);
    let shown: Vec<String> =
        game.legal().iter().filter(|mv| label(mv.to) == "a5").map(|&mv| game.display(mv)).collect();
    assert_eq!(shown, ["R1a5", "R10a5"]);
    let a10 = game.geometry().parse("a10").expect("a square");
    let b9 = game.geometry().parse("b9").expect("a square");
    let why = game.explain(&[Pick::Square(a10)], Pick::Square(b9)).expect("it cannot");
    assert_eq!(why, "the Rook does not go from a10 to b9: it moves");
}

#[test]
fn a_mistake_in_a_rank_of_two_digits_is_named() {
    let told = |fen: &str| begin::<Tall>(Opening::Fen(fen)).expect_err("it is wrong").to_string();
    assert_eq!(told("9/10/10/10/10/10/10/10/10/K8k w - - 0 1"), "FEN: rank 10: 9 squares: expected 10");
    assert_eq!(told("10/10/10/10/10/10/10/10/11/K8k w - - 0 1"), "FEN: rank 2: 11 squares: expected 10");
}

#[test]
fn a_double_step_to_a_rank_of_two_digits_is_taken_in_passing() {
    let mut game = tall("9k/1p8/10/P9/10/10/10/10/10/9K b - - 0 1");
    game.play_text("b9b7").expect("it is legal");
    assert!(game.fen().contains(" b8 "), "{}", game.fen());
    assert_eq!(game.read("a7b8").map(|mv| game.display(mv)), Ok("axb8".to_owned()));
}
