//! What one game of a study showed, found by playing it again.

use crate::record::game::Game;
use crate::record::judgement::{chance, worth_for};
use crate::record::tree::{Eval, Id};
use crate::rules::outcome::Cause;
use crate::rules::position::{Position, Stock};
use crate::rules::side::{Side, Sides};
use crate::rules::timeline::Act;

/// From this chance on, of 1 in all, a player leads: about a Pawn.
const LEAD: f64 = 0.25;
/// A winner who had no more than this came back: about two Pawns less.
const BEHIND: f64 = -0.46;
/// Pieces are counted from this ply on, and then after so many plies.
const FIRST_COUNT: usize = 6;
const COUNT_EVERY: usize = 3;

/// The pieces that one seat has more than another, of each kind, at one moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Surplus {
    /// The two seats.
    pub(crate) seats: [Side; 2],
    /// The difference for each kind.
    pub(crate) of_kinds: Vec<i8>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// The points of each seat.
    pub(crate) points: Vec<f64>,
    pub(crate) cause: Cause,
    /// The winner, unless it is a draw.
    pub winner: Option<Side>,
}

/// What happened to the pieces of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Deeds {
    /// How often one moved.
    pub(crate) moves: u32,
    /// How often one captured.
    pub(crate) captures: u32,
    /// How often one was captured.
    pub(crate) losses: u32,
    /// Was one on the board, or in hand, at any time?
    pub(crate) seen: bool,
}

/// What one game showed.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its end, if it came to one.
    pub end: Option<End>,
    /// The number of legal moves at each ply.
    pub choices: Vec<usize>,
    /// The first moves, in display form.
    pub opening: Vec<String>,
    /// How often another player came to lead.
    pub(crate) changes: u32,
    /// Was the winner about to lose?
    pub(crate) came_back: bool,
    /// The part of the game that was over when the winner led for good, from 0 to 1.
    pub(crate) decided: Option<f64>,
    /// What happened to each kind.
    pub(crate) deeds: Vec<Deeds>,
    /// The pieces of the seats, from time to time.
    pub(crate) surplus: Vec<Surplus>,
}

impl Facts {
    /// What this game showed.
    pub fn of(game: &Game) -> Facts {
        let mut position = game.tree.position(Id::ROOT);
        let kinds = position.spec().kinds.len();
        let mut facts = Facts {
            end: None,
            choices: Vec::new(),
            opening: Vec::new(),
            changes: 0,
            came_back: false,
            decided: None,
            deeds: vec![Deeds::default(); kinds],
            surplus: Vec::new(),
        };
        let mut evals = Vec::new();
        for id in game.tree.line(Id::ROOT) {
            let node = game.tree.node(id);
            let Some(deed) = &node.deed else { continue };
            let Act::Move(mv) = deed.act else {
                if deed.repeat(position.as_mut()).is_err() {
                    break;
                }
                continue;
            };
            let ply = facts.choices.len();
            if ply < 2 {
                facts.opening.push(deed.shown.clone());
            }
            facts.choices.push(position.legal().len());
            let taken = position.captured(mv);
            if !mv.is_pass() {
                facts.deeds[mv.kind.index()].moves += 1;
            }
            if let Some((_, piece)) = taken {
                facts.deeds[mv.kind.index()].captures += 1;
                facts.deeds[piece.kind().index()].losses += 1;
            }
            // What the program has written into its own record is legal.
            if position.play(mv).is_err() {
                break;
            }
            evals.push((position.living(), node.notes.eval.clone()));
            let is_time = ply >= FIRST_COUNT && ply.is_multiple_of(COUNT_EVERY);
            facts.count(position.as_ref(), is_time && taken.is_none());
        }
        facts.end = position.outcome().map(|outcome| {
            let points = position.spec().sides().map(|side| outcome.shares[side].value()).collect();
            End { points, cause: outcome.cause, winner: outcome.winner() }
        });
        facts.lead(&evals);
        facts
    }

    /// Counts the pieces: those that there are, and, if `kept`, how many each seat has.
    fn count(&mut self, position: &dyn Position, kept: bool) {
        let spec = position.spec();
        let mut counts = vec![vec![0_i8; spec.kinds.len()]; spec.seats.len()];
        for square in position.geometry().squares() {
            if let Some(piece) = position.piece(square) {
                counts[piece.side().index()][piece.kind().index()] += 1;
            }
        }
        for side in spec.sides() {
            for (kind, stock) in position.reserve(side) {
                if let Stock::Count(held) = stock {
                    counts[side.index()][kind.index()] += i8::try_from(held).unwrap_or(i8::MAX);
                }
            }
        }
        for (kind, deeds) in self.deeds.iter_mut().enumerate() {
            deeds.seen |= counts.iter().any(|own| own[kind] > 0);
        }
        if !kept {
            return;
        }
        let living: Vec<Side> = position.living().iter().collect();
        for (at, &one) in living.iter().enumerate() {
            for &other in &living[at + 1..] {
                let pair = counts[one.index()].iter().zip(&counts[other.index()]);
                self.surplus
                    .push(Surplus { seats: [one, other], of_kinds: pair.map(|(own, its)| own - its).collect() });
            }
        }
    }

    /// Who led, and how often that changed.
    fn lead(&mut self, evals: &[(Sides, Option<Eval>)]) {
        let winner = self.end.as_ref().and_then(|end| end.winner);
        let mut last = None;
        let mut undecided = 0;
        for (ply, (living, eval)) in evals.iter().enumerate() {
            let Some(eval) = eval else { continue };
            let leader = leader(eval, *living);
            if let (Some(one), Some(other)) = (last, leader) {
                self.changes += u32::from(one != other);
            }
            last = leader.or(last);
            if leader != winner {
                undecided = ply + 1;
            }
            let worth = winner.and_then(|winner| worth_for(eval, winner));
            self.came_back |= worth.is_some_and(|worth| chance(worth) <= BEHIND);
        }
        let plies = evals.len().max(1);
        self.decided = winner.map(|_| undecided as f64 / plies as f64);
    }
}

/// The seat that leads by about a Pawn.
fn leader(eval: &Eval, living: Sides) -> Option<Side> {
    let of = |side: Side| worth_for(eval, side).map_or(-1.0, chance);
    let best = living.iter().max_by(|&one, &other| of(one).total_cmp(&of(other)))?;
    let second = living.without(best).iter().map(of).fold(-1.0, f64::max);
    // In a game for two, one chance is the other with the opposite sign.
    (of(best) >= LEAD && of(best) - second >= LEAD).then_some(best)
}
