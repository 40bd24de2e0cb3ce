//! What many games come to, as a page that scrolls: results as bars where looking beats reading.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::record::store::Entry;
use crate::session::statistics::{Row, Statistics, Tally};
use crate::tui::action::{Action, Context};
use crate::tui::glyphs::Glyphs;
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Step};
use crate::tui::theme::Role;
use crate::tui::widgets::footer;
use crate::tui::widgets::text::{fit, wrap};
use crate::tui::world::World;

/// No line is longer than this, however wide the window is.
const WIDEST: usize = 100;

/// The page.
pub(super) struct Figures {
    told: Statistics,
    top: usize,
}

impl Figures {
    /// The page of these games.
    pub(super) fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Figures {
        Figures { told: Statistics::of(entries), top: 0 }
    }

    fn room(area: Rect) -> Rect {
        Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        }
    }
}

fn games(count: usize) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// A result in words and a share.
fn result(tally: Tally, wide: bool) -> String {
    let points = tally.won as f64 + tally.shared as f64 / 2.0;
    let share = format!("{:>3.0} %", points / tally.games().max(1) as f64 * 100.0);
    if wide {
        format!("{:>4} won {:>4} drawn {:>4} lost  {share}", tally.won, tally.shared, tally.lost)
    } else {
        format!("{} - {} - {}  {share}", tally.won, tally.shared, tally.lost)
    }
}

/// A bar as long as there are games beside the longest: what was won, shared and lost.
fn bar(tally: Tally, most: usize, room: usize, glyphs: &Glyphs) -> String {
    let mut drawn = String::new();
    let (mut games, mut columns) = (0, 0);
    for (count, sign) in [tally.won, tally.shared, tally.lost].into_iter().zip(glyphs.bars) {
        games += count;
        // What there is takes a column at least; the whole is not longer for it.
        let to = (games * room).div_ceil(most.max(1)).min(room);
        let to = if count > 0 { to.max((columns + 1).min(room)) } else { columns };
        drawn.extend(std::iter::repeat_n(sign, to - columns));
        columns = to;
    }
    drawn
}

/// The lines of the page in so many columns.
pub fn lines(told: &Statistics, width: usize, glyphs: &Glyphs) -> Vec<(Role, String)> {
    let width = width.min(WIDEST);
    let mut lines: Vec<(Role, String)> = Vec::new();
    let mut say = |role: Role, text: &str| {
        lines.extend(wrap(text, width).into_iter().map(|line| (role, glyphs.plain(&line))));
    };
    say(
        Role::Text,
        &format!("{}, {} of them unfinished; {} plies on average.", games(told.games), told.running, told.plies),
    );
    if told.all.games() == 0 {
        say(Role::Dim, "Results are counted where one person plays against computers.");
    } else {
        let all = told.all;
        say(
            Role::Text,
            &format!(
                "One person against computers: {}, {} won, {} drawn, {} lost.",
                games(all.games()),
                all.won,
                all.shared,
                all.lost
            ),
        );
        let (won, lost) = told.longest;
        say(Role::Text, &format!("Longest runs: {won} won, {lost} lost; {}.", told.run()));
    }
    if told.all.games() > 0 {
        let [won, shared, lost] = glyphs.bars;
        lines.push((Role::Dim, format!("{won} won  {shared} drawn  {lost} lost")));
    }
    for (title, rows) in [
        ("By level of the computer", &told.by_level),
        ("By seat of the person", &told.by_seat),
        ("By game", &told.by_game),
    ] {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.tally.games() > 0).collect();
        if !rows.is_empty() {
            lines.push((Role::Text, String::new()));
            lines.push((Role::Title, title.to_owned()));
            lines.extend(plot(&rows, width, glyphs).into_iter().map(|line| (Role::Text, line)));
        }
    }
    if !told.by_game.is_empty() {
        lines.push((Role::Text, String::new()));
        lines.push((Role::Title, "Games and their lengths".to_owned()));
        let name = told.by_game.iter().map(|row| row.name.len()).max().unwrap_or(0);
        for row in &told.by_game {
            lines.push((
                Role::Text,
                format!("{:name$}  {:>11}  {:>4} plies", row.name, games(row.games), row.plies),
            ));
        }
    }
    lines
}

/// Rows with their bars.
fn plot(rows: &[&Row], width: usize, glyphs: &Glyphs) -> Vec<String> {
    let wide = width >= 72;
    let name = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(width / 3);
    let most = rows.iter().map(|row| row.tally.games()).max().unwrap_or(1);
    let words: Vec<String> = rows.iter().map(|row| result(row.tally, wide)).collect();
    let taken = words.iter().map(String::len).max().unwrap_or(0);
    let room = width.saturating_sub(name + taken + 3);
    let line = |(row, words): (&&Row, &String)| {
        let named = fit(&row.name, name, glyphs.more);
        let drawn = bar(row.tally, most, room, glyphs);
        format!("{named:name$}  {drawn:room$} {words:>taken$}")
    };
    rows.iter().zip(&words).map(line).collect()
}

impl Screen for Figures {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right | Action::Next | Action::Previous | Action::Pick)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Step {
        let room = Figures::room(world.whole());
        let page = usize::from(room.height);
        let last = lines(&self.told, room.width.into(), &world.glyphs).len().saturating_sub(page);
        let was = self.top.min(last);
        self.top = match action {
            Action::Back | Action::Leave => return Step::Close,
            Action::Up => was.saturating_sub(1),
            Action::Down => was + 1,
            Action::PageUp => was.saturating_sub(page.max(2) - 1),
            Action::PageDown => was + page.max(2) - 1,
            Action::First => 0,
            Action::Last => last,
            _ => was,
        }
        .min(last);
        if self.top == was { Step::Same } else { Step::Changed }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        match *input {
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        buffer.set_string(area.x + 1, area.y, "Statistics", world.theme.style(Role::Title));
        let room = Figures::room(area);
        let width = usize::from(room.width);
        let lines = lines(&self.told, width, &world.glyphs);
        let top = self.top.min(lines.len().saturating_sub(room.height.into()));
        for (y, (role, line)) in room.rows().map(|row| row.y).zip(lines.iter().skip(top)) {
            buffer.set_stringn(room.x, y, line, width, world.theme.style(*role));
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::glyphs::{ASCII, UNICODE};

    #[test]
    fn bars_are_as_long_as_there_are_games() {
        let tally = |won, shared, lost| Tally { won, shared, lost };
        for (tally, drawn) in [
            (tally(5, 0, 5), "#####....."),
            (tally(1, 1, 1), "#=."),
            (tally(0, 0, 10), ".........."),
            (tally(0, 0, 0), ""),
            (tally(10, 0, 0), "##########"),
        ] {
            assert_eq!(bar(tally, 10, 10, &ASCII), drawn);
        }
        assert_eq!(bar(tally(1, 1, 98), 100, 10, &UNICODE), "█▒░░░░░░░░");
        assert_eq!(bar(tally(998, 1, 1), 1000, 3, &ASCII).len(), 3);
    }
}
