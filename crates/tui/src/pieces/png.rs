//! Recolours an indexed PNG. Each of the 16 palette entries is the same mix of inks in every picture, so a piece
//! takes the colours of its army by a new palette alone; the image data stay compressed as they are.

use crate::theme::color::Rgb;

/// The colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Inks {
    /// The line around it.
    pub outline: Rgb,
    /// The piece itself.
    pub fill: Rgb,
    /// The side away from the light.
    pub(crate) shade: Rgb,
    /// The inside of a piece that is open.
    pub core: Rgb,
}

const TWELFTHS: u32 = 12;

/// What each palette entry is made of, in twelfths: ground, outline, fill, shade, core. The ground is transparent.
pub const MIXES: [[u32; 5]; 16] = [
    [12, 0, 0, 0, 0],
    [9, 3, 0, 0, 0],
    [6, 6, 0, 0, 0],
    [3, 9, 0, 0, 0],
    [0, 12, 0, 0, 0],
    [0, 0, 12, 0, 0],
    [0, 0, 0, 12, 0],
    [0, 0, 0, 0, 12],
    [0, 9, 3, 0, 0],
    [0, 6, 6, 0, 0],
    [0, 3, 9, 0, 0],
    [0, 8, 0, 4, 0],
    [0, 4, 0, 8, 0],
    [0, 0, 6, 6, 0],
    [0, 0, 6, 0, 6],
    [0, 0, 0, 6, 6],
];

/// The inside of a hole.
pub(crate) const CORE: Rgb = Rgb(0x06, 0x07, 0x0b);

impl Inks {
    /// The inks of a piece in this colour.
    pub fn of(fill: Rgb) -> Inks {
        if fill.luminance() < 0.18 {
            // Lines on a dark piece must be lighter than it is.
            let white = Rgb(255, 255, 255);
            return Inks { outline: fill.toward(white, 7), fill, shade: fill.toward(white, 2), core: CORE };
        }
        let black = Rgb(0, 0, 0);
        Inks { outline: fill.toward(black, 8), fill, shade: fill.toward(black, 3), core: CORE }
    }

    /// All of them so many tenths of the way to another colour.
    #[must_use]
    pub(crate) fn toward(self, other: Rgb, tenths: u16) -> Inks {
        let [outline, fill, shade, core] =
            [self.outline, self.fill, self.shade, self.core].map(|ink| ink.toward(other, tenths));
        Inks { outline, fill, shade, core }
    }

    /// The colours of the palette.
    pub(crate) fn colours(&self) -> Vec<Rgb> {
        self.palette().chunks_exact(3).map(|colour| Rgb(colour[0], colour[1], colour[2])).collect()
    }

    /// The palette.
    fn palette(&self) -> Vec<u8> {
        let inks = [self.outline, self.fill, self.shade, self.core];
        let mut palette = Vec::with_capacity(3 * MIXES.len());
        for [ground, parts @ ..] in MIXES {
            let inked = (TWELFTHS - ground).max(1);
            for channel in [|rgb: Rgb| rgb.0, |rgb: Rgb| rgb.1, |rgb: Rgb| rgb.2] {
                let sum: u32 = inks.iter().zip(parts).map(|(&ink, part)| u32::from(channel(ink)) * part).sum();
                palette.push(((sum + inked / 2) / inked) as u8);
            }
        }
        palette
    }
}

/// The first bytes of a PNG.
pub(crate) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks of a PNG: kind and data. `None` if it is not one, or is cut off.
pub(crate) fn chunks(png: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_at_checked(4)?;
        let (data, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        let (crc, after) = after.split_first_chunk::<4>()?;
        if crc32(kind, data) != u32::from_be_bytes(*crc) {
            return None;
        }
        chunks.push((kind, data));
        rest = after;
    }
    Some(chunks)
}

fn crc32(kind: &[u8], data: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(kind);
    crc.update(data);
    crc.finalize()
}

/// Appends a chunk to a PNG.
pub(crate) fn chunk(png: &mut Vec<u8>, kind: &[u8], data: &[u8]) {
    png.extend_from_slice(&(data.len() as u32).to_be_bytes());
    png.extend_from_slice(kind);
    png.extend_from_slice(data);
    png.extend_from_slice(&crc32(kind, data).to_be_bytes());
}

/// The palette entries of a picture, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entries {
    /// The columns and rows.
    pub(crate) side: usize,
    /// A number below that of the mixes for each place.
    pub(crate) entries: Vec<u8>,
}

/// The largest side of a picture that is read.
const MOST_SIDE: usize = 512;

/// Reads a square picture with a palette of 16 entries, without filters, as those of the built-in games are. `None` if it
/// is another one.
pub fn entries(png: &[u8]) -> Option<Entries> {
    let chunks = chunks(png)?;
    let (_, header) = chunks.iter().find(|(kind, _)| kind == b"IHDR")?;
    let (wide, rest) = header.split_first_chunk::<4>()?;
    let (high, rest) = rest.split_first_chunk::<4>()?;
    let side = u32::from_be_bytes(*wide) as usize;
    if wide != high || rest != [4, 3, 0, 0, 0] || side > MOST_SIDE {
        return None;
    }
    let data: Vec<u8> =
        chunks.iter().filter(|(kind, _)| kind == b"IDAT").flat_map(|(_, data)| *data).copied().collect();
    let long = side.div_ceil(2) + 1;
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&data, long * side).ok()?;
    if side == 0 || rows.len() != long * side || rows.iter().step_by(long).any(|&filter| filter != 0) {
        return None;
    }
    let row = |row: &[u8]| row[1..].iter().flat_map(|pair| [pair >> 4, pair & 15]).take(side).collect::<Vec<u8>>();
    Some(Entries { side, entries: rows.chunks(long).flat_map(row).collect() })
}

/// The picture in these inks. `None` if it is not a PNG with a palette of 16 entries.
pub fn inked(png: &[u8], inks: &Inks) -> Option<Vec<u8>> {
    let palette = inks.palette();
    let mut coloured = SIGNATURE.to_vec();
    let mut recoloured = false;
    for (kind, data) in chunks(png)? {
        let fits = kind == b"PLTE" && data.len() == palette.len();
        recoloured |= fits;
        let data = if fits { &palette } else { data };
        chunk(&mut coloured, kind, data);
    }
    recoloured.then_some(coloured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::color::contrast;
    use proptest::prelude::*;

    const INKS: Inks =
        Inks { outline: Rgb(1, 2, 3), fill: Rgb(200, 100, 0), shade: Rgb(10, 20, 30), core: Rgb(9, 9, 9) };

    fn picture(palette: &[u8]) -> Vec<u8> {
        let mut png = SIGNATURE.to_vec();
        for (kind, data) in [(b"IHDR", &[0; 13][..]), (b"PLTE", palette), (b"tRNS", &[0]), (b"IEND", &[])] {
            png.extend((data.len() as u32).to_be_bytes());
            png.extend(kind);
            png.extend(data);
            png.extend(crc32(kind, data).to_be_bytes());
        }
        png
    }

    #[test]
    fn a_palette_of_parts_becomes_one_of_colours() {
        let png = picture(&[0; 48]);
        let coloured = inked(&png, &INKS).expect("it is a picture");
        let chunks = chunks(&coloured).expect("it is a picture");
        let colours: Vec<&[u8]> = chunks[1].1.chunks(3).collect();
        assert_eq!(colours[1..5], [[1, 2, 3]; 4], "the alpha of an entry does not change its colour");
        assert_eq!(colours[5..8], [[200, 100, 0], [10, 20, 30], [9, 9, 9]]);
        assert_eq!(colours[9], [101, 51, 2]);
        assert_eq!((coloured.len(), chunks.len()), (png.len(), 4));
        // The checksum of an empty IEND chunk is known from the standard.
        assert_eq!(coloured[coloured.len() - 4..], 0xae42_6082_u32.to_be_bytes());
    }

    #[test]
    fn what_is_no_picture_is_none() {
        let png = picture(&[0; 48]);
        assert_eq!(inked(&png[..png.len() - 1], &INKS), None);
        assert_eq!(inked(b"GIF89a", &INKS), None);
        let mut wrong = png.clone();
        wrong[20] ^= 1;
        assert_eq!(inked(&wrong, &INKS), None, "the checksum does not fit");
        assert_eq!(inked(SIGNATURE, &INKS), None, "there is no palette");
        assert_eq!(inked(&picture(&[0; 45]), &INKS), None, "it has 15 entries");
    }

    #[test]
    fn each_mix_is_whole() {
        assert!(MIXES.iter().all(|mix| mix.iter().sum::<u32>() == TWELFTHS));
    }

    #[test]
    fn lines_on_a_piece_can_be_seen() {
        for fill in [Rgb(0xf6, 0xf1, 0xe6), Rgb(0xff, 0xb4, 0x54), Rgb(0xff, 0xb0, 0xa8), Rgb(0x1a, 0x15, 0x12)] {
            let inks = Inks::of(fill);
            assert!(contrast(inks.outline, fill) >= 4.5, "{fill:?}");
            assert!(contrast(inks.shade, fill) >= 1.2, "{fill:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<usize>(), to in any::<u8>()) {
            prop_assert_eq!(inked(&[SIGNATURE, &bytes].concat(), &INKS), None);
            let mut png = picture(&[7; 48]);
            let at = at % png.len();
            png[at] = to;
            let _ = inked(&png, &INKS);
        }
    }
}
