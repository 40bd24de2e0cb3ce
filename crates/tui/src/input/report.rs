//! Answers of the terminal to questions of the program. They are not input of the user: the world keeps them with
//! the other facts about the terminal.

/// The background of the text about whose colours the terminal is asked.
pub(crate) const BACKGROUND: [u16; 3] = [1, 22, 133];

/// The longest text of an answer that is kept, in characters.
const LONGEST: usize = 200;

/// An answer of the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// Its name and version, the answer to XTVERSION (`ESC [ > q`): `kitty(0.35.2)`.
    Version(String),
    /// Its primary device attributes, the answer to DA1 (`ESC [ c`). Every terminal answers this, so that after it
    /// no answer to an earlier question will come.
    Attributes(Vec<u16>),
    /// Its kind and version as numbers, the answer to DA2 (`ESC [ > c`).
    Kind(Vec<u16>),
    /// Whether a background of 24 bits that was set is the one that it says (DECRQSS).
    TrueColour(bool),
    /// Its default background (OSC 11): `rgb:1717/1b1b/2424`. Not every answer is a colour.
    Ground(String),
    /// An answer of the kitty graphics protocol, without its frame: `i=31;OK`.
    Graphics(String),
    /// The width and height of a cell in pixels, the answer to `ESC [ 16 t`.
    Cell(u16, u16),
    /// The width and height of all cells in pixels, the answer to `ESC [ ? 2 ; 1 ; 0 S`.
    Area(u16, u16),
}

/// The text of an answer, without control characters.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

/// Numbers separated by semicolons. kitty writes one more semicolon after the last.
fn numbers(bytes: &[u8]) -> Option<Vec<u16>> {
    let text = std::str::from_utf8(bytes).ok()?;
    text.strip_suffix(';').unwrap_or(text).split(';').map(|number| number.parse().ok()).collect()
}

/// Whether a setting of colours and attributes (SGR) has this background. Terminals write it with colons or
/// semicolons, and some with an empty number for the space of colours.
fn has_background(setting: &[u8], wanted: [u16; 3]) -> bool {
    let text = String::from_utf8_lossy(setting);
    let Some(inside) = text.strip_suffix('m') else { return false };
    let numbers: Vec<&str> = inside.split([':', ';']).filter(|number| !number.is_empty()).collect();
    let wanted = wanted.map(|part| part.to_string());
    numbers.windows(5).any(|part| part[..2] == ["48", "2"] && part[2..] == wanted)
}

impl Report {
    /// The answer in a complete control sequence (`ESC [`), if it is one that is known.
    pub(super) fn of_sequence(bytes: &[u8]) -> Option<Report> {
        let inside = bytes.strip_prefix(b"\x1b[")?;
        if let Some(attributes) = inside.strip_prefix(b"?").and_then(|rest| rest.strip_suffix(b"c")) {
            return numbers(attributes).map(Report::Attributes);
        }
        if let Some(kind) = inside.strip_prefix(b">").and_then(|rest| rest.strip_suffix(b"c")) {
            return numbers(kind).map(Report::Kind);
        }
        if let Some(area) = inside.strip_prefix(b"?").and_then(|rest| rest.strip_suffix(b"S")) {
            return match numbers(area)?[..] {
                [2, 0, width, height] => Some(Report::Area(width, height)),
                _ => None,
            };
        }
        match numbers(inside.strip_suffix(b"t")?)?[..] {
            [6, height, width] => Some(Report::Cell(width, height)),
            _ => None,
        }
    }

    /// The answer in a complete string (`ESC P`, `ESC ]`, `ESC _`) without its end, if it is one that is known.
    pub(super) fn of_string(bytes: &[u8]) -> Option<Report> {
        if let Some(version) = bytes.strip_prefix(b"\x1bP>|") {
            return Some(Report::Version(text(version)));
        }
        if let Some(setting) = [b"\x1bP1$r", b"\x1bP0$r"].iter().find_map(|begins| bytes.strip_prefix(*begins)) {
            return Some(Report::TrueColour(has_background(setting, BACKGROUND)));
        }
        // A terminal that echoes what it gets says the question.
        if let Some(colour) = bytes.strip_prefix(b"\x1b]11;").filter(|colour| !colour.starts_with(b"?")) {
            return Some(Report::Ground(text(colour)));
        }
        bytes.strip_prefix(b"\x1b_G").map(|answer| Report::Graphics(text(answer)))
    }
}
