//! Zones where movements end.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::gait::{DIAGONAL, Edge, Gait, KNIGHT, ORTHOGONAL};
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::{Movement, Spec, Zone};
use heterodox_kernel::variant::Opening;

use super::literal::compare;
use super::{AHEAD, BISHOP, LEFT, RIGHT, ROOK, STEP, begin, eight, game, kind};

const PALACE: Zone = Zone::Where(|at| (3..6).contains(&at.x) && at.y < 3);
const HALF: Zone = Zone::Where(|at| at.y < 4);
const FAR: Zone = Zone::Where(|at| at.y > 3);
const CORNERS: Zone =
    Zone::On(&[Coord::new(0, 0, 0), Coord::new(7, 7, 0), Coord::new(4, 4, 0), Coord::new(3, 0, 0)]);
const ADVISOR: Movement = Movement::both(Gait::Leap(&DIAGONAL)).onto(PALACE);
const ELEPHANT: Movement = Movement::both(Gait::Lame { words: &["gg"], edge: Edge::Closed }).onto(HALF);
const HORSE: Movement = Movement::both(Gait::Lame { words: &["og"], edge: Edge::Closed });

// A General that steps in its palace, and captures as a Knight in its own half.
game!(
    Bounded,
    Bits64,
    Spec {
        kinds: &[
            kind(
                'K',
                "General",
                &[
                    Movement::quiet(Gait::Leap(&ORTHOGONAL)).onto(PALACE),
                    Movement::capture(Gait::Leap(&KNIGHT)).onto(HALF)
                ]
            ),
            kind('A', "Advisor", &[ADVISOR]),
            kind('E', "Elephant", &[ELEPHANT]),
            kind('R', "Rook", &[ROOK.onto(HALF)]),
            kind('Q', "Queen", &[ROOK, BISHOP.onto(CORNERS)]),
            kind(
                'B',
                "Bishop",
                &[
                    Movement::quiet(Gait::Slide(&DIAGONAL)).within(HALF),
                    Movement::capture(Gait::Slide(&DIAGONAL)).onto(FAR)
                ]
            ),
            kind(
                'H',
                "Horse",
                &[HORSE.within(HALF).onto(FAR), Movement::quiet(Gait::Leap(&ORTHOGONAL)).onto(CORNERS)]
            ),
            kind(
                'S',
                "Soldier",
                &[STEP.onto(HALF), Movement::capture(Gait::Leap(&[LEFT, RIGHT])).onto(FAR), STEP.within(FAR)]
            ),
            kind(
                'P',
                "Pawn",
                &[
                    Movement::quiet(Gait::Leap(&[AHEAD])).onto(HALF),
                    Movement::quiet(Gait::Stride(&[AHEAD])).onto(FAR),
                    Movement::capture(Gait::Leap(&[LEFT, RIGHT, AHEAD])).onto(CORNERS)
                ]
            ),
        ],
        ..eight("bounded", 8)
    }
);

// The same without a royal piece, so that more boards are positions.
game!(Loose, Bits64, Spec { royal: None, ..*Bounded::SPEC });

#[test]
fn moves_and_attacks_are_those_of_the_data() {
    compare::<Bounded>(250);
    compare::<Loose>(150);
}

fn moves(fen: &str, from: &str) -> Vec<String> {
    let game = begin::<Bounded>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut moves: Vec<String> = game.legal().iter().map(|&mv| game.machine(mv)).collect();
    moves.retain(|text| text.starts_with(from));
    moves.sort_unstable();
    moves
}

#[test]
fn a_slide_passes_where_it_may_not_end() {
    // The Queen slides through g3 and f4, and stops on e5 alone; beyond a piece it sees nothing.
    let diagonal = |fen: &str| {
        let mut all = moves(fen, "h2");
        all.retain(|text| ["g3", "f4", "e5", "d6"].iter().any(|to| text.ends_with(to)));
        all
    };
    assert_eq!(diagonal("3k4/8/8/8/8/8/7Q/3K4 w - - 0 1"), ["h2e5"]);
    assert_eq!(diagonal("3k4/8/8/8/5s2/8/7Q/3K4 w - - 0 1"), [""; 0]);
    // The Rook takes the Soldier in its own half, not the one beyond.
    assert_eq!(moves("3k4/8/8/8/R2s4/8/8/4K3 w - - 0 1", "a4d4"), ["a4d4"]);
    assert_eq!(moves("3k4/8/8/s7/R7/8/8/4K3 w - - 0 1", "a4a5"), [""; 0]);
}

#[test]
fn a_piece_checks_and_pins_only_where_it_may_end() {
    let checked = |fen: &str| begin::<Bounded>(Opening::Fen(fen)).expect("a position").checked().count();
    // The Rook of Black hits nothing in the half of White, and the Queen does.
    assert_eq!(checked("3k4/8/8/8/4r3/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(checked("3k4/8/8/8/4q3/8/8/4K3 w - - 0 1"), 1);
    // So it pins nothing there either, and the Queen does.
    assert_eq!(moves("3k4/8/8/8/4r3/8/4A3/4K3 w - - 0 1", "e2"), ["e2d1", "e2d3", "e2f1", "e2f3"]);
    assert_eq!(moves("3k4/8/8/8/4q3/8/4A3/4K3 w - - 0 1", "e2"), [""; 0]);
}

#[test]
fn the_reason_names_the_zone() {
    let game = begin::<Bounded>(Opening::Fen("3k4/8/8/8/2E5/8/8/R3K3 w - - 0 1")).expect("a position");
    let why = |from: &str, to: &str| {
        let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
        game.explain(&[at(from)], at(to)).expect("it cannot")
    };
    assert_eq!(why("c4", "e6"), "no such move of the Elephant ends on e6: it moves");
    assert_eq!(why("c4", "e5"), "the Elephant does not go from c4 to e5: it moves");
    assert_eq!(why("a1", "a8"), "no such move of the Rook ends on a8: it moves");
    assert_eq!(why("e1", "e5"), "the General does not go from e1 to e5: it moves");
}
