//! The small letters before an atom.

use super::course::{Mode, Must};
use super::error::{BetzaError, Flaw};
use super::heading::Letter;

const DIRECTIONS: &str = "fblrvsh";
const OTHERS: &str = "imcenjpgzqy";

/// The modifiers of one part of a move.
#[derive(Clone, Default, Debug)]
pub(super) struct Modifiers {
    pub(super) directions: Vec<Letter>,
    pub(super) others: Vec<Letter>,
}

impl Modifiers {
    /// Where a modifier stands, if it is there.
    pub(super) fn find(&self, letter: char) -> Option<usize> {
        self.others.iter().find(|known| known.1 == letter).map(|known| known.0)
    }

    pub(super) fn has(&self, letter: char) -> bool {
        self.find(letter).is_some()
    }

    /// The first modifier that is not among these.
    pub(super) fn other_than(&self, letters: &str) -> Option<Letter> {
        self.others.iter().copied().find(|known| !letters.contains(known.1))
    }

    fn add(&mut self, at: usize, letter: char) -> Result<(), BetzaError> {
        if DIRECTIONS.contains(letter) {
            self.directions.push((at, letter));
        } else if !OTHERS.contains(letter) {
            return Err(Flaw::Modifier(letter).at(at));
        } else if self.has(letter) {
            return Err(Flaw::Twice(letter).at(at));
        } else {
            self.others.push((at, letter));
        }
        Ok(())
    }

    /// What a move with these modifiers can do where it ends.
    pub(super) fn mode(&self) -> Mode {
        let (quiet, capture, en_passant) = (self.has('m'), self.has('c'), self.has('e'));
        if quiet || capture || en_passant { Mode { quiet, capture, en_passant } } else { Mode::BOTH }
    }

    /// What the square must be where this part of a move ends and the next one begins.
    pub(super) fn end(&self) -> Must {
        match (self.has('m') || self.has('y'), self.has('p') || self.has('g')) {
            (true, true) => Must::Anything,
            (false, true) => Must::Occupied,
            _ => Must::Empty,
        }
    }

    /// No two of these letters may be there together.
    pub(super) fn exclude(&self, letters: &str) -> Result<(), BetzaError> {
        let mut there = self.others.iter().filter(|known| letters.contains(known.1));
        match (there.next(), there.next()) {
            (Some(one), Some(other)) => Err(Flaw::Both { one: one.1, other: other.1 }.at(other.0)),
            _ => Ok(()),
        }
    }
}

/// Sorts the small letters from here on, one set for each part between the letters `a`. The letters are numbered
/// from `at`.
pub(super) fn sorted(letters: &[char], at: usize) -> Result<Vec<Modifiers>, BetzaError> {
    let mut parts = vec![Modifiers::default()];
    for (index, &letter) in letters.iter().enumerate() {
        if letter == 'a' {
            parts.push(Modifiers::default());
        } else if let Some(last) = parts.last_mut() {
            last.add(at + index, letter)?;
        }
    }
    Ok(parts)
}
