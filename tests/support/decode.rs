//! Reads what the program sends to the clipboard of a terminal.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

/// The bytes that a text in base64 stands for.
pub fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |digit: u8| DIGITS.iter().position(|&known| known == digit).expect("a digit of base64") as u32;
    let digits: Vec<u32> = text.trim_end_matches('=').bytes().map(value).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        bytes.extend((0..four.len() - 1).map(|at| (bits >> (16 - 8 * at)) as u8));
    }
    bytes
}

/// The texts between these words and the end of the sequence, decoded.
pub fn copied(bytes: &str, begins: &str) -> Vec<String> {
    let parts = bytes.split(begins).skip(1);
    let texts = parts.map(|part| base64(part.split('\x07').next().expect("the end of the sequence")));
    texts.map(|text| String::from_utf8(text).expect("UTF-8")).collect()
}
