//! Any bytes: see `heterodox_fuzz::settings_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::settings_text(bytes));
