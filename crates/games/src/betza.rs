//! Moves of pieces in Betza's notation, in which inventors of chess variants write them: `N` is a Knight,
//! `fmWfceFifmnD` is a Pawn. [`read()`] finds the moves of a text or says at which character it makes no sense, and
//! [`expand()`] finds the paths of these moves, and [`words()`] says in a sentence what they are. [`in_space()`] does all of
//! it for boards with levels.
//!
//! # The notation
//!
//! A piece is a row of moves, each an atom in a capital letter with modifiers in small letters before it. `BN` moves
//! as a Bishop or as a Knight.
//!
//! | atom | step | atom | step |
//! |---|---|---|---|
//! | `W` | 1 straight | `N` | 2 by 1, a knight's leap |
//! | `F` | 1 diagonally | `C` | 3 by 1 |
//! | `D` | 2 straight | `Z` | 3 by 2 |
//! | `A` | 2 diagonally | `K` | `WF` |
//! | `H` | 3 straight | `R` `B` `Q` | `WW`, `FF`, both |
//! | `G` | 3 diagonally | `O2` | castling, the King moves two squares |
//!
//! A step leaps over whatever is between. It is repeated over empty squares if the letter is doubled (`NN`) or a
//! range follows (`W3`, `N0` without limit, at most 31).
//!
//! ## Directions
//!
//! `f` ahead, `b` back, `l` left, `r` right, `v` = `f` and `b`, `s` = `l` and `r`. Letters add up: `fsW` steps ahead
//! and sideways.
//! * Straight atoms have one direction for each of `f b l r`, diagonal ones two; `frF` is the one that both have.
//! * `N`, `C` and `Z` have eight. A single letter means the two in which this is the longer way: `fN` and `ffN` are
//!   the leaps of the Knight of shogi. Of two letters the first says which half, the second which axis is the longer
//!   one: `rfN` is two ahead and one right, `frN` one ahead and two right, `fsN` one ahead and two to either side.
//!   `fhN` is the whole half, four leaps. `hrN` and `hlN` are every second leap, turning to the right or left.
//! * `K` and `Q` have eight too: `fK` is straight ahead only, `frK` the diagonal between, `fsK` both diagonals
//!   ahead, `fhK` all three.
//! * Letters that can belong together do: `ffrrN` is `fNrN`.
//!
//! Programs differ in three points. Here the rules of XBoard hold, whose table of directions is the most exact one:
//! 1. `fN` is two leaps in all programs, not four.
//! 2. `fK` is one square; Fairy-Stockfish writes out `K` first and reads `fWfF`. An import from there does the same.
//! 3. `fsF` is both squares diagonally ahead, as in Fairy-Stockfish (XBoard finds all four there, which cannot be
//!    meant). `sfN` and the like are refused: one program takes both letters apart, the other finds nothing.
//!
//! ## Other modifiers
//!
//! | modifier | the move |
//! |---|---|
//! | `m` | ends on an empty square |
//! | `c` | captures; without `m`, `c` and `e` a move does both |
//! | `e` | captures en passant |
//! | `i` | is for a piece that has not moved |
//! | `n` | is lame: the squares that it crosses must be empty, straight ones first, then diagonal ones |
//! | `j` | must jump: the crossed square of `D`, `A`, `N` is occupied. A slide passes its first square instead |
//! | `p` | hops over exactly one piece on its way, as the Cannon does |
//! | `g` | hops over exactly one piece, to the square right behind it, as the Grasshopper does |
//! | `z` | is crooked: turns right and left by turns, without limit if no range is written |
//! | `q` | is circular: turns always to the same side. `N`, `C`, `Z` turn by an eighth, other atoms by a quarter |
//!
//! ## Bent moves
//!
//! `[F?R]` is a step as F, then a slide as R outward; with `?` the piece may stop in between, with `-` not. `R` turns
//! as little as it can, which for `F` and `R` is an eighth to both sides and for `F` and `B` none. Directions before a
//! later atom are turns from the step before it: `[W-sW]` turns a quarter, `[W-fsF]` an eighth, `[W-bsF]` three.
//! Directions before the first atom choose the first step. Directions before the bracket choose among the paths by
//! where single steps would end, as if the brackets were one atom: `v[F?R]` slides up and down only.
//!
//! The letter `a` repeats a step with modifiers of its own: `afsW` is a step as W, and then again one, turned by an
//! eighth, which makes it a step as F. Without directions a later part goes on in all but the opposite direction. The
//! square between is empty, or with `p` occupied, or with `mp` anything. `y` turns a step into a slide after it, and
//! a slide into a step (`yafsF`: F, then R); `g` does so behind a piece.
//!
//! All else is refused: captures on the way (`cabK`), own pieces (`d`), the edge (`o`), tame moves (`t`), drops.

mod atom;
mod bent;
mod course;
mod error;
mod expand;
mod heading;
mod modifier;
mod phrase;
mod read;
mod route;
mod scanner;
mod space;
mod space_atom;
mod ways;
mod words;

pub(crate) use course::{Mode, Must};
pub(crate) use error::BetzaError;
pub(crate) use expand::expand;
pub(crate) use read::read;
pub(crate) use route::{Hop, Leg, Route, Step};
pub(crate) use space::in_space;
pub(crate) use words::words;

#[cfg(test)]
use {
    course::{Course, Line, Manner, Move, Turn},
    error::Flaw,
    heading::Heading,
    ways::Ways,
};

/// The longest text, in bytes.
pub(crate) const MOST_BYTES: usize = 256;
/// The most atoms of a text.
pub(crate) const MOST_ATOMS: usize = 64;
/// The longest range that can be written.
pub(crate) const MOST_RANGE: u8 = 31;
/// The most parts of a bent move.
pub(crate) const MOST_PARTS: usize = 8;
/// The most paths of a text.
pub(crate) const MOST_ROUTES: usize = 1024;

#[cfg(test)]
mod tests;
