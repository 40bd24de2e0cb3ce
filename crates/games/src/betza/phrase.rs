//! Words for directions, distances and steps.

use super::atom::{Atom, Lie};
use super::course::Must;
use super::ways::Ways;

/// Phrases with `or` before the last.
pub(super) fn either(phrases: &[String]) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

pub(super) fn number(count: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(count)).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

pub(super) fn squares(count: u8) -> String {
    format!("{} square{}", number(count), if count == 1 { "" } else { "s" })
}

/// How often a step that is no slide can be repeated.
pub(super) fn times(most: Option<u8>) -> String {
    match most {
        None => " any number of times in one direction".to_owned(),
        Some(1) => String::new(),
        Some(most) => format!(" up to {} times in one direction", number(most)),
    }
}

/// How far a slide goes.
pub(super) fn distance(most: Option<u8>) -> String {
    most.map_or_else(|| "any distance".to_owned(), |most| format!("up to {}", squares(most)))
}

/// Directions of straight and diagonal steps.
pub(super) fn toward(ways: Ways) -> String {
    let straight = || sides(ways, [0, 2, 4, 6], "straight", ["ahead", "sideways", "back"]);
    let diagonal = || {
        let pair = |one, other| ways.has(one) && ways.has(other);
        let mut found = Vec::new();
        if pair(1, 3) && pair(5, 7) {
            return vec!["diagonally".to_owned()];
        }
        let mut left = ways.and(Ways::DIAGONAL);
        for (one, other, words) in [(7, 1, "ahead"), (3, 5, "back"), (1, 3, "to the right"), (5, 7, "to the left")]
        {
            if left.has(one) && left.has(other) {
                found.push(format!("diagonally {words}"));
                left = Ways::where_holds(|way| left.has(way) && way != one && way != other);
            }
        }
        let names = [
            (1, "ahead to the right"),
            (3, "back to the right"),
            (5, "back to the left"),
            (7, "ahead to the left"),
        ];
        found.extend(names.iter().filter(|name| left.has(name.0)).map(|name| format!("diagonally {}", name.1)));
        found
    };
    if ways == Ways::ALL {
        return "in any direction".to_owned();
    }
    let (mut straight, mut diagonal) = (straight(), diagonal());
    // The whole comes first: diagonally or ahead.
    if diagonal == ["diagonally"] {
        std::mem::swap(&mut straight, &mut diagonal);
    }
    straight.extend(diagonal);
    either(&straight)
}

/// Four straight directions: all, or single ones and both sides together.
fn sides(ways: Ways, [ahead, right, back, left]: [u8; 4], all: &str, words: [&str; 3]) -> Vec<String> {
    if [ahead, right, back, left].iter().all(|&way| ways.has(way)) {
        return vec![all.to_owned()];
    }
    let beside = match (ways.has(right), ways.has(left)) {
        (true, true) => Some(words[1]),
        (true, false) => Some("to the right"),
        (false, true) => Some("to the left"),
        _ => None,
    };
    let there = [ways.has(ahead).then_some(words[0]), beside, ways.has(back).then_some(words[2])];
    there.into_iter().flatten().map(str::to_owned).collect()
}

/// A leap with its directions, without a verb: `two squares straight`.
pub(super) fn leap(atom: Atom, ways: Ways) -> String {
    let (short, long) = (atom.leap().0 as u8, atom.leap().1 as u8);
    if atom.lie() != Lie::Oblique {
        return format!("{} {}", squares(long), toward(ways));
    }
    if ways == Ways::ALL {
        return format!("{} straight and {} aside", squares(long), number(short));
    }
    let pairs = [
        (0, 7, long, short, "ahead"),
        (1, 6, short, long, "ahead"),
        (2, 5, short, long, "back"),
        (3, 4, long, short, "back"),
    ];
    let phrases = pairs.iter().filter_map(|&(right, left, along, across, words)| {
        let side = match (ways.has(right), ways.has(left)) {
            (true, true) => "either side",
            (true, false) => "the right",
            (false, true) => "the left",
            _ => return None,
        };
        Some(format!("{} {words} and {} to {side}", squares(along), number(across)))
    });
    either(&phrases.collect::<Vec<_>>())
}

/// What a square in the middle of a bent move is.
pub(super) fn middle(end: Must) -> &'static str {
    match end {
        Must::Empty => "an empty square",
        Must::Occupied => "an occupied square",
        Must::Anything => "a square with or without a piece",
    }
}
