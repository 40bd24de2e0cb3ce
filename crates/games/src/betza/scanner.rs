//! A text, read letter by letter.

use super::atom::Atom;
use super::error::{BetzaError, Flaw};
use super::modifier::{Modifiers, sorted};
use super::{MOST_ATOMS, MOST_RANGE};

/// A text and how far it has been read.
pub(super) struct Scanner<'a> {
    letters: &'a [char],
    next: usize,
    atoms: usize,
}

impl Scanner<'_> {
    pub(super) fn new(letters: &[char]) -> Scanner<'_> {
        Scanner { letters, next: 0, atoms: 0 }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.letters.get(self.next).copied()
    }

    /// The number of the next character.
    pub(super) fn at(&self) -> usize {
        self.next + 1
    }

    /// Has a range been read just now?
    pub(super) fn is_after_range(&self) -> bool {
        self.next.checked_sub(1).and_then(|last| self.letters.get(last)).is_some_and(char::is_ascii_digit)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// The small letters from here on.
    pub(super) fn modifiers(&mut self) -> Result<Vec<Modifiers>, BetzaError> {
        let start = self.next;
        let small = self.letters[start..].iter().take_while(|letter| letter.is_ascii_lowercase()).count();
        self.next += small;
        sorted(&self.letters[start..self.next], start + 1)
    }

    /// An atom with how often it is repeated.
    pub(super) fn atom(&mut self) -> Result<(Atom, Option<u8>), BetzaError> {
        let letter = self.peek().ok_or_else(|| Flaw::NoAtom.at(self.at()))?;
        let unknown = if letter.is_ascii_uppercase() { Flaw::Atom(letter) } else { Flaw::Sign(letter) };
        let atom = Atom::with_letter(letter).ok_or_else(|| unknown.at(self.at()))?;
        self.atoms += 1;
        if self.atoms > MOST_ATOMS {
            return Err(Flaw::Atoms.at(self.at()));
        }
        self.skip();
        let is_doubled = self.peek() == Some(letter) && atom.most().is_some() && atom != Atom::Castling;
        if is_doubled {
            self.skip();
        }
        match self.peek() {
            Some(digit) if digit.is_ascii_digit() && is_doubled => Err(Flaw::Doubled(digit).at(self.at())),
            Some(digit) if digit.is_ascii_digit() => Ok((atom, self.range()?)),
            _ => Ok((atom, if is_doubled { None } else { atom.most() })),
        }
    }

    /// A number: `None` is without limit.
    fn range(&mut self) -> Result<Option<u8>, BetzaError> {
        let start = self.next;
        let digits: String = self.letters[start..].iter().take_while(|digit| digit.is_ascii_digit()).collect();
        self.next += digits.len();
        let range = digits.parse().ok().filter(|&range| range <= MOST_RANGE);
        let is_plain = digits == "0" || !digits.starts_with('0');
        let range: u8 = range.filter(|_| is_plain).ok_or_else(|| Flaw::Range(digits).at(start + 1))?;
        Ok((range > 0).then_some(range))
    }
}
