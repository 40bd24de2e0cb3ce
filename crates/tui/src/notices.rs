//! The problems with settings and themes in few words.

use super::glyphs::beginning;

/// How many problems are shown at the start, and how many characters of each.
const TOLD: usize = 3;
const LETTERS: usize = 200;

/// A summary of the problems with settings and themes, short for any number of them.
pub(crate) fn first_few(notices: &[String]) -> String {
    let short = |notice: &String| match beginning(notice, LETTERS) {
        (whole, false) => whole.to_owned(),
        (head, true) => format!("{head} …"),
    };
    let first = notices.iter().take(TOLD).map(short).collect::<Vec<_>>().join("; ");
    if notices.len() <= TOLD {
        return first;
    }
    let all = notices.len();
    format!("{all} problems with settings and themes: `heterodox config --check` lists them. The first: {first}")
}
