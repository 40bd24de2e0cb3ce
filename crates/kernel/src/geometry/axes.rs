//! The names of columns, ranks and levels.

use std::fmt;

/// The name of a column, a rank or a level: a letter, or a number of one or two digits. It is empty where all squares have
/// names of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxisName {
    first: char,
    by: Option<u8>,
}

impl AxisName {
    /// The name of a place, if the first of these two places has the first name, and those after the second one have none.
    pub(super) fn within(first: char, [low, high]: [u8; 2], place: u8) -> AxisName {
        AxisName { first, by: place.checked_sub(low).filter(|_| place <= high) }
    }

    fn number(self) -> Option<u32> {
        Some(self.first.to_digit(10)? + u32::from(self.by?))
    }

    /// Is there no name?
    pub fn is_empty(self) -> bool {
        self.by.is_none()
    }

    /// The number of its letters or digits.
    pub fn width(self) -> u16 {
        u16::from(!self.is_empty()) + u16::from(self.number().is_some_and(|number| number > 9))
    }
}

impl fmt::Display for AxisName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number(), self.by) {
            (Some(number), _) => out.pad(&number.to_string()),
            (None, Some(by)) => out.pad(char::from(self.first as u8 + by).encode_utf8(&mut [0; 4])),
            (None, None) => out.pad(""),
        }
    }
}

/// The first letter or digit of each axis. After the digit 9 comes the number 10. Boards with one level have no name for
/// the level. A level with a capital letter is named before the column (`Aa1`), another one after the rank (`ra1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    /// The name of the leftmost column that has one.
    pub x: char,
    /// The name of the lowest rank that has one.
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
