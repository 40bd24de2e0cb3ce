//! Any bytes: see `heterodox_fuzz::inspect_line`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::inspect_line(bytes));
