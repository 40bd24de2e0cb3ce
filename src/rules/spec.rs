//! What a game is made of, as plain data: seats, kinds, pictures, zones. The identity card
//! that the kernel compiles its tables from and that screens ask for names.

use super::frame::Frame;
use super::gait::{Gait, Mode};
use super::geometry::{Axes, Coord, Geometry};
use super::piece::Kind;
use super::side::{Side, Sides};
use super::skill::Skills;

/// A seat of a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// What the player is called: `White`, `Orange`.
    pub name: &'static str,
    /// The letter in position text: `w`, `o`. People are shown [`Seat::initial`].
    pub letter: char,
    /// What colour its pieces have where there are colours.
    pub tint: Tint,
    /// Where it sits.
    pub frame: Frame,
}

impl Seat {
    /// The letter that stands for it in lists and panels: the first of its name.
    pub fn initial(&self) -> char {
        self.name.chars().next().map_or(self.letter, |letter| letter.to_ascii_lowercase())
    }
}

/// The colour of a seat's pieces. Themes say which shade it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// The lighter of two sides.
    Light,
    /// The darker of two sides.
    Dark,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Blue.
    Blue,
}

/// A set of squares, said in a seat's own counting.
pub type Zone = fn(Coord) -> bool;

/// One power of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// How it goes.
    pub gait: Gait,
    /// Whether to empty squares, to capture, or both.
    pub mode: Mode,
    /// From where only, if not from everywhere.
    pub within: Option<Zone>,
}

impl Movement {
    /// A power that moves and captures alike.
    pub const fn both(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Both, within: None }
    }

    /// A power that goes to empty squares only.
    pub const fn quiet(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Quiet, within: None }
    }

    /// A power that captures only.
    pub const fn capture(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Capture, within: None }
    }

    /// The same power, from the squares of a zone only.
    #[must_use]
    pub const fn within(mut self, zone: Zone) -> Movement {
        self.within = Some(zone);
        self
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// The upper-case letter of all texts.
    pub letter: char,
    /// What it is called: `Squire`.
    pub name: &'static str,
    /// How it moves, in one sentence.
    pub words: &'static str,
    /// Its powers.
    pub moves: &'static [Movement],
    /// How many a full reserve holds.
    pub reserve: u8,
    /// Whether there is always one more to drop, so that no reserve counts it.
    pub endless: bool,
    /// How many an army has in its array, where promotion may not go beyond that.
    pub limit: Option<u8>,
    /// Whether no normal move can capture it.
    pub untouchable: bool,
    /// The seats that may own it; all where none is named.
    pub owners: Option<Sides>,
}

impl KindSpec {
    /// A kind with nothing special but its powers.
    pub const fn new(
        letter: char,
        name: &'static str,
        words: &'static str,
        moves: &'static [Movement],
    ) -> KindSpec {
        KindSpec {
            letter,
            name,
            words,
            moves,
            reserve: 0,
            endless: false,
            limit: None,
            untouchable: false,
            owners: None,
        }
    }

    /// A full reserve holds this many.
    #[must_use]
    pub const fn reserve(mut self, count: u8) -> KindSpec {
        self.reserve = count;
        self
    }

    /// There is always one more to drop.
    #[must_use]
    pub const fn endless(mut self) -> KindSpec {
        self.endless = true;
        self
    }

    /// An array holds this many, and promotion makes no more.
    #[must_use]
    pub const fn limit(mut self, count: u8) -> KindSpec {
        self.limit = Some(count);
        self
    }

    /// No normal move can capture it.
    #[must_use]
    pub const fn untouchable(mut self) -> KindSpec {
        self.untouchable = true;
        self
    }

    /// Only these seats may own it.
    #[must_use]
    pub const fn owners(mut self, owners: Sides) -> KindSpec {
        self.owners = Some(owners);
        self
    }

    /// May this seat own it?
    pub fn owned_by(&self, side: Side) -> bool {
        self.owners.is_none_or(|owners| owners.has(side))
    }
}

/// What becomes of pawns, and where.
#[derive(Clone, Copy, Debug)]
pub struct Promotion {
    /// Where a pawn must promote.
    pub must: Zone,
    /// Where it may.
    pub may: Zone,
    /// The kinds it can become.
    pub to: &'static [Kind],
}

/// A named way to begin.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// What is typed: `cathedral`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub words: &'static str,
    /// The position text.
    pub fen: &'static str,
}

/// The form of a game's position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lettering {
    /// Upper case for the first seat, lower case for the second; six fields as in chess.
    Case,
    /// Each piece with the letter of its seat before it; a field for the living seats.
    Seat,
}

/// The identity card of a game.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// What is typed on the command line: `blackholes`.
    pub id: &'static str,
    /// The full name: `Black Holes`.
    pub title: &'static str,
    /// The seats in turn order.
    pub seats: &'static [Seat],
    /// The kinds, in the order of reserves and lists.
    pub kinds: &'static [KindSpec],
    /// One picture a level.
    pub plan: &'static [&'static str],
    /// How the axes are named.
    pub axes: Axes,
    /// The kind that must not be lost, if there is one.
    pub royal: Option<Kind>,
    /// The kind that promotes and whose moves restart the count of plies, if there is one.
    pub pawn: Option<Kind>,
    /// What pawns become.
    pub promotion: Promotion,
    /// Where a pawn must not stand in a position text.
    pub no_pawns: Zone,
    /// Where pieces are dropped.
    pub drops: Zone,
    /// The count of plies that ends the game as a draw.
    pub draw_plies: u32,
    /// The ways to begin, the ordinary one first.
    pub setups: &'static [Setup],
    /// How further ways to begin are named.
    pub more_setups: Option<&'static str>,
    /// The form of position text.
    pub lettering: Lettering,
    /// What the levels of the computer may use, the lowest first; the highest of all is not limited.
    pub skills: &'static Skills,
    /// The rules for people. Between lines of three backquotes, the first with the word
    /// `board`, stands the text of a position to be drawn.
    pub rules: &'static str,
}

impl Spec {
    /// The kind with this upper-case letter.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.letter == letter).map(|index| Kind(index as u8))
    }

    /// What is known of a kind.
    pub fn of(&self, kind: Kind) -> &KindSpec {
        &self.kinds[kind.index()]
    }

    /// What the kind is called that promotes: `Pawn`.
    pub fn pawn_name(&self) -> &'static str {
        self.pawn.map_or("piece", |pawn| self.of(pawn).name)
    }

    /// What is known of a seat.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The seats in turn order.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        Side::all(self.seats.len())
    }

    /// All kinds.
    pub fn all_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(|index| Kind(index as u8))
    }

    /// Does the game begin with pieces in reserve?
    pub fn has_reserve(&self) -> bool {
        self.kinds.iter().any(|kind| kind.reserve > 0)
    }

    /// The board of this game.
    pub fn geometry(&self) -> Geometry {
        Geometry::from_plan(self.plan, self.axes)
    }
}
