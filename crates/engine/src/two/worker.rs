//! The search state of one thread in a game for two.

use std::sync::Arc;

use super::node::Window;
use super::params::DRAW_DISTANCE;
use crate::eval::evaluate::{self, Evaluate};
use crate::eval::net::{DuelAccumulator, Net};
use crate::history::{ContinuationHistory, History};
use crate::limits::{Control, Limits};
use crate::node_counter::NodeCounter;
use crate::noise::Noise;
use crate::path::Path;
use crate::root::{Shared, ThreadSearch};
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::mv::Move;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::side::{Side, Sides};
use crate::rules::tables::Tables;
use crate::rules::visits::Visit;
use crate::score::{DECIDED, DRAW, Score, lost, won};
use crate::stack::Stack;
use crate::target_filter::TargetFilter;

/// The search of one thread.
#[derive(Debug)]
pub(crate) struct Worker<R: Evaluate> {
    pub(crate) stack: Stack,
    pub(crate) history: History,
    pub(crate) path: Path,
    pub(crate) counter: NodeCounter,
    pub(crate) quiet_nodes: u64,
    pub(crate) seldepth: usize,
    /// Do checks weigh where positions come back?
    weighs: bool,
    contempt: Score,
    root: Side,
    noise: Noise,
    pub(crate) root_depth: i32,
    /// What evaluates positions, if not the terms of the game.
    net: Option<Arc<Net>>,
    accumulator: DuelAccumulator<R>,
}

impl<R: Evaluate> Worker<R> {
    /// A worker with empty tables.
    pub(crate) fn new(
        tables: &'static Tables<R>,
        continuation: &Arc<ContinuationHistory>,
        net: Option<&Arc<Net>>,
    ) -> Worker<R> {
        Worker {
            stack: Stack::new(),
            history: History::new(tables.geometry.len(), tables.spec().kinds.len(), Arc::clone(continuation)),
            path: Path::default(),
            counter: NodeCounter::default(),
            quiet_nodes: 0,
            seldepth: 0,
            weighs: R::weighs_checks(tables),
            contempt: 0,
            root: Side::FIRST,
            noise: Noise::default(),
            root_depth: 0,
            net: net.cloned(),
            accumulator: DuelAccumulator::default(),
        }
    }

    /// The static evaluation of the position for the seat to move.
    pub(crate) fn evaluate(&mut self, board: &Board<R>) -> Score {
        let side = board.turn();
        let against = board.living().after(side);
        let score = evaluate::evaluate(board, against, self.net.as_deref(), &mut self.accumulator);
        let mut score = evaluate::counted(board, against, score);
        // The score shrinks towards 0 as the number of quiet plies approaches the limit for a draw, where there is one.
        if let Some(most) = board.spec().draw_plies
            && counts_quiet_plies(board)
        {
            let (plies, most) = (board.plies() as Score, most as Score);
            score = score * (2 * most - plies) / (2 * most);
        }
        score += self.noise.error(board, side);
        score.clamp(1 - DECIDED, DECIDED - 1)
    }

    /// The score if the game ends here without a win on the board: because nobody can win any more, by quiet plies or by
    /// repetition. As in the rules, the end by a missing move comes first.
    #[inline]
    pub(crate) fn counted_out(&self, board: &Board<R>, ply: usize) -> Option<Score> {
        let cause = self.counts_out(board)?;
        if !board.can_move() {
            return (!board.in_check(board.turn())).then(|| self.ended(board, Cause::STALEMATE, ply));
        }
        // A repetition that somebody wins is not the end before its last occurrence.
        let score = match cause {
            Cause::REPETITION => self.scored(board, R::repeated(board, self.pursuers(board)), ply),
            cause => self.ended(board, cause, ply),
        };
        let early = cause == Cause::REPETITION && score.abs() >= DECIDED;
        let ends = !early || board.spec().ends_by_repetition(self.path.occurrences(R::reversible_plies(board), 2));
        ends.then_some(score)
    }

    fn counts_out(&self, board: &Board<R>) -> Option<Cause> {
        if R::dead(board) {
            return Some(Cause::DEAD);
        }
        if !counts_quiet_plies(board) {
            return None;
        }
        if board.spec().draw_plies.is_some_and(|most| board.plies() >= most) {
            return Some(Cause::PLIES);
        }
        let again = board.spec().repetition.is_some() && self.path.repeats(R::reversible_plies(board), 2);
        again.then_some(Cause::REPETITION)
    }

    /// The score of an end with this cause for the seat to move: the rules say whether it is a draw.
    pub(crate) fn ended(&self, board: &Board<R>, cause: Cause, ply: usize) -> Score {
        self.scored(board, R::drawn(board, cause), ply)
    }

    fn scored(&self, board: &Board<R>, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner() {
            None => self.draw(board),
            Some(winner) if winner == board.turn() => won(ply),
            Some(_) => lost(ply),
        }
    }

    /// The seats that gave check with every move since the last position of the path occurred first.
    fn pursuers(&self, board: &Board<R>) -> Sides {
        if !R::weighs_checks(board.tables()) {
            return Sides::NONE;
        }
        self.path.pursuers(board.turn(), R::reversible_plies(board))
    }

    /// Adds the position after a move to the path.
    #[inline]
    pub(crate) fn enter(&mut self, next: &Board<R>) {
        self.path.push(next.hash());
        if R::weighs_checks(next.tables()) {
            self.path.push_check(next.in_check(next.turn()));
        }
    }

    /// The score of a draw for the seat to move: contempt, and a small variation so that threads search different
    /// lines.
    pub(crate) fn draw(&self, board: &Board<R>) -> Score {
        let contempt = if board.turn() == self.root { -self.contempt } else { self.contempt };
        DRAW + contempt + (self.counter.nodes() & 2) as Score - 1
    }

    /// A move that wins at once other than by mate, if there is one.
    pub(crate) fn wins_now(&mut self, board: &Board<R>, ply: usize) -> Option<Move> {
        let goals = R::goals(board);
        if goals.is_empty() {
            return None;
        }
        let mut list = std::mem::take(&mut self.stack[ply].lists.moves);
        list.clear();
        board.moves(&mut TargetFilter { on: goals, tactical: false, list: &mut list });
        let turn = board.turn();
        let wins = |mv: &Move| R::won(&board.after(*mv)).is_some_and(|(winner, _)| winner == turn);
        let found = list.iter().copied().find(wins);
        self.stack[ply].lists.moves = list;
        found
    }

    /// Would the opponent win at once other than by mate after a null move?
    pub(crate) fn is_threatened(&mut self, board: &Board<R>, ply: usize) -> bool {
        let mut passed = *board;
        let other = board.living().after(board.turn());
        Edit::new(&mut passed).set_turn(other);
        !R::goals(&passed).is_empty() && self.wins_now(&passed, ply).is_some()
    }
}

/// May a score of the transposition table be used? Near the limit of quiet plies, which it does not know, it may be wrong.
pub(super) fn trusts_table<R: Evaluate>(board: &Board<R>) -> bool {
    !counts_quiet_plies(board) || board.spec().draw_plies.is_none_or(|most| board.plies() + DRAW_DISTANCE < most)
}

/// Do quiet plies and repetitions end the game? Not where points decide it.
fn counts_quiet_plies<R: Evaluate>(board: &Board<R>) -> bool {
    R::points(board, board.turn()).is_none()
}

impl<R: Evaluate> ThreadSearch<R> for Worker<R> {
    fn forget(&mut self, common: bool) {
        self.history.clear(common);
    }

    fn begin(&mut self, root: Side, past: &[Visit], limits: &Limits) {
        self.path.restart(past);
        if self.weighs {
            self.path.weigh(past);
        }
        self.history.age();
        self.stack.clear_killers();
        (self.counter, self.quiet_nodes, self.seldepth) = (NodeCounter::default(), 0, 0);
        self.noise = Noise::of(limits);
        (self.contempt, self.root) = (limits.contempt, root);
    }

    fn start_iteration(&mut self, board: &Board<R>, depth: i32) {
        self.root_depth = depth;
        self.stack[0].evaluation = self.evaluate(board);
    }

    fn search_root_move(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        (alpha, beta): (Score, Score),
        shared: Shared<'_>,
    ) -> Score {
        let next = board.after(mv);
        self.stack[0].index = Some(self.history.index(mv));
        self.enter(&next);
        let window = Window { alpha: -beta, beta: -alpha, cut: beta == alpha + 1 };
        let score = if window.cut {
            -self.search::<false>(&next, depth, 1, window, shared)
        } else {
            -self.search::<true>(&next, depth, 1, window, shared)
        };
        self.path.pop();
        score
    }

    fn pv(&self) -> &[Move] {
        &self.stack[1].pv
    }

    fn nodes(&self) -> (u64, u64) {
        (self.counter.nodes(), self.quiet_nodes)
    }

    fn seldepth(&self) -> usize {
        self.seldepth
    }

    fn tell(&mut self, control: &Control<'_>) {
        self.counter.tell(control);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::games::blackholes::BlackHoles;
    use crate::rules::game::CompiledGame;
    use crate::rules::position::Position;
    use crate::rules::timeline::Timeline;
    use crate::rules::variant::{Opening, begin};

    /// Is the last position of a game drawn for the search, and how often has it occurred?
    fn after(fen: &str, moves: &str) -> (bool, usize, u32) {
        let mut game: Timeline<BlackHoles> = begin(Opening::Fen(fen)).expect("a position");
        for text in moves.split(' ') {
            let legal = Position::legal(&game);
            let mv = legal.into_iter().find(|&mv| game.machine(mv) == text).expect(text);
            Position::play(&mut game, mv).expect("it is legal");
        }
        let mut worker: Worker<BlackHoles> = Worker::new(BlackHoles::tables(), &ContinuationHistory::none(), None);
        worker.begin(game.board().turn(), &game.visits(), &Limits::default());
        (worker.counted_out(game.board(), 1).is_some(), game.occurrences(), game.board().plies())
    }

    #[test]
    fn a_position_that_comes_back_after_a_drop_and_a_capture_is_drawn() {
        let first = "4k/5/5/5/5/5/4K/1H1R1 w - - 0 1";
        // White drops a Hole, captures it and comes back; Black's King goes around a triangle.
        let around = "H@a1 e8e7 d1b1b1a1 e7d8 a1b1b1d1 d8e8";
        assert_eq!(after(first, around), (true, 2, 3));
        assert_eq!(after(first, "H@a1 e8e7 d1b1b1a1 e7d8 a1b1b1d1"), (false, 1, 2));
    }

    #[test]
    fn a_position_that_comes_back_after_two_moves_in_place_is_drawn() {
        // Both Rooks go through Holes back to where they started.
        let first = "hrh1k/5/5/5/5/5/5/HRH1K w - - 0 1";
        assert_eq!(after(first, "b1c1a1b1 b8c8a8b8"), (true, 2, 2));
    }

    #[test]
    fn quiet_plies_count_only_where_they_end_the_game() {
        let score = |ending: &str| {
            let text = format!("9/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9 r ro - {ending}");
            let board: Board<Armies> = Board::read(&text).expect("a position");
            Worker::new(board.tables(), &ContinuationHistory::none(), None).evaluate(&board)
        };
        let [first, late, last] = ["0 30", "100 30", "199 30"].map(score);
        assert!(first > late && late > last && last > 0, "{first} {late} {last}");
        let points = |plies: u32| score(&format!("{plies} 30 points:3,3,0,0"));
        assert!(points(0) > 0);
        for plies in [100, 199, 235] {
            assert_eq!(points(plies), points(0), "{plies} quiet plies");
        }
    }
}
