//! Extensions: a check to the searching seat at the horizon is searched one ply deeper.

use super::multi_search::MultiSearch;
use super::params::CHECK_EXTENSION;
use crate::eval::evaluate::Evaluate;

impl<R: Evaluate> MultiSearch<R> {
    /// The depth of a node; `check`: the searching seat is in check.
    #[inline]
    pub(super) fn extended(&self, depth: i32, ply: usize, check: bool) -> i32 {
        let (factor, plies) = CHECK_EXTENSION;
        if check && (ply as i32) < factor * self.root_depth + plies { depth.max(1) } else { depth }
    }
}
