//! The two lines above the key hints: the prompt, and the message line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Play;
use crate::rules::geometry::Square;
use crate::rules::pick::Pick;
use crate::tui::action::{Action, Context};
use crate::tui::board::asked::Asked;
use crate::tui::board::prompt::{inner, lines};
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::world::World;

impl Play {
    pub(super) fn prompt(&self, world: &World, area: Rect, analysed: Option<String>, buffer: &mut Buffer) {
        let (left, right) = self.first_line(inner(area).width);
        let (told, role) = match analysed {
            Some(words) if self.told.is_none() => (words, Role::Text),
            _ => self.second_line(world),
        };
        lines(world, area, (&left, &right), (&told, role), self.entry.is_some(), buffer);
    }

    /// The prompt and, for its right end, the number of choices.
    fn first_line(&self, room: u16) -> (String, String) {
        let position = self.shown();
        let spec = position.spec();
        if let Some(entry) = &self.entry {
            return entry.line(room.into());
        }
        if let Some(browse) = &self.browse {
            let last = self.table.lines().iter().rfind(|line| line.ply <= browse.ply);
            let text = last.map_or("Start of the game.".to_owned(), |line| {
                format!("{}: {}", spec.seat(line.side).name, line.text)
            });
            return (text, "0: back to the current move".to_owned());
        }
        if let Some(ending) = self.table.ending() {
            return (ending, String::new());
        }
        if !self.can_move() {
            return (self.table.thinking(), String::new());
        }
        self.asked().line()
    }

    /// The input of the prompt for the side to move.
    pub(super) fn asked(&self) -> Asked<'_> {
        Asked { position: self.shown(), hand: &self.hand, view: self.view, rested: self.rested }
    }

    /// The message line, by priority: the last message, the explained piece, threats, a failure, a draw offer,
    /// the effect of the move.
    fn second_line(&self, world: &World) -> (String, Role) {
        let position = self.shown();
        let spec = position.spec();
        let failure = self.table.failure();
        if let Some(told) = self.told.as_ref().filter(|told| failure.as_ref() != Some(told)) {
            return (told.clone(), Role::Warning);
        }
        if let Some(explained) = &self.explained {
            return (explained.words.clone(), Role::Text);
        }
        if let Some(threats) = &self.threats {
            return (threats.words(position, Some(self.rested)), Role::Text);
        }
        // A failure that stopped the game stays visible until the game continues.
        if let Some(why) = failure {
            return (why + &self.ways_on(world), Role::Warning);
        }
        let accept = world.keymap.key(Context::Board, Action::Draw);
        if let Some(words) = self.table.offer_words(accept.as_deref()) {
            return (words, Role::Warning);
        }
        if !self.can_move() || self.browse.is_some() {
            return (self.table.shares_words(), Role::Text);
        }
        let aimed = self.hand.offer().unwrap_or(Pick::Square(self.rested));
        if let Some(mv) = self.hand.would_play(aimed) {
            let sentences = position.sentences(mv).join(" ");
            if !sentences.is_empty() {
                return (sentences, Role::Prompt);
            }
        }
        let kind = match self.hand.picks().first() {
            Some(&Pick::Reserve(kind)) => Some(kind),
            Some(&Pick::Square(square)) => position.piece(square).map(crate::rules::piece::Piece::kind),
            _ => position.piece(self.rested).map(crate::rules::piece::Piece::kind),
        };
        let words = kind.map(|kind| format!("{}: {}.", spec.of(kind).name, spec.of(kind).words));
        (words.unwrap_or_default(), Role::Dim)
    }

    /// The keys that can continue a stopped game.
    fn ways_on(&self, world: &World) -> String {
        let ways = [(Action::Pause, "try again"), (Action::Sit, "take over"), (Action::Undo, "take back")];
        let ways = ways.into_iter().filter(|&(action, _)| self.table.ending().is_none() && self.can(action, world));
        let keys = ways.filter_map(|(action, does)| Some((world.keymap.key(Context::Board, action)?, does)));
        let ways: Vec<String> = keys.map(|(key, does)| format!("{key}: {does}")).collect();
        if ways.is_empty() { String::new() } else { format!(" {}.", ways.join(", ")) }
    }

    /// The attackers of a square, while threats are shown.
    pub(super) fn attackers(&self, square: Square) -> Option<String> {
        self.threats.as_ref()?.attackers(self.shown(), square)
    }
}
