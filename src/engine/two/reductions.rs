//! Less is expected of moves that come late.

/// How much less deep a move is looked at that comes so late, in thousandths of a ply.
pub(in crate::engine) fn reduction(depth: i32, count: i32) -> i32 {
    let log = |value: i32| 31 - (value.max(1) as u32).leading_zeros() as i32;
    // Whole logarithms are too coarse: what lies between two powers is shared out evenly.
    let fine = |value: i32| log(value) * 1000 + ((value * 1000) >> log(value)) - 1000;
    300 + fine(depth) * fine(count) / 4200
}
