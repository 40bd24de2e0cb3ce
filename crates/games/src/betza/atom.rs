//! The atoms: what one step of a move is.

use crate::rules::geometry::Delta;

use super::ways::Ways;

/// A capital letter of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Atom {
    /// W: one square straight.
    Wazir,
    /// F: one square diagonally.
    Ferz,
    /// D: two squares straight.
    Dabbaba,
    /// N: a knight's leap.
    Knight,
    /// A: two squares diagonally.
    Alfil,
    /// H: three squares straight.
    Threeleaper,
    /// C: three squares by one.
    Camel,
    /// Z: three squares by two.
    Zebra,
    /// G: three squares diagonally.
    Tripper,
    /// K: W and F.
    King,
    /// R: W without limit.
    Rook,
    /// B: F without limit.
    Bishop,
    /// Q: W and F without limit.
    Queen,
    /// O: castling.
    Castling,
}

/// How the directions of an atom lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lie {
    Straight,
    Diagonal,
    /// Eight directions of a knight's kind.
    Oblique,
    /// Eight directions of a King.
    Royal,
}

/// All atoms, in the order in which errors list them.
const ATOMS: [(char, Atom); 14] = [
    ('W', Atom::Wazir),
    ('F', Atom::Ferz),
    ('D', Atom::Dabbaba),
    ('N', Atom::Knight),
    ('A', Atom::Alfil),
    ('H', Atom::Threeleaper),
    ('C', Atom::Camel),
    ('Z', Atom::Zebra),
    ('G', Atom::Tripper),
    ('K', Atom::King),
    ('R', Atom::Rook),
    ('B', Atom::Bishop),
    ('Q', Atom::Queen),
    ('O', Atom::Castling),
];

impl Atom {
    pub(crate) fn with_letter(letter: char) -> Option<Atom> {
        ATOMS.iter().find(|known| known.0 == letter).map(|known| known.1)
    }

    pub(crate) fn letter(self) -> char {
        ATOMS.iter().find(|known| known.1 == self).map_or('?', |known| known.0)
    }

    /// How far a step is along the two axes, the shorter way first.
    pub(super) fn leap(self) -> (i8, i8) {
        match self {
            Atom::Wazir | Atom::King | Atom::Rook | Atom::Queen | Atom::Castling => (0, 1),
            Atom::Ferz | Atom::Bishop => (1, 1),
            Atom::Dabbaba => (0, 2),
            Atom::Knight => (1, 2),
            Atom::Alfil => (2, 2),
            Atom::Threeleaper => (0, 3),
            Atom::Camel => (1, 3),
            Atom::Zebra => (2, 3),
            Atom::Tripper => (3, 3),
        }
    }

    pub(super) fn lie(self) -> Lie {
        match self {
            Atom::Wazir | Atom::Dabbaba | Atom::Threeleaper | Atom::Rook | Atom::Castling => Lie::Straight,
            Atom::Ferz | Atom::Alfil | Atom::Tripper | Atom::Bishop => Lie::Diagonal,
            Atom::Knight | Atom::Camel | Atom::Zebra => Lie::Oblique,
            Atom::King | Atom::Queen => Lie::Royal,
        }
    }

    /// The directions that the atom has.
    pub(crate) fn ways(self) -> Ways {
        match self.lie() {
            Lie::Straight => Ways::STRAIGHT,
            Lie::Diagonal => Ways::DIAGONAL,
            Lie::Oblique | Lie::Royal => Ways::ALL,
        }
    }

    /// One step in one of eight directions, clockwise from straight ahead (or from the direction nearest to it on
    /// the right). An atom that has four can be asked for the others too: W turned by an eighth is F.
    pub(crate) fn step(self, way: u8) -> Delta {
        let (short, long) = self.leap();
        let oblique = self.lie() == Lie::Oblique;
        let (x, y) = match (way % 2, oblique) {
            (0, true) => (short, long),
            (_, true) => (long, short),
            (0, false) => (0, long),
            (_, false) => (long, long),
        };
        // A quarter to the right: (x, y) becomes (y, -x). The second of an oblique pair keeps its order of axes.
        let (x, y) = match way % 8 / 2 {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        };
        Delta::new(x, y, 0)
    }

    /// How often the step may be repeated if no range is written: `None` is without limit.
    pub(super) fn most(self) -> Option<u8> {
        if matches!(self, Atom::Rook | Atom::Bishop | Atom::Queen) { None } else { Some(1) }
    }
}

/// The letters of all atoms, as errors list them.
pub(super) fn letters() -> String {
    let letters: Vec<String> = ATOMS.iter().map(|known| known.0.to_string()).collect();
    letters.join(" ")
}
