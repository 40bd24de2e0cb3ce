//! Which royal pieces must be safe: the key `royal` of a piece.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::side::Side;

use super::game::FileGame;
use super::section::{Mistakes, Section};

/// Which royal pieces of a player must be safe.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Royals {
    /// There is one.
    #[default]
    One,
    /// One of them at least.
    Together,
    /// The last one, if there is no other.
    Last,
    /// Each of them.
    Each,
}

impl Royals {
    /// Reads the key `royal`: `true`, or a word for a piece of which there can be several.
    pub(super) fn read(keys: &mut Section, mistakes: &mut Mistakes) -> Option<Royals> {
        let value = keys.value("royal")?;
        if let Some(royal) = value.get_ref().as_bool() {
            return royal.then_some(Royals::One);
        }
        let words = [("together", Royals::Together), ("last", Royals::Last), ("each", Royals::Each)];
        let found = words.iter().find(|(word, _)| value.get_ref().as_str() == Some(word));
        if found.is_none() {
            keys.wrong("royal", value, "true or false, or \"together\", \"last\" or \"each\"", mistakes);
        }
        found.map(|&(_, royals)| royals)
    }

    /// Can there be several?
    #[inline]
    pub(super) const fn are_several(self) -> bool {
        !matches!(self, Royals::One)
    }
}

/// Is a seat in check, where it can have several royal pieces?
#[inline]
pub(super) fn danger<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> Option<bool> {
    let royals = board.tables().extra.data.demands.royals;
    if !royals.are_several() {
        return None;
    }
    let kings = board.spec().royal.map_or(S::EMPTY, |royal| board.pieces(side, royal));
    let scene = board.scene(side);
    let mut attacked = kings.iter().map(|king| board.attacked(king, scene));
    Some(match royals {
        Royals::Last if kings.has_at_least(2) => false,
        Royals::Each => attacked.any(|attacked| attacked),
        _ => kings.any() && attacked.all(|attacked| attacked),
    })
}

/// Must a royal piece of a seat be safe alone?
pub(super) fn is_royal_alone<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> bool {
    let royals = board.tables().extra.data.demands.royals;
    let count = board.spec().royal.map_or(0, |royal| board.count(side, royal));
    count == 1 || royals == Royals::Each
}
