//! The limits of the kernel, and error messages for a game whose data exceed them or contradict each other.

mod kinds;
mod movement;
mod naming;

pub use movement::shy;
pub use naming::{FORM, alike, is_name};

use thiserror::Error;

use super::bits::SquareSet;
use super::board::KindSets as _;
use super::game::{CompiledGame, Rules};
use super::geometry::Axes;
use super::side::SEATS;
use super::spec::{Lettering, Spec};
use super::tables::Tables;

/// The data of a game contradict each other, or exceed a limit: which, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Flaw(pub String);

/// The first error in the data of the game `R`, in words. `None` if the game can be played.
pub fn flaw<R: CompiledGame>() -> Option<String> {
    shape::<R>(R::SPEC).or_else(|| positions(R::tables()))
}

/// The first error in the data from which the tables of a game are compiled.
pub(super) fn shape<R: Rules>(spec: &Spec) -> Option<String> {
    let room = R::Set::NO_CELLS.as_ref().len();
    plain(spec)
        .or_else(|| {
            let (count, most) = (spec.kinds.len(), R::Kinds::MOST);
            said(count > most, || format!("{count} kinds of piece: the Kinds of this game have room for {most}"))
        })
        .or_else(|| movement::flaw(spec, room))
}

/// The same, as far as the data tell it without a board.
fn plain(spec: &Spec) -> Option<String> {
    seats(spec).or_else(|| kinds::flaw(spec)).or_else(|| squares(spec)).or_else(|| beginnings(spec))
}

/// The first setup that is not a position, or the scene of the first screen if it is not.
pub fn positions<R: Rules>(tables: &'static Tables<R>) -> Option<String> {
    let spec = tables.spec();
    let setups = spec.setups.iter().map(|setup| (format!("the setup {}", setup.name), setup.fen));
    let scene = spec.scene.map(|fen| ("the scene".to_owned(), fen));
    let mut all = setups.chain(scene);
    let shy = spec.some_are_shy() && spec.royal.is_some();
    all.find_map(|(name, fen)| match tables.read(fen) {
        Err(error) => Some(format!("{name}: {error}")),
        Ok(board) => said(shy && !R::judges_safety(&board), || {
            "a kind is shy beside a royal one: a game that judges the safety of Kings is needed".to_owned()
        }),
    })
}

fn said(wrong: bool, words: impl FnOnce() -> String) -> Option<String> {
    wrong.then(words)
}

/// The first that occurs twice.
fn twice<T: Copy + PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let mut known = Vec::new();
    all.find(|one| {
        let again = known.contains(one);
        known.push(*one);
        again
    })
}

fn seats(spec: &Spec) -> Option<String> {
    let count = spec.seats.len();
    let letters = spec.seats.iter().map(|seat| seat.letter);
    said(!(2..=SEATS).contains(&count), || format!("{count} seats: a game has 2 to {SEATS}"))
        .or_else(|| twice(letters).map(|letter| format!("two seats have the letter {letter}")))
        .or_else(|| {
            let by_case = spec.lettering == Lettering::Case && count != 2;
            said(by_case, || "letters that differ in case tell two seats apart: use Lettering::Seat".to_owned())
        })
}

fn squares(spec: &Spec) -> Option<String> {
    let levels: Vec<Vec<&str>> = spec
        .plan
        .iter()
        .map(|level| level.lines().map(str::trim).filter(|row| !row.is_empty()).collect())
        .collect();
    let Some(first) = levels.first().filter(|level| !level.is_empty()) else {
        return Some("the plan has no square".to_owned());
    };
    let (height, width) = (first.len(), first[0].len());
    let even = levels.iter().all(|level| level.len() == height && level.iter().all(|row| row.len() == width));
    let count = levels.iter().flatten().flat_map(|row| row.bytes()).filter(|&square| square == b'.').count();
    let axes = spec.axes;
    let Axes { x, y, z } = axes;
    let named = || naming::named(spec, &levels);
    said(!even, || "the pictures of the plan differ in size".to_owned())
        .or_else(|| said(count > 256, || format!("{count} squares: a board has 256 at most")))
        .or_else(|| axis("columns", x, named()[0]))
        .or_else(|| axis("ranks", y, named()[1]))
        .or_else(|| match z {
            Some(z) => axis("levels", if axes.level_is_first() { z.to_ascii_lowercase() } else { z }, levels.len()),
            None => said(levels.len() > 1, || "the board has levels, and the axes do not name them".to_owned()),
        })
        .or_else(|| numbers(spec.axes, named()[1], levels.len()))
        .or_else(|| said(x.is_ascii_digit(), || "the columns are named by letters from a to z".to_owned()))
        .or_else(|| naming::flaw(spec, &levels))
}

/// A letter has up to z after it, and a digit has numbers up to 99.
fn axis(what: &str, first: char, count: usize) -> Option<String> {
    let (last, most) = match first {
        'a'..='z' => ("z", 'z' as usize - first as usize + 1),
        '0'..='9' => ("99", 100 - (first as usize - '0' as usize)),
        _ => {
            return Some(format!("the {what} begin with {first}: a letter from a to z or a digit is needed"));
        }
    };
    said(count > most, || format!("{count} {what} from {first} on: there are {most} up to {last}"))
}

/// With numbers for ranks and for levels, a name would not say where one ends.
fn numbers(axes: Axes, ranks: usize, levels: usize) -> Option<String> {
    let digits = [(axes.y.to_digit(10)?, ranks), (axes.z?.to_digit(10)?, levels)];
    let long = digits.iter().any(|&(first, count)| first as usize + count > 10);
    said(long, || "the ranks and the levels are numbers: neither may go beyond 9".to_owned())
}

/// The greatest limit of quiet plies: scores shrink towards it, in numbers of 32 bits.
pub const MOST_PLIES: u32 = 10_000;

fn beginnings(spec: &Spec) -> Option<String> {
    said(spec.setups.is_empty(), || "there is no setup to start from".to_owned())
        .or_else(|| said(spec.id.is_empty() || spec.title.is_empty(), || "it has no name".to_owned()))
        .or_else(|| {
            let wrong = spec.draw_plies.filter(|plies| !(1..=MOST_PLIES).contains(plies))?;
            Some(format!("draw_plies is {wrong}: a number from 1 to {MOST_PLIES}, or None for no such end"))
        })
        .or_else(|| {
            let wrong = spec.repetition.filter(|&times| times < 2)?;
            Some(format!("repetition is {wrong}: a number from 2, or None for no such end"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Art;
    use crate::frame::Frame;
    use crate::geometry::Coord;
    use crate::piece::Kind;
    use crate::spec::{KindSpec, NamedSetup, Seat, Tint, Zone};

    const KING: KindSpec = KindSpec::new('K', "King", "steps", &[]);
    const SEAT: Seat = Seat { name: "White", letter: 'w', frame: Frame::SOUTH, tint: Tint::Light };
    static MANY: [KindSpec; 17] = [KING; 17];

    fn fits() -> Spec {
        Spec {
            id: "tiny",
            title: "Tiny",
            about: "",
            goal: "",
            seats: &[SEAT, Seat { letter: 'b', ..SEAT }],
            kinds: &[KING],
            plan: &["..\n.."],
            axes: Axes { x: 'a', y: '1', z: None },
            names: &[],
            royal: Some(Kind(0)),
            pawn: None,
            no_pawns: Zone::NOWHERE,
            drops: Zone::NOWHERE,
            draw_plies: Some(100),
            repetition: Some(3),
            setups: &[NamedSetup { name: "start", words: "", fen: "K1/1k w - - 0 1" }],
            more_setups: None,
            scene: None,
            lettering: Lettering::Case,
            rules: "",
            course: None,
        }
    }

    #[test]
    fn what_cannot_be_held_is_said() {
        assert_eq!(plain(&fits()), None);
        // Columns and ranks whose squares have names of their own are not counted.
        let named = Spec {
            names: const { &[(Coord::new(0, 0, 0), "w1")] },
            axes: Axes { x: 'z', ..fits().axes },
            ..fits()
        };
        assert_eq!(plain(&Spec { plan: &["#.\n.#"], ..named }), None);
        for (spec, told) in [
            (Spec { seats: &[SEAT], ..fits() }, "1 seats: a game has 2 to 4"),
            (Spec { seats: &[SEAT, SEAT], ..fits() }, "two seats have the letter w"),
            (Spec { kinds: &MANY, ..fits() }, "17 kinds of piece: a game has 1 to 16"),
            (Spec { kinds: &[KING, KING], ..fits() }, "two kinds of piece have the letter K"),
            (Spec { pawn: Some(Kind(1)), ..fits() }, "kind 1 is named, the last is 0"),
            (
                Spec { plan: &["............................"], ..fits() },
                "28 columns from a on: there are 26 up to z",
            ),
            (
                Spec { plan: Box::leak(Box::new([&*["."; 100].join("\n").leak()])), ..fits() },
                "100 ranks from 1 on: there are 99 up to 99",
            ),
            (
                Spec { axes: Axes { x: 'a', y: 'A', z: None }, ..fits() },
                "the ranks begin with A: a letter from a to z or a digit is needed",
            ),
            (
                Spec { axes: Axes { x: 'a', y: '9', z: Some('1') }, ..fits() },
                "the ranks and the levels are numbers: neither may go beyond 9",
            ),
            (Spec { plan: &[".", "."], ..fits() }, "the board has levels, and the axes do not name them"),
            (Spec { plan: &["..\n."], ..fits() }, "the pictures of the plan differ in size"),
            (
                Spec { draw_plies: Some(u32::MAX), ..fits() },
                "draw_plies is 4294967295: a number from 1 to 10000, or None for no such end",
            ),
            (Spec { repetition: Some(1), ..fits() }, "repetition is 1: a number from 2, or None for no such end"),
            (Spec { setups: &[], ..fits() }, "there is no setup to start from"),
            (
                Spec { names: const { &[(Coord::new(2, 0, 0), "w1")] }, ..fits() },
                "w1 is the name of a place without a square",
            ),
            (
                Spec { names: const { &[(Coord::new(0, 0, 0), "hill")] }, ..fits() },
                "hill as the name of a square: expected one or two small letters with one or two digits after them, \
                 such as \"w1\"",
            ),
            (
                Spec { names: const { &[(Coord::new(0, 0, 0), "w1"), (Coord::new(0, 0, 0), "w2")] }, ..fits() },
                "w1 has two names",
            ),
            (
                Spec { names: const { &[(Coord::new(0, 0, 0), "ab2")] }, ..fits() },
                "the squares ab2 and b2: neither name may begin or end with the other",
            ),
            (
                Spec { names: const { &[(Coord::new(0, 0, 0), "b21")] }, ..fits() },
                "the squares b21 and b2: neither name may begin or end with the other",
            ),
        ] {
            assert_eq!(plain(&spec).as_deref(), Some(told));
        }
        let full = Spec { kinds: &[const { KING.reserve(32) }], ..fits() };
        assert_eq!(plain(&full).as_deref(), Some("32 of King in reserve: 31 of a kind are counted at most"));
        let empty = Art { file: "king.txt", sprites: "# nothing", picture: None, drawing: None };
        let drawn = Spec { kinds: Box::leak(Box::new([KING.art(empty)])), ..fits() };
        let told = plain(&drawn).unwrap_or_default();
        assert!(told.starts_with("the artwork of King: king.txt, line 1, section [8x6]: it is missing"), "{told}");
    }
}
