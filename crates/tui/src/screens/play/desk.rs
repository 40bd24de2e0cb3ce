//! The desk of the play screen: the table, and the board that shows its game or an earlier position of it. All parts
//! work with it.

use std::time::Instant;

use ratatui::layout::Rect;

use super::browse::{Browse, STEP};
use super::table::Table;
use crate::action::Action;
use crate::board::layout::Regions;
use crate::board::marks::BoardMarks;
use crate::board::paint::Scene;
use crate::board::pane::Pane;
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::place::Place;
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::screen::Transition;
use crate::theme::Role;
use crate::view::View;
use crate::world::World;

/// The message after the end of the game.
pub(super) const OVER: &str = "The game is over.";

/// A table with its board.
pub(super) struct Desk {
    pub(super) table: Table,
    pub(super) pane: Pane,
    /// The earlier position that is shown.
    pub(super) browse: Option<Browse>,
    /// What the program told over this screen. Moves and the end of the game do not remove it; the next key does.
    pub(super) notice: Option<Message>,
    /// Does another screen cover this one?
    pub(super) covered: bool,
    /// Must the cursor still be moved to a piece that can be picked?
    unaimed: bool,
    /// The number of acts and the position's hash at the last update, to detect changes.
    known: (usize, u64),
    /// Where the cursor stood when the turn of the user began.
    pub(super) began: Option<Square>,
}

/// The position that the board shows. Not a method, so that the board can be changed meanwhile.
fn shown<'a>(browse: Option<&'a Browse>, table: &'a Table) -> &'a dyn Position {
    browse.map_or(table.position(), |browse| browse.position.as_ref())
}

impl MessageSlot for Desk {
    fn tell(&mut self, message: Message) {
        self.notice = Some(message);
    }

    fn hush(&mut self) -> bool {
        let message = self.pane.hush();
        self.notice.take().is_some() || message
    }
}

impl Desk {
    pub(super) fn new(mut table: Table, world: &World) -> Desk {
        let message = table.take_announcement();
        let position = table.position();
        let spec = position.spec();
        // Who has exactly one seat sees the board from there; otherwise it is seen from the first seat.
        let people: Vec<Side> = spec.sides().filter(|&side| table.acts_for(side)).collect();
        let turned = table.turned(world).or(table.seen_from());
        let view = match (turned, &people[..]) {
            (Some(side), _) => View::of(spec, side),
            (None, &[one]) => View::of(spec, one),
            _ => View::FIRST,
        };
        let mut pane = Pane::new(position, view);
        pane.message = message;
        let known = (position.acts().len(), position.hash());
        Desk { pane, browse: None, notice: None, covered: false, unaimed: true, known, began: None, table }
    }

    /// The number of acts of the game, as it was read last.
    pub(super) const fn plies(&self) -> usize {
        self.known.0
    }

    /// The position that the board shows.
    pub(super) fn shown(&self) -> &dyn Position {
        shown(self.browse.as_ref(), &self.table)
    }

    /// The marks of that position.
    pub(super) fn marks(&self) -> &BoardMarks {
        self.browse.as_ref().map_or(&self.pane.marks, |browse| &browse.seen)
    }

    /// What the board shows.
    pub(super) fn scene(&self) -> Scene<'_> {
        // What the side to move can pick is shown to whom it concerns.
        let (picks, premove) = (self.is_persons_turn(), self.can_premove());
        Scene { position: self.shown(), marks: self.marks(), cursor: true, picks, premove, goals: true }
    }

    pub(super) fn regions(&self, area: Rect, world: &World) -> Result<Regions<'_>, (u16, u16)> {
        self.pane.regions(self.shown(), area, world)
    }

    /// Can a person at this terminal move now?
    pub(super) fn can_move(&self) -> bool {
        self.is_persons_turn() && !self.table.is_waiting()
    }

    /// Is the side to move played at this terminal, with the current position shown? True also while the last
    /// move is still being written to disk.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.browse.is_none() && self.table.ending().is_none() && self.table.acts_for(self.table.position().turn())
    }

    /// Once per turn of a person, moves the cursor to a piece that can be picked, unless the user is just
    /// moving the cursor. True if it moved.
    pub(super) fn aim(&mut self) -> bool {
        if !self.unaimed || !self.is_persons_turn() {
            return false;
        }
        self.unaimed = false;
        let aimed = !self.pane.is_moving() && self.pane.aim(self.table.position());
        self.began = Some(self.pane.selection.cursor);
        aimed
    }

    /// Shows the position of the table and clears the picks, if it is another one. True if it is.
    pub(super) fn look(&mut self) -> bool {
        let position = self.table.position();
        let now = (position.acts().len(), position.hash());
        if now == self.known {
            return false;
        }
        self.known = now;
        self.unaimed = true;
        self.pane.show(position, None);
        true
    }

    /// What the keys of the board and of browsing can do now. `None` if it is none of these.
    pub(super) fn can(&self, action: Action) -> Option<bool> {
        Some(match action {
            Action::Back => self.browse.is_some() || self.pane.is_something_shown(),
            Action::Threats => self.table.ending().is_none(),
            Action::LookBack | Action::LastRound => !self.table.position().acts().is_empty(),
            Action::LookForward | Action::LookNow => self.browse.is_some(),
            _ => return self.pane.can(self.table.position(), action, self.can_move()),
        })
    }

    /// Does what only concerns what is shown. `None` if it is none of these.
    pub(super) fn act(&mut self, action: Action, world: &mut World) -> Option<Transition> {
        Some(match action {
            Action::Back => self.back(),
            Action::GoTo | Action::Type => self.enter_text(action, ""),
            Action::LookBack => self.look_back(-1),
            Action::LookForward => self.look_back(1),
            Action::LookNow => self.look_back(isize::MAX),
            Action::LastRound => {
                self.browse = Browse::last_round(self.table.position(), self.table.person(), world.now);
                Transition::Changed
            }
            Action::Explore => {
                self.pane.explained = None;
                let square = self.pane.selection.cursor;
                Transition::Open(Place::Explorer(self.shown().fork(), self.pane.view, Some(square)))
            }
            Action::Explain => {
                let shown = shown(self.browse.as_ref(), &self.table);
                self.pane.explain(shown).into()
            }
            Action::Threats => {
                let shown = shown(self.browse.as_ref(), &self.table);
                let person = self.table.person();
                let seat = person.unwrap_or(shown.turn());
                self.pane.toggle_threats(shown, seat, person.is_some()).into()
            }
            Action::Analyse => {
                self.pane.toggle_analysis();
                self.analyse(world);
                Transition::Changed
            }
            Action::Turn | Action::TurnBack => {
                let side = self.pane.turn(self.table.position(), action == Action::Turn);
                self.table.keep_turn(side, world);
                Transition::Changed
            }
            Action::Rules => Transition::Open(Place::RulesOf(self.table.position().variant())),
            Action::Settings => Transition::Open(Place::Settings),
            Action::SaveAs => self.enter_text(action, &format!("{}.pgn", self.table.position().spec().id)),
            _ => return None,
        })
    }

    /// Updates the analysis of the position shown, if it is on and no computer player is thinking. True if
    /// something changed.
    pub(super) fn analyse(&mut self, world: &World) -> bool {
        let free = self.browse.is_some() || !self.table.is_thinking();
        let shown = shown(self.browse.as_ref(), &self.table);
        self.pane.analyse(free.then_some(shown), world)
    }

    pub(super) fn enter_text(&mut self, action: Action, text: &str) -> Transition {
        self.browse = None;
        self.pane.enter(self.table.position(), action, text).into()
    }

    /// Explains why no pick is possible now. While browsing, it returns to the current move instead.
    pub(super) fn not_now(&mut self) -> Option<Transition> {
        if self.browse.take().is_some() {
            self.pane.tell(Role::Notice, "Back to the current move.");
            return Some(Transition::Changed);
        }
        if self.can_move() {
            return None;
        }
        if self.table.ending().is_none() && self.table.is_waiting() {
            self.pane.tell(Role::Notice, "Saving the last move…");
            return Some(Transition::Changed);
        }
        let position = self.table.position();
        let turn = position.spec().seat(position.turn()).name;
        self.pane.message = Some(match self.table.ending() {
            Some(_) => OVER.to_owned(),
            None if self.table.is_paused() => format!("It is {turn}'s turn, but the game is paused."),
            None if self.table.is_person(position.turn()) => format!("It is {turn}'s turn."),
            None => format!("It is {turn}'s turn: the computer is thinking."),
        });
        Some(Transition::Changed)
    }

    pub(super) fn back(&mut self) -> Transition {
        if self.browse.take().is_some() {
            (self.pane.message, self.pane.explained) = (None, None);
            return Transition::Changed;
        }
        self.pane.back(self.table.position()).into()
    }

    pub(super) fn look_back(&mut self, by: isize) -> Transition {
        let plies = self.table.position().acts().len();
        let at = self.browse.as_ref().map_or(plies, |browse| browse.ply);
        self.look_to(at.saturating_add_signed(by))
    }

    /// Shows the position after this number of acts.
    pub(super) fn look_to(&mut self, ply: usize) -> Transition {
        let plies = self.table.position().acts().len();
        let at = self.browse.as_ref().map_or(plies, |browse| browse.ply);
        let to = ply.min(plies);
        self.browse = (to < plies).then(|| Browse::to(self.table.position(), to, self.table.person()));
        self.pane.message = None;
        if to == at { Transition::Same } else { Transition::Changed }
    }

    /// The cursor has rested, a motion, a replay or a clock goes on, or it is the user's turn. True if something has
    /// changed.
    pub(super) fn wake(&mut self, world: &World) -> bool {
        let was_moving = self.pane.is_moving();
        let mut changed = self.pane.wake(world);
        if changed && was_moving && !self.pane.is_moving() {
            self.pane.message = None;
        }
        changed |= self.aim();
        changed |= self.replay(world.now);
        changed | self.table.clock_changed(world.now)
    }

    fn replay(&mut self, now: Instant) -> bool {
        let due = self.browse.as_ref().and_then(|browse| Some((browse.ply, browse.next?)));
        let Some((ply, _)) = due.filter(|&(_, due)| now >= due) else { return false };
        let plies = self.table.position().acts().len();
        let mut browse = Browse::to(self.table.position(), ply + 1, self.table.person());
        browse.next = Some(now + STEP);
        self.browse = (ply + 1 < plies).then_some(browse);
        true
    }

    /// When the board or a clock wants to be woken.
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let replay = self.browse.as_ref().and_then(|browse| browse.next);
        [self.pane.deadline(), replay, self.table.deadline(now)].into_iter().flatten().min()
    }
}
