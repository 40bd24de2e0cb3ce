//! The parameters of the search for two seats. Scores and margins are in centipawns (cp), depths and reductions in
//! plies unless they say otherwise.

use crate::score::Score;

/// Reverse futility pruning: greatest depth.
pub(super) const RFP_DEPTH: i32 = 8;
/// Reverse futility pruning: margin in cp per ply.
pub(super) const RFP_MARGIN: Score = 75;

/// Razoring: greatest depth.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Razoring: margin in cp per ply.
pub(super) const RAZOR_MARGIN: Score = 260;

/// Null move pruning: least depth.
pub(super) const NMP_DEPTH: i32 = 3;
/// Null move pruning: reduction at depth 0.
pub(super) const NMP_BASE: i32 = 3;
/// Null move pruning: one more ply of reduction per this many plies of depth.
pub(super) const NMP_DEPTH_DIVISOR: i32 = 4;
/// Null move pruning: one more ply of reduction per this many cp above beta.
pub(super) const NMP_EVAL_DIVISOR: Score = 200;
/// Null move pruning: greatest additional reduction for a score above beta.
pub(super) const NMP_EVAL_MAX: i32 = 3;
/// Null move pruning: from this depth on, a search without null move verifies the cutoff.
pub(super) const NMP_VERIFY_DEPTH: i32 = 10;

/// Internal iterative reduction: least depth.
pub(super) const IIR_DEPTH: i32 = 4;

/// SEE pruning of captures: greatest depth.
pub(super) const SEE_CAPTURE_DEPTH: i32 = 6;
/// SEE pruning of captures: the loss in cp per ply that is still searched.
pub(super) const SEE_CAPTURE_MARGIN: Score = 90;
/// SEE pruning of quiet moves: greatest depth.
pub(super) const SEE_QUIET_DEPTH: i32 = 7;
/// SEE pruning of quiet moves: the loss in cp, times the square of the depth, that is still searched.
pub(super) const SEE_QUIET_MARGIN: Score = 25;

/// Late move pruning, futility pruning and history pruning of quiet moves: greatest depth.
pub(super) const QUIET_PRUNING_DEPTH: i32 = 8;
/// Late move pruning: moves searched at depth 0; the square of the depth is added. Half of the sum where the static
/// evaluation does not improve.
pub(super) const LMP_BASE: i32 = 4;
/// Futility pruning: greatest depth after reduction.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Futility pruning: margin in cp at depth 0 after reduction.
pub(super) const FUTILITY_BASE: Score = 90;
/// Futility pruning: margin in cp per ply after reduction.
pub(super) const FUTILITY_MARGIN: Score = 100;
/// History pruning: greatest depth after reduction.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 3;
/// History pruning: the move ordering rank, per ply, below which a quiet move is not searched.
pub(super) const HISTORY_PRUNING_RANK: i32 = -4000;

/// Check extension: up to this many times the depth of the iteration, in plies from the root.
pub(super) const CHECK_EXTENSION_FACTOR: i32 = 2;

/// Singular extension: least depth.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: the table entry may be this much shallower.
pub(super) const SINGULAR_TABLE_DEPTH: i32 = 3;
/// Singular extension: margin in cp per ply below the score of the table.
pub(super) const SINGULAR_MARGIN: Score = 2;

/// Late move reductions: least depth.
pub(super) const LMR_DEPTH: i32 = 2;
/// Late move reductions: base in thousandths of a ply.
pub(super) const LMR_BASE: i32 = 300;
/// Late move reductions: divisor of the product of the logarithms of depth and move count.
pub(super) const LMR_DIVISOR: i32 = 4200;
/// Late move reductions: for a PV node, a cut node, a node in danger, or a move that captures an own piece, in
/// thousandths of a ply.
pub(super) const LMR_STEP: i32 = 1000;
/// Late move reductions: where the static evaluation does not improve, in thousandths of a ply.
pub(super) const LMR_NOT_IMPROVING: i32 = 500;
/// Late move reductions: move ordering ranks are clamped to this absolute value.
pub(super) const LMR_RANK_MAX: i32 = 20_000;
/// Late move reductions: move ordering rank that stands for one ply.
pub(super) const LMR_RANK: i32 = 12_000;

/// Table scores are not used within this many plies of the quiet ply limit.
pub(super) const DRAW_DISTANCE: u32 = 12;

/// Quiescence search: plies in which check evasions and parries of threats are searched.
pub(super) const QS_EVASION_PLIES: i32 = 6;
/// Quiescence search: plies in which tactical quiet moves are searched.
pub(super) const QS_TACTICAL_PLIES: i32 = 2;
/// Quiescence search: quiet evasions that are searched after the first plies.
pub(super) const QS_EVASIONS: i32 = 3;
/// Quiescence search: plies in which all evasions are searched.
pub(super) const QS_ALL_EVASIONS_PLIES: i32 = 2;
/// Quiescence search: delta pruning margin in cp.
pub(super) const QS_DELTA: Score = 180;

/// History bonus after a beta cutoff, per ply, less a constant, and its greatest value.
pub(super) const HISTORY_BONUS: i32 = 170;
pub(super) const HISTORY_BONUS_BASE: i32 = -50;
pub(super) const HISTORY_BONUS_MAX: i32 = 2000;
