//! What an army plays for: to be the last one, as the page has it, to make the first army fall, or to have the most
//! points.

use super::points::{Score, number};
use crate::rules::fen::{FenError, Field};
use crate::rules::side::Side;

use super::spec::SPEC;

/// The aim of a game. It belongs to the position, so its hash and its FEN have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Aim {
    /// The last army wins.
    #[default]
    LastArmy,
    /// Who makes the first army fall wins.
    FirstFall {
        /// The army that has done so: the game is over.
        by: Option<Side>,
        /// The number of rounds; none if there is no limit.
        rounds: Option<u16>,
    },
    /// The living army with the most points wins.
    Points(Score),
}

/// The word of a game of points in a FEN, before the score.
const POINTS: &str = "points:";

/// The word of the second aim in a FEN. A slash and the number of rounds follow if it is limited, a colon and the letter of
/// the winner once an army has fallen.
const FIRST_FALL: &str = "first-fall";

impl Aim {
    /// Does the first fall end the game?
    #[inline]
    pub(super) const fn is_first_fall(self) -> bool {
        matches!(self, Aim::FirstFall { .. })
    }

    /// The army that has made the first one fall, where that wins.
    #[inline]
    pub(super) const fn won_by(self) -> Option<Side> {
        match self {
            Aim::FirstFall { by, .. } => by,
            Aim::LastArmy | Aim::Points(_) => None,
        }
    }

    /// The score, in a game of points.
    #[inline]
    pub(super) const fn score(self) -> Option<Score> {
        match self {
            Aim::Points(score) => Some(score),
            Aim::LastArmy | Aim::FirstFall { .. } => None,
        }
    }

    /// The seventh field of a FEN; none for the aim of the page.
    pub(super) fn text(self) -> Option<String> {
        match self {
            Aim::LastArmy => None,
            Aim::FirstFall { by, rounds } => {
                let rounds = rounds.map(|rounds| format!("/{rounds}")).unwrap_or_default();
                let winner = by.map(|side| format!(":{}", SPEC.seat(side).letter)).unwrap_or_default();
                Some(format!("{FIRST_FALL}{rounds}{winner}"))
            }
            Aim::Points(score) => Some(format!("{POINTS}{}", score.text())),
        }
    }

    /// Reads the seventh field of a FEN.
    pub(super) fn read(text: &str) -> Result<Aim, FenError> {
        let wrong = || {
            let expected = format!(
                "{FIRST_FALL}, {FIRST_FALL}/100 with the number of rounds, {FIRST_FALL}:r with the winner, or {POINTS}0,0,0,0 \
                 with the points of each army"
            );
            FenError::new(Field::State("aim"), text, expected)
        };
        if let Some(score) = text.strip_prefix(POINTS) {
            return Score::read(score).map(Aim::Points).ok_or_else(wrong);
        }
        match text.strip_prefix(FIRST_FALL) {
            _ if text == "-" => Ok(Aim::LastArmy),
            Some(rest) => first_fall(rest).ok_or_else(wrong),
            None => Err(wrong()),
        }
    }
}

/// Reads what follows the word of the second aim.
fn first_fall(rest: &str) -> Option<Aim> {
    let (limit, winner) = match rest.split_once(':') {
        Some((limit, letter)) => (limit, Some(letter)),
        None => (rest, None),
    };
    let by = match winner {
        Some(letter) => Some(SPEC.sides().find(|&side| SPEC.seat(side).letter.to_string() == letter)?),
        None => None,
    };
    let rounds = match limit {
        "" => None,
        _ => Some(number(limit.strip_prefix('/')?).filter(|&rounds| rounds > 0)?),
    };
    Some(Aim::FirstFall { by, rounds })
}
