//! Data that contradict each other: the error names the datum, and nothing panics.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::frame::Frame;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::spec::{Movement, NamedSetup, Promotion, Seat, Spec, Tint, Zone};

use super::{AHEAD, KING, STEP, eight, flaw, game, kind, second, seventh};

game!(Right, Bits64, Spec { pawn: None, ..eight("right", 0) });

game!(
    Wide,
    Bits64,
    Spec {
        plan: &[".........\n.........\n.........\n.........\n.........\n.........\n.........\n........."],
        pawn: None,
        ..eight("wide", 0)
    }
);

game!(
    Askew,
    Bits64,
    Spec {
        seats: &[
            Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
            Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(7) },
        ],
        pawn: None,
        ..eight("askew", 0)
    }
);

game!(
    Leaper,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('P', "Pawn", &[STEP, Movement::quiet(Gait::Stride(&[AHEAD]))])
                .promotes(Promotion::at(Zone::Where(seventh), &[]))
        ],
        ..eight("leaper", 1)
    }
);

game!(
    Holed,
    Bits64,
    Spec {
        kinds: &[KING, kind('P', "Pawn", &[Movement::quiet(Gait::Stride(&[AHEAD]))])],
        plan: &["........\n........\n#.......\n........\n........\n#.......\n........\n........"],
        setups: &[NamedSetup { name: "start", words: "", fen: "7k/8/*7/8/8/*7/8/K7 w - - 0 1" }],
        ..eight("holed", 1)
    }
);

game!(
    Striker,
    Bits64,
    Spec {
        kinds: &[KING, kind('P', "Pawn", &[Movement::both(Gait::Stride(&[AHEAD])).within(Zone::Where(second))])],
        ..eight("striker", 1)
    }
);

game!(
    Twofold,
    Bits64,
    Spec {
        kinds: &[KING, kind('P', "Pawn", &[STEP]).promotes(Promotion::at(Zone::Where(seventh), &[Kind(0); 20]))],
        setups: &[NamedSetup { name: "start", words: "", fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" }],
        ..eight("twofold", 1)
    }
);

game!(
    Kingless,
    Bits64,
    Spec {
        setups: &[NamedSetup { name: "empty", words: "", fen: "7k/8/8/8/8/8/8/8 w - - 0 1" }],
        pawn: None,
        ..eight("kingless", 0)
    }
);

game!(Scene, Bits64, Spec { scene: Some("7k/8 w - - 0 1"), pawn: None, ..eight("scene", 0) });

#[test]
fn the_error_names_the_datum() {
    assert_eq!(flaw::<Right>(), None);
    for (found, told) in [
        (flaw::<Wide>(), "72 squares: the Set of this game has room for 64"),
        (flaw::<Askew>(), "the frame of Black: a8 is no square of the board as this seat sees it"),
        (flaw::<Leaper>(), "Pawn: the double step to a8 is one with which it promotes"),
        (
            flaw::<Holed>(),
            "Pawn: the double step from b1 to b3 crosses a part of the board where squares are missing",
        ),
        (flaw::<Striker>(), "Pawn: a double or triple step captures nothing: Movement::quiet is needed"),
        (flaw::<Twofold>(), "Pawn is promoted to the King twice"),
        (flaw::<Kingless>(), "the setup empty: White has 0 Kings, expected exactly one"),
        (flaw::<Scene>(), "the scene: placement: 2 ranks: expected 8"),
    ] {
        assert_eq!(found.as_deref(), Some(told));
    }
}
