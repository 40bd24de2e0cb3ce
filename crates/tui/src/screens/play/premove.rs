//! A move that is chosen while others are to move, in a live game of people: two squares, or a typed move. It is played as
//! soon as it is the player's turn if it is legal then, and dropped if it is not. Its squares are tinted like a hint.

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table::Table;
use crate::action::Action;
use crate::board::entry::TypedMove;
use crate::board::selection::Selection;
use crate::escape;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::pick::Pick;
use crate::rules::side::Side;
use crate::session::table::command::{Refusal, SeatCommand};
use crate::theme::Role;
use crate::world::World;

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
        (side != self.position().turn() && !self.status().stopped).then_some(side)
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

impl Desk {
    /// Can a move be chosen before one's turn now?
    pub(super) fn can_premove(&self) -> bool {
        self.browse.is_none() && self.table.premover().is_some()
    }
}

impl Premove {
    /// The square under the cursor is the first or the second of a move before one's turn.
    fn pick(&mut self, desk: &mut Desk) -> Step {
        let square = desk.pane.selection.cursor;
        let position = desk.table.position();
        let own = position.piece(square).is_some_and(|piece| Some(piece.side()) == desk.table.premover());
        match self.from.take() {
            Some(from) if from != square && !own => {
                let board = position.geometry();
                let text = format!("{}{}", board.label(from), board.label(square));
                self.choose(text, desk)
            }
            Some(from) if from == square => {
                self.show(desk);
                Step::changed()
            }
            _ if own => {
                self.from = Some(square);
                self.show(desk);
                desk.pane.tell(Role::Notice, "Choose where it goes when it is your turn; Esc drops it.");
                Step::changed()
            }
            _ => {
                desk.pane.tell(Role::Notice, "It is not your turn. Choose one of your pieces to move it then.");
                Step::changed()
            }
        }
    }

    fn choose(&mut self, text: String, desk: &mut Desk) -> Step {
        let done = desk.table.set_premove(Some(text));
        self.read(desk);
        self.show(desk);
        Step::Sent(done)
    }

    /// Chooses a typed move. The field stays open if it is refused.
    pub(super) fn typed(&mut self, entry: TypedMove, desk: &mut Desk) -> Step {
        let step = self.choose(entry.field.text().trim().to_owned(), desk);
        desk.pane.entry = Some(entry).filter(|_| matches!(step, Step::Sent(Err(_))));
        step
    }

    /// Drops the move.
    fn drop(&mut self, desk: &mut Desk) -> Step {
        self.from = None;
        let done = if self.chosen.is_some() { desk.table.set_premove(None) } else { Ok(()) };
        self.read(desk);
        self.show(desk);
        Step::SentAnd(done, "The move is dropped.")
    }

    /// Reads from the table which move is chosen.
    fn read(&mut self, desk: &mut Desk) {
        if !desk.table.is_shared() {
            return;
        }
        self.chosen = desk.table.premove();
        if desk.table.premover().is_none() {
            self.from = None;
        }
        if self.is_some() {
            self.show(desk);
        }
    }

    /// Is there a move to drop?
    const fn is_some(&self) -> bool {
        self.from.is_some() || self.chosen.is_some()
    }

    /// Tints the squares of the move, with an arrow from the first to the second, and marks where the piece of its first
    /// square could go if it were one's turn.
    fn show(&self, desk: &mut Desk) {
        if !desk.table.is_shared() {
            return;
        }
        let board = desk.table.position().geometry();
        let chosen = self.chosen.as_ref().map(|text| named(board, text));
        desk.pane.hint = chosen.unwrap_or_default();
        desk.pane.arrows = if let [from, to] = desk.pane.hint[..] { vec![(from, to)] } else { Vec::new() };
        desk.pane.hint.extend(self.from);
        desk.pane.later = self.from.zip(desk.table.premover()).map(|(from, side)| {
            let then = desk.table.position().if_turn_of(side);
            let mut selection = Selection::new(then.as_ref(), from);
            selection.pick(then.as_ref(), Pick::Square(from));
            selection
        });
    }
}

impl Part for Premove {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        match action {
            Action::Pick | Action::Type if desk.can_premove() => Some(true),
            Action::Back if self.is_some() => Some(true),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        match action {
            Action::Pick if desk.can_premove() => Some(self.pick(desk)),
            Action::Back if self.is_some() => Some(self.drop(desk)),
            _ => None,
        }
    }

    fn opened(&mut self, desk: &mut Desk, _: &World) {
        self.read(desk);
    }

    fn changed(&mut self, _: bool, desk: &mut Desk, _: &mut World) -> Option<Step> {
        self.read(desk);
        None
    }

    fn line(&self, _: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        let text = escape::line(self.chosen.as_ref()?);
        Some((format!("Your next move: {text}, if it is legal then. Esc drops it."), Role::Text))
    }
}

/// The squares that a text names, in its order.
fn named(board: &Geometry, mut text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    while let Some(letter) = text.chars().next() {
        text = match board.first(text) {
            Some((square, rest)) => {
                squares.push(square);
                rest
            }
            None => &text[letter.len_utf8()..],
        };
    }
    squares
}
