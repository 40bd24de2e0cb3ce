//! The character sets that screens are drawn with: Unicode, the font of the Linux console, and ASCII. Every
//! character takes one column.

use unicode_width::UnicodeWidthChar as _;

use super::host::facts::Facts;
use super::outline::Strokes;
use crate::config::GlyphSet;
use crate::escape;

/// How many zero-width characters may follow one another. Each further one counts as one column, so that the
/// length is bounded even for a text that consists only of these.
pub(crate) const MARKS: usize = 8;

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyphs {
    /// Its name in the settings.
    pub name: GlyphSet,
    /// The characters for grid lines.
    pub(crate) strokes: Strokes,
    /// The mark of an empty target square.
    pub(crate) target: char,
    /// The mark of a piece that can be captured.
    pub(crate) capture: char,
    /// The mark of a square of the goal.
    pub(crate) goal: char,
    /// The mark of the square where the last move began.
    pub(crate) from: char,
    /// An empty square of a board without grid lines.
    pub(crate) empty: char,
    /// The mark of the player to move.
    pub(crate) pointer: char,
    /// The mark in the colour of a side beside the name of its player, where there are colours.
    pub(crate) swatch: char,
    /// The mark at the left of the selected row of a list.
    pub bar: char,
    /// The signs around a value that Left and Right change.
    pub(crate) around: [char; 2],
    /// The mark of the current move or level.
    pub(crate) here: char,
    /// Separates the picks of a move.
    pub(crate) arrow: &'static str,
    /// The ellipsis for text that is cut off.
    pub(crate) more: &'static str,
    /// Separates two items in a line.
    pub(crate) dot: char,
    /// The character of horizontal rules in panels.
    pub(crate) rule: char,
    /// The characters of the bars in a plot: won, shared, lost.
    pub(crate) bars: [char; 3],
    /// The heavy corners of a large cell: upper left, upper right, lower left, lower right.
    pub(crate) corners: [char; 4],
    /// The arms of these corners.
    pub(crate) heavy: char,
    /// The corners of a piece that can be captured, where pieces are drawn.
    pub(crate) takes: [char; 4],
}

/// Box-drawing characters and some symbols.
pub const UNICODE: Glyphs = Glyphs {
    name: GlyphSet::Unicode,
    strokes: Strokes::Box,
    target: '•',
    capture: '×',
    goal: '°',
    from: '○',
    empty: '·',
    pointer: '►',
    swatch: '■',
    bar: '▌',
    around: ['‹', '›'],
    here: '◄',
    arrow: "→",
    more: "…",
    dot: '·',
    rule: '─',
    bars: ['█', '▒', '░'],
    corners: ['┏', '┓', '┗', '┛'],
    heavy: '━',
    takes: ['▛', '▜', '▙', '▟'],
};

/// The characters in the font of the Linux console.
pub(crate) const CONSOLE: Glyphs = Glyphs {
    name: GlyphSet::Console,
    capture: 'x',
    around: ['<', '>'],
    more: "..",
    corners: ['┌', '┐', '└', '┘'],
    heavy: '─',
    takes: ['x'; 4],
    ..UNICODE
};

/// ASCII characters only.
pub const ASCII: Glyphs = Glyphs {
    name: GlyphSet::Ascii,
    strokes: Strokes::Ascii,
    target: '*',
    capture: 'x',
    goal: '~',
    from: '_',
    empty: '.',
    pointer: '>',
    swatch: '#',
    bar: '>',
    around: ['<', '>'],
    here: '<',
    arrow: "->",
    more: "..",
    dot: '-',
    rule: '-',
    bars: ['#', '=', '.'],
    corners: ['+', '+', '+', '+'],
    heavy: '=',
    takes: ['x'; 4],
};

/// All sets, in the order in which the key goes through them.
pub const SETS: &[Glyphs] = &[UNICODE, CONSOLE, ASCII];

impl Glyphs {
    /// The set with this name; `auto` selects the best set that the terminal supports.
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
    pub(crate) fn next(&self) -> Glyphs {
        let at = SETS.iter().position(|set| set == self).unwrap_or(0);
        SETS[(at + 1) % SETS.len()]
    }

    /// The beginning of a text in this character set: what fits into this many columns, and one more letter
    /// if there is more text, so that the caller can see that it is cut.
    pub fn head(&self, text: &str, room: usize) -> String {
        self.plain(beginning(text, room + 1).0)
    }

    /// A text with all characters that this set lacks replaced. Control and invisible characters are escaped.
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
                '°' => plain.push(self.goal),
                '…' => plain.push_str(self.more),
                '→' => plain.push_str(self.arrow),
                '·' => plain.push(self.dot),
                '►' => plain.push(self.pointer),
                '▌' => plain.push(self.bar),
                '‹' => plain.push(self.around[0]),
                '›' => plain.push(self.around[1]),
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

/// The ASCII letter for a letter with diacritics, or `?` if there is none.
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

/// A beginning of the text that fills at least this many cells even after characters are replaced, and
/// whether it is cut.
pub(crate) fn beginning(text: &str, cells: usize) -> (&str, bool) {
    let (mut seen, mut marks) = (0, 0);
    for (at, letter) in text.char_indices() {
        marks = if letter.width() == Some(0) { marks + 1 } else { 0 };
        seen += usize::from(marks == 0 || marks > MARKS);
        if seen > cells {
            return (&text[..at], true);
        }
    }
    (text, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn every_character_takes_one_column() {
        for set in SETS {
            let signs =
                [set.target, set.capture, set.goal, set.empty, set.pointer, set.bar, set.here, set.dot, set.rule];
            for sign in signs.into_iter().chain(set.around).chain(set.corners).chain(set.bars) {
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
