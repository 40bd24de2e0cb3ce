//! Any bytes: see `heterodox_fuzz::answer_bytes`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::answer_bytes(bytes));
