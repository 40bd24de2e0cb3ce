//! The hand over the board: the cursor, what has been picked so far and what can be picked next.
//! Asks the position for everything; nothing is played before the last pick.

use super::view::{View, Way};
use super::widgets::cell::Sign;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::{Choice, Mark, Pick, Picked, Picker};
use crate::rules::piece::Kind;
use crate::rules::position::Position;

/// Another level is as far away as this many squares.
const LEVEL: i32 = 3;

/// What came of a pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grip {
    /// More is to be picked.
    More,
    /// This is the move.
    Done(Move),
    /// It cannot be picked, and why.
    Refused(String),
}

/// The cursor and the picks.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Where the cursor is.
    pub cursor: Square,
    so_far: Vec<(Pick, Mark)>,
    choices: Vec<Choice>,
    /// Which of the choices that are no squares is pointed at.
    focus: usize,
    /// The legal moves, with nothing picked.
    picker: Picker,
    /// The piece that is dropped if nothing else is said.
    kind: Option<Kind>,
    /// Where the mouse button went down.
    pressed: Option<Square>,
}

impl Hand {
    /// A hand with its cursor here.
    pub fn new(position: &dyn Position, cursor: Square) -> Hand {
        let mut hand = Hand {
            cursor,
            so_far: Vec::new(),
            choices: Vec::new(),
            focus: 0,
            picker: position.picker(),
            kind: None,
            pressed: None,
        };
        hand.begin(position);
        hand
    }

    /// The position is another: nothing is picked.
    pub fn begin(&mut self, position: &dyn Position) {
        self.picker = position.picker();
        self.so_far.clear();
        self.ask(position);
    }

    fn ask(&mut self, position: &dyn Position) {
        self.choices = position.choices(&self.picks());
        self.focus = 0;
        // Where only the reserve can be played, one piece of it is always in the hand.
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
    pub fn picks(&self) -> Vec<Pick> {
        self.so_far.iter().map(|&(pick, _)| pick).collect()
    }

    /// Is nothing picked that could be taken back?
    pub fn is_empty(&self) -> bool {
        self.so_far.is_empty() || self.so_far.len() == 1 && !self.held()
    }

    /// Could the first pick be another than from the reserve?
    fn held(&self) -> bool {
        !matches!(self.so_far.first(), Some((Pick::Reserve(_), _))) || !self.picker.begins_with_reserve()
    }

    /// What can be picked next.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The choices that are no squares and not in reserve: what a pawn becomes, to pass.
    pub fn offers(&self) -> Vec<Pick> {
        let other = |pick: &Pick| !matches!(pick, Pick::Square(_) | Pick::Reserve(_));
        self.choices.iter().map(|choice| choice.pick).filter(other).collect()
    }

    /// The one of them that is pointed at.
    pub fn offer(&self) -> Option<Pick> {
        let offers = self.offers();
        let squares = self.choices.iter().any(|choice| matches!(choice.pick, Pick::Square(_)));
        if squares { None } else { offers.get(self.focus % offers.len().max(1)).copied() }
    }

    /// The piece from the reserve that is picked.
    pub fn reserved(&self) -> Option<Kind> {
        self.so_far.first().and_then(|&(pick, _)| kind(pick))
    }

    /// The pick that Enter would make.
    pub fn aimed(&self) -> Pick {
        self.offer().unwrap_or(Pick::Square(self.cursor))
    }

    /// The move that the next pick would make, if it would.
    pub fn would_play(&self, pick: Pick) -> Option<Move> {
        let mut picker = self.picker.clone();
        for done in self.picks() {
            picker.choose(done);
        }
        match picker.choose(pick) {
            Picked::Done(mv) => Some(mv),
            _ => None,
        }
    }

    /// Can this piece of the reserve be picked first?
    pub fn can_take(&self, position: &dyn Position, kind: Kind) -> bool {
        position.choices(&[]).iter().any(|choice| choice.pick == Pick::Reserve(kind))
    }

    /// The number of the first piece of the reserve that can be picked and is not in the hand.
    pub fn other_in_reserve(&self, position: &dyn Position) -> Option<u8> {
        let choices = position.choices(&[]);
        let can = |kind: Kind| choices.iter().any(|choice| choice.pick == Pick::Reserve(kind));
        let stock = position.reserve(position.turn());
        let at = stock.iter().position(|&(kind, _)| Some(kind) != self.reserved() && can(kind))?;
        u8::try_from(at + 1).ok()
    }

    /// Makes a pick. A square that nothing can leave may be one where a piece of the reserve can be
    /// put: then that piece is taken in hand first.
    pub fn pick(&mut self, position: &dyn Position, pick: Pick) -> Grip {
        let known = self.choices.iter().any(|choice| choice.pick == pick);
        let reserve = if known { None } else { self.reserve_for(position, pick) };
        self.take(position, reserve.unwrap_or(pick))
    }

    fn take(&mut self, position: &dyn Position, pick: Pick) -> Grip {
        let mut known = self.choices.iter().find(|choice| choice.pick == pick).cloned();
        if known.is_none() {
            // Another own piece instead of the one in hand, another piece of the reserve.
            let first = position.choices(&[]).into_iter().find(|choice| choice.pick == pick);
            if first.is_some() && !self.so_far.is_empty() {
                self.so_far.clear();
                known = first;
            }
        }
        let Some(choice) = known else {
            let reason = position.explain(&self.picks(), pick);
            return Grip::Refused(reason.unwrap_or_else(|| "that cannot be picked here".to_owned()));
        };
        if let Some(mv) = self.would_play(pick) {
            return Grip::Done(mv);
        }
        if let Some(kind) = kind(pick) {
            self.kind = Some(kind);
        }
        self.so_far.push((pick, choice.mark));
        self.ask(position);
        Grip::More
    }

    /// Goes on by itself while there is only one choice, if that is wanted.
    pub fn settle(&mut self, position: &dyn Position, mut grip: Grip, by_itself: bool) -> Grip {
        while by_itself
            && grip == Grip::More
            && let [only] = &self.choices[..]
        {
            grip = self.take(position, only.pick);
        }
        grip
    }

    /// The mouse button went down or up, over a square or elsewhere. Says whether that picks what is
    /// there: a piece that is let go elsewhere than where it was taken was dragged.
    pub fn point(&mut self, at: Option<Square>, down: bool) -> bool {
        let picks = at.is_some() && (down || self.pressed.is_some() && self.pressed != at);
        self.pressed = at.filter(|_| down);
        if picks {
            self.go(at);
        }
        picks
    }

    /// Takes one pick back; false when there is none.
    pub fn back(&mut self, position: &dyn Position) -> bool {
        if self.is_empty() {
            return false;
        }
        if let Some((Pick::Square(square), _)) = self.so_far.pop() {
            self.cursor = square;
        }
        self.ask(position);
        true
    }

    /// Moves the cursor, or the focus where no square is to be picked.
    pub fn step(&mut self, position: &dyn Position, view: View, way: Way) -> bool {
        let offers = self.offers().len();
        if self.offer().is_some() {
            let by = if matches!(way, Way::Right | Way::Down) { 1 } else { offers - 1 };
            self.focus = (self.focus + by) % offers;
            return true;
        }
        let to = view.step(position.geometry(), self.cursor, way);
        self.go(to)
    }

    /// Can this be picked next, also as a square where a piece of the reserve can be put?
    fn leads(&self, position: &dyn Position, pick: Pick) -> bool {
        self.choices.iter().any(|choice| choice.pick == pick) || self.reserve_for(position, pick).is_some()
    }

    /// The piece of the reserve that can be put where nothing can leave.
    fn reserve_for(&self, position: &dyn Position, pick: Pick) -> Option<Pick> {
        let leads = |choice: &&Choice| {
            kind(choice.pick).is_some() && position.choices(&[choice.pick]).iter().any(|next| next.pick == pick)
        };
        let found = self.choices.iter().find(leads).filter(|_| self.so_far.is_empty());
        found.map(|choice| choice.pick)
    }

    /// Puts the cursor on something that can be picked: it stays where it is if that can be, and goes to
    /// the nearest square that can be if not. True when it went.
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

    /// Moves the cursor to a level.
    pub fn level(&mut self, position: &dyn Position, level: u8) -> bool {
        self.go(View::level(position.geometry(), self.cursor, level))
    }

    /// Puts the cursor on a square.
    pub fn go(&mut self, to: Option<Square>) -> bool {
        let moved = to.is_some_and(|to| to != self.cursor);
        self.cursor = to.unwrap_or(self.cursor);
        moved
    }

    /// The squares that can be picked next, as they are read from a side.
    pub fn candidates(&self, position: &dyn Position, view: View) -> Vec<Square> {
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

    /// Moves the cursor to the next square that can be picked, or the one before.
    pub fn tab(&mut self, position: &dyn Position, view: View, forward: bool) -> bool {
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

    /// The sign of a square: what was picked, or what can be picked next.
    pub fn sign(&self, square: Square) -> Option<Sign> {
        let here = Pick::Square(square);
        // A square may be both picked and to be picked: what comes next matters more.
        let next = self.choices.iter().find(|choice| choice.pick == here && !self.so_far.is_empty());
        if let Some(choice) = next {
            return sign(choice.mark);
        }
        let &(_, mark) = self.so_far.iter().rev().find(|&&(pick, _)| pick == here)?;
        sign(mark)
    }
}

/// The sign that goes with a mark.
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

/// The candidate that follows the cursor in reading order, on its own level if one does.
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
