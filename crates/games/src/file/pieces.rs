//! The pieces of a file: one key a piece, whose name is its letter, after a plus sign if another one becomes it.

use std::fmt::Write as _;

use crate::rules::art::Art;
use crate::rules::geometry::{Coord, Delta, Geometry};
use crate::rules::limits;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::{Hopping, KindSpec, PLUS, WALL};

use super::facing::Facing;
use super::gaits::{self, Castling, Moves, Origin, Refusal};
use super::holding::Holding;
use super::plan::Plan;
use super::promotions::{self, Place, PromotionData};
use super::royals::Royals;
use super::section::{Mistakes, Section};
use super::values::MOST;
use super::written::{self, Written};
use super::zone::squares;
use super::{kept, kept_text, stock};

/// A piece as the file describes it.
pub(super) struct PieceData {
    /// `S`, or `+S`.
    pub(super) letters: String,
    pub(super) name: String,
    /// How it moves, as far as its moves say it.
    words: String,
    /// The same in the words of the file.
    own_words: Option<String>,
    moves: Vec<Written>,
    pub(super) royal: bool,
    /// Which of several must be safe.
    pub(super) royals: Royals,
    pub(super) pawn: bool,
    /// Does the King castle with it?
    pub(super) castles: bool,
    /// May the two see each other?
    pub(super) facing: Facing,
    pub(super) promotion: Option<PromotionData>,
    pub(super) swapping: Swapping,
    /// The only seat that may have it, if that is not both.
    owner: Option<Side>,
    /// Where it has not moved yet, if the file says so.
    start: Option<Vec<Coord>>,
    promoted: Promoted,
    captured: Captured,
    /// Which pieces it hops over and captures.
    pub(super) hopping: Hopping,
    pub(super) value: Option<i32>,
    pub(super) hand: Holding,
    art: Option<Art>,
}

/// What is expected where a piece with `i` can come back.
const RETURNS: Refusal = "a piece with i that never comes back to where it began, or the key start with the squares \
                          from which it moves so";

/// What is expected at a piece with `shy`.
const SHY: Refusal =
    "p or g before R, B or Q in all moves of a shy piece over others, and no such move without them";

/// What a file says of all pieces.
pub(super) struct Around<'a> {
    pub(super) plan: &'a Plan,
    /// Where they promote, if the file says it.
    pub(super) place: Option<&'a Place>,
    /// The names of the seats.
    pub(super) seats: &'a [String; 2],
}

/// Can others capture a piece?
#[derive(Clone, Copy, PartialEq)]
enum Captured {
    Usual,
    Never,
}

/// Where a piece can be one that nobody captures.
const NEVER_CAPTURED: &str = "\"may\" at the royal piece and at the Pawn";

/// What a piece has to do with moves in which two pieces change places.
#[derive(Default)]
pub(super) struct Swapping {
    /// The letters of those with which it changes places.
    pub(super) with: Option<String>,
    /// Does it change places with any, or any with it?
    pub(super) takes_part: bool,
}

/// How many of a piece promotion can give.
#[derive(Clone, Copy, PartialEq)]
enum Promoted {
    Any,
    /// No more than the opening has.
    AsAtStart,
}

impl PieceData {
    /// The letter alone.
    fn letter(&self) -> char {
        self.letters.chars().next_back().unwrap_or_default()
    }

    /// Reads a piece.
    pub(super) fn read(
        letters: &str,
        mut keys: Section,
        around: &Around<'_>,
        mistakes: &mut Mistakes,
    ) -> PieceData {
        let plan = around.plan;
        let name = keys.needed("name", "its name, such as \"Knight\"", mistakes).to_owned();
        let moves = Written::all(&mut keys, plan, mistakes);
        let mut words = written::words(&moves);
        let art = stock::read(&mut keys, &name, mistakes);
        let promotion = promotions::read(&mut keys, plan, around.place, mistakes);
        let with = keys.text("swaps", mistakes).map(str::to_owned);
        let swapping = Swapping { with, takes_part: false };
        let owner = owner(&mut keys, around.seats, mistakes);
        let royals = Royals::read(&mut keys, mistakes);
        let royal = royals.is_some();
        let facing = [
            ("allowed", Facing::Allowed),
            ("forbidden", Facing::Forbidden),
            ("nowhere", Facing::Nowhere),
            ("offered", Facing::Offered),
        ];
        let facing = keys.choice("facing", &facing, mistakes).unwrap_or_default();
        if let Some(value) = keys.value("facing").filter(|_| !royal) {
            keys.wrong("facing", value, "it at the piece with royal = true", mistakes);
        }
        words += match facing {
            Facing::Allowed => "",
            Facing::Forbidden => "; the two may not see each other along a file",
            Facing::Nowhere => "; the two may not see each other along a file or a rank",
            Facing::Offered => "; who lets the two see each other along a file offers the end of the game",
        };
        let pawn = keys.flag("pawn", mistakes);
        let words_of_capture = [("may", Captured::Usual), ("never", Captured::Never)];
        let captured = keys.choice("captured", &words_of_capture, mistakes).unwrap_or(Captured::Usual);
        if captured == Captured::Never {
            words += "; nobody can capture it";
            if let Some(value) = keys.value("captured").filter(|_| royal || pawn) {
                keys.wrong("captured", value, NEVER_CAPTURED, mistakes);
            }
        }
        let hopping = if keys.flag("shy", mistakes) { Hopping::Shy } else { Hopping::Usual };
        if hopping == Hopping::Shy {
            let _ = write!(words, "; it neither jumps over {name}s nor takes them");
            if let Some(value) = keys.value("shy").filter(|_| royal) {
                keys.wrong("shy", value, "it at a piece that is not royal", mistakes);
            }
        }
        let own_words = keys.text("words", mistakes).map(str::to_owned);
        let piece = PieceData {
            letters: letters.to_owned(),
            name,
            words,
            own_words,
            moves,
            royal,
            royals: royals.unwrap_or_default(),
            facing,
            pawn,
            castles: keys.flag("castles", mistakes),
            promotion,
            swapping,
            owner,
            start: squares(&mut keys, "start", plan, mistakes),
            captured,
            hopping,
            promoted: if keys.flag("limited", mistakes) { Promoted::AsAtStart } else { Promoted::Any },
            value: keys.number("value", [0, MOST as u32], mistakes).map(|value| value as i32),
            hand: Holding::read(&mut keys, plan, mistakes),
            art,
        };
        keys.finish(mistakes);
        piece
    }

    pub(super) fn is_wall(&self) -> bool {
        self.letter() == WALL
    }

    /// Can it stand anywhere and stay what it is?
    pub(super) fn is_free(&self) -> bool {
        let has_region = self.moves.iter().any(|moves| moves.onto.is_some());
        !self.pawn && !self.is_wall() && self.promotion.is_none() && !has_region
    }

    /// Does it neither promote nor make moves of two pieces?
    pub(super) fn is_plain(&self) -> bool {
        !self.pawn && self.promotion.is_none() && !self.castles && self.swapping.with.is_none()
    }

    /// Adds to the words that are made from its moves.
    pub(super) fn say(&mut self, words: &str) {
        self.words += words;
    }

    /// A wall, which never moves.
    pub(super) fn wall(name: &str, art: Option<Art>) -> PieceData {
        PieceData {
            letters: WALL.to_string(),
            name: name.to_owned(),
            words: "stands in the way of all pieces, and nobody takes it".to_owned(),
            own_words: None,
            moves: Vec::new(),
            royal: false,
            royals: Royals::default(),
            facing: Facing::default(),
            pawn: false,
            castles: false,
            promotion: None,
            swapping: Swapping::default(),
            owner: Some(Side::FIRST),
            start: None,
            promoted: Promoted::Any,
            captured: Captured::Never,
            hopping: Hopping::Usual,
            value: Some(0),
            hand: Holding::NONE,
            art,
        }
    }

    /// The piece as data of the kernel, and how it castles. `men` are the pieces of the opening.
    pub(super) fn kind(
        &self,
        men: &[(String, Coord)],
        board: &Geometry,
        turn: impl Fn(Coord) -> Coord,
    ) -> Result<(KindSpec, Vec<Castling>), Refusal> {
        let of = |letters: &str| men.iter().filter(|(found, _)| found == letters).map(|&(_, at)| at).collect();
        let first: Vec<Coord> = of(&self.letters);
        let second: Vec<Coord> = of(&self.letters.to_ascii_lowercase());
        let second: Vec<Coord> = second.into_iter().map(turn).collect();
        let start = self.start.clone().unwrap_or_else(|| first.clone());
        let moves = gaits::moves(&self.moves, Origin { pawn: self.pawn, start: &start })?;
        if self.start.is_none() && moves.initial {
            if !same(&first, &second) {
                return Err("the key start, because the two seats begin on different squares");
            }
            if self.hand.is_held || self.swapping.takes_part || gaits::returns(&moves.movements, &start, board) {
                return Err(RETURNS);
            }
        }
        if let Some(refusal) = castling(self, &moves, &first, &second, board) {
            return Err(refusal);
        }
        let words = kept_text(self.own_words.as_ref().unwrap_or(&self.words));
        let mut kind = KindSpec::new(self.letter(), kept_text(&self.name), words, kept(moves.movements));
        kind.promoted = self.letters.starts_with(PLUS);
        kind.art = self.art;
        kind.untouchable = self.captured == Captured::Never;
        kind.owners = self.owner.map(|owner| std::iter::once(owner).collect());
        kind.hopping = self.hopping;
        if kind.hopping == Hopping::Shy && limits::shy(&kind).is_some() {
            return Err(SHY);
        }
        if self.promoted == Promoted::AsAtStart {
            kind.limit = Some(first.len().max(second.len()) as u8);
        }
        Ok((kind, moves.castlings))
    }
}

/// The kinds of some letters, in their order: `QR`, or `+S+B`.
pub(super) fn kinds(letters: &str, pieces: &[PieceData]) -> Option<Vec<Kind>> {
    let of = |part: &str| pieces.iter().position(|piece| piece.letters == part).map(|index| Kind(index as u8));
    letters.split_inclusive(|letter| letter != PLUS).map(of).collect()
}

/// Why a piece cannot castle as its file says.
fn castling(
    piece: &PieceData,
    moves: &Moves,
    first: &[Coord],
    second: &[Coord],
    board: &Geometry,
) -> Option<Refusal> {
    let ways = |way| moves.castlings.iter().filter(move |castling| castling.way == way);
    if moves.castlings.is_empty() {
        return None;
    }
    // A player with several royal pieces castles with none.
    let many = !piece.royals.are_several() && (first.len() > 1 || second.len() > 1);
    if many || [1, -1].into_iter().any(|way| ways(way).count() > 1) {
        return Some("one way to castle to each side, O, for a piece of which each seat has one at the start");
    }
    let from = first.first().and_then(|&at| board.at(at))?;
    let is_move = |castling: &Castling| {
        let to = board.offset(from, Delta::new(castling.way * castling.squares as i8, 0, 0));
        to.is_some_and(|to| gaits::ends(&moves.movements, from, board).any(|end| end == to))
    };
    let alike = moves.castlings.iter().any(is_move);
    alike.then_some("a piece that castles and cannot go to the same square by another move")
}

fn same(one: &[Coord], other: &[Coord]) -> bool {
    one.len() == other.len() && one.iter().all(|at| other.contains(at))
}

/// The seat that alone may have a piece.
fn owner(keys: &mut Section, seats: &[String; 2], mistakes: &mut Mistakes) -> Option<Side> {
    let text = keys.text("owner", mistakes)?;
    let found = seats.iter().position(|name| name == text).map(Side::new);
    if let (None, Some(value)) = (found, keys.value("owner")) {
        keys.wrong("owner", value, format!("\"{}\" or \"{}\"", seats[0], seats[1]), mistakes);
    }
    found
}

/// The kinds of the letters of a key.
pub(super) fn letters(
    keys: &mut Section,
    key: &'static str,
    pieces: &[PieceData],
    mistakes: &mut Mistakes,
) -> Option<Vec<Kind>> {
    let text = keys.text(key, mistakes)?;
    let found = kinds(text, pieces);
    if let (None, Some(value)) = (&found, keys.value(key)) {
        keys.wrong(key, value, "letters of pieces of this file", mistakes);
    }
    found
}
