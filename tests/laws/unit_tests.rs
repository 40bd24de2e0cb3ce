//! The unit tests of a member are compiled with its source, a second time. Where they name what is compiled for each game, all of
//! that is compiled again: the searches take most of the time that the engine takes. Tests that need it are in the
//! member's folder `tests`, and use what is compiled already.

use std::fs;
use std::path::Path;

use super::layers::{MEMBERS, files, tokens};

/// The modules with such code, and the words by which tests reach it.
const HEAVY: &[(&str, &[&str])] = &[
    ("games/", &["GAMES", "Registry", "visit", "Board<", "shelf"]),
    ("engine/", &["create", "create_largest", "maker", "maker_of", "beginner", "greedy", "Uci"]),
];

/// The words in the tests of a source file that they leave to the member's folder `tests`.
fn heavy_words(file: &str, text: &str) -> Vec<String> {
    let Some((_, heavy)) = HEAVY.iter().find(|(module, _)| file.starts_with(module)) else { return Vec::new() };
    let is_test = file.contains("/tests/") || file.ends_with("/tests.rs");
    let tests = if is_test { text } else { text.split_once("#[cfg(test)]").map_or("", |(_, tests)| tests) };
    let code = tokens(tests);
    let is_there = |word: &str| match word.strip_suffix('<') {
        Some(generic) => code.windows(2).any(|pair| pair == [generic, "<"]),
        None => code.contains(&word),
    };
    let words = heavy.iter().filter(|word| is_there(word));
    words.map(|word| format!("{file}: {word} is for the folder tests of the member")).collect()
}

#[test]
fn unit_tests_compile_no_search_and_no_game_again() {
    let all = files("src");
    let found: Vec<String> = all.iter().flat_map(|(file, text)| heavy_words(file, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for (module, _) in HEAVY {
        let has_tests = |(file, text): &(String, String)| file.starts_with(module) && text.contains("#[test]");
        assert!(all.iter().any(has_tests), "no file of {module} has unit tests");
    }
}

#[test]
fn what_compiles_all_is_seen() {
    let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::interface::create;\n}\n";
    assert_eq!(heavy_words("engine/score.rs", tests).len(), 1);
    assert_eq!(heavy_words("engine/uci/tests.rs", "use super::Uci;").len(), 1);
    assert_eq!(heavy_words("games/betza/tests/paths.rs", "let board: Board<Armies>;").len(), 1);
    for (file, text) in [
        ("engine/score.rs", "use crate::interface::create;"),
        ("engine/score.rs", "#[cfg(test)]\nmod tests {\n    // create\n}"),
        ("games/betza/tests/paths.rs", "let board = Board::new(1);"),
        ("tui/app.rs", tests),
    ] {
        assert_eq!(heavy_words(file, text), [""; 0], "{file}: {text}");
    }
}

/// Does the documentation of this source have code that a test would run?
fn has_example(text: &str) -> bool {
    let mut is_open = false;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(line) = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")) else { continue };
        if let Some(language) = line.trim().strip_prefix("```") {
            is_open = !is_open;
            if is_open && language != "text" {
                return true;
            }
        }
    }
    false
}

/// The documentation of each member would be compiled for tests that it does not have. The examples are in that of the program.
#[test]
fn only_the_program_has_tests_in_its_documentation() {
    for (member, _) in MEMBERS {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(member).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("it can be read");
        assert!(manifest.contains("[lib]\ndoctest = false\n"), "{member}");
        for (file, text) in files(&format!("crates/{member}/src")) {
            assert!(!has_example(&text), "{member}, {file}: nobody runs this example");
        }
    }
    assert!(has_example(include_str!("../../src/lib.rs")));
    assert!(!has_example("//! ```text\n//! a\n//! ```\n"));
}
