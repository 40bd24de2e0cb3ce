//! Makes puzzles from positions: finds out whether a position has one solution, proves it, and gives it themes and a
//! rating. Without a limit of time, one thread and cleared tables, the same positions make the same puzzles.

use std::sync::Arc;

use super::{lines, strength, themes};
use crate::engine::interface::{Engine, Line};
use crate::engine::limits::{Limits, Stop};
use crate::engine::score::{DECIDED, Score, plies_to_end};
use crate::record::puzzle::{Proof, Puzzle, TIMES};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::prover::{Effort, Goal};
use crate::rules::variant::Opening;

/// The least lead of a solution over the second best move, in hundredths of a Pawn.
pub const LEAD: Score = 200;
/// A move wins something if the position is at least this good after it,
const GOOD: Score = 150;
/// and not much worse than this without it.
const LEVEL: Score = 120;
/// A move saves if the position is at least this good after it.
const HELD: Score = -150;
/// The longest win that is proved by trying every line, in moves.
const LONGEST_WIN: u32 = 4;
/// The longest loss that a saving move avoids, in moves of the opponent.
const LONGEST_LOSS: u32 = 2;
/// The most moves of the solver, if the proof is a margin.
const MOST_MOVES: usize = 4;

/// How much work is done for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// The nodes of the first look.
    pub scan: u64,
    /// The nodes of a proof by margin; ten times as many are searched after it.
    pub nodes: u64,
    /// The most positions of an exhaustive proof.
    pub positions: u64,
}

impl Default for Work {
    fn default() -> Work {
        Work { scan: 2_000, nodes: 10_000, positions: 3_000_000 }
    }
}

/// Makes puzzles with an engine.
pub struct Maker<'a> {
    /// The engine of the game.
    pub engine: &'a mut dyn Engine,
    /// What each kind of the game is worth.
    pub worth: &'static [i32],
    /// How much work is done.
    pub work: Work,
    /// Stops a search.
    pub stop: &'a Stop,
    /// Is asked before each piece of the work, and may wait. False if the work is not wanted any more.
    pub goes_on: &'a dyn Fn() -> bool,
}

/// The two best moves of a position.
struct Two {
    best: Line,
    second: Line,
}

impl Two {
    fn lead(&self) -> Score {
        self.best.score - self.second.score
    }
}

/// A proved solution.
struct Solution {
    line: Vec<Move>,
    proof: Proof,
    saves: bool,
}

impl Maker<'_> {
    /// The puzzle of a position, if it is one. `last` is the square on which something was captured just before: to
    /// recapture there is not a puzzle.
    pub fn puzzle(&mut self, position: &dyn Position, last: Option<Square>) -> Option<Puzzle> {
        // The history of the game is not part of a puzzle.
        let start = position.variant().begin(Opening::Fen(&position.fen())).ok()?;
        let (start, legal) = (start.as_ref(), start.legal());
        if legal.len() < 2 {
            return None;
        }
        let solution = self.solution(start)?;
        let recaptures = start.captured(solution.line[0]).is_some_and(|(square, _)| Some(square) == last);
        if recaptures && solution.line.len() < 3 {
            return None;
        }
        let found = themes::of(start, &solution.line, solution.proof, solution.saves, self.worth);
        let mut puzzle = Puzzle {
            start: Arc::from(start.fork()),
            line: solution.line,
            themes: found,
            rating: 0,
            proof: Some(solution.proof),
            source: None,
        };
        puzzle.rating = strength::rate(&puzzle, self.engine, self.stop, self.goes_on)?;
        Some(puzzle)
    }

    /// Proves the solution of a puzzle again. False also if it has no proof, or the work was not enough.
    pub fn holds(&mut self, puzzle: &Puzzle) -> bool {
        let (mut position, mut moves) = (puzzle.start.fork(), 0);
        for &mv in &puzzle.line {
            if position.turn() == puzzle.solver() {
                let proved = match puzzle.proof {
                    Some(Proof::Exhaustive(Goal::Win(all))) => self.only(position.as_ref(), Goal::Win(all - moves)),
                    Some(Proof::Exhaustive(goal)) => self.only(position.as_ref(), goal),
                    Some(Proof::Margin { nodes, .. }) => {
                        self.work.nodes = nodes;
                        self.leads(position.as_ref()).map(|(two, _)| two.best.moves[0])
                    }
                    None => None,
                };
                if proved != Some(mv) {
                    return false;
                }
                moves += 1;
            }
            if position.play(mv).is_err() {
                return false;
            }
        }
        true
    }

    /// Is the work not wanted any more?
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_requested() || !(self.goes_on)()
    }

    /// The only move that reaches a goal.
    fn only(&self, position: &dyn Position, goal: Goal) -> Option<Move> {
        let stopped = || self.is_stopped();
        let mut effort = Effort { left: self.work.positions, stopped: &stopped };
        match position.solutions(goal, &mut effort)?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn solution(&mut self, position: &dyn Position) -> Option<Solution> {
        if position.spec().seats.len() > 2
            && let Some(felled) = self.fell(position)
        {
            return Some(felled);
        }
        let two = self.two(position, self.work.scan)?;
        if two.lead() < LEAD {
            return None;
        }
        let (best, second) = (plies_to_end(two.best.score), plies_to_end(two.second.score));
        if position.spec().seats.len() == 2 {
            if let Some(plies) = best.filter(|&plies| plies > 0) {
                let moves = (plies as u32).div_ceil(2);
                return if moves > LONGEST_WIN { None } else { self.win(position, moves) };
            }
            if let Some(plies) = second.filter(|&plies| plies < 0 && two.best.score > -DECIDED) {
                let moves = (plies.unsigned_abs()).div_ceil(2).clamp(1, LONGEST_LOSS);
                let saved = (1..=moves).find_map(|moves| self.exhaustive(position, Goal::Save(moves)));
                // What is lost anyway is not saved.
                if saved.is_some() {
                    return saved.filter(|_| two.best.score >= 4 * HELD);
                }
            }
        } else if second.is_some_and(|plies| plies < 0)
            && let Some(saved) = self.exhaustive(position, Goal::Save(1))
        {
            return Some(saved);
        }
        self.margin(position, &two)
    }

    fn exhaustive(&self, position: &dyn Position, goal: Goal) -> Option<Solution> {
        let stopped = || self.is_stopped();
        let line = lines::of(position, goal, &mut Effort { left: self.work.positions, stopped: &stopped })?;
        Some(Solution { line, proof: Proof::Exhaustive(goal), saves: matches!(goal, Goal::Save(_)) })
    }

    /// The shortest win up to this length, if it is the only one.
    fn win(&self, position: &dyn Position, most: u32) -> Option<Solution> {
        let stopped = || self.is_stopped();
        let mut effort = Effort { left: self.work.positions, stopped: &stopped };
        for moves in 1..=most {
            let found = position.solutions(Goal::Win(moves), &mut effort)?;
            if !found.is_empty() {
                return if found.len() == 1 { self.exhaustive(position, Goal::Win(moves)) } else { None };
            }
        }
        None
    }

    /// A move by which an army falls. Only moves that give check can do that.
    fn fell(&self, position: &dyn Position) -> Option<Solution> {
        let checks = |&mv: &Move| position.effects(mv).checks.count() > 0;
        position.legal().iter().any(checks).then_some(())?;
        self.exhaustive(position, Goal::Fell)
    }

    /// The two best moves, searched to this number of nodes.
    fn two(&mut self, position: &dyn Position, nodes: u64) -> Option<Two> {
        let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::default() };
        let mut found = None;
        if self.is_stopped() {
            return None;
        }
        self.engine.forget();
        self.engine.think(position, &limits, self.stop, &mut |report| {
            if let [best, second, ..] = &report.lines[..]
                && !best.moves.is_empty()
                && !second.moves.is_empty()
            {
                found = Some(Two { best: best.clone(), second: second.clone() });
            }
        });
        found.filter(|_| !self.stop.is_requested())
    }

    /// The leads of the best move with the nodes of a proof and with ten times as many, if it is the same one.
    fn leads(&mut self, position: &dyn Position) -> Option<(Two, Score)> {
        let few = self.two(position, self.work.nodes).filter(|two| two.lead() >= LEAD)?;
        let many = self.two(position, self.work.nodes * TIMES).filter(|two| two.lead() >= LEAD)?;
        let lead = few.lead();
        (few.best.moves[0] == many.best.moves[0]).then_some((many, lead))
    }

    fn margin(&mut self, position: &dyn Position, two: &Two) -> Option<Solution> {
        kind(two)?;
        let (first, lead) = self.leads(position)?;
        let saves = kind(&first)?;
        if plies_to_end(first.best.score).is_some() {
            return None;
        }
        let mut line = vec![first.best.moves[0]];
        let (mut least, mut least_of_ten) = (lead, first.lead());
        let (mut at, mut best) = (position.fork(), first.best);
        // The line goes on as long as there is one good move.
        for _ in 1..MOST_MOVES {
            let Some((next, replies)) = self.replies(at.as_ref(), &best) else { break };
            at = next;
            let Some((two, lead)) = self.leads(at.as_ref()) else { break };
            if kind(&two) != Some(saves) || plies_to_end(two.best.score).is_some() {
                break;
            }
            line.extend(replies);
            line.push(two.best.moves[0]);
            (least, least_of_ten) = (least.min(lead), least_of_ten.min(two.lead()));
            best = two.best;
        }
        let proof = Proof::Margin { nodes: self.work.nodes, lead: least, lead_of_ten: least_of_ten };
        Some(Solution { line, proof, saves })
    }

    /// Plays the best move and the replies of the others, and returns the position in which the solver is to move again.
    fn replies(&mut self, at: &dyn Position, best: &Line) -> Option<(Box<dyn Position>, Vec<Move>)> {
        let (mut next, solver) = (at.fork(), at.turn());
        next.play(best.moves[0]).ok()?;
        let mut replies = Vec::new();
        let mut expected = best.moves.iter().skip(1);
        while next.turn() != solver {
            if next.outcome().is_some() || next.living() != at.living() {
                return None;
            }
            let legal = next.legal();
            let reply = match expected.next().filter(|mv| legal.contains(mv)) {
                Some(&mv) => mv,
                None => self.two(next.as_ref(), self.work.nodes)?.best.moves[0],
            };
            next.play(reply).ok()?;
            replies.push(reply);
        }
        let goes_on = next.outcome().is_none() && next.living() == at.living() && next.legal().len() > 1;
        goes_on.then_some((next, replies))
    }
}

/// Does the best move save the position, or win something? `None` if neither, so that it is not interesting.
fn kind(two: &Two) -> Option<bool> {
    let (best, second) = (two.best.score, two.second.score);
    if best >= GOOD && second <= LEVEL {
        Some(false)
    } else if best >= HELD && second <= HELD - LEAD / 2 {
        Some(true)
    } else {
        None
    }
}
