//! The description of a game as plain data: seats, kinds, board plans, zones. The kernel compiles its tables
//! from it, and screens take names from it.

mod held;
mod hopping;
mod letters;
mod promotion;

use super::art::Art;
use super::bits::SquareSet;
use super::frame::Frame;
use super::gait::{Gait, Mode, Path, paths};
use super::geometry::{Axes, Coord, Geometry, Square, SquareName};
use super::piece::Kind;
use super::side::{BySide, Side, Sides};

pub use held::DropRule;
pub use hopping::Hopping;
pub use letters::{PLUS, WALL};
pub use promotion::Promotion;

/// A seat of a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// The name of the player: `White`, `Orange`.
    pub name: &'static str,
    /// The letter in a FEN: `w`, `o`. People see [`Seat::initial`].
    pub letter: char,
    /// The colour of its pieces on a terminal with colours.
    pub tint: Tint,
    /// Its position at the board.
    pub frame: Frame,
}

impl Seat {
    /// The letter for lists and panels: the first letter of the name, in lower case.
    pub fn initial(&self) -> char {
        self.name.chars().next().map_or(self.letter, |letter| letter.to_ascii_lowercase())
    }
}

/// The colour of a seat's pieces. Themes define the exact shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// The lighter of two seats.
    Light,
    /// The darker of two seats.
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

/// A set of squares, in the seat's own coordinates.
#[derive(Clone, Copy, Debug)]
pub enum Zone {
    /// The squares for which a function holds.
    Where(fn(Coord) -> bool),
    /// These squares.
    On(&'static [Coord]),
}

impl Zone {
    /// No square.
    pub const NOWHERE: Zone = Zone::On(&[]);

    /// Is this square in the zone?
    pub fn has(self, at: Coord) -> bool {
        match self {
            Zone::Where(holds) => holds(at),
            Zone::On(squares) => squares.contains(&at),
        }
    }

    /// Is it known to be the same zone? Functions cannot be compared.
    pub(super) fn is(self, other: Zone) -> bool {
        matches!((self, other), (Zone::On(one), Zone::On(other)) if one == other)
    }
}

/// One movement of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// How the piece moves.
    pub gait: Gait,
    /// Whether it moves to empty squares, captures, or both.
    pub mode: Mode,
    /// The zone of start squares. `None` if it moves so from every square.
    pub within: Option<Zone>,
    /// The zone where it ends, with and without a capture. `None` if it may end on every square.
    pub onto: Option<Zone>,
}

impl Movement {
    /// A movement to empty squares and to capture.
    pub const fn both(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Both, within: None, onto: None }
    }

    /// A movement to empty squares only.
    pub const fn quiet(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Quiet, within: None, onto: None }
    }

    /// A movement to capture only.
    pub const fn capture(gait: Gait) -> Movement {
        Movement { gait, mode: Mode::Capture, within: None, onto: None }
    }

    /// Is it possible from this square of the board, for the seat with this frame?
    pub(super) fn starts_on(&self, board: &Geometry, frame: Frame, from: Square) -> bool {
        self.within.is_none_or(|zone| zone.has(frame.local(board.coord(from))))
    }

    /// May it end on this square of the board, for the seat with this frame?
    pub(super) fn ends_on(&self, board: &Geometry, frame: Frame, to: Square) -> bool {
        self.onto.is_none_or(|zone| zone.has(frame.local(board.coord(to))))
    }

    /// Its paths from a square of the board, for the seat with this frame.
    pub fn paths(&self, board: &Geometry, frame: Frame, from: Square) -> Vec<Path> {
        if !self.starts_on(board, frame, from) {
            return Vec::new();
        }
        let mut found = paths(self.gait, board, frame, from);
        found.retain(|path| self.ends_on(board, frame, path.to));
        found
    }

    /// Is it the same from each of these seats?
    pub(super) fn is_same_from(&self, frames: impl Iterator<Item = Frame>) -> bool {
        self.within.is_none() && self.onto.is_none() && self.gait.is_same_from(frames)
    }

    /// The same movement, but only from the squares of a zone.
    #[must_use]
    pub const fn within(mut self, zone: Zone) -> Movement {
        self.within = Some(zone);
        self
    }

    /// The same movement, but it ends only on the squares of a zone. It may pass over others.
    #[must_use]
    pub const fn onto(mut self, zone: Zone) -> Movement {
        self.onto = Some(zone);
        self
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// The upper-case letter. Texts have [`KindSpec::letters`].
    pub letter: char,
    /// Whether it is written with a plus sign before the letter: a kind that the one with the letter alone becomes.
    pub promoted: bool,
    /// The name: `Squire`.
    pub name: &'static str,
    /// How it moves, in one sentence.
    pub words: &'static str,
    /// Its movements.
    pub moves: &'static [Movement],
    /// The number in a full reserve.
    pub reserve: u8,
    /// Whether an unlimited number can be dropped. Reserves do not count such a kind.
    pub endless: bool,
    /// What it is in the reserve of whoever captures it. `None` if a captured one leaves the game.
    pub held_as: Option<Kind>,
    /// How it is dropped from hand.
    pub drop: DropRule,
    /// The number in the opening array, if promotion may not exceed it.
    pub limit: Option<u8>,
    /// Where it promotes and to what, if it does.
    pub promotion: Option<Promotion>,
    /// Whether it cannot be captured by a normal move.
    pub untouchable: bool,
    /// Which pieces it hops over and captures.
    pub hopping: Hopping,
    /// The seats that may own it. `None` means all seats.
    pub owners: Option<Sides>,
    /// Its artwork. Without any, screens show its letter.
    pub art: Option<Art>,
}

impl KindSpec {
    /// A kind with no special property except its movements.
    pub const fn new(
        letter: char,
        name: &'static str,
        words: &'static str,
        moves: &'static [Movement],
    ) -> KindSpec {
        KindSpec {
            letter,
            promoted: false,
            name,
            words,
            moves,
            reserve: 0,
            endless: false,
            held_as: None,
            drop: DropRule::USUAL,
            limit: None,
            promotion: None,
            untouchable: false,
            hopping: Hopping::Usual,
            owners: None,
            art: None,
        }
    }

    /// Sets the number in a full reserve.
    #[must_use]
    pub const fn reserve(mut self, count: u8) -> KindSpec {
        self.reserve = count;
        self
    }

    /// Makes the number that can be dropped unlimited.
    #[must_use]
    pub const fn endless(mut self) -> KindSpec {
        self.endless = true;
        self
    }

    /// Sets the number in the opening array, which promotion may not exceed.
    #[must_use]
    pub const fn limit(mut self, count: u8) -> KindSpec {
        self.limit = Some(count);
        self
    }

    /// Makes it promote.
    #[must_use]
    pub const fn promotes(mut self, promotion: Promotion) -> KindSpec {
        self.promotion = Some(promotion);
        self
    }

    /// Writes it with a plus sign before its letter.
    #[must_use]
    pub const fn promoted(mut self) -> KindSpec {
        self.promoted = true;
        self
    }

    /// Makes it impossible to capture this kind by a normal move.
    #[must_use]
    pub const fn untouchable(mut self) -> KindSpec {
        self.untouchable = true;
        self
    }

    /// Limits the owners to these seats.
    #[must_use]
    pub const fn owners(mut self, owners: Sides) -> KindSpec {
        self.owners = Some(owners);
        self
    }

    /// Gives it artwork.
    #[must_use]
    pub const fn art(mut self, art: Art) -> KindSpec {
        self.art = Some(art);
        self
    }

    /// May this seat own it?
    pub fn owned_by(&self, side: Side) -> bool {
        self.owners.is_none_or(|owners| owners.has(side))
    }
}

/// A named opening.
#[derive(Clone, Copy, Debug)]
pub struct NamedSetup {
    /// The name as it is typed: `cathedral`.
    pub name: &'static str,
    /// A description of a few words.
    pub words: &'static str,
    /// The FEN.
    pub fen: &'static str,
}

/// The form of a game's FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lettering {
    /// Upper case for the first seat, lower case for the second; six fields as in chess.
    Case,
    /// The letter of the seat before each piece, and a field for the living seats.
    Seat,
}

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The id as it is typed on the command line: `blackholes`.
    pub id: &'static str,
    /// The full name: `Black Holes`.
    pub title: &'static str,
    /// What the game is, in one line: `Checkmate the King.`
    pub about: &'static str,
    /// What wins, in a few words: `Mate the King`. The board shows it above a game.
    pub goal: &'static str,
    /// The seats in turn order.
    pub seats: &'static [Seat],
    /// The kinds, in the order of reserves and lists.
    pub kinds: &'static [KindSpec],
    /// The board: one plan in text per level.
    pub plan: &'static [&'static str],
    /// The names of the axes.
    pub axes: Axes,
    /// The squares that have names of their own. A column or a rank on which all squares have is not counted by the axes.
    pub names: &'static [SquareName<'static>],
    /// The royal kind, if there is one: a seat must not lose this piece.
    pub royal: Option<Kind>,
    /// The pawn kind, if there is one: it is written without its letter, it takes others of its kind in passing, and its
    /// moves reset the ply count.
    pub pawn: Option<Kind>,
    /// The squares where a pawn must not stand in a FEN.
    pub no_pawns: Zone,
    /// The squares where pieces may be dropped.
    pub drops: Zone,
    /// The ply count that ends the game as a draw; `None` if nothing of the kind does.
    pub draw_plies: Option<u32>,
    /// How often a position occurs until the game ends, usually 3; `None` if it may come back for ever.
    pub repetition: Option<u32>,
    /// The named openings, the default one first.
    pub setups: &'static [NamedSetup],
    /// The name pattern of further openings.
    pub more_setups: Option<&'static str>,
    /// The FEN of a position that shows what the game is about, for the first screen. Without it, an opening is shown.
    pub scene: Option<&'static str>,
    /// The form of the FEN.
    pub lettering: Lettering,
    /// The rules in text for people. A diagram is a FEN between two lines with three backquotes, the first of
    /// which is followed by the word `board`.
    pub rules: &'static str,
    /// The lessons of the game in PGN, or `None` if it has none. `record::course` has the format.
    pub course: Option<&'static str>,
}

impl Spec {
    /// The data of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> &KindSpec {
        &self.kinds[kind.index()]
    }

    /// The name of the pawn kind: `Pawn`.
    pub fn pawn_name(&self) -> &'static str {
        self.pawn.map_or("piece", |pawn| self.of(pawn).name)
    }

    /// The data of a seat.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The seats in turn order.
    #[inline]
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        Side::all(self.seats.len())
    }

    /// All kinds.
    #[inline]
    pub fn all_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(|index| Kind(index as u8))
    }

    /// The number of men of such kinds in the default opening, on the board and in reserve.
    pub fn men_at_start(&self, counts: impl Fn(Kind) -> bool) -> usize {
        let placement = self.setups[0].fen.split(' ').next().unwrap_or_default();
        let count = |letters: &str, promoted: bool| {
            let own = |&(place, _): &(usize, &str)| promoted || !placement[..place].ends_with(PLUS);
            placement.match_indices(letters).filter(own).count()
        };
        let of_kind = |kind| {
            let kind = self.of(kind);
            match self.lettering {
                Lettering::Case => {
                    count(kind.letters(), kind.promoted) + count(kind.small_letters(), kind.promoted)
                }
                Lettering::Seat => count(kind.letters(), kind.promoted),
            }
        };
        self.all_kinds().filter(|&kind| counts(kind)).map(of_kind).sum()
    }

    /// Does a game end when a position has occurred so often?
    pub fn ends_by_repetition(&self, occurrences: usize) -> bool {
        self.repetition.is_some_and(|most| occurrences >= most as usize)
    }

    /// The squares of a zone for each seat.
    pub fn squares<S: SquareSet>(&self, board: &Geometry, zone: Zone) -> BySide<S> {
        BySide::from_fn(|side| match self.seats.get(side.index()) {
            Some(seat) => {
                S::collect(board.squares().filter(|&square| zone.has(seat.frame.local(board.coord(square)))))
            }
            None => S::EMPTY,
        })
    }

    /// The board of this game.
    pub fn geometry(&self) -> Geometry {
        Geometry::from_plan(self.plan, self.axes, self.names)
    }
}
