//! Results as text: `1-0`, `1/2-0-1/2-0`, `*`.

use crate::rules::outcome::Share;
use crate::rules::side::{BySide, SEATS, Side};
use crate::rules::spec::Spec;

/// The share of each seat, if the game is over.
pub(super) type Result = Option<BySide<Share>>;

/// Parses a result, also with typographic characters; `None` if the text is not a result of this variant.
pub(super) fn read(spec: &Spec, text: &str) -> Option<Result> {
    // A quick check, because every word of the moves is tested.
    let begins = |letter: char| matches!(letter, '*' | '0' | '1' | '½' | 'O' | 'o');
    if !text.starts_with(begins) {
        return None;
    }
    let text = plain(spec, text);
    let text = match text.as_str() {
        "*" => return Some(None),
        "1/2" if spec.seats.len() == 2 => "1/2-1/2",
        text => text,
    };
    let mut shares = BySide::default();
    let (mut seats, mut sum) = (0, 0);
    for part in text.split('-') {
        let share = match part {
            "0" => Share::NONE,
            "1" => Share::ALL,
            _ => match part.strip_prefix("1/")?.parse() {
                Ok(among @ 2..=SEATS) => Share::among(among),
                _ => return None,
            },
        };
        if seats == spec.seats.len() {
            return None;
        }
        shares[Side::new(seats)] = share;
        (seats, sum) = (seats + 1, sum + share.sixtieths());
    }
    (seats == spec.seats.len() && sum == 60).then_some(Some(shares))
}

/// Does the text look like a result, valid or not?
pub(super) fn is_like(text: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|letter| matches!(letter, '0'..='9' | '/' | '½'));
    text.contains(['-', '–']) && text.split(['-', '–']).all(part)
}

fn plain(spec: &Spec, text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            'O' | 'o' => plain.push('0'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => plain.push('-'),
            ':' if spec.seats.len() == 2 => plain.push('-'),
            '⁄' | '∕' => plain.push('/'),
            '½' => plain.push_str("1/2"),
            ' ' => {}
            other => plain.push(other),
        }
    }
    plain.replace("0.5", "1/2")
}

/// Formats a result.
pub(super) fn write(spec: &Spec, result: &Result) -> String {
    let Some(shares) = result else { return "*".to_owned() };
    let parts: Vec<String> = spec.sides().map(|side| shares[side].to_string()).collect();
    parts.join("-")
}

/// The result if it can be written as text, otherwise `None`.
pub(super) fn normal(spec: &Spec, result: Result) -> Result {
    read(spec, &write(spec, &result)).flatten()
}
