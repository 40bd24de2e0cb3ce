//! The strips of two seats, directly above and below the board: whose turn it is, the player, the clock, and the
//! pieces in reserve and taken.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::Pen;
use super::seats::{RESERVE, Seat, counted, is_low, reserve, time};
use crate::games::worths;
use crate::rules::piece::Kind;
use crate::rules::side::BySide;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::tui::board::layout::Strip;
use crate::tui::theme::Role;
use crate::tui::widgets::text::columns;

/// From this width of the board on, reserve and taken pieces are over the board, before the clock.
const WIDE: u16 = 60;

/// The columns for the turn and the player over a wide board.
const PLAYER: u16 = 26;

/// The least columns beside the board that are of use.
const USEFUL: u16 = 20;

/// A seat in a strip.
#[derive(Clone, Copy)]
pub struct SeatRow<'a> {
    /// The styles.
    pub pen: Pen<'a>,
    /// The seat.
    pub seat: &'a Seat,
    /// The kinds of the pieces that it has taken.
    pub taken: &'a [Kind],
    /// By how many Pawns it is ahead; see [`ahead`].
    pub ahead: i32,
    /// Where it is.
    pub strip: Strip,
}

impl SeatRow<'_> {
    /// The columns of the reserve and the taken pieces.
    fn pieces(&self) -> Rect {
        let Strip { board, rest } = self.strip;
        let after = |from: u16| Rect { x: board.x + from, width: board.width.saturating_sub(from + 9), ..board };
        if board.width >= WIDE {
            after(PLAYER)
        } else if rest.width >= USEFUL {
            Rect { x: rest.x + 2, width: rest.width - 2, ..rest }
        } else {
            after(self.player_columns() + 2)
        }
    }

    fn player(&self) -> (String, String) {
        let turn = if self.seat.turn { self.pen.glyphs.pointer } else { ' ' };
        let name = self.pen.spec.seat(self.seat.side).name;
        (format!(" {turn} {name}"), format!(" {} {}", self.pen.glyphs.dot, self.seat.who))
    }

    fn player_columns(&self) -> u16 {
        let (name, who) = self.player();
        let room = usize::from(self.strip.board.width);
        (columns(&name, room) + columns(&who, room)) as u16
    }

    /// The reserve piece at a place of the screen.
    pub fn reserve_at(&self, at: Point) -> Option<Kind> {
        let place = self.pieces();
        if at.y != place.y || at.x >= place.right() {
            return None;
        }
        let mut x = place.x + RESERVE.len() as u16;
        let shown = reserve(self.pen.spec, self.seat);
        shown.into_iter().filter(|_| at.x >= place.x + RESERVE.len() as u16).find_map(|(text, kind)| {
            x += text.len() as u16;
            (at.x < x).then_some(kind)
        })
    }
}

impl Widget for SeatRow<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let SeatRow { pen, seat, taken, ahead, strip } = self;
        let board = strip.board;
        let shown = time(seat);
        let right = board.right().saturating_sub(columns(&shown, board.width.into()) as u16);
        let (name, who) = self.player();
        let room = Rect { width: right.saturating_sub(board.x), ..board };
        let x = pen.put(buffer, room, board.x, board.y, &name, if seat.turn { Role::Title } else { Role::Text });
        let end = pen.put(buffer, room, x, board.y, &who, Role::Dim);
        let mut style = pen.theme.style(if is_low(seat) { Role::ClockLow } else { Role::Clock });
        if seat.turn {
            style = style.add_modifier(Modifier::BOLD);
        }
        pen.put_styled(buffer, board, right, board.y, &shown, style);

        let mut place = self.pieces();
        if place.x < end + 2 && place.y == board.y && place.x < board.right() {
            let x = end + 2;
            place = Rect { x, width: place.right().saturating_sub(x), ..place };
        }
        let mut x = place.x;
        let held = reserve(pen.spec, seat);
        if !held.is_empty() {
            x = pen.put(buffer, place, x, place.y, RESERVE, Role::Dim);
            for (text, kind) in held {
                let role = if seat.held == Some(kind) { Role::Selected } else { Role::Text };
                x = pen.put(buffer, place, x, place.y, &text, role);
            }
            x += 2;
        }
        let mut counts = counted(pen.spec, taken);
        if ahead > 0 {
            counts = format!("{counts} +{ahead}");
        }
        if !counts.is_empty() && x + columns(&counts, 99) as u16 + 6 <= place.right() {
            x = pen.put(buffer, place, x, place.y, "taken ", Role::Dim);
            x = pen.put(buffer, place, x, place.y, &counts, Role::Text) + 2;
        }
        // The notes are beside a wide board, or after the pieces.
        let apart = strip.board.width >= WIDE && strip.rest.width >= USEFUL;
        let (area, mut x) = if apart { (strip.rest, strip.rest.x + 2) } else { (place, x) };
        let mut notes: Vec<&String> = seat.notes.iter().filter(|note| !note.starts_with("reserve ")).collect();
        if !seat.living {
            notes.clear();
        }
        for note in notes {
            let note = pen.glyphs.plain(note);
            if x + columns(&note, 200) as u16 <= area.right() {
                x = pen.put(buffer, area, x, area.y, &note, Role::Dim) + 2;
            }
        }
    }
}

/// By how many Pawns the pieces that a seat has taken are worth more than those it has lost; 0 in a game whose
/// pieces have no worth.
pub fn ahead(spec: &Spec, lost: &BySide<Vec<Kind>>, side: Side) -> i32 {
    let Some(worths) = worths(spec.id) else { return 0 };
    let sum = |kinds: &[Kind]| -> i32 { kinds.iter().filter_map(|kind| worths.get(kind.index())).sum() };
    // Half a Pawn is rounded up.
    (sum(&lost[other(side)]) - sum(&lost[side]) + 50).div_euclid(100)
}

/// The other of two seats.
pub fn other(side: Side) -> Side {
    Side::new(1 - side.index().min(1))
}
