//! A picture of a piece as PNG: 96 x 96 dots with 16 palette entries, 4 bits a dot.
//!
//! The entries are the same mixes in every picture (see [`MIXES`]). So a picture takes the colours of an army by
//! a new `PLTE` chunk alone, which always takes the bytes 33 to 92 of the file.

use heterodox::tui::pieces::png::MIXES;

use super::raster::{Dot, INKS, SAMPLES};
use super::svg::SIDE;

/// The colours in a committed picture: outline, fill, shade, core.
pub const INK_COLOURS: [[u32; 3]; INKS - 1] =
    [[0x2a, 0x26, 0x20], [0xf6, 0xf1, 0xe6], [0xb9, 0xb4, 0xaa], [0x06, 0x07, 0x0b]];

/// How bright each ink is, roughly. A dot that has no exact mix keeps at least its brightness.
const BRIGHT: [i64; INKS] = [0, 1, 8, 6, 0];

/// The palette entry nearest to a dot.
pub fn entry(dot: Dot) -> u8 {
    let samples = (SAMPLES * SAMPLES) as i64;
    let distance = |mix: &[u32; INKS]| {
        let off = |ink: usize| i64::from(dot[ink]) * 12 - i64::from(mix[ink]) * samples;
        let inks: i64 = (0..INKS).map(|ink| off(ink) * off(ink)).sum();
        let bright: i64 = (0..INKS).map(|ink| off(ink) * BRIGHT[ink]).sum();
        inks * 16 + bright * bright
    };
    (0..MIXES.len()).min_by_key(|&at| distance(&MIXES[at])).expect("there are mixes") as u8
}

/// Whether a dot belongs to the silhouette.
pub fn is_solid(dot: Dot) -> bool {
    dot[0] * 2 < (SAMPLES * SAMPLES) as u32
}

/// The file.
pub fn written(dots: &[Dot]) -> Vec<u8> {
    let entries: Vec<u8> = dots.iter().copied().map(entry).collect();
    let mut rows = Vec::new();
    for row in entries.chunks(SIDE) {
        rows.push(0);
        rows.extend(row.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
    }
    let mut palette = Vec::new();
    for mix in MIXES {
        let inked = (12 - mix[0]).max(1);
        let sum = |part: usize| -> u32 { INK_COLOURS.iter().zip(&mix[1..]).map(|(ink, &of)| of * ink[part]).sum() };
        palette.extend([0, 1, 2].map(|part| ((sum(part) + inked / 2) / inked) as u8));
    }
    let alphas: Vec<u8> =
        MIXES.iter().take_while(|mix| mix[0] > 0).map(|mix| ((12 - mix[0]) * 255 / 12) as u8).collect();
    let side = (SIDE as u32).to_be_bytes();
    let header = [&side[..], &side[..], &[4, 3, 0, 0, 0]].concat();
    let data = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 10);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, bytes) in
        [(b"IHDR", &header), (b"PLTE", &palette), (b"tRNS", &alphas), (b"IDAT", &data), (b"IEND", &Vec::new())]
    {
        let named = [&name[..], bytes].concat();
        file.extend((bytes.len() as u32).to_be_bytes());
        file.extend(&named);
        file.extend(crc32fast::hash(&named).to_be_bytes());
    }
    file
}
