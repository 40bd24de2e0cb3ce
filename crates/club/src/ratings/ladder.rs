//! A ladder: a game with one setup. The rules of a game of a file are a part of it.

use std::fmt;

use crate::games::file::FileVariant;
use crate::rules::variant::Variant;
use crate::session::setup::{MatchSetup, Start};

/// A game with one setup. Its text is `game` or `game/preset`, and that of a game of a file `game@digest` or
/// `game@digest/preset`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The digest of its rules; `None` for one that is no file.
    pub digest: Option<String>,
    /// The preset; `None` for the usual one.
    pub preset: Option<String>,
}

impl Ladder {
    /// The ladder of the usual setup of a game.
    pub fn usual(game: &'static dyn Variant) -> Ladder {
        let digest = FileVariant::of(game.spec()).map(|file| file.digest().to_string());
        Ladder { game: game.spec().id.to_owned(), digest, preset: None }
    }

    /// The ladder of a game with this setup. A game from a position of somebody has none. What follows a colon in the
    /// name of a preset is a number by which it was shuffled: all of these are one ladder.
    pub fn of(setup: &MatchSetup) -> Option<Ladder> {
        let preset = match &setup.start {
            Start::Usual => None,
            Start::Named(name) => Some(name.split(':').next().unwrap_or_default().to_owned()),
            Start::Fen(_) => return None,
        };
        Some(Ladder { preset, ..Ladder::usual(setup.game) })
    }

    pub(crate) fn read(text: &str) -> Ladder {
        let (rules, preset) = text.split_once('/').map_or((text, None), |(rules, preset)| (rules, Some(preset)));
        let (game, digest) = rules.split_once('@').map_or((rules, None), |(game, digest)| (game, Some(digest)));
        Ladder { game: game.to_owned(), digest: digest.map(str::to_owned), preset: preset.map(str::to_owned) }
    }

    /// Is this a ladder of the game with these rules?
    pub fn is_of(&self, game: &'static dyn Variant) -> bool {
        Ladder { preset: None, ..self.clone() } == Ladder::usual(game)
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.game)?;
        if let Some(digest) = &self.digest {
            write!(out, "@{digest}")?;
        }
        if let Some(preset) = &self.preset {
            write!(out, "/{preset}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Registry};

    fn of(game: &'static dyn Variant, start: Start) -> Option<Ladder> {
        Ladder::of(&MatchSetup { start, ..MatchSetup::against_computer(game, 1) })
    }

    #[test]
    fn setups_of_a_game_have_ladders_of_their_own() {
        let game = GAMES[0];
        let usual = Ladder::usual(game);
        assert_eq!(of(game, Start::Usual), Some(usual.clone()));
        let shuffled = of(game, Start::Named("shuffle:17".to_owned())).expect("a ladder");
        assert_eq!(of(game, Start::Named("shuffle:18".to_owned())), Some(shuffled.clone()));
        assert_eq!(of(game, Start::Fen("8/8".to_owned())), None);
        for ladder in [usual, shuffled] {
            assert_eq!(Ladder::read(&ladder.to_string()), ladder);
        }
    }

    #[test]
    fn the_rules_of_a_file_are_a_part_of_its_ladder() {
        let games = Registry::default();
        let game = games.find("chess960").expect("it is on the shelf");
        let text = crate::games::shelf::named("chess960").expect("it is on the shelf").text;
        let kept = |text: &str| FileVariant::kept(text, "mine.toml").expect("a game");
        let same = kept(&text.replacen("Chess960", "Another", 1));
        let other = kept(&format!("{text}[end]\nstalemate = \"loss\"\n"));
        for start in [Start::Usual, Start::Named("shuffle:17".to_owned())] {
            let ladder = of(game, start.clone()).expect("a ladder");
            assert_eq!(Ladder::read(&ladder.to_string()), ladder);
            assert!(ladder.is_of(game) && ladder.is_of(same) && !ladder.is_of(other) && !ladder.is_of(GAMES[0]));
            assert_eq!(of(same, start.clone()), Some(ladder.clone()), "only words have changed");
            assert_ne!(of(other, start), Some(ladder));
        }
    }
}
