//! A ladder: a game with one setup.

use std::fmt;

use crate::session::setup::{MatchSetup, Start};

/// A game with one setup. Its text is `game` or `game/preset`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The preset; `None` for the usual one.
    pub preset: Option<String>,
}

impl Ladder {
    /// The ladder of the usual setup of a game.
    pub fn usual(game: &str) -> Ladder {
        Ladder { game: game.to_owned(), preset: None }
    }

    /// The ladder of a game with this setup. A game from a position of somebody has none. What follows a colon in the
    /// name of a preset is a number by which it was shuffled: all of these are one ladder.
    pub fn of(setup: &MatchSetup) -> Option<Ladder> {
        let game = setup.game.spec().id.to_owned();
        match &setup.start {
            Start::Usual => Some(Ladder { game, preset: None }),
            Start::Named(name) => {
                let preset = name.split(':').next().unwrap_or_default().to_owned();
                Some(Ladder { game, preset: Some(preset) })
            }
            Start::Fen(_) => None,
        }
    }

    pub(crate) fn read(text: &str) -> Ladder {
        match text.split_once('/') {
            Some((game, preset)) => Ladder { game: game.to_owned(), preset: Some(preset.to_owned()) },
            None => Ladder::usual(text),
        }
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.preset {
            Some(preset) => write!(out, "{}/{preset}", self.game),
            None => out.write_str(&self.game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn setups_of_a_game_have_ladders_of_their_own() {
        let game = GAMES[0];
        let of = |start| Ladder::of(&MatchSetup { start, ..MatchSetup::against_computer(game, 1) });
        let usual = Ladder::usual(game.spec().id);
        assert_eq!(of(Start::Usual), Some(usual.clone()));
        let shuffled = of(Start::Named("shuffle:17".to_owned())).expect("a ladder");
        assert_eq!(of(Start::Named("shuffle:18".to_owned())), Some(shuffled.clone()));
        assert_eq!(of(Start::Fen("8/8".to_owned())), None);
        for ladder in [usual, shuffled] {
            assert_eq!(Ladder::read(&ladder.to_string()), ladder);
        }
    }
}
