//! One bitboard for each kind of a game.

use std::fmt::Debug;

use crate::bits::SquareSet;

/// The bitboards of the kinds of a game. Boards are copied with every move, and more bitboards make the copies slower, so
/// each game says how many it needs.
pub trait KindSets<S>: Copy + Debug + AsRef<[S]> + AsMut<[S]> + Send + Sync + 'static {
    /// No piece of any kind.
    const EMPTY: Self;
    /// The most kinds.
    const MOST: usize;
}

impl<S: SquareSet, const N: usize> KindSets<S> for [S; N] {
    const EMPTY: [S; N] = [S::EMPTY; N];
    const MOST: usize = N;
}
