//! The artwork that a file can name.

use crate::rules::art;
use crate::rules::art::Art;

use super::section::{Mistakes, Section};

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
    ("chancellor", art!("art/chancellor")),
    ("amazon", art!("art/amazon")),
    ("gold", art!("art/gold")),
    ("silver", art!("art/silver")),
    ("lance", art!("art/lance")),
    ("dragon", art!("art/dragon")),
    ("horse", art!("art/horse")),
    ("general", art!("art/general")),
    ("tokin", art!("art/tokin")),
    ("champion", art!("art/champion")),
    ("wizard", art!("art/wizard")),
    ("nightrider", art!("art/nightrider")),
    ("counsellor", art!("art/counsellor")),
    ("man", art!("art/man")),
    ("wall", art!("art/wall")),
    ("hole", art!("../blackholes/art/hole")),
];

/// The artwork of this name.
fn art(name: &str) -> Option<Art> {
    STOCK.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, art)| art)
}

/// The artwork that the key `art` names, or else that of the name of the piece.
pub(super) fn read(keys: &mut Section, name: &str, mistakes: &mut Mistakes) -> Option<Art> {
    let Some(named) = keys.text("art", mistakes) else { return art(name) };
    let found = art(named);
    if let Some(value) = keys.value("art").filter(|_| found.is_none()) {
        keys.wrong("art", value, format!("one of {}", names()), mistakes);
    }
    found
}

/// The artwork of walls that name none.
pub(super) fn hole() -> Option<Art> {
    art("hole")
}

/// All names, for error messages.
fn names() -> String {
    STOCK.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
