//! Leaving a game: it is saved, or the user is told what is not.

use std::io::Write;

use super::Client;
use super::game::{Game, Question};
use super::line_output::Say;
use crate::tui::board::sentence;
use crate::tui::parting::{farewell, is_untouched, lost_words};

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

impl<W: Write> Client<W> {
    /// Closes the game: it is saved, and its players stop.
    pub(super) fn close(&mut self) {
        let Some(game) = self.game.take() else { return };
        let table = std::sync::Arc::clone(game.seat.table());
        let lost = self.world.tables.close(table.id());
        let view = table.newest();
        drop(game);
        if let Some(loss) = lost {
            let words = lost_words(&view, &loss);
            self.out.say(&words);
            self.losses.push(words);
        } else if is_untouched(&view) {
            self.out.say("No move was played.");
        } else if let Some(words) = farewell(&view, true) {
            self.out.say(&words);
        }
    }
}
