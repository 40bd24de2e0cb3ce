//! The numbers of pictures: each says all that is in the picture, so the same square is always the same picture. The lowest
//! seven bits are the piece, the next one says that it is behind a dialog, and the rest is the mark.

use super::overlay::Overlay;

/// In the number of a picture: its colours are those behind a dialog.
const BEHIND: u32 = 128;

/// The numbers of pieces are below this one.
pub const PIECES: u8 = BEHIND as u8;

/// The number of a picture with this piece and this mark.
pub(crate) fn with(piece: Option<u8>, mark: Option<Overlay>) -> u32 {
    mark.map_or(0, Overlay::number) << 8 | u32::from(piece.unwrap_or(0))
}

/// The piece in the picture with this number, or 0.
pub fn piece(number: u32) -> u8 {
    number.to_be_bytes()[3] % PIECES
}

/// The mark in the picture with this number.
pub(crate) fn mark(number: u32) -> Option<Overlay> {
    Overlay::numbered(number >> 8)
}

/// The number of the same picture behind a dialog.
pub const fn behind(number: u32) -> u32 {
    number | BEHIND
}

/// Whether it is the number of a picture behind a dialog.
pub const fn is_behind(number: u32) -> bool {
    number & BEHIND != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_says_all_that_is_in_the_picture() {
        for piece_in in [None, Some(1), Some(PIECES - 1)] {
            for mark_in in [None, Some(Overlay::Dot), Some(Overlay::Attacker)] {
                let number = with(piece_in, mark_in);
                for (number, is_dim) in [(number, false), (behind(number), true)] {
                    assert_eq!((piece(number), mark(number)), (piece_in.unwrap_or(0), mark_in));
                    assert_eq!(is_behind(number), is_dim);
                }
            }
        }
    }
}
