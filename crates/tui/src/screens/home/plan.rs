//! The layout of the first screen for any window: the name, the list, and beside it the games as cards or one board.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::widgets::areas::{from_top, sides, titled};

/// From this size on the name is drawn in large letters, and the games are cards.
const LARGE: (u16, u16) = (100, 30);
const CARDS: (u16, u16) = (110, 36);

/// The smallest card.
const CARD: (u16, u16) = (30, 12);

/// From this width on there is a board beside the list.
const BESIDE: u16 = 64;

/// The width of the list beside cards or a board.
const LIST: u16 = 36;

/// The areas of the screen.
pub(super) struct Plan {
    /// The name in three rows of letters, if there is room for them; else in one row.
    pub(super) large: bool,
    pub(super) name: Rect,
    pub(super) list: Rect,
    /// The rows of a message below the list.
    pub(super) message: Rect,
    /// One area for each game, or none if they are rows of the list.
    pub(super) cards: Vec<Rect>,
    /// The board with its words; empty if there is no room.
    pub(super) board: Rect,
    pub(super) footer: Rect,
}

/// How many columns of cards there are for this many games.
pub(super) const fn across(games: usize) -> usize {
    let mut columns = 1;
    while columns * columns < games {
        columns += 1;
    }
    columns
}

/// The cards in this room, or none if they would be too small.
fn cards(room: Rect, games: usize) -> Vec<Rect> {
    let columns = across(games);
    let same = |count| std::iter::repeat_n(Constraint::Fill(1), count);
    let rows = Layout::vertical(same(games.div_ceil(columns))).split(room);
    let row = Layout::horizontal(same(columns)).spacing(1);
    let cards: Vec<Rect> = rows.iter().flat_map(|&place| row.split(place).to_vec()).take(games).collect();
    if cards.iter().any(|card| card.width < CARD.0 || card.height < CARD.1) { Vec::new() } else { cards }
}

impl Plan {
    /// The layout for this many entries and games.
    pub(super) fn of(area: Rect, entries: usize, games: usize) -> Plan {
        let large = area.width >= LARGE.0 && area.height >= LARGE.1;
        let [_, content, footer] = titled(area);
        let ([name, _], below) = from_top(content, [if large { 3 } else { 1 }, 1]);
        let wide = area.width >= BESIDE;
        let beside = if wide { [Constraint::Length(3), Constraint::Fill(1)] } else { [Constraint::Length(0); 2] };
        let list = if wide { Constraint::Length(LIST) } else { Constraint::Fill(1) };
        let margin = |columns| Constraint::Length(columns);
        let parts = [margin(2), list, beside[0], beside[1], margin(if wide { 1 } else { 2 })];
        let parts = Layout::horizontal(parts);
        let [_, column, _, room, _] = parts.areas(below);
        let cards = if area.width >= CARDS.0 && area.height >= CARDS.1 { cards(room, games) } else { Vec::new() };
        // The games are rows of the list below a heading where they are no cards.
        let rows = entries + if cards.is_empty() { games + 2 } else { 0 };
        let ([list, _], message) = from_top(column, [rows as u16, 1]);
        let board = if !cards.is_empty() {
            from_top(message, [1]).1
        } else if large {
            room
        } else {
            // Beside the name in one row there is room for the board.
            parts.areas::<5>(content)[3]
        };
        Plan { large, name: sides(name, 2), list, message, cards, board, footer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_inside_and_cards_do_not_overlap() {
        for (width, height) in [(20, 8), (40, 12), (64, 20), (80, 24), (100, 30), (120, 40), (200, 60), (300, 100)]
        {
            let area = Rect::new(0, 0, width, height);
            for games in 0..9 {
                let plan = Plan::of(area, 6, games);
                for part in plan.cards.iter().chain([&plan.list, &plan.board, &plan.name, &plan.message]) {
                    assert!(part.is_empty() || area.intersection(*part) == *part, "{part:?} in {area:?}");
                }
                for (at, card) in plan.cards.iter().enumerate() {
                    assert!(plan.cards[..at].iter().all(|other| !other.intersects(*card)));
                    assert!(!card.intersects(plan.list) && !card.intersects(plan.board));
                }
            }
            assert_eq!(Plan::of(area, 6, 4).cards.len(), if width >= 120 { 4 } else { 0 }, "{width}x{height}");
        }
    }
}
