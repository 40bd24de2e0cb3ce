//! The numbers of ranks in moves. Programs for Xiangqi count from 0, in a dialect that is called UCI-Cyclone: there a
//! position is `fen FEN moves …`, without the word `position` before it.

/// The number of the first rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ranks {
    /// As in all other games.
    FromOne,
    /// As in UCI-Cyclone.
    FromZero,
}

impl Ranks {
    /// A move of the other program, as it is written here.
    pub(super) fn heard(self, mv: &str) -> String {
        self.shifted(mv, |rank| rank.checked_add(1))
    }

    /// A move of this program, as the other one reads it.
    pub(super) fn told(self, mv: &str) -> String {
        self.shifted(mv, |rank| rank.checked_sub(1))
    }

    /// The text with another number after each letter of a file.
    fn shifted(self, mv: &str, other: impl Fn(u32) -> Option<u32>) -> String {
        if self == Ranks::FromOne {
            return mv.to_owned();
        }
        let mut text = String::new();
        let mut rest = mv;
        while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, from) = rest.split_at(at);
            let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
            let (number, after) = from.split_at(end);
            let is_rank = before.ends_with(|letter: char| letter.is_ascii_lowercase());
            let rank = number.parse().ok().filter(|_| is_rank).and_then(&other);
            text.push_str(before);
            text.push_str(&rank.map_or_else(|| number.to_owned(), |rank| rank.to_string()));
            rest = after;
        }
        text + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_shifted_and_nothing_else() {
        for (own, other) in
            [("h3e3", "h2e2"), ("a10a1", "a9a0"), ("P@b4", "P@b3"), ("e9e10+", "e8e9+"), ("0000", "0000")]
        {
            assert_eq!((Ranks::FromZero.told(own).as_str(), Ranks::FromZero.heard(other).as_str()), (other, own));
            assert_eq!((Ranks::FromOne.told(own).as_str(), Ranks::FromOne.heard(own).as_str()), (own, own));
        }
        assert_eq!(Ranks::FromZero.heard("a99999999999b1é"), "a99999999999b2é");
    }
}
