//! The result of a game: `1-0`, `1/2-0-1/2-0`, or `*` as long as there is none.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::outcome::Share;
use crate::rules::side::{BySide, SEATS, Side};

/// The result of a game: a share for each seat, together one point, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct GameResult {
    shares: BySide<Share>,
    /// The number of seats; 0 as long as there is no result.
    seats: usize,
}

impl GameResult {
    /// The result of a game of so many seats.
    pub(crate) fn of(seats: usize, shares: Option<BySide<Share>>) -> GameResult {
        shares.map_or_else(GameResult::default, |shares| GameResult { shares, seats })
    }

    /// Reads a result as other programs write it too, also with typographic characters.
    pub fn read(text: &str) -> Option<GameResult> {
        // A quick check, because every word of the moves is tested.
        if !text.starts_with(['*', '0', '1', '½', 'O', 'o']) {
            return None;
        }
        let text = plain(text);
        let text = match text.as_str() {
            "*" => return Some(GameResult::default()),
            "1/2" => "1/2-1/2",
            text => text,
        };
        let mut result = GameResult::default();
        for part in text.split(['-', ':']) {
            if result.seats == SEATS {
                return None;
            }
            result.shares[Side::new(result.seats)] = match part {
                "0" => Share::NONE,
                "1" => Share::ALL,
                _ => match part.strip_prefix("1/")?.parse() {
                    Ok(among @ 2..=SEATS) => Share::among(among),
                    _ => return None,
                },
            };
            result.seats += 1;
        }
        let sum: u32 = result.parts().map(Share::sixtieths).sum();
        (result.seats >= 2 && sum == 60 && (result.seats == 2 || !text.contains(':'))).then_some(result)
    }

    /// The same of a game of so many seats.
    pub(crate) fn read_for(seats: usize, text: &str) -> Option<GameResult> {
        GameResult::read(text).filter(|result| result.seats == seats || result.seats == 0)
    }

    /// The same, if what is written can be read again; none otherwise.
    #[must_use]
    pub(crate) fn normal(self) -> GameResult {
        GameResult::read(&self.to_string()).unwrap_or_default()
    }

    /// The number of seats; `None` as long as there is no result.
    pub(crate) fn seats(&self) -> Option<usize> {
        (self.seats > 0).then_some(self.seats)
    }

    /// The share of each seat.
    pub(crate) fn shares(&self) -> Option<BySide<Share>> {
        self.seats().map(|_| self.shares)
    }

    /// The share of a seat, by its number.
    pub(crate) fn share(&self, seat: usize) -> Option<Share> {
        self.parts().nth(seat)
    }

    fn parts(&self) -> impl Iterator<Item = Share> + use<> {
        let (shares, seats) = (self.shares, self.seats);
        Side::all(seats).map(move |side| shares[side])
    }
}

/// Results are listed as their texts are: none first, then by the first seat.
impl Ord for GameResult {
    fn cmp(&self, other: &GameResult) -> Ordering {
        let key = |share: Share| match share {
            Share::NONE => 0,
            Share::ALL => 1,
            part => 60 - part.sixtieths(),
        };
        self.parts().map(key).cmp(other.parts().map(key))
    }
}

impl PartialOrd for GameResult {
    fn partial_cmp(&self, other: &GameResult) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.seats == 0 {
            return out.write_str("*");
        }
        for (at, share) in self.parts().enumerate() {
            write!(out, "{}{share}", if at > 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}

impl From<GameResult> for String {
    fn from(result: GameResult) -> String {
        result.to_string()
    }
}

impl From<String> for GameResult {
    fn from(text: String) -> GameResult {
        GameResult::read(&text).unwrap_or_default()
    }
}

/// Does the text look like a result, valid or not?
pub(super) fn is_like(text: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|letter| matches!(letter, '0'..='9' | '/' | '½'));
    text.contains(['-', '–']) && text.split(['-', '–']).all(part)
}

fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            'O' | 'o' => plain.push('0'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => plain.push('-'),
            '⁄' | '∕' => plain.push('/'),
            '½' => plain.push_str("1/2"),
            ' ' => {}
            other => plain.push(other),
        }
    }
    plain.replace("0.5", "1/2")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_write_is_read() {
        for (text, expected) in [
            ("1-0", "1-0"),
            ("0:1", "0-1"),
            ("½–½", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("O-1", "0-1"),
            ("1/2-0-1/2-0", "1/2-0-1/2-0"),
            ("1/3-1/3-0-1/3", "1/3-1/3-0-1/3"),
            ("*", "*"),
        ] {
            assert_eq!(
                GameResult::read(text).map(|result| result.to_string()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in ["", "1", "1-1", "0-0", "1/2-1/3", "1-0-0-0-0", "1:0:0", "2-0", "x"] {
            assert_eq!(GameResult::read(text), None, "{text}");
        }
        assert_eq!(GameResult::read_for(4, "1-0"), None);
        let share = |text: &str, seat| GameResult::read(text)?.share(seat).map(Share::value);
        assert_eq!((share("1-0", 0), share("1-0", 1), share("1/2-1/2", 1)), (Some(1.0), Some(0.0), Some(0.5)));
        assert_eq!((share("1/3-1/3-1/3-0", 2), share("*", 0), share("1-0", 4)), (Some(1.0 / 3.0), None, None));
    }

    #[test]
    fn the_order_is_that_of_the_texts() {
        let mut all = ["1/2-1/2", "1-0-0-0", "0-1", "*", "1-0", "1/3-1/3-1/3-0", "0-0-1-0"]
            .map(|text| GameResult::read(text).expect("a result"));
        all.sort_unstable();
        let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted(), "{texts:?}");
    }
}
