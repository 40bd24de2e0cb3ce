//! The games are passed as a value. This test finds code that uses the built-in games instead of those that it was
//! given, and readers that were given none.

use super::layers::files;

/// Where the built-in games are meant: their own list, the benchmark that counts them, the world for pictures and
/// tests, and `main`. The UCI reader and the assistant have a default for tests, which goes through `Registry`.
const ALLOWED: &[&str] =
    &["games.rs", "games/registry.rs", "lab/bench.rs", "lab/main.rs", "cli/picture.rs", "main.rs"];

fn own_games(file: &str, text: &str) -> Vec<String> {
    let own = |text: &str, tests: &str| text.split(tests).next().unwrap_or_default().to_owned();
    let text = own(&own(text, "\n#[cfg(test)]\nmod"), "\n#[cfg(all(test");
    let code = || text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = ["Registry::default()", "GAMES", "built_in(", "Assistant::default()", "static REGISTRY"];
    let mut found: Vec<String> =
        code().filter(|line| names.iter().any(|name| line.contains(name))).map(str::to_owned).collect();
    let whole: String = code().flat_map(str::split_whitespace).collect();
    for (at, _) in whole.match_indices("Reader::new(").filter(|&(at, _)| !whole[..at].ends_with("Buf")) {
        if !whole[at..].chars().take(80).collect::<String>().contains(".of(") {
            found.push(format!("a reader without games: {}", &whole[at..].chars().take(40).collect::<String>()));
        }
    }
    // The reader itself: its constructor, and the function for texts of the built-in games.
    if file == "record/pgn/read.rs" {
        found.clear();
    }
    found
}

#[test]
fn nobody_uses_other_games_than_given() {
    for (file, text) in files("src") {
        let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
        if !is_test && !ALLOWED.contains(&file.as_str()) {
            assert_eq!(own_games(&file, &text), [""; 0], "{file}");
        }
    }
}

#[test]
fn other_games_are_seen() {
    for text in ["let a = Registry::default();", "let a = GAMES[0];", "Reader::new(input)\n    .named(name)"] {
        assert_eq!(own_games("a.rs", text).len(), 1, "{text}");
    }
    for text in [
        "Reader::new(input)\n    .of(games)",
        "BufReader::new(file)",
        "// GAMES",
        "a\n#[cfg(test)]\nmod t { GAMES }",
    ] {
        assert_eq!(own_games("a.rs", text), [""; 0], "{text}");
    }
}
