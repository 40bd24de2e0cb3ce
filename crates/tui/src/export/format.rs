//! A format of exported games, with what it looks like.

use crate::glyphs::Glyphs;
use crate::pieces::piece_style::PieceStyle;
use crate::record::form::Form;
use crate::theme::Theme;

/// A format with what it looks like.
#[derive(Clone, Copy, Debug)]
pub struct Format<'a> {
    /// The format.
    pub form: Form,
    /// The characters.
    pub glyphs: &'a Glyphs,
    /// The colours, where there are any.
    pub theme: &'a Theme,
    /// How pieces are shown in an asciicast. It holds characters only, so it has no pictures.
    pub pieces: PieceStyle,
}
