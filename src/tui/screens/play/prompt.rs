//! The two lines above the key hints: the prompt, and the message line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::Play;
use crate::tui::action::{Action, Context};
use crate::tui::board::prompt::Prompt;
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::world::World;

impl Play {
    /// Draws the two lines; the end is not told again where a card does.
    pub(super) fn prompt(
        &self,
        world: &World,
        area: Rect,
        (analysed, has_card): (Option<String>, bool),
        buffer: &mut Buffer,
    ) {
        let (left, right) = self.first_line(area, has_card);
        let (told, role) = match analysed {
            Some(words) if self.pane.told.is_none() && self.notice.is_none() => (words, Role::Text),
            _ => self.second_line(area, has_card, world),
        };
        let typing = self.pane.entry.is_some();
        Prompt { world, left: &left, right: &right, told: &told, role, typing }.render(area, buffer);
    }

    /// The prompt and, for its right end, the number of choices.
    fn first_line(&self, area: Rect, has_card: bool) -> (String, String) {
        let position = self.shown();
        let spec = position.spec();
        if self.pane.entry.is_some() {
            return self.pane.line(position, area);
        }
        if let Some(browse) = &self.browse {
            let last = self.table.lines().iter().rfind(|line| line.ply <= browse.ply);
            let last = || last.map(|line| format!("{}: {}", spec.seat(line.side).name, line.text));
            let text = browse.words.clone().or_else(last).unwrap_or_else(|| "Start of the game.".to_owned());
            return (text, "0: back to the current move".to_owned());
        }
        if let Some(ending) = self.table.ending() {
            return (if has_card { String::new() } else { ending }, String::new());
        }
        if !self.can_move() {
            return (self.table.thinking(self.pane.analysis.is_some()), String::new());
        }
        self.pane.line(position, area)
    }

    /// The message line, by priority: a question of the others, a notice, the last message, the explained piece,
    /// threats, a failure, a draw offer, a claim, the effect of the move.
    fn second_line(&self, area: Rect, has_card: bool, world: &World) -> (String, Role) {
        let position = self.shown();
        if let Some(words) = self.consent_line(world) {
            return (words, Role::Notice);
        }
        if let Some(notice) = &self.notice {
            return (notice.words.clone(), notice.role);
        }
        let failure = self.table.failure();
        if let Some(told) = self.pane.told.as_ref().filter(|told| failure.as_ref() != Some(told)) {
            return (told.clone(), self.pane.told_role());
        }
        if let Some(words) = self.elsewhere_words() {
            return (words.to_owned(), Role::Warning);
        }
        if self.pane.explained.is_some() || self.pane.threats.is_some() {
            return self.pane.about(position);
        }
        // A failure that stopped the game stays visible until the game continues.
        if let Some(why) = failure {
            return (why + &self.ways_on(world), Role::Warning);
        }
        if let Some(words) = self.rematch_line(world) {
            return (words, Role::Notice);
        }
        if let Some(words) = self.premove_words().or_else(|| self.plan_words(world)) {
            return (words, Role::Text);
        }
        let [agree, refuse] = Play::answers(world);
        if let Some(words) = self.table.offer_words([&agree, &refuse]) {
            return (words, Role::Notice);
        }
        let agree = world.keymap.key(Context::Board, Action::Claim);
        if let Some(words) = self.table.claim_words(agree.as_deref()) {
            return (words, Role::Notice);
        }
        if let Some(words) = self.evaluation_words() {
            return (words, Role::Text);
        }
        if let Some(words) = self.together_words(world) {
            return (words, Role::Text);
        }
        if !self.can_move() || self.browse.is_some() {
            let shares = if has_card { String::new() } else { self.table.shares_words() };
            let news = || self.news_words(&world.glyphs, area);
            let words = Some(shares).filter(|shares| !shares.is_empty()).or_else(|| self.table.watched_words());
            return (words.or_else(news).unwrap_or_default(), Role::Text);
        }
        if let Some(words) = self.first_move_words() {
            return (words, Role::Advice);
        }
        if let Some(words) = self.advice() {
            return (words, Role::Advice);
        }
        if let Some(words) = self.news_words(&world.glyphs, area) {
            return (words, Role::Text);
        }
        self.pane.about(position)
    }

    /// The keys that can continue a stopped game.
    fn ways_on(&self, world: &World) -> String {
        let ways = [(Action::Pause, "try again"), (Action::Sit, "take over"), (Action::Undo, "take back")];
        let ways = ways.into_iter().filter(|&(action, _)| self.table.ending().is_none() && self.can(action, world));
        let keys = ways.filter_map(|(action, does)| Some((world.keymap.key(Context::Board, action)?, does)));
        let ways: Vec<String> = keys.map(|(key, does)| format!("{key}: {does}")).collect();
        if ways.is_empty() { String::new() } else { format!(" {}.", ways.join(", ")) }
    }
}
