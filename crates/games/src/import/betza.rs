//! Moves as the other program writes them, in our notation.

use thiserror::Error;

/// Why moves are not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum Flaw {
    #[error("{0} is no sign that can be said here")]
    Sign(char),
    #[error("{0} is no atom")]
    Atom(char),
    #[error("an atom is missing at the end")]
    End,
    #[error("a slide is never lame")]
    Lame,
    #[error("{0} is understood at R, B and Q without a number")]
    Hop(char),
}

/// One atom with its letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Atom {
    /// The directions.
    ways: String,
    /// May it move to empty squares?
    pub(super) quiet: bool,
    /// May it capture?
    pub(super) capture: bool,
    /// Is it for a piece in the zone of first moves only?
    pub(super) initial: bool,
    /// `n`, `p` or `g`.
    manner: Option<char>,
    letter: char,
    /// A doubled letter or a number.
    range: String,
}

/// Reads moves. The error is what is not understood.
pub(super) fn read(text: &str) -> Result<Vec<Atom>, Flaw> {
    let mut atoms = Vec::new();
    let mut letters = text.chars().peekable();
    let (mut ways, mut quiet, mut capture, mut initial, mut manner) = (String::new(), false, false, false, None);
    while let Some(letter) = letters.next() {
        match letter {
            'm' => quiet = true,
            'c' => capture = true,
            'i' => initial = true,
            // Captures in passing follow from another key.
            'e' => {}
            'n' | 'p' | 'g' => manner = Some(letter),
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => ways.push(letter),
            'A'..='Z' => {
                let slides = matches!(letter, 'R' | 'B' | 'Q');
                let mut range = String::new();
                if let Some(&next) = letters.peek().filter(|&&next| next == letter || next.is_ascii_digit()) {
                    letters.next();
                    // There a slide stays a slide when its letter is doubled.
                    if next != letter || !slides {
                        range.push(next);
                    }
                }
                let both = !quiet && !capture;
                let atom = Atom {
                    ways: std::mem::take(&mut ways),
                    quiet: std::mem::take(&mut quiet) || both,
                    capture: std::mem::take(&mut capture) || both,
                    initial: std::mem::take(&mut initial),
                    manner: manner.take(),
                    letter,
                    range,
                };
                atoms.extend(atom.plain()?);
            }
            _ => return Err(Flaw::Sign(letter)),
        }
    }
    if ways.is_empty() && !quiet && !capture && !initial && manner.is_none() { Ok(atoms) } else { Err(Flaw::End) }
}

impl Atom {
    /// The same in our atoms.
    fn plain(self) -> Result<Vec<Atom>, Flaw> {
        let parts = match (self.letter, self.ways.is_empty(), self.manner) {
            ('W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'C' | 'Z' | 'G' | 'R' | 'B', _, _) => vec![self.letter],
            ('L', _, _) => vec!['C'],
            ('J', _, _) => vec!['Z'],
            ('K', true, None) if self.range.is_empty() => vec!['K'],
            ('Q', true, _) => vec!['Q'],
            // There the directions hold for each of the two apart.
            ('K', _, _) => vec!['W', 'F'],
            ('Q', _, _) => vec!['R', 'B'],
            _ => return Err(Flaw::Atom(self.letter)),
        };
        let slides = matches!(self.letter, 'R' | 'B' | 'Q');
        match self.manner {
            Some('n') if slides || !self.range.is_empty() => return Err(Flaw::Lame),
            Some(hop @ ('p' | 'g')) if !slides || !self.range.is_empty() => return Err(Flaw::Hop(hop)),
            _ => {}
        }
        Ok(parts.into_iter().map(|letter| Atom { letter, range: self.range(letter), ..self.clone() }).collect())
    }

    fn range(&self, letter: char) -> String {
        if self.range.chars().all(|sign| sign.is_ascii_digit()) { self.range.clone() } else { letter.to_string() }
    }

    /// Does it reach to one side other than to the other?
    pub(super) fn is_lopsided(&self) -> bool {
        let sides = self.ways.chars().filter(|way| matches!(way, 'l' | 'r'));
        sides.count() > 0
    }

    /// In our notation. `passing` is whether its captures take in passing.
    pub(super) fn text(&self, passing: bool) -> String {
        let mut text = self.ways.clone();
        if self.initial {
            text.push('i');
        }
        if self.quiet != self.capture {
            text.push(if self.quiet { 'm' } else { 'c' });
        }
        if passing && self.capture && !self.quiet {
            text.push('e');
        }
        text.extend(self.manner);
        text.push(self.letter);
        text + &self.range
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_in_our_notation() {
        let said = |text| read(text).map(|atoms| atoms.iter().map(|atom| atom.text(true)).collect::<String>());
        for (text, expected) in [
            ("N", "N"),
            ("fmWfceF", "fmWfceF"),
            ("mfFcfeWimfnA", "fmFfceWfimnA"),
            ("fKbR", "fWfFbR"),
            ("mQ2cQ2", "mQ2ceQ2"),
            ("NNQ", "NNQ"),
            ("mKmgQ", "mKmgQ"),
            ("fRrbBlbF", "fRrbBlbF"),
            ("mcW", "W"),
            ("", ""),
        ] {
            assert_eq!(said(text).as_deref(), Ok(expected), "{text}");
        }
        for wrong in ["f", "pN", "nR", "pR2", "X", "zB", "W-", "é"] {
            assert!(said(wrong).is_err(), "{wrong}");
        }
    }
}
