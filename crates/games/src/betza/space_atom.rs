//! The atoms on a board with levels.

/// How far a step goes along the axes, the longest way first.
pub(super) type Lengths = [i8; 3];

/// A capital letter: its steps, and whether it repeats them without being told.
pub(super) type Atom = (char, &'static [Lengths], bool);

pub(super) const ATOMS: [Atom; 15] = [
    ('W', &[[1, 0, 0]], false),
    ('F', &[[1, 1, 0]], false),
    ('V', &[[1, 1, 1]], false),
    ('D', &[[2, 0, 0]], false),
    ('N', &[[2, 1, 0]], false),
    ('A', &[[2, 2, 0]], false),
    ('H', &[[3, 0, 0]], false),
    ('C', &[[3, 1, 0]], false),
    ('Z', &[[3, 2, 0]], false),
    ('G', &[[3, 3, 0]], false),
    ('K', &[[1, 0, 0], [1, 1, 0], [1, 1, 1]], false),
    ('R', &[[1, 0, 0]], true),
    ('B', &[[1, 1, 0]], true),
    ('U', &[[1, 1, 1]], true),
    ('Q', &[[1, 0, 0], [1, 1, 0], [1, 1, 1]], true),
];

/// The letters of the atoms, for errors.
pub(super) fn letters() -> String {
    let letters: Vec<String> = ATOMS.iter().map(|atom| atom.0.to_string()).collect();
    letters.join(" ")
}
