//! Extensions: moves that are searched more deeply.

use super::node::{Node, Window};
use super::params::{CHECK_EXTENSION_FACTOR, SINGULAR_DEPTH, SINGULAR_MARGIN, SINGULAR_TABLE_DEPTH};
use super::worker::Worker;
use crate::eval::evaluate::Evaluate;
use crate::root::Shared;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::score::{DECIDED, Score};
use crate::transposition::{Bound, TableEntry, digest};

/// What the search for an extension found.
pub(super) enum Extension {
    /// The move is searched this many plies deeper.
    By(i32),
    /// Other moves are good enough too: the node fails high with this score (multi-cut).
    MultiCut(Score),
}

impl<R: Evaluate> Worker<R> {
    /// The extension of a move: for a check evasion, or because it is singular.
    #[inline]
    pub(super) fn extend(
        &mut self,
        board: &Board<R>,
        node: &Node,
        mv: Move,
        entry: Option<TableEntry>,
        beta: Score,
        shared: Shared<'_>,
    ) -> Extension {
        let Node { depth, ply, .. } = *node;
        match entry {
            Some(entry)
                if ply > 0
                    && depth >= SINGULAR_DEPTH
                    && digest(mv) == entry.mv
                    && entry.bound != Bound::Upper
                    && entry.depth >= depth - SINGULAR_TABLE_DEPTH
                    && entry.score.abs() < DECIDED =>
            {
                self.singular(board, node, mv, entry, beta, shared)
            }
            _ => Extension::By(self.check_extension(node)),
        }
    }

    #[inline]
    fn check_extension(&self, node: &Node) -> i32 {
        i32::from(node.check && (node.ply as i32) < CHECK_EXTENSION_FACTOR * self.root_depth)
    }

    /// Singular extension: is this the only good move? It is excluded and the others are searched less deeply.
    fn singular(
        &mut self,
        board: &Board<R>,
        node: &Node,
        mv: Move,
        entry: TableEntry,
        beta: Score,
        shared: Shared<'_>,
    ) -> Extension {
        let Node { depth, ply, cut, .. } = *node;
        let target = entry.score - SINGULAR_MARGIN * depth;
        self.stack[ply].excluded = Some(mv);
        let kept = self.keep_frame(ply);
        let score = self.search::<false>(board, (depth - 1) / 2, ply, Window::null(target - 1, cut), shared);
        self.stack[ply].excluded = None;
        self.restore_frame(ply, kept);
        if score < target {
            Extension::By(1)
        } else if target >= beta {
            Extension::MultiCut(target)
        } else if entry.score >= beta {
            Extension::By(-1)
        } else {
            Extension::By(self.check_extension(node))
        }
    }
}
