//! What the others have just done, in words: one sentence for each of their moves.

use super::desk::Desk;
use super::part::{Below, Part};
use super::table::Table;
use crate::board::prompt::inner;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::session::history::Line;
use crate::session::telling::sentence;
use crate::session::telling::{after, played};
use crate::theme::Role;
use crate::widgets::text::block;
use crate::world::World;

/// What has happened since the last move of the user.
/// The sentences are in the order of the moves, each with whether the move hits the user.
#[derive(Default)]
pub(super) struct News(Vec<(String, bool)>);

/// A line of the history as a sentence for this seat.
fn line_words(position: &dyn Position, line: &Line, you: Option<Side>) -> String {
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

impl News {
    /// Reads what the others have done since the last move of the user; without a seat, the last move.
    fn read(&mut self, table: &Table) {
        let position = table.position();
        let own = |line: &Line| line.is_move && table.acts_for(line.side);
        let lines = table.lines();
        let person = table.person();
        let from = match person {
            Some(_) => lines.iter().rposition(own).map_or(0, |at| at + 1),
            None => lines.len().saturating_sub(1),
        };
        // Not more than a round, as after a resumed game in which the user has not moved yet.
        let from = from.max(lines.len().saturating_sub(position.spec().seats.len()));
        let all = lines[from..]
            .iter()
            .map(|line| (line_words(position, line, person), line.is_move && hits(position, line.ply, person)));
        self.0 = all.collect();
    }
}

impl Part for News {
    fn opened(&mut self, desk: &mut Desk, _: &World) {
        self.read(&desk.table);
    }

    fn moved(&mut self, desk: &mut Desk) {
        self.read(&desk.table);
    }

    /// What the others have done, as far as the rows below the prompt have room: moves that do not hit the user go first.
    /// Nothing once the user is at the move: it is there until the cursor leaves where it stood.
    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        if desk.browse.is_some() || desk.table.ending().is_some() {
            return None;
        }
        let begins = desk.pane.selection.is_empty() && desk.began == Some(desk.pane.rested);
        let mut sentences: Vec<&(String, bool)> = self.0.iter().filter(|_| begins || !desk.can_move()).collect();
        let (width, rows) =
            (inner(below.area).width.into(), usize::from(below.area.height.saturating_sub(1).max(1)));
        loop {
            let words = sentences.iter().map(|(words, _)| words.as_str()).collect::<Vec<_>>().join(" ");
            if sentences.len() < 2 || block(&below.world.glyphs, &words, width, rows + 1).len() <= rows {
                return (!words.is_empty()).then_some((words, Role::Text));
            }
            let first = sentences.iter().position(|(_, hits)| !hits).unwrap_or(0);
            sentences.remove(first);
        }
    }
}
