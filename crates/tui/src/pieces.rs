//! Draws pieces: as sprites made of quadrant or sextant characters, or as real pictures by kitty's protocol.
//! [`piece_style`] decides what a terminal can show, [`draw`] puts a piece into a buffer, and [`sent`] keeps account of
//! the pictures that the terminal has.

pub mod dots;
pub mod draw;
pub mod encoded;
pub mod gallery;
pub mod graphics;
pub mod number;
pub(crate) mod overlay;
pub mod piece_style;
pub mod png;
pub mod raster;
mod reason;
pub mod scaled;
pub mod sent;
pub mod shown;
pub mod sixel;

#[cfg(test)]
mod tests {
    use crate::rules::art::{Dot, Size, Sprite};
    use proptest::prelude::*;

    /// Sprites of which each character has at most two colours.
    pub(super) fn sprites() -> impl Strategy<Value = Sprite> {
        let of = |size: Size| {
            let ((columns, rows), (wide, high)) = (size.cells(), size.dots_in_cell());
            let dot = || prop::sample::select(Dot::SIGNS.map(|(dot, _)| dot).to_vec());
            let cell = (dot(), dot(), any::<u8>());
            prop::collection::vec(cell, usize::from(columns * rows)).prop_map(move |cells| {
                let mut dots = Vec::new();
                for (y, x) in (0..rows * high).flat_map(|y| (0..columns * wide).map(move |x| (y, x))) {
                    let (front, back, bits) = cells[usize::from(y / high * columns + x / wide)];
                    let at = y % high * wide + x % wide;
                    dots.push(if bits >> at & 1 == 1 { front } else { back });
                }
                Sprite::new(size, dots).expect("it is full")
            })
        };
        prop::sample::select(Size::ALL.to_vec()).prop_flat_map(of)
    }
}
