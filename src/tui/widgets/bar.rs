//! A bar for a number, with eighths of a column where the character set has them.

use crate::config::GlyphSet;
use crate::tui::glyphs::Glyphs;

/// The characters for one to eight eighths.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar of this many columns that is filled by `part` of `whole`; the rest is blank.
pub fn bar(part: usize, whole: usize, columns: usize, glyphs: &Glyphs) -> String {
    let eighths = (part.min(whole) * columns * 8).checked_div(whole).unwrap_or(0);
    let (full, rest) = (eighths / 8, eighths % 8);
    let (block, more) = match glyphs.name {
        GlyphSet::Ascii => ('#', (rest >= 4).then_some('#')),
        // The font of the Linux console has halves only.
        GlyphSet::Console => ('█', (rest >= 4).then_some('▌')),
        _ => ('█', rest.checked_sub(1).map(|rest| EIGHTHS[rest])),
    };
    let mut bar: String = std::iter::repeat_n(block, full).chain(more).collect();
    // Whatever is more than nothing is seen.
    if bar.is_empty() && part > 0 && columns > 0 {
        bar.push(if glyphs.name == GlyphSet::Unicode { EIGHTHS[0] } else { block });
    }
    let blanks = columns - bar.chars().count();
    bar + &" ".repeat(blanks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::glyphs::{ASCII, CONSOLE, SETS, UNICODE};

    #[test]
    fn bars_grow_and_keep_their_columns() {
        assert_eq!(bar(3, 10, 5, &UNICODE), "█▌   ");
        assert_eq!(bar(1, 16, 2, &UNICODE), "▏ ");
        assert_eq!(bar(3, 10, 5, &CONSOLE), "█▌   ");
        assert_eq!(bar(3, 10, 5, &ASCII), "##   ");
        for set in SETS {
            for columns in 0..9 {
                for part in 0..=20 {
                    assert_eq!(bar(part, 20, columns, set).chars().count(), columns);
                }
                assert_eq!(bar(20, 20, columns, set).trim_end().chars().count(), columns);
                assert_eq!(bar(0, 20, columns, set).trim_end(), "");
                assert_eq!(bar(1, 0, columns, set).chars().count(), columns);
            }
        }
    }
}
