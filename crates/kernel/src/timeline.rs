//! A game with its history: the current position and all earlier ones. It knows repetition, the counts that end
//! a game, and undo.

use super::board::{Board, Edit};
use super::game::Rules;
use super::mv::{Move, MoveList};
use super::outcome::{Cause, Outcome};
use super::side::{Side, Sides};
use super::spec::Spec;
use super::visits::{Visit, pursuers};

/// How often a position occurs in most games until the game ends.
const THREEFOLD: u32 = 3;

/// An event in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A move.
    Move(Move),
    /// A seat left the game: it resigned or ran out of time.
    Leave(Side),
}

/// A seat that fell when a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    /// The seat that fell.
    pub side: Side,
    /// The seat that attacked its King.
    pub to: Side,
    /// The seat that opened the line of attack by moving or leaving, if the King was not attacked before.
    pub opened_by: Option<Side>,
}

impl Fall {
    /// Who fell to whom, and who opened the line, as a sentence without a full stop.
    pub fn words(&self, spec: &Spec) -> String {
        let (fallen, to) = (spec.seat(self.side).name, spec.seat(self.to).name);
        match self.opened_by.filter(|&by| by != self.to) {
            Some(opener) => format!("{fallen} falls to {to}; {} opened the line", spec.seat(opener).name),
            None => format!("{fallen} falls to {to}"),
        }
    }
}

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Timeline<R: Rules> {
    board: Board<R>,
    past: Vec<(Board<R>, Act)>,
    /// Is it a free position, which no rule ends?
    pub(super) is_free: bool,
    /// Does a draw by repetition or quiet moves end it only if a player claims it? So it is on many sites.
    claims: bool,
}

impl<R: Rules> Timeline<R> {
    /// A game that starts from this position.
    pub fn new(board: Board<R>) -> Timeline<R> {
        Timeline { board, past: Vec::new(), is_free: false, claims: false }
    }

    /// A position that no rule ends.
    pub(super) fn free(board: Board<R>) -> Timeline<R> {
        Timeline { is_free: true, ..Timeline::new(board) }
    }

    /// The same game, in which a draw by repetition or quiet moves has to be claimed: it goes on, and no rule ends it so.
    #[must_use]
    pub(super) fn claimed(&self) -> Timeline<R> {
        Timeline { claims: true, ..self.clone() }
    }

    /// The current position.
    pub fn board(&self) -> &Board<R> {
        &self.board
    }

    /// The move or round in words, such as `round 12`. After the end it is that of the last move, because there is no
    /// next one.
    pub fn round_words(&self) -> String {
        // Lists ask for this often, and only a move that began a new round needs the outcome.
        let is_last = |board: &Board<R>| board.round() != self.board.round() && self.outcome().is_some();
        let last = self.past.last().map(|(board, _)| board).filter(|board| is_last(board));
        let board = last.unwrap_or(&self.board);
        format!("{} {}", if board.spec().seats.len() > 2 { "round" } else { "move" }, board.round())
    }

    /// All positions in order, including the current one.
    pub fn visits(&self) -> Vec<Visit> {
        let visit = |board: &Board<R>| {
            let check = R::weighs_checks(board.tables()) && board.in_check(board.turn());
            Visit { hash: board.hash(), check }
        };
        self.past.iter().map(|(board, _)| board).chain([&self.board]).map(visit).collect()
    }

    /// The seats that gave check with every move since this position occurred first.
    fn pursuers(&self) -> Sides {
        if !R::weighs_checks(self.board.tables()) {
            return Sides::NONE;
        }
        let first = self.past.iter().position(|(board, _)| *board == self.board).unwrap_or(self.past.len());
        let since = self.past[first..].iter().skip(1).map(|(board, _)| board).chain([&self.board]);
        pursuers(self.board.turn(), since.rev().map(|board| board.in_check(board.turn())))
    }

    /// All moves and events, in order.
    pub fn acts(&self) -> impl DoubleEndedIterator<Item = Act> + '_ {
        self.past.iter().map(|&(_, act)| act)
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: Move) {
        let next = self.board.after(mv);
        self.past.push((std::mem::replace(&mut self.board, next), Act::Move(mv)));
    }

    /// Removes a living seat and its pieces from the game. If it was to move, the next living seat moves. In
    /// any case the turn begins again: a King that is exposed by the removed pieces falls now, as it would
    /// after reading the position from its FEN.
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

    /// Undoes the last act.
    pub fn undo(&mut self) -> Option<Act> {
        let (board, act) = self.past.pop()?;
        self.board = board;
        Some(act)
    }

    /// How often this position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        1 + self.past.iter().filter(|(board, _)| *board == self.board).count()
    }

    /// The result, if the game is over. A win has priority over a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_free {
            return None;
        }
        let (board, living) = (&self.board, self.board.living());
        if let Some((winner, cause)) = R::won(board) {
            return Some(Outcome::won(winner, cause));
        }
        // A game of points has an end of its own.
        let counted = self.claims || R::points(board, board.turn()).is_some();
        let cause = if !board.can_move() {
            if board.in_check(board.turn()) {
                return Some(Outcome::won(living.after(board.turn()), Cause::CHECKMATE));
            }
            Cause::STALEMATE
        } else if R::dead(board) {
            Cause::DEAD
        } else if !counted && board.spec().ends_by_repetition(self.occurrences()) {
            Cause::REPETITION
        } else if !counted && board.spec().draw_plies.is_some_and(|most| board.plies() >= most) {
            Cause::PLIES
        } else if usize::from(board.passes()) >= living.count() {
            Cause::PASSES
        } else {
            return None;
        };
        let mut outcome = match cause {
            Cause::REPETITION => R::repeated(board, self.pursuers()),
            cause => R::drawn(board, cause),
        };
        if outcome.cause == Cause::REPETITION && board.spec().repetition != Some(THREEFOLD) {
            outcome.cause = Cause::REPEATED;
        }
        Some(outcome)
    }

    /// The legal moves. Empty if the game is over.
    pub fn legal(&self) -> MoveList {
        if self.outcome().is_some() { MoveList::new() } else { self.board.legal() }
    }

    /// The seats that fell after the last act, when the next turn began.
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
