//! The names of columns, ranks and levels.

use std::fmt;

/// The name of a column, a rank or a level: a letter, or a number of one or two digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxisName {
    first: char,
    by: u8,
}

impl AxisName {
    /// The name that comes so many places after the first one.
    pub(super) const fn after(first: char, by: u8) -> AxisName {
        AxisName { first, by }
    }

    fn number(self) -> Option<u32> {
        Some(self.first.to_digit(10)? + u32::from(self.by))
    }

    /// The number of its letters or digits.
    pub fn width(self) -> u16 {
        1 + u16::from(self.number().is_some_and(|number| number > 9))
    }
}

impl fmt::Display for AxisName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => out.pad(&number.to_string()),
            None => out.pad(char::from(self.first as u8 + self.by).encode_utf8(&mut [0; 4])),
        }
    }
}

/// The first letter or digit of each axis. After the digit 9 comes the number 10. Boards with one level have no name for
/// the level. A level with a capital letter is named before the column (`Aa1`), another one after the rank (`ra1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    /// The name of the leftmost column.
    pub x: char,
    /// The name of the lowest rank.
    pub y: char,
    /// The name of the lowest level.
    pub z: Option<char>,
}

impl Axes {
    /// Does the name of a square begin with its level?
    pub(crate) const fn level_is_first(self) -> bool {
        matches!(self.z, Some('A'..='Z'))
    }
}
