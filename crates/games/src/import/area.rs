//! Sets of squares on boards of up to twelve files and ten ranks.

use std::fmt::Write as _;

/// The most files.
pub(super) const FILES: u8 = 12;
/// The most ranks.
pub(super) const RANKS: u8 = 10;

/// A set of squares, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Area(u128);

/// A file and a rank, from 0.
pub(super) type At = (u8, u8);

impl Area {
    /// No square.
    pub(super) const EMPTY: Area = Area(0);

    /// All squares of the greatest board.
    pub(super) fn all() -> Area {
        Area((1 << (FILES * RANKS)) - 1)
    }

    /// All squares of a board.
    pub(super) fn board([files, ranks]: [u8; 2]) -> Area {
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    /// Reads squares: `d4`, `*8` for a rank, `d*` for a file, `-` for the end.
    pub(super) fn read(text: &str) -> Option<Area> {
        let mut found = Area::EMPTY;
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let (first, rest) = (word.chars().next()?, word.get(1..)?);
            let files = match first.to_ascii_lowercase() {
                '*' => 0..FILES,
                letter @ 'a'..='l' => letter as u8 - b'a'..letter as u8 - b'a' + 1,
                _ => return None,
            };
            let ranks = if rest == "*" {
                0..RANKS
            } else {
                let rank: u8 = rest.parse().ok().filter(|rank| (1..=RANKS).contains(rank))?;
                rank - 1..rank
            };
            found = found.or(ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))).collect());
        }
        Some(found)
    }

    pub(super) fn has(self, (file, rank): At) -> bool {
        file < FILES && rank < RANKS && self.0 >> (rank * FILES + file) & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn and(self, other: Area) -> Area {
        Area(self.0 & other.0)
    }

    pub(super) fn or(self, other: Area) -> Area {
        Area(self.0 | other.0)
    }

    pub(super) fn without(self, other: Area) -> Area {
        Area(self.0 & !other.0)
    }

    /// Its squares, the lowest rank first.
    pub(super) fn squares(self) -> impl Iterator<Item = At> {
        (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank))).filter(move |&at| self.has(at))
    }

    /// The squares of ranks below this one, on the greatest board.
    pub(super) fn below(rank: u8) -> Area {
        Area::board([FILES, rank.min(RANKS)])
    }

    /// The squares to which a function leads from these.
    pub(super) fn map(self, to: impl Fn(At) -> At) -> Area {
        self.squares().map(to).collect()
    }

    /// In the words of our files, on a board of this size.
    pub(super) fn words(self, [files, ranks]: [u8; 2]) -> String {
        let full = |rank: u8| (0..files).all(|file| self.has((file, rank)));
        let mut parts: Vec<String> = Vec::new();
        let mut rank = 0;
        while rank < ranks {
            let end = (rank..ranks).take_while(|&rank| full(rank)).count() as u8 + rank;
            match end - rank {
                0 => {}
                1 => parts.push(format!("rank {end}")),
                _ => parts.push(format!("ranks {}-{end}", rank + 1)),
            }
            rank = end + 1;
        }
        let mut single = String::from("squares");
        for at in self.squares().filter(|&(_, rank)| !full(rank)) {
            let _ = write!(single, " {}", name(at));
        }
        if single != "squares" {
            parts.push(single);
        }
        if parts.is_empty() { "nowhere".to_owned() } else { parts.join(", ") }
    }
}

/// A square as it is written.
pub(super) fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

impl FromIterator<At> for Area {
    fn from_iter<I: IntoIterator<Item = At>>(squares: I) -> Area {
        let fits = |&(file, rank): &At| file < FILES && rank < RANKS;
        Area(squares.into_iter().filter(fits).fold(0, |bits, (file, rank)| bits | 1 << (rank * FILES + file)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_and_written_in_words() {
        let words = |text| Area::read(text).map(|area| area.and(Area::board([8, 8])).words([8, 8]));
        for (text, expected) in [
            ("*8", Some("rank 8")),
            ("*1 *2 *3 *10", Some("ranks 1-3")),
            ("a*", Some("squares a1 a2 a3 a4 a5 a6 a7 a8")),
            ("d4 E5 *1", Some("rank 1, squares d4 e5")),
            ("-", Some("nowhere")),
            ("a8 - b8", Some("squares a8")),
            ("*11", None),
            ("z1", None),
            ("a0", None),
            ("a", None),
            ("é1", None),
        ] {
            assert_eq!(words(text).as_deref(), expected, "{text}");
        }
    }
}
