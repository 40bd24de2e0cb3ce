//! Picks: a move as a sequence of choices that a player points at. A caller that knows no rules
//! offers what the [`Picker`] offers and gets every legal move, step by step.

use super::game::Rules;
use super::geometry::Square;
use super::mv::{Move, Verb};
use super::piece::Kind;

/// One choice on the way to a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// A piece from the reserve.
    Reserve(Kind),
    /// A square of the board.
    Square(Square),
    /// What a pawn becomes.
    Promote(Kind),
    /// Not to go on where one could: a pawn stays a pawn.
    Stop,
    /// To pass.
    Pass,
}

/// How the board shows a square or choice. Screens give each a shape and a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A piece that can move, or that has left from here.
    From,
    /// An empty square to go to, or gone to.
    Target,
    /// An enemy piece to capture, or captured.
    Capture,
    /// An own piece that would be taken, or was.
    OwnCapture,
    /// An own piece to change places with.
    Partner,
    /// Where a piece goes in.
    In,
    /// Where it comes out.
    Out,
    /// A choice that is not a square.
    Choice,
}

/// A next pick, as it is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What can be picked.
    pub pick: Pick,
    /// How it is shown.
    pub mark: Mark,
    /// How many moves go on with it.
    pub moves: usize,
}

/// The choices that make one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picks {
    picks: [Pick; MOST_PICKS],
    count: u8,
}

/// How many squares a move names at most, and what its pawn becomes.
const MOST_PICKS: usize = 5;

impl Picks {
    fn of(picks: &[Pick]) -> Picks {
        assert!(picks.len() < MOST_PICKS, "a move is at most {} picks and a promotion", MOST_PICKS - 1);
        let mut all = [Pick::Pass; MOST_PICKS];
        all[..picks.len()].copy_from_slice(picks);
        Picks { picks: all, count: picks.len() as u8 }
    }

    /// The choices in order.
    pub fn as_slice(&self) -> &[Pick] {
        &self.picks[..usize::from(self.count)]
    }

    fn plus(mut self, pick: Pick) -> Picks {
        self.picks[usize::from(self.count)] = pick;
        self.count += 1;
        self
    }
}

/// The picks of one move among the legal moves of its position.
pub fn picks<R: Rules>(mv: Move, legal: &[Move]) -> Picks {
    let picks = match mv.verb {
        Verb::Pass => Picks::of(&[Pick::Pass]),
        Verb::Drop => Picks::of(&[Pick::Reserve(mv.kind), Pick::Square(mv.to)]),
        Verb::Step | Verb::Stride | Verb::Passant => Picks::of(&[Pick::Square(mv.from), Pick::Square(mv.to)]),
        Verb::Special(_) => Picks::of(&R::special_picks(mv).into_iter().map(Pick::Square).collect::<Vec<_>>()),
    };
    match mv.promotion() {
        Some(kind) => picks.plus(Pick::Promote(kind)),
        None if legal.iter().any(|other| mv == other.promoting(None) && mv != *other) => picks.plus(Pick::Stop),
        None => picks,
    }
}

/// What came of a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picked {
    /// More must be picked.
    More,
    /// This is the move.
    Done(Move),
    /// No legal move goes on like that.
    Refused,
}

/// Narrows the legal moves of a position, pick by pick. It only filters: nothing is half-played.
#[derive(Clone, Debug)]
pub struct Picker {
    moves: Vec<(Picks, Move)>,
    so_far: Vec<Pick>,
}

impl Picker {
    /// A picker over the legal moves of a position.
    pub fn new<R: Rules>(legal: &[Move]) -> Picker {
        let moves = legal.iter().map(|&mv| (picks::<R>(mv, legal), mv)).collect();
        Picker { moves, so_far: Vec::new() }
    }

    /// Must the first pick be a piece of the reserve?
    pub fn begins_with_reserve(&self) -> bool {
        let reserve = |(picks, _): &(Picks, Move)| matches!(picks.as_slice().first(), Some(Pick::Reserve(_)));
        self.moves.iter().all(reserve)
    }

    /// What has been picked.
    pub fn so_far(&self) -> &[Pick] {
        &self.so_far
    }

    /// The moves that go on as picked so far.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.going_on().map(|&(_, mv)| mv)
    }

    fn going_on(&self) -> impl Iterator<Item = &(Picks, Move)> {
        self.moves.iter().filter(|(picks, _)| picks.as_slice().starts_with(&self.so_far))
    }

    /// The next picks that lead to a move, each once.
    pub fn options(&self) -> Vec<Pick> {
        let mut options: Vec<Pick> =
            self.going_on().filter_map(|(picks, _)| picks.as_slice().get(self.so_far.len()).copied()).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Picks.
    pub fn choose(&mut self, pick: Pick) -> Picked {
        if !self.options().contains(&pick) {
            return Picked::Refused;
        }
        self.so_far.push(pick);
        match self.going_on().find(|(picks, _)| picks.as_slice() == self.so_far) {
            Some(&(_, mv)) => Picked::Done(mv),
            None => Picked::More,
        }
    }

    /// Takes the last pick back; false when there is none.
    pub fn back(&mut self) -> bool {
        self.so_far.pop().is_some()
    }
}
