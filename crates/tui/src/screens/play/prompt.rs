//! The two lines above the key hints: the prompt, and the message line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::Play;
use super::part::Below;
use crate::board::prompt::Prompt;
use crate::screen::Screen as _;
use crate::theme::Role;
use crate::world::World;

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
        let (message, role) = match analysed {
            Some(words) if self.desk.pane.message.is_none() && self.desk.notice.is_none() => (words, Role::Text),
            _ => self.second_line(area, has_card, world),
        };
        let typing = self.desk.pane.entry.is_some();
        Prompt { world, left: &left, right: &right, message: &message, role, typing }.render(area, buffer);
    }

    /// The prompt and, for its right end, the number of choices.
    fn first_line(&self, area: Rect, has_card: bool) -> (String, String) {
        let position = self.desk.shown();
        let spec = position.spec();
        if self.desk.pane.entry.is_some() {
            return self.desk.pane.line(position, area);
        }
        if let Some(browse) = &self.desk.browse {
            let last = self.desk.table.lines().iter().rfind(|line| line.ply <= browse.ply);
            let last = || last.map(|line| format!("{}: {}", spec.seat(line.side).name, line.text));
            let text = browse.words.clone().or_else(last).unwrap_or_else(|| "Start of the game.".to_owned());
            return (text, "0: back to the current move".to_owned());
        }
        if let Some(ending) = self.desk.table.ending() {
            return (if has_card { String::new() } else { ending }, String::new());
        }
        if !self.desk.can_move() {
            return (self.desk.table.thinking(self.desk.pane.analysis.is_some()), String::new());
        }
        self.desk.pane.line(position, area)
    }

    /// The message line: that of the first part that has one. The board describes the square of the cursor otherwise.
    fn second_line(&self, area: Rect, has_card: bool, world: &World) -> (String, Role) {
        let below = Below { world, area, has_card, can: &|action| self.can(action, world) };
        if let Some(line) = self.parts.all().find_map(|part| part.line(&self.desk, &below)) {
            return line;
        }
        if self.desk.can_move() { self.desk.pane.about(self.desk.shown()) } else { (String::new(), Role::Text) }
    }
}
