//! A game as it was played: the position now and every one before it. Knows repetition, the
//! counts that end a game, and the way back.

use super::board::{Board, Edit};
use super::game::Rules;
use super::mv::{Move, MoveList};
use super::outcome::{Cause, Outcome};
use super::side::{Side, Sides};
use super::spec::Spec;

/// How often a position may occur before the game is drawn.
pub const OCCURRENCES: usize = 3;

/// Something that happened in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A move.
    Move(Move),
    /// A seat left the game: it resigned or its time ran out.
    Leave(Side),
}

/// A seat that fell when a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    /// Who fell.
    pub side: Side,
    /// To whom.
    pub to: Side,
    /// Who opened the line by moving or leaving, if its King was not attacked before that.
    pub opened_by: Option<Side>,
}

impl Fall {
    /// Who fell to whom, and who opened the line, as a sentence without its stop.
    pub fn words(&self, spec: &Spec) -> String {
        let (fallen, to) = (spec.seat(self.side).name, spec.seat(self.to).name);
        match self.opened_by.filter(|&by| by != self.to) {
            Some(opener) => format!("{fallen} falls to {to}; {} opened the line", spec.seat(opener).name),
            None => format!("{fallen} falls to {to}"),
        }
    }
}

/// A position with its past.
#[derive(Clone, Debug)]
pub struct Timeline<R: Rules> {
    board: Board<R>,
    past: Vec<(Board<R>, Act)>,
}

impl<R: Rules> Timeline<R> {
    /// A game that begins with this position.
    pub fn new(board: Board<R>) -> Timeline<R> {
        Timeline { board, past: Vec::new() }
    }

    /// The position now.
    pub fn board(&self) -> &Board<R> {
        &self.board
    }

    /// The hashes of all positions in order, the one now included.
    pub fn hashes(&self) -> Vec<u64> {
        self.past.iter().map(|(board, _)| board.hash()).chain([self.board.hash()]).collect()
    }

    /// What happened, in order.
    pub fn acts(&self) -> impl DoubleEndedIterator<Item = Act> + '_ {
        self.past.iter().map(|&(_, act)| act)
    }

    /// Plays a move that is legal here.
    pub fn play(&mut self, mv: Move) {
        let next = self.board.after(mv);
        self.past.push((std::mem::replace(&mut self.board, next), Act::Move(mv)));
    }

    /// Takes a living seat out of the game: its pieces go, and if it was to move the turn goes
    /// to the next living seat. In any case the turn begins anew: a King uncovered by the pieces
    /// that went falls now, as it would if the position were read from its text.
    pub fn leave(&mut self, side: Side) {
        self.past.push((self.board, Act::Leave(side)));
        let mut edit = Edit::new(&mut self.board);
        edit.remove_army(side);
        if edit.board().turn() == side {
            edit.give_turn();
        }
        if R::won(edit.board()).is_none() {
            R::begin_turn(&mut edit);
        }
    }

    /// Takes back the last act.
    pub fn undo(&mut self) -> Option<Act> {
        let (board, act) = self.past.pop()?;
        self.board = board;
        Some(act)
    }

    /// How often this position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        1 + self.past.iter().filter(|(board, _)| *board == self.board).count()
    }

    /// How the game is over, if it is. A decided game comes before any draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let (board, living) = (&self.board, self.board.living());
        if let Some((winner, cause)) = R::won(board) {
            return Some(Outcome::won(winner, cause));
        }
        let cause = if !board.can_move() {
            if board.in_check(board.turn()) {
                return Some(Outcome::won(living.after(board.turn()), Cause::CHECKMATE));
            }
            Cause::STALEMATE
        } else if R::dead(board) {
            Cause::DEAD
        } else if self.occurrences() >= OCCURRENCES {
            Cause::REPETITION
        } else if board.plies() >= R::SPEC.draw_plies {
            Cause::PLIES
        } else if usize::from(board.passes()) >= living.count() {
            Cause::PASSES
        } else {
            return None;
        };
        Some(Outcome::shared(living, cause))
    }

    /// The legal moves; none when the game is over.
    pub fn legal(&self) -> MoveList {
        if self.outcome().is_some() { MoveList::new() } else { self.board.legal() }
    }

    /// The seats that fell with the last act, when the turn after it began.
    pub fn falls(&self) -> Vec<Fall> {
        let Some((before, act)) = self.past.last() else { return Vec::new() };
        falls(before, *act, &self.board)
    }
}

/// The seats that fell between two positions, when the turn after this act began.
pub(super) fn falls<R: Rules>(before: &Board<R>, act: Act, now: &Board<R>) -> Vec<Fall> {
    let (opener, left, settled) = match act {
        Act::Move(mv) => (before.turn(), Sides::NONE, before.just_after(mv)),
        Act::Leave(side) => {
            let mut settled = *before;
            Edit::new(&mut settled).remove_army(side);
            (side, Sides::only(side), settled)
        }
    };
    let to = now.turn();
    let fall = |side| {
        let opened = !before.attacks_king(to, side) && settled.attacks_king(to, side);
        Fall { side, to, opened_by: opened.then_some(opener) }
    };
    let gone = before.living().iter().filter(|&side| !now.living().has(side) && !left.has(side));
    gone.map(fall).collect()
}
