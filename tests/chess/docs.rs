//! What `docs/new-game.md` shows is what the sources of the proof say.

use std::fs;
use std::path::Path;

/// A block of code with the file that the line before it names.
fn blocks(text: &str) -> Vec<(String, String)> {
    let (mut found, mut file, mut block) = (Vec::new(), String::new(), None::<String>);
    for line in text.lines() {
        match &mut block {
            Some(code) if line == "```" => {
                found.push((std::mem::take(&mut file), code.clone()));
                block = None;
            }
            Some(code) => {
                code.push_str(line);
                code.push('\n');
            }
            None if line == "```rust" => block = Some(String::new()),
            None => {
                if let Some((_, rest)) = line.split_once("/blob/main/") {
                    file = rest.chars().take_while(|&letter| letter != ')').collect();
                }
            }
        }
    }
    found
}

/// Lines without what stands before them.
fn plain(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn code_that_is_shown_is_code_that_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/new-game.md")).expect("the document");
    let blocks = blocks(&text);
    assert!(blocks.len() >= 8, "{}", blocks.len());
    for (file, code) in blocks {
        let source = plain(&fs::read_to_string(root.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}")));
        // What is left out is said by a line of its own; the rest follows further down.
        let mut rest = source.as_str();
        for part in code.split("// ...\n") {
            let part = plain(part);
            let at = rest.find(&part).unwrap_or_else(|| panic!("{file} does not say\n{part}"));
            rest = &rest[at + part.len()..];
        }
    }
}
