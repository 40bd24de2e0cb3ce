//! Squares in words: `rank 8`, `ranks 1-3`, `file a`, `squares d1 e1`, `d1-f3`, and several of them with commas.

use std::collections::BTreeSet;

use crate::rules::geometry::Coord;

use super::plan::Plan;
use super::section::{Mistakes, Section};

/// What a zone can be, for error messages.
pub(super) const EXPECTED: &str =
    "a zone on the board such as \"rank 8\", \"ranks 1-3\", \"file a\", \"squares d1 e1\" or \"d1-f3\"";

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
    let found = read(text, plan.size);
    if let (None, Some(value)) = (&found, keys.value(key)) {
        keys.wrong(key, value, EXPECTED, mistakes);
    }
    found
}

/// The squares of a zone on a board with so many files and ranks, as they are seen from a seat.
pub(super) fn read(text: &str, size: [u8; 2]) -> Option<Vec<Coord>> {
    if text == NOWHERE {
        return Some(Vec::new());
    }
    let parts: Option<Vec<Vec<Coord>>> = text.split(',').map(|part| one(part.trim(), size)).collect();
    let found: BTreeSet<Coord> = parts?.into_iter().flatten().collect();
    Some(found.into_iter().collect())
}

fn one(text: &str, size: [u8; 2]) -> Option<Vec<Coord>> {
    let [files, ranks] = [0, 1].map(|axis| [0, size[axis].saturating_sub(1)]);
    let (word, rest) = text.split_once(' ').unwrap_or(("", text));
    match word {
        "rank" | "ranks" => Some(area(files, range(rest, |text| rank(text, size))?)),
        "file" | "files" => Some(area(range(rest, |text| file(text, size))?, ranks)),
        "square" | "squares" => rest.split_whitespace().map(|name| square(name, size)).collect(),
        "" => match rest.split_once('-') {
            Some((low, high)) => {
                let (low, high) = (square(low, size)?, square(high, size)?);
                let rises = low.x <= high.x && low.y <= high.y;
                rises.then(|| area([low.x, high.x], [low.y, high.y]))
            }
            None => square(rest, size).map(|square| vec![square]),
        },
        _ => None,
    }
}

fn area([left, right]: [u8; 2], [low, high]: [u8; 2]) -> Vec<Coord> {
    (low..=high).flat_map(|y| (left..=right).map(move |x| Coord::new(x, y, 0))).collect()
}

/// `1-3`, or `8` alone.
fn range(text: &str, one: impl Fn(&str) -> Option<u8>) -> Option<[u8; 2]> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (one(low.trim())?, one(high.trim())?);
    (low <= high).then_some([low, high])
}

fn file(text: &str, size: [u8; 2]) -> Option<u8> {
    let mut letters = text.chars();
    let (letter @ 'a'..='z', None) = (letters.next()?, letters.next()) else { return None };
    Some(letter as u8 - b'a').filter(|&file| file < size[0])
}

fn rank(text: &str, size: [u8; 2]) -> Option<u8> {
    let digits = text.bytes().all(|letter| letter.is_ascii_digit());
    let number: u8 = text.parse().ok().filter(|_| digits)?;
    number.checked_sub(1).filter(|&rank| rank < size[1])
}

fn square(text: &str, size: [u8; 2]) -> Option<Coord> {
    let (letter, digits) = text.split_at_checked(1)?;
    Some(Coord::new(file(letter, size)?, rank(digits, size)?, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_read_in_words() {
        let count = |text| read(text, [8, 10]).map(|squares| squares.len());
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
        ] {
            assert_eq!(count(text), squares, "{text}");
        }
        assert_eq!(read("c2", [8, 8]), Some(vec![Coord::new(2, 1, 0)]));
    }
}
