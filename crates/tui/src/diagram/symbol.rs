//! The pieces of a picture: one symbol for each kind of each army, made of the drawing that its game brings along.

use std::fmt::Write as _;

use crate::escape::xml;
use crate::pieces::png::Inks;
use crate::rules::piece::Piece;
use crate::rules::spec::{KindSpec, PLUS, Spec};
use crate::theme::color::Rgb;

/// How the classes of a drawing are drawn, without their colours.
const SHAPES: &str = ".edge{stroke-width:5;paint-order:stroke}\
     .line,.pale,.dim{fill:none;stroke-width:2.5;stroke-linecap:round}.p *{stroke-linejoin:round}";

/// A colour in the form of a style sheet.
pub(super) fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

pub(super) fn name(spec: &Spec, piece: Piece) -> String {
    let kind = spec.of(piece.kind());
    format!("p{}-{}{}", piece.side().index(), if kind.promoted { "plus" } else { "" }, kind.letter)
}

/// The style sheet of the pieces. Every army has its own colours.
pub(crate) fn style(armies: impl Iterator<Item = Inks>) -> String {
    let mut style = SHAPES.to_owned();
    for (at, inks) in armies.enumerate() {
        let [outline, fill, shade, core] = [inks.outline, inks.fill, inks.shade, inks.core].map(hex);
        let _ = write!(
            style,
            ".p{at} .outline{{fill:{outline}}}.p{at} .fill{{fill:{fill}}}.p{at} .shade{{fill:{shade}}}\
             .p{at} .core{{fill:{core}}}.p{at} .edge,.p{at} .line{{stroke:{outline}}}\
             .p{at} .pale{{stroke:{fill}}}.p{at} .dim{{stroke:{shade}}}.l{at}{{fill:{fill};stroke:{outline}}}"
        );
    }
    // The colours above are for areas; these classes are strokes only.
    for class in ["line", "pale", "dim"] {
        let _ = write!(style, ".p .{class}{{fill:none}}");
    }
    style
}

/// The shapes of a drawing: what follows its style.
fn shapes(drawing: &str) -> Option<&str> {
    let (_, shapes) = drawing.split_once("</style>")?;
    Some(shapes.trim().strip_suffix("</svg>")?.trim())
}

pub(super) fn symbol(spec: &Spec, piece: Piece) -> String {
    named(&name(spec, piece), piece.side().index(), spec, piece)
}

/// The symbol of a piece under this name, in the colours of this army of the style sheet. A kind without a drawing is
/// shown as its letter, a promoted one with a plus sign.
pub(crate) fn named(id: &str, army: usize, spec: &Spec, piece: Piece) -> String {
    let kind = spec.of(piece.kind());
    let title = xml(&format!("{} {}", spec.seat(piece.side()).name, kind.name));
    let open = format!("<symbol id=\"{id}\" class=\"p p{army}\" viewBox=\"0 0 96 96\"><title>{title}</title>");
    match kind.art.and_then(|art| art.drawing).and_then(shapes) {
        Some(shapes) if kind.promoted => format!(
            "{open}\n{shapes}\n<text class=\"l{army}\" x=\"80\" y=\"34\" style=\"font-size:36px\" \
             text-anchor=\"middle\">{PLUS}</text>\n</symbol>\n"
        ),
        Some(shapes) => format!("{open}\n{shapes}\n</symbol>\n"),
        None => format!(
            "{open}<text class=\"l{army}\" x=\"48\" y=\"72\" style=\"font-size:72px\" text-anchor=\"middle\">{}</text>\
             </symbol>\n",
            xml(kind.letters())
        ),
    }
}

/// The symbol of a kind for all armies, without styles inside it: what uses it says in which colours, and a style sheet the
/// rest. Drawings have no style but the width of a line.
pub(super) fn colourless(id: &str, kind: &KindSpec) -> String {
    let title = xml(kind.name);
    let drawn = kind.art.and_then(|art| art.drawing).and_then(shapes);
    let drawn = drawn.map(|shapes| {
        let mut parts = shapes.split("style=\"stroke-width:");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| format!("{text}stroke-width=\"{part}"))
    });
    let content = match drawn {
        Some(shapes) if kind.promoted => {
            format!("{shapes}\n<text class=\"sign plus\" x=\"80\" y=\"34\">{PLUS}</text>")
        }
        Some(shapes) => shapes,
        None => format!("<text class=\"sign letter\" x=\"48\" y=\"72\">{}</text>", xml(kind.letters())),
    };
    format!("<symbol id=\"{id}\" class=\"p\" viewBox=\"0 0 96 96\"><title>{title}</title>\n{content}\n</symbol>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::file::FileVariant;
    use crate::rules::side::Side;
    use crate::rules::variant::Variant as _;

    #[test]
    fn a_promoted_piece_looks_different_from_the_plain_one() {
        let file = "format = 1\nid = \"plus\"\ntitle = \"Plus\"\nboard = \"3x3\"\nopening = \"r1k/3/KR1 w - - 0 1\"\n\
                    [piece]\nK = { name = \"King\", move = \"K\", royal = true }\n\
                    R = { name = \"Rook\", move = \"R\", promote = { at = \"rank 3\", to = \"+R\" } }\n\
                    \"+R\" = { name = \"Dragon\", move = \"RF\", art = \"rook\" }\n";
        let spec = FileVariant::kept(file, "plus.toml").expect("it is read").spec();
        let [plain, promoted] = ["R", "+R"].map(|letters| {
            let piece = Piece::new(Side::FIRST, spec.named(letters).expect("a kind"));
            (name(spec, piece), symbol(spec, piece))
        });
        assert_ne!(plain.0, promoted.0);
        assert!(
            promoted.0.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-'),
            "{}",
            promoted.0
        );
        assert!(promoted.1.contains(">+</text>") && !plain.1.contains(">+</text>"));
    }
}
