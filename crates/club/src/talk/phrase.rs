//! Short phrases for those who do not want to type. Guests may always use them.

/// A phrase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Before a game.
    GoodLuck,
    /// After a game.
    GoodGame,
    /// Thanks.
    Thanks,
    /// Praise.
    WellPlayed,
    /// Somebody needs a moment.
    OneMoment,
    /// An apology.
    Sorry,
    /// Somebody leaves.
    Goodbye,
}

/// All phrases, in the order of their keys 1 to 8.
pub const PHRASES: [Phrase; 8] = [
    Phrase::Hello,
    Phrase::GoodLuck,
    Phrase::GoodGame,
    Phrase::Thanks,
    Phrase::WellPlayed,
    Phrase::OneMoment,
    Phrase::Sorry,
    Phrase::Goodbye,
];

impl Phrase {
    /// The words.
    pub const fn words(self) -> &'static str {
        match self {
            Phrase::Hello => "Hello!",
            Phrase::GoodLuck => "Good luck!",
            Phrase::GoodGame => "Good game!",
            Phrase::Thanks => "Thanks!",
            Phrase::WellPlayed => "Well played!",
            Phrase::OneMoment => "One moment, please.",
            Phrase::Sorry => "Sorry!",
            Phrase::Goodbye => "Goodbye!",
        }
    }

    /// The phrase of a key from 1 to 8.
    pub fn of_key(key: u8) -> Option<Phrase> {
        PHRASES.get(usize::from(key).checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phrase_has_a_key_and_is_safe() {
        for (key, phrase) in (1..).zip(PHRASES) {
            assert_eq!(Phrase::of_key(key), Some(phrase));
            assert_eq!(super::super::clean::clean(phrase.words()), phrase.words());
        }
        assert_eq!((Phrase::of_key(0), Phrase::of_key(9)), (None, None));
    }
}
