//! Addresses of pages: see `heterodox_fuzz::route_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| heterodox_fuzz::route_text(bytes));
