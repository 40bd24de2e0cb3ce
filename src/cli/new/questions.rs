//! The five questions of `new`: each has an answer for who presses Enter, and what cannot be is asked again.

use std::io::{BufRead, Write};

use super::draft::{Draft, NewPiece};
use crate::cli::Failure;
use crate::games::shelf;
use crate::rules::piece::Kind;

/// Moves that are right in each game, until they are answered.
const ANY_MOVE: &str = "W";

/// How moves are written.
const LETTERS: [&str; 5] = [
    "R B Q slide; N leaps as a Knight; K steps one square any way,",
    "W straight, F diagonally; D leaps two squares straight, A diagonally.",
    "More letters together are moves of all of them, as in BN. Before a letter:",
    "m moves only, c captures only, f ahead, b back, s sideways; behind it how",
    "far: R3 slides up to three squares.",
];

/// Asks, and reads the answers.
pub(super) struct Questions<'a, I, O> {
    input: &'a mut I,
    out: &'a mut O,
}

impl<'a, I: BufRead, O: Write> Questions<'a, I, O> {
    pub(super) const fn new(input: &'a mut I, out: &'a mut O) -> Questions<'a, I, O> {
        Questions { input, out }
    }

    /// Asks everything about this game.
    pub(super) fn all(mut self, mut draft: Draft) -> Result<Draft, Failure> {
        let usual = draft.title.clone();
        self.until("1. What is the game called?", &usual, |answer| {
            let named = Draft { title: answer.to_owned(), ..draft.clone() };
            right(named).map(|named| draft = named)
        })?;
        self.until("2. Which game is it like? `heterodox shelf` lists them.", draft.like.id, |answer| {
            let like = shelf::named(answer).ok_or_else(|| vec![shelf::unknown(answer).to_string()])?;
            right(Draft { like, ..draft.clone() }).map(|named| draft = named)
        })?;
        self.until("3. What is its new piece called? Nothing: it has none yet.", "", |answer| {
            if answer.is_empty() {
                return Ok(());
            }
            let Some(letter) = draft.free_letter(answer) else {
                return Err(vec![format!("{} has a piece for each letter", draft.like.title)]);
            };
            let piece = NewPiece { letter, name: answer.to_owned(), moves: ANY_MOVE.to_owned() };
            right(Draft { piece: Some(piece), ..draft.clone() }).map(|with| draft = with)
        })?;
        let Some(piece) = draft.piece.clone() else { return Ok(draft) };
        let question = format!("4. How does the {} move?\n   {}", piece.name, LETTERS.join("\n   "));
        self.until(&question, "BN", |answer| {
            let piece = NewPiece { moves: answer.to_owned(), ..piece.clone() };
            right(Draft { piece: Some(piece), ..draft.clone() }).map(|with| draft = with)
        })?;
        self.place(draft, &piece.name)
    }

    /// Asks where the new piece stands.
    fn place(&mut self, mut draft: Draft, name: &str) -> Result<Draft, Failure> {
        let spec = draft.base();
        let kinds = draft.replaceable();
        let queen = kinds.iter().copied().find(|&kind| spec.of(kind).letter == 'Q');
        let Some(usual) = queen.or(kinds.first().copied()) else { return Ok(draft) };
        let names: Vec<&str> = kinds.iter().map(|&kind| spec.of(kind).name).collect();
        let question = format!("5. In the place of which piece does the {name} stand? {}", names.join(", "));
        self.until(&question, spec.of(usual).name, |answer| {
            let is = |kind: &Kind| {
                [spec.of(*kind).name, spec.of(*kind).letters()]
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(answer))
            };
            let Some(&replaced) = kinds.iter().find(|kind| is(kind)) else {
                return Err(vec![format!("{answer}: expected one of {}", names.join(", "))]);
            };
            let replaced = Draft { replaced: Some(replaced), ..draft.clone() };
            // Where another rule names the old piece, it stays a piece of the game.
            let without = right(Draft { without: true, ..replaced.clone() });
            without.or_else(|_| right(replaced)).map(|placed| draft = placed)
        })?;
        Ok(draft)
    }

    /// Asks until the answer is right. An empty one is the usual one.
    fn until(
        &mut self,
        question: &str,
        usual: &str,
        mut take: impl FnMut(&str) -> Result<(), Vec<String>>,
    ) -> Result<(), Failure> {
        loop {
            writeln!(self.out, "{question}")?;
            if usual.is_empty() {
                write!(self.out, "> ")?;
            } else {
                write!(self.out, "[{usual}] > ")?;
            }
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Err(Failure::Failed("no file is written: expected an answer to each question".to_owned()));
            }
            let answer = if line.trim().is_empty() { usual } else { line.trim() };
            match take(answer) {
                Ok(()) => return Ok(()),
                Err(mistakes) => {
                    for mistake in mistakes {
                        writeln!(self.out, "   {mistake}")?;
                    }
                }
            }
        }
    }
}

/// The draft, or what is wrong with it.
fn right(draft: Draft) -> Result<Draft, Vec<String>> {
    let mistakes = draft.mistakes();
    if mistakes.is_empty() { Ok(draft) } else { Err(mistakes) }
}
