//! The ratatui backend over any writer. It writes the shortest escape sequences it can, in one write per frame.

pub mod canvas;
pub mod frame;
mod pen;
pub(super) mod pictures;
mod runs;
mod way;
pub(super) mod width;

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use ratatui::backend::{Backend as Drawing, ClearType, WindowSize};
use ratatui::buffer::{Cell, CellWidth as _};
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::escape;
use frame::Frame;
use pen::{PLAIN, Pen};
use pictures::{Pictures, is_picture};
use runs::{Run, SEEN, State, Want};

/// The sequences that start and end a synchronized update.
const SYNC: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// The limit of characters in a cell. More combining marks than that on one letter can only be an attack.
const MOST_MARKS: usize = 16;

/// The safe form of a cell's symbol: without control characters, with a limited number of combining marks, and without
/// what terminals measure differently. Texts are escaped before they get here; what is still hidden is replaced by blanks
/// of the same width.
pub(super) fn safe(symbol: &str) -> Cow<'_, str> {
    if symbol.is_ascii() && !symbol.contains(escape::is_hidden) {
        return Cow::Borrowed(symbol);
    }
    let few = symbol.len() <= MOST_MARKS || symbol.chars().count() <= MOST_MARKS;
    let plain = width::plain(symbol);
    if few && plain.is_none() && !symbol.contains(escape::is_hidden) {
        return Cow::Borrowed(symbol);
    }
    let width = symbol.cell_width().max(1);
    let kept = plain.as_deref().unwrap_or(symbol);
    let mut shown: String = kept.chars().filter(|&letter| !escape::is_hidden(letter)).take(MOST_MARKS).collect();
    for _ in shown.as_str().cell_width()..width {
        shown.push(' ');
    }
    Cow::Owned(shown)
}

/// Draws into a terminal.
#[derive(Debug)]
pub struct Backend<W: Write> {
    out: W,
    size: Size,
    bytes: Vec<u8>,
    state: State,
    shown: bool,
    dead: bool,
    /// The pictures on the screen, where the terminal keeps none: they are sent after the text.
    pictures: Option<Pictures>,
    /// Those that come between the bytes that were flushed, each after so many of these.
    inside: Vec<(usize, Arc<[u8]>)>,
}

impl<W: Write> Backend<W> {
    /// A backend over this writer, for a screen of this size. The cursor is assumed to be hidden.
    pub fn new(out: W, columns: u16, rows: u16) -> Backend<W> {
        let size = Size::new(columns, rows);
        let state = State { pen: PLAIN, at: None, columns, erases: false };
        let (bytes, inside) = (Vec::with_capacity(8192), Vec::new());
        Backend { out, size, bytes, state, shown: false, dead: false, pictures: None, inside }
    }

    /// Sets the new size of the screen.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = Size::new(columns, rows);
        (self.state.at, self.state.columns) = (None, columns);
    }

    /// The writer.
    pub const fn out(&self) -> &W {
        &self.out
    }

    /// Whether the terminal is one that erases cells with the background of the style.
    pub const fn set_erases(&mut self, erases: bool) {
        self.state.erases = erases;
    }

    /// Whether the terminal keeps no pictures, so that their cells are blanks and they are sent after the text. The screen
    /// has to be cleared when this changes.
    pub fn set_draws_pictures(&mut self, draws: bool) {
        self.pictures = draws.then(Pictures::default);
    }

    /// Whether there are pictures on the screen that it does not keep.
    pub(super) fn has_pictures(&self) -> bool {
        self.pictures.as_ref().is_some_and(|pictures| !pictures.is_empty())
    }

    /// The pictures on the screen, if it keeps none.
    pub(super) const fn pictures_mut(&mut self) -> Option<&mut Pictures> {
        self.pictures.as_mut()
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
    /// Takes what was flushed.
    pub fn take_frame(&mut self) -> Frame {
        Frame::new(std::mem::take(&mut self.out), std::mem::take(&mut self.inside))
    }

    /// Takes the bytes that were flushed.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.take_frame().parts().collect::<Vec<_>>().concat()
    }

    /// Adds to the frame that was flushed blanks of these colours, then pictures, each in its place, and after them the texts
    /// beside them. The cursor returns.
    pub(super) fn add_pictures(
        &mut self,
        blanks: &[(Position, Color)],
        pictures: &[(Position, Arc<[u8]>)],
        beside: &[(Position, Cell)],
    ) {
        if pictures.is_empty() {
            return;
        }
        let inner = self.out.strip_suffix(SYNC.1).map(<[u8]>::len);
        match inner {
            Some(length) => self.out.truncate(length),
            None => self.out.extend_from_slice(SYNC.0),
        }
        let cursor = self.state.at;
        let blank = |&(at, ground): &(Position, Color)| Run::new(at, 1, Want::Ground(ground), " ");
        self.state.draw(blanks.iter().map(blank), &mut self.out);
        for (at, picture) in pictures {
            way::go(None, *at, &mut self.out);
            self.inside.push((self.out.len(), Arc::clone(picture)));
        }
        self.state.at = None;
        self.state.draw(beside.iter().map(|(at, cell)| run(*at, cell)), &mut self.out);
        if let Some(at) = cursor {
            way::go(self.state.at.replace(at), at, &mut self.out);
        }
        self.out.extend_from_slice(SYNC.1);
    }
}

/// What a cell shows.
fn run(at: Position, cell: &Cell) -> Run {
    // The placeholder in a text of others has no number of a form.
    let is_picture = is_picture(cell);
    let is_lined = is_picture || cell.modifier.contains(Modifier::UNDERLINED);
    let want = if cell.symbol() == " " && !cell.modifier.intersects(SEEN) {
        Want::Ground(cell.bg)
    } else {
        let line = if is_lined { cell.underline_color } else { Color::Reset };
        Want::Ink(Pen { fg: cell.fg, bg: cell.bg, line, modifier: cell.modifier }, is_lined)
    };
    let symbol = if is_picture { Cow::Borrowed(cell.symbol()) } else { safe(cell.symbol()) };
    let loose = !is_picture && width::is_disputed(&symbol);
    Run::new(at, symbol.cell_width(), want, &symbol).loose(loose)
}

impl<W: Write> Drawing for Backend<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let Backend { state, bytes, pictures, .. } = self;
        let cells = content.map(|(x, y, cell)| (Position::new(x, y), cell));
        let Some(pictures) = pictures else {
            state.draw(cells.map(|(at, cell)| run(at, cell)), bytes);
            return Ok(());
        };
        let under = |(at, cell): (Position, &Cell)| {
            pictures.note(at, cell.symbol().cell_width(), cell);
            if is_picture(cell) { Run::new(at, 1, Want::Ground(cell.bg), " ") } else { run(at, cell) }
        };
        state.draw(cells.map(under), bytes);
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
        Ok(self.state.at.unwrap_or(Position::ORIGIN))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let to = position.into();
        way::go(self.state.at, to, &mut self.bytes);
        self.state.at = Some(to);
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        // After a suspend the cursor is hidden, whatever its state was.
        self.hide_cursor()?;
        if let Some(pictures) = &mut self.pictures {
            pictures.clear();
        }
        self.bytes.extend_from_slice(b"\x1b[m\x1b[H\x1b[2J");
        (self.state.pen, self.state.at) = (PLAIN, Some(Position::ORIGIN));
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
        assert_eq!(drawn(&cells), "\x1b[?2026h\x1b[1;2Hb\x1b[1;31mc\ra\x1b[?2026l");
        let red = Style::new().fg(Color::Indexed(131));
        let cells = [
            (0, 0, cell("a", red.add_modifier(Modifier::BOLD))),
            (1, 0, cell("b", red)),
            (2, 0, cell(" ", Style::new())),
        ];
        assert_eq!(drawn(&cells), "\x1b[?2026h\x1b[H\x1b[1;38;5;131ma\x1b[22mb \x1b[?2026l");
    }

    #[test]
    fn what_has_one_style_is_written_together() {
        let (square, line) = (Style::new().fg(Color::Indexed(252)).bg(Color::Indexed(237)), Style::new());
        let cells = [
            (0, 4, cell("x", square)),
            (1, 4, cell("|", line)),
            (0, 5, cell(" ", square)),
            (1, 5, cell("|", line)),
            (0, 6, cell("x", square)),
        ];
        let inner = "\x1b[5;2H|\x0b\x08|\r\x1b[48;5;237m \x0b\x08\x1b[38;5;252mx\x1b[5Hx";
        assert_eq!(drawn(&cells), format!("\x1b[?2026h{inner}\x1b[?2026l"));
    }

    #[test]
    fn long_blanks_are_erased_where_the_terminal_is_known_for_it() {
        let ground = Style::new().bg(Color::Indexed(4));
        let cells: Vec<_> = (0..12).chain(70..80).map(|x| (x, 0, cell(" ", ground))).collect();
        assert!(drawn(&cells).contains(&" ".repeat(12)));
        let mut backend = Backend::new(Vec::new(), 80, 24);
        backend.set_erases(true);
        backend.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).expect("it is memory");
        backend.flush().expect("it is memory");
        assert_eq!(backend.take_bytes(), b"\x1b[?2026h\x1b[H\x1b[48;5;4m\x1b[12X\x1b[70C\x1b[K\x1b[?2026l");
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
            ("❤\u{fe0f}", "  \r❤"),
            ("👍\u{1f3fd}", "  \r👍"),
            ("👨\u{200d}👩\u{200d}👧", "  \r👨"),
            ("🇩🇪", "D"),
            ("1\u{fe0f}\u{20e3}", "1"),
            ("क्\u{200d}ष", "  \rक्\u{200d}ष"),
            (&heap, &kept),
        ] {
            let bytes = drawn(&[(0, 0, cell(symbol, Style::new()))]);
            let inner = bytes.strip_prefix("\x1b[?2026h\x1b[H").and_then(|rest| rest.strip_suffix("\x1b[?2026l"));
            assert_eq!(inner.map(str::trim_end), Some(shown.trim_end()), "{symbol:?}");
        }
    }
}
