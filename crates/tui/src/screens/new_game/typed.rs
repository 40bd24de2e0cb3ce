//! What is typed or pasted into the form of a new game.

use super::{NewGame, Row, seats};
use crate::client::defaults;
use crate::form::{Fields as _, FormState};
use crate::input::Input;
use crate::message::Message;
use crate::rules::variant::{Opening, Variant};
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::widgets::field::FieldState;
use crate::world::World;

impl NewGame {
    /// Applies the typed text to a row. An empty one clears the name of a person, and leaves all else as it is.
    pub(super) fn entered(&mut self, row: Row, text: &str, world: &World) -> Result<(), seats::SeatError> {
        if text.is_empty() {
            if let Row::Seat(at) = row
                && let SeatKind::Human(name) = &mut self.setup.seats[at]
            {
                name.clear();
            }
            return Ok(());
        }
        match row {
            Row::Opening => {
                let known = self.spec().setups.iter().any(|setup| setup.name == text) || !text.contains('/');
                let start = if known { Start::Named(text.to_owned()) } else { Start::Fen(text.to_owned()) };
                let tried = MatchSetup { start, ..self.setup.clone() };
                tried.begin()?;
                self.setup = tried;
            }
            Row::Seat(at) => {
                self.mine.retain(|&other| other != at);
                self.setup.seats[at] = seats::read(text, self.setup.game.spec().id, world)?;
            }
            Row::Clock => self.setup.clock = ClockSetup::read_here(text)?,
            _ => {}
        }
        Ok(())
    }

    /// Sets a pasted FEN as the start position, wherever it is pasted: for the current game, or else for the
    /// first game that accepts it.
    pub(super) fn take_pasted(&mut self, input: &Input, form: &mut FormState, world: &World) {
        let mut field = FieldState::default();
        field.input(input);
        let text = field.text().trim().to_owned();
        if text.is_empty() {
            return;
        }
        form.list.selected = self.rows(world).iter().position(|&row| row == Row::Opening).unwrap_or(0);
        let refused = self.entered(Row::Opening, &text, world).err();
        let fits = |game: &&&'static dyn Variant| game.begin(Opening::Fen(&text)).is_ok();
        match (refused, world.client.games.games().iter().find(fits)) {
            (None, _) => form.leave(None),
            (Some(_), Some(&game)) => {
                defaults::change_game(&mut self.setup, game, &world.client);
                self.setup.start = Start::Fen(text);
                form.leave(None);
            }
            (Some(refused), None) => {
                form.entry = Some(field);
                form.tell(Message::warning(refused));
            }
        }
    }
}
