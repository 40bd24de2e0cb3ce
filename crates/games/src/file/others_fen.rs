//! The FEN that sites and other programs write: the same position in another spelling.

use crate::rules::spec::{PLUS, Spec};

use super::checks_left;
use super::laws::LawData;

/// What other programs write behind the letter of a promoted piece.
const PROMOTED: char = '~';

/// The same position as our FEN. What is no FEN at all comes back as it is, as far as it is not understood.
pub(super) fn ours(fen: &str, spec: &Spec, laws: &LawData) -> String {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let [placement, turn, castling, rest @ ..] = fields.as_slice() else { return fen.to_owned() };
    let placement = with_reserve(&with_signs(placement, spec), spec);
    let castling = rights(castling, laws);
    let rest = rest.join(" ");
    // What a position is now can be said without its counts.
    let counts = if fields.len() == SHORT { " 0 1" } else { "" };
    let text = format!("{placement} {turn} {castling} {rest}{counts}");
    laws.checks.and_then(|needed| checks_left::of_others(&text, needed)).unwrap_or(text)
}

/// The fields of a FEN without its counts.
const SHORT: usize = 4;

/// With the sign of a promoted piece before its letter.
fn with_signs(placement: &str, spec: &Spec) -> String {
    if !spec.has_promoted() {
        return placement.to_owned();
    }
    let mut text = String::with_capacity(placement.len() + 8);
    for letter in placement.chars() {
        match (letter, text.pop()) {
            (PROMOTED, Some(piece)) => text.extend([PLUS, piece]),
            (_, before) => text.extend(before.into_iter().chain([letter])),
        }
    }
    text
}

/// With the pieces in hand in brackets, in the order of their kinds. Others write them as one rank more, in any order, or
/// not at all if there are none.
fn with_reserve(placement: &str, spec: &Spec) -> String {
    if !spec.has_reserve() {
        return placement.to_owned();
    }
    let ranks = usize::from(spec.geometry().size()[1]);
    let (board, held) = match placement.split_once('[') {
        Some((board, held)) => match held.strip_suffix(']') {
            Some(held) => (board, held),
            None => return placement.to_owned(),
        },
        None => match placement.rsplit_once('/').filter(|_| placement.split('/').count() == ranks + 1) {
            Some(parts) => parts,
            None => (placement, ""),
        },
    };
    let place = |letter: char| spec.kind(letter.to_ascii_uppercase());
    // Signs and numbers stay where they are: they are for the reader to refuse or to understand.
    if held.contains(|letter| place(letter).is_none()) && held != "-" {
        return format!("{board}[{held}]");
    }
    let mut letters: Vec<char> = held.chars().filter(|letter| *letter != '-').collect();
    letters.sort_by_key(|&letter| (letter.is_ascii_lowercase(), place(letter)));
    format!("{board}[{}]", letters.into_iter().collect::<String>())
}

/// The rights to castle. Where King and partner begin on one square each, others may name the file of the partner; and where
/// nobody castles, they may write the rights of chess.
fn rights(text: &str, laws: &LawData) -> String {
    let letters: Vec<char> = laws.wings.iter().map(|wing| wing.letter).collect();
    if letters.is_empty() && !laws.has_gates() && text.chars().all(|letter| "KQkq".contains(letter)) {
        return "-".to_owned();
    }
    if laws.shuffle.is_some() || laws.has_gates() || text.chars().all(|letter| letters.contains(&letter)) {
        return text.to_owned();
    }
    let with_partner_on = |file: char| {
        let x = (file.to_ascii_lowercase() as u8).wrapping_sub(b'a');
        let seat = usize::from(file.is_ascii_lowercase());
        laws.wings.iter().position(|wing| wing.side.index() == seat && wing.partner[0].x == x)
    };
    match text.chars().map(with_partner_on).collect::<Option<Vec<usize>>>() {
        Some(mut wings) => {
            wings.sort_unstable();
            wings.into_iter().map(|wing| letters[wing]).collect()
        }
        None => text.to_owned(),
    }
}
