//! A game of points: what captures and falls are worth, and the score of each army.

use super::spec;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

/// The number of rounds of a game of points.
pub(super) const ROUNDS: u32 = 60;

/// The points of an army to which another one falls.
pub(super) const FALL: u32 = 20;

/// The points of a captured piece: its value in an exchange, in whole Pawns. A King is not captured, its army falls.
const WORTH: [u32; 9] = [0, 5, 3, 3, 4, 4, 3, 4, 1];

/// The points of a captured piece.
pub(super) const fn worth(kind: Kind) -> u32 {
    WORTH[kind.index()]
}

/// Reads a number that is written as this program writes it.
pub(super) fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number: &u16| number.to_string() == text)
}

/// The points of four armies, in sixteen bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Score(u64);

impl Score {
    const MOST: u32 = 0xffff;

    /// The points of an army.
    pub(crate) const fn of(self, side: Side) -> u32 {
        (self.0 >> (side.index() * 16)) as u32 & Score::MOST
    }

    /// The score with more points for an army.
    #[must_use]
    pub(crate) fn plus(self, side: Side, points: u32) -> Score {
        // An array is worth 62 points at most, so a game has no more than a few hundred. A score that was read may
        // be at its limit.
        let more = points.min(Score::MOST - self.of(side));
        Score(self.0 + (u64::from(more) << (side.index() * 16)))
    }

    /// The score as a part of a FEN, in turn order: `12,8,3,0`.
    pub(super) fn text(self) -> String {
        let points: Vec<String> = spec::SPEC.sides().map(|side| self.of(side).to_string()).collect();
        points.join(",")
    }

    /// Reads the score of a FEN.
    pub(super) fn read(text: &str) -> Option<Score> {
        let mut parts = text.split(',');
        let mut score = Score::default();
        for side in spec::SPEC.sides() {
            let part = parts.next()?;
            let points = number(part)?;
            score = score.plus(side, points.into());
        }
        parts.next().is_none().then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::armies::Armies;
    use crate::eval::evaluate::Evaluate;
    use proptest::prelude::*;

    #[test]
    fn a_piece_pays_its_value_in_whole_pawns() {
        for kind in spec::SPEC.all_kinds().skip(1) {
            let pawns = (Armies::WORTH[kind.index()] + 50) / 100;
            assert_eq!(worth(kind) as i32, pawns, "{}", spec::SPEC.of(kind).name);
        }
    }

    #[test]
    fn no_score_grows_into_the_next_one() {
        let full = Score::default().plus(Side::new(1), 70_000).plus(Side::new(1), 1);
        assert_eq!(Side::all(4).map(|side| full.of(side)).collect::<Vec<_>>(), [0, 65_535, 0, 0]);
    }

    proptest! {
        #[test]
        fn every_score_is_read_as_it_was_written(points in prop::array::uniform4(any::<u16>())) {
            let score = Side::all(4).fold(Score::default(), |score, side| {
                score.plus(side, points[side.index()].into())
            });
            prop_assert_eq!(Side::all(4).map(|side| score.of(side)).collect::<Vec<_>>(), points.map(u32::from).to_vec());
            prop_assert_eq!(Score::read(&score.text()), Some(score));
        }

        #[test]
        fn other_texts_are_refused(text in "[0-9,+ -]{0,12}") {
            if let Some(score) = Score::read(&text) {
                prop_assert_eq!(score.text(), text);
            }
        }
    }
}
