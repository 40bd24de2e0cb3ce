//! The codes with which people find a private table.

use std::hash::{BuildHasher as _, Hasher as _};

/// The letters of a code: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The letters in a code, and in each of its two groups.
const CODE: usize = 8;
const GROUP: usize = CODE / 2;

/// A new code.
pub(super) fn new_code() -> String {
    let chance = std::collections::hash_map::RandomState::new().build_hasher().finish();
    (0..CODE).map(|at| char::from(LETTERS[(chance >> (5 * at)) as usize % LETTERS.len()])).collect()
}

/// A code as people see it: two groups with a dash, so that it is not taken for a name.
pub fn shown(code: &str) -> String {
    code.split_at_checked(GROUP).map_or_else(|| code.to_owned(), |(first, second)| format!("{first}-{second}"))
}

/// A code as it is stored, from what somebody has typed: capital letters, spaces and dashes are allowed.
pub(super) fn read(typed: &str) -> String {
    let letters = typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    letters.take(2 * CODE).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Is this a code in the form in which people see it?
pub fn is_code(text: &str) -> bool {
    let is_group = |group: &str| group.len() == GROUP && group.bytes().all(|letter| LETTERS.contains(&letter));
    text.to_ascii_lowercase().split_once('-').is_some_and(|(first, second)| is_group(first) && is_group(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_and_read_again() {
        let code = new_code();
        assert_ne!(new_code(), code);
        assert!(is_code(&shown(&code)) && is_code(&shown(&code).to_uppercase()));
        for typed in [code.clone(), shown(&code), format!(" {} ", shown(&code).to_uppercase())] {
            assert_eq!(read(&typed), code, "{typed}");
        }
    }

    #[test]
    fn names_of_people_are_no_codes() {
        for name in ["", "ann", "player", "kasper23", "abcdefgh", "ann-mary", "jean-luc", "abcd-efgh-", "abc-defgh"]
        {
            assert!(!is_code(name), "{name}");
        }
        assert!(!is_code("abcd-elfi"), "l and i are no letters of a code");
    }
}
