//! Reads the text.

use super::MOST_BYTES;
use super::atom::{Atom, Lie};
use super::bent::{again, bracket};
use super::course::{Course, Line, Manner, Move};
use super::error::{BetzaError, Flaw};
use super::heading::chosen;
use super::modifier::Modifiers;
use super::scanner::Scanner;
use super::ways::Ways;

/// The moves of a piece as they are written. No text is no move.
pub(crate) fn read(text: &str) -> Result<Vec<Move>, BetzaError> {
    if text.len() > MOST_BYTES {
        return Err(Flaw::Long(text.len()).at(1));
    }
    let letters: Vec<char> = text.chars().collect();
    let mut scanner = Scanner::new(&letters);
    let mut moves = Vec::new();
    while scanner.peek().is_some() {
        moves.push(one(&mut scanner)?);
    }
    Ok(moves)
}

/// The next move.
fn one(scanner: &mut Scanner<'_>) -> Result<Move, BetzaError> {
    let at = scanner.at();
    let parts = scanner.modifiers()?;
    let (first, last) = match &parts[..] {
        [only] => (only, only),
        [first, .., last] => (first, last),
        [] => return Err(Flaw::NoAtom.at(at)),
    };
    let initial = first.has('i');
    let is_bracket = scanner.peek() == Some('[');
    let place = scanner.at();
    if parts.len() > 1 {
        let (atom, most) = scanner.atom()?;
        return Ok(Move {
            at,
            mode: last.mode(),
            initial,
            course: Course::Bent(again(&parts, atom, most, place)?),
        });
    }
    if is_bracket {
        return Ok(Move { at, mode: first.mode(), initial, course: Course::Bent(bracket(scanner, first)?) });
    }
    let (atom, most) = scanner.atom()?;
    if let Some(at) = first.find('y') {
        let expected = "y only before a, as in yafsF";
        return Err(Flaw::Before { modifier: 'y', atom: atom.letter(), expected }.at(at));
    }
    let course = if atom == Atom::Castling {
        castle(first, most, place)?
    } else {
        Course::Line(line(first, atom, most, scanner.is_after_range())?)
    };
    Ok(Move { at, mode: first.mode(), initial, course })
}

/// Castling: `isO2`.
fn castle(modifiers: &Modifiers, most: Option<u8>, place: usize) -> Result<Course, BetzaError> {
    let wrong = |modifier, at| Flaw::Before { modifier, atom: 'O', expected: "only i, s, l or r" }.at(at);
    if let Some((at, letter)) = modifiers.other_than("i") {
        return Err(wrong(letter, at));
    }
    if let Some(&(at, letter)) = modifiers.directions.iter().find(|known| !"lrs".contains(known.1)) {
        return Err(wrong(letter, at));
    }
    let sideways = Ways::where_holds(|way| way == 2 || way == 6);
    let ways = chosen(&modifiers.directions, Atom::Castling)?.and(sideways);
    // `O` alone is read with one step, and so is `O1`, which no game has.
    match most {
        Some(squares) if squares > 1 => Ok(Course::Castle { ways, squares }),
        _ => Err(Flaw::Castling.at(place)),
    }
}

/// One atom with its modifiers.
fn line(modifiers: &Modifiers, atom: Atom, most: Option<u8>, ranged: bool) -> Result<Line, BetzaError> {
    modifiers.exclude("njpgzq")?;
    let ways = chosen(&modifiers.directions, atom)?;
    let no = |modifier, expected| {
        let at = modifiers.find(modifier).unwrap_or_default();
        Err(Flaw::Before { modifier, atom: atom.letter(), expected }.at(at))
    };
    let single = most == Some(1);
    let slides = matches!(atom.leap(), (0 | 1, 1));
    let mut line = Line { atom, ways, most, manner: Manner::Plain };
    if modifiers.has('n') {
        line.manner = if slides { Manner::Plain } else { Manner::Lame };
    } else if modifiers.has('j') {
        line.manner = match (atom, slides, single) {
            (_, true, true) => return no('j', "it before D, A, N or before a piece that slides"),
            (_, true, false) => Manner::Skipping,
            (Atom::Dabbaba | Atom::Alfil | Atom::Knight, ..) => Manner::Jumping,
            _ => return no('j', "it before D, A, N or before a piece that slides"),
        };
    } else if let Some(&(_, hop)) = modifiers.others.iter().find(|known| "pg".contains(known.1)) {
        if single {
            return no(hop, "a range of two squares or more, as in pR or gW3");
        }
        line.manner = if hop == 'p' { Manner::Hopper } else { Manner::Grasshopper };
    } else if let Some(&(_, turn)) = modifiers.others.iter().find(|known| "zq".contains(known.1)) {
        if atom.lie() == Lie::Royal || !modifiers.directions.is_empty() {
            return no(turn, "one atom with all its directions, as in zB or qN");
        }
        line.manner = if turn == 'z' { Manner::Crooked } else { Manner::Circular };
        // A turn needs a second step: without a range there is no limit.
        if single && ranged {
            return no(turn, "a range of two steps or more, as in zF3");
        }
        line.most = most.filter(|&most| most > 1);
    }
    Ok(line)
}
