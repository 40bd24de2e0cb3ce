//! What the search knows at a node, of its window, and of a move from it.

use crate::score::Score;

/// The alpha-beta window of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Is a beta cutoff expected at this node (cut node)?
    pub(crate) cut: bool,
}

impl Window {
    pub(super) fn null(alpha: Score, cut: bool) -> Window {
        Window { alpha, beta: alpha + 1, cut }
    }
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each with its usual name")]
pub(super) struct Node {
    /// The remaining depth.
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Is a beta cutoff expected?
    pub(super) cut: bool,
    /// Is the seat to move in check?
    pub(super) check: bool,
    /// Is it in check, or would the opponent win at once after a null move?
    pub(super) danger: bool,
    /// The static evaluation.
    pub(super) evaluation: Score,
    /// The score that is expected: the static evaluation, corrected by the transposition table.
    pub(super) expected: Score,
    /// Is the static evaluation better than two plies before?
    pub(super) improving: bool,
}

/// What is known of a move before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its number among the moves of the node, from 1.
    pub(super) count: i32,
    /// Is it a capture, a promotion or another move that is not quiet?
    pub(super) tactical: bool,
    /// Is it a losing capture?
    pub(super) losing: bool,
    /// Its rank in the move ordering.
    pub(super) rank: i32,
}
