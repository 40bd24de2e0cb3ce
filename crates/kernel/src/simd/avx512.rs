//! Kernels for AVX-512 with the parts F and BW.

use std::arch::x86_64::*;
use std::ptr;

use super::portable;

const LANES: usize = 32;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(numbers: &[i16; LANES]) -> __m512i {
    // SAFETY: the array has 64 bytes; they need not be aligned.
    unsafe { _mm512_loadu_si512(ptr::from_ref(numbers).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(numbers: &mut [i16; LANES], vector: __m512i) {
    // SAFETY: as above.
    unsafe { _mm512_storeu_si512(ptr::from_mut(numbers).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn clamp(vector: __m512i, most: __m512i) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(vector, _mm512_setzero_si512()), most)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn multiply(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi32(sums, _mm512_madd_epi16(a, b))
}

const LONG_LANES: usize = LANES / 4;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_long(numbers: &[i64; LONG_LANES]) -> __m512i {
    // SAFETY: as in `load`.
    unsafe { _mm512_loadu_si512(ptr::from_ref(numbers).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store_long(numbers: &mut [i64; LONG_LANES], vector: __m512i) {
    // SAFETY: as in `store`.
    unsafe { _mm512_storeu_si512(ptr::from_mut(numbers).cast(), vector) }
}

use {
    _mm512_add_epi16 as add, _mm512_max_epi64 as greater, _mm512_mullo_epi16 as product,
    _mm512_reduce_add_epi32 as total, _mm512_set1_epi16 as spread, _mm512_set1_epi64 as spread_long,
    _mm512_setzero_si512 as none, _mm512_sub_epi16 as subtract,
};
kernels!("avx512f,avx512bw");
