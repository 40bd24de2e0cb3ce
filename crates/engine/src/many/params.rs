//! The parameters of the search for more than two seats. Scores and margins are in centipawns (cp), depths and
//! reductions in plies, parts in percent.

use crate::score::Score;

/// The score of a seat that is out of the game, before the distance in plies is added.
pub const ELIMINATED: Score = -20_000;
/// Beyond this absolute value a score means that a seat is eliminated.
pub(super) const ELIMINATION: Score = -ELIMINATED * 3 / 4;
/// The value of an eliminated seat in the evaluation of the other seats: less than that of any living seat, even of a
/// shut-in lone King. Otherwise no seat would mate such a King.
pub(super) const ELIMINATED_VALUE: Score = -3_000;
/// Where points win: the score of a seat at the end of the game, by the number of living seats with more points than
/// it; the first one is for seats that share the win.
pub(super) const PLACES: [Score; 4] = [600, -1_500, -2_500, -3_500];
/// The score of a seat that has not won changes by this much with each point, up to a limit: also a lost game is played on
/// for points.
pub(super) const PLACE_POINT: (Score, Score) = (10, 400);
/// Contempt: a draw scores this much less than an equal part.
pub(super) const CONTEMPT: Score = 200;
/// The evaluation approaches the score of a draw in the last of this many parts of the quiet ply limit.
pub(super) const DRAW_PARTS: Score = 3;

/// Static pruning of nodes: greatest depth.
pub(super) const STATIC_DEPTH: i32 = 3;
/// Reverse futility pruning: margin in cp per ply.
pub(super) const RFP_MARGIN: Score = 120;
/// Futility pruning of moves: greatest depth.
pub(super) const FUTILITY_DEPTH: i32 = 2;
/// Futility pruning of moves: margin in cp per ply, besides the captured piece.
pub(super) const FUTILITY_MARGIN: Score = 150;
/// Futility pruning: the part of the captured piece that counts.
pub(super) const FUTILITY_CAPTURE: (Score, Score) = (4, 3);

/// Null move pruning: least depth and reduction.
pub(super) const NMP_REDUCTION: i32 = 3;

/// Late move pruning at depth 1: quiet moves after so many moves are skipped.
pub(super) const LMP_MOVES: usize = 12;
/// Late move pruning for an opponent of the searching seat at depth 2, and so many more with each ply. Most quiet moves of
/// an opponent do not harm the searching seat. Those that attack one of its pieces may, so they are searched.
pub(super) const LMP_OPPONENT_MOVES: usize = 2;
/// Late move pruning of max^n at depth 2: quiet moves that are searched.
pub(super) const MAXN_LMP_MOVES_2: usize = 20;

/// Late move reductions: moves that are searched to the full depth.
pub(super) const LMR_MOVES: usize = 2;
/// Late move reductions: the part of the reductions with two seats.
pub(super) const LMR_SCALE: (i32, i32) = (6, 5);
/// Late move reductions: move ordering ranks are clamped to this absolute value.
pub(super) const LMR_RANK_MAX: i32 = 20_000;
/// Late move reductions: move ordering rank that stands for a thousandth of a ply.
pub(super) const LMR_RANK: i32 = 20;
/// Reduction of max^n: least depth, and moves that are searched to the full depth.
pub(super) const MAXN_LMR_DEPTH: i32 = 3;
pub(super) const MAXN_LMR_MOVES: usize = 6;

/// Check extension: up to this ply, as a multiple of the depth of the iteration and a number of plies.
pub(super) const CHECK_EXTENSION: (i32, i32) = (2, 4);

/// Hanging pieces: the part of the greatest possible loss of the searching seat while others move first.
pub(super) const HANGING: Score = 75;
/// Hanging pieces: the part of the second greatest loss in that case: an opponent has only one move to capture either
/// piece.
pub(super) const HANGING_SECOND: Score = 25;
/// Hanging pieces: the part of the greatest loss if the searching seat is to move: it can save that piece,
pub(super) const HANGING_TO_MOVE: Score = 20;
/// but not the second one.
pub(super) const HANGING_TO_MOVE_SECOND: Score = 60;
/// Hanging pieces in max^n: the part of a piece that its seat loses.
pub(super) const HANGING_VICTIM: (Score, Score) = (3, 4);

/// History bonus after a cutoff, per ply, and its greatest value; the bonus of a capture per ply.
pub(super) const HISTORY_BONUS: i32 = 120;
pub(super) const HISTORY_BONUS_MAX: i32 = 1500;
pub(super) const CAPTURE_BONUS: i32 = 100;
