//! An end by few pieces that are left: the table `win.extinction`.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

use super::game::FileGame;
use super::pieces::{PieceData, kinds};
use super::section::{Mistakes, Section};

/// The end of a seat that has few pieces left.
#[derive(Clone, Debug)]
pub(super) struct Extinction {
    /// Kinds that are counted together, in several groups.
    groups: Vec<Vec<Kind>>,
    /// So many pieces of a group are few.
    left: u32,
    /// So many of the group the rival has at least.
    rival: u32,
    /// Has the seat won, and not lost?
    wins: bool,
}

/// What the key `pieces` is.
const GROUPS: &str = "letters of pieces of this file, with a space between those that are counted apart";

impl Extinction {
    /// Reads the table.
    pub(super) fn read(mut keys: Section, pieces: &[PieceData], mistakes: &mut Mistakes) -> Extinction {
        let text = keys.needed("pieces", GROUPS, mistakes);
        let groups: Option<Vec<Vec<Kind>>> = text.split_whitespace().map(|group| kinds(group, pieces)).collect();
        let groups = groups.filter(|groups| !groups.is_empty());
        if let (None, Some(value)) = (&groups, keys.value("pieces")) {
            keys.wrong("pieces", value, GROUPS, mistakes);
        }
        let results = [("loss", false), ("win", true)];
        let extinction = Extinction {
            groups: groups.unwrap_or_default(),
            left: keys.number("left", [0, 255], mistakes).unwrap_or(0),
            rival: keys.number("rival", [0, 255], mistakes).unwrap_or(0),
            wins: keys.choice("result", &results, mistakes).unwrap_or(false),
        };
        keys.finish(mistakes);
        extinction
    }

    /// Who has won so. The seat that has moved is looked at first.
    pub(super) fn winner<S: SquareSet>(&self, board: &Board<FileGame<S>>) -> Option<Side> {
        let (turn, mover) = (board.turn(), board.living().after(board.turn()));
        let count = |side: Side, group: &[Kind]| {
            let one = |&kind: &Kind| board.pieces(side, kind).count() + u32::from(board.reserve(side).count(kind));
            group.iter().map(one).sum::<u32>()
        };
        let few = |side: Side, rival: Side| {
            let one = |group: &Vec<Kind>| count(side, group) <= self.left && count(rival, group) >= self.rival;
            self.groups.iter().any(one)
        };
        let (seat, rival) = [(mover, turn), (turn, mover)].into_iter().find(|&(side, rival)| few(side, rival))?;
        Some(if self.wins { seat } else { rival })
    }
}
