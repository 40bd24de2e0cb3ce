//! The end of the game as a panel: who won in large letters, how, and the keys that go on from here.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget as _;

use super::Play;
use crate::action::{Action, Context};
use crate::board::panels::Pen;
use crate::players::computer::LEVELS;
use crate::rules::explain::list;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::screen::Screen as _;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::footer::Chips;
use crate::widgets::label::{Label, Lines};
use crate::widgets::large::{LargeText, ROWS};
use crate::widgets::text::{columns, wrap};
use crate::world::World;

/// The most keys of the panel; the key bar has the others too.
const MOST_WAYS: usize = 3;

/// The keys that go on after the end, with what they do, the first ones first.
const WAYS: &[(Action, &str)] = &[
    (Action::Restart, "rematch"),
    (Action::NextLevel, "next level"),
    (Action::Together, "together"),
    (Action::Review, "review"),
    (Action::OtherSide, "other side"),
    (Action::Share, "share"),
];

/// What an action does after the end, if it is one of these.
pub(super) fn word_of_way(action: Action) -> Option<&'static str> {
    WAYS.iter().find(|(way, _)| *way == action).map(|(_, does)| *does)
}

/// The rows that the moves keep.
const MOVES: u16 = 5;

/// The setup of a game like this one in which everybody plays the next side.
fn turned(setup: &MatchSetup) -> MatchSetup {
    let mut turned = setup.clone();
    turned.seats.rotate_right(1);
    turned
}

/// The setup of the same game against the next level; `None` if there is none.
fn harder(setup: &MatchSetup) -> Option<MatchSetup> {
    let mut harder = setup.clone();
    let mut changed = false;
    for seat in &mut harder.seats {
        if let SeatKind::Computer(level) = seat
            && *level < LEVELS
        {
            *level += 1;
            changed = true;
        }
    }
    changed.then_some(harder)
}

/// Who won, in few words, and the seat if it is one.
#[derive(Clone)]
struct Winner {
    words: String,
    seat: Option<Side>,
}

impl Winner {
    /// The words are in the colour of the army that won; a draw has the accent.
    fn style(&self, spec: &Spec, world: &World) -> Style {
        let role = self.seat.map_or(Role::Title, |side| army(spec, side));
        world.theme.style(role).add_modifier(Modifier::BOLD)
    }
}

/// What the panel of the end shows.
struct End {
    winner: Winner,
    large: bool,
    /// How it was won, and how accurate both sides were.
    words: Vec<(String, Role)>,
    /// The rows between the words and the keys.
    gap: u16,
    keys: Vec<Vec<(String, &'static str)>>,
}

impl End {
    fn title(&self) -> u16 {
        if self.large { ROWS + 2 } else { 1 }
    }

    fn rows(&self) -> u16 {
        2 + self.title() + self.words.len() as u16 + self.gap + self.keys.len() as u16
    }
}

impl Play {
    /// The setup of the game that this action starts after the end; `None` if there is none.
    pub(super) fn next_setup(&self, action: Action) -> Option<MatchSetup> {
        let setup = self.desk.table.setup();
        match action {
            Action::OtherSide => Some(turned(setup)).filter(|turned| turned.seats != setup.seats),
            Action::NextLevel => harder(setup),
            Action::Number(number) => self.parts.coach.setup_of_moment(number, setup),
            _ => Some(setup.clone()),
        }
    }

    /// Who won.
    fn winner(&self) -> Option<Winner> {
        let ending = self.desk.table.end()?;
        let spec = self.desk.table.position().spec();
        let most = spec.sides().map(|side| ending.shares[side].sixtieths()).max()?;
        let best: Vec<Side> = spec.sides().filter(|&side| ending.shares[side].sixtieths() == most).collect();
        let names: Vec<String> = best.iter().map(|&side| spec.seat(side).name.to_owned()).collect();
        let words = match names.as_slice() {
            [one] => format!("{one} wins"),
            all if all.len() == spec.seats.len() => "Draw".to_owned(),
            all => format!("{} win", list(all)),
        };
        Some(Winner { words, seat: best.first().copied().filter(|_| best.len() == 1) })
    }

    /// The panel in an area, as large as there is room for, and its rows; nothing without an end.
    fn end(&self, area: Rect, world: &World) -> Option<End> {
        let winner = self.winner()?;
        let inside = area.width.saturating_sub(4);
        let fits_large = LargeText::fits(&winner.words, &world.glyphs, inside);
        let words = self.end_words(&winner, inside);
        // Large or not, how many rows of words, the gap, and the rows that the moves keep.
        let ways = [(true, 8, 1, MOVES), (true, 8, 1, 3), (false, 8, 1, MOVES), (false, 8, 0, 3), (false, 1, 0, 0)];
        let ways = ways.into_iter().chain([(false, 0, 0, 0)]).filter(|way| !way.0 || fits_large);
        let plan = |(large, most, gap, moves): (bool, usize, u16, u16)| {
            let words = words.iter().take(most).cloned().collect();
            let end = End { winner: winner.clone(), large, words, gap, keys: self.end_keys(inside, world) };
            (end.rows() + moves <= area.height).then_some(end)
        };
        { ways }.find_map(plan)
    }

    /// The rows of the panel in an area, or 0 without an end or without room.
    pub(super) fn end_rows(&self, area: Rect, world: &World) -> u16 {
        self.end(area, world).map_or(0, |end| end.rows())
    }

    /// How it was won, and what is known of the game: the rating, the moments that decided it, the accuracy.
    fn end_words(&self, winner: &Winner, width: u16) -> Vec<(String, Role)> {
        let ending = self.desk.table.ending().unwrap_or_default();
        // Who won stands above.
        let how = ending.strip_prefix(&winner.words).map(|how| sentence(how.trim_start_matches([':', ' '])));
        let how = how.unwrap_or(ending);
        let mut words: Vec<(String, Role)> =
            wrap(&how, width.into()).take(4).map(|row| (row, Role::Text)).collect();
        let next = self.parts.next.words().map(|words| (words, Role::Text));
        let rating = self.parts.rating.words().map(|words| (words, Role::Text));
        let rows =
            rating.into_iter().chain(self.parts.coach.moment_words()).chain(self.accuracy_words()).chain(next);
        words.extend(
            rows.flat_map(|(row, role)| wrap(&row, width.into()).map(|row| (row, role)).collect::<Vec<_>>()),
        );
        words
    }

    /// How accurate the seats were, if the computer has looked at the whole game.
    fn accuracy_words(&self) -> Option<(String, Role)> {
        let (accuracy, spec) = (self.parts.coach.accuracy()?, self.desk.table.position().spec());
        let seats = spec.sides().map(|side| format!("{} {:.0} %", spec.seat(side).name, accuracy[side]));
        Some((format!("Accuracy: {}", seats.collect::<Vec<_>>().join(", ")), Role::Text))
    }

    /// The keys in rows of this width.
    pub(super) fn end_keys(&self, width: u16, world: &World) -> Vec<Vec<(String, &'static str)>> {
        if self.desk.table.ending().is_none() {
            return Vec::new();
        }
        let mut rows: Vec<Vec<(String, &'static str)>> = Vec::new();
        let mut used = 0;
        for &(action, does) in WAYS.iter().filter(|(action, _)| self.can(*action, world)).take(MOST_WAYS) {
            let Some(key) = world.keymap.key(Context::Board, action) else { continue };
            let wide = columns(&key, 20) + does.len() + 3;
            if rows.is_empty() || used + wide > usize::from(width) + 2 {
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            rows.last_mut().expect("it was just added").push((key, does));
        }
        rows
    }

    /// Draws the panel at the top of an area, of which the rest is for the moves.
    pub(super) fn draw_end(&self, world: &World, pen: &Pen<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(end) = self.end(area, world) else { return };
        let area = Rect { height: end.rows(), ..area };
        let result =
            self.desk.table.end().map(|end| end.result(pen.spec.seats.len()).to_string()).unwrap_or_default();
        let inside = pen.frame(area, "The end", &result, true, buffer);
        let parts = [end.title(), end.words.len() as u16, end.gap].map(Constraint::Length).into_iter();
        let parts = Layout::vertical(parts.chain([Constraint::Fill(1)])).split(inside);
        let style = end.winner.style(pen.spec, world);
        if end.large {
            LargeText::new(&end.winner.words, style).render(parts[0].inner(Margin::new(0, 1)), buffer);
        } else {
            Label::new(&end.winner.words, style).render(parts[0], buffer);
        }
        let words = end.words.iter().map(|(row, role)| (world.glyphs.plain(row), world.theme.style(*role)));
        Lines(words).render(parts[1], buffer);
        for (row, keys) in parts[3].rows().zip(&end.keys) {
            Chips { world, keys }.render(row, buffer);
        }
    }

    /// The end in a narrow column: who won, and a key in each row. Returns the rows that it takes.
    pub(super) fn end_column(&self, world: &World, pen: &Pen<'_>, area: Rect, buffer: &mut Buffer) -> u16 {
        let Some(winner) = self.winner().filter(|_| area.height > 1) else { return 0 };
        let keys = self.end_keys(0, world);
        // A free row above and below, if there is room.
        let air = u16::from(area.height > keys.len() as u16 + 3);
        let mut rows = area.rows().skip(air.into());
        let Some(head) = rows.next() else { return 0 };
        pen.rule(head, &winner.words, buffer);
        let style = winner.style(pen.spec, world);
        Label::new(&winner.words, style).render(head.inner(Margin::new(2, 0)), buffer);
        let mut words = Vec::new();
        if let Some(accuracy) = self.parts.coach.accuracy() {
            let name = |side| pen.spec.seat(side).name;
            words.extend(pen.spec.sides().map(|side| format!("{} {:.0} %", name(side), accuracy[side])));
        }
        let moments = self.parts.coach.moments().iter().enumerate();
        words.extend(moments.map(|(at, one)| format!("{} {}", at + 1, one.shown)));
        if words.len() > usize::from(area.height).saturating_sub(keys.len() + 3) {
            words.clear();
        }
        let text = world.theme.style(Role::Text);
        words.iter().zip(rows.by_ref()).for_each(|(word, row)| Label::new(word, text).render(row, buffer));
        keys.iter()
            .zip(rows)
            .for_each(|(keys, row)| Chips { world, keys }.render(row.inner(Margin::new(1, 0)), buffer));
        (2 * air + 1 + (words.len() + keys.len()) as u16).min(area.height)
    }

    /// The end in one line: as many keys as fit.
    pub(super) fn end_line(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let keys = self.end_keys(u16::MAX / 2, world).concat();
        Chips { world, keys: &keys }.render(area.inner(Margin::new(1, 0)), buffer);
    }
}
