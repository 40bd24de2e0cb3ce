//! The layers point one way. This test reads the source, finds every path that leaves a layer,
//! and holds it against one table; it also keeps files small and the names of games at home.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module at the top, with the modules it may use. `cli` and `main` stand on top; what is
/// still to come has its place already.
const LAYERS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("games", &["rules"]),
    ("engine", &["rules", "games"]),
    ("record", &["rules", "games"]),
    ("players", &["rules", "games", "engine"]),
    ("session", &["rules", "games", "engine", "players", "record"]),
    ("tui", &["rules", "games", "engine", "players", "record", "session", "config", "paths", "log"]),
    ("ssh", &["rules", "games", "engine", "players", "record", "session", "tui", "config", "paths", "log"]),
    ("config", &[]),
    ("paths", &[]),
    ("log", &[]),
    ("cli", &["rules", "games", "engine", "players", "record", "session", "tui", "ssh", "config", "paths", "log"]),
];

/// What the rules know nothing of: files, clocks, threads, terminals, the world.
const WORLDLY: &[&str] = &["fs", "io", "net", "thread", "time", "env", "process", "os"];

/// The layers that know nothing of the world.
const UNWORLDLY: &[&str] = &["rules", "games"];

const LONGEST_FILE: usize = 420;
const LONGEST_MAIN: usize = 60;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file with its path below `src/`.
fn files() -> Vec<(String, String)> {
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
    let mut paths = Vec::new();
    walk(&source(), &mut paths);
    paths.sort();
    let below = |path: &PathBuf| path.strip_prefix(source()).expect("below src").to_string_lossy().into_owned();
    paths.iter().map(|path| (below(path), fs::read_to_string(path).expect("it can be read"))).collect()
}

/// The modules a file is in, outermost first: `rules/tables/hits.rs` is `rules tables hits`.
fn modules(file: &str) -> Vec<&str> {
    let file = file.strip_suffix(".rs").unwrap_or(file);
    if file == "lib" || file == "main" { Vec::new() } else { file.split('/').collect() }
}

/// The source without comments and without what stands in quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut letters = text.chars().peekable();
    let mut last = ' ';
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('/', Some('/')) => {
                while letters.peek().is_some_and(|&next| next != '\n') {
                    letters.next();
                }
            }
            ('"', _) => {
                while let Some(next) = letters.next() {
                    match next {
                        '\\' => drop(letters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            // A letter in quotes, not a lifetime.
            ('\'', Some(_)) if !last.is_alphanumeric() => {
                let rest: String = letters.clone().take(3).collect();
                let quoted = rest.chars().nth(1) == Some('\'') || rest.starts_with('\\');
                if quoted {
                    while letters.next().is_some_and(|next| next != '\'') {}
                }
            }
            _ => code.push(letter),
        }
        last = letter;
    }
    code
}

/// Every path of the code that begins with `root`, groups spelled out.
fn paths_from(code: &str, root: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(root) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':') {
            continue;
        }
        spell_out(&code[at..], &mut Vec::new(), &mut found);
    }
    found
}

/// Follows one path; at a group, each of its members. Gives back what is left of the code.
fn spell_out<'c>(code: &'c str, so_far: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> &'c str {
    let mut rest = code.trim_start();
    let known = so_far.len();
    loop {
        let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        rest = &rest[name.len()..];
        if !name.is_empty() {
            so_far.push(name);
        }
        let Some(after) = rest.strip_prefix("::") else { break };
        rest = after;
        if let Some(group) = rest.strip_prefix('{') {
            rest = group;
            loop {
                rest = spell_out(rest, so_far, found).trim_start();
                match rest.chars().next() {
                    Some(',') => rest = rest[1..].trim_start(),
                    Some('}') => {
                        rest = &rest[1..];
                        break;
                    }
                    Some(_) => rest = &rest[1..],
                    None => break,
                }
                if let Some(after) = rest.strip_prefix('}') {
                    rest = after;
                    break;
                }
            }
            so_far.truncate(known);
            return rest;
        }
    }
    found.push(so_far.clone());
    so_far.truncate(known);
    rest
}

/// What a file reaches: modules at the top, and `std` modules.
fn reached(file: &str, text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let code = code(text);
    let home = modules(file);
    let mut tops = BTreeSet::new();
    for path in paths_from(&code, "crate::").into_iter().chain(paths_from(&code, "heterodox::")) {
        tops.extend(path.get(1).cloned());
    }
    for path in paths_from(&code, "super::") {
        let ups = path.iter().take_while(|name| *name == "super").count();
        // Inside a `mod` in the file one step stays in the file; more than its depth leaves it.
        if ups >= home.len() {
            tops.extend(path.get(ups).cloned());
        }
    }
    let std = paths_from(&code, "std::").into_iter().filter_map(|path| path.get(1).cloned()).collect();
    tops.retain(|top| LAYERS.iter().any(|(layer, _)| layer == top) || source().join(format!("{top}.rs")).exists());
    (tops, std)
}

/// What is wrong with a file's arrows.
fn faults(file: &str, text: &str) -> Vec<String> {
    let Some(&home) = modules(file).first() else { return Vec::new() };
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == home) else {
        return vec![format!("{file}: the module {home} is missing from the table of layers")];
    };
    let (tops, std) = reached(file, text);
    let wrong = tops.iter().filter(|top| *top != home && !allowed.contains(&top.as_str()));
    let mut faults: Vec<String> = wrong.map(|top| format!("{file}: {home} must not use {top}")).collect();
    if UNWORLDLY.contains(&home) {
        let worldly = std.iter().filter(|name| WORLDLY.contains(&name.as_str()));
        faults.extend(worldly.map(|name| format!("{file}: {home} must not use std::{name}")));
    }
    faults
}

#[test]
fn no_arrow_points_to_the_right() {
    let files = files();
    assert!(files.len() > 30, "the source has been found");
    let faults: Vec<String> = files.iter().flat_map(|(file, text)| faults(file, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn wrong_arrows_are_seen() {
    let seen = |file: &str, text: &str| faults(file, text);
    assert_eq!(seen("rules/fen.rs", "use crate::games::GAMES;"), ["rules/fen.rs: rules must not use games"]);
    assert_eq!(seen("rules/fen.rs", "use crate::{rules::mv, engine::{uci, count}};").len(), 1);
    assert_eq!(seen("engine/uci.rs", "fn f() { crate::record::pgn::read() }").len(), 1);
    assert_eq!(seen("rules/fen.rs", "use super::super::games;").len(), 1);
    assert_eq!(seen("games/armies/spec.rs", "use super::super::super::engine::bench;").len(), 1);
    assert_eq!(seen("rules/fen.rs", "use std::{fmt, fs::File};"), ["rules/fen.rs: rules must not use std::fs"]);
    assert_eq!(seen("tables.rs", "").len(), 1, "a module that the table does not name");
    assert!(
        seen("games/armies.rs", "use crate::rules::{mv::Move, side::{Side, Sides}}; use super::spec;").is_empty()
    );
    assert!(
        seen("rules/fen.rs", "// crate::games\nlet text = \"crate::games \\\" crate::cli\"; let c = '\"';")
            .is_empty()
    );
    assert!(seen("cli/inspect.rs", "use crate::games; use super::arbiter;").is_empty());
}

#[test]
fn files_say_what_they_are_and_stay_small() {
    for (file, text) in files() {
        assert!(text.starts_with("//!"), "{file} begins with what it is");
        let most = if file == "main.rs" { LONGEST_MAIN } else { LONGEST_FILE };
        assert!(text.lines().count() <= most, "{file} has more than {most} lines");
    }
}

/// The id of a game is written in its own data only: no code asks which game it is.
#[test]
fn games_are_named_at_home_only() {
    for game in heterodox::games::GAMES {
        let id = game.spec().id;
        for (file, text) in files() {
            let at_home = file.starts_with(&format!("games/{id}")) || file == "engine/bench.rs";
            let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
            let named = lines.filter(|line| line.contains(&format!("\"{id}\""))).count();
            assert!(at_home || named == 0, "{file} names the game {id}");
        }
    }
}
