//! The numbers of pictures: each says all that is in the picture, so the same square is always the same picture. A number has
//! three parts: the mark, whether it is behind a dialog, and the piece. All numbers have 24 bits, those of a colour.

use super::overlay::Overlay;

/// The numbers of pieces are below this one. More would not leave room for all marks.
pub const PIECES: u8 = 146;

/// What the number of a picture behind a dialog, whose colours are dim, is higher.
const BEHIND: u32 = PIECES as u32;

/// What the number of a picture with the next mark is higher.
const MARK: u32 = 2 * BEHIND;

/// The number of the picture with this piece and this mark.
pub(crate) fn with(piece: Option<u8>, mark: Option<Overlay>) -> u32 {
    mark.map_or(0, Overlay::number) * MARK + u32::from(piece.unwrap_or(0))
}

/// The piece in the picture with this number, or 0.
pub fn piece(number: u32) -> u8 {
    (number % BEHIND) as u8
}

/// The mark in the picture with this number.
pub(crate) fn mark(number: u32) -> Option<Overlay> {
    Overlay::numbered(number / MARK)
}

/// The number of the same picture behind a dialog.
pub const fn behind(number: u32) -> u32 {
    if is_behind(number) { number } else { number + BEHIND }
}

/// Whether it is the number of a picture behind a dialog.
pub const fn is_behind(number: u32) -> bool {
    number % MARK >= BEHIND
}

/// One more than the highest number of a mark.
#[cfg(test)]
pub(crate) const MARKS: u32 = (1 << 24) / MARK;

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
                    assert_eq!((is_behind(number), number < 1 << 24), (is_dim, true));
                }
            }
        }
    }
}
