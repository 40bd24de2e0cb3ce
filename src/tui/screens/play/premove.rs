//! A move that is chosen while others are to move, in a live game of people: two squares, or a typed move. It is played as
//! soon as it is the player's turn if it is legal then, and dropped if it is not. Its squares are tinted like a hint.

use super::Play;
use super::table::Table;
use crate::escape;
use crate::rules::geometry::Square;
use crate::rules::pick::Pick;
use crate::rules::side::Side;
use crate::session::table::command::{Refusal, SeatCommand};
use crate::tui::board::entry::TypedMove;
use crate::tui::board::hand::Hand;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// A move that is chosen before one's turn.
#[derive(Default)]
pub(super) struct Premove {
    /// The first of two squares.
    from: Option<Square>,
    /// The move that the table knows, as it was chosen.
    chosen: Option<String>,
}

impl Table {
    /// The seat for which a move can be chosen before its turn.
    fn premover(&self) -> Option<Side> {
        let slow = self.setup().is_slow();
        let side = self.person().filter(|_| self.is_shared() && !slow && self.ending().is_none())?;
        (side != self.position().turn() && !self.view.status.stopped).then_some(side)
    }

    /// The move that is chosen, in machine notation.
    fn premove(&self) -> Option<String> {
        self.handle().plans(self.premover()?).premove
    }

    /// Chooses a move, or takes it back.
    fn set_premove(&mut self, text: Option<String>) -> Result<(), Refusal> {
        let side = self.premover().ok_or(Refusal::YourTurn)?;
        self.command(SeatCommand::Premove(side, text))
    }
}

impl Play {
    /// Can a move be chosen before one's turn now?
    pub(super) fn can_premove(&self) -> bool {
        self.browse.is_none() && self.table.premover().is_some()
    }

    /// The square under the cursor is the first or the second of a move before one's turn.
    pub(super) fn pick_premove(&mut self, world: &mut World) -> Transition {
        let square = self.pane.hand.cursor;
        let position = self.table.position();
        let own = position.piece(square).is_some_and(|piece| Some(piece.side()) == self.table.premover());
        let from = self.premove.from.take();
        match from {
            Some(from) if from != square && !own => {
                let board = position.geometry();
                let text = format!("{}{}", board.label(from), board.label(square));
                let done = self.table.set_premove(Some(text));
                self.premove_done(done, world)
            }
            Some(from) if from == square => {
                self.show_premove();
                Transition::Changed
            }
            _ if own => {
                self.premove.from = Some(square);
                self.show_premove();
                self.pane.tell(Role::Notice, "Choose where it goes when it is your turn; Esc drops it.");
                Transition::Changed
            }
            _ => {
                self.pane.tell(Role::Notice, "It is not your turn. Choose one of your pieces to move it then.");
                Transition::Changed
            }
        }
    }

    /// Chooses a typed move. The field stays open if it is refused.
    pub(super) fn type_premove(&mut self, entry: TypedMove, world: &mut World) -> Transition {
        let done = self.table.set_premove(Some(entry.field.text().trim().to_owned()));
        self.pane.entry = Some(entry).filter(|_| done.is_err());
        self.premove_done(done, world)
    }

    fn premove_done(&mut self, done: Result<(), Refusal>, world: &mut World) -> Transition {
        let step = self.report(done, world);
        self.show_premove();
        step
    }

    /// Drops the move.
    pub(super) fn drop_premove(&mut self, world: &mut World) -> Transition {
        self.premove.from = None;
        if self.premove.chosen.is_some() {
            let done = self.table.set_premove(None);
            self.report(done, world);
        }
        self.show_premove();
        self.pane.tell(Role::Notice, "The move is dropped.");
        Transition::Changed
    }

    /// Reads from the table which move is chosen.
    pub(super) fn read_premove(&mut self) {
        if !self.table.is_shared() {
            return;
        }
        self.premove.chosen = self.table.premove();
        if self.table.premover().is_none() {
            self.premove.from = None;
        }
        if self.has_premove() {
            self.show_premove();
        }
    }

    /// Is there a move to drop?
    pub(super) fn has_premove(&self) -> bool {
        self.premove.from.is_some() || self.premove.chosen.is_some()
    }

    /// Tints the squares of the move, and marks where the piece of its first square could go if it were one's turn.
    pub(super) fn show_premove(&mut self) {
        if !self.table.is_shared() {
            return;
        }
        let board = self.table.position().geometry();
        let named = |text: &str| -> Vec<Square> {
            let is_named = |square: &Square| text.contains(board.label(*square));
            board.squares().filter(is_named).collect()
        };
        let chosen = self.premove.chosen.as_ref().map(|text| named(text));
        self.pane.hint = chosen.unwrap_or_default();
        self.pane.hint.extend(self.premove.from);
        self.pane.later = self.premove.from.zip(self.table.premover()).map(|(from, side)| {
            let then = self.table.position().if_turn_of(side);
            let mut hand = Hand::new(then.as_ref(), from);
            hand.pick(then.as_ref(), Pick::Square(from));
            hand
        });
    }

    /// The move that is chosen, in words.
    pub(super) fn premove_words(&self) -> Option<String> {
        let text = escape::line(self.premove.chosen.as_ref()?);
        Some(format!("Your next move: {text}, if it is legal then. Esc drops it."))
    }
}
