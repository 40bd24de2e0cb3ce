//! Colours that a theme has chosen among the 256. The dark ones with a hue are nearly all loud, so the nearest to a
//! 24-bit colour is often a grey or a magenta; a theme says itself what stands for its colours.

use toml::de::DeValue;

use super::Role;
use heterodox_base::document::{self, Value};

/// The colours of a role.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Chosen {
    /// Those of text, of a sign or of a piece: the first that can be read on a ground is taken.
    pub(super) shades: Vec<u8>,
    /// Those of the ground, on a light and on a dark square. Those of a piece are for its last move.
    pub(super) grounds: Option<[u8; 2]>,
}

/// What is expected of a role.
pub(super) const EXPECTED: &str = "numbers from 16 to 255, like 60, [60, 59] or { fg = [215, 228], bg = [60, 59] }";

impl Chosen {
    /// Reads the colours of a role. For a square a number alone is its ground, for all other roles the foreground.
    pub(super) fn read(role: Role, item: &Value) -> Option<Chosen> {
        let mut chosen = Chosen::default();
        match item.get_ref() {
            DeValue::Table(table) => {
                for (key, item) in table {
                    match key.get_ref().as_ref() {
                        "fg" => chosen.shades = numbers(item)?,
                        "bg" => chosen.grounds = Some(pair(item)?),
                        _ => return None,
                    }
                }
            }
            _ if role.is_square() => chosen.grounds = Some(pair(item)?),
            _ => chosen.shades = numbers(item)?,
        }
        Some(chosen)
    }
}

/// One number or several. The first 16 are left out, because terminals change them.
fn numbers(item: &Value) -> Option<Vec<u8>> {
    let number = |item: &Value| document::number(item.get_ref()).and_then(|number| u8::try_from(number).ok());
    let all = match item.get_ref() {
        DeValue::Array(items) => items.iter().map(number).collect::<Option<Vec<u8>>>()?,
        _ => vec![number(item)?],
    };
    (!all.is_empty() && all.iter().all(|&number| number >= 16)).then_some(all)
}

/// One number for all squares, or one for light and one for dark squares.
fn pair(item: &Value) -> Option<[u8; 2]> {
    match numbers(item)?[..] {
        [both] => Some([both, both]),
        [light, dark] => Some([light, dark]),
        _ => None,
    }
}
