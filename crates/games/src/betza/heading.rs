//! The letters that choose directions.

use crate::rules::geometry::Delta;

use super::atom::{Atom, Lie};
use super::error::{BetzaError, Flaw};
use super::ways::Ways;

/// One choice of directions: a letter, or two that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Heading {
    /// `f`: with eight directions only those in which this is the longer way.
    Alone(char),
    /// `fr`, `fs`: the half of the first letter, of it what belongs to the second.
    Pair(char, char),
    /// `fh`: the whole half of the board.
    Half(char),
    /// `hr`, `hl`: every second direction of eight, from the one ahead and on this side.
    Turning(char),
}

/// Is a step on this side?
fn half(letter: char, by: Delta) -> bool {
    match letter {
        'f' => by.y > 0,
        'b' => by.y < 0,
        'l' => by.x < 0,
        'r' => by.x > 0,
        's' => by.x != 0,
        _ => by.y != 0,
    }
}

fn is_upright(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

/// Is a step on this side, and longer on its axis than on the other?
fn mostly(letter: char, by: Delta) -> bool {
    let (x, y) = (by.x.abs(), by.y.abs());
    half(letter, by) && if is_upright(letter) { y > x } else { x > y }
}

impl Heading {
    /// Is a step among the chosen ones? `royal` is how the eight directions of a King are chosen: `f` is straight
    /// ahead only.
    pub(super) fn holds(self, by: Delta, royal: bool) -> bool {
        let (x, y) = (by.x.abs(), by.y.abs());
        let (straight, diagonal) = (x == 0 || y == 0, x == y);
        match self {
            Heading::Alone(letter) if diagonal && !royal => half(letter, by),
            Heading::Alone(letter) => mostly(letter, by),
            Heading::Pair(one, other) if straight && !royal => half(one, by) || half(other, by),
            Heading::Pair(one, other) if straight || diagonal => half(one, by) && half(other, by),
            Heading::Pair(one, other) => half(one, by) && mostly(other, by),
            Heading::Half(letter) => half(letter, by),
            Heading::Turning(side) => (side == 'r') == ((i32::from(by.x) * i32::from(by.y) > 0) == (y > x)),
        }
    }
}

/// A direction letter and the number of its character.
pub(super) type Letter = (usize, char);

/// Reads the letters of directions, longest choice first: letters that can belong together do.
pub(super) fn headings(letters: &[Letter], lie: Lie) -> Result<Vec<Heading>, BetzaError> {
    let mut found = Vec::new();
    let mut rest = letters;
    while let [(at, first), tail @ ..] = rest {
        let next = tail.first().filter(|next| next.0 == at + 1).map(|next| next.1);
        let single = matches!(first, 'f' | 'b' | 'l' | 'r');
        let crosses = |next: char| next != 'h' && is_upright(next) != is_upright(*first);
        let (heading, used) = match next {
            Some(side @ ('l' | 'r')) if *first == 'h' && lie == Lie::Oblique => (Heading::Turning(side), 2),
            Some('h') if single => (Heading::Half(*first), 2),
            _ if *first == 'h' => return Err(Flaw::Half.at(*at)),
            Some('h') => return Err(Flaw::Half.at(at + 1)),
            Some(next) if next == *first => (Heading::Alone(*first), 2),
            Some(next) if crosses(next) && lie != Lie::Straight => {
                if !single {
                    return Err(Flaw::Order { one: *first, other: next }.at(*at));
                }
                (Heading::Pair(*first, next), 2)
            }
            _ => (Heading::Alone(*first), 1),
        };
        found.push(heading);
        rest = &rest[used..];
    }
    Ok(found)
}

/// The directions of an atom that letters choose: all, if there is no letter.
pub(super) fn chosen(letters: &[Letter], atom: Atom) -> Result<Ways, BetzaError> {
    let headings = headings(letters, atom.lie())?;
    let royal = atom.lie() == Lie::Royal;
    let is_chosen = |way| headings.iter().any(|heading| heading.holds(atom.step(way), royal));
    let ways = if headings.is_empty() { Ways::ALL } else { Ways::where_holds(is_chosen) };
    Ok(ways.and(atom.ways()))
}
