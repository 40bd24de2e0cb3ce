//! Late move reductions: late moves are rarely best, so they are searched less deeply.

/// The reduction of move number `count` at this depth, in thousandths of a ply.
pub(in crate::engine) fn reduction(depth: i32, count: i32) -> i32 {
    let log = |value: i32| 31 - (value.max(1) as u32).leading_zeros() as i32;
    // Integer logarithms are too coarse, so values between two powers of two are interpolated linearly.
    let fine = |value: i32| log(value) * 1000 + ((value * 1000) >> log(value)) - 1000;
    300 + fine(depth) * fine(count) / 4200
}
