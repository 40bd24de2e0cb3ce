//! Characters that terminals measure differently: emoji that are made of several characters, flags, and whatever is younger
//! than the tables of a terminal. A text of somebody must not move what is written after it on the screen of another.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// The first and last of the letters from which flags are made.
const FLAGS: (char, char) = ('\u{1f1e6}', '\u{1f1ff}');

/// The plain letter for a letter of a flag.
fn letter(part: char) -> Option<char> {
    let at = u32::from(part).checked_sub(u32::from(FLAGS.0)).filter(|_| part <= FLAGS.1)?;
    char::from_u32(u32::from('A') + at)
}

/// Does this character change the picture of the one before it, and perhaps its width?
const fn changes(part: char) -> bool {
    matches!(part, '\u{20e3}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// A text with plain letters in place of flags. It has as many columns.
pub(crate) fn without_flags(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|part| letter(part).is_some()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|part| letter(part).unwrap_or(part)).collect())
}

/// A cell of which every terminal shows as many columns: of a picture that is made of several characters the first one,
/// of a flag its first letter, and of a sign alone nothing. `None` if it is that already.
pub(super) fn plain(symbol: &str) -> Option<String> {
    let mut parts = symbol.chars();
    let first = parts.next()?;
    if let Some(letter) = letter(first) {
        return Some(letter.to_string());
    }
    if changes(first) {
        return Some(" ".to_owned());
    }
    // Letters of some scripts are joined in this way, too.
    let joined = !first.is_alphabetic();
    { parts }.any(|part| changes(part) || joined && part == '\u{200d}').then(|| first.to_string())
}

/// Does everybody agree that these take two columns?
const fn is_surely_wide(part: char) -> bool {
    matches!(part,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{20000}'..='\u{3fffd}')
}

/// May a terminal take another number of columns for this than the program?
pub(super) fn is_disputed(symbol: &str) -> bool {
    if symbol.is_ascii() {
        return false;
    }
    let mut parts = symbol.chars();
    let disputed = |part: char| {
        let pictured = matches!(part, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}');
        pictured || part.width() == Some(2) && !is_surely_wide(part)
    };
    parts.next().is_some_and(disputed) || parts.any(|part| part != ' ')
}
