//! The operator's list of words that are not said here. Lines and list are compared in one form, so that capital
//! letters, accents, digits for letters, repeated letters and spaces between letters do not hide a word.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthChar as _;

/// The word list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// Words and phrases, as the words of their folded form.
    whole: BTreeSet<Vec<String>>,
    /// Beginnings of words: `word*` in the list.
    beginnings: BTreeSet<String>,
}

/// The letter that is meant, as far as it is known. Accents, digits and letters of other scripts that look
/// the same become the plain letter.
const fn meant(letter: char) -> char {
    match letter {
        '0' | 'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'о' | 'ο' => 'o',
        '1' | 'ì' | 'í' | 'î' | 'ï' | 'і' | 'ι' | 'ı' => 'i',
        '3' | '€' | 'è' | 'é' | 'ê' | 'ë' | 'ę' | 'е' | 'ε' => 'e',
        '4' | '@' | 'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ą' | 'а' | 'α' => 'a',
        '5' | '$' | 'ś' | 'š' | 'ş' | 'ѕ' => 's',
        '7' | 'т' | 'τ' => 't',
        'ç' | 'ć' | 'č' | 'с' => 'c',
        'ñ' | 'ń' => 'n',
        'ù' | 'ú' | 'û' | 'ü' | 'υ' => 'u',
        'ý' | 'ÿ' | 'у' => 'y',
        'ł' => 'l',
        'р' | 'ρ' => 'p',
        'х' | 'χ' => 'x',
        'к' | 'κ' => 'k',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    }
}

/// A text in the form that is compared.
#[derive(Debug)]
struct Folded {
    /// The words: small plain letters, each once in a row.
    words: Vec<String>,
    /// Single letters in a row, as one text each.
    runs: Vec<String>,
}

impl Folded {
    fn of(text: &str) -> Folded {
        let mut words: Vec<String> = vec![String::new()];
        for letter in text.chars().flat_map(char::to_lowercase).map(meant) {
            let is_mark = letter.width() == Some(0);
            let Some(word) = words.last_mut() else { continue };
            if letter.is_alphanumeric() {
                if !word.ends_with(letter) {
                    word.push(letter);
                }
            } else if !word.is_empty() && !is_mark {
                words.push(String::new());
            }
        }
        words.retain(|word| !word.is_empty());
        let is_single = |word: &String| word.chars().nth(1).is_none();
        let parts = words.chunk_by(|one, other| is_single(one) && is_single(other));
        let runs = parts.filter(|part| part.len() > 1).map(|part| {
            let mut run = String::new();
            for letter in part.concat().chars().filter(|letter| letter.is_alphanumeric()) {
                if !run.ends_with(letter) {
                    run.push(letter);
                }
            }
            run
        });
        Folded { runs: runs.collect(), words }
    }
}

impl Words {
    /// Reads a list: one word or phrase a line; `word*` is every word that begins so; `#` begins a comment.
    pub fn read(list: &str) -> Words {
        let mut words = Words::default();
        for line in list.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            match line.strip_suffix('*') {
                Some(beginning) => {
                    words.beginnings.extend(Folded::of(beginning).words.pop());
                }
                None => {
                    words.whole.insert(Folded::of(line).words);
                }
            }
        }
        words.whole.remove(&Vec::new());
        words
    }

    /// How many entries the list has.
    pub(crate) fn len(&self) -> usize {
        self.whole.len() + self.beginnings.len()
    }

    /// Whether nothing is on the list.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a line has a word of the list.
    pub(crate) fn are_in(&self, line: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let Folded { words, runs } = Folded::of(line);
        let spaced = |entry: &str| runs.iter().any(|run| run.contains(entry));
        let whole = |entry: &Vec<String>| {
            words.windows(entry.len()).any(|part| part == entry.as_slice()) || spaced(&entry.concat())
        };
        let begins = |entry: &String| words.iter().any(|word| word.starts_with(entry)) || spaced(entry);
        self.beginnings.iter().any(begins) || self.whole.iter().any(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_found_in_every_disguise() {
        let words = Words::read("# the list\nweasel\n  Old Goat # a phrase\nrascal*\n\n#\n");
        assert_eq!(words.len(), 3);
        for line in [
            "weasel",
            "you WEASEL!",
            "w3a5el",
            "wéâsèl",
            "we\u{301}asel",
            "weeeasssel",
            "w e a s e l",
            "a w e e a s e l",
            "w.e.a.s.e.l",
            "w-e a-s_e l",
            "wеаsеl",
            "an old, old goat",
            "OLD   G0AT",
            "rascals",
            "Rascality is rare",
        ] {
            assert!(words.are_in(line), "{line}");
        }
        for line in ["weasels", "easel", "goat", "old", "goat old", "a rasc", "", "w eas el", "a b c"] {
            assert!(!words.are_in(line), "{line}");
        }
    }

    #[test]
    fn an_empty_list_forbids_nothing() {
        for list in ["", "\n\n", "# only this", "*", "!?"] {
            let words = Words::read(list);
            assert!(words.is_empty() && !words.are_in("anything at all *** !?"), "{list}");
        }
    }

    proptest! {
        #[test]
        fn a_word_is_found_wherever_it_stands(before in "[a-z]{2,6}", after in "[a-z]{2,6}", list in ".{0,40}") {
            let line = format!("{before} weasel {after}");
            prop_assert!(Words::read("weasel").are_in(&line), "{}", line);
            // Any list can be read.
            let _ = Words::read(&list).are_in(&before);
        }
    }
}
