//! Vector instructions (SIMD) for the neural nets, and the instruction that counts bits. The program is built for
//! every processor of its architecture; what this processor has beyond that is found when the program runs. So the
//! binary is as fast wherever and however it was built, and `cargo install` needs no flags.
//!
//! The kernels are written once, by the macro `kernels`, over the few operations that each instruction set supplies.
//! All compute with the same integers, so all give the same numbers. One is chosen for each net when it is compiled:
//!
//! | kernels | lanes of 16 bits | processors |
//! |---|---|---|
//! | `avx512` | 32 | x86-64 with AVX-512 F and BW |
//! | `avx2` | 16 | x86-64 from about 2013 |
//! | `neon` | 8 | all of ARM64 |
//! | `portable` | what the compiler makes of it | all |
//!
//! This file uses `unsafe` in three ways:
//! * A function compiled for an instruction set may only be called where the processor has it. `available` is the only
//!   place that makes [`Kernels`], and it asks the processor.
//! * Loads and stores of vectors take pointers. Here they take arrays of the right length.
//! * `popcnt` is one line of assembly, because a function compiled for it could not be inlined in its callers, and a
//!   call costs more than the instruction saves.
#![expect(unsafe_code, reason = "instructions that not every processor has")]
#![allow(clippy::wildcard_imports, reason = "each instruction is a name of its own")]

#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt"), not(miri)))]
use std::sync::atomic::{AtomicBool, Ordering};

/// Adds the rows of `come` to the hidden neurons and subtracts those of `gone`. Rows are as long as `hidden`.
type Update = unsafe fn(hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]);
/// The sum of the neurons, each clamped to 0 and the number given and squared, times their weights.
type Output = unsafe fn(hidden: &[i16], weights: &[i16], most: i16) -> i32;
/// The greatest of the numbers; the least that there can be if there is none.
type Greatest = unsafe fn(numbers: &[i64]) -> i64;

/// The inner loops of the search: those of neural nets, and the choice of the next move. They are for one instruction
/// set that this processor has.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// What the instruction set is called.
    pub name: &'static str,
    update: Update,
    output: Output,
    greatest: Greatest,
}

impl Kernels {
    /// All kernels that this processor can run, the fastest first.
    pub fn available() -> Vec<Kernels> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                all.push(Kernels {
                    name: "avx512",
                    update: avx512::update,
                    output: avx512::output,
                    greatest: avx512::greatest,
                });
            }
            if is_x86_feature_detected!("avx2") {
                all.push(Kernels {
                    name: "avx2",
                    update: avx2::update,
                    output: avx2::output,
                    greatest: avx2::greatest,
                });
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            all.push(Kernels {
                name: "neon",
                update: neon::update,
                output: neon::output,
                greatest: neon::greatest,
            });
        }
        all.push(Kernels {
            name: "portable",
            update: portable::update,
            output: portable::output,
            greatest: portable::greatest,
        });
        all
    }

    /// The fastest kernels that this processor can run.
    pub fn detect() -> Kernels {
        Kernels::available()[0]
    }

    /// Subtracts the rows of `gone` from the hidden neurons, then adds those of `come`. A row is as long as `hidden`.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub(crate) fn update(&self, hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]) {
        // SAFETY: `available` made these kernels, so the processor has the instructions.
        unsafe { (self.update)(hidden, rows, gone, come) }
    }

    /// The sum of the squares of the hidden neurons times their weights. Each neuron is clamped to at least 0 and at
    /// most `most`; its product with its weight must fit in 16 bits. Both lists have the same length.
    #[inline]
    pub(crate) fn output(&self, hidden: &[i16], weights: &[i16], most: i16) -> i32 {
        // SAFETY: as above.
        unsafe { (self.output)(hidden, weights, most) }
    }

    /// The greatest of the numbers; `i64::MIN` if there is none.
    #[inline]
    pub fn greatest(&self, numbers: &[i64]) -> i64 {
        // SAFETY: as above.
        unsafe { (self.greatest)(numbers) }
    }
}

/// The number of ones in a word. Without `popcnt` this takes a dozen instructions, and a call.
#[inline]
pub(crate) fn count_ones(word: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt"), not(miri)))]
    {
        if !HAS_POPCNT.load(Ordering::Relaxed) {
            return count_ones_slowly(word);
        }
        let mut ones = word;
        // SAFETY: the processor has the instruction. It changes this register and the flags.
        unsafe { std::arch::asm!("popcnt {0}, {0}", inout(reg) ones, options(pure, nomem, nostack)) };
        ones as u32
    }
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "popcnt"), not(miri))))]
    word.count_ones()
}

/// Is it known that the processor has `popcnt`? The answer of the standard library is kept here because asking it
/// takes longer than counting.
#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt"), not(miri)))]
static HAS_POPCNT: AtomicBool = AtomicBool::new(false);

/// Counts without `popcnt`, and finds out whether the next call can use it.
#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt"), not(miri)))]
#[cold]
#[inline(never)]
fn count_ones_slowly(word: u64) -> u32 {
    HAS_POPCNT.store(is_x86_feature_detected!("popcnt"), Ordering::Relaxed);
    word.count_ones()
}

/// What is used of this processor, in words: the kernels, and `popcnt`.
pub fn words() -> String {
    let mut words = Kernels::detect().name.to_owned();
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        words += ", popcnt";
    }
    words
}

/// The part of the row of an input that begins at the neuron `at` and has `count` weights.
macro_rules! row {
    ($rows:expr, $width:expr, $input:expr, $at:expr, $count:expr) => {
        &$rows[usize::from($input) * $width + $at..][..$count]
    };
}

/// The kernels of an instruction set, from the operations of its module: `load`, `store`, `add`, `subtract`, `spread`
/// (one number in all lanes), `clamp`, `product` (the lower 16 bits of each), `none` (sums of 0), `multiply` (adds
/// products to sums) and `total`; `load_long`, `store_long`, `spread_long` and `greater` for 64-bit lanes.
macro_rules! kernels {
    ($features:literal) => {
        /// So many vectors are held in registers at a time.
        const TILE: usize = 8;

        #[target_feature(enable = $features)]
        pub(super) fn update(hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]) {
            let width = hidden.len();
            let mut at = 0;
            while at + TILE * LANES <= width {
                tile::<TILE>(at, hidden, rows, gone, come);
                at += TILE * LANES;
            }
            if at + TILE / 2 * LANES <= width {
                tile::<{ TILE / 2 }>(at, hidden, rows, gone, come);
                at += TILE / 2 * LANES;
            }
            while at + LANES <= width {
                tile::<1>(at, hidden, rows, gone, come);
                at += LANES;
            }
            if at < width {
                portable::update_from(at, hidden, rows, gone, come);
            }
        }

        /// Updates so many vectors of neurons, the first of which begins at `at`.
        #[inline]
        #[target_feature(enable = $features)]
        fn tile<const VECTORS: usize>(at: usize, hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]) {
            let width = hidden.len();
            let (vectors, _) = hidden[at..][..VECTORS * LANES].as_chunks_mut::<LANES>();
            let mut sums = [spread(0); VECTORS];
            for (sum, vector) in sums.iter_mut().zip(vectors.iter()) {
                *sum = load(vector);
            }
            for &input in gone {
                let (row, _) = row!(rows, width, input, at, VECTORS * LANES).as_chunks::<LANES>();
                for (sum, weights) in sums.iter_mut().zip(row) {
                    *sum = subtract(*sum, load(weights));
                }
            }
            for &input in come {
                let (row, _) = row!(rows, width, input, at, VECTORS * LANES).as_chunks::<LANES>();
                for (sum, weights) in sums.iter_mut().zip(row) {
                    *sum = add(*sum, load(weights));
                }
            }
            for (vector, sum) in vectors.iter_mut().zip(sums) {
                store(vector, sum);
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn output(hidden: &[i16], weights: &[i16], most: i16) -> i32 {
            let (vectors, rest) = hidden.as_chunks::<LANES>();
            let (columns, last) = weights.as_chunks::<LANES>();
            let most_of_each = spread(most);
            let mut sums = none();
            for (vector, column) in vectors.iter().zip(columns) {
                let neurons = clamp(load(vector), most_of_each);
                sums = multiply(sums, product(neurons, load(column)), neurons);
            }
            total(sums).wrapping_add(portable::output(rest, last, most))
        }

        #[target_feature(enable = $features)]
        pub(super) fn greatest(numbers: &[i64]) -> i64 {
            let (vectors, rest) = numbers.as_chunks::<LONG_LANES>();
            let mut best = spread_long(i64::MIN);
            for vector in vectors {
                best = greater(best, load_long(vector));
            }
            let mut lanes = [0; LONG_LANES];
            store_long(&mut lanes, best);
            portable::greatest(&lanes).max(portable::greatest(rest))
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;

#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "aarch64")]
mod neon;

mod portable;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Lengths that are no multiple of any vector, and one that fills the tiles of all.
        #[test]
        fn all_kernels_give_the_same_numbers(
            width in prop_oneof![0usize..80, Just(256), 257usize..600],
            changes in (prop::collection::vec(0u16..6, 0..5), prop::collection::vec(0u16..6, 0..5)),
            numbers in prop::collection::vec(any::<i16>(), 8 * 600),
            most in 0i16..=255,
        ) {
            let (gone, come) = changes;
            let (hidden, rest) = numbers.split_at(width);
            let (weights, rows) = rest.split_at(width);
            // As much as fits in 16 bits times a neuron, and so little that the sum of 600 neurons fits in 32.
            let weights: Vec<i16> = weights.iter().map(|weight| weight % (32_000 / (most + 1)).clamp(1, 50)).collect();
            let sum = |at: usize| {
                let of = |inputs: &[u16]| inputs.iter().map(|&input| i64::from(rows[usize::from(input) * width + at])).sum::<i64>();
                (i64::from(hidden[at]) - of(&gone) + of(&come)) as i16
            };
            let updated: Vec<i16> = (0..width).map(sum).collect();
            let said: i64 = updated.iter().zip(&weights).map(|(&neuron, &weight)| {
                i64::from(neuron.clamp(0, most)).pow(2) * i64::from(weight)
            }).sum();
            for kernels in Kernels::available() {
                let mut hidden = hidden.to_vec();
                kernels.update(&mut hidden, &rows[..6 * width], &gone, &come);
                prop_assert_eq!(&hidden, &updated, "{}", kernels.name);
                prop_assert_eq!(kernels.output(&hidden, &weights, most), said as i32, "{}", kernels.name);
            }
        }

        #[test]
        fn the_greatest_number_is_found(numbers in prop::collection::vec(any::<i64>(), 0..60)) {
            let greatest = numbers.iter().copied().max().unwrap_or(i64::MIN);
            for kernels in Kernels::available() {
                prop_assert_eq!(kernels.greatest(&numbers), greatest, "{}", kernels.name);
            }
        }

        #[test]
        fn ones_are_counted(word in any::<u64>()) {
            prop_assert_eq!(count_ones(word), word.count_ones());
        }
    }

    #[test]
    fn the_portable_kernels_are_the_last_resort() {
        let names: Vec<_> = Kernels::available().iter().map(|kernels| kernels.name).collect();
        assert_eq!(names.last(), Some(&"portable"));
        assert!(words().starts_with(names[0]));
    }
}
