//! Names as people spell them.

/// The letters and digits of a name in lower case, without spaces and hyphens.
pub fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The known name that is most similar to a wrong one, if any is similar.
pub fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // If the lengths differ by more than 2, so does the edit distance; it need not be computed.
    let known = known.filter(|name| name.len().abs_diff(wrong.len()) <= 2);
    let distance = |name: &str| {
        let mut row: Vec<usize> = (0..=name.len()).collect();
        for (i, a) in wrong.bytes().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in name.bytes().enumerate() {
                let cost = diagonal + usize::from(a != b);
                diagonal = row[j + 1];
                row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[name.len()]
    };
    known.map(|name| (distance(name), name)).min().filter(|&(far, _)| far <= 2).map(|(_, name)| name)
}

/// A name with its indefinite article: `a Rook`, `an Anu`.
pub fn a(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
