//! What the squares of a board are called, and which square a name means.

use super::axes::{Axes, AxisName};
use super::{Coord, SquareName};

/// The names of all squares: those that the axes give, and those of single squares.
#[derive(Clone, Debug)]
pub(super) struct Names {
    axes: Axes,
    /// The number of columns, ranks and levels.
    size: [u8; 3],
    /// The first and the last column that have a name, and the ranks.
    named: [[u8; 2]; 2],
    /// The squares with a name of their own.
    own: Vec<(Coord, String)>,
}

impl Names {
    /// A column or a rank has a name if a square on it has none of its own. `squares` are those without.
    pub(super) fn new(axes: Axes, size: [u8; 3], own: &[SquareName<'_>], squares: &[Coord]) -> Names {
        let all = [[0, size[0] - 1], [0, size[1] - 1]];
        let ends =
            |part: fn(&Coord) -> u8| Some([squares.iter().map(part).min()?, squares.iter().map(part).max()?]);
        let named = match (own, ends(|at| at.x), ends(|at| at.y)) {
            ([_, ..], Some(columns), Some(ranks)) => [columns, ranks],
            _ => all,
        };
        let own = own.iter().map(|&(at, name)| (at, name.to_owned())).collect();
        Names { axes, size, named, own }
    }

    pub(super) const fn axes(&self) -> Axes {
        self.axes
    }

    /// The name that a square has of its own.
    pub(super) fn own(&self, at: Coord) -> Option<&str> {
        self.own.iter().find(|(square, _)| *square == at).map(|(_, name)| name.as_str())
    }

    /// The name of a square.
    pub(super) fn whole(&self, at: Coord) -> String {
        match self.own(at) {
            Some(name) => name.to_owned(),
            None => self.parts(at).map(|name| name.to_string()).collect(),
        }
    }

    /// The names of a square's column, rank and level, in the order in which they are written.
    pub(super) fn parts(&self, at: Coord) -> impl Iterator<Item = AxisName> {
        let (first, level) = (self.axes.level_is_first(), self.level(at.z));
        let flat = [self.column(at.x), self.rank(at.y)];
        level.filter(|_| first).into_iter().chain(flat).chain(level.filter(|_| !first))
    }

    pub(super) fn column(&self, x: u8) -> AxisName {
        AxisName::within(self.axes.x, self.named[0], x)
    }

    pub(super) fn rank(&self, y: u8) -> AxisName {
        AxisName::within(self.axes.y, self.named[1], y)
    }

    pub(super) fn level(&self, z: u8) -> Option<AxisName> {
        self.axes.z.map(|first| AxisName::within(first, [0, self.size[2] - 1], z))
    }

    /// The most digits of one name.
    pub(super) fn digits(&self) -> usize {
        let [[_, x], [_, y]] = self.named;
        usize::from(self.parts(Coord::new(x, y, self.size[2] - 1)).map(AxisName::width).max().unwrap_or(1))
    }

    /// The place whose name a text begins with, and the text after it. A number has as many digits as there are.
    pub(super) fn first<'t>(&self, text: &'t str) -> Option<(Coord, &'t str)> {
        let own = self.own.iter().find_map(|(at, name)| Some((*at, text.strip_prefix(name.as_str())?)));
        own.or_else(|| self.by_axes(text).filter(|&(at, _)| self.own(at).is_none()))
    }

    fn by_axes<'t>(&self, text: &'t str) -> Option<(Coord, &'t str)> {
        let digits = self.digits();
        let place = |first: char, text: &'t str| {
            let Some(zero) = first.to_digit(10) else {
                let letter = text.chars().next()?;
                let by = u8::try_from(u32::from(letter).checked_sub(u32::from(first))?).ok()?;
                return Some((by, &text[letter.len_utf8()..]));
            };
            let length = text.bytes().take(digits).take_while(u8::is_ascii_digit).count();
            let (number, rest) = text.split_at(length);
            let padded = length > 1 && number.starts_with('0');
            let number: u32 = number.parse().ok().filter(|_| !padded)?;
            Some((u8::try_from(number.checked_sub(zero)?).ok()?, rest))
        };
        let level = |text: &'t str| self.axes.z.map_or(Some((0, text)), |first| place(first, text));
        let first = self.axes.level_is_first();
        let (before, text) = if first { level(text)? } else { (0, text) };
        let (x, text) = place(self.axes.x, text)?;
        let (y, text) = place(self.axes.y, text)?;
        let (z, text) = if first { (before, text) } else { level(text)? };
        let [[left, _], [low, _]] = self.named;
        Some((Coord::new(x.checked_add(left)?, y.checked_add(low)?, z), text))
    }

    /// Is a text a part of the name of this square: one or two of its column, rank and level?
    pub(super) fn is_part(&self, text: &str, at: Coord) -> bool {
        if self.own(at).is_some() {
            return text.is_empty();
        }
        let names: Vec<String> = self.parts(at).map(|name| name.to_string()).collect();
        let (mut rest, mut parts, digits) = (text, 0, self.digits());
        while let Some(letter) = rest.chars().next() {
            let number = rest.bytes().take(digits).take_while(u8::is_ascii_digit).count();
            let (part, more) = rest.split_at(number.max(letter.len_utf8()));
            if !names.iter().any(|name| name == part) {
                return false;
            }
            (rest, parts) = (more, parts + 1);
        }
        parts < names.len()
    }
}
