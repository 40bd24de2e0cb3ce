//! The artwork of a kind of piece, as data that its game brings along: sprites as text, and a picture. A kind
//! without artwork is shown as its letter. Screens draw it; nothing here knows a terminal.

mod read;
mod sprite;

pub use sprite::{Dot, Size, Sprite, rimmed};

/// The artwork of a kind as its game carries it. The macro [`art!`](crate::art!) makes it from two files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Art {
    /// The path of the sprites, for error messages.
    pub file: &'static str,
    /// The sprites as text, in the format of [`Sprites::read`].
    pub sprites: &'static str,
    /// The picture, if there is one: an indexed PNG whose palette names the inks. See `docs/new-game.md`.
    pub picture: Option<&'static [u8]>,
    /// The drawing that the picture was made from, if there is one: an SVG with classes for the inks.
    pub drawing: Option<&'static str>,
}

/// The artwork in the files `NAME.txt`, `NAME.png` and `NAME.svg`, as seen from the source file: `art!("art/king")`.
#[macro_export]
macro_rules! art {
    ($name:literal) => {
        $crate::art::Art {
            file: concat!($name, ".txt"),
            sprites: include_str!(concat!($name, ".txt")),
            picture: Some(include_bytes!(concat!($name, ".png"))),
            drawing: Some(include_str!(concat!($name, ".svg"))),
        }
    };
}

pub use art;

/// All sprites of one kind: one for each size, solid and hollow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprites {
    /// In the order of [`Size::ALL`].
    solid: [Sprite; Size::ALL.len()],
    /// The outlines, which show the second side where there are no colours.
    hollow: [Sprite; Size::ALL.len()],
}

impl Sprites {
    /// The sprite of this size.
    pub fn solid(&self, size: Size) -> &Sprite {
        &self.solid[size as usize]
    }

    /// The outline of this size.
    pub fn hollow(&self, size: Size) -> &Sprite {
        &self.hollow[size as usize]
    }
}
