//! Picks: a move as a sequence of choices that a player makes on the board. Code that knows no rules can offer
//! the options of a [`Picker`] and so reach every legal move step by step.

use super::game::Rules;
use super::geometry::Square;
use super::mv::{Move, Verb};
use super::piece::Kind;

/// One choice of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// A piece from the reserve.
    Reserve(Kind),
    /// A square of the board.
    Square(Square),
    /// The kind to which a pawn promotes.
    Promote(Kind),
    /// The move ends here although it could continue: a pawn does not promote.
    Stop,
    /// A pass.
    Pass,
}

/// How the board highlights a square or choice. Screens define a shape and a colour for each mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A piece that can move, or the square that it has left.
    From,
    /// An empty square to move to, or moved to.
    Target,
    /// An enemy piece that can be captured, or was captured.
    Capture,
    /// An own piece that would be captured, or was captured.
    OwnCapture,
    /// An own piece to exchange squares with.
    Partner,
    /// The square where a piece goes in.
    In,
    /// The square where it comes out.
    Out,
    /// A choice that is not a square.
    Choice,
}

/// An option for the next pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The pick.
    pub pick: Pick,
    /// How it is highlighted.
    pub mark: Mark,
    /// The number of legal moves that continue with it.
    pub moves: usize,
}

/// The picks of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picks {
    picks: [Pick; MOST_PICKS],
    count: u8,
}

/// The most squares a move names, plus one for the promotion.
const MOST_PICKS: usize = 5;

impl Picks {
    fn of(picks: &[Pick]) -> Picks {
        assert!(picks.len() < MOST_PICKS, "a move is at most {} picks and a promotion", MOST_PICKS - 1);
        let mut all = [Pick::Pass; MOST_PICKS];
        all[..picks.len()].copy_from_slice(picks);
        Picks { picks: all, count: picks.len() as u8 }
    }

    /// The picks in order.
    pub fn as_slice(&self) -> &[Pick] {
        &self.picks[..usize::from(self.count)]
    }

    fn plus(mut self, pick: Pick) -> Picks {
        self.picks[usize::from(self.count)] = pick;
        self.count += 1;
        self
    }
}

/// The picks of one of the legal moves of a position.
pub fn picks<R: Rules>(mv: Move, legal: &[Move]) -> Picks {
    let picks = match mv.verb {
        Verb::Pass => Picks::of(&[Pick::Pass]),
        Verb::Drop => Picks::of(&[Pick::Reserve(mv.kind), Pick::Square(mv.to)]),
        Verb::Step | Verb::Stride | Verb::Passant => Picks::of(&[Pick::Square(mv.from), Pick::Square(mv.to)]),
        Verb::Special(_) => Picks::of(&R::special_picks(mv).into_iter().map(Pick::Square).collect::<Vec<_>>()),
    };
    if let Some(kind) = R::special_brings(mv) {
        return picks.plus(Pick::Reserve(kind));
    }
    match mv.promotion() {
        Some(kind) => picks.plus(Pick::Promote(kind)),
        None if legal.iter().any(|&other| goes_on_after::<R>(other, picks)) => picks.plus(Pick::Stop),
        None if legal.iter().any(|other| mv == other.promoting(None) && mv != *other) => picks.plus(Pick::Stop),
        None => picks,
    }
}

/// Does another special move bring a piece from the reserve, or promote, after the same picks?
fn goes_on_after<R: Rules>(other: Move, picks: Picks) -> bool {
    let goes_on = R::special_brings(other).is_some() || other.is_special() && other.promotion().is_some();
    goes_on && R::special_picks(other).into_iter().map(Pick::Square).eq(picks.as_slice().iter().copied())
}

/// The result of a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picked {
    /// More picks are needed.
    More,
    /// The move is complete.
    Done(Move),
    /// No legal move continues with this pick.
    Refused,
}

/// Narrows down the legal moves of a position, pick by pick. It only filters the list; no position is changed.
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

    /// Must the first pick be a piece in reserve?
    pub fn begins_with_reserve(&self) -> bool {
        let reserve = |(picks, _): &(Picks, Move)| matches!(picks.as_slice().first(), Some(Pick::Reserve(_)));
        self.moves.iter().all(reserve)
    }

    /// The moves that match the picks so far.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.going_on().map(|&(_, mv)| mv)
    }

    fn going_on(&self) -> impl Iterator<Item = &(Picks, Move)> {
        self.moves.iter().filter(|(picks, _)| picks.as_slice().starts_with(&self.so_far))
    }

    /// The possible next picks, without duplicates.
    pub(crate) fn options(&self) -> Vec<Pick> {
        let mut options: Vec<Pick> =
            self.going_on().filter_map(|(picks, _)| picks.as_slice().get(self.so_far.len()).copied()).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Makes a pick.
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
}
