//! Where text leaves the program: in a few files that show it with escapes, and nowhere else.

use std::fs;
use std::path::{Path, PathBuf};

/// What may write to a stream of the process: everything in them goes through `escape`, or is ours.
const SINKS: &[&str] = &["base/src/output.rs", "tui/src/terminal.rs", "tui/src/terminal/"];

/// Ways to a stream, and what may be asked of one without writing to it.
const WAYS: &[&str] = &["println!", "print!(", "eprint", "dbg!", "stdout()", "stderr()"];
const QUESTIONS: &[&str] =
    &["stdout().is_terminal()", "error.use_stderr()", "tcgetwinsize(rustix::stdio::stdout())"];

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a text that write to a stream.
fn writes(text: &str) -> Vec<String> {
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let rest = |line: &str| QUESTIONS.iter().fold(line.to_owned(), |rest, question| rest.replace(question, ""));
    let leaves = |line: &&str| WAYS.iter().any(|way| rest(line).contains(way));
    lines.filter(leaves).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn text_leaves_only_where_it_is_shown_with_escapes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = fs::read_dir(root.join("crates")).expect("the members are there").flatten();
    let mut paths = Vec::new();
    for member in members {
        walk(&member.path().join("src"), &mut paths);
    }
    walk(&root.join("src"), &mut paths);
    assert!(paths.len() > 100, "the source has been found");
    let (mut sinks, mut wrong) = (0, Vec::new());
    for path in paths {
        let below = path.strip_prefix(root.join("crates")).or_else(|_| path.strip_prefix(root)).expect("below it");
        let file = below.to_string_lossy().into_owned();
        // Unit tests with files of their own are no part of the program.
        if file.contains("/tests/") {
            continue;
        }
        let found = writes(&fs::read_to_string(&path).expect("it can be read"));
        if SINKS.iter().any(|sink| file.starts_with(sink)) {
            sinks += found.len();
        } else {
            wrong.extend(found.iter().map(|line| format!("{file}: {line}")));
        }
    }
    assert!(sinks > 3, "the sinks are found");
    assert!(wrong.is_empty(), "write through the output of crates/base instead:\n{}", wrong.join("\n"));
}

#[test]
fn ways_out_are_seen() {
    for line in
        ["println!(\"{x}\");", "let out = io::stdout();", "writeln!(std::io::stderr(), \"x\")?;", "eprintln!()"]
    {
        assert_eq!(writes(line).len(), 1, "{line}");
    }
    for line in ["if io::stdout().is_terminal() {", "// println!()", "writeln!(out, \"x\")?;"] {
        assert!(writes(line).is_empty(), "{line}");
    }
}
