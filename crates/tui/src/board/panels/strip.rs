//! The strips of two seats, directly above and below the board: whose turn it is, the player, the clock, and the
//! pieces in reserve and taken.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::Pen;
use super::material::{Material, ahead, counted, groups, notes, reserve};
use super::seat::Seat;
use super::seats::{is_low, time};
use crate::board::draw::Look;
use crate::board::layout::{Strip, TOKEN};
use crate::escape;
use crate::pieces::piece_style::PieceStyle;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::text::columns;

/// From this width of the board on, what is said of a seat stands over the board, between the player and the clock.
const WIDE: u16 = 60;

/// The columns for the turn and the player over a wide board.
const PLAYER: u16 = 26;

/// The least columns beside the board that are of use.
const USEFUL: u16 = 20;

#[derive(Clone, Copy)]
pub(crate) struct SeatRow<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) seat: &'a Seat,
    /// Where it is.
    pub(crate) strip: Strip,
    /// How pieces are drawn.
    pub(crate) look: Look<'a>,
}

/// The columns before all pieces that are drawn beside the board, those of a piece, and those after its letter: with air
/// before and after the letter, and with less where there is little room. A letter touches the next piece only where the
/// columns before all are no help.
const PICTURES: [(u16, u16, u16); 4] = [(2, 5, 1), (2, 4, 1), (0, 4, 1), (2, 4, 0)];

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
    /// Where it is said what the seat has. It follows from the window, so that it stays there for a whole game.
    fn material(&self) -> Rect {
        let Strip { board, rest } = self.strip;
        let after = |from: u16| Rect { x: board.x + from, width: board.width.saturating_sub(from + 9), ..board };
        if self.is_wide() {
            after(PLAYER.max(self.player_columns() + 2))
        } else if rest.width >= USEFUL {
            Rect { x: rest.x + 2, width: rest.width - 2, y: board.y, height: 1 }
        } else {
            after(self.player_columns() + 2)
        }
    }

    /// Is there room over the board?
    const fn is_wide(&self) -> bool {
        self.strip.board.width >= WIDE
    }

    /// The mark of the turn, the name, and the player.
    fn player(&self) -> [String; 3] {
        let turn = if self.seat.turn { self.pen.glyphs.pointer } else { ' ' };
        let name = self.pen.spec.seat(self.seat.side).name;
        // Escaped before it is measured: what a name hides takes columns.
        let who = escape::line(&self.seat.who);
        [format!(" {turn} "), name.to_owned(), format!(" {} {who}", self.pen.glyphs.dot)]
    }

    fn player_columns(&self) -> u16 {
        let room = usize::from(self.strip.board.width);
        let words: usize = self.player().iter().map(|part| columns(part, room)).sum();
        words as u16 + self.pen.swatch_columns()
    }

    /// The pieces that are drawn in two rows beside the board: reserve and taken, or only the reserve if there is no
    /// room for more. None where there are no two rows, or no room.
    fn tokens(&self) -> Vec<Token> {
        if self.strip.rest.height < 2 {
            return Vec::new();
        }
        let all = |tokens: &Vec<Token>| tokens.iter().any(|token| !token.reserve) || self.seat.taken.is_empty();
        let mut ways = PICTURES.map(|picture| self.tokens_of(picture));
        // Drawn pieces rather than letters, and taken ones too.
        let best = ways.iter().position(|way| all(way) && !way.is_empty());
        std::mem::take(&mut ways[best.unwrap_or(PICTURES.len() - 1)])
    }

    fn tokens_of(&self, (before, picture, air): (u16, u16, u16)) -> Vec<Token> {
        let (rest, spec) = (self.strip.rest, self.pen.spec);
        let mut x = rest.x + before;
        let token = |x: &mut u16, (kind, count): (Kind, usize), side: Side, reserve: bool| {
            let label = self.pen.glyphs.plain(&counted(spec, kind, count));
            let token = Token { kind, side, x: *x, picture, label, reserve };
            *x = token.end() + air;
            token
        };
        let held: Vec<Token> =
            reserve(self.seat).into_iter().map(|group| token(&mut x, group, self.seat.side, true)).collect();
        if !held.is_empty() {
            x += 1;
        }
        let side = other(self.seat.side);
        let taken = groups(spec, &self.seat.taken);
        let taken: Vec<Token> = taken.into_iter().map(|group| token(&mut x, group, side, false)).collect();
        // The first note stays in sight.
        let notes = notes(self.seat);
        let note = notes.first().filter(|_| !self.is_wide()).map_or(0, |note| columns(note, 200) as u16 + 2);
        let room = rest.right().saturating_sub(note);
        let fits =
            |tokens: &[Token], more: usize| tokens.last().is_none_or(|last| last.end() + more as u16 <= room);
        match (fits(&taken, ahead(self.seat).len() + 1), fits(&held, 0)) {
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
            let width =
                if self.look.drawing.piece_style == PieceStyle::Pictures { token.picture } else { TOKEN.width };
            let place = Rect { x: token.x, width, ..rest };
            if held {
                style.bg = pen.theme.style(Role::Selected).bg;
                let chosen = Rect { width: token.end() + 1 - token.x, ..place };
                buffer.set_style(chosen, pen.theme.style(Role::Selected));
            }
            self.look.token(token.side, token.kind, army, style, place, buffer);
            let role = if held { Role::Selected } else { Role::Text };
            // The letters stand in the row of the words.
            pen.put(buffer, rest, token.x + token.picture, self.strip.board.y, &token.label, role);
            end = token.end() + 1;
        }
        if tokens.iter().any(|token| !token.reserve) {
            end = pen.put(buffer, rest, end, self.strip.board.y, &ahead(self.seat), Role::Text) + 1;
        }
        end
    }

    /// The reserve piece at a place of the screen.
    pub(crate) fn reserve_at(&self, at: Point) -> Option<Kind> {
        let tokens = self.tokens();
        if let Some(token) = tokens.iter().find(|token| token.reserve && (token.x..token.end()).contains(&at.x))
            && (self.strip.rest.y..self.strip.rest.bottom()).contains(&at.y)
        {
            return Some(token.kind);
        }
        if !tokens.is_empty() {
            return None;
        }
        let place = self.material();
        if place.contains(at) { Material::of(self.pen, self.seat).reserve_at(place, at.x) } else { None }
    }
}

impl Widget for SeatRow<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let SeatRow { pen, seat, strip, .. } = self;
        let board = strip.board;
        let shown = time(seat);
        let right = board.right().saturating_sub(columns(&shown, board.width.into()) as u16);
        let [turn, name, who] = self.player();
        let room = Rect { width: right.saturating_sub(board.x), ..board };
        let role = if seat.turn { Role::Title } else { Role::Text };
        let x = pen.put(buffer, room, board.x, board.y, &turn, role);
        let x = pen.swatch(buffer, room, x, board.y, seat.side);
        let x = pen.put(buffer, room, x, board.y, &name, role);
        pen.put(buffer, room, x, board.y, &who, Role::Dim);
        let mut style = pen.theme.style(if is_low(seat) { Role::ClockLow } else { Role::Clock });
        if seat.turn {
            style = style.add_modifier(Modifier::BOLD);
        }
        pen.put_styled(buffer, board, right, board.y, &shown, style);

        let tokens = self.tokens();
        if tokens.is_empty() {
            Material::of(pen, seat).draw(self.material(), buffer);
            return;
        }
        let is_drawn = |reserve: bool| tokens.iter().any(|token| token.reserve == reserve);
        let x = self.draw_tokens(&tokens, buffer);
        let beside = Rect { x, y: board.y, width: strip.rest.right().saturating_sub(x), height: 1 };
        let place = if self.is_wide() { self.material() } else { beside };
        Material::of(pen, seat).beside_drawn(is_drawn(true), is_drawn(false)).draw(place, buffer);
    }
}

/// The other of two seats.
fn other(side: Side) -> Side {
    Side::new(1 - side.index().min(1))
}
