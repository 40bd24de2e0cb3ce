//! The layout of the play screen for any window size. The board has priority; panels go beside or below it, and
//! shrink step by step if there is no room.

use ratatui::layout::{Position as Point, Rect};

use super::map::{BoardMap, Form, Levels, Lines, Wish};
use crate::config::BoardLines;
use crate::rules::geometry::Geometry;
use crate::rules::position::Position;
use crate::tui::view::View;
use crate::tui::world::World;

/// The drawing options of a board from the settings.
pub fn wish(position: &dyn Position, world: &World, level: u8) -> Wish {
    let lines = match world.config.look.lines {
        BoardLines::Grid => Lines::Grid,
        BoardLines::None => Lines::None,
        BoardLines::Auto => Lines::Auto,
    };
    let letters = if position.spec().seats.len() > 2 { 2 } else { 1 };
    Wish { letters, lines, coordinates: world.config.look.coordinates, level }
}

/// How the seats and the moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panels {
    /// Boxes to the right of the board.
    Beside(Rect),
    /// Boxes below the board.
    Below(Rect),
    /// A narrow column to the right: two rows per seat, then the moves.
    Slim(Rect),
    /// One line for all seats.
    Strip(Rect),
    /// No panels.
    None,
}

impl Panels {
    /// The boxes of the seats, from the top, and the box of the moves; `None` if the panels are not boxes.
    pub fn boxes(self, seats: usize) -> Option<(Vec<Rect>, Rect)> {
        let count = seats as u16;
        match self {
            Panels::Beside(area) => {
                let tall = if area.height >= 18 { 4 } else { 3 };
                let columns = if seats > 2 { 2 } else { 1 };
                let wide = area.width / columns;
                // With two seats, the moves are between the two boxes; with more, all seats are above the
                // moves.
                let (above, below) = if columns == 2 { (count / columns, 0) } else { (1, 1) };
                let place = |at: u16| {
                    let (row, column) = (at / columns, at % columns);
                    let y = if row < above { area.y + row * tall } else { area.bottom().saturating_sub(tall) };
                    Rect { x: area.x + column * wide, y, width: wide, height: tall }
                };
                let height = area.height.saturating_sub((above + below) * tall);
                Some(((0..count).map(place).collect(), Rect { y: area.y + above * tall, height, ..area }))
            }
            Panels::Below(area) => {
                let wide = area.width / count;
                let place = |at| Rect { x: area.x + at * wide, width: wide, height: 4.min(area.height), ..area };
                let moves = Rect { y: area.y + 4, height: area.height.saturating_sub(4), ..area };
                Some(((0..count).map(place).collect(), moves))
            }
            _ => None,
        }
    }
}

/// The parts of the play screen.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    /// The title row: game, side to move, counters.
    pub title: Rect,
    /// The board.
    pub board: BoardMap<'a>,
    /// Seats and moves.
    pub panels: Panels,
    /// The prompt and messages.
    pub prompt: Rect,
    /// The key hints.
    pub footer: Option<Rect>,
}

/// The minimum width of boxes beside the board, by the number of seats.
const fn beside(seats: usize) -> u16 {
    if seats > 2 { 60 } else { 37 }
}

const SLIM: u16 = 17;

/// The minimum height of boxes below the board.
const fn below(seats: usize) -> u16 {
    if seats > 2 { 9 } else { 8 }
}

/// The panel forms, in order of preference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Full,
    Slim,
    Strip,
    Bare,
}

/// Computes the layout; if the window is too small, the error is the size it needs.
pub fn layout(
    area: Rect,
    board: &Geometry,
    seats: usize,
    view: View,
    wish: Wish,
) -> Result<Layout<'_>, (u16, u16)> {
    let prompt = if area.height >= 20 { 2 } else { 1 };
    let footer = u16::from(area.height >= 12);
    let room = Rect { y: area.y + 1, height: area.height.saturating_sub(1 + prompt + footer), ..area };
    let ways = BoardMap::ways(board, view, wish);
    let folds: &[Fold] = if seats > 2 {
        // With four seats, `Full` already includes a narrow column.
        &[Fold::Full, Fold::Strip, Fold::Bare]
    } else {
        &[Fold::Full, Fold::Slim, Fold::Strip, Fold::Bare]
    };
    for whole in [true, false] {
        for &fold in folds {
            for way in ways.iter().filter(|way| matches!(way.levels, Levels::One(_)) != whole) {
                if let Some((origin, panels)) = place(room, way, seats, fold) {
                    let (panels, more) =
                        if prompt > 1 && way.size().1 < room.height { shorter(panels) } else { (panels, 0) };
                    let room = Rect { height: room.height - more, ..room };
                    let prompt = prompt + more;
                    let prompt = Rect { y: room.bottom(), height: prompt, ..area };
                    let footer = Rect { y: prompt.bottom(), height: footer, ..area };
                    return Ok(Layout {
                        title: Rect { height: 1, ..area },
                        board: way.clone().at(origin),
                        panels,
                        prompt,
                        footer: Some(footer).filter(|footer| footer.height > 0),
                    });
                }
            }
        }
    }
    Err(needed(&ways))
}

/// Panels beside the board give up one row for a longer message, if the board leaves it free.
fn shorter(panels: Panels) -> (Panels, u16) {
    let less = |area: Rect| Rect { height: area.height.saturating_sub(1), ..area };
    match panels {
        Panels::Beside(area) => (Panels::Beside(less(area)), 1),
        Panels::Slim(area) => (Panels::Slim(less(area)), 1),
        other => (other, 0),
    }
}

fn place(room: Rect, way: &BoardMap<'_>, seats: usize, fold: Fold) -> Option<(Point, Panels)> {
    let (width, height) = way.size();
    let right = room.width.checked_sub(width)?;
    let under = room.height.checked_sub(height)?;
    let beside_it = |gap: u16| Rect { x: room.x + width + gap, width: right - gap, ..room };
    let corner = Point::new(room.x, room.y);
    match fold {
        Fold::Full => {
            let slim = seats > 2 && right > SLIM;
            if right > beside(seats) {
                let panel = beside_it(2);
                Some((corner, Panels::Beside(Rect { width: panel.width.min(84), ..panel })))
            } else if slim && height * 10 >= room.height * 8 {
                Some((corner, Panels::Slim(beside_it(2))))
            } else if under >= below(seats) && room.width >= 60 {
                let panel = Rect { y: room.y + height, height: under, ..room };
                let middle = Point::new(room.x + right / 2, room.y);
                Some((middle, Panels::Below(panel)))
            } else if slim {
                Some((corner, Panels::Slim(beside_it(2))))
            } else {
                None
            }
        }
        Fold::Slim => (right > SLIM).then(|| (corner, Panels::Slim(beside_it(2)))),
        Fold::Strip => (under > 0).then(|| {
            let strip = Rect { y: room.bottom() - 1, height: 1, ..room };
            (Point::new(room.x + right / 2, room.y), Panels::Strip(strip))
        }),
        Fold::Bare => Some((Point::new(room.x + right / 2, room.y), Panels::None)),
    }
}

/// The window size for the smallest form of the board.
fn needed(ways: &[BoardMap<'_>]) -> (u16, u16) {
    let sizes = ways.iter().map(BoardMap::size);
    let smallest = sizes.min_by_key(|&(width, height)| u32::from(width) * u32::from(height));
    smallest.map_or((80, 24), |(width, height)| {
        let rows = height + 2;
        (width.max(20), if rows >= 12 { rows + 1 } else { rows })
    })
}

/// Is a cell too narrow for signs beside the piece?
pub const fn is_small(form: Form) -> bool {
    form.width == 2 && form.height >= 2
}
