//! Any bytes: see `heterodox_fuzz::engine_lines`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::engine_lines(bytes));
