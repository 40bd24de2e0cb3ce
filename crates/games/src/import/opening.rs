//! The first position of a section: the squares of its FEN, hands, rights and checks.

use super::area::{Area, At};
use super::refusal::Refusal;
use super::settings::Settings;

/// The usual first position.
const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A piece on the board or in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// Has it become what it is?
    pub(super) plus: bool,
    /// A capital letter.
    pub(super) letter: char,
    pub(super) seat: usize,
}

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Empty,
    Wall,
    Piece(Token),
}

/// The first position.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// Files and ranks.
    pub(super) size: [u8; 2],
    /// The highest rank first.
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) hand: Vec<Token>,
    pub(super) turn: char,
    /// The letters of the rights to castle.
    pub(super) rights: String,
    /// The checks that each player has to give.
    pub(super) checks: [u32; 2],
}

impl Opening {
    /// Reads it.
    pub(super) fn read(settings: &Settings) -> Result<Opening, Refusal> {
        let size = [settings.number("maxFile", 8), settings.number("maxRank", 8)];
        if size[0] == 0 || size[1] == 0 || size[1] > super::area::RANKS.into() {
            return Err(settings.wrong("maxRank", "expected a board of at most 12 files and 10 ranks"));
        }
        let size = size.map(|number| number as u8);
        let text = settings.text("startFen", USUAL);
        let wrong = |why: &str| settings.wrong("startFen", why);
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or_else(|| wrong("expected a position"))?;
        let (board, hand) = match placement.split_once('[') {
            Some((board, hand)) => (board, hand.strip_suffix(']').ok_or_else(|| wrong("expected ] at its end"))?),
            None => (placement, ""),
        };
        let rows = board.split('/').map(|row| read_row(row, size[0])).collect::<Option<Vec<_>>>();
        let rows = rows.filter(|rows| rows.len() == usize::from(size[1]));
        let rows = rows.ok_or_else(|| wrong("expected rows for all squares of the board"))?;
        let hand = hand
            .chars()
            .filter(|&letter| letter != '-')
            .map(|letter| token(false, letter))
            .collect::<Option<Vec<_>>>();
        let mut opening = Opening {
            size,
            rows,
            hand: hand.ok_or_else(|| wrong("expected letters in hand"))?,
            turn: 'w',
            rights: String::new(),
            checks: [1; 2],
        };
        for (index, field) in fields.enumerate() {
            let number = field.parse::<u32>().is_ok();
            match (index, field) {
                (0, "w" | "b") => opening.turn = field.chars().next().unwrap_or('w'),
                (0, _) => return Err(wrong("expected w or b behind the board")),
                (_, "-") => {}
                _ if number => {}
                (1, _) if field.bytes().all(|letter| letter.is_ascii_alphabetic()) => {
                    field.clone_into(&mut opening.rights);
                }
                (_, _) => match field.split_once('+').map(|(one, other)| (one.parse(), other.parse())) {
                    Some((Ok(first), Ok(second))) => opening.checks = [first, second],
                    _ => return Err(wrong("it has a field that makes no sense here")),
                },
            }
        }
        Ok(opening)
    }

    /// All pieces on the board, with their squares.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Token, At)> + '_ {
        let ranks = self.size[1];
        self.rows.iter().enumerate().flat_map(move |(row, cells)| {
            cells.iter().enumerate().filter_map(move |(file, cell)| match cell {
                Cell::Piece(token) => Some((*token, (file as u8, ranks - 1 - row as u8))),
                _ => None,
            })
        })
    }

    /// The squares that are missing.
    pub(super) fn walls(&self) -> Area {
        let ranks = self.size[1];
        let rows = self.rows.iter().enumerate();
        let walls = rows.flat_map(|(row, cells)| {
            let at = move |file: usize| (file as u8, ranks - 1 - row as u8);
            cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Wall).map(move |(file, _)| at(file))
        });
        walls.collect()
    }

    /// The board in our words: its size, or a picture with its holes.
    pub(super) fn board(&self, has_holes: bool) -> String {
        if !has_holes || self.rows.iter().flatten().all(|cell| *cell != Cell::Wall) {
            return format!("\"{}x{}\"", self.size[0], self.size[1]);
        }
        let line = |row: &Vec<Cell>| {
            row.iter().map(|cell| if *cell == Cell::Wall { '#' } else { '.' }).collect::<String>()
        };
        format!("\"\"\"\n{}\"\"\"", self.rows.iter().map(|row| line(row) + "\n").collect::<String>())
    }
}

fn token(plus: bool, letter: char) -> Option<Token> {
    let seat = usize::from(letter.is_ascii_lowercase());
    letter.is_ascii_alphabetic().then(|| Token { plus, letter: letter.to_ascii_uppercase(), seat })
}

fn read_row(text: &str, files: u8) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let (mut empty, mut plus) = (0_usize, false);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if empty > files.into() {
                return None;
            }
            continue;
        }
        cells.extend(std::iter::repeat_n(Cell::Empty, std::mem::take(&mut empty)));
        match letter {
            '*' => cells.push(Cell::Wall),
            '+' => {
                plus = true;
                continue;
            }
            _ => cells.push(Cell::Piece(token(std::mem::take(&mut plus), letter)?)),
        }
        if cells.len() > files.into() {
            return None;
        }
    }
    cells.extend(std::iter::repeat_n(Cell::Empty, empty));
    (cells.len() == usize::from(files)).then_some(cells)
}
