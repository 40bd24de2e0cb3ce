//! Zobrist keys: the random numbers of position hashes. They are computed, not stored, and are the same on
//! every machine.

use std::hash::{Hash, Hasher};

/// Hashes a number (the finalizer of splitmix64).
#[inline]
pub const fn mix(seed: u64) -> u64 {
    let mut value = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

/// The key of the state of a position; 0 for the default state.
#[inline]
pub(super) fn state_key<S: Hash + Eq + Default>(state: &S) -> u64 {
    if *state == S::default() {
        return 0;
    }
    let mut mixer = Mixer(5 << 32);
    state.hash(&mut mixer);
    mix(mixer.0)
}

/// A hasher with the same result on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The feature of a position that a key stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    /// A piece (its number) on a square.
    Piece(usize, usize),
    /// A seat's reserve, as packed counts.
    Reserve(usize, u64),
    /// A seat's double step over a square can be captured en passant.
    Passed(usize, usize),
    /// The seat to move.
    Turn(usize),
}

#[inline]
pub(super) const fn key(feature: Feature) -> u64 {
    match feature {
        Feature::Piece(piece, square) => mix(mix(1 << 32 | (piece as u64) << 8 | square as u64)),
        Feature::Reserve(_, 0) => 0,
        Feature::Reserve(side, counts) => mix(mix(2 << 32 | side as u64) ^ counts),
        Feature::Passed(side, square) => mix(mix(3 << 32 | (side as u64) << 8 | square as u64)),
        Feature::Turn(side) => mix(mix(4 << 32 | side as u64)),
    }
}
