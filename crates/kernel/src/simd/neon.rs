//! Kernels for NEON, which every ARM64 processor has.

use std::arch::aarch64::*;

use super::portable;

const LANES: usize = 8;

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &[i16; LANES]) -> int16x8_t {
    // SAFETY: the array has eight numbers, as many as are read.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(numbers: &mut [i16; LANES], vector: int16x8_t) {
    // SAFETY: the array has eight numbers, as many as are written.
    unsafe { vst1q_s16(numbers.as_mut_ptr(), vector) }
}

#[inline]
#[target_feature(enable = "neon")]
fn clamp(vector: int16x8_t, most: int16x8_t) -> int16x8_t {
    vminq_s16(vmaxq_s16(vector, vdupq_n_s16(0)), most)
}

#[inline]
#[target_feature(enable = "neon")]
fn none() -> int32x4_t {
    vdupq_n_s32(0)
}

#[inline]
#[target_feature(enable = "neon")]
fn multiply(sums: int32x4_t, a: int16x8_t, b: int16x8_t) -> int32x4_t {
    vmlal_high_s16(vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b)), a, b)
}

const LONG_LANES: usize = LANES / 4;

#[inline]
#[target_feature(enable = "neon")]
fn load_long(numbers: &[i64; LONG_LANES]) -> int64x2_t {
    // SAFETY: the array has two numbers, as many as are read.
    unsafe { vld1q_s64(numbers.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store_long(numbers: &mut [i64; LONG_LANES], vector: int64x2_t) {
    // SAFETY: the array has two numbers, as many as are written.
    unsafe { vst1q_s64(numbers.as_mut_ptr(), vector) }
}

#[inline]
#[target_feature(enable = "neon")]
fn greater(a: int64x2_t, b: int64x2_t) -> int64x2_t {
    vbslq_s64(vcgtq_s64(a, b), a, b)
}

use {
    vaddq_s16 as add, vaddvq_s32 as total, vdupq_n_s16 as spread, vdupq_n_s64 as spread_long, vmulq_s16 as product,
    vsubq_s16 as subtract,
};
kernels!("neon");
