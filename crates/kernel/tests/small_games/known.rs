//! Known games, with counts that other programs have published or computed: `tests/data/perft-known.tsv`.

use heterodox_kernel::bits::{Bits64, Bits256};
use heterodox_kernel::gait::{DIAGONAL, Gait};
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::spec::{KindSpec, Movement, NamedSetup, Promotion, Spec, Zone};

use super::{
    AHEAD, BISHOP, KING, LEAP, LEFT, RIGHT, ROOK, STEP, TAKES, count, eight, flaw, game, kind, second, seventh,
};

const QUEEN: KindSpec = kind('Q', "Queen", &[ROOK, BISHOP]);
const CASTLE: KindSpec = kind('R', "Rook", &[ROOK]);
const PRIEST: KindSpec = kind('B', "Bishop", &[BISHOP]);
const HORSE: KindSpec = kind('N', "Knight", &[LEAP]);
const STRIDE: Movement = Movement::quiet(Gait::Stride(&[AHEAD])).within(Zone::Where(second));
const PAWN: KindSpec = kind('P', "Pawn", &[STEP, STRIDE, TAKES]);
const LAST: Zone = Zone::Where(seventh);
const FOUR: Promotion = Promotion::at(LAST, &[Kind(1), Kind(2), Kind(3), Kind(4)]);

const fn start(fen: &'static str) -> NamedSetup {
    NamedSetup { name: "start", words: "", fen }
}

game!(
    Amazon,
    Bits64,
    Spec {
        kinds: &[KING, kind('A', "Amazon", &[ROOK, BISHOP, LEAP]), CASTLE, PRIEST, HORSE, PAWN.promotes(FOUR)],
        setups: &[start("rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w - - 0 1")],
        ..eight("amazon", 5)
    }
);

// The Pawns step diagonally and capture ahead. Nobody captures in passing within four plies.
game!(
    Berolina,
    Bits64,
    Spec {
        kinds: &[
            KING,
            QUEEN,
            CASTLE,
            PRIEST,
            HORSE,
            kind(
                'P',
                "Pawn",
                &[
                    Movement::quiet(Gait::Leap(&[LEFT, RIGHT])),
                    Movement::quiet(Gait::Stride(&[LEFT, RIGHT])).within(Zone::Where(second)),
                    Movement::capture(Gait::Leap(&[AHEAD])),
                ]
            )
            .promotes(FOUR),
        ],
        setups: &[start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")],
        ..eight("berolina", 5)
    }
);

const fn sixth(at: Coord) -> bool {
    at.y == 5
}

const DIAGONALLY: Movement = Movement::both(Gait::Leap(&DIAGONAL));

game!(
    Makruk,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('M', "Met", &[DIAGONALLY]),
            CASTLE,
            kind('S', "Khon", &[DIAGONALLY, Movement::both(Gait::Leap(&[AHEAD]))]),
            HORSE,
            kind('P', "Bia", &[STEP, TAKES]).promotes(Promotion::at(Zone::Where(sixth), &[Kind(1)])),
        ],
        setups: &[start("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1")],
        ..eight("makruk", 5)
    }
);

game!(
    Capablanca,
    Bits256,
    Spec {
        kinds: &[
            KING,
            QUEEN,
            CASTLE,
            PRIEST,
            HORSE,
            kind('A', "Archbishop", &[BISHOP, LEAP]),
            kind('C', "Chancellor", &[ROOK, LEAP]),
            PAWN.promotes(Promotion::at(LAST, &[Kind(1), Kind(2), Kind(3), Kind(4), Kind(5), Kind(6)])),
        ],
        plan: &["..........\n..........\n..........\n..........\n..........\n..........\n..........\n.........."],
        setups: &[start("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1")],
        ..eight("capablanca", 7)
    }
);

game!(
    Breakthrough,
    Bits64,
    Spec {
        kinds: &[kind('P', "Pawn", &[Movement::quiet(Gait::Leap(&[LEFT, AHEAD, RIGHT])), TAKES])],
        setups: &[start("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1")],
        royal: None,
        ..eight("breakthrough", 0)
    }
);

/// The depth and the count of a game in the table.
fn known(game: &str) -> (u32, u64) {
    let table = include_str!("../data/perft-known.tsv");
    let row = table.lines().find(|line| line.split('\t').next() == Some(game)).expect("a row for the game");
    let numbers: Vec<u64> = row.split('\t').skip(1).map(|number| number.parse().expect("a number")).collect();
    (numbers[0] as u32, numbers[1])
}

/// Counts a game from its start and compares.
macro_rules! counted {
    ($($name:ident)*) => {
        $({
            let spec = <$name as super::Small>::SPEC;
            assert_eq!(flaw::<$name>(), None, "{}", spec.id);
            let (depth, expected) = known(spec.id);
            assert_eq!(count::<$name>(spec.setups[0].fen, depth), expected, "{} {depth}", spec.id);
        })*
    };
}

#[test]
fn counts_are_those_of_other_programs() {
    counted!(Amazon Berolina Makruk Capablanca Breakthrough);
}
