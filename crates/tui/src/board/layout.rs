//! The regions of a screen with a board, for any window size. They are computed from the window, the game and what
//! a square needs. The board has priority; panels go beside or below it, and shrink step by step if there is no
//! room.

use ratatui::layout::{Constraint, Layout, Position as Point, Rect};

use super::map::{BoardMap, Drawing, Form, Levels, Lines, Wish};
use crate::config::BoardLines;
use crate::rules::geometry::Geometry;
use crate::rules::position::Position;
use crate::rules::spec::Spec;
use crate::stage::Stage;
use crate::view::View;
use crate::world::World;

/// What the squares of a board need, from the game and the settings.
pub fn wish(position: &dyn Position, world: &World, level: u8) -> Wish {
    let usual = Wish::of(position.spec(), drawing(position.spec(), world));
    let lines = match world.client.config.look.lines {
        BoardLines::Grid => Lines::Grid,
        BoardLines::None => Lines::None,
        BoardLines::Auto => usual.drawing.lines(world.glyphs.name),
    };
    Wish { lines, coordinates: world.client.config.look.coordinates, level, ..usual }
}

/// The best board that fits into a room of this size; all levels rather than one of them, unless only one is wanted.
pub(crate) fn fitting(position: &dyn Position, view: View, wish: Wish, room: (u16, u16)) -> Option<BoardMap<'_>> {
    let ways = BoardMap::ways(position.geometry(), view, wish);
    let fits = |way: &&BoardMap<'_>| way.size().0 <= room.0 && way.size().1 <= room.1;
    let all = |way: &&BoardMap<'_>| wish.only || !matches!(way.levels, Levels::One(_));
    let way = ways.iter().filter(fits).find(all).or_else(|| ways.iter().find(fits));
    way.cloned()
}

/// How the pieces of a game are drawn on the screens of a client.
pub(crate) fn drawing(spec: &Spec, world: &World) -> Drawing {
    Drawing::of(spec, world.piece_style(), world.theme.depth()).in_cells(world.facts.cell_size())
}

/// How the seats and the moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Panels {
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
    pub(crate) fn boxes(self, seats: usize) -> Option<(Vec<Rect>, Rect)> {
        match self {
            Panels::Beside(area) if seats > 2 => {
                // All seats are above the moves, two in a row or one.
                let in_row = if area.width > beside(seats) { 2 } else { 1 };
                let rows = seats.div_ceil(in_row);
                let mut parts = rows_of(area, (0..rows).map(|_| Constraint::Length(SEAT_ROWS)));
                let moves = parts.pop().unwrap_or(area);
                let wide = Constraint::Length(area.width / in_row as u16);
                let row = Layout::horizontal(std::iter::repeat_n(wide, in_row));
                let places = parts.into_iter().flat_map(|area| row.split(area).to_vec()).take(seats);
                Some((places.collect(), moves))
            }
            // Two seats have strips.
            Panels::Beside(area) | Panels::Below(area) if seats == 2 => Some((Vec::new(), area)),
            Panels::Below(area) => {
                let mut parts = rows_of(area, [Constraint::Length(SEAT_ROWS)]);
                let moves = parts.pop().unwrap_or(area);
                let row = parts.pop().unwrap_or(area);
                let wide = Constraint::Length(area.width / seats as u16);
                let places = Layout::horizontal(std::iter::repeat_n(wide, seats)).split(row);
                Some((places.to_vec(), moves))
            }
            _ => None,
        }
    }
}

/// The rows of a seat's box: one line, and the border.
const SEAT_ROWS: u16 = 3;

/// Rows of these heights from the top of an area, and the rest of it.
fn rows_of(area: Rect, heights: impl IntoIterator<Item = Constraint>) -> Vec<Rect> {
    let heights = heights.into_iter().chain([Constraint::Fill(1)]);
    Layout::vertical(heights).split(area).to_vec()
}

/// The row of a seat directly above or below the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strip {
    /// As wide as the board: who plays, and the clock.
    pub(crate) board: Rect,
    /// Beside it: what else there is to say. It has a second row where pieces are drawn there too.
    pub(crate) rest: Rect,
}

/// The regions of a screen with a board.
#[derive(Clone, Debug)]
pub struct Regions<'a> {
    /// The title row: game, side to move, counters.
    pub title: Rect,
    /// The board.
    pub board: BoardMap<'a>,
    /// The strips of two seats, above and below the board; `None` if the seats are in the panels.
    pub(crate) strips: Option<[Strip; 2]>,
    /// Seats and moves.
    pub(crate) panels: Panels,
    /// The prompt and messages.
    pub(crate) prompt: Rect,
    /// The key hints.
    pub footer: Option<Rect>,
}

/// The minimum width of boxes beside the board, by the number of seats.
const fn beside(seats: usize) -> u16 {
    if seats > 2 { 60 } else { 35 }
}

/// The minimum width and height of boxes of more than two seats one below the other, beside a board as high as the room.
const NARROW: u16 = 42;
const HIGH: u16 = 32;

const SLIM: u16 = 17;

/// The columns between the board and the panel.
const GAP: u16 = 2;

/// The widest panel beside the board: two seats have two columns of moves, with the pieces beside them.
const fn widest(seats: usize) -> u16 {
    if seats > 2 { 84 } else { 72 }
}

/// The cell of a piece beside a strip.
pub(crate) const TOKEN: Form = Form { width: 5, height: 2, lines: false };

/// The most rows of the panels below the board of more than two seats.
const MOST_ROWS: u16 = 20;

/// The rows that a panel keeps at least when it gives some to the strips.
const LEAST_PANEL: u16 = 6;

/// The minimum height below the board of its panels, with the strips.
const fn below(seats: usize) -> u16 {
    if seats > 2 { 8 } else { 7 }
}

/// The panel forms, in order of preference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Full,
    Slim,
    Strip,
    Bare,
}

/// The order of preference: pieces that are drawn, with the moves beside the board; then letters with the moves
/// beside it; then the board alone.
fn order(folds: &[Fold]) -> Vec<(bool, &Fold)> {
    let mut order = Vec::new();
    for beside in [true, false] {
        for drawn in [true, false] {
            let same = |fold: &&Fold| matches!(fold, Fold::Full | Fold::Slim) == beside;
            order.extend(folds.iter().filter(same).map(|fold| (drawn, fold)));
        }
    }
    order
}

impl<'a> Regions<'a> {
    /// The places for a dialog over a screen with these regions in this window.
    pub(crate) fn stage(&self, area: Rect) -> Stage {
        let (width, height) = self.board.size();
        let board = Rect::new(self.board.origin.x, self.board.origin.y, width, height);
        // Two seats have strips, more have boxes above the moves.
        let seats = if self.strips.is_some() { 2 } else { 4 };
        let side = match self.panels {
            panels @ (Panels::Beside(_) | Panels::Below(_)) => panels.boxes(seats).map(|(_, side)| side),
            Panels::Slim(_) | Panels::Strip(_) | Panels::None => None,
        };
        // The keys begin where those of the screen do, so that a press of the mouse meets what is drawn.
        Stage::with_board(area, board, side, self.footer.map(|footer| footer.x))
    }

    /// Computes the regions; if the window is too small, the error is the size it needs.
    pub fn of(
        area: Rect,
        board: &'a Geometry,
        seats: usize,
        view: View,
        wish: Wish,
    ) -> Result<Regions<'a>, (u16, u16)> {
        let prompt = if area.height >= 20 { 2 } else { 1 };
        let footer = u16::from(area.height >= 12);
        let [_, room, ..] = stack(area, prompt, footer);
        let ways = BoardMap::ways(board, view, wish);
        let folds: &[Fold] = if seats > 2 {
            // With four seats, `Full` already includes a narrow column.
            &[Fold::Full, Fold::Strip, Fold::Bare]
        } else {
            &[Fold::Full, Fold::Slim, Fold::Strip, Fold::Bare]
        };
        for whole in [true, false] {
            for (drawn, &fold) in order(folds) {
                let same =
                    |way: &&BoardMap<'_>| matches!(way.levels, Levels::One(_)) != whole && way.drawn == drawn;
                for way in ways.iter().filter(same) {
                    let tokens = way.drawn && wish.drawing.is_drawn(TOKEN);
                    if let Some(Placed { origin, strips, panels }) = place(room, way, seats, fold, tokens) {
                        let (panels, more) =
                            if prompt > 1 { shorter(panels, strips, way, room) } else { (panels, 0) };
                        let rows = stack(area, prompt + more, footer);
                        // All rows are as wide as the board with its panels.
                        let wide = match panels {
                            Panels::Beside(panel) => panel.right() - area.x,
                            _ => area.width,
                        };
                        let left = (area.width - wide) / 2;
                        let moved = |rect: Rect| Rect { x: rect.x + left, ..rect };
                        let [title, _, prompt, footer] = rows.map(|row| moved(Rect { width: wide, ..row }));
                        return Ok(Regions {
                            title,
                            board: way.clone().at(Point::new(origin.x + left, origin.y)),
                            strips: strips.map(|strips| {
                                strips.map(|strip| Strip { board: moved(strip.board), rest: moved(strip.rest) })
                            }),
                            panels: if let Panels::Beside(panel) = panels {
                                Panels::Beside(moved(panel))
                            } else {
                                panels
                            },
                            prompt,
                            footer: Some(footer).filter(|footer| footer.height > 0),
                        });
                    }
                }
            }
        }
        Err(needed(&ways))
    }
}

/// The rows of the window: the title, the board with its panels, the prompt, the key hints.
fn stack(area: Rect, prompt: u16, footer: u16) -> [Rect; 4] {
    let board = area.height.saturating_sub(1 + prompt + footer);
    Layout::vertical([1, board, prompt, footer].map(Constraint::Length)).areas(area)
}

/// Panels beside the board give up one row for a longer message, if the board and its strips leave it free.
fn shorter(panels: Panels, strips: Option<[Strip; 2]>, way: &BoardMap<'_>, room: Rect) -> (Panels, u16) {
    let last = strips.map_or(room.y + way.size().1, |[_, below]| below.board.bottom());
    if last >= room.bottom() {
        return (panels, 0);
    }
    let less = |area: Rect| Rect { height: area.height.min(room.bottom() - 1 - area.y), ..area };
    match panels {
        Panels::Beside(area) => (Panels::Beside(less(area)), 1),
        Panels::Slim(area) => (Panels::Slim(less(area)), 1),
        other => (other, 0),
    }
}

/// Where the board and its panels are.
struct Placed {
    origin: Point,
    strips: Option<[Strip; 2]>,
    panels: Panels,
}

fn place(room: Rect, way: &BoardMap<'_>, seats: usize, fold: Fold, tokens: bool) -> Option<Placed> {
    let (width, height) = way.size();
    let right = room.width.checked_sub(width)?;
    let under = room.height.checked_sub(height)?;
    // A board without a free column at its left gets one for the evaluation, if there is room.
    let free = u16::from(!way.has_bar_column());
    let beside_it = || Rect { x: room.x + free + width + GAP, width: right - free - GAP, ..room };
    // A narrow column gives the bar one of the columns of air.
    let slim_column = || Rect { x: room.x + width + GAP, width: right - GAP, ..room };
    let corner = Point::new(room.x + free, room.y);
    let middle = Point::new(room.x + right / 2, room.y);
    let placed = |origin, panels| Some(Placed { origin, strips: None, panels });
    let right = right.saturating_sub(free);
    match fold {
        Fold::Full if seats == 2 => {
            let spare = under.checked_sub(2)?;
            if right > beside(seats) {
                let top = room.y + spare / 2;
                let panel = beside_it();
                let panel = Rect { width: panel.width.min(widest(seats)), ..panel };
                // The pieces of a strip take a row of the panel.
                let more = u16::from(tokens && height > 2 * LEAST_PANEL);
                let strip = |y, from| Strip {
                    board: Rect { x: corner.x, y, width, height: 1 },
                    rest: Rect { y: from, height: 1 + more, ..panel },
                };
                let last = top + 1 + height;
                let (above, below) = (strip(top, top), strip(last, last - more));
                let panels = Panels::Beside(Rect { y: top + 1 + more, height: height - 2 * more, ..panel });
                let strips = Some([above, below]);
                Some(Placed { origin: Point::new(corner.x, top + 1), strips, panels })
            } else if under >= below(seats) && room.width >= 60 {
                let x = middle.x + width + GAP;
                let strip = |y| Strip {
                    board: Rect { x: middle.x, y, width, height: 1 },
                    rest: Rect { x, y, width: room.right().saturating_sub(x), height: 1 },
                };
                let strips = Some([strip(room.y), strip(room.y + 1 + height)]);
                let panels = Panels::Below(Rect { y: room.y + height + 2, height: spare, ..room });
                Some(Placed { origin: Point::new(middle.x, room.y + 1), strips, panels })
            } else {
                None
            }
        }
        Fold::Full => {
            let slim = right > SLIM;
            let tall = height * 10 >= room.height * 8;
            if right > beside(seats) || tall && right > NARROW && room.height >= HIGH {
                let panel = beside_it();
                placed(corner, Panels::Beside(Rect { width: panel.width.min(widest(seats)), ..panel }))
            } else if slim && tall {
                placed(corner, Panels::Slim(slim_column()))
            } else if under >= below(seats) && room.width >= 60 {
                // A very high window gets air above the board rather than a long empty list.
                let rows = under.min(MOST_ROWS);
                let top = room.y + (under - rows) / 2;
                let panels = Panels::Below(Rect { y: top + height, height: rows, ..room });
                placed(Point::new(middle.x, top), panels)
            } else if slim {
                placed(corner, Panels::Slim(slim_column()))
            } else {
                None
            }
        }
        Fold::Slim if right > SLIM => placed(corner, Panels::Slim(slim_column())),
        Fold::Strip if under > 0 => placed(middle, Panels::Strip(Rect { y: room.bottom() - 1, height: 1, ..room })),
        Fold::Slim | Fold::Strip => None,
        Fold::Bare => placed(middle, Panels::None),
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
pub(crate) const fn is_small(form: Form) -> bool {
    form.width <= 3 && form.height >= 2
}
