//! The board of a file, and what stands on it at the start.

use crate::rules::geometry::{Axes, Coord, Geometry};
use crate::rules::spec::PLUS;

/// A board: its pictures, and its size.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// One picture a level, the lowest first; one line a rank, the highest first; `.` is a square.
    pub(super) pictures: Vec<String>,
    /// The number of files, ranks and levels.
    pub(super) size: [u8; 3],
    /// The names of the first file and of the first rank.
    pub(super) first: [char; 2],
    /// The squares that have names of their own.
    pub(super) names: Vec<(Coord, String)>,
}

/// The most squares.
pub(super) const MOST_SQUARES: usize = 256;

/// The names that the first file and the first rank have as a rule.
const FIRST: [char; 2] = ['a', '1'];

/// Where there is no square, in a FEN.
const HOLE: char = '*';

/// What a board can be, for error messages.
pub(super) const EXPECTED: &str = "\"8x8\" (files and ranks), \"5x5x5\" (and levels), or a picture of lines with . for \
                                   each square, and an empty line between levels";

/// The most files, ranks or levels.
const MOST: u8 = 26;

impl Plan {
    /// The board of 8x8.
    pub(super) fn usual() -> Plan {
        Plan::full([8, 8, 1])
    }

    fn full(size: [u8; 3]) -> Plan {
        let [files, ranks, levels] = size.map(usize::from);
        let row = ".".repeat(files) + "\n";
        Plan { pictures: vec![row.repeat(ranks); levels], size, first: FIRST, names: Vec::new() }
    }

    /// The board in these words.
    pub(super) fn read(text: &str) -> Option<Plan> {
        if text.contains('x') && !text.contains(['.', '\n']) {
            let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST).contains(number));
            let numbers: Option<Vec<u8>> = text.split('x').map(number).collect();
            return match numbers?[..] {
                [files, ranks] => Some(Plan::full([files, ranks, 1])),
                // A board with one level is flat.
                [files, ranks, levels] if levels > 1 => Some(Plan::full([files, ranks, levels])),
                _ => None,
            };
        }
        let rows: Vec<&str> = text.trim().lines().map(str::trim).collect();
        let levels: Vec<&[&str]> = rows.split(|row| row.is_empty()).filter(|level| !level.is_empty()).collect();
        let (width, height) = (levels.first()?[0].len(), levels[0].len());
        let even = |row: &&str| row.len() == width && row.is_ascii() && !row.contains(' ');
        let even = levels.iter().all(|level| level.len() == height && level.iter().all(even));
        let fits = even && [width, height, levels.len()].iter().all(|&length| length <= MOST.into());
        (fits && text.contains('.')).then(|| Plan {
            pictures: levels.iter().map(|level| level.join("\n")).collect(),
            size: [width as u8, height as u8, levels.len() as u8],
            first: FIRST,
            names: Vec::new(),
        })
    }

    /// Has it several levels?
    pub(super) const fn has_levels(&self) -> bool {
        self.size[2] > 1
    }

    /// The names of its files, ranks and levels.
    pub(super) const fn axes(&self) -> Axes {
        let [x, y] = self.first;
        Axes { x, y, z: if self.has_levels() { Some('A') } else { None } }
    }

    /// The only place of a sign in the pictures.
    pub(super) fn only(&self, sign: &str) -> Option<Coord> {
        let &[sign] = sign.as_bytes() else { return None };
        let mut all = self.places().filter(|&at| sign != b'.' && self.sign(at) == Some(sign));
        all.next().filter(|_| all.next().is_none())
    }

    /// Makes a place a square with a name of its own.
    pub(super) fn name(&mut self, at: Coord, name: &str) {
        let row = usize::from(self.size[1] - 1 - at.y);
        let mut rows: Vec<String> = self.pictures[usize::from(at.z)].lines().map(str::to_owned).collect();
        rows[row].replace_range(usize::from(at.x)..=usize::from(at.x), ".");
        self.pictures[usize::from(at.z)] = rows.join("\n");
        self.names.push((at, name.to_owned()));
    }

    /// The first and the last file that have a name, and the ranks: those with a square that has none of its own.
    pub(super) fn counted(&self) -> [[u8; 2]; 2] {
        let [files, ranks, _] = self.size;
        let is_own = |at: &Coord| self.names.iter().any(|(named, _)| named == at);
        let usual: Vec<Coord> = self.places().filter(|at| self.has(*at) && !is_own(at)).collect();
        let ends = |part: fn(&Coord) -> u8| Some([usual.iter().map(part).min()?, usual.iter().map(part).max()?]);
        match (ends(|at| at.x), ends(|at| at.y)) {
            (Some(files), Some(ranks)) if !self.names.is_empty() => [files, ranks],
            _ => [[0, files - 1], [0, ranks - 1]],
        }
    }

    /// The same board as data of the kernel.
    pub(super) fn geometry(&self) -> Geometry {
        let pictures: Vec<&str> = self.pictures.iter().map(String::as_str).collect();
        let names: Vec<(Coord, &str)> = self.names.iter().map(|(at, name)| (*at, name.as_str())).collect();
        Geometry::from_plan(&pictures, self.axes(), &names)
    }

    /// What a picture has in a place.
    fn sign(&self, at: Coord) -> Option<u8> {
        let row = usize::from(self.size[1]).checked_sub(1 + usize::from(at.y))?;
        self.pictures.get(usize::from(at.z))?.lines().nth(row)?.as_bytes().get(usize::from(at.x)).copied()
    }

    /// Is there a square?
    fn has(&self, at: Coord) -> bool {
        self.sign(at) == Some(b'.')
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        self.pictures.iter().map(|picture| picture.matches('.').count()).sum()
    }

    /// All places of the box around it.
    pub(super) fn places(&self) -> impl Iterator<Item = Coord> {
        let [files, ranks, levels] = self.size;
        let rows = (0..levels).flat_map(move |z| (0..ranks).map(move |y| (y, z)));
        rows.flat_map(move |(y, z)| (0..files).map(move |x| Coord::new(x, y, z)))
    }

    /// Where the pieces of a FEN stand: each with its letters. Nothing if it does not fit the board; what is wrong with
    /// it is said when the opening is read as a position.
    pub(super) fn men(&self, fen: &str) -> Vec<(String, Coord)> {
        let placement = fen.split([' ', '[']).next().unwrap_or_default();
        let mut men = Vec::new();
        for (z, level) in (0..self.size[2]).zip(placement.split('|')) {
            for (y, text) in (0..self.size[1]).rev().zip(level.split('/')) {
                self.men_of_rank(text, (y, z), &mut men);
            }
        }
        men
    }

    fn men_of_rank(&self, text: &str, (y, z): (u8, u8), men: &mut Vec<(String, Coord)>) {
        let mut squares = (0..self.size[0]).map(|x| Coord::new(x, y, z));
        let (mut empty, mut sign): (usize, Option<char>) = (0, None);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = (empty * 10 + digit as usize).min(self.size[0].into());
                continue;
            }
            if letter == PLUS {
                sign = Some(letter);
                continue;
            }
            let Some(at) = squares.nth(std::mem::take(&mut empty)) else { break };
            // A hole has the sign of a wall.
            if letter == HOLE && !self.has(at) {
                continue;
            }
            men.push((sign.take().into_iter().chain([letter]).collect(), at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_sizes_or_pictures() {
        let size = |text| Plan::read(text).map(|plan| (plan.size, plan.squares()));
        assert_eq!(size("5x6"), Some(([5, 6, 1], 30)));
        assert_eq!(size("\n .#.\n ...\n"), Some(([3, 2, 1], 5)));
        assert_eq!(size("5x6x2"), Some(([5, 6, 2], 60)));
        assert_eq!(size("\n .#\n ..\n\n ..\n #.\n\n"), Some(([2, 2, 2], 6)));
        for wrong in ["", "8", "0x8", "8x27", "8x-1", "..\n...", "8x8x8x8", "8x8x1", "é.\n..", "x", "..\n\n..\n.."]
        {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pieces_of_an_opening_are_found() {
        let plan = Plan::read("12x2").expect("a board");
        assert_eq!(plan.men("10kK/K11 w - - 0 1").len(), 3);
        assert_eq!(plan.men("10kK/K11 w")[2], ("K".to_owned(), Coord::new(0, 0, 0)));
        assert_eq!(plan.men("10k+K/K11 w")[1], ("+K".to_owned(), Coord::new(11, 1, 0)));
        assert_eq!(plan.men("99999999999999999999k/é"), [("é".to_owned(), Coord::new(0, 0, 0))]);
        let levels = Plan::read("2x2x2").expect("a board");
        assert_eq!(levels.men("2/K1|1k/2 w - - 0 1")[1], ("k".to_owned(), Coord::new(1, 1, 1)));
        let holes = Plan::read("..#.\n....").expect("a board");
        assert_eq!(
            holes.men("2*k/1*2"),
            [("k".to_owned(), Coord::new(3, 1, 0)), ("*".to_owned(), Coord::new(1, 0, 0))]
        );
    }
}
