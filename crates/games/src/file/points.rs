//! Points for the pieces that are left: the table `points` of the table `end`. Who has more of them wins what would be a
//! draw.

use heterodox_base::document::{Value, number};
use toml::de::DeValue;

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::outcome::Cause;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

use super::game::FileGame;
use super::pieces::PieceData;
use super::section::{Mistakes, Section};

/// A win by points.
pub(super) const POINTS: Cause = Cause { id: "points", words: "by points" };

/// What the second player has for not having begun.
const SECOND: &str = "second";

/// The most points for one thing.
const MOST: u32 = 1000;

/// What the keys of the table are.
const KEY: &str = "the letters of a piece that is not royal, or second for what the second player has besides";

/// The points of a game, in halves.
#[derive(Clone, Debug)]
pub(super) struct Points {
    pieces: Vec<(Kind, u32)>,
    second: u32,
}

impl Points {
    /// Reads the table.
    pub(super) fn read(keys: &Section, pieces: &[PieceData], mistakes: &mut Mistakes) -> Points {
        let mut points = Points { pieces: Vec::new(), second: 0 };
        for (key, value) in keys.named() {
            let key = key.get_ref().as_ref();
            let counted = |piece: &PieceData| piece.letters == key && !piece.royal && !piece.is_wall();
            let kind = pieces.iter().position(counted).map(|index| Kind(index as u8));
            let Some(count) = halves(value) else {
                keys.wrong(key, value, format!("points up to {MOST} in halves, such as 13 or 1.5"), mistakes);
                continue;
            };
            match kind {
                Some(kind) => points.pieces.push((kind, count)),
                None if key == SECOND => points.second = count,
                None => keys.wrong(key, value, KEY, mistakes),
            }
        }
        points
    }

    /// The points of a seat, in halves.
    fn of<S: SquareSet>(&self, board: &Board<FileGame<S>>, side: Side) -> u32 {
        let pieces = self.pieces.iter().map(|&(kind, count)| count * board.count(side, kind));
        pieces.sum::<u32>() + if side == Side::FIRST { 0 } else { self.second }
    }

    /// The points of a seat, as they are shown.
    pub(super) fn shown<S: SquareSet>(&self, board: &Board<FileGame<S>>, side: Side) -> String {
        let halves = self.of(board, side);
        let half = if halves % 2 == 1 { ".5" } else { "" };
        format!("{}{half} points", halves / 2)
    }

    /// Who has more of them.
    pub(super) fn winner<S: SquareSet>(&self, board: &Board<FileGame<S>>) -> Option<Side> {
        let [first, second] = [Side::FIRST, Side::new(1)].map(|side| self.of(board, side));
        (first != second).then(|| if first > second { Side::FIRST } else { Side::new(1) })
    }
}

/// A number of points, in halves.
fn halves(value: &Value) -> Option<u32> {
    let count = match value.get_ref() {
        DeValue::Float(number) => number.as_str().parse::<f64>().ok()? * 2.0,
        other => f64::from(u32::try_from(number(other)?).ok()?) * 2.0,
    };
    let fits = count.fract() == 0.0 && (0.0..=f64::from(2 * MOST)).contains(&count);
    fits.then_some(count as u32)
}
