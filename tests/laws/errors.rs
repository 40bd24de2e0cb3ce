//! Errors are types with fields. This test reads the source and finds errors that are only words.

use super::layers::{files, tokens};

/// The lines of a file with errors that are only words: `Result<_, String>` and `type Err = String`. A caller can
/// neither match on such an error nor see what it is about. Words are made in `Display`.
fn worded_errors(file: &str, text: &str) -> Vec<String> {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let code = tokens(text);
    let mut found = Vec::new();
    for at in 0..code.len() {
        if code[at..].starts_with(&["type", "Err", "=", "String"]) {
            found.push(format!("{file}: type Err = String"));
        }
        if !code[at..].starts_with(&["Result", "<"]) {
            continue;
        }
        let (mut depth, mut last) = (0, Vec::new());
        for pair in code[at + 1..].windows(2) {
            match pair[0] {
                "<" | "(" | "[" => depth += 1,
                // The arrow of a function type closes nothing.
                ">" if last.last() == Some(&"-") => {}
                ">" | ")" | "]" => depth -= 1,
                _ => {}
            }
            match (depth, pair[0]) {
                (0, _) => break,
                (1, ",") => last.clear(),
                _ => last.push(pair[0]),
            }
        }
        if last == ["String"] {
            found.push(format!("{file}: Result<_, String>"));
        }
    }
    found
}

#[test]
fn errors_are_types() {
    let found: Vec<String> = files("src").iter().flat_map(|(file, text)| worded_errors(file, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn worded_errors_are_seen() {
    for text in [
        "fn f() -> Result<(), String> {}",
        "fn f() -> Result<Vec<(u8, String)>, String> {}",
        "type Weigh = fn(&[u8], &mut dyn FnMut(&Report)) -> Result<Vec<(i32, i32)>,\n    String>;",
        "let a = b.collect::<Result<Vec<u8>, String>>();",
        "type Err = String;",
    ] {
        assert_eq!(worded_errors("a.rs", text).len(), 1, "{text}");
    }
    for text in [
        "fn f() -> Result<String, Error> {}",
        "fn f() -> io::Result<String> {}",
        "fn f() -> Result<HashMap<u8, String>, Error> {}",
        "fn f() -> Result<fn(u8) -> String, Error> {}",
        "// Result<(), String>",
    ] {
        assert_eq!(worded_errors("a.rs", text), [""; 0], "{text}");
    }
}
