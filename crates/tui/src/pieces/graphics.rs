//! The part of kitty's graphics protocol that pieces need: a picture is sent once and gets a number; cells of the
//! screen that contain a placeholder character show a part of it. The number is the foreground colour of the
//! cells, and the number of the form their underline colour, so they are drawn, compared and overwritten like text.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;

use super::number::piece;
use super::piece_style::Dialect;
use crate::escape::base64;

/// The character of a cell that shows a part of a picture.
pub const PLACEHOLDER: char = '\u{10eeee}';

/// The combining characters that name the row and the column of a cell, from 0.
const SIGNS: [char; 19] = [
    '\u{305}', '\u{30d}', '\u{30e}', '\u{310}', '\u{312}', '\u{33d}', '\u{33e}', '\u{33f}', '\u{346}', '\u{34a}',
    '\u{34b}', '\u{34c}', '\u{350}', '\u{351}', '\u{352}', '\u{357}', '\u{35b}', '\u{363}', '\u{364}',
];

/// The most columns and rows of cells in which a picture can be shown.
pub(crate) const MOST_CELLS: u16 = SIGNS.len() as u16;

/// The most characters of data in one sequence.
const CHUNK: usize = 4096;

/// The columns and rows of cells in which a picture is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form {
    columns: u16,
    rows: u16,
}

impl Form {
    /// The most rows.
    pub(crate) const MOST_ROWS: u16 = 12;

    /// A form, or `None` if it has too many columns or rows.
    pub(crate) fn new(columns: u16, rows: u16) -> Option<Form> {
        let fits = (1..=MOST_CELLS).contains(&columns) && (1..=Form::MOST_ROWS).contains(&rows);
        fits.then_some(Form { columns, rows })
    }

    /// The columns and rows.
    pub const fn cells(self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// The number of the placement. It is the underline colour of the cells, so that a picture can be shown in
    /// several forms at the same time.
    pub(crate) const fn number(self) -> u8 {
        ((self.rows - 1) * (MOST_CELLS + 1) + self.columns) as u8
    }

    /// The form of a placement with this number.
    pub fn numbered(number: u8) -> Option<Form> {
        let number = u16::from(number);
        Form::new(number % (MOST_CELLS + 1), number / (MOST_CELLS + 1) + 1)
    }
}

/// The colour of text that stands for the picture with this number. Numbers of up to 8 bits are of the 256 colours.
pub(crate) fn ink(number: u32) -> Color {
    let [_, red, green, blue] = number.to_be_bytes();
    if number < 256 { Color::Indexed(blue) } else { Color::Rgb(red, green, blue) }
}

/// The number of the picture that this colour of text stands for.
pub fn numbered(colour: Color) -> Option<u32> {
    match colour {
        Color::Indexed(number) => Some(number.into()),
        Color::Rgb(red, green, blue) => Some(u32::from_be_bytes([0, red, green, blue])),
        _ => None,
    }
}

/// The symbol of a cell that names its place.
pub(crate) fn symbol(column: u16, row: u16) -> String {
    let sign = |at: u16| SIGNS.get(usize::from(at));
    [Some(&PLACEHOLDER), sign(row), sign(column)].into_iter().flatten().collect()
}

/// The row and column that a symbol names; `None` in it if it continues the cell to its left. `None` if the
/// symbol is no placeholder.
pub fn place(symbol: &str) -> Option<Option<(u16, u16)>> {
    let signs = symbol.strip_prefix(PLACEHOLDER)?;
    let number = |sign| SIGNS.iter().position(|&known| known == sign).map(|at| at as u16);
    let mut numbers = signs.chars().map(number);
    Some(numbers.next().flatten().map(|row| (row, numbers.next().flatten().unwrap_or(0))))
}

/// The number, the form, and the row and column that a cell of a picture shows; `None` of any other cell.
fn part(cell: &Cell) -> Option<(Color, Color, (u16, u16))> {
    let place = place(cell.symbol())??;
    (cell.underline_color != Color::Reset).then_some((cell.fg, cell.underline_color, place))
}

/// Takes the names of their places from the cells of a finished frame that continue the cell to their left, because the
/// terminal knows them without: that is most of the bytes of a picture. A cell whose left neighbour is covered keeps its
/// name, and gets it back in the frame that covers it.
pub fn shorten(frame: &mut Buffer) {
    let columns = usize::from(frame.area.width).max(1);
    for row in frame.content.chunks_mut(columns) {
        let mut before = None;
        for cell in row {
            let here = part(cell);
            if let (Some((number, form, (row, column))), Some(left)) = (here, before)
                && left == (number, form, (row, column.wrapping_sub(1)))
            {
                cell.set_char(PLACEHOLDER);
            }
            before = here;
        }
    }
}

/// Lets the pictures of marks alone go on for one more row of blanks. Where pictures are sent as pixels, some rows of these are
/// missing at the end, and a mark ends within its last cell.
pub(crate) fn deepen(frame: &mut Buffer) {
    let columns = usize::from(frame.area.width);
    // From below, so that each goes on for one row only.
    for at in (columns..frame.content.len()).rev() {
        let above = &frame.content[at - columns];
        let Some((number, Color::Indexed(form), (row, column))) = part(above) else { continue };
        let is_mark = numbered(number).is_some_and(|number| piece(number) == 0);
        let goes_on = Form::numbered(form).is_some_and(|form| row + 1 < form.rows);
        let ground = above.bg;
        let cell = &mut frame.content[at];
        if is_mark && goes_on && cell.symbol() == " " && cell.bg == ground {
            cell.set_symbol(&symbol(column, row + 1));
            (cell.fg, cell.underline_color) = (number, Color::Indexed(form));
        }
    }
}

/// Writes the sequences for pictures, in the dialect of one terminal.
#[derive(Clone, Copy, Debug)]
pub struct Graphics(pub Dialect);

impl Graphics {
    fn put(self, out: &mut Vec<u8>, keys: &str, data: &str) {
        let space = if data.is_empty() { "" } else { ";" };
        if self.0.through_tmux {
            let _ = std::io::Write::write_fmt(
                out,
                format_args!("\x1bPtmux;\x1b\x1b_G{keys}{space}{data}\x1b\x1b\\\x1b\\"),
            );
        } else {
            let _ = std::io::Write::write_fmt(out, format_args!("\x1b_G{keys}{space}{data}\x1b\\"));
        }
    }

    /// Sends a PNG picture as this number, to be shown in this form. One of the same number is replaced.
    pub(crate) fn send(self, out: &mut Vec<u8>, id: u32, form: Form, png: &[u8]) {
        let data = base64(png);
        let Form { columns, rows } = form;
        let mut keys = format!("a=T,U=1,q=2,f=100,i={id},p={},c={columns},r={rows}", form.number());
        let mut rest = data.as_str();
        while rest.len() > CHUNK {
            let (chunk, after) = rest.split_at(CHUNK);
            self.put(out, &format!("{keys},m=1"), chunk);
            (keys, rest) = ("q=2".to_owned(), after);
        }
        let _ = if data.len() > CHUNK { keys.write_str(",m=0") } else { Ok(()) };
        self.put(out, &keys, rest);
    }

    /// Lets a picture that was sent be shown in one more form.
    pub(crate) fn show_in(self, out: &mut Vec<u8>, id: u32, form: Form) {
        let Form { columns, rows } = form;
        self.put(out, &format!("a=p,U=1,q=2,i={id},p={},c={columns},r={rows}", form.number()), "");
    }

    /// Deletes these pictures and their data; their numbers rise.
    pub fn delete(self, out: &mut Vec<u8>, ids: &[u32]) {
        if let (true, Some(first), Some(last)) = (self.0.ranges, ids.first(), ids.last()) {
            return self.put(out, &format!("a=d,d=R,x={first},y={last},q=2"), "");
        }
        for id in ids {
            self.put(out, &format!("a=d,d=I,i={id},q=2"), "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::number::with;
    use crate::pieces::overlay::Overlay;
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    const KITTY: Dialect = Dialect { ranges: true, through_tmux: false };

    fn form(columns: u16, rows: u16) -> Form {
        Form::new(columns, rows).expect("it is small")
    }

    fn written(dialect: Dialect, write: impl Fn(Graphics, &mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(Graphics(dialect), &mut out);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
    }

    #[test]
    fn sequences_are_those_of_the_protocol() {
        let sent = written(KITTY, |graphics, out| graphics.send(out, 7, form(9, 4), b"foo"));
        assert_eq!(sent, "\x1b_Ga=T,U=1,q=2,f=100,i=7,p=69,c=9,r=4;Zm9v\x1b\\");
        let shown = written(KITTY, |graphics, out| graphics.show_in(out, 7, form(7, 3)));
        assert_eq!(shown, "\x1b_Ga=p,U=1,q=2,i=7,p=47,c=7,r=3\x1b\\");
        let deleted = written(KITTY, |graphics, out| graphics.delete(out, &[3, 5]));
        assert_eq!(deleted, "\x1b_Ga=d,d=R,x=3,y=5,q=2\x1b\\");
        let plain = Dialect { ranges: false, ..KITTY };
        let deleted = written(plain, |graphics, out| graphics.delete(out, &[3, 4]));
        assert_eq!(deleted, "\x1b_Ga=d,d=I,i=3,q=2\x1b\\\x1b_Ga=d,d=I,i=4,q=2\x1b\\");
        let tmux = Dialect { through_tmux: true, ..KITTY };
        let shown = written(tmux, |graphics, out| graphics.show_in(out, 7, form(7, 3)));
        assert_eq!(shown, "\x1bPtmux;\x1b\x1b_Ga=p,U=1,q=2,i=7,p=47,c=7,r=3\x1b\x1b\\\x1b\\");
    }

    #[test]
    fn numbers_are_colours() {
        assert_eq!((ink(9), ink(0x0001_0203)), (Color::Indexed(9), Color::Rgb(1, 2, 3)));
        for number in [1, 255, 256, 65_535, 0x00ff_ffff] {
            assert_eq!(numbered(ink(number)), Some(number));
        }
        assert_eq!(numbered(Color::Reset), None);
    }

    #[test]
    fn symbols_name_their_place() {
        assert_eq!(symbol(0, 0), "\u{10eeee}\u{305}\u{305}");
        for (column, row) in (0..MOST_CELLS).flat_map(|column| (0..MOST_CELLS).map(move |row| (column, row))) {
            let symbol = symbol(column, row);
            assert_eq!((place(&symbol), symbol.width()), (Some(Some((row, column))), 1));
        }
        assert_eq!((place("\u{10eeee}"), place("K"), place("")), (Some(None), None, None));
    }

    #[test]
    fn only_a_mark_goes_on_below_and_only_over_blanks() {
        let mut frame = Buffer::empty(ratatui::layout::Rect::new(0, 0, 4, 4));
        for (x, piece) in [(0, None), (1, Some(7)), (2, None), (3, None)] {
            let number = with(piece, Some(Overlay::Dot));
            let row = if x == 3 { 2 } else { 0 };
            let cell = &mut frame[(x, 0)];
            cell.set_symbol(&symbol(x, row));
            (cell.fg, cell.underline_color) = (ink(number), Color::Indexed(form(4, 3).number()));
        }
        frame[(2, 1)].set_symbol("K");
        deepen(&mut frame);
        let below: Vec<_> = (0..4).map(|x| place(frame[(x, 1)].symbol())).collect();
        assert_eq!(below, [Some(Some((1, 0))), None, None, None], "a piece, a letter, the end of a square");
        assert!((0..4).all(|x| place(frame[(x, 2)].symbol()).is_none()), "one row only");
    }

    #[test]
    fn every_form_has_its_number() {
        let mut known = Vec::new();
        for (columns, rows) in (0..30).flat_map(|columns| (0..30).map(move |rows| (columns, rows))) {
            if let Some(form) = Form::new(columns, rows) {
                assert_eq!(Form::numbered(form.number()), Some(form));
                known.push(form.number());
            }
        }
        known.sort_unstable();
        known.dedup();
        assert!(known.len() == 19 * 12 && known[0] > 0, "0 is no number of a placement");
        assert_eq!(Form::numbered(0), None);
    }

    proptest! {
        #[test]
        fn data_come_in_whole_chunks(png in prop::collection::vec(any::<u8>(), 0..20_000)) {
            let sent = written(KITTY, |graphics, out| graphics.send(out, 200, form(7, 3), &png));
            let mut data = String::new();
            let parts: Vec<&str> = sent.split_terminator("\x1b\\").collect();
            for (at, part) in parts.iter().enumerate() {
                let (keys, chunk) = part.strip_prefix("\x1b_G").expect("it begins so").split_once(';').unwrap_or((part, ""));
                let more = keys.ends_with(",m=1");
                prop_assert_eq!(more, at + 1 < parts.len());
                prop_assert!(chunk.len() <= CHUNK && (chunk.len() % 4 == 0) && (!more || chunk.len() == CHUNK));
                prop_assert_eq!(keys.contains("a=T"), at == 0);
                data += chunk;
            }
            prop_assert_eq!(data, base64(&png));
        }
    }
}
