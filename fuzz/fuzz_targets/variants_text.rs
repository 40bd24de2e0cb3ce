//! Any bytes: see `heterodox_fuzz::variants_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::variants_text(bytes));
