//! Reads bent moves: `[F?R]` and `afsW`.

use super::MOST_PARTS;
use super::atom::{Atom, Lie};
use super::course::{Bent, Link, Must, Turn};
use super::error::{BetzaError, Flaw};
use super::heading::{chosen, headings};
use super::modifier::Modifiers;
use super::scanner::Scanner;
use super::ways::Ways;

/// Reads brackets, whose modifiers have been read.
pub(super) fn bracket(scanner: &mut Scanner<'_>, before: &Modifiers) -> Result<Bent, BetzaError> {
    if let Some((at, modifier)) = before.other_than("imce") {
        let expected = "only directions, i, m, c and e";
        return Err(Flaw::Before { modifier, atom: '[', expected }.at(at));
    }
    let mut bent = Bent { headings: headings(&before.directions, Lie::Oblique)?, links: Vec::new() };
    scanner.skip();
    loop {
        if bent.links.len() == MOST_PARTS {
            return Err(Flaw::Parts.at(scanner.at()));
        }
        let link = leg(scanner, bent.links.last().map(|link| link.atom))?;
        bent.links.push(link);
        let (sign, place) = (scanner.peek(), scanner.at());
        scanner.skip();
        match sign {
            Some('?') => {}
            Some('-') => {
                if let Some(link) = bent.links.last_mut() {
                    link.stop = false;
                }
            }
            Some(']') if bent.links.len() > 1 => return Ok(bent),
            Some(']') => return Err(amiss("one step", "two steps or more, as in [F?R]", place)),
            Some(sign) => return Err(amiss(&sign.to_string(), "? or - or ]", place)),
            None => return Err(amiss("the end", "? or - or ]", place)),
        }
    }
}

fn amiss(read: &str, expected: &'static str, place: usize) -> BetzaError {
    Flaw::Bracket { read: read.to_owned(), expected }.at(place)
}

/// One step of brackets.
fn leg(scanner: &mut Scanner<'_>, before: Option<Atom>) -> Result<Link, BetzaError> {
    let parts = scanner.modifiers()?;
    let place = scanner.at();
    let [modifiers] = &parts[..] else { return Err(Flaw::Inside('a').at(place)) };
    if let Some((at, letter)) = modifiers.other_than("") {
        return Err(Flaw::Inside(letter).at(at));
    }
    if !scanner.peek().is_some_and(char::is_alphabetic) {
        let read = scanner.peek().map_or_else(|| "the end".to_owned(), |sign| sign.to_string());
        return Err(amiss(&read, "an atom", place));
    }
    let (atom, most) = scanner.atom()?;
    if atom == Atom::Castling {
        return Err(amiss("O", "an atom that steps", place));
    }
    let turn = match before {
        None => Turn::From(chosen(&modifiers.directions, atom)?),
        Some(before) => turn(modifiers, before, atom, place)?,
    };
    Ok(Link { atom, most, turn, stop: true, end: Must::Empty })
}

/// How a later step of brackets lies to the one before.
fn turn(modifiers: &Modifiers, before: Atom, atom: Atom, place: usize) -> Result<Turn, BetzaError> {
    if matches!(&modifiers.directions[..], [] | [(_, 'f')]) {
        return Ok(Turn::Outward);
    }
    let at = modifiers.directions[0].0.min(place);
    let wrong = |expected| Flaw::Turn { from: before.letter(), to: atom.letter(), expected }.at(at);
    let by = chosen(&modifiers.directions, Atom::King)?;
    match (before.lie(), atom.lie()) {
        (Lie::Oblique, _) | (_, Lie::Oblique) => Err(wrong("f or nothing")),
        (Lie::Royal, _) | (_, Lie::Royal) => Ok(Turn::By(by)),
        (one, other) => {
            let (turns, expected) = if one == other {
                (Ways::STRAIGHT, "f b l r v s")
            } else {
                (Ways::DIAGONAL, "f, or two of f b and l r s, as in fs")
            };
            if by.and(turns) == by { Ok(Turn::By(by)) } else { Err(wrong(expected)) }
        }
    }
}

/// A move of several steps of one atom: `afsW`, `yafsF`, `mpafN`.
pub(super) fn again(parts: &[Modifiers], atom: Atom, most: Option<u8>, place: usize) -> Result<Bent, BetzaError> {
    if atom == Atom::Castling {
        return Err(Flaw::Before { modifier: 'a', atom: 'O', expected: "an atom that steps" }.at(place));
    }
    let mut bent = Bent { headings: Vec::new(), links: Vec::new() };
    if parts.len() > MOST_PARTS {
        return Err(Flaw::Parts.at(place));
    }
    let mut most = most;
    for (index, part) in parts.iter().enumerate() {
        let (is_first, is_last) = (index == 0, index + 1 == parts.len());
        let allowed = match (is_first, is_last) {
            (true, _) => "impgy",
            (_, true) => "mce",
            _ => "mpgy",
        };
        if let Some((at, letter)) = part.other_than(allowed) {
            return Err(Flaw::Part(letter).at(at));
        }
        part.exclude("pg")?;
        part.exclude("gy")?;
        let turn = if is_first {
            Turn::From(chosen(&part.directions, atom)?)
        } else if part.directions.is_empty() {
            Turn::Again(usual(atom))
        } else {
            Turn::Again(chosen(&part.directions, Atom::King)?)
        };
        bent.links.push(Link { atom, most, turn, stop: is_last, end: part.end() });
        if part.has('g') || part.has('y') {
            // A slide becomes a step, and a step becomes a slide.
            most = if most == Some(1) { None } else { Some(1) };
        }
    }
    Ok(bent)
}

/// The turns of a part that names none: not back, and of four directions these four only.
fn usual(atom: Atom) -> Ways {
    let turns = Ways::where_holds(|by| by != 4);
    match atom.lie() {
        Lie::Straight | Lie::Diagonal => turns.and(Ways::STRAIGHT),
        Lie::Oblique | Lie::Royal => turns,
    }
}
