//! An end by pieces in a row: the table `win.row`.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::geometry::{Coord, Geometry};
use crate::rules::piece::Kind;
use crate::rules::side::Side;

use super::game::FileGame;
use super::pieces::{PieceData, letters};
use super::section::{Mistakes, Section};

/// So many pieces of a seat in a row end the game.
#[derive(Clone, Debug)]
pub(super) struct Row {
    kinds: Vec<Kind>,
    count: u32,
    ways: &'static [(i8, i8)],
    /// Has the seat lost, and not won?
    loses: bool,
}

const STRAIGHT: [(i8, i8); 2] = [(1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 2] = [(1, 1), (1, -1)];
const ALL: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Row {
    /// Reads the table.
    pub(super) fn read(mut keys: Section, pieces: &[PieceData], mistakes: &mut Mistakes) -> Row {
        let all = (0..pieces.len()).map(|index| Kind(index as u8)).collect();
        let ways: [(&str, &'static [(i8, i8)]); 3] =
            [("all", &ALL), ("straight", &STRAIGHT), ("diagonal", &DIAGONAL)];
        let results = [("win", false), ("loss", true)];
        let row = Row {
            kinds: letters(&mut keys, "pieces", pieces, mistakes).unwrap_or(all),
            count: keys.number("count", [2, 26], mistakes).unwrap_or(3),
            ways: keys.choice("ways", &ways, mistakes).unwrap_or(&ALL),
            loses: keys.choice("result", &results, mistakes).unwrap_or(false),
        };
        keys.finish(mistakes);
        row
    }

    pub(super) fn all<S: SquareSet>(&self, board: &Geometry) -> Vec<S> {
        let row = |from: Coord, (right, up): (i8, i8)| {
            let squares = (0..self.count as i8).map(|step| {
                let x = i16::from(from.x) + i16::from(right) * i16::from(step);
                let y = i16::from(from.y) + i16::from(up) * i16::from(step);
                board.at(Coord::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?, from.z))
            });
            squares.collect::<Option<Vec<_>>>().map(S::collect)
        };
        let from = board.squares().map(|square| board.coord(square));
        from.flat_map(|from| self.ways.iter().filter_map(move |&way| row(from, way))).collect()
    }

    /// Who has won so: only who has moved makes a row.
    pub(super) fn winner<S: SquareSet>(&self, board: &Board<FileGame<S>>) -> Option<Side> {
        let (turn, mover) = (board.turn(), board.living().after(board.turn()));
        let own = self.kinds.iter().fold(S::EMPTY, |all, &kind| all | board.pieces(mover, kind));
        let made = board.tables().extra.rows.iter().any(|&row| (row & own) == row);
        made.then_some(if self.loses { turn } else { mover })
    }
}
