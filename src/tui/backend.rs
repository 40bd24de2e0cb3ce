//! The ratatui backend over any writer. It writes the shortest escape sequences it can, in one write per frame.

use std::borrow::Cow;
use std::io::{self, Write};

use ratatui::backend::{Backend as Drawing, ClearType, WindowSize};
use ratatui::buffer::{Cell, CellWidth as _};
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use super::pieces::graphics::PLACEHOLDER;
use crate::escape;

/// The sequences that start and end a synchronized update.
const SYNC: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// The limit of characters in a cell. More combining marks than that on one letter can only be an attack.
const MOST_MARKS: usize = 16;

/// The safe form of a cell's symbol: without control characters and with a limited number of combining marks.
/// Texts are escaped before they get here; what is still hidden is replaced by blanks of the same width.
pub(super) fn safe(symbol: &str) -> Cow<'_, str> {
    let few = symbol.len() <= MOST_MARKS || symbol.chars().count() <= MOST_MARKS;
    if few && !symbol.contains(escape::is_hidden) {
        return Cow::Borrowed(symbol);
    }
    let width = symbol.cell_width().max(1);
    let mut shown: String = symbol.chars().filter(|&letter| !escape::is_hidden(letter)).take(MOST_MARKS).collect();
    for _ in shown.as_str().cell_width()..width {
        shown.push(' ');
    }
    Cow::Owned(shown)
}

/// The style of the text that is written next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pen {
    fg: Color,
    bg: Color,
    /// The colour of underlines. In a cell that shows a picture it is the number of its form.
    line: Color,
    modifier: Modifier,
}

const PLAIN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, line: Color::Reset, modifier: Modifier::empty() };

/// Draws into a terminal.
#[derive(Debug)]
pub struct Backend<W: Write> {
    out: W,
    size: Size,
    bytes: Vec<u8>,
    pen: Pen,
    /// The cursor position of the terminal, if it is known.
    at: Option<Position>,
    shown: bool,
    dead: bool,
}

impl<W: Write> Backend<W> {
    /// A backend over this writer, for a screen of this size. The cursor is assumed to be hidden.
    pub fn new(out: W, columns: u16, rows: u16) -> Backend<W> {
        let size = Size::new(columns, rows);
        Backend { out, size, bytes: Vec::with_capacity(8192), pen: PLAIN, at: None, shown: false, dead: false }
    }

    /// Sets the new size of the screen.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = Size::new(columns, rows);
        self.at = None;
    }

    /// The writer.
    pub const fn out(&self) -> &W {
        &self.out
    }

    fn go(&mut self, to: Position) {
        let mut best = cup(to);
        if let Some(at) = self.at {
            let mut shorter = |way: Vec<u8>| {
                if way.len() < best.len() {
                    best = way;
                }
            };
            if at.y == to.y {
                match to.x.cmp(&at.x) {
                    std::cmp::Ordering::Equal => shorter(Vec::new()),
                    std::cmp::Ordering::Greater => shorter(counted(to.x - at.x, b'C')),
                    std::cmp::Ordering::Less => {
                        shorter(counted(at.x - to.x, b'D'));
                        shorter(vec![8; usize::from(at.x - to.x)]);
                    }
                }
            } else if at.x == to.x {
                let (by, sign) = if to.y > at.y { (to.y - at.y, b'B') } else { (at.y - to.y, b'A') };
                shorter(counted(by, sign));
            }
            if to.x == 0 && to.y > at.y {
                let mut way = vec![b'\r'];
                way.extend(std::iter::repeat_n(b'\n', usize::from(to.y - at.y)));
                shorter(way);
            }
        }
        self.bytes.extend_from_slice(&best);
        self.at = Some(to);
    }

    /// Changes the style with the shorter of two sequences: reset and set all, or change only what differs.
    fn take(&mut self, pen: Pen) {
        if pen == self.pen {
            return;
        }
        let whole = changes(PLAIN, pen).join(";");
        let whole = if whole.is_empty() { "\x1b[m".to_owned() } else { format!("\x1b[;{whole}m") };
        let mut part = off(self.pen.modifier, pen.modifier);
        let kept = Pen { modifier: self.pen.modifier - lost(self.pen.modifier, pen.modifier), ..self.pen };
        part.extend(changes(kept, pen));
        let part = format!("\x1b[{}m", part.join(";"));
        self.bytes.extend_from_slice(if part.len() <= whole.len() { &part } else { &whole }.as_bytes());
        self.pen = pen;
    }

    fn send(&mut self) {
        // After a failure the other end is gone; further output is discarded.
        if !self.bytes.is_empty() && !self.dead {
            self.dead = self.out.write_all(&self.bytes).and_then(|()| self.out.flush()).is_err();
        }
        self.bytes.clear();
    }
}

impl Backend<Vec<u8>> {
    /// Takes the bytes that were flushed.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }
}

fn cup(to: Position) -> Vec<u8> {
    match (to.x, to.y) {
        (0, 0) => b"\x1b[H".to_vec(),
        (0, row) => format!("\x1b[{}H", row + 1).into_bytes(),
        (column, row) => format!("\x1b[{};{}H", row + 1, column + 1).into_bytes(),
    }
}

fn counted(by: u16, sign: u8) -> Vec<u8> {
    let mut way = b"\x1b[".to_vec();
    if by > 1 {
        way.extend_from_slice(by.to_string().as_bytes());
    }
    way.push(sign);
    way
}

/// Bold and dim are ended by the same code.
const WEIGHT: Modifier = Modifier::BOLD.union(Modifier::DIM);

/// The modifiers that are off after the surplus ones have been ended.
fn lost(from: Modifier, to: Modifier) -> Modifier {
    let gone = from - to;
    if gone.intersects(WEIGHT) { gone | (from & WEIGHT) } else { gone }
}

/// The codes that end modifiers.
fn off(from: Modifier, to: Modifier) -> Vec<String> {
    let gone = from - to;
    let words =
        [(WEIGHT, "22"), (Modifier::ITALIC, "23"), (Modifier::UNDERLINED, "24"), (Modifier::REVERSED, "27")];
    words.into_iter().filter(|&(modifier, _)| gone.intersects(modifier)).map(|(_, word)| word.to_owned()).collect()
}

/// The codes that lead from one pen to another which has all modifiers of the first.
fn changes(from: Pen, to: Pen) -> Vec<String> {
    let mut codes = Vec::new();
    let on = to.modifier - from.modifier;
    for (modifier, code) in [
        (Modifier::BOLD, "1"),
        (Modifier::DIM, "2"),
        (Modifier::ITALIC, "3"),
        (Modifier::UNDERLINED, "4"),
        (Modifier::REVERSED, "7"),
    ] {
        if on.contains(modifier) {
            codes.push(code.to_owned());
        }
    }
    if to.fg != from.fg {
        codes.push(color(to.fg, 30));
    }
    if to.bg != from.bg {
        codes.push(color(to.bg, 40));
    }
    if to.line != from.line {
        // With colons, because terminals that do not know the code would take the numbers for codes.
        codes.push(color(to.line, 50).replace(';', ":"));
    }
    codes
}

fn color(color: Color, base: u8) -> String {
    let named = |index: u8| if index < 8 { base + index } else { base + 60 + index - 8 }.to_string();
    match color {
        Color::Reset => (base + 9).to_string(),
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", base + 8),
    }
}

impl<W: Write> Drawing for Backend<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        for (x, y, cell) in content {
            // The placeholder in a text of others has no number of a form.
            let is_picture = cell.underline_color != Color::Reset && cell.symbol().starts_with(PLACEHOLDER);
            let is_seen = is_picture || cell.modifier.contains(Modifier::UNDERLINED);
            let line = if is_seen { cell.underline_color } else { self.pen.line };
            let mut pen = Pen { fg: cell.fg, bg: cell.bg, line, modifier: cell.modifier };
            // Of a blank only the background is visible.
            let line = Modifier::UNDERLINED | Modifier::REVERSED;
            if cell.symbol() == " " && !(pen.modifier | self.pen.modifier).intersects(line) {
                pen = Pen { bg: pen.bg, ..self.pen };
            }
            self.go(Position::new(x, y));
            self.take(pen);
            let symbol = if is_picture { Cow::Borrowed(cell.symbol()) } else { safe(cell.symbol()) };
            self.bytes.extend_from_slice(symbol.as_bytes());
            let next = x + symbol.cell_width();
            // Terminals disagree on the cursor position after the last column was written.
            self.at = (next < self.size.width).then_some(Position::new(next, y));
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.shown) {
            self.bytes.extend_from_slice(b"\x1b[?25l");
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.shown, true) {
            self.bytes.extend_from_slice(b"\x1b[?25h");
        }
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.at.unwrap_or(Position::ORIGIN))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.go(position.into());
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        // After a suspend the cursor is hidden, whatever its state was.
        self.hide_cursor()?;
        self.bytes.extend_from_slice(b"\x1b[m\x1b[H\x1b[2J");
        self.pen = PLAIN;
        self.at = Some(Position::ORIGIN);
        Ok(())
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.bytes.contains(&0x1b) {
            self.bytes.splice(0..0, SYNC.0.iter().copied());
            self.bytes.extend_from_slice(SYNC.1);
        }
        self.send();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    fn cell(shown: &str, style: Style) -> Cell {
        let mut cell = Cell::default();
        cell.set_symbol(shown).set_style(style);
        cell
    }

    fn drawn(cells: &[(u16, u16, Cell)]) -> String {
        let mut backend = Backend::new(Vec::new(), 80, 24);
        backend.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).expect("it is memory");
        backend.flush().expect("it is memory");
        String::from_utf8(backend.out).expect("text")
    }

    #[test]
    fn nothing_changed_is_nothing_written() {
        assert_eq!(drawn(&[]), "");
    }

    #[test]
    fn neighbours_need_no_words_between_them() {
        let red = Style::new().fg(Color::Indexed(1));
        let cells = [(3, 2, cell("a", red)), (4, 2, cell("b", red)), (6, 2, cell("c", red))];
        assert_eq!(drawn(&cells), "\x1b[?2026h\x1b[3;4H\x1b[38;5;1mab\x1b[Cc\x1b[?2026l");
    }

    #[test]
    fn styles_end_by_the_shorter_way() {
        let bold = Style::new().add_modifier(Modifier::BOLD).fg(Color::Red);
        let cells = [(0, 0, cell("a", bold)), (1, 0, cell("b", Style::new())), (2, 0, cell("c", bold))];
        assert_eq!(drawn(&cells), "\x1b[?2026h\x1b[H\x1b[1;31ma\x1b[mb\x1b[1;31mc\x1b[?2026l");
        let red = Style::new().fg(Color::Indexed(131));
        let cells = [
            (0, 0, cell("a", red.add_modifier(Modifier::BOLD))),
            (1, 0, cell("b", red)),
            (2, 0, cell(" ", Style::new())),
        ];
        assert_eq!(drawn(&cells), "\x1b[?2026h\x1b[H\x1b[1;38;5;131ma\x1b[22mb \x1b[?2026l");
    }

    #[test]
    fn two_squares_of_a_board_are_few_bytes() {
        let (old, new) = (Style::new().bg(Color::Indexed(237)), Style::new().bg(Color::Indexed(24)));
        let mut cells = Vec::new();
        for x in 4..7 {
            cells.push((x, 5, cell(" ", old.fg(Color::Indexed(252)))));
        }
        for x in 8..11 {
            cells.push((x, 5, cell("x", new.fg(Color::Indexed(231)))));
        }
        let bytes = drawn(&cells);
        assert!(bytes.len() <= 90, "{}: {bytes:?}", bytes.len());
    }

    #[test]
    fn the_form_of_a_picture_is_the_colour_of_its_line() {
        let mut part = cell("\u{10eeee}", Style::new().fg(Color::Indexed(9)));
        part.underline_color = Color::Indexed(47);
        let text = cell("a", Style::new().fg(Color::Indexed(9)));
        let lined = cell("b", Style::new().fg(Color::Indexed(9)).add_modifier(Modifier::UNDERLINED));
        let bytes = drawn(&[(0, 0, part.clone()), (1, 0, text), (2, 0, part), (3, 0, lined)]);
        let inner = "\x1b[H\x1b[38;5;9;58:5:47m\u{10eeee}a\u{10eeee}\x1b[4;59mb";
        assert_eq!(bytes, format!("\x1b[?2026h{inner}\x1b[?2026l"));
    }

    #[test]
    fn a_cell_holds_no_commands_and_no_heap_of_marks() {
        let [heap, kept] = [1000, MOST_MARKS - 1].map(|marks| "e".to_owned() + &"\u{301}".repeat(marks));
        for (symbol, shown) in [
            ("a\x1b]0;x\x07", "a]0;x"),
            ("\u{9b}", " "),
            ("\u{202e}", " "),
            ("\u{10eeee}", " "),
            ("漢\u{2066}", "漢"),
            ("e\u{301}", "e\u{301}"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            (&heap, &kept),
        ] {
            let bytes = drawn(&[(0, 0, cell(symbol, Style::new()))]);
            let inner = bytes.strip_prefix("\x1b[?2026h\x1b[H").and_then(|rest| rest.strip_suffix("\x1b[?2026l"));
            assert_eq!(inner.map(str::trim_end), Some(shown.trim_end()), "{symbol:?}");
        }
    }
}
