//! The type of the rules of all games that are files, and the state of their positions.

use std::fmt;
use std::marker::PhantomData;

/// The squares of each seat from which a first move lets a piece in: one bit for each file.
pub(super) type Gates = [u32; 2];

/// The rules of a game that is a file, on boards of so many squares.
pub struct FileGame<S>(PhantomData<fn() -> S>);

// Derived, they would need the same of the bitboards.
impl<S> Clone for FileGame<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for FileGame<S> {}

impl<S> PartialEq for FileGame<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<S> Eq for FileGame<S> {}

impl<S> fmt::Debug for FileGame<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("FileGame")
    }
}

/// What belongs to a position beside the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct FileState {
    /// The rights to castle: one bit for each way.
    pub(super) rights: u128,
    /// The checks that each of two seats has given, where they count.
    pub(super) checks: [u8; 2],
    /// The squares of each seat from which a first move lets a piece in.
    pub(super) gates: Gates,
}
