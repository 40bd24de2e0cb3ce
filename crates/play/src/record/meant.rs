//! The file that people mean by the beginning of its name.

use std::path::Path;

use super::journal::aside::is_damaged;

/// The file with exactly this name, with or without its extension; otherwise the one whose name begins so and sorts
/// last, which is the newest. A damaged journal beside a game is meant only by its full name.
pub(crate) fn meant(mut names: Vec<String>, id: &str) -> Option<String> {
    if id.is_empty() {
        return None;
    }
    names.sort_unstable_by(|a, b| b.cmp(a));
    let whole = |file: &&String| {
        let stem = Path::new(file.as_str()).file_stem();
        *file == id || !is_damaged(file) && stem.is_some_and(|stem| stem == id)
    };
    let begins = |file: &&String| !is_damaged(file) && file.starts_with(id);
    names.iter().find(whole).or_else(|| names.iter().find(begins)).cloned()
}

/// The names of these files.
pub(crate) fn names<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Vec<String> {
    paths.into_iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_name_is_meant_before_a_beginning_and_the_newest_of_several() {
        let all = ["a.pgn", "ab.pgn", "ac.journal", "ad.damaged-1", "b.journal"];
        for (id, file) in [
            ("a", Some("a.pgn")),
            ("a.pgn", Some("a.pgn")),
            ("ab", Some("ab.pgn")),
            ("ad", None),
            ("ad.damaged-1", Some("ad.damaged-1")),
            ("b", Some("b.journal")),
            ("c", None),
            ("", None),
        ] {
            let names = all.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(meant(names, id).as_deref(), file, "{id}");
        }
        let names = ["20260101-x.pgn", "20260202-x.pgn"].map(str::to_owned).to_vec();
        assert_eq!(meant(names, "2026").as_deref(), Some("20260202-x.pgn"));
    }
}
