//! What the others have just done, in words: one sentence for each of their moves.

use ratatui::layout::Rect;

use super::Play;
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::session::history::Line;
use crate::session::telling::sentence;
use crate::session::telling::{after, played};
use crate::tui::board::prompt::inner;
use crate::tui::glyphs::Glyphs;
use crate::tui::widgets::text::block;

/// What has happened since the last move of the user.
#[derive(Default)]
pub(super) struct News {
    /// The sentences in the order of the moves, and whether a move hits the user.
    told: Vec<(String, bool)>,
    /// Where the cursor stood when the turn of the user began. The news are there until it leaves.
    at: Option<Square>,
}

/// A line of the history as a sentence for this seat.
fn told(position: &dyn Position, line: &Line, you: Option<Side>) -> String {
    let words = if line.is_move { played(position, line.ply, you) } else { None };
    words.map_or_else(|| sentence(&line.text), |words| words + ".")
}

/// Does the move that was the act with this number take a piece of this seat, or check it?
fn hits(position: &dyn Position, ply: usize, you: Option<Side>) -> bool {
    let (Some(&Act::Move(mv)), Some(you)) = (position.acts().get(ply - 1), you) else { return false };
    let before = after(position, ply - 1);
    let effects = before.effects(mv);
    effects.checks.has(you) || effects.removed.iter().any(|(_, piece)| piece.side() == you)
}

impl Play {
    /// Reads what the others have done since the last move of the user; without a seat, the last move.
    pub(super) fn read_news(&mut self) {
        let position = self.table.position();
        let own = |line: &Line| line.is_move && self.table.acts_for(line.side);
        let lines = self.table.lines();
        let person = self.table.person();
        let from = match person {
            Some(_) => lines.iter().rposition(own).map_or(0, |at| at + 1),
            None => lines.len().saturating_sub(1),
        };
        // Not more than a round, as after a resumed game in which the user has not moved yet.
        let from = from.max(lines.len().saturating_sub(position.spec().seats.len()));
        let all = lines[from..]
            .iter()
            .map(|line| (told(position, line, person), line.is_move && hits(position, line.ply, person)));
        self.news.told = all.collect();
    }

    /// Do several others move before the user does again?
    pub(super) fn has_rounds(&self) -> bool {
        self.table.position().spec().seats.len() > 2
    }

    /// The turn of the user begins with the cursor here.
    pub(super) fn news_begin(&mut self) {
        self.news.at = Some(self.pane.hand.cursor);
    }

    /// What the others have done, as far as the rows below the prompt have room: moves that do not hit the user go first.
    /// `None` once the user is at the move.
    pub(super) fn news_words(&self, glyphs: &Glyphs, prompt: Rect) -> Option<String> {
        if self.browse.is_some() || self.table.ending().is_some() {
            return None;
        }
        let begins = self.pane.hand.is_empty() && self.news.at == Some(self.pane.rested);
        let mut told: Vec<&(String, bool)> = self.news.told.iter().filter(|_| begins || !self.can_move()).collect();
        let (width, rows) = (inner(prompt).width.into(), usize::from(prompt.height.saturating_sub(1).max(1)));
        loop {
            let words = told.iter().map(|(words, _)| words.as_str()).collect::<Vec<_>>().join(" ");
            if told.len() < 2 || block(glyphs, &words, width, rows + 1).len() <= rows {
                return (!words.is_empty()).then_some(words);
            }
            let first = told.iter().position(|(_, hits)| !hits).unwrap_or(0);
            told.remove(first);
        }
    }
}
