//! Any bytes: see `heterodox_fuzz::move_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::move_text(bytes));
