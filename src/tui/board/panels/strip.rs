//! The strips of two seats, directly above and below the board: whose turn it is, the player, the clock, and the
//! pieces in reserve and taken.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::Pen;
use super::seats::{RESERVE, Seat, counted, groups, is_low, reserve, time};
use crate::games::worths;
use crate::rules::note::Note;
use crate::rules::piece::Kind;
use crate::rules::position::Stock;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::Spec;
use crate::tui::board::draw::{Look, army};
use crate::tui::board::layout::{Strip, TOKEN};
use crate::tui::pieces::rung::Rung;
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
    /// How pieces are drawn.
    pub look: Look<'a>,
}

/// The columns of a piece that is drawn beside the board and those after its letter: with air before and after the
/// letter, and with less where there is little room.
const PICTURES: [(u16, u16); 3] = [(5, 1), (4, 1), (4, 0)];

/// A piece that is drawn in the two rows beside the board, with its letter and count.
struct Token {
    kind: Kind,
    side: Side,
    x: u16,
    /// The columns up to its letter.
    picture: u16,
    label: String,
    /// Whether it is in reserve, and not taken.
    reserve: bool,
}

impl Token {
    /// The column after it.
    fn end(&self) -> u16 {
        self.x + self.picture + columns(&self.label, 99) as u16
    }
}

impl SeatRow<'_> {
    /// The columns of the reserve and the taken pieces.
    fn pieces(&self) -> Rect {
        let Strip { board, rest } = self.strip;
        let after = |from: u16| Rect { x: board.x + from, width: board.width.saturating_sub(from + 9), ..board };
        if board.width >= WIDE {
            after(PLAYER)
        } else if rest.width >= USEFUL {
            Rect { x: rest.x + 2, width: rest.width - 2, y: board.y, height: 1 }
        } else {
            after(self.player_columns() + 2)
        }
    }

    /// The mark of the turn, the name, and the player.
    fn player(&self) -> [String; 3] {
        let turn = if self.seat.turn { self.pen.glyphs.pointer } else { ' ' };
        let name = self.pen.spec.seat(self.seat.side).name;
        [format!(" {turn} "), name.to_owned(), format!(" {} {}", self.pen.glyphs.dot, self.seat.who)]
    }

    fn player_columns(&self) -> u16 {
        let room = usize::from(self.strip.board.width);
        let words: usize = self.player().iter().map(|part| columns(part, room)).sum();
        words as u16 + self.pen.swatch_columns()
    }

    /// The notes on the seat.
    fn notes(&self) -> Vec<String> {
        let notes = self.seat.notes.iter().filter(|note| self.seat.living && !matches!(note, Note::Reserve(_)));
        notes.map(|note| self.pen.glyphs.plain(&note.to_string())).collect()
    }

    /// The difference of what both sides have taken: `+3`.
    fn difference(&self) -> String {
        if self.ahead > 0 { format!("+{}", self.ahead) } else { String::new() }
    }

    /// The pieces that are drawn in two rows beside the board: reserve and taken, or only the reserve if there is no
    /// room for more. None where there are no two rows, or no room.
    fn tokens(&self) -> Vec<Token> {
        if self.strip.rest.height < 2 {
            return Vec::new();
        }
        let all = |tokens: &Vec<Token>| tokens.iter().any(|token| !token.reserve) || self.taken.is_empty();
        let mut ways = PICTURES.map(|picture| self.tokens_of(picture));
        // Drawn pieces rather than letters, and taken ones too.
        let best = ways.iter().position(|way| all(way) && !way.is_empty());
        std::mem::take(&mut ways[best.unwrap_or(PICTURES.len() - 1)])
    }

    fn tokens_of(&self, (picture, air): (u16, u16)) -> Vec<Token> {
        let (rest, spec) = (self.strip.rest, self.pen.spec);
        let mut x = rest.x + 2;
        let token = |x: &mut u16, kind: Kind, side: Side, count: String, reserve: bool| {
            let token =
                Token { kind, side, x: *x, picture, label: format!("{}{count}", spec.of(kind).letter), reserve };
            *x = token.end() + air;
            token
        };
        let mut held: Vec<Token> = Vec::new();
        for &(kind, stock) in &self.seat.reserve {
            let count = match stock {
                Stock::Count(0) => continue,
                Stock::Count(1) | Stock::Endless => String::new(),
                Stock::Count(count) => format!("×{count}"),
            };
            held.push(token(&mut x, kind, self.seat.side, count, true));
        }
        if !held.is_empty() {
            x += 1;
        }
        let side = other(self.seat.side);
        let taken: Vec<Token> = groups(spec, self.taken)
            .into_iter()
            .map(|(kind, count)| {
                let count = if count == 1 { String::new() } else { format!("×{count}") };
                token(&mut x, kind, side, self.pen.glyphs.plain(&count), false)
            })
            .collect();
        // The first note stays in sight.
        let note = self.notes().first().map_or(0, |note| columns(note, 200) as u16 + 2);
        let room = rest.right().saturating_sub(note);
        let fits =
            |tokens: &[Token], more: usize| tokens.last().is_none_or(|last| last.end() + more as u16 <= room);
        match (fits(&taken, self.difference().len() + 1), fits(&held, 0)) {
            (true, true) => held.into_iter().chain(taken).collect(),
            (false, true) => held,
            _ => Vec::new(),
        }
    }

    /// Draws them and returns the column after the last.
    fn draw_tokens(&self, tokens: &[Token], buffer: &mut Buffer) -> u16 {
        let (pen, rest) = (self.pen, self.strip.rest);
        let mut end = rest.x + 2;
        for token in tokens {
            let held = token.reserve && self.seat.held == Some(token.kind);
            let army = army(pen.spec, token.side);
            let mut style = pen.theme.style(army);
            // A picture fills its cell; a sprite leaves the last column free.
            let width = if self.look.drawing.rung == Rung::Pictures { token.picture } else { TOKEN.width };
            let place = Rect { x: token.x, width, ..rest };
            if held {
                style.bg = pen.theme.style(Role::Selected).bg;
                let chosen = Rect { width: token.end() + 1 - token.x, ..place };
                buffer.set_style(chosen, pen.theme.style(Role::Selected));
            }
            self.look.token(token.side, token.kind, army, style, place, buffer);
            let role = if held { Role::Selected } else { Role::Text };
            pen.put(buffer, rest, token.x + token.picture, rest.bottom() - 1, &token.label, role);
            end = token.end() + 1;
        }
        if tokens.iter().any(|token| !token.reserve) {
            end = pen.put(buffer, rest, end, rest.bottom() - 1, &self.difference(), Role::Text) + 1;
        }
        end
    }

    /// The reserve piece at a place of the screen.
    pub fn reserve_at(&self, at: Point) -> Option<Kind> {
        let tokens = self.tokens();
        if let Some(token) = tokens.iter().find(|token| token.reserve && (token.x..token.end()).contains(&at.x))
            && (self.strip.rest.y..self.strip.rest.bottom()).contains(&at.y)
        {
            return Some(token.kind);
        }
        if !tokens.is_empty() {
            return None;
        }
        let place = self.pieces();
        if at.y != place.y || at.x >= place.right() {
            return None;
        }
        let mut x = place.x + RESERVE.len() as u16;
        let shown = reserve(self.pen.spec, self.seat);
        shown.into_iter().filter(|_| at.x >= place.x + RESERVE.len() as u16).find_map(|(text, kind)| {
            x += columns(&text, place.width.into()) as u16;
            (at.x < x).then_some(kind)
        })
    }
}

impl Widget for SeatRow<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let SeatRow { pen, seat, taken, strip, .. } = self;
        let board = strip.board;
        let shown = time(seat);
        let right = board.right().saturating_sub(columns(&shown, board.width.into()) as u16);
        let [turn, name, who] = self.player();
        let room = Rect { width: right.saturating_sub(board.x), ..board };
        let role = if seat.turn { Role::Title } else { Role::Text };
        let x = pen.put(buffer, room, board.x, board.y, &turn, role);
        let x = pen.swatch(buffer, room, x, board.y, seat.side);
        let x = pen.put(buffer, room, x, board.y, &name, role);
        let end = pen.put(buffer, room, x, board.y, &who, Role::Dim);
        let mut style = pen.theme.style(if is_low(seat) { Role::ClockLow } else { Role::Clock });
        if seat.turn {
            style = style.add_modifier(Modifier::BOLD);
        }
        pen.put_styled(buffer, board, right, board.y, &shown, style);

        let tokens = self.tokens();
        let is_drawn = |reserve: bool| tokens.iter().any(|token| token.reserve == reserve);
        let mut place = self.pieces();
        let mut x = place.x;
        if tokens.is_empty() {
            if place.x < end + 2 && place.y == board.y && place.x < board.right() {
                x = end + 2;
                place = Rect { x, width: place.right().saturating_sub(x), ..place };
            }
        } else {
            // Words about the seat follow the drawn pieces, in the row of the strip.
            x = self.draw_tokens(&tokens, buffer);
            place = Rect { y: board.y, height: 1, ..strip.rest };
        }
        let held = if is_drawn(true) { Vec::new() } else { reserve(pen.spec, seat) };
        if !held.is_empty() {
            x = pen.put(buffer, place, x, place.y, RESERVE, Role::Dim);
            for (text, kind) in held {
                let role = if seat.held == Some(kind) { Role::Selected } else { Role::Text };
                x = pen.put(buffer, place, x, place.y, &text, role);
            }
            x += 2;
        }
        let mut counts = if is_drawn(false) { String::new() } else { counted(pen.spec, taken) };
        if !counts.is_empty() && !self.difference().is_empty() {
            counts = format!("{counts} {}", self.difference());
        }
        if !counts.is_empty() && x + columns(&counts, 99) as u16 + 6 <= place.right() {
            x = pen.put(buffer, place, x, place.y, "taken ", Role::Dim);
            x = pen.put(buffer, place, x, place.y, &counts, Role::Text) + 2;
        }
        // The notes are beside a wide board, or after the pieces.
        let apart = tokens.is_empty() && strip.board.width >= WIDE && strip.rest.width >= USEFUL;
        let (area, mut x) = if apart { (strip.rest, strip.rest.x + 2) } else { (place, x) };
        let area = Rect { y: board.y, height: 1, ..area };
        for note in self.notes() {
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
