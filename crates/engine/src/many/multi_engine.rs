//! The engine of games for more than two seats. When only two seats are left, the search of games for two takes
//! over.

use std::sync::Arc;

use super::lone_kings::LoneKings;
use super::multi_search::MultiSearch;
use super::params::ELIMINATED;
use crate::budget;
use crate::engine::{Engine, EngineOptions, NoEngine, Report};
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::Skills;
use crate::history::ContinuationHistory;
use crate::limits::{Limits, Stop};
use crate::root::RootMove;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::rules::tables::Tables;
use crate::rules::visits::Visit;
use crate::score::{DECIDED, Score, plies_to_end};
use crate::threads::Team;
use crate::transposition::TranspositionTable;
use crate::two::worker::Worker;
use crate::{setup, shallow};

/// The engine of a game for more than two seats.
#[derive(Debug)]
pub(crate) struct MultiEngine<R: Evaluate> {
    table: TranspositionTable,
    /// Shared by both searches, which clear it when they take turns: neither learns from the other.
    continuation: Arc<ContinuationHistory>,
    searches: Team<MultiSearch<R>>,
    /// Created for the first search with two seats left, which most engines never have.
    workers: Option<Team<Worker<R>>>,
    /// Did the workers search last?
    two_left: bool,
    threads: usize,
    tables: &'static Tables<R>,
}

impl<R: Evaluate> MultiEngine<R> {
    /// An engine with empty tables.
    pub(crate) fn new(tables: &'static Tables<R>, options: EngineOptions) -> Result<MultiEngine<R>, NoEngine> {
        let (table, continuation) = setup::tables(tables, options)?;
        let searches = Team::new(options.threads, budget::of_multi_search(tables), || {
            MultiSearch::new(tables, options.method, &continuation)
        });
        let searches = searches.ok_or(NoEngine::Search)?;
        let threads = options.threads;
        Ok(MultiEngine { table, continuation, searches, workers: None, two_left: false, threads, tables })
    }

    /// Gives the continuation history to the search for two seats, or to the one for more.
    fn hand_over(&mut self, two_left: bool) {
        if self.two_left != two_left {
            self.continuation.clear();
            self.two_left = two_left;
        }
    }

    /// Searches for the best move as in a game for two. Reports the negated score for every other living seat, also
    /// for lone Kings that are left out of the search.
    fn duel(
        &mut self,
        (board, past): (&Board<R>, &[Visit]),
        living: Sides,
        (limits, stop): (&Limits, &Stop),
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let chases_king = living != board.living();
        let tell = &mut |scaled: &Report| {
            let mut scaled = scaled.clone();
            for line in &mut scaled.lines {
                if chases_king {
                    // The moves after the first omit seats, and the fall of one opponent does not end the game.
                    line.moves.truncate(1);
                    line.score = line.score.clamp(1 - DECIDED, DECIDED - 1);
                }
                line.seats = Some(BySide::from_fn(|side| match side {
                    _ if !living.has(side) => ELIMINATED,
                    _ if side == board.turn() => line.score,
                    _ => -line.score,
                }));
            }
            report(&scaled);
        };
        self.hand_over(true);
        let workers = match &mut self.workers {
            Some(workers) => workers,
            none => {
                // The caller catches the panic: a search without memory has failed.
                let team = Team::new(self.threads, budget::of_search(self.tables), || {
                    Worker::new(self.tables, &self.continuation, None)
                });
                none.insert(team.expect("there is no memory for a search"))
            }
        };
        workers.search(&mut self.table, (board, past), (limits, stop), |_, _| None, tell)
    }
}

impl<R: Evaluate> Engine for MultiEngine<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let (board, past) = setup::root::<R>(position)?;
        let living = board.living();
        let near = limits.at(board);
        if near.overlooks > 0 {
            return shallow::of_level(board, &past, &near, report);
        }
        if living.count() <= 2 {
            return self.duel((board, &past), living, (limits, stop), report);
        }
        if let Some(LoneKings { board: with_one, moves }) =
            LoneKings::of(board, &past, &limits.of_legal(board.legal()))
        {
            let limits = &Limits { moves, ..limits.clone() };
            // There is no move only if the one legal move is a pass.
            if let Some(mv) = self.duel((&with_one, &[]), living, (limits, stop), report) {
                return Some(mv);
            }
        }
        self.hand_over(false);
        let seats = |search: &MultiSearch<R>, root: &RootMove| {
            // The score of each seat at the end of the line.
            let end = root.line.iter().fold(*board, |at, &mv| at.after(mv));
            let mut seats = search.settled(&end, root.line.len()).unwrap_or_else(|| search.evaluate(&end));
            seats[board.turn()] = root.score;
            Some(compared(seats, end.living()))
        };
        self.searches.search(&mut self.table, (board, &past), (limits, stop), seats, report)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.searches.forget();
        if let Some(workers) = &mut self.workers {
            workers.forget();
        }
    }

    fn warm_up(&mut self) {
        self.table.warm_up();
    }

    fn skills(&self) -> &'static Skills {
        R::skills(self.tables)
    }
}

/// The scores of the seats relative to the average of the living seats, without mate scores: for a living seat the
/// losses of the others are as good as its own gains.
fn compared(mut seats: BySide<Score>, living: Sides) -> BySide<Score> {
    let open: Vec<Side> = living.iter().filter(|&side| plies_to_end(seats[side]).is_none()).collect();
    let average = open.iter().map(|&side| seats[side]).sum::<Score>() / (open.len() as Score).max(1);
    for side in open {
        seats[side] -= average;
    }
    seats
}
