//! The artwork that a file can name.

use crate::rules::art;
use crate::rules::art::Art;

/// Each name with its artwork. A piece with such a name has it without asking.
const STOCK: &[(&str, Art)] = &[
    ("king", art!("../blackholes/art/king")),
    ("queen", art!("../blackholes/art/queen")),
    ("rook", art!("../blackholes/art/rook")),
    ("bishop", art!("../blackholes/art/bishop")),
    ("knight", art!("../blackholes/art/knight")),
    ("pawn", art!("../blackholes/art/pawn")),
    ("archbishop", art!("../sanctuary/art/archbishop")),
    ("swiss guard", art!("../sanctuary/art/swiss-guard")),
    ("refugee", art!("../sanctuary/art/refugee")),
    ("lady", art!("../holywar/art/lady")),
    ("crusader", art!("../holywar/art/crusader")),
    ("squire", art!("../holywar/art/squire")),
    ("camel", art!("../armies/art/camel")),
    ("falcon", art!("../armies/art/falcon")),
    ("jackal", art!("../armies/art/jackal")),
    ("cannon", art!("art/cannon")),
    ("elephant", art!("art/elephant")),
    ("advisor", art!("art/advisor")),
    ("soldier", art!("art/soldier")),
    ("grasshopper", art!("art/grasshopper")),
    ("unicorn", art!("art/unicorn")),
    ("hole", art!("../blackholes/art/hole")),
];

/// The artwork of this name.
pub(super) fn art(name: &str) -> Option<Art> {
    STOCK.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, art)| art)
}

/// The number of pieces for which there is artwork.
pub const COUNT: usize = STOCK.len();

/// The place of artwork among all that a file can name.
pub fn place(art: &Art) -> Option<usize> {
    STOCK.iter().position(|(_, known)| std::ptr::eq(known.sprites, art.sprites))
}

/// All names, for error messages.
pub(super) fn names() -> String {
    STOCK.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
