//! What is typed or pasted into the form of a new game.

use super::{NewGame, Row, seats};
use crate::client::defaults;
use crate::input::Input;
use crate::message::Message;
use crate::rules::variant::Opening;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::widgets::field::FieldState;
use crate::world::World;

impl NewGame {
    /// Applies the typed text to the selected row; an error is shown in full.
    pub(super) fn entered(&mut self, text: &str, world: &World) {
        let row = self.row();
        let taken = match row {
            Row::Opening => {
                let known = self.spec().setups.iter().any(|setup| setup.name == text) || !text.contains('/');
                let start = if known { Start::Named(text.to_owned()) } else { Start::Fen(text.to_owned()) };
                let tried = MatchSetup { start: start.clone(), ..self.setup.clone() };
                tried.begin().map(|_| self.setup.start = start).map_err(seats::SeatError::from)
            }
            Row::Seat(at) => {
                self.mine.retain(|&other| other != at);
                seats::read(text, self.setup.game.spec().id, world).map(|seat| self.setup.seats[at] = seat)
            }
            Row::Clock => {
                ClockSetup::read_here(text).map(|clock| self.setup.clock = clock).map_err(seats::SeatError::from)
            }
            _ => Ok(()),
        };
        self.message = taken.err().map(Message::warning);
        self.skipped = 0;
        if self.message.is_none() {
            self.entry = None;
        }
    }

    /// Sets a pasted FEN as the start position, wherever it is pasted: for the current game, or else for the
    /// first game that accepts it.
    pub(super) fn pasted(&mut self, input: &Input, world: &World) {
        let mut field = FieldState::default();
        field.input(input);
        let text = field.text().trim().to_owned();
        if text.is_empty() {
            return;
        }
        self.list.selected = self.rows().iter().position(|&row| row == Row::Opening).unwrap_or(0);
        self.entry = Some(field);
        self.entered(&text, world);
        if self.message.is_none() {
            return;
        }
        if let Some(&game) = world.client.games.games().iter().find(|game| game.begin(Opening::Fen(&text)).is_ok())
        {
            defaults::change_game(&mut self.setup, game, &world.client);
            self.setup.start = Start::Fen(text);
            self.entry = None;
            self.message = None;
        }
    }

    /// Handles empty input: a person's name is cleared, everything else stays the same.
    pub(super) fn entered_nothing(&mut self) {
        if let Row::Seat(at) = self.row()
            && let SeatKind::Human(name) = &mut self.setup.seats[at]
        {
            name.clear();
        }
        self.entry = None;
        self.message = None;
    }
}
