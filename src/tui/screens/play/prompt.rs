//! The two lines above the keys: what is asked and picked, and what is told.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::{Play, seen};
use crate::rules::geometry::Square;
use crate::rules::pick::{Mark, Pick};
use crate::rules::position::Position;
use crate::tui::action::{Action, Context};
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::widgets::text::wrap;
use crate::tui::world::World;

/// What stands before a text that is typed.
pub(super) const fn label(action: Action) -> &'static str {
    match action {
        Action::GoTo => "go to: ",
        _ => "move: ",
    }
}

impl Play {
    pub(super) fn prompt(&self, world: &World, area: Rect, analysed: Option<String>, buffer: &mut Buffer) {
        let (left, right) = self.first_line();
        let (told, role) = match analysed {
            Some(words) if self.told.is_none() => (words, Role::Text),
            _ => self.second_line(world),
        };
        let plain = |text: &str| world.glyphs.plain(text);
        let line = |buffer: &mut Buffer, y: u16, text: &str, right: &str, role: Role| {
            let (text, right) = (plain(text), plain(right));
            let room = usize::from(area.width.saturating_sub(2));
            buffer.set_stringn(area.x + 1, y, &text, room, world.theme.style(role));
            if !right.is_empty() && text.width() + right.width() + 2 <= room {
                let x = area.right() - 1 - right.width() as u16;
                buffer.set_string(x, y, &right, world.theme.style(Role::Dim));
            }
        };
        if area.height == 1 {
            let (text, role) =
                if told.is_empty() || self.entry.is_some() { (&left, Role::Prompt) } else { (&told, role) };
            return line(buffer, area.y, text, "", role);
        }
        let room = usize::from(area.height) - 1;
        let mut lines = wrap(&told, usize::from(area.width.saturating_sub(2)));
        if role == Role::Dim && lines.len() > room {
            // What nobody asked for may be short: the key for the piece tells it in full.
            lines.truncate(room);
            if let Some(last) = lines.last_mut() {
                let words = last.rfind(' ').unwrap_or(last.len());
                last.replace_range(words.., " …");
            }
        }
        // What is told comes in full, before what is asked where both do not fit, and for as long
        // as it is told over the board's edge where even that is not enough.
        let more = (lines.len() as u16).saturating_sub(area.height);
        let area = Rect { y: area.y.saturating_sub(more), height: area.height + more, ..area };
        for at in (Rect { height: more, ..area }).positions() {
            buffer[at].reset();
            buffer[at].set_style(world.theme.style(Role::Text));
        }
        let asked = u16::from(lines.len() <= room || self.entry.is_some());
        if asked > 0 {
            line(buffer, area.y, &left, &right, Role::Prompt);
        }
        for (y, text) in (area.y + asked..area.bottom()).zip(&lines) {
            line(buffer, y, text, "", role);
        }
    }

    /// What is picked and asked, and how many choices there are.
    fn first_line(&self) -> (String, String) {
        let position = self.shown();
        let spec = position.spec();
        if let Some(entry) = &self.entry {
            let known =
                if entry.action == Action::Type { self.completions(entry.field.text()) } else { String::new() };
            return (format!("{}{}", label(entry.action), entry.field.text()), known);
        }
        if let Some(browse) = &self.browse {
            let last = self.table.lines().iter().rfind(|line| line.ply <= browse.ply);
            let text = last.map_or("The beginning of the game.".to_owned(), |line| {
                format!("{}: {}", spec.seat(line.side).name, line.text)
            });
            return (text, "0 returns".to_owned());
        }
        if let Some(ending) = self.table.ending() {
            return (ending, String::new());
        }
        if !self.can_move() {
            return (self.table.thinking(), String::new());
        }
        let offers = self.hand.offers();
        let picks = self.hand.picks();
        if let Some(offer) = self.hand.offer() {
            let shown = |&pick: &Pick| {
                let name = match pick {
                    Pick::Promote(kind) => spec.of(kind).name,
                    Pick::Stop => "stays a Pawn",
                    _ => "pass",
                };
                if pick == offer { format!("[{name}]") } else { format!(" {name} ") }
            };
            let all: Vec<String> = offers.iter().map(shown).collect();
            let crumbs = self.crumbs(position, &picks, None);
            return (format!("{crumbs}{}", all.concat()), counted(offers.len(), "choice"));
        }
        let on_choice = self.hand.choices().iter().any(|choice| choice.pick == Pick::Square(self.rested));
        let aimed = Some(self.rested).filter(|_| on_choice);
        if picks.is_empty() {
            let turn = spec.seat(position.turn()).name;
            let text = match (aimed, position.piece(self.rested)) {
                (Some(square), _) => format!("{} → ?", named(position, square)),
                (None, Some(_)) => format!("{turn}: {}? Not {}.", position.ask(&[]), named(position, self.rested)),
                (None, None) => format!("{turn}: {}?", position.ask(&[])),
            };
            let count = self.hand.candidates(position, self.view).len();
            return (text, format!("{} can move", counted(count, "piece")));
        }
        (self.crumbs(position, &picks, aimed) + "?", self.counts(position))
    }

    /// The picks as they are read: `Ra1 → in b1 → out a4 → b4`.
    fn crumbs(&self, position: &dyn Position, picks: &[Pick], aimed: Option<Square>) -> String {
        let spec = position.spec();
        let label = |square: Square| position.geometry().label(square).to_owned();
        let mut text = String::new();
        for (at, &pick) in picks.iter().enumerate() {
            match pick {
                Pick::Reserve(kind) => text = format!("{} @ ", spec.of(kind).name),
                Pick::Square(square) if at == 0 => text = format!("{} → ", named(position, square)),
                Pick::Square(square) => {
                    let marks = position.choices(&picks[..at]);
                    let mark = marks.iter().find(|choice| choice.pick == pick).map(|choice| choice.mark);
                    text += match mark {
                        Some(Mark::In) => "in ",
                        Some(Mark::Out) => "out ",
                        _ => "",
                    };
                    text += &label(square);
                    text += " → ";
                }
                _ => {}
            }
        }
        match aimed {
            Some(square) => {
                let marks = self.hand.choices().iter().find(|choice| choice.pick == Pick::Square(square));
                let word = match marks.map(|choice| choice.mark) {
                    Some(Mark::In) => "in ",
                    Some(Mark::Out) => "out ",
                    _ => "",
                };
                text + word + &label(square)
            }
            None => text,
        }
    }

    fn counts(&self, position: &dyn Position) -> String {
        let candidates = self.hand.candidates(position, self.view);
        let captures = self.hand.choices().iter().filter(|choice| choice.mark == Mark::Capture).count();
        let at = candidates.iter().position(|&square| square == self.rested);
        let place = match at {
            Some(at) => format!("target {} of {}", at + 1, candidates.len()),
            None => counted(candidates.len(), "target"),
        };
        if captures == 0 { place } else { format!("{place} · {}", counted(captures, "capture")) }
    }

    /// What is told: what was said last, the piece that is explained, what the move would do.
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
            let here: Vec<&str> =
                threats.iter().filter(|(at, ..)| *at == self.rested).map(|(.., text)| text.as_str()).collect();
            let text = match (here.is_empty(), position.piece(self.rested)) {
                (false, _) => format!("Threatened by {}.", here.join(", ")),
                (true, Some(_)) => "Nothing attacks this piece.".to_owned(),
                (true, None) => format!("{} attacks in all.", threats.len()),
            };
            return (text, Role::Text);
        }
        // What has stopped the game stays to be read until it goes on.
        if let Some(why) = failure {
            return (why + &self.ways_on(world), Role::Warning);
        }
        if let Some(words) = self.table.offer_words() {
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

    /// The keys that bring a game on that has stopped.
    fn ways_on(&self, world: &World) -> String {
        let ways = [(Action::Pause, "asks again"), (Action::Sit, "takes the seat"), (Action::Undo, "takes back")];
        let ways = ways.into_iter().filter(|&(action, _)| self.table.ending().is_none() && self.can(action, world));
        let keys = ways.filter_map(|(action, does)| Some((world.keymap.key(Context::Board, action)?, does)));
        let ways: Vec<String> = keys.map(|(key, does)| format!("{key} {does}")).collect();
        if ways.is_empty() { String::new() } else { format!(" {}.", ways.join(", ")) }
    }

    fn completions(&self, typed: &str) -> String {
        let Some(entry) = &self.entry else { return String::new() };
        let all = entry.texts.completions(typed);
        let shown = all.iter().take(6).copied().collect::<Vec<_>>().join(" ");
        if all.len() > 6 { format!("{shown} … {}", all.len()) } else { shown }
    }

    /// The threats that are shown, if they are.
    pub(super) fn attackers(&self, square: Square) -> Option<String> {
        seen::attackers(self.shown(), self.threats.as_ref()?, square)
    }
}

/// So many of something: `1 capture`, `2 captures`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A piece with its square: `Ra7`.
fn named(position: &dyn Position, square: Square) -> String {
    let label = position.geometry().label(square);
    match position.piece(square) {
        Some(piece) => format!("{}{label}", position.spec().of(piece.kind()).letter),
        None => label.to_owned(),
    }
}
