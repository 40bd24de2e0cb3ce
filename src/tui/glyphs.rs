//! The characters a screen is made of, in two sets: one for terminals that know more than ASCII, one
//! for all others. Every character of both takes one column.

use super::outline::Strokes;
use super::terminal::facts::Facts;
use super::widgets::text::beginning;
use crate::config::GlyphSet;
use crate::escape;

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyphs {
    /// Its name in the settings.
    pub name: GlyphSet,
    /// The lines.
    pub strokes: Strokes,
    /// An empty square to go to.
    pub target: char,
    /// A piece to capture.
    pub capture: char,
    /// An empty square of a board without lines.
    pub empty: char,
    /// What follows.
    pub pointer: char,
    /// What is current in a list.
    pub here: char,
    /// From one pick to the next.
    pub arrow: &'static str,
    /// Something is left out.
    pub more: &'static str,
    /// Between two facts.
    pub dot: char,
    /// A rule between parts of a panel.
    pub rule: char,
    /// What a bar of a plot is made of: won, shared, lost.
    pub bars: [char; 3],
    /// Heavy corners of a large cell: upper left, upper right, lower left, lower right.
    pub corners: [char; 4],
}

/// Box-drawing characters and a few signs.
pub const UNICODE: Glyphs = Glyphs {
    name: GlyphSet::Unicode,
    strokes: Strokes::Box,
    target: '•',
    capture: '×',
    empty: '·',
    pointer: '►',
    here: '◄',
    arrow: "→",
    more: "…",
    dot: '·',
    rule: '─',
    bars: ['█', '▒', '░'],
    corners: ['┏', '┓', '┗', '┛'],
};

/// What the Linux console's own font has.
pub const CONSOLE: Glyphs =
    Glyphs { name: GlyphSet::Console, capture: 'x', more: "..", corners: ['┌', '┐', '└', '┘'], ..UNICODE };

/// Characters of ASCII only.
pub const ASCII: Glyphs = Glyphs {
    name: GlyphSet::Ascii,
    strokes: Strokes::Ascii,
    target: '*',
    capture: 'x',
    empty: '.',
    pointer: '>',
    here: '<',
    arrow: "->",
    more: "..",
    dot: '-',
    rule: '-',
    bars: ['#', '=', '.'],
    corners: ['+', '+', '+', '+'],
};

/// All sets, in the order the key goes through them.
pub const SETS: &[Glyphs] = &[UNICODE, CONSOLE, ASCII];

impl Glyphs {
    /// The set that is asked for; `auto` takes what the terminal can show.
    pub fn chosen(name: GlyphSet, facts: &Facts) -> Glyphs {
        let fitting = || match (facts.utf8, facts.term.as_str()) {
            (false, _) => ASCII,
            (true, "linux") => CONSOLE,
            (true, _) => UNICODE,
        };
        SETS.iter().copied().find(|set| set.name == name).unwrap_or_else(fitting)
    }

    /// The next set.
    #[must_use]
    pub fn next(&self) -> Glyphs {
        let at = SETS.iter().position(|set| set == self).unwrap_or(0);
        SETS[(at + 1) % SETS.len()]
    }

    /// The beginning of a text as it is written with this set: as much of it as so many columns can
    /// show, and a letter more where there is more.
    pub fn head(&self, text: &str, room: usize) -> String {
        self.plain(beginning(text, room + 1).0)
    }

    /// A text in which everything this set lacks is written with what it has, and what commands a
    /// terminal or cannot be seen as escapes.
    pub fn plain(&self, text: &str) -> String {
        let text = escape::lines(text);
        if *self == UNICODE {
            return text.into_owned();
        }
        let mut plain = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '•' => plain.push(self.target),
                '×' => plain.push(self.capture),
                '…' => plain.push_str(self.more),
                '→' => plain.push_str(self.arrow),
                '·' => plain.push(self.dot),
                '►' => plain.push(self.pointer),
                '◄' => plain.push(self.here),
                '─' => plain.push(self.rule),
                '–' | '—' | '−' => plain.push('-'),
                _ if *self == ASCII && !letter.is_ascii() => plain.push(bare(letter)),
                _ => plain.push(letter),
            }
        }
        plain
    }
}

/// A letter without what stands above and below it, as far as that is still the letter.
fn bare(letter: char) -> char {
    const BARE: &[(&str, char)] = &[
        ("àáâãäåā", 'a'),
        ("çćč", 'c'),
        ("èéêëēě", 'e'),
        ("ìíîïī", 'i'),
        ("ñńň", 'n'),
        ("òóôõöøō", 'o'),
        ("ŕř", 'r'),
        ("šśß", 's'),
        ("ùúûüůū", 'u'),
        ("ýÿ", 'y'),
        ("žźż", 'z'),
        ("‘’", '\''),
        ("“”„", '"'),
    ];
    let small = letter.to_lowercase().next().unwrap_or(letter);
    let bare = BARE.iter().find(|(letters, _)| letters.contains(small)).map_or('?', |&(_, bare)| bare);
    if small == letter { bare } else { bare.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

    #[test]
    fn every_character_takes_one_column() {
        for set in SETS {
            let signs = [set.target, set.capture, set.empty, set.pointer, set.here, set.dot, set.rule];
            for sign in signs.into_iter().chain(set.corners).chain(set.bars) {
                assert_eq!(sign.width(), Some(1), "{sign}");
                assert!(*set != ASCII || sign.is_ascii());
            }
            assert_eq!(set.arrow.width(), set.arrow.chars().count());
            assert_eq!(set.more.width(), set.more.chars().count());
        }
        assert_eq!(ASCII.plain("Lörinc, Ångström, “漢”"), "Lorinc, Angstrom, \"?\"");
        assert!(ASCII.plain("Ra1 → in b1 • × … · ◄ ► –").is_ascii());
    }
}
