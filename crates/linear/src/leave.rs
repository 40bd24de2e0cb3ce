//! Leaving a game: it is saved, or the user is told what is not.

use std::io::Write;

use super::Lines;
use super::game::{Game, Question};
use super::line_output::Say;
use crate::client::exit_message::{exit_message, is_untouched, lost_words};
use crate::session::telling::sentence;

impl Game {
    /// May the user leave the game? If something is not saved, they are asked first.
    pub(super) fn may_leave(&mut self, out: &mut impl Say) -> bool {
        let Some(loss) = self.seat.table().unsaved() else { return true };
        self.seat.table().try_again();
        self.question = Some(Question::Leave);
        out.say(&format!("NOT SAVED: {} {}.", sentence(&loss.words()), loss.why));
        out.say("Type yes to leave anyway, save FILE to write a copy, or quit to try again.");
        false
    }
}

impl<W: Write> Lines<W> {
    /// Closes the game: it is saved, and its players stop.
    pub(super) fn close(&mut self) {
        let Some(game) = self.game.take() else { return };
        let table = std::sync::Arc::clone(game.seat.table());
        let lost = self.client.tables.close(table.id());
        let view = table.newest();
        drop(game);
        if let Some(loss) = lost {
            let words = lost_words(&view, &loss);
            self.out.say(&words);
            self.losses.push(words);
        } else if is_untouched(&view) {
            self.out.say("No move was played.");
        } else if let Some(words) = exit_message(&view, true) {
            self.out.say(&words);
        }
    }
}
