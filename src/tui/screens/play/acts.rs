//! Actions of the play screen: cursor, picks, browsing back, explanations.

use super::browse::Browse;
use super::refusal::OVER;
use super::{Explained, Play};
use crate::rules::pick::Pick;
use crate::tui::board::hand::{Grip, sign};
use crate::tui::board::marks::numbered;
use crate::tui::board::sentence;
use crate::tui::screen::Transition;
use crate::tui::view::Way;
use crate::tui::world::World;

impl Play {
    /// Makes a pick, and plays the move if the pick completes it.
    pub(super) fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        if let Some(step) = self.not_now() {
            return step;
        }
        let grip = self.hand.pick(self.table.position(), pick);
        let grip = self.hand.settle(self.table.position(), grip, world.config.input.auto_complete);
        self.rest_now();
        match grip {
            Grip::More => {
                self.told = None;
                Transition::Changed
            }
            Grip::Refused(reason) => {
                self.told = Some(sentence(&reason));
                Transition::Changed
            }
            Grip::Done(mv) => self.play(mv, world),
        }
    }

    /// Explains why no pick is possible now. While browsing, it returns to the current move instead.
    pub(super) fn not_now(&mut self) -> Option<Transition> {
        if self.browse.take().is_some() {
            self.told = Some("Back to the current move.".to_owned());
            return Some(Transition::Changed);
        }
        if self.can_move() {
            return None;
        }
        let position = self.table.position();
        let turn = position.spec().seat(position.turn()).name;
        self.told = Some(match self.table.ending() {
            Some(_) => OVER.to_owned(),
            None if self.table.is_waiting() => "Saving the last move…".to_owned(),
            None if self.table.is_paused() => format!("It is {turn}'s turn, but the game is paused."),
            None if self.table.is_person(position.turn()) => format!("It is {turn}'s turn."),
            None => format!("It is {turn}'s turn: the computer is thinking."),
        });
        Some(Transition::Changed)
    }

    /// Makes the prompt describe the cursor's square at once.
    pub(super) fn rest_now(&mut self) {
        self.rested = self.hand.cursor;
        self.moved = None;
    }

    pub(super) fn moved(&mut self, moved: bool, world: &World) -> Transition {
        if !moved {
            return Transition::Same;
        }
        self.moved = Some(world.now);
        self.explained = None;
        Transition::Changed
    }

    pub(super) fn step(&mut self, way: Way, world: &World) -> Transition {
        let moved = self.hand.step(self.table.position(), self.view, way);
        self.moved(moved, world)
    }

    pub(super) fn tab(&mut self, forward: bool, world: &World) -> Transition {
        let moved = self.hand.tab(self.table.position(), self.view, forward);
        let step = self.moved(moved, world);
        self.rest_now();
        step
    }

    pub(super) fn level(&mut self, level: Option<u8>, world: &World) -> Transition {
        let moved = level.is_some_and(|level| self.hand.level(self.table.position(), level));
        self.moved(moved, world)
    }

    pub(super) fn number(&mut self, number: u8, world: &mut World) -> Transition {
        let position = self.table.position();
        if position.geometry().size()[2] > 1 {
            return self.level(number.checked_sub(1), world);
        }
        match numbered(position, number) {
            Some(kind) => self.pick(Pick::Reserve(kind), world),
            None => Transition::Same,
        }
    }

    /// Is there anything that Escape would clear?
    pub(super) fn is_something_shown(&self) -> bool {
        !self.hand.is_empty() || self.told.is_some() || self.explained.is_some() || !self.hint.is_empty()
    }

    pub(super) fn back(&mut self) -> Transition {
        let shown = self.told.take().is_some() || self.explained.take().is_some();
        if self.browse.take().is_some() {
            return Transition::Changed;
        }
        let back = self.hand.back(self.table.position());
        if back {
            self.rest_now();
        }
        if back || shown || !std::mem::take(&mut self.hint).is_empty() {
            Transition::Changed
        } else {
            Transition::Same
        }
    }

    pub(super) fn look_back(&mut self, by: isize) -> Transition {
        let plies = self.table.position().acts().len();
        let at = self.browse.as_ref().map_or(plies, |browse| browse.ply);
        let to = at.saturating_add_signed(by).min(plies);
        self.browse = (to < plies).then(|| Browse::to(self.table.position(), to));
        self.told = None;
        if to == at { Transition::Same } else { Transition::Changed }
    }

    pub(super) fn explain(&mut self) -> Transition {
        self.told = None;
        if self.explained.take().is_some() {
            return Transition::Changed;
        }
        let position = self.shown();
        let spec = position.spec();
        let square = self.hand.cursor;
        self.explained = match (position.piece(square), self.hand.reserved()) {
            (Some(piece), _) => {
                let theirs = position.if_turn_of(piece.side());
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
            self.told = Some("There is no piece here: move the cursor to one.".to_owned());
        }
        Transition::Changed
    }
}
