//! A sprite: a small drawing made of dots, each with one of four meanings.

/// The meaning of a dot. The theme gives each a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dot {
    /// The square behind the piece.
    Ground,
    /// The colour of the piece.
    Fill,
    /// A darker tone of it.
    Shade,
    /// The dark inside of a piece that is open, like a hole.
    Core,
}

impl Dot {
    /// Each dot with its sign in the text format.
    pub const SIGNS: [(Dot, char); 4] = [(Dot::Ground, '.'), (Dot::Fill, '#'), (Dot::Shade, '+'), (Dot::Core, 'o')];
}

/// The sizes in which sprites are drawn by hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// For cells from 5x2.
    Small,
    /// For cells from 7x3.
    Medium,
    /// For cells from 11x5.
    Large,
    /// For cells from 7x3 on terminals without sextants.
    Quadrants,
}

impl Size {
    /// All sizes.
    pub const ALL: [Size; 4] = [Size::Small, Size::Medium, Size::Large, Size::Quadrants];

    /// The name of its section in the text format.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Size::Small => "8x6",
            Size::Medium => "14x9",
            Size::Large => "22x15",
            Size::Quadrants => "quadrants 14x6",
        }
    }

    /// The columns and rows of characters it takes.
    pub const fn cells(self) -> (u16, u16) {
        match self {
            Size::Small => (4, 2),
            Size::Medium | Size::Quadrants => (7, 3),
            Size::Large => (11, 5),
        }
    }

    /// The columns and rows of dots in one character.
    pub const fn dots_in_cell(self) -> (u16, u16) {
        match self {
            Size::Quadrants => (2, 2),
            _ => (2, 3),
        }
    }

    /// The columns and rows of dots.
    pub const fn dots(self) -> (usize, usize) {
        let ((columns, rows), (wide, high)) = (self.cells(), self.dots_in_cell());
        ((columns * wide) as usize, (rows * high) as usize)
    }
}

/// A drawing made of dots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite {
    size: Size,
    /// Row by row.
    dots: Vec<Dot>,
}

impl Sprite {
    /// A sprite with these dots, row by row, or `None` if there are more or fewer than the size needs.
    pub fn new(size: Size, dots: Vec<Dot>) -> Option<Sprite> {
        let (wide, high) = size.dots();
        (dots.len() == wide * high).then_some(Sprite { size, dots })
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The dots, row by row.
    pub fn dots(&self) -> &[Dot] {
        &self.dots
    }

    /// The dot in this column and row. Outside is the ground.
    pub fn dot(&self, column: isize, row: isize) -> Dot {
        let (wide, high) = self.size.dots();
        let inside = (0..wide as isize).contains(&column) && (0..high as isize).contains(&row);
        if inside { self.dots[row as usize * wide + column as usize] } else { Dot::Ground }
    }

    /// The dots of the character in this column and row of characters, row by row.
    pub fn cell(&self, column: u16, row: u16) -> impl Iterator<Item = Dot> + '_ {
        let (wide, high) = self.size.dots_in_cell();
        let at = move |by: u16| {
            let (x, y) = (column * wide + by % wide, row * high + by / wide);
            self.dot(x as isize, y as isize)
        };
        (0..wide * high).map(at)
    }

    /// The first character, as a column and row, that needs three colours, so that a terminal cannot show it.
    pub fn overfull(&self) -> Option<(u16, u16)> {
        let (columns, rows) = self.size.cells();
        let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells.find(|&(column, row)| {
            let mut seen: Vec<Dot> = self.cell(column, row).collect();
            seen.sort_unstable();
            seen.dedup();
            seen.len() > 2
        })
    }

    /// The outline: the dots of the piece that touch the ground or the core with one of their four sides.
    #[must_use]
    pub(crate) fn outline(&self) -> Sprite {
        let (wide, high) = self.size.dots();
        let is_piece = |dot| matches!(dot, Dot::Fill | Dot::Shade);
        let edge = |column: isize, row: isize| {
            let around = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let open = around.iter().any(|(x, y)| !is_piece(self.dot(column + x, row + y)));
            if is_piece(self.dot(column, row)) && open { Dot::Fill } else { Dot::Ground }
        };
        let places = (0..high as isize).flat_map(|row| (0..wide as isize).map(move |column| (column, row)));
        Sprite { size: self.size, dots: places.map(|(column, row)| edge(column, row)).collect() }
    }

    /// The piece in a dark rim, for grounds that are nearly as light as it is.
    #[must_use]
    pub fn rimmed(&self) -> Sprite {
        let (wide, high) = self.size.dots_in_cell();
        let columns = usize::from(self.size.cells().0 * wide);
        Sprite { size: self.size, dots: rimmed(&self.dots, columns, (wide.into(), high.into())) }
    }

    /// The piece with these dots as dark lines, where a rim around it would hide its shape. A character shows two colours:
    /// between the lines it has what it has more of, the piece or the ground.
    #[must_use]
    pub fn lined(&self, outline: &Sprite) -> Sprite {
        let (wide, high) = self.size.dots_in_cell();
        let columns = usize::from(self.size.cells().0 * wide);
        let (wide, high) = (usize::from(wide), usize::from(high));
        let between = |at: usize| {
            let (left, top) = (at % columns / wide * wide, at / columns / high * high);
            let cell = (0..high).flat_map(|y| (0..wide).map(move |x| (top + y) * columns + left + x));
            let free = || cell.clone().filter(|&at| outline.dots[at] == Dot::Ground);
            let inside = free().filter(|&at| self.dots[at] != Dot::Ground).count();
            let has_line = free().count() < wide * high;
            match self.dots[at] {
                dot if !has_line => dot,
                _ if inside * 2 >= free().count() => Dot::Fill,
                _ => Dot::Ground,
            }
        };
        let dot = |at| if outline.dots[at] == Dot::Ground { between(at) } else { Dot::Core };
        Sprite { size: self.size, dots: (0..self.dots.len()).map(dot).collect() }
    }

    /// The part of two silhouettes that only one of them has, in percent of what both cover together.
    pub fn difference(&self, other: &Sprite) -> u32 {
        let (mut both, mut one) = (0_u32, 0);
        for (mine, theirs) in self.dots.iter().zip(&other.dots) {
            both += u32::from(*mine != Dot::Ground || *theirs != Dot::Ground);
            one += u32::from((*mine != Dot::Ground) != (*theirs != Dot::Ground));
        }
        (one * 100_u32).checked_div(both).unwrap_or(0)
    }
}

/// Dots in rows of so many, in characters of so many columns and rows of dots, with a dark rim: the ground beside the piece
/// is core. A character shows two colours, so where there is a rim there is no other ground and no shade.
#[must_use]
pub fn rimmed(dots: &[Dot], columns: usize, (wide, high): (usize, usize)) -> Vec<Dot> {
    let rows = dots.len() / columns;
    let is_piece = |(column, row): (usize, usize)| dots[row * columns + column] != Dot::Ground;
    let near = |at: usize, end: usize| at.saturating_sub(1)..end.min(at + 2);
    let is_rim = |column: usize, row: usize| {
        let mut around = near(row, rows).flat_map(|y| near(column, columns).map(move |x| (x, y)));
        !is_piece((column, row)) && around.any(is_piece)
    };
    let has_both = |column: usize, row: usize| {
        let (left, top) = (column - column % wide, row - row % high);
        let cell = || (0..high).flat_map(move |y| (0..wide).map(move |x| (left + x, top + y)));
        cell().any(is_piece) && cell().any(|(x, y)| is_rim(x, y))
    };
    let dot = |(at, &dot): (usize, &Dot)| {
        let (column, row) = (at % columns, at / columns);
        match dot {
            Dot::Ground if is_rim(column, row) || has_both(column, row) => Dot::Core,
            Dot::Shade if has_both(column, row) => Dot::Fill,
            dot => dot,
        }
    };
    dots.iter().enumerate().map(dot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprites() -> impl Strategy<Value = Sprite> {
        let dots = |size: Size| {
            let count = size.dots().0 * size.dots().1;
            let dot = prop::sample::select(Dot::SIGNS.map(|(dot, _)| dot).to_vec());
            prop::collection::vec(dot, count).prop_map(move |dots| Sprite::new(size, dots).expect("it is full"))
        };
        prop::sample::select(Size::ALL.to_vec()).prop_flat_map(dots)
    }

    #[test]
    fn sizes_are_those_of_their_names() {
        for size in Size::ALL {
            let (wide, high) = size.dots();
            assert!(size.name().ends_with(&format!("{wide}x{high}")), "{size:?}");
        }
    }

    #[test]
    fn a_rim_is_around_the_piece_and_nowhere_else() {
        let (wide, high) = Size::Medium.dots();
        let dot = |at: usize| if at == 4 * wide + 6 { Dot::Fill } else { Dot::Ground };
        let rimmed = Sprite::new(Size::Medium, (0..wide * high).map(dot).collect()).expect("it is full").rimmed();
        // The character of the dot is dark, and of its neighbours the dots that touch it.
        for (column, row) in (0..high as isize).flat_map(|row| (0..wide as isize).map(move |column| (column, row)))
        {
            let is_same_cell = (6..8).contains(&column) && (3..6).contains(&row);
            let touches = (5..=7).contains(&column) && (3..=5).contains(&row);
            let wanted = match (column, row) {
                (6, 4) => Dot::Fill,
                _ if is_same_cell || touches => Dot::Core,
                _ => Dot::Ground,
            };
            assert_eq!(rimmed.dot(column, row), wanted, "{column} {row}");
        }
    }

    /// A block of 4x3 dots with a line around it: what is inside stays where it fills the most of a character.
    #[test]
    fn lines_have_the_piece_or_the_ground_between_them() {
        let (wide, high) = Size::Small.dots();
        let solid = |(column, row): (usize, usize)| {
            if (2..6).contains(&column) && row < 3 { Dot::Fill } else { Dot::Ground }
        };
        let places = || (0..high).flat_map(|row| (0..wide).map(move |column| (column, row)));
        let solid = Sprite::new(Size::Small, places().map(solid).collect()).expect("it is full");
        let lined = solid.lined(&solid.outline());
        assert_eq!((lined.dot(2, 0), lined.dot(3, 1), lined.dot(1, 1)), (Dot::Core, Dot::Fill, Dot::Ground));
        assert_eq!(lined.dots().iter().filter(|dot| **dot == Dot::Core).count(), 10);
        assert!(lined.overfull().is_none());
    }

    #[test]
    fn an_outline_leaves_the_inside_out() {
        let (wide, high) = Size::Small.dots();
        let full = Sprite::new(Size::Small, vec![Dot::Fill; wide * high]).expect("it is full");
        let ring = full.outline();
        assert_eq!((ring.dot(0, 0), ring.dot(1, 1), ring.dot(7, 3)), (Dot::Fill, Dot::Ground, Dot::Fill));
        assert_eq!((full.difference(&full), full.difference(&ring)), (0, 50), "24 of 48 dots");
    }

    proptest! {
        #[test]
        fn an_outline_is_a_part_of_its_sprite(sprite in sprites()) {
            let outline = sprite.outline();
            for (edge, dot) in outline.dots().iter().zip(sprite.dots()) {
                prop_assert!(*edge == Dot::Ground || *edge == Dot::Fill && matches!(dot, Dot::Fill | Dot::Shade));
            }
            prop_assert_eq!(outline.overfull(), None);
        }

        #[test]
        fn the_characters_hold_each_dot_once(sprite in sprites()) {
            let (columns, rows) = sprite.size().cells();
            let mut dots: Vec<Dot> =
                (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)))
                    .flat_map(|(column, row)| sprite.cell(column, row).collect::<Vec<_>>()).collect();
            dots.sort_unstable();
            let mut all = sprite.dots().to_vec();
            all.sort_unstable();
            prop_assert_eq!(dots, all);
        }
    }
}
