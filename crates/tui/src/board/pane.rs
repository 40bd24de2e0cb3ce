//! The state of a board on a screen: how it is turned, the cursor and the picks, marks, explanations, typed text,
//! and the analysis. The position belongs to the screen, which passes it in.

mod moving;

use std::time::Instant;

use super::analysis::Analysis;
use super::entry::TypedMove;
use super::marks::{BoardMarks, Threats, numbered};
use super::motion::Motion;
use super::selection::{PickResult, Selection, can_take, sign};
use super::{REST, cell::Sign, first_square};
use crate::action::Action;
use crate::client::threats::legs;
use crate::client::typed_move::Texts;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::{Mark, Pick};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::view::{View, Way};
use crate::world::World;

/// What an action or an input did on the board.
pub enum Acted {
    /// Nothing.
    Same,
    /// Something that is shown has changed.
    Changed,
    /// The cursor went to the square that was typed.
    Went,
    /// The last pick of a move was made. The board does not play it.
    Played(Move),
    /// A text was typed for this action of the screen.
    Typed(TypedMove),
}

/// An explained piece: its square, the text, and the squares it could move to.
pub(crate) struct Explained {
    pub(super) square: Square,
    /// The text.
    pub(crate) words: String,
    pub(super) signs: Vec<(Square, Sign)>,
}

/// A board on a screen.
pub struct Pane {
    /// The orientation of the board.
    pub(crate) view: View,
    /// Is only the level of the cursor shown, as large as possible?
    pub(crate) one_level: bool,
    /// The cursor and the picks.
    pub(crate) selection: Selection,
    /// The marks of the position: last moves, checks, lost pieces.
    pub(crate) marks: BoardMarks,
    /// The text field, while it is open.
    pub(crate) entry: Option<TypedMove>,
    /// The current message: why something is refused, or what `Pane::tell` was given.
    pub message: Option<String>,
    /// The message that is no refusal, with its role. It says nothing about any other message.
    calm: Option<(String, Role)>,
    /// The piece that is explained.
    pub(crate) explained: Option<Explained>,
    /// The threats, while they are shown.
    pub(crate) threats: Option<Threats>,
    /// The squares of a suggested move, in the order of its way.
    pub(crate) hint: Vec<Square>,
    /// The picks of a move before one's turn, to show where its piece could go now.
    pub(crate) later: Option<Selection>,
    /// The legs of the suggested move, each from one square to another.
    pub(crate) arrows: Vec<(Square, Square)>,
    /// The analysis of the position by the computer, while it is on.
    pub(crate) analysis: Option<Analysis>,
    /// The motion of the moves that were just played.
    pub(super) motion: Motion,
    /// The square that the prompt describes.
    pub(crate) rested: Square,
    /// When the cursor last moved away from that square; `None` if it did not.
    moved: Option<Instant>,
    /// Does another screen cover the board?
    pub(super) is_covered: bool,
}

impl Pane {
    /// A board that shows this position.
    pub fn new(position: &dyn Position, view: View) -> Pane {
        let cursor = first_square(position, view);
        Pane {
            view,
            one_level: false,
            selection: Selection::new(position, cursor),
            marks: BoardMarks::of(position),
            entry: None,
            message: None,
            calm: None,
            explained: None,
            threats: None,
            hint: Vec::new(),
            later: None,
            arrows: Vec::new(),
            analysis: None,
            motion: Motion::new(position),
            rested: cursor,
            moved: None,
            is_covered: false,
        }
    }

    /// Shows another position. Threats stay on, against this seat or, without one, against the seat they were
    /// shown for.
    pub fn show(&mut self, position: &dyn Position, threatened: Option<Side>) {
        self.selection.begin(position);
        self.marks = BoardMarks::of(position);
        self.explained = None;
        self.hint.clear();
        self.later = None;
        self.arrows.clear();
        let again = |threats: &Threats| {
            threatened.map_or_else(|| threats.again(position), |side| Threats::of(position, side))
        };
        self.threats = self.threats.as_ref().map(again);
        if let Some(entry) = &mut self.entry {
            entry.texts = Texts::of(position);
        }
    }

    /// Performs an action that needs only the board. `None` if the board has no such action.
    pub fn act(&mut self, position: &dyn Position, action: Action, world: &World) -> Option<Acted> {
        let level = position.geometry().coord(self.selection.cursor).z;
        let levels = position.geometry().size()[2];
        let acted = match action {
            Action::Up => self.step(position, Way::Up, world),
            Action::Down => self.step(position, Way::Down, world),
            Action::Left => self.step(position, Way::Left, world),
            Action::Right => self.step(position, Way::Right, world),
            Action::LevelUp => self.level(position, Some(level + 1), world),
            Action::LevelDown => self.level(position, level.checked_sub(1), world),
            Action::Number(number) if levels > 1 => self.level(position, number.checked_sub(1), world),
            Action::Number(number) => match numbered(position, number) {
                Some(kind) => self.pick(position, Pick::Reserve(kind), world),
                None => Acted::Same,
            },
            Action::Next | Action::Previous => {
                let moved = self.selection.tab(position, self.view, action == Action::Next);
                let acted = self.cursor_moved(moved, world);
                self.rest_now();
                acted
            }
            Action::Pick => self.pick(position, self.selection.aimed(), world),
            Action::Back => self.back(position),
            Action::GoTo | Action::Type => self.enter(position, action, ""),
            Action::Turn | Action::TurnBack => {
                self.turn(position, action == Action::Turn);
                Acted::Changed
            }
            Action::OneLevel => {
                self.one_level = !self.one_level;
                Acted::Changed
            }
            Action::Explain => self.explain(position),
            Action::Threats => self.toggle_threats(position, position.turn(), false),
            _ => return None,
        };
        Some(acted)
    }

    /// Whether an action of the board is possible, if picks are allowed now. `None` if the board has no such
    /// action.
    pub fn can(&self, position: &dyn Position, action: Action, picks: bool) -> Option<bool> {
        let levels = position.geometry().size()[2];
        Some(match action {
            Action::LevelDown | Action::LevelUp | Action::OneLevel => levels > 1,
            Action::Number(number) if levels > 1 => number <= levels,
            Action::Number(number) => {
                picks && numbered(position, number).is_some_and(|kind| can_take(position, kind))
            }
            Action::Pick | Action::Type | Action::Next | Action::Previous => picks,
            Action::Back => self.is_something_shown(),
            Action::Threats => position.outcome().is_none(),
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::GoTo
            | Action::Explain
            | Action::Turn
            | Action::TurnBack => true,
            _ => return None,
        })
    }

    /// What an action of the board does now, where it is other than what the table says.
    pub(crate) fn say(&self, action: Action) -> Option<String> {
        let words = match action {
            Action::Explain if self.explained.is_some() => "close",
            Action::Threats if self.threats.is_some() => "hide threats",
            Action::Analyse if self.analysis.is_some() => "end analysis",
            Action::OneLevel if self.one_level => "all levels",
            _ => return None,
        };
        Some(words.to_owned())
    }

    /// Makes a pick. A refused pick is answered with its reason; after one that is not the last, the cursor goes on to
    /// the nearest square that can be picked next, unless the mouse points.
    pub fn pick(&mut self, position: &dyn Position, pick: Pick, world: &World) -> Acted {
        let result = self.selection.pick(position, pick);
        let result = self.selection.settle(position, result, world.client.config.input.auto_complete);
        if result == PickResult::More && !self.selection.is_pointing() {
            self.selection.aim(position, self.view);
        }
        self.rest_now();
        match result {
            PickResult::More => self.message = None,
            PickResult::Refused(reason) => self.message = Some(sentence(&reason)),
            PickResult::Done(mv) => return Acted::Played(mv),
        }
        Acted::Changed
    }

    fn step(&mut self, position: &dyn Position, way: Way, world: &World) -> Acted {
        let moved = self.selection.step(position, self.view, way);
        self.cursor_moved(moved, world)
    }

    fn level(&mut self, position: &dyn Position, level: Option<u8>, world: &World) -> Acted {
        let levels = position.geometry().size()[2];
        let moved = level.filter(|&to| to < levels).is_some_and(|to| self.selection.level(position, to));
        self.cursor_moved(moved, world)
    }

    fn cursor_moved(&mut self, moved: bool, world: &World) -> Acted {
        if !moved {
            return Acted::Same;
        }
        self.moved = Some(world.now);
        self.explained = None;
        Acted::Changed
    }

    /// Makes the prompt describe the cursor's square at once.
    pub(crate) fn rest_now(&mut self) {
        self.rested = self.selection.cursor;
        self.moved = None;
    }

    /// Is the user moving the cursor just now?
    pub(crate) const fn is_moving(&self) -> bool {
        self.moved.is_some()
    }

    /// Forgets that the cursor was moved: the prompt goes on to describe the old square.
    pub(crate) const fn stop(&mut self) {
        self.moved = None;
    }

    /// Moves the cursor to a piece that can be picked. True if it moved.
    pub(crate) fn aim(&mut self, position: &dyn Position) -> bool {
        let goes = self.selection.aim(position, self.view);
        if goes {
            self.rest_now();
        }
        goes
    }

    /// Is there anything that Escape would clear?
    pub(crate) fn is_something_shown(&self) -> bool {
        !self.selection.is_empty() || self.message.is_some() || self.explained.is_some() || !self.hint.is_empty()
    }

    /// Shows a message that refuses nothing, in its role.
    pub(crate) fn tell(&mut self, role: Role, words: impl Into<String>) {
        let words = words.into();
        self.calm = Some((words.clone(), role));
        self.message = Some(words);
    }

    pub(crate) fn message_role(&self) -> Role {
        let calm = self.calm.as_ref().filter(|(words, _)| self.message.as_ref() == Some(words));
        calm.map_or(Role::Warning, |&(_, role)| role)
    }

    /// Clears the message and the explanation, and undoes a pick; without one, clears the hint.
    pub(crate) fn back(&mut self, position: &dyn Position) -> Acted {
        let message = self.message.take().is_some();
        let shown = self.explained.take().is_some() || message;
        let back = self.selection.back(position);
        if back {
            self.rest_now();
        }
        if back || shown {
            return Acted::Changed;
        }
        self.arrows.clear();
        if std::mem::take(&mut self.hint).is_empty() { Acted::Same } else { Acted::Changed }
    }

    /// Shows the squares of a suggested move, and arrows between them.
    pub(crate) fn suggest(&mut self, marks: &[(Square, Mark)]) {
        self.hint = marks.iter().map(|&(square, _)| square).collect();
        self.arrows = legs(marks);
    }

    /// Turns the board so that the next or the previous seat is at the bottom. Returns that seat.
    pub(crate) fn turn(&mut self, position: &dyn Position, forward: bool) -> Side {
        let spec = position.spec();
        let by = if forward { 1 } else { spec.seats.len() - 1 };
        let side = Side::new((self.view.seat(spec).index() + by) % spec.seats.len());
        self.view = View::of(spec, side);
        side
    }

    /// Shows the threats against a seat, which may be that of who looks, or hides them.
    pub(crate) fn toggle_threats(&mut self, position: &dyn Position, of: Side, yours: bool) -> Acted {
        self.threats = self.threats.is_none().then(|| Threats::of(position, of).yours(yours));
        self.explained = None;
        self.rest_now();
        Acted::Changed
    }

    /// Explains the piece at the cursor, or the one from the reserve that is picked.
    pub(crate) fn explain(&mut self, position: &dyn Position) -> Acted {
        self.message = None;
        if self.explained.take().is_some() {
            return Acted::Changed;
        }
        let spec = position.spec();
        // After a pick the cursor is on an empty square that the piece can go to.
        let cursor = self.selection.cursor;
        let picked = self.selection.from().filter(|_| position.piece(cursor).is_none());
        let square = picked.unwrap_or(cursor);
        self.explained = match (position.piece(square), self.selection.reserved()) {
            (Some(piece), _) => {
                let theirs = position.if_turn_of(piece.side());
                // On its own turn the position keeps what it knows of the moves before.
                let theirs: &dyn Position =
                    if piece.side() == position.turn() { position } else { theirs.as_ref() };
                let goes = theirs.choices(&[Pick::Square(square)]);
                let signs = goes.iter().filter_map(|choice| match choice.pick {
                    Pick::Square(to) => Some((to, sign(choice.mark)?)),
                    _ => None,
                });
                let kind = spec.of(piece.kind());
                let words = format!("{} of {}: {}.", kind.name, spec.seat(piece.side()).name, kind.words);
                Some(Explained { square, words, signs: signs.collect() })
            }
            (None, Some(kind)) => {
                let words = format!("{}: {}.", spec.of(kind).name, spec.of(kind).words);
                Some(Explained { square, words, signs: Vec::new() })
            }
            (None, None) => None,
        };
        if self.explained.is_none() {
            self.message = Some("There is no piece here: move the cursor to one.".to_owned());
        }
        Acted::Changed
    }

    /// Turns the analysis on or off.
    pub(crate) fn toggle_analysis(&mut self) {
        self.analysis = if self.analysis.is_some() { None } else { Some(Analysis::default()) };
    }

    /// Updates the analysis, if it is on: it follows this position, and stops with `None`. True if something
    /// changed.
    pub(crate) fn analyse(&mut self, position: Option<&dyn Position>, world: &World) -> bool {
        // The screen on top may run an analysis of its own.
        if self.is_covered {
            return false;
        }
        let Some(analysis) = &mut self.analysis else { return false };
        let other = analysis.look(position, world);
        analysis.take() || other
    }

    /// The prompt describes the square of the cursor once it has rested, and moves go on. True if something has
    /// changed.
    pub(crate) fn wake(&mut self, world: &World) -> bool {
        let moves = self.motion.advance(world.now);
        let rests = self.moved.is_some_and(|moved| world.now >= moved + REST);
        if rests {
            self.rest_now();
        }
        rests || moves
    }

    /// When to be woken because the cursor has rested or a move goes on.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        [self.moved.map(|moved| moved + REST), self.motion.deadline()].into_iter().flatten().min()
    }

    /// Another screen covers the board.
    pub(crate) fn covered(&mut self, world: &World) {
        self.is_covered = true;
        self.motion.end(world.now);
        if let Some(analysis) = &mut self.analysis {
            analysis.pause();
        }
    }

    /// The board is visible again.
    pub(crate) const fn uncovered(&mut self) {
        self.is_covered = false;
    }
}
