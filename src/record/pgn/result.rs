//! Results as text: `1-0`, `1/2-0-1/2-0`, `*`.

use crate::rules::outcome::Share;
use crate::rules::side::{BySide, SEATS, Side};
use crate::rules::spec::Spec;

/// Each seat's share, if the game is over.
pub(super) type Result = Option<BySide<Share>>;

/// Reads a result; nothing if the text is none of this game.
pub(super) fn read(spec: &Spec, text: &str) -> Option<Result> {
    let half = "1/2-1/2";
    let text = match text {
        "*" => return Some(None),
        "½-½" | "1/2" | "½" if spec.seats.len() == 2 => half,
        _ => text,
    };
    if !text.starts_with(['0', '1']) {
        return None;
    }
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

/// Writes a result.
pub(super) fn write(spec: &Spec, result: &Result) -> String {
    let Some(shares) = result else { return "*".to_owned() };
    let parts: Vec<String> = spec.sides().map(|side| shares[side].to_string()).collect();
    parts.join("-")
}

/// The result if it can be written, nothing otherwise.
pub(super) fn normal(spec: &Spec, result: Result) -> Result {
    read(spec, &write(spec, &result)).flatten()
}
