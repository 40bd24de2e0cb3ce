//! Kernels for AVX2: x86-64 processors from about 2013.

use std::arch::x86_64::*;
use std::ptr;

use super::portable;

const LANES: usize = 16;

#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: &[i16; LANES]) -> __m256i {
    // SAFETY: the array has 32 bytes; they need not be aligned.
    unsafe { _mm256_loadu_si256(ptr::from_ref(numbers).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(numbers: &mut [i16; LANES], vector: __m256i) {
    // SAFETY: as above.
    unsafe { _mm256_storeu_si256(ptr::from_mut(numbers).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn clamp(vector: __m256i, most: __m256i) -> __m256i {
    _mm256_min_epi16(_mm256_max_epi16(vector, _mm256_setzero_si256()), most)
}

#[inline]
#[target_feature(enable = "avx2")]
fn multiply(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi32(sums, _mm256_madd_epi16(a, b))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

const LONG_LANES: usize = LANES / 4;

#[inline]
#[target_feature(enable = "avx2")]
fn load_long(numbers: &[i64; LONG_LANES]) -> __m256i {
    // SAFETY: as in `load`.
    unsafe { _mm256_loadu_si256(ptr::from_ref(numbers).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_long(numbers: &mut [i64; LONG_LANES], vector: __m256i) {
    // SAFETY: as in `store`.
    unsafe { _mm256_storeu_si256(ptr::from_mut(numbers).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn greater(a: __m256i, b: __m256i) -> __m256i {
    _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b))
}

use {
    _mm256_add_epi16 as add, _mm256_mullo_epi16 as product, _mm256_set1_epi16 as spread,
    _mm256_set1_epi64x as spread_long, _mm256_setzero_si256 as none, _mm256_sub_epi16 as subtract,
};
kernels!("avx2");
