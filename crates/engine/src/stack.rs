//! The search stack: the data of each ply of the current line.

use std::ops::{Index, IndexMut};

use super::history::ContinuationIndex;
use super::move_picker::Lists;
use super::score::Score;
use crate::rules::mv::Move;

/// The greatest ply: longer lines are evaluated at once.
pub(super) const MAX_PLY: usize = 120;

/// The data of one ply.
#[derive(Default, Debug)]
pub(super) struct Frame {
    /// The buffers of the move picker.
    pub(super) lists: Lists,
    /// The principal variation from here.
    pub(super) pv: Vec<Move>,
    pub(super) killers: [Option<Move>; 2],
    /// The index of the move that was made here in the continuation history; none for a null move.
    pub(super) index: Option<ContinuationIndex>,
    /// The moves that were searched here so far.
    pub(super) tried: Vec<Move>,
    /// The static evaluation.
    pub(super) evaluation: Score,
    /// The move that a singular extension search excludes.
    pub(super) excluded: Option<Move>,
}

/// A frame for each ply.
#[derive(Debug)]
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Stack {
        let mut frames = Vec::new();
        // A node clears the killers of the two plies below it.
        frames.resize_with(MAX_PLY + 4, Frame::default);
        Stack(frames)
    }

    /// The continuation indices of the last two moves.
    #[inline]
    pub(super) fn continuation(&self, ply: usize) -> [Option<ContinuationIndex>; 2] {
        let index = |back: usize| ply.checked_sub(back).and_then(|ply| self.0[ply].index);
        [index(1), index(2)]
    }

    /// Updates the principal variation: this move and the line that follows it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, deeper) = self.0.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&deeper[0].pv);
    }

    /// Stores a killer move.
    pub(super) fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.0[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Clears the killer moves of all plies, before another search.
    pub(super) fn clear_killers(&mut self) {
        self.0.iter_mut().for_each(|frame| frame.killers = [None; 2]);
    }
}

impl Index<usize> for Stack {
    type Output = Frame;
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}
