//! What all games of a study showed together.

use super::facts::{Deeds, Facts};
use super::interval::Interval;
use super::openings::{self, Opening};
use super::worth::{self, PieceWorth};
use crate::rules::outcome::Cause;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// The choices of a ply count while this part of the games goes on.
const LASTING: f64 = 0.2;

/// How long the games were, in plies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Lengths {
    /// Of every game, sorted.
    pub(crate) sorted: Vec<usize>,
}

impl Lengths {
    /// The length that this part of the games does not exceed.
    pub(crate) fn quantile(&self, part: f64) -> usize {
        let at = (self.sorted.len().saturating_sub(1) as f64 * part).round() as usize;
        self.sorted.get(at).copied().unwrap_or(0)
    }
}

/// What a seat won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatShare {
    pub(crate) side: Side,
    /// Its part of the points.
    pub share: Interval,
    /// The games that it won alone.
    pub(crate) wins: usize,
}

/// A cause of ends.
#[derive(Clone, PartialEq, Debug)]
pub struct EndCause {
    pub(crate) cause: Cause,
    /// The games that each seat won by it.
    pub(crate) wins: Vec<usize>,
    pub(crate) draws: usize,
}

impl EndCause {
    /// The number of games.
    pub fn games(&self) -> usize {
        self.wins.iter().sum::<usize>() + self.draws
    }
}

/// How the lead changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Leads {
    /// Changes in a game, on average.
    pub(crate) changes: f64,
    /// The part of the games with a winner in which this player was about to lose.
    pub(crate) came_back: f64,
    /// The part of such a game that is over when the winner leads for good: half of the games decide earlier.
    pub(crate) decided: f64,
}

/// What a kind of piece did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct KindFinding {
    pub(crate) kind: Kind,
    /// What happened to all of them.
    pub(crate) deeds: Deeds,
    /// The part of all moves that it made.
    pub(crate) of_moves: f64,
    /// The part of the games in which one was on the board or in hand.
    pub(crate) seen: f64,
    /// The part of those games in which one moved.
    pub(crate) moved: f64,
    /// What it is worth, if the games say so.
    pub(crate) worth: Option<PieceWorth>,
}

/// What a study showed.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The game.
    pub(crate) spec: &'static Spec,
    /// The number of games.
    pub(crate) games: usize,
    /// Those that did not end.
    pub unfinished: usize,
    /// What each seat won.
    pub seats: Vec<SeatShare>,
    /// The part of the games without a single winner.
    pub(crate) draws: Interval,
    pub(crate) lengths: Lengths,
    /// The legal moves at each ply, on average.
    pub(crate) choices: Vec<f64>,
    /// The same of all plies.
    pub(crate) all_choices: f64,
    /// How the games ended, the most frequent cause first.
    pub ends: Vec<EndCause>,
    /// How the lead changed, in a game for two. The players of a larger game do not agree on who leads.
    pub(crate) leads: Option<Leads>,
    /// What each kind did.
    pub(crate) kinds: Vec<KindFinding>,
    /// The kind whose worth is called 1.
    pub(crate) unit: Option<Kind>,
    /// The first moves.
    pub(crate) openings: Vec<Opening>,
}

impl Findings {
    /// What these games of a game showed.
    pub fn of(spec: &'static Spec, games: &[Facts]) -> Findings {
        let ended = || games.iter().filter_map(|facts| facts.end.as_ref());
        let drawn: Vec<f64> = ended().map(|end| f64::from(u8::from(end.winner.is_none()))).collect();
        let seat = |side: Side| {
            let points: Vec<f64> = ended().map(|end| end.points[side.index()]).collect();
            let wins = ended().filter(|end| end.winner == Some(side)).count();
            SeatShare { side, share: Interval::of_shares(&points), wins }
        };
        let mut sorted: Vec<usize> = games.iter().map(|facts| facts.choices.len()).collect();
        sorted.sort_unstable();
        let plies: usize = sorted.iter().sum();
        let (worth, unit) = worth::learned(spec, games);
        Findings {
            spec,
            games: games.len(),
            unfinished: games.len() - ended().count(),
            seats: spec.sides().map(seat).collect(),
            draws: Interval::of_shares(&drawn),
            choices: choices(games),
            all_choices: games.iter().flat_map(|facts| &facts.choices).sum::<usize>() as f64 / plies.max(1) as f64,
            lengths: Lengths { sorted },
            ends: ends(spec, games),
            leads: (spec.seats.len() == 2).then(|| leads(games)),
            kinds: spec.all_kinds().map(|kind| of_kind(kind, games, plies, &worth)).collect(),
            unit,
            openings: openings::openings(games),
        }
    }

    /// An even part of the points.
    pub(crate) fn even(&self) -> f64 {
        1.0 / self.seats.len() as f64
    }
}

fn choices(games: &[Facts]) -> Vec<f64> {
    let longest = games.iter().map(|facts| facts.choices.len()).max().unwrap_or(0);
    let at = |ply: usize| {
        let known: Vec<usize> = games.iter().filter_map(|facts| facts.choices.get(ply)).copied().collect();
        let enough = known.len() as f64 >= LASTING * games.len() as f64;
        enough.then(|| known.iter().sum::<usize>() as f64 / known.len() as f64)
    };
    (0..longest).map_while(at).collect()
}

fn ends(spec: &Spec, games: &[Facts]) -> Vec<EndCause> {
    let mut found: Vec<EndCause> = Vec::new();
    for end in games.iter().filter_map(|facts| facts.end.as_ref()) {
        let known = found.iter().position(|known| known.cause == end.cause);
        let at = known.unwrap_or_else(|| {
            found.push(EndCause { cause: end.cause, wins: vec![0; spec.seats.len()], draws: 0 });
            found.len() - 1
        });
        match end.winner {
            Some(side) => found[at].wins[side.index()] += 1,
            None => found[at].draws += 1,
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.games()));
    found
}

fn leads(games: &[Facts]) -> Leads {
    let changes: u32 = games.iter().map(|facts| facts.changes).sum();
    let mut decided: Vec<f64> = games.iter().filter_map(|facts| facts.decided).collect();
    decided.sort_unstable_by(f64::total_cmp);
    let came_back = games.iter().filter(|facts| facts.came_back).count();
    Leads {
        changes: f64::from(changes) / games.len().max(1) as f64,
        came_back: came_back as f64 / decided.len().max(1) as f64,
        decided: decided.get(decided.len() / 2).copied().unwrap_or(1.0),
    }
}

fn of_kind(kind: Kind, games: &[Facts], plies: usize, worth: &[PieceWorth]) -> KindFinding {
    let all = || games.iter().map(|facts| facts.deeds[kind.index()]);
    let sum = |of: fn(Deeds) -> u32| all().map(of).sum::<u32>();
    let (seen, moved) = (all().filter(|one| one.seen).count(), all().filter(|one| one.moves > 0).count());
    let deeds = Deeds {
        moves: sum(|one| one.moves),
        captures: sum(|one| one.captures),
        losses: sum(|one| one.losses),
        seen: seen > 0,
    };
    KindFinding {
        kind,
        deeds,
        of_moves: f64::from(deeds.moves) / plies.max(1) as f64,
        seen: seen as f64 / games.len().max(1) as f64,
        moved: moved as f64 / seen.max(1) as f64,
        worth: worth.iter().find(|one| one.kind == kind).copied(),
    }
}
