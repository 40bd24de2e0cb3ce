//! How kinds are written: by their letter, those that others promote to with a plus sign before it.

use super::{KindSpec, Spec};
use crate::piece::Kind;

/// The sign before the letter of a promoted kind.
pub const PLUS: char = '+';

/// The letter of a kind that is a wall: it never moves, and nobody takes it. All walls are of the first seat.
pub const WALL: char = '*';

const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz";
const PROMOTED: &str = "+A+B+C+D+E+F+G+H+I+J+K+L+M+N+O+P+Q+R+S+T+U+V+W+X+Y+Z";
const SMALL_PROMOTED: &str = "+a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z";

impl KindSpec {
    /// Its text: `S`, or `+S`.
    pub fn letters(&self) -> &'static str {
        self.part(if self.promoted { PROMOTED } else { PLAIN })
    }

    /// Its text in lower case: `s`, or `+s`.
    pub(crate) fn small_letters(&self) -> &'static str {
        self.part(if self.promoted { SMALL_PROMOTED } else { SMALL })
    }

    fn part(&self, all: &'static str) -> &'static str {
        if self.letter == WALL {
            return "*";
        }
        let length = all.len() / PLAIN.len();
        let place = (self.letter as usize).wrapping_sub('A' as usize).min(PLAIN.len());
        all.get(place * length..(place + 1) * length).unwrap_or("?")
    }
}

impl Spec {
    /// The kind with this upper-case letter and no plus sign.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.all_kinds().find(|&kind| self.of(kind).letter == letter && !self.of(kind).promoted)
    }

    /// The kind with this text: `S`, or `+S`.
    pub fn named(&self, letters: &str) -> Option<Kind> {
        self.all_kinds().find(|&kind| self.of(kind).letters() == letters)
    }

    /// The kind whose text a text begins with, and the rest of it.
    pub(crate) fn first<'t>(&self, text: &'t str) -> Option<(Kind, &'t str)> {
        self.all_kinds().find_map(|kind| Some((kind, text.strip_prefix(self.of(kind).letters())?)))
    }

    /// Is any kind written with a plus sign?
    pub fn has_promoted(&self) -> bool {
        self.kinds.iter().any(|kind| kind.promoted)
    }

    /// Can a piece become the kind with its own letter and a plus sign? Only then a plus sign at the end of a move says that
    /// it is promoted, and none says check.
    pub(crate) fn promotes_by_plus(&self) -> bool {
        let by_plus = |plain: Kind| self.promotes_to(plain).iter().any(|&kind| self.is_plus_of(kind, plain));
        self.has_promoted() && self.all_kinds().any(by_plus)
    }

    /// The kind whose letter is written in moves for this one. What only a Pawn becomes is written as the plain piece that
    /// moves like it, as other programs do.
    pub(crate) fn shown(&self, kind: Kind) -> Kind {
        if !self.of(kind).promoted {
            return kind;
        }
        let plain = self.kind(self.of(kind).letter);
        plain.filter(|&plain| !self.promotes_to(plain).contains(&kind)).unwrap_or(kind)
    }

    /// The kind that is written as this plain one.
    pub(crate) fn shown_as(&self, plain: Kind) -> Option<Kind> {
        self.all_kinds().find(|&kind| kind != plain && self.shown(kind) == plain)
    }

    /// The letters of what a piece of a plain kind becomes, in the form for people.
    pub(crate) fn shown_promotion(&self, promoted: Kind, plain: Kind) -> &'static str {
        let shown = self.shown(promoted);
        self.of(if self.promotes_to(plain).contains(&shown) { promoted } else { shown }).letters()
    }

    /// The letters of what a piece of a plain kind becomes, in the form for machines. A Pawn that becomes a Pawn again in hand
    /// is written without the sign of its promotion, as other programs do.
    pub(crate) fn promotion_letters(&self, promoted: Kind, plain: Kind) -> &'static str {
        let letters = self.of(promoted).small_letters();
        let Some(bare) = letters.strip_prefix(PLUS).filter(|_| self.of(promoted).held_as == Some(plain)) else {
            return letters;
        };
        let taken = |&kind: &Kind| self.of(kind).small_letters() == bare;
        if self.promotes_to(plain).iter().any(taken) { letters } else { bare }
    }

    /// Is this the kind with the same letter and a plus sign?
    pub(crate) fn is_plus_of(&self, promoted: Kind, plain: Kind) -> bool {
        let (promoted, plain) = (self.of(promoted), self.of(plain));
        promoted.promoted && !plain.promoted && promoted.letter == plain.letter
    }
}
