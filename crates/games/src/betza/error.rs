//! Why a text is no move.

use thiserror::Error;

use super::atom::letters;
use super::space_atom;
use super::{MOST_ATOMS, MOST_BYTES, MOST_PARTS, MOST_RANGE, MOST_ROUTES};

/// What is wrong with a text in Betza's notation, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{flaw} (character {at})")]
pub struct BetzaError {
    /// The character, counted from 1.
    pub(crate) at: usize,
    /// What is wrong there.
    pub(crate) flaw: Flaw,
}

/// What is wrong with a text in Betza's notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Flaw {
    /// It is too long.
    #[error("the move has {0} bytes; expected at most {MOST_BYTES}")]
    Long(usize),
    /// A capital letter that is no atom.
    #[error("no atom {0}; expected {expected}", expected = letters())]
    Atom(char),
    /// A small letter that is no modifier.
    #[error("no modifier {0}; expected f b l r v s h i m c e n j p g z q a y")]
    Modifier(char),
    /// A sign that has no meaning there.
    #[error("no move begins with \"{0}\"; expected a modifier, [ or {expected}", expected = letters())]
    Sign(char),
    /// A letter that means nothing on a board with levels.
    #[error(
        "{0} has no meaning on a board with levels; expected f b l r v s u d m c i or an atom, {expected}",
        expected = space_atom::letters()
    )]
    InSpace(char),
    /// Modifiers without an atom, on a board with levels.
    #[error("the text ends after its modifiers; expected {expected}", expected = space_atom::letters())]
    NoAtomInSpace,
    /// A direction before an atom whose steps it cannot choose, on a board with levels.
    #[error(
        "{letter} chooses no direction before {atom} on a board with levels; expected it before W F V D A H G R B U"
    )]
    NoWays {
        /// The direction.
        letter: char,
        /// The atom.
        atom: char,
    },
    /// Modifiers without an atom.
    #[error("the text ends after its modifiers; expected {expected}", expected = letters())]
    NoAtom,
    /// A modifier that is there already.
    #[error("{0} is there twice; expected it once")]
    Twice(char),
    /// Two modifiers that exclude each other.
    #[error("{one} and {other} exclude each other; expected one of them")]
    Both {
        /// The first.
        one: char,
        /// The second.
        other: char,
    },
    /// A modifier before an atom for which it has no meaning.
    #[error("{modifier} has no meaning before {atom}; expected {expected}")]
    Before {
        /// The modifier.
        modifier: char,
        /// The atom.
        atom: char,
        /// Where it has one.
        expected: &'static str,
    },
    /// An `h` that halves nothing.
    #[error("h has no meaning here; expected it after f b l r, or as hl or hr before N C Z")]
    Half,
    /// Two directions in an order that programs read in different ways.
    #[error("{one}{other} is read in two ways; expected {other}{one} or {other}{other}{one}")]
    Order {
        /// The first letter.
        one: char,
        /// The second letter.
        other: char,
    },
    /// A modifier of a part of a bent path that only a whole move can have.
    #[error("{0} stands in the middle of a bent move; expected only directions, m, p, g or y there")]
    Part(char),
    /// A modifier inside brackets.
    #[error("{0} stands inside brackets; expected only directions there, all else before the bracket")]
    Inside(char),
    /// A turn that the next step of a bent path cannot make.
    #[error("{from} cannot turn into {to} like that; expected {expected}")]
    Turn {
        /// The step before.
        from: char,
        /// The step after.
        to: char,
        /// The turns that exist.
        expected: &'static str,
    },
    /// A bracket that is not closed, or something else than legs in it.
    #[error("{read} inside brackets; expected {expected}")]
    Bracket {
        /// What was read.
        read: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// A number that is no range.
    #[error("the range is {0}; expected 1 to {MOST_RANGE}, or 0 for no limit")]
    Range(String),
    /// A number after an atom that has no limit already.
    #[error("{0} follows a doubled letter; expected a range or a doubled letter, not both")]
    Doubled(char),
    /// A castling move without its number of squares.
    #[error("O has no number; expected how many squares the King castles, as in O2")]
    Castling,
    /// Too many atoms.
    #[error("more than {MOST_ATOMS} atoms; expected at most {MOST_ATOMS}")]
    Atoms,
    /// Too many parts of a bent move.
    #[error("the bent move has more than {MOST_PARTS} parts; expected at most {MOST_PARTS}")]
    Parts,
    /// Too many ways in all.
    #[error("more than {MOST_ROUTES} paths; expected fewer legs or directions")]
    Routes,
    /// A bent move that turns nowhere.
    #[error("the bent move has no path; expected directions in which it can turn")]
    Nowhere,
}

impl Flaw {
    /// The error with this flaw at a character.
    pub(super) fn at(self, at: usize) -> BetzaError {
        BetzaError { at, flaw: self }
    }
}
