//! The layout of the first screen for any window: the name, the list, and beside it the games as cards or one board.

use ratatui::layout::Rect;

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
    /// One area for each game, or none if they are rows of the list.
    pub(super) cards: Vec<Rect>,
    /// The board with its words; empty if there is no room.
    pub(super) board: Rect,
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
    let rows = games.div_ceil(columns);
    let (wide, high) = ((room.width + 1) / columns as u16, room.height / rows.max(1) as u16);
    if games == 0 || wide <= CARD.0 || high < CARD.1 {
        return Vec::new();
    }
    let card = |at: usize| Rect {
        x: room.x + (at % columns) as u16 * wide,
        y: room.y + (at / columns) as u16 * high,
        width: wide - 1,
        height: high,
    };
    (0..games).map(card).collect()
}

impl Plan {
    /// The layout for this many entries and games.
    pub(super) fn of(area: Rect, entries: usize, games: usize) -> Plan {
        let large = area.width >= LARGE.0 && area.height >= LARGE.1;
        let name = Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(4),
            height: if large { 3 } else { 1 },
        };
        let top = name.bottom() + 1;
        let wide = area.width >= BESIDE;
        let width = if wide { LIST } else { area.width.saturating_sub(4) };
        let right = area.x + 2 + width + 3;
        let room = Rect {
            x: right,
            y: top,
            width: area.right().saturating_sub(right + 1),
            height: area.bottom().saturating_sub(top + 1),
        };
        let cards = if area.width >= CARDS.0 && area.height >= CARDS.1 { cards(room, games) } else { Vec::new() };
        // The games are rows of the list below a heading where they are no cards.
        let rows = entries + if cards.is_empty() { games + 2 } else { 0 };
        let list =
            Rect { x: area.x + 2, y: top, width, height: area.bottom().saturating_sub(top + 1).min(rows as u16) };
        let board = if !cards.is_empty() {
            let y = list.bottom() + 2;
            Rect { x: list.x, y, width: list.width, height: area.bottom().saturating_sub(y + 1) }
        } else if wide {
            // Beside the name in one row there is room for the board.
            let y = if large { top } else { area.y + 1 };
            Rect { y, height: area.bottom().saturating_sub(y + 1), ..room }
        } else {
            Rect { width: 0, height: 0, ..room }
        };
        Plan { large, name, list, cards, board }
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
                for part in plan.cards.iter().chain([&plan.list, &plan.board, &plan.name]) {
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
