//! The input of a move on the board: the cursor, the picks made so far and the choices for the next pick. All
//! of them are asked from the position; the move is played only after the last pick.

pub mod drag;

use super::cell::Sign;
use crate::client::threats::legs;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::{Choice, Mark, Pick, Picked, Picker};
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::view::{View, Way};

/// The distance between two levels, in squares, when the nearest square is searched.
const LEVEL: i32 = 3;

/// The result of a pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PickResult {
    /// The move needs more picks.
    More,
    /// The move is complete.
    Done(Move),
    /// The pick is impossible, for this reason.
    Refused(String),
}

/// The cursor and the picks.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The position of the cursor.
    pub cursor: Square,
    so_far: Vec<(Pick, Mark)>,
    choices: Vec<Choice>,
    /// The index of the selected choice among those that are not squares.
    focus: usize,
    /// The legal moves, before any pick.
    picker: Picker,
    /// The piece from the reserve that is selected by default.
    kind: Option<Kind>,
    /// The mouse button, while it is pressed.
    held: drag::Held,
}

/// Whether this piece from the reserve can be the first pick.
pub(crate) fn can_take(position: &dyn Position, kind: Kind) -> bool {
    position.choices(&[]).iter().any(|choice| choice.pick == Pick::Reserve(kind))
}

impl Selection {
    /// A selection with the cursor on this square.
    pub fn new(position: &dyn Position, cursor: Square) -> Selection {
        let mut selection = Selection {
            cursor,
            so_far: Vec::new(),
            choices: Vec::new(),
            focus: 0,
            picker: position.picker(),
            kind: None,
            held: drag::Held::default(),
        };
        selection.begin(position);
        selection
    }

    /// Starts again without picks, for a new position.
    pub(crate) fn begin(&mut self, position: &dyn Position) {
        self.picker = position.picker();
        self.so_far.clear();
        self.ask(position);
    }

    fn ask(&mut self, position: &dyn Position) {
        self.choices = position.choices(&self.picks());
        self.focus = 0;
        // If only pieces from the reserve can be played, one of them is always picked.
        if self.so_far.is_empty() && !self.choices.is_empty() {
            let kinds: Vec<Kind> = self.choices.iter().filter_map(|choice| kind(choice.pick)).collect();
            if kinds.len() == self.choices.len() {
                let chosen = self.kind.filter(|kind| kinds.contains(kind)).unwrap_or(kinds[0]);
                self.kind = Some(chosen);
                self.so_far.push((Pick::Reserve(chosen), Mark::Choice));
                self.choices = position.choices(&self.picks());
            }
        }
    }

    /// The picks so far.
    pub(crate) fn picks(&self) -> Vec<Pick> {
        self.so_far.iter().map(|&(pick, _)| pick).collect()
    }

    /// The picks so far, each with its mark.
    pub(crate) fn so_far(&self) -> &[(Pick, Mark)] {
        &self.so_far
    }

    /// The legs of the move so far, once it has gone into a hole.
    pub(crate) fn legs(&self) -> Vec<(Square, Square)> {
        let square = |&(pick, mark): &(Pick, Mark)| match pick {
            Pick::Square(square) => Some((square, mark)),
            _ => None,
        };
        legs(&self.so_far.iter().filter_map(square).collect::<Vec<_>>())
    }

    /// Whether there is no pick that could be undone.
    pub(crate) fn is_empty(&self) -> bool {
        self.so_far.is_empty() || self.so_far.len() == 1 && !self.held()
    }

    /// Whether the first pick can be undone: no piece from the reserve has to be picked first.
    fn held(&self) -> bool {
        !matches!(self.so_far.first(), Some((Pick::Reserve(_), _))) || !self.picker.begins_with_reserve()
    }

    /// The choices for the next pick.
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The choices that are neither squares nor pieces in reserve: promotions and passing.
    pub(crate) fn offers(&self) -> Vec<Pick> {
        // The first pick can be a piece in reserve, which is chosen beside the board.
        let other = |pick: &Pick| match pick {
            Pick::Square(_) => false,
            Pick::Reserve(_) => !self.so_far.is_empty(),
            _ => true,
        };
        self.choices.iter().map(|choice| choice.pick).filter(other).collect()
    }

    /// The selected one of these, if no square can be picked.
    pub(crate) fn offer(&self) -> Option<Pick> {
        let offers = self.offers();
        let squares = self.choices.iter().any(|choice| matches!(choice.pick, Pick::Square(_)));
        if squares { None } else { offers.get(self.focus % offers.len().max(1)).copied() }
    }

    /// The square that was picked first.
    pub(crate) fn from(&self) -> Option<Square> {
        match self.so_far.first() {
            Some(&(Pick::Square(from), _)) => Some(from),
            _ => None,
        }
    }

    /// The piece from the reserve that was picked first.
    pub(crate) fn reserved(&self) -> Option<Kind> {
        self.so_far.first().and_then(|&(pick, _)| kind(pick))
    }

    /// The pick that Enter makes.
    pub fn aimed(&self) -> Pick {
        self.offer().unwrap_or(Pick::Square(self.cursor))
    }

    /// The move that this pick would complete, if it would.
    pub(crate) fn would_play(&self, pick: Pick) -> Option<Move> {
        let mut picker = self.picker.clone();
        for done in self.picks() {
            picker.choose(done);
        }
        match picker.choose(pick) {
            Picked::Done(mv) => Some(mv),
            _ => None,
        }
    }

    /// The number of the first piece in reserve that can be picked and is not picked already.
    pub(crate) fn other_in_reserve(&self, position: &dyn Position) -> Option<u8> {
        let choices = position.choices(&[]);
        let can = |kind: Kind| choices.iter().any(|choice| choice.pick == Pick::Reserve(kind));
        let stock = position.reserve(position.turn());
        let at = stock.iter().position(|&(kind, _)| Some(kind) != self.reserved() && can(kind))?;
        u8::try_from(at + 1).ok()
    }

    /// Makes a pick. If the square cannot be picked but a piece from the reserve can be dropped there, that
    /// piece is picked first.
    pub fn pick(&mut self, position: &dyn Position, pick: Pick) -> PickResult {
        let known = self.choices.iter().any(|choice| choice.pick == pick);
        let reserve = if known { None } else { self.reserve_for(position, pick) };
        self.take(position, reserve.unwrap_or(pick))
    }

    /// Makes all picks of a legal move but the last one, which is at the cursor then.
    pub(crate) fn ready(&mut self, position: &dyn Position, mv: Move) {
        self.begin(position);
        let picks = position.picks(mv);
        let Some((&last, before)) = picks.as_slice().split_last() else { return };
        for &pick in before {
            self.take(position, pick);
        }
        match last {
            Pick::Square(square) => {
                self.go(Some(square));
            }
            other => self.focus = self.offers().iter().position(|&offer| offer == other).unwrap_or(0),
        }
    }

    fn take(&mut self, position: &dyn Position, pick: Pick) -> PickResult {
        let mut known = self.choices.iter().find(|choice| choice.pick == pick).cloned();
        if known.is_none() {
            // The pick may replace the first one: another own piece, or another piece from the reserve.
            let first = position.choices(&[]).into_iter().find(|choice| choice.pick == pick);
            if first.is_some() && !self.so_far.is_empty() {
                self.so_far.clear();
                known = first;
            }
        }
        let Some(choice) = known else {
            let reason = position.explain(&self.picks(), pick);
            return PickResult::Refused(reason.unwrap_or_else(|| "that cannot be picked here".to_owned()));
        };
        if let Some(mv) = self.would_play(pick) {
            return PickResult::Done(mv);
        }
        if let Some(kind) = kind(pick) {
            self.kind = Some(kind);
        }
        self.so_far.push((pick, choice.mark));
        self.ask(position);
        PickResult::More
    }

    /// If `by_itself` is set, makes the next pick automatically as long as there is only one choice.
    pub(crate) fn settle(
        &mut self,
        position: &dyn Position,
        mut result: PickResult,
        by_itself: bool,
    ) -> PickResult {
        while by_itself
            && result == PickResult::More
            && let [only] = &self.choices[..]
        {
            result = self.take(position, only.pick);
        }
        result
    }

    /// Undoes one pick; false if there is none.
    pub(crate) fn back(&mut self, position: &dyn Position) -> bool {
        if self.is_empty() {
            return false;
        }
        if let Some((Pick::Square(square), _)) = self.so_far.pop() {
            self.cursor = square;
        }
        self.ask(position);
        true
    }

    /// Moves the cursor, or the selection if no square can be picked.
    pub(crate) fn step(&mut self, position: &dyn Position, view: View, way: Way) -> bool {
        let offers = self.offers().len();
        if self.offer().is_some() {
            let by = if matches!(way, Way::Right | Way::Down) { 1 } else { offers - 1 };
            self.focus = (self.focus + by) % offers;
            return true;
        }
        let to = view.step(position.geometry(), self.cursor, way);
        self.go(to)
    }

    /// Whether this can be picked next, including squares on which a piece from the reserve can be dropped.
    fn leads(&self, position: &dyn Position, pick: Pick) -> bool {
        self.choices.iter().any(|choice| choice.pick == pick) || self.reserve_for(position, pick).is_some()
    }

    /// The piece from the reserve that can be dropped on this square, if nothing was picked yet.
    fn reserve_for(&self, position: &dyn Position, pick: Pick) -> Option<Pick> {
        let leads = |choice: &&Choice| {
            kind(choice.pick).is_some() && position.choices(&[choice.pick]).iter().any(|next| next.pick == pick)
        };
        let found = self.choices.iter().find(leads).filter(|_| self.so_far.is_empty());
        found.map(|choice| choice.pick)
    }

    /// Moves the cursor to the nearest square that can be picked, unless its own square can be picked.
    /// Returns whether it moved.
    pub fn aim(&mut self, position: &dyn Position, view: View) -> bool {
        if self.leads(position, Pick::Square(self.cursor)) {
            return false;
        }
        let board = position.geometry();
        let place = |square: Square| {
            let (column, row) = view.place(board, square);
            [i32::from(column), i32::from(row), i32::from(board.coord(square).z) * LEVEL]
        };
        let here = place(self.cursor);
        let far = |&square: &Square| -> i32 {
            place(square).into_iter().zip(here).map(|(there, here)| (there - here).pow(2)).sum()
        };
        let nearest = self.candidates(position, view).into_iter().min_by_key(far);
        self.go(nearest)
    }

    /// Moves the cursor to another level.
    pub(crate) fn level(&mut self, position: &dyn Position, level: u8) -> bool {
        self.go(View::level(position.geometry(), self.cursor, level))
    }

    /// Moves the cursor to a square.
    pub fn go(&mut self, to: Option<Square>) -> bool {
        let moved = to.is_some_and(|to| to != self.cursor);
        self.cursor = to.unwrap_or(self.cursor);
        moved
    }

    /// The squares that can be picked next, in reading order of this view.
    pub(crate) fn candidates(&self, position: &dyn Position, view: View) -> Vec<Square> {
        let mut squares: Vec<Square> = self
            .choices
            .iter()
            .filter_map(|choice| if let Pick::Square(square) = choice.pick { Some(square) } else { None })
            .collect();
        let board = position.geometry();
        squares.sort_by_key(|&square| {
            let (column, row) = view.place(board, square);
            (board.coord(square).z, row, column)
        });
        squares
    }

    /// Moves the cursor to the next or the previous square that can be picked.
    pub(crate) fn tab(&mut self, position: &dyn Position, view: View, forward: bool) -> bool {
        if self.offer().is_some() {
            return self.step(position, view, if forward { Way::Right } else { Way::Left });
        }
        let candidates = self.candidates(position, view);
        let at = candidates.iter().position(|&square| square == self.cursor);
        let count = candidates.len();
        let to = match (at, forward) {
            (None, _) => nearest(position, view, self.cursor, &candidates, forward),
            (Some(at), true) => Some(candidates[(at + 1) % count]),
            (Some(at), false) => Some(candidates[(at + count - 1) % count]),
        };
        self.go(to)
    }

    /// The mark of a square: it was picked, or it can be picked next.
    pub(crate) fn sign(&self, square: Square) -> Option<Sign> {
        let here = Pick::Square(square);
        // For a square that is both picked and a choice, the choice is shown.
        let next = self.choices.iter().find(|choice| choice.pick == here && !self.so_far.is_empty());
        if let Some(choice) = next {
            return sign(choice.mark);
        }
        let &(_, mark) = self.so_far.iter().rev().find(|&&(pick, _)| pick == here)?;
        sign(mark)
    }
}

/// The sign on the board for a mark.
pub fn sign(mark: Mark) -> Option<Sign> {
    match mark {
        Mark::From => Some(Sign::Picked),
        Mark::Target => Some(Sign::Target),
        Mark::Capture => Some(Sign::Capture),
        Mark::OwnCapture => Some(Sign::OwnCapture),
        Mark::Partner => Some(Sign::Partner),
        Mark::In => Some(Sign::In),
        Mark::Out => Some(Sign::Out),
        Mark::Choice => None,
    }
}

fn kind(pick: Pick) -> Option<Kind> {
    if let Pick::Reserve(kind) = pick { Some(kind) } else { None }
}

/// The next candidate after the cursor in reading order, or the previous one. Wraps around at the end.
fn nearest(position: &dyn Position, view: View, from: Square, among: &[Square], forward: bool) -> Option<Square> {
    let board = position.geometry();
    let place = |square: Square| {
        let (column, row) = view.place(board, square);
        (board.coord(square).z, row, column)
    };
    if forward {
        among.iter().copied().find(|&square| place(square) > place(from)).or(among.first().copied())
    } else {
        among.iter().rev().copied().find(|&square| place(square) < place(from)).or(among.last().copied())
    }
}

#[cfg(test)]
mod tests;
