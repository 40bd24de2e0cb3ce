//! Squares in words: `rank 8`, `ranks 1-3`, `file a`, `squares d1 e1`, `d1-f3`, `level E`, `Aa1-Cb2`, and
//! several of them with commas.

use std::collections::BTreeSet;

use crate::rules::geometry::Coord;

use super::plan::Plan;
use super::section::{Mistakes, Section};

/// What a zone can be, for error messages.
pub(super) const EXPECTED: &str = "a zone on the board such as \"rank 8\", \"ranks 1-3\", \"file a\", \"squares d1 e1\" or \
                                   \"d1-f3\", and with levels \"level E\", \"levels A-B\" or \"Ea5-Ee5\"";

/// The zone without squares.
const NOWHERE: &str = "nowhere";

/// The squares of the zone that a key names.
pub(super) fn squares(
    keys: &mut Section,
    key: &'static str,
    plan: &Plan,
    mistakes: &mut Mistakes,
) -> Option<Vec<Coord>> {
    let text = keys.text(key, mistakes)?;
    let found = read(text, plan);
    if let (None, Some(value)) = (&found, keys.value(key)) {
        keys.wrong(key, value, EXPECTED, mistakes);
    }
    found
}

/// The squares of a zone on a board, as they are seen from a seat.
pub(super) fn read(text: &str, plan: &Plan) -> Option<Vec<Coord>> {
    if text == NOWHERE {
        return Some(Vec::new());
    }
    let parts: Option<Vec<Vec<Coord>>> = text.split(',').map(|part| one(part.trim(), plan)).collect();
    let found: BTreeSet<Coord> = parts?.into_iter().flatten().collect();
    Some(found.into_iter().collect())
}

fn one(text: &str, plan: &Plan) -> Option<Vec<Coord>> {
    let [files, ranks, levels] = plan.size.map(|count| [0, count.saturating_sub(1)]);
    let (word, rest) = text.split_once(' ').unwrap_or(("", text));
    match word {
        "rank" | "ranks" => Some(area([files, range(rest, |text| rank(text, plan))?, levels])),
        "file" | "files" => Some(area([range(rest, |text| file(text, plan))?, ranks, levels])),
        "level" | "levels" if plan.has_levels() => {
            Some(area([files, ranks, range(rest, |text| level(text, plan))?]))
        }
        "square" | "squares" => rest.split_whitespace().map(|name| square(name, plan)).collect(),
        "" => match rest.split_once('-') {
            Some((low, high)) => {
                let (low, high) = (square(low, plan)?, square(high, plan)?);
                let sides = [[low.x, high.x], [low.y, high.y], [low.z, high.z]];
                sides.iter().all(|[low, high]| low <= high).then(|| area(sides))
            }
            None => square(rest, plan).map(|square| vec![square]),
        },
        _ => None,
    }
}

/// The box with these sides: files, ranks and levels.
fn area([files, ranks, levels]: [[u8; 2]; 3]) -> Vec<Coord> {
    let within = |[low, high]: [u8; 2]| low..=high;
    let rows = within(levels).flat_map(|z| within(ranks).map(move |y| (y, z)));
    rows.flat_map(|(y, z)| within(files).map(move |x| Coord::new(x, y, z))).collect()
}

/// `1-3`, or `8` alone.
fn range(text: &str, one: impl Fn(&str) -> Option<u8>) -> Option<[u8; 2]> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (one(low.trim())?, one(high.trim())?);
    (low <= high).then_some([low, high])
}

/// The place of a name that is so far after the first one of these places, if it is one of them.
fn place(by: u8, [low, high]: [u8; 2]) -> Option<u8> {
    by.checked_add(low).filter(|&place| place <= high)
}

/// How far a letter is after the first one.
fn letter(text: &str, first: char) -> Option<u8> {
    let &[letter] = text.as_bytes() else { return None };
    letter.checked_sub(first as u8)
}

fn file(text: &str, plan: &Plan) -> Option<u8> {
    place(letter(text, plan.first[0])?, plan.counted()[0])
}

fn rank(text: &str, plan: &Plan) -> Option<u8> {
    let digits = text.bytes().all(|letter| letter.is_ascii_digit());
    let number: u8 = text.parse().ok().filter(|_| digits)?;
    place(number.checked_sub(plan.first[1] as u8 - b'0')?, plan.counted()[1])
}

fn level(text: &str, plan: &Plan) -> Option<u8> {
    place(letter(text, 'A')?, [0, plan.size[2] - 1])
}

fn square(text: &str, plan: &Plan) -> Option<Coord> {
    if let Some((at, _)) = plan.names.iter().find(|(_, name)| name == text) {
        return Some(*at);
    }
    let (z, text) = match text.split_at_checked(1)? {
        (letter, rest) if plan.has_levels() => (level(letter, plan)?, rest),
        _ => (0, text),
    };
    let (letter, digits) = text.split_at_checked(1)?;
    Some(Coord::new(file(letter, plan)?, rank(digits, plan)?, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_read_in_words() {
        let plan = Plan::read("8x10").expect("a board");
        let count = |text| read(text, &plan).map(|squares| squares.len());
        for (text, squares) in [
            ("rank 10", Some(8)),
            ("ranks 1-3", Some(24)),
            ("file a", Some(10)),
            ("files a-c", Some(30)),
            ("squares d1 e1", Some(2)),
            ("square d1", Some(1)),
            ("d1-f3", Some(9)),
            ("e4", Some(1)),
            ("rank 1, a1-b2", Some(10)),
            ("rank 11", None),
            ("rank 0", None),
            ("ranks 3-1", None),
            ("file i", None),
            ("squares d1 z9", None),
            ("f3-d1", None),
            ("row 1", None),
            ("", None),
            ("rank +1", None),
            ("é1", None),
            ("level A", None),
            ("Aa1", None),
        ] {
            assert_eq!(count(text), squares, "{text}");
        }
        assert_eq!(read("c2", &plan), Some(vec![Coord::new(2, 1, 0)]));
    }

    #[test]
    fn zones_have_levels() {
        let plan = Plan::read("5x5x3").expect("a board");
        let count = |text| read(text, &plan).map(|squares| squares.len());
        for (text, squares) in [
            ("rank 5", Some(15)),
            ("level C", Some(25)),
            ("levels A-B", Some(50)),
            ("Ca5-Ce5", Some(5)),
            ("Aa1-Bb2", Some(8)),
            ("squares Aa1 Ce5", Some(2)),
            ("Ba1-Aa2", None),
            ("level D", None),
            ("level a", None),
            ("a1", None),
        ] {
            assert_eq!(count(text), squares, "{text}");
        }
        assert_eq!(read("Cb1", &plan), Some(vec![Coord::new(1, 0, 2)]));
    }

    #[test]
    fn zones_have_the_names_of_the_squares() {
        let mut plan = Plan::read("#...w\n#...#\nv..##").expect("a board");
        for (sign, name) in [("w", "w2"), ("v", "w1")] {
            let at = plan.only(sign).expect("one place");
            plan.name(at, name);
        }
        plan.first = ['c', '0'];
        let at = |text| read(text, &plan);
        assert_eq!(at("w1"), Some(vec![Coord::new(0, 0, 0)]));
        assert_eq!(at("squares w2 c0"), Some(vec![Coord::new(1, 0, 0), Coord::new(4, 2, 0)]));
        assert_eq!(at("file c"), Some((0..3).map(|y| Coord::new(1, y, 0)).collect()));
        assert_eq!(at("ranks 2-2").map(|squares| squares.len()), Some(5));
        for wrong in ["file a", "file b", "file f", "rank 3", "w3", "b0", "f2"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }
}
