//! A puzzle that is being solved: which move is right, and how far the solution is.

use crate::record::puzzle::Puzzle;
use crate::rules::mv::Move;
use crate::rules::position::Position;

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It is not the solution; the position has not changed.
    Wrong,
    /// It is right, and so far answered; another move is to be found.
    Right,
    /// It is right, and the last one.
    Solved,
}

/// How well a puzzle was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// There was a wrong move, or the solution was shown.
    Failed,
    /// With a hint, which is a part of a solution.
    Hinted,
    /// Without help.
    Solved,
}

/// A puzzle with the moves that were found.
pub struct Solving {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The position after the moves that were found.
    pub position: Box<dyn Position>,
    done: usize,
    /// Was there a wrong move, or was the solution shown?
    pub(crate) failed: bool,
    /// Was a hint shown?
    pub hinted: bool,
}

impl Solving {
    /// A puzzle before its first move.
    pub fn new(puzzle: Puzzle) -> Solving {
        Solving { position: puzzle.start.fork(), puzzle, done: 0, failed: false, hinted: false }
    }

    /// The move to be found now.
    pub fn expected(&self) -> Option<Move> {
        self.puzzle.line.get(self.done).copied()
    }

    /// The number of moves of the line that were played.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// How well the puzzle was solved, if it is over now.
    pub const fn finish(&self) -> Finish {
        match (self.failed, self.hinted) {
            (true, _) => Finish::Failed,
            (false, true) => Finish::Hinted,
            (false, false) => Finish::Solved,
        }
    }

    /// Tries a move. After a right one the replies are played.
    pub fn play(&mut self, mv: Move) -> Step {
        if self.expected() != Some(mv) {
            self.failed = true;
            return Step::Wrong;
        }
        self.advance();
        while self.expected().is_some() && !self.is_own_turn() {
            self.advance();
        }
        if self.expected().is_some() { Step::Right } else { Step::Solved }
    }

    /// Plays the whole solution, which counts as failed.
    pub fn show(&mut self) {
        self.failed = true;
        while self.expected().is_some() {
            self.advance();
        }
    }

    fn is_own_turn(&self) -> bool {
        self.position.turn() == self.puzzle.solver()
    }

    fn advance(&mut self) {
        if let Some(mv) = self.expected() {
            // Only legal moves are read into a line.
            let _ = self.position.play(mv);
        }
        self.done += 1;
    }
}
