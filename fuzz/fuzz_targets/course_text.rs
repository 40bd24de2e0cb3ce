//! Any bytes: see `heterodox_fuzz::course_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::course_text(bytes));
