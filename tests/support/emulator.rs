//! A terminal that understands what the program writes and nothing else: unknown sequences are faults. It keeps
//! the cells and the pictures of kitty's protocol, checks that every placeholder shows a part of a picture that
//! is there, and draws the screen as SVG with these pictures in it.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

#[path = "sixel.rs"]
pub mod sixel;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heterodox::tui::picture::svg;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthChar as _;

use sixel::Pixels;

/// The character of a cell that shows a part of a picture, and the signs for rows and columns, as kitty's
/// documentation lists them.
const PLACEHOLDER: char = '\u{10eeee}';
const SIGNS: [u32; 19] = [
    0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351, 0x352, 0x357,
    0x35b, 0x363, 0x364,
];

/// The width and height of a cell in the SVG picture.
const CELL: (u32, u32) = (9, 18);

/// A picture that was sent.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The PNG, still as base64.
    pub data: String,
    /// Columns and rows by the number of the placement.
    pub placements: BTreeMap<u32, (u32, u32)>,
}

/// The part of a picture that a cell shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    pub at: (u16, u16),
    pub picture: u32,
    pub placement: u32,
    pub row: u32,
    pub column: u32,
}

/// How many columns a terminal takes for pictures that are made of several characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widths {
    /// Each character has its own.
    Apart,
    /// What is seen as one picture has two.
    Joined,
    /// The terminal is older than these pictures: each character has one.
    Old,
}

pub struct Emulator {
    pub widths: Widths,
    pub screen: Buffer,
    pub pictures: BTreeMap<u32, Picture>,
    /// The pixels of sixels, if it shows them.
    pub pixels: Option<Pixels>,
    /// The keys of each graphics command, with the length of its data.
    pub graphics: Vec<(String, usize)>,
    /// The questions that were asked, as they were written.
    pub asked: Vec<String>,
    at: (u16, u16),
    pen: Cell,
    /// A picture whose data have come in part.
    coming: Option<(BTreeMap<String, String>, String)>,
    /// A sequence that has come in part.
    open: Vec<u8>,
}

impl Emulator {
    pub fn new(columns: u16, rows: u16) -> Emulator {
        Emulator {
            widths: Widths::Apart,
            screen: Buffer::empty(Rect::new(0, 0, columns, rows)),
            pictures: BTreeMap::new(),
            pixels: None,
            graphics: Vec::new(),
            asked: Vec::new(),
            at: (0, 0),
            pen: Cell::EMPTY,
            coming: None,
            open: Vec::new(),
        }
    }

    /// Takes what the program has written, in pieces of any length.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut coming = std::mem::take(&mut self.open);
        coming.extend_from_slice(bytes);
        let mut done = 0;
        while let Some(length) = whole(&coming[done..]) {
            self.token(&coming[done..done + length]);
            done += length;
        }
        coming.drain(..done);
        self.open = coming;
    }

    fn token(&mut self, token: &[u8]) {
        let text = std::str::from_utf8(token).expect("the program writes UTF-8");
        match token {
            [b'\r'] => self.at.0 = 0,
            [b'\n' | 0x0b] => self.at.1 = (self.at.1 + 1).min(self.screen.area.height - 1),
            [8] => self.at.0 = self.at.0.saturating_sub(1),
            b"\x1b]11;?\x07" => self.asked.push("\x1b]11;?".to_owned()),
            [7 | 0x18] | [0x1b, b'\\' | b']', ..] => {}
            [0x1b, b'[', .., last] => self.control(&text[2..text.len() - 1], char::from(*last)),
            b"\x1bP$qm\x1b\\" => self.asked.push("\x1bP$qm".to_owned()),
            [0x1b, b'P', b'0', ..] => self.sixels(text),
            [0x1b, b'P', ..] => {
                let inner = text.strip_prefix("\x1bPtmux;").and_then(|text| text.strip_suffix("\x1b\\"));
                let inner =
                    inner.unwrap_or_else(|| panic!("an unknown string {text:?}")).replace("\x1b\x1b", "\x1b");
                self.token(inner.as_bytes());
            }
            [0x1b, b'_', b'G', ..] => self.graphics(text[3..].strip_suffix("\x1b\\").expect("it is whole")),
            [0x1b, ..] => panic!("an unknown sequence {text:?}"),
            _ => self.letter(text.chars().next().expect("a character")),
        }
    }

    fn sixels(&mut self, text: &str) {
        let inner = text.strip_prefix("\x1bP0;1q\"").and_then(|rest| rest.strip_suffix("\x1b\\"));
        let inner = inner.unwrap_or_else(|| panic!("unknown sixels {text:?}"));
        let pixels = self.pixels.as_mut().expect("the terminal shows sixels");
        for at in pixels.put(self.at, inner) {
            if let Some(cell) = self.screen.cell_mut(at) {
                *cell = Cell::EMPTY;
            }
        }
        // Terminals do not agree on where the cursor is now.
        self.at = (0, 0);
    }

    /// A cell is written or erased.
    fn touch(&mut self, at: (u16, u16), is_written: bool) {
        if let Some(pixels) = &mut self.pixels {
            pixels.touch(at, is_written);
        }
    }

    fn letter(&mut self, letter: char) {
        assert!(!letter.is_control(), "an unknown control character {letter:?}");
        let (x, y) = self.at;
        let width = self.width(letter);
        if width == 0 {
            let before = &mut self.screen[(x - 1, y)];
            let symbol = format!("{}{letter}", before.symbol());
            before.set_symbol(&symbol);
            return;
        }
        assert!(x + width <= self.screen.area.width && y < self.screen.area.height, "{letter} at {:?}", self.at);
        for by in 0..width {
            self.touch((x + by, y), true);
            let cell = &mut self.screen[(x + by, y)];
            *cell = self.pen.clone();
            cell.set_char(if by == 0 { letter } else { ' ' });
        }
        self.at.0 += width;
    }

    /// The columns of a character at the cursor.
    fn width(&mut self, letter: char) -> u16 {
        let (x, y) = self.at;
        let flag = |letter: char| ('\u{1f1e6}'..='\u{1f1ff}').contains(&letter);
        let before = (x > 0).then(|| self.screen[(x - 1, y)].symbol().chars().next()).flatten();
        match self.widths {
            Widths::Old if letter >= '\u{1f000}' => 1,
            // A sign that chooses the picture, and the second letter of a flag, make it wide.
            Widths::Joined if letter == '\u{fe0f}' || flag(letter) && before.is_some_and(flag) => {
                self.at.0 += 1;
                0
            }
            Widths::Joined if ('\u{1f3fb}'..='\u{1f3ff}').contains(&letter) => 0,
            _ => letter.width().unwrap_or(0) as u16,
        }
    }

    fn control(&mut self, inner: &str, last: char) {
        let number = |at: usize, least: u16| -> u16 {
            inner.split(';').nth(at).and_then(|part| part.parse().ok()).unwrap_or(0).max(least)
        };
        let (right, bottom) = (self.screen.area.width - 1, self.screen.area.height - 1);
        match (inner, last) {
            (_, 'H') => self.at = (number(1, 1) - 1, number(0, 1) - 1),
            (_, 'A') => self.at.1 = self.at.1.saturating_sub(number(0, 1)),
            (_, 'B') => self.at.1 = (self.at.1 + number(0, 1)).min(bottom),
            (_, 'C') => self.at.0 = (self.at.0 + number(0, 1)).min(right),
            (_, 'D') => self.at.0 = self.at.0.saturating_sub(number(0, 1)),
            ("2", 'J') => {
                let mut blank = Cell::EMPTY;
                blank.bg = self.pen.bg;
                self.screen.content.fill(blank);
                self.pixels.iter_mut().for_each(Pixels::clear);
            }
            ("", 'K') => self.erase(self.screen.area.width),
            (_, 'X') => self.erase(self.at.0 + number(0, 1)),
            (_, 'm') => self.style(inner),
            (">0", 'q') | (">" | "", 'c') | ("16", 't') | ("?2;1;0", 'S') => {
                self.asked.push(format!("\x1b[{inner}{last}"));
            }
            ("22;0" | "23;0", 't')
            | ("?25" | "?1000" | "?1002" | "?1004" | "?1006" | "?1049" | "?2004" | "?2026", 'h' | 'l') => {}
            _ => panic!("an unknown sequence ESC [ {inner} {last}"),
        }
        // After the last column was written the cursor waits behind it.
        assert!(self.at.0 <= right + 1 && self.at.1 <= bottom, "the cursor goes to {:?}", self.at);
    }

    /// Erases from the cursor up to this column.
    fn erase(&mut self, end: u16) {
        for x in self.at.0..end {
            self.touch((x, self.at.1), false);
            let cell = &mut self.screen[(x, self.at.1)];
            *cell = Cell::EMPTY;
            cell.bg = self.pen.bg;
        }
    }

    fn style(&mut self, inner: &str) {
        let mut parts = inner.split(';');
        while let Some(part) = parts.next() {
            let mut value = || parts.next().and_then(|part| part.parse().ok()).expect("a number of a colour");
            let code: u8 =
                if part.is_empty() { 0 } else { part.split(':').next().expect("it").parse().expect("a code") };
            let pen = &mut self.pen;
            match code {
                0 => *pen = Cell::EMPTY,
                1 => pen.modifier |= Modifier::BOLD,
                2 => pen.modifier |= Modifier::DIM,
                3 => pen.modifier |= Modifier::ITALIC,
                4 => pen.modifier |= Modifier::UNDERLINED,
                7 => pen.modifier |= Modifier::REVERSED,
                22 => pen.modifier -= Modifier::BOLD | Modifier::DIM,
                23 => pen.modifier -= Modifier::ITALIC,
                24 => pen.modifier -= Modifier::UNDERLINED,
                27 => pen.modifier -= Modifier::REVERSED,
                39 => pen.fg = Color::Reset,
                49 => pen.bg = Color::Reset,
                59 => pen.underline_color = Color::Reset,
                30..=37 => pen.fg = Color::Indexed(code - 30),
                90..=97 => pen.fg = Color::Indexed(code - 82),
                40..=47 => pen.bg = Color::Indexed(code - 40),
                100..=107 => pen.bg = Color::Indexed(code - 92),
                38 | 48 => {
                    let color = match value() {
                        5 => Color::Indexed(value()),
                        2 => Color::Rgb(value(), value(), value()),
                        kind => panic!("an unknown kind of colour {kind}"),
                    };
                    *(if code == 38 { &mut pen.fg } else { &mut pen.bg }) = color;
                }
                58 => {
                    let index = part.strip_prefix("58:5:").and_then(|index| index.parse().ok());
                    pen.underline_color = Color::Indexed(index.expect("a colour of lines, in one word"));
                }
                _ => panic!("an unknown style {part}"),
            }
        }
    }

    fn graphics(&mut self, command: &str) {
        let (keys, data) = command.split_once(';').unwrap_or((command, ""));
        self.graphics.push((keys.to_owned(), data.len()));
        let keys: BTreeMap<String, String> = keys
            .split(',')
            .map(|key| key.split_once('=').unwrap_or_else(|| panic!("{key} in {command}")))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(keys.get("q").map(String::as_str), Some("2"), "no answer is wanted: {command}");
        assert!(data.len() <= 4096 && data.len() % 4 == 0, "a chunk of {} characters", data.len());
        let more = keys.get("m").is_some_and(|more| more == "1");
        let (keys, data) = match self.coming.take() {
            Some((first, begun)) => {
                assert!(keys.keys().all(|key| key == "m" || key == "q"), "the data go on: {command}");
                (first, begun + data)
            }
            None => (keys, data.to_owned()),
        };
        if more {
            self.coming = Some((keys, data));
            return;
        }
        let number = |key: &str| -> u32 {
            let value = keys.get(key).and_then(|value| value.parse().ok());
            value.unwrap_or_else(|| panic!("{key} is missing in {command}"))
        };
        match keys["a"].as_str() {
            "T" => {
                assert!(keys["U"] == "1" && keys["f"] == "100", "{command}");
                assert!(data.starts_with("iVBORw0KGgo"), "PNG in base64: {data:.20}");
                let placements = BTreeMap::from([(number("p"), (number("c"), number("r")))]);
                self.pictures.insert(number("i"), Picture { data, placements });
            }
            "p" => {
                assert_eq!(keys["U"], "1", "{command}");
                let picture =
                    self.pictures.get_mut(&number("i")).unwrap_or_else(|| panic!("no picture for {command}"));
                picture.placements.insert(number("p"), (number("c"), number("r")));
            }
            "d" if keys["d"] == "R" => {
                self.pictures.retain(|id, _| !(number("x")..=number("y")).contains(id));
            }
            "d" if keys["d"] == "I" => drop(self.pictures.remove(&number("i"))),
            _ => panic!("an unknown command {command}"),
        }
    }

    /// The parts of pictures on the screen. A part of one that is not there is a fault.
    pub fn tiles(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = Vec::new();
        for at in self.screen.area.positions() {
            let cell = &self.screen[at];
            let Some(signs) = cell.symbol().strip_prefix(PLACEHOLDER) else { continue };
            let picture = match cell.fg {
                Color::Indexed(number) => u32::from(number),
                Color::Rgb(red, green, blue) => u32::from_be_bytes([0, red, green, blue]),
                _ => panic!("a placeholder without a number at {at:?}"),
            };
            let Color::Indexed(placement) = cell.underline_color else { panic!("one without a form at {at:?}") };
            let placement = u32::from(placement);
            let sign =
                |sign: char| SIGNS.iter().position(|&known| known == u32::from(sign)).expect("a sign") as u32;
            let signs: Vec<u32> = signs.chars().map(sign).collect();
            let before = tiles.last().filter(|tile| {
                tile.at == (at.x.wrapping_sub(1), at.y) && (tile.picture, tile.placement) == (picture, placement)
            });
            let (row, column) = match (signs[..].first(), signs.get(1)) {
                (Some(&row), Some(&column)) => (row, column),
                (None, None) => {
                    let before = before.unwrap_or_else(|| panic!("nothing to go on from at {at:?}"));
                    (before.row, before.column + 1)
                }
                _ => panic!("one sign only at {at:?}"),
            };
            let known = self.pictures.get(&picture).unwrap_or_else(|| panic!("picture {picture} was not sent"));
            let form = known.placements.get(&placement);
            let &(columns, rows) = form.unwrap_or_else(|| panic!("picture {picture} has no form {placement}"));
            assert!(column < columns && row < rows, "column {column}, row {row} of {columns}x{rows}");
            tiles.push(Tile { at: (at.x, at.y), picture, placement, row, column });
        }
        tiles
    }

    /// The screen as SVG, with its pictures.
    pub fn drawn(&self) -> String {
        let mut text = svg(&self.screen);
        let (wide, high) = CELL;
        text.truncate(text.rfind("</svg>").expect("it ends"));
        for tile in self.tiles() {
            let picture = &self.pictures[&tile.picture];
            let (columns, rows) = picture.placements[&tile.placement];
            let (long, tall) = (columns * wide, rows * high);
            let side = long.min(tall);
            let _ = writeln!(
                text,
                "<svg x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" viewBox=\"{} {} {wide} {high}\">\
                 <image x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" href=\"data:image/png;base64,{}\"/></svg>",
                u32::from(tile.at.0) * wide,
                u32::from(tile.at.1) * high,
                tile.column * wide,
                tile.row * high,
                (long - side) / 2,
                (tall - side) / 2,
                picture.data
            );
        }
        text + "</svg>\n"
    }
}

/// The length of the first character or sequence, if it is whole.
fn whole(bytes: &[u8]) -> Option<usize> {
    let end = |ends: &[u8]| bytes.windows(ends.len()).position(|window| window == ends).map(|at| at + ends.len());
    match bytes {
        [] | [0x1b] => None,
        [0x1b, b'[', rest @ ..] => rest.iter().position(|byte| (0x40..=0x7e).contains(byte)).map(|at| at + 3),
        [0x1b, b']', ..] => [end(b"\x07"), end(b"\x1b\\")].into_iter().flatten().min(),
        // What tmux passes on has each Escape twice.
        [0x1b, b'P', ..] => (4..=bytes.len()).find(|&at| {
            let escapes = bytes[..at - 1].iter().rev().take_while(|&&byte| byte == 0x1b).count();
            bytes[..at].ends_with(b"\x1b\\") && escapes % 2 == 1
        }),
        [0x1b, b'_', ..] => end(b"\x1b\\"),
        [0x1b, ..] => Some(2),
        [first, ..] => {
            let length = match first {
                0..=0x7f => 1,
                0xf0.. => 4,
                0xe0.. => 3,
                _ => 2,
            };
            (bytes.len() >= length).then_some(length)
        }
    }
}
