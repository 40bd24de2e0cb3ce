//! Kinds other than the pawn that promote, and kinds that are written with a plus sign.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::gait::{Gait, ORTHOGONAL};
use heterodox_kernel::geometry::{Coord, Delta};
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::{KindSpec, Movement, NamedSetup, Promotion, Spec, Zone};
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::Opening;
use heterodox_kernel::zobrist::mix;

use super::{AHEAD, KING, LEFT, Plain, RIGHT, STEP, Small, TAKES, begin, eight, flaw, game, kind, seventh};

fn far(at: Coord) -> bool {
    at.y >= 5
}

fn nearly(at: Coord) -> bool {
    at.y == 6
}

const FAR: Zone = Zone::Where(far);
const FORWARD: Movement = Movement::both(Gait::Leap(&[LEFT, AHEAD, RIGHT]));
const BACK: Movement = Movement::both(Gait::Leap(&[Delta::new(-1, -1, 0), Delta::new(1, -1, 0)]));
const GOLD: &[Movement] = &[FORWARD, Movement::both(Gait::Leap(&ORTHOGONAL))];
const START: &str = "4k3/1s2p1s1/8/8/8/8/1S2P1S1/4K3 w - - 0 1";

// A Silver that promotes as in Shogi, a Pawn that does with its last step, and a Scout that moves and captures in
// different ways and is not the pawn.
game!(
    Generals,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('S', "Silver", &[FORWARD, BACK]).promotes(Promotion {
                may: FAR,
                leaving: FAR,
                to: &[Kind(2)],
                ..Promotion::NONE
            }),
            KindSpec::new('S', "Gold Silver", "steps as a Gold", GOLD).promoted(),
            kind('P', "Pawn", &[FORWARD])
                .promotes(Promotion { stays: false, ..Promotion::at(Zone::Where(seventh), &[Kind(2)]) }),
            kind('Q', "Scout", &[STEP, TAKES])
                .promotes(Promotion { may: Zone::Where(nearly), ..Promotion::at(Zone::Where(seventh), &[Kind(1)]) })
                .limit(1),
        ],
        setups: &[NamedSetup { name: "start", words: "", fen: START }],
        ..eight("generals", 3)
    }
);

fn at(fen: &str) -> Box<Timeline<Plain<Bits64>>> {
    Box::new(begin::<Generals>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The moves of the piece on a square, in both forms.
fn from(game: &Timeline<Plain<Bits64>>, square: &str) -> Vec<(String, String)> {
    let from = game.geometry().parse(square).expect("a square");
    let mut all: Vec<(String, String)> = game
        .legal()
        .into_iter()
        .filter(|mv| mv.from == from)
        .map(|mv| (game.machine(mv), game.display(mv)))
        .collect();
    all.sort();
    all
}

fn machine(game: &Timeline<Plain<Bits64>>, square: &str) -> Vec<String> {
    from(game, square).into_iter().map(|(machine, _)| machine).collect()
}

#[test]
fn a_piece_promotes_into_inside_and_out_of_its_zone() {
    assert_eq!(flaw::<Generals>(), None);
    let shown = |moves: &[(&str, &str)]| -> Vec<(String, String)> {
        moves.iter().map(|&(machine, shown)| (machine.to_owned(), shown.to_owned())).collect()
    };
    let into = at("7k/8/8/3S4/8/8/8/K7 w - - 0 1");
    assert_eq!(
        from(&into, "d5"),
        shown(&[
            ("d5c4", "Sc4"),
            ("d5c6", "Sc6"),
            ("d5c6+", "Sc6+"),
            ("d5d6", "Sd6"),
            ("d5d6+", "Sd6+"),
            ("d5e4", "Se4"),
            ("d5e6", "Se6"),
            ("d5e6+", "Se6+"),
        ])
    );
    let out = at("7k/8/S7/8/8/8/8/K7 w - - 0 1");
    assert_eq!(machine(&out, "a6"), ["a6a7", "a6a7+", "a6b5", "a6b5+", "a6b7", "a6b7+"]);
    // The same for the other seat, and a promoted piece does not promote again.
    let black = at("7k/8/8/8/8/2s5/8/+S6K b - - 0 1");
    assert_eq!(machine(&black, "c3").len(), 10);
    assert_eq!(machine(&at("7k/8/8/8/8/8/8/+S6K w - - 0 1"), "a1"), ["a1a2", "a1b1", "a1b2"]);
}

#[test]
fn a_pawn_with_one_way_to_move_and_capture_must_promote() {
    let last = at("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(machine(&last, "a7"), ["a7a8+s", "a7b8+s"]);
    assert_eq!(from(&last, "a7")[0].1, "a8=+S");
    let square = |label| last.geometry().parse(label).expect("a square");
    let why = last.explain(&[Pick::Square(square("a7")), Pick::Square(square("a8"))], Pick::Stop);
    assert_eq!(why.as_deref(), Some("on a8 the Pawn must promote"));
}

#[test]
fn a_kind_that_is_not_the_pawn_promotes_in_groups() {
    let all = at("7k/8/4Q3/p7/1Q6/8/8/K7 w - - 0 1");
    assert_eq!(machine(&all, "e6"), ["e6e7", "e6e7s"]);
    assert_eq!(machine(&all, "b4"), ["b4a5", "b4b5"]);
    assert_eq!(machine(&at("7k/4Q3/8/8/8/8/8/K7 w - - 0 1"), "e7"), ["e7e8s"]);
}

#[test]
fn promotions_are_read_as_people_write_them() {
    let game = at("7k/8/8/3S4/8/8/8/K7 w - - 0 1");
    let read =
        |text: &str| game.fork().play_text(text).map(|(mv, _)| game.machine(mv)).map_err(|it| it.to_string());
    for text in ["Sd6+", "d5d6+", "Sd6=+S", "Sd6+S", "Sd5-d6+", "S5d6+", "Sd6+!", "Sd6++"] {
        assert_eq!(read(text).as_deref(), Ok("d5d6+"), "{text}");
    }
    for text in ["Sd6", "d5d6", "Sd6=", "Sd6!", "S5d6"] {
        assert_eq!(read(text).as_deref(), Ok("d5d6"), "{text}");
    }
    // A plus sign after a move that cannot promote is a check.
    assert_eq!(read("Sc4+").as_deref(), Ok("d5c4"));
    assert!(read("Sd6=Q").is_err_and(|told| told.contains("the Silver does not become that: expected +S")));
    let gold = at("7k/8/8/3+S4/8/8/S7/K7 w - - 0 1");
    let read =
        |text: &str| gold.fork().play_text(text).map(|(mv, _)| gold.machine(mv)).map_err(|it| it.to_string());
    assert_eq!(read("+Sd4").as_deref(), Ok("d5d4"));
    assert_eq!(read("+S5d4").as_deref(), Ok("d5d4"));
    assert!(
        read("Sd4").is_err_and(|told| told.contains("the Silver does not go from a2 to d4")),
        "{:?}",
        read("Sd4")
    );
}

#[test]
fn a_check_has_no_sign_where_a_plus_sign_promotes() {
    let game = at("8/8/5k2/8/3S4/8/8/K7 w - - 0 1");
    let shown: Vec<String> = from(&game, "d4").into_iter().map(|(_, shown)| shown).collect();
    assert!(shown.contains(&"Se5".to_owned()), "{shown:?}");
}

#[test]
fn whole_games_are_read_back() {
    let (mut dice, mut promoted) = (0, 0);
    for _ in 0..8 {
        let mut game = at(START);
        for _ in 0..60 {
            let legal = game.legal();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            assert_eq!(game.perft(1), legal.len() as u64, "{}", game.fen());
            for &mv in &legal {
                for text in [game.machine(mv), game.display(mv)] {
                    assert_eq!(game.read(&text), Ok(mv), "{text} in {}", game.fen());
                    assert_eq!(game.fork().play_text(&text).map(|(mv, _)| mv), Ok(mv), "{text} in {}", game.fen());
                }
            }
            let again = at(&game.fen());
            assert_eq!(again.fen(), game.fen());
            dice += 1;
            let mv = legal[mix(dice) as usize % legal.len()];
            promoted += usize::from(mv.promotion().is_some());
            game.play(mv);
        }
    }
    assert!(promoted >= 8, "{promoted} promotions");
}

// Both Scouts of a seat cannot become what it has already.
game!(
    Few,
    Bits64,
    Spec {
        kinds: &[
            KING,
            kind('R', "Rook", &[Movement::both(Gait::Slide(&ORTHOGONAL))]).limit(1),
            kind('P', "Pawn", &[STEP, TAKES])
                .promotes(Promotion { stays: false, ..Promotion::at(Zone::Where(seventh), &[Kind(1)]) }),
        ],
        ..eight("few", 2)
    }
);

#[test]
fn a_piece_that_must_promote_to_nothing_stays_where_it_is() {
    let moves = |fen: &str| {
        let game = begin::<Few>(Opening::Fen(fen)).expect("a position");
        game.legal().into_iter().filter(|mv| mv.kind == Kind(2)).map(|mv| game.machine(mv)).collect::<Vec<_>>()
    };
    assert_eq!(moves("7k/P7/8/8/8/8/8/K7 w - - 0 1"), ["a7a8r"]);
    assert_eq!(moves("6k1/P7/8/8/8/8/7R/K7 w - - 0 1"), [""; 0]);
    let game = begin::<Few>(Opening::Fen("6k1/P7/8/8/8/8/7R/K7 w - - 0 1")).expect("a position");
    let square = |label| game.geometry().parse(label).expect("a square");
    let why = game.explain(&[Pick::Square(square("a7"))], Pick::Square(square("a8")));
    assert_eq!(why.as_deref(), Some("on a8 the Pawn must promote, and there is nothing to become"));
    // It still gives check there.
    let checked = begin::<Few>(Opening::Fen("1k6/P7/8/8/8/8/2R5/K7 b - - 0 1")).expect("a position");
    assert_eq!(checked.checked().count(), 1);
}

game!(
    Crowned,
    Bits64,
    Spec {
        kinds: &[KING.promotes(Promotion::at(FAR, &[Kind(1)])), kind('Q', "Queen", GOLD)],
        pawn: None,
        ..eight("crowned", 0)
    }
);

game!(
    Circle,
    Bits64,
    Spec {
        kinds: &[KING, kind('Q', "Queen", GOLD).promotes(Promotion::at(FAR, &[Kind(1)]))],
        ..eight("circle", 1)
    }
);

game!(
    Namesakes,
    Bits64,
    Spec {
        kinds: &[KING, kind('Q', "Queen", GOLD).promoted(), kind('Q', "Other", GOLD).promoted()],
        ..eight("two", 1)
    }
);

#[test]
fn promotions_that_cannot_be_are_refused() {
    fn told<G: Small>() -> Option<String> {
        flaw::<G>()
    }
    assert_eq!(told::<Crowned>().as_deref(), Some("King is royal, and is promoted"));
    assert_eq!(told::<Circle>().as_deref(), Some("Queen is promoted to itself"));
    assert_eq!(told::<Namesakes>().as_deref(), Some("two kinds of piece have the letter +Q"));
}
