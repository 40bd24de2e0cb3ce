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
        R::SKILLS
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Registry};
    use crate::interface::create;
    use crate::rules::variant::Opening;

    /// The reports of a search with few nodes.
    fn reports(fen: &str) -> Vec<Report> {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let mut engine = create(
            &Registry::default(),
            game.spec().id,
            EngineOptions { megabytes: 1, ..EngineOptions::default() },
        )
        .expect("it is played");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let mut reports = Vec::new();
        let best =
            engine.think(position.as_ref(), &limits, &Stop::default(), &mut |newest| reports.push(newest.clone()));
        assert!(best.is_some_and(|best| position.legal().contains(&best)));
        reports
    }

    #[test]
    fn every_army_has_a_score_also_where_few_are_left() {
        let two = "9/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9 r ro - 0 9";
        let lone_kings = "bK7gK/9/9/9/7rR1/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 r rogb - 0 9";
        for (fen, living) in [(two, 2), (lone_kings, 4)] {
            let reports = reports(fen);
            assert!(!reports.is_empty());
            for line in reports.iter().flat_map(|report| &report.lines) {
                let seats = line.seats.expect("each has a score");
                assert_eq!(seats[Side::FIRST], line.score);
                let rivals = Side::all(4).skip(1).filter(|&side| seats[side] == -line.score).count();
                assert_eq!(rivals, living - 1, "{seats:?}");
            }
        }
    }

    #[test]
    fn no_seat_gives_another_one_the_first_fall() {
        // Red's Knight shields the King of Blue from the Rook of Orange.
        let shielded = "9/9/9/9/9/9/9/9/oR1rN4bK1|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/9/9 r rogb - 0 9";
        let knight = |fen: &str| {
            let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
            let position = game.begin(Opening::Fen(fen)).expect("a position");
            let all = reports(fen);
            let best = &all.last().expect("it tells").lines[0];
            (position.machine(best.moves[0]).starts_with("ta1"), best.score)
        };
        let (moves, score) = knight(&format!("{shielded} first-fall"));
        assert!(!moves && score > ELIMINATED / 2, "{score}");
    }

    #[test]
    fn points_are_played_for_until_the_last_round() {
        // Red's Rook may take a Pawn, or a Rook that a Knight guards. Red moves last but for kings in corners.
        let board = "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/4oN4/9/2rR3oR2/9/2oP6/9|9/9/9/9/9/9/9/9/9";
        let best = |aim: &str| {
            let fen = format!("{board} r rogb - 0 {aim}");
            let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
            let position = game.begin(Opening::Fen(&fen)).expect("a position");
            let all = reports(&fen);
            let line = &all.last().expect("it tells").lines[0];
            let seats = line.seats.expect("each has a score");
            (position.machine(line.moves[0]), line.score, seats)
        };
        // In the last round what is taken afterwards counts for its taker only.
        let (taken, score, _) = best("60 points:0,0,3,0");
        assert_eq!((taken.as_str(), score >= DECIDED), ("td2xd2", true), "{score}");
        let (_, score, _) = best("60 points:0,30,3,0");
        assert!(score > ELIMINATED / 2 && score < 0, "a place is worth more than to fall: {score}");
        let (_, _, ahead) = best("20 points:0,30,3,0");
        assert!(
            ahead[Side::new(1)] > ahead[Side::new(2)] && ahead[Side::new(2)] > ahead[Side::new(3)],
            "{ahead:?}"
        );
    }

    #[test]
    fn the_fall_of_one_of_many_is_not_told_as_the_end() {
        // Blue mates Orange with its Rook, and two Kings are left.
        let all = reports(
            "9/9/9/7gK1/4bR4/9/9/4bP4/9|9/9/9/4bT4/6rK2/9/2bK6/9/4bR1bN2|9/9/9/9/9/9/6bR2/4oK4/9 b rogb - 23 192",
        );
        let best = &all.last().expect("it tells").lines[0];
        assert_eq!((best.score, best.moves.len()), (DECIDED - 1, 1));
    }
}
