//! The pixels of sixels in a terminal, by cell. Terminals differ in what takes pixels away again.

use std::collections::BTreeMap;

/// What takes pixels away, and what a picture takes away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wipes {
    /// A cell that is written or erased loses its pixels, as in xterm.
    Cell,
    /// So does the rest of that row of the picture, as in foot.
    Row,
    /// Only what is written does that, as in WezTerm.
    Written,
    /// As in xterm; a picture takes away the texts in its cells and to their right, a part of a strip is a whole one, and the
    /// rows of it that are not painted have the colour of the first register, as in Konsole.
    Wide,
}

/// A colour in percent.
type Percent = [u8; 3];

/// The pixels of one cell, row by row, and the number of the picture that they came with.
#[derive(Clone, Debug)]
struct Tile {
    picture: usize,
    pixels: Vec<Option<Percent>>,
}

/// The pixels on a screen.
pub struct Pixels {
    pub wipes: Wipes,
    /// The columns and rows of pixels of a cell.
    cell: (usize, usize),
    tiles: BTreeMap<(u16, u16), Tile>,
    /// How many pictures came.
    pub count: usize,
}

/// A picture that was sent.
struct Sent {
    wide: usize,
    high: usize,
    /// The registers of the pixels, row by row.
    pixels: Vec<Option<usize>>,
    colours: Vec<Percent>,
}

/// Reads a number at the beginning of a text.
fn number(rest: &mut &str) -> usize {
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    digits.parse().expect("a number")
}

impl Sent {
    /// Reads the inside of a sequence, which begins with the size.
    fn read(inner: &str) -> Sent {
        let head = inner.find('#').unwrap_or(inner.len());
        let sizes: Vec<usize> = inner[..head].split(';').map(|size| size.parse().expect("a size")).collect();
        assert_eq!(sizes[..2], [1, 1], "pixels are as wide as high");
        let (wide, high) = (sizes[2], sizes[3]);
        let mut sent = Sent { wide, high, pixels: vec![None; wide * high], colours: Vec::new() };
        // A colour that is defined is not chosen by that, as in foot.
        let (mut colour, mut count, mut x, mut y) = (usize::MAX, 1, 0, 0);
        let mut rest = &inner[head..];
        while let Some(letter) = rest.chars().next() {
            rest = &rest[1..];
            match letter {
                '#' => {
                    let register = number(&mut rest);
                    assert!(register < 16, "xterm has 16 registers");
                    if let Some(parts) = rest.strip_prefix(";2;") {
                        rest = parts;
                        assert_eq!(register, sent.colours.len());
                        let mut part = || {
                            rest = rest.strip_prefix(';').unwrap_or(rest);
                            u8::try_from(number(&mut rest)).expect("percent")
                        };
                        sent.colours.push([part(), part(), part()]);
                    } else {
                        assert!(register < sent.colours.len(), "no colour {register}");
                        colour = register;
                    }
                }
                '!' => count = number(&mut rest),
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                '?'..='~' => {
                    assert!(x + count <= wide && y + 6 <= high, "only whole strips inside the picture");
                    let bits = letter as u8 - b'?';
                    assert!(bits == 0 || colour < sent.colours.len(), "a colour is chosen");
                    for row in (0..6).filter(|row| bits >> row & 1 == 1) {
                        let first = (y + row) * wide + x;
                        sent.pixels[first..first + count].fill(Some(colour));
                    }
                    (x, count) = (x + count, 1);
                }
                _ => panic!("{letter:?} in sixels"),
            }
        }
        sent
    }
}

impl Pixels {
    pub fn new(cell: (u16, u16), wipes: Wipes) -> Pixels {
        Pixels { wipes, cell: (cell.0.into(), cell.1.into()), tiles: BTreeMap::new(), count: 0 }
    }

    pub fn clear(&mut self) {
        self.tiles.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Something was written into a cell, or it was erased.
    pub fn touch(&mut self, (x, y): (u16, u16), is_written: bool) {
        if self.wipes == Wipes::Written && !is_written {
            return;
        }
        let Some(gone) = self.tiles.remove(&(x, y)) else { return };
        if self.wipes == Wipes::Row {
            self.tiles.retain(|at, tile| at.1 != y || tile.picture != gone.picture);
        }
    }

    /// A picture comes to the cell of the cursor; says which cells lose their text.
    pub fn put(&mut self, (left, top): (u16, u16), inner: &str) -> Vec<(u16, u16)> {
        let sent = Sent::read(inner);
        self.count += 1;
        let (wide, high) = self.cell;
        assert!(sent.wide.is_multiple_of(wide), "a picture of whole cells");
        let (columns, rows) = ((sent.wide / wide) as u16, sent.high.div_ceil(high) as u16);
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let at = (left + x, top + y);
            let under = self.tiles.get(&at).map(|tile| tile.pixels.clone());
            let mut pixels = under.unwrap_or_else(|| vec![None; wide * high]);
            for row in 0..high {
                let line = usize::from(y) * high + row;
                let unpainted = (self.wipes == Wipes::Wide && line >= sent.high / 6 * 6).then_some(0);
                let from = line * sent.wide + usize::from(x) * wide;
                // The last row of cells may be higher than the picture.
                let registers = sent.pixels.get(from..from + wide);
                for column in 0..wide {
                    let register = registers.and_then(|registers| registers[column]).or(unpainted);
                    if let Some(register) = register {
                        pixels[row * wide + column] = Some(sent.colours[register]);
                    }
                }
            }
            self.tiles.insert(at, Tile { picture: self.count, pixels });
        }
        let lost = (0..rows).flat_map(|y| (0..=columns).map(move |x| (left + x, top + y)));
        if self.wipes == Wipes::Wide {
            lost.filter(|at| !self.tiles.contains_key(at)).collect()
        } else {
            Vec::new()
        }
    }

    /// What is seen in a cell of this colour: each pixel, or nothing if no picture is there.
    pub fn seen(&self, at: (u16, u16), ground: Option<Percent>) -> Option<Vec<Option<Percent>>> {
        Some(self.tiles.get(&at)?.pixels.iter().map(|&pixel| pixel.or(ground)).collect())
    }
}
