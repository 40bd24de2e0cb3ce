//! The layers point one way. Between the members of the workspace Cargo sees to that. This test reads the source of all of
//! them, finds every path that leaves a module of the program, and holds it against one table; it also keeps files small and
//! the names of games at home.

mod homes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module at the top of the program, with the modules it may use: those of lines above only. `cli` and `main` stand on
/// top. Those of the members are here too, because the program gives them out again and names them.
#[rustfmt::skip]
const LAYERS: &[(&str, &[&str])] = &[
    ("spelling", &[]), ("answers", &[]), ("document", &[]), ("config", &["spelling"]), ("paths", &[]), ("escape", &[]), ("files", &[]), ("lines", &[]), ("processes", &[]), ("task", &["processes"]),
    ("fault", &["task"]), ("rating", &[]), ("failure", &[]), ("output", &["escape"]),
    ("folder", &[]), ("simd", &[]), ("zone", &[]), // the folder is for tests
    ("rules", &["simd"]), ("eval", &["rules", "simd"]),
    // `art` is the macro of `rules::art`, which Rust exports at the root.
    ("games", &["rules", "eval", "spelling"]),
    ("engine", &["rules", "eval", "games", "escape", "lines", "processes", "task", "simd"]),
    ("record", &["rules", "games", "escape", "files", "task", "zone"]),
    ("nets", &["rules", "games", "escape", "files"]), ("game_file", &["rules", "games", "nets", "record", "escape", "files"]), ("players", &["rules", "games", "engine", "processes", "task", "fault"]),
    ("session", &["rules", "games", "engine", "players", "record", "config", "escape", "files", "task", "fault", "rating", "zone"]),
    ("client", &["rules", "games", "game_file", "nets", "engine", "players", "record", "session", "config", "paths", "escape", "files", "task",
                "fault", "zone"]),
    ("lab", &["rules", "eval", "games", "engine", "record", "nets", "game_file", "paths", "files", "escape", "lines", "output", "task", "simd"]),
    ("club", &["rules", "games", "players", "record", "session", "config", "escape", "files", "task", "rating", "folder", "zone"]),
    ("tui", &["rules", "games", "game_file", "nets", "engine", "players", "record", "session", "client", "config", "paths", "escape", "files",
              "task", "fault", "rating", "spelling", "zone"]),
    ("linear", &["rules", "games", "engine", "players", "record", "session", "client", "config", "paths", "escape", "files",
                 "lines", "task"]),
    ("web", &["rules", "games", "record", "session", "club", "tui", "escape", "rating", "zone"]),
    ("ssh", &["answers", "rules", "games", "game_file", "engine", "players", "record", "session", "client", "club", "tui", "linear", "config", "paths",
              "escape", "files", "lines", "task", "fault", "rating", "folder", "zone"]),
    ("cli", &["rules", "games", "game_file", "nets", "engine", "players", "record", "session", "client", "club", "tui", "linear", "ssh", "config",
              "paths", "escape", "files", "lines", "task", "fault", "simd", "spelling", "zone"]),
];

/// The members of the workspace, each with the module of the program that it is. Cargo holds the arrows between them.
pub(super) const MEMBERS: &[(&str, Option<&str>)] = &[
    ("kernel", Some("rules")),
    ("games", Some("games")),
    ("base", None),
    ("engine", Some("engine")),
    ("play", None),
    ("club", Some("club")),
    ("lab", Some("lab")),
    ("linear", Some("linear")),
    ("tui", Some("tui")),
    ("web", Some("web")),
    ("serve", Some("ssh")),
];

/// What the rules know nothing of: files, clocks, threads, terminals, the world.
const WORLDLY: &[&str] = &["fs", "io", "net", "thread", "thread_local", "time", "env", "process", "os"];

/// Macros that reach the same without a path.
const WORLDLY_MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg", "thread_local"];

/// The layers that know nothing of the world.
const UNWORLDLY: &[&str] = &["rules", "eval", "games"];

/// The layers that know verbs.
const VERBS: &[&str] = &["rules", "games"];
const LONGEST_FILE: usize = 420;
const LONGEST_MAIN: usize = 60;

/// Every source file below a folder of the project, with its path below that folder.
pub(super) fn files(folder: &str) -> Vec<(String, String)> {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = MEMBERS.iter().filter(|_| folder == "src");
    let mut folders: Vec<_> =
        members.map(|(member, room)| (root.join("crates").join(member).join("src"), *room)).collect();
    folders.push((root.join(folder), None));
    let mut all = Vec::new();
    for (folder, room) in folders {
        let mut paths = Vec::new();
        walk(&folder, &mut paths);
        paths.sort();
        for path in paths {
            let below = path.strip_prefix(&folder).expect("below it").to_string_lossy().into_owned();
            let name = room.map_or_else(|| below.clone(), |room| in_room(room, &below));
            all.push((name, fs::read_to_string(path).expect("it can be read")));
        }
    }
    all
}

/// The name of a file of a member, as if the member were a module of the program.
fn in_room(room: &str, file: &str) -> String {
    match file {
        "lib.rs" => format!("{room}.rs"),
        "eval.rs" | "simd.rs" | "spelling.rs" => file.to_owned(),
        _ if file.starts_with("simd/") || file.starts_with("eval/") => file.to_owned(),
        _ => format!("{room}/{file}"),
    }
}

/// The modules a file is in, outermost first: `rules/tables/hits.rs` is `rules tables hits`.
pub(super) fn modules(file: &str) -> Vec<&str> {
    let file = file.strip_suffix(".rs").unwrap_or(file);
    let file = file.strip_suffix("/mod").unwrap_or(file);
    if file == "lib" || file == "main" { Vec::new() } else { file.split('/').collect() }
}

/// The code as words and signs, `::` and `==` in one piece. Comments are left out, and what is
/// in quotes is one empty string.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = |letter: char| letter.is_alphanumeric() || letter == '_';
        let word = rest.find(|letter| !named(letter)).unwrap_or(rest.len());
        let prefix = matches!(&rest[..word], "" | "b" | "c" | "r" | "br" | "cr");
        let hashes = rest[word..].len() - rest[word..].trim_start_matches('#').len();
        let raw = prefix && rest[..word].ends_with('r') && rest[word + hashes..].starts_with('"');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = word + hashes + 1;
            tokens.push("");
            rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len())
        } else if prefix && rest[word..].starts_with('"') {
            tokens.push("");
            word + quoted(&rest[word..], '"')
        } else if prefix && word < 2 && letter_in_quotes(&rest[word..]) {
            tokens.push("");
            word + quoted(&rest[word..], '\'')
        } else if rest.starts_with("r#") {
            // A word that would be a keyword.
            2
        } else {
            let pair = ["::", "==", "!="].iter().any(|pair| rest.starts_with(pair));
            let length = match (word, pair) {
                (0, true) => 2,
                (0, false) => first.len_utf8(),
                _ => word,
            };
            if !first.is_whitespace() {
                tokens.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// How long a comment is that may hold others.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        match pair {
            b"/*" => depth += 1,
            b"*/" if depth > 1 => depth -= 1,
            b"*/" => return at + 2,
            _ => {}
        }
    }
    text.len()
}

/// How long a text in quotes is.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = true;
    for (at, letter) in text.char_indices() {
        if letter == quote && !escaped {
            return at + 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    text.len()
}

/// Is it a letter in quotes, and not a lifetime?
fn letter_in_quotes(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next() == Some('\'') && (letters.next() == Some('\\') || letters.next() == Some('\''))
}

/// A path that leaves its module: where it begins, and the names from there on. A glob and the
/// module itself, under another name or not, are told as `*`. The root is `crate` or `std`.
pub(super) struct Reach {
    pub(super) root: &'static str,
    pub(super) path: Vec<String>,
}

/// Every path of a file that begins at a root, groups spelled out, `super` followed.
pub(super) fn reaches(file: &str, text: &str) -> Vec<Reach> {
    let tokens = tokens(text);
    let mut home: Vec<String> = modules(file).into_iter().map(str::to_owned).collect();
    let (mut found, mut depth, mut inner, mut at) = (Vec::new(), 0, Vec::new(), 0);
    while at < tokens.len() {
        match tokens[at] {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inner.push(depth);
                    home.push(tokens[at - 1].to_owned());
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                    home.pop();
                }
                depth -= 1;
            }
            "crate" | "super" if tokens.get(at + 1) == Some(&")") => {} // pub(crate)
            "crate" | "std" | "core" | "heterodox" | "super" if !continues(&tokens, at) => {
                let mut paths = Vec::new();
                at = spell_out(&tokens, at, &mut Vec::new(), &mut paths);
                found.extend(paths.iter().map(|path| resolved(path, &home)));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Does the word go on a path that began before it? `self::` and a bare `::` begin none.
fn continues(tokens: &[&str], at: usize) -> bool {
    let member = at >= 1 && tokens[at - 1] == ".";
    let before = if at >= 2 && tokens[at - 1] == "::" { tokens[at - 2] } else { "" };
    let keyword = matches!(before, "self" | "use" | "in" | "return" | "as" | "else" | "dyn" | "impl" | "mut");
    member || before == ">" || !keyword && before.starts_with(|first: char| first.is_alphabetic())
}

/// Follows one path, at a group each of its members. Gives back where the code goes on.
fn spell_out(tokens: &[&str], mut at: usize, so_far: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let known = so_far.len();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|&token| token != "}") {
                    at = spell_out(tokens, at, so_far, found);
                    while tokens.get(at).is_some_and(|&token| token != "," && token != "}") {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                so_far.truncate(known);
                return at + 1;
            }
            Some(&("*" | "self")) if !so_far.is_empty() => so_far.push("*".to_owned()),
            Some(name) if name.starts_with(|first: char| first.is_alphabetic() || first == '_') => {
                so_far.push((*name).to_owned());
            }
            _ => break,
        }
        at += 1;
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    found.push(so_far.clone());
    so_far.truncate(known);
    at
}

/// Is it a module of a member, where `crate` is that member?
fn is_member(home: &[String]) -> bool {
    home.first().is_some_and(|home| MEMBERS.iter().any(|(_, room)| room.is_some_and(|room| room == home)))
}

fn is_layer(name: &str) -> bool {
    name == "*" || LAYERS.iter().any(|(layer, _)| *layer == name)
}

fn resolved(path: &[String], home: &[String]) -> Reach {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let (root, mut names) = match path[0].as_str() {
        "std" | "core" => ("std", path[1..].to_vec()),
        "super" => ("crate", home[..home.len().saturating_sub(ups)].iter().chain(&path[ups..]).cloned().collect()),
        "crate" if home[0] == "eval" && path.get(1).is_some_and(|name| !is_layer(name)) => {
            ("crate", ["rules".to_owned()].iter().chain(&path[1..]).cloned().collect())
        }
        "crate" if is_member(home) && path.get(1).is_some_and(|name| !is_layer(name)) => {
            ("crate", home[..1].iter().chain(&path[1..]).cloned().collect())
        }
        _ => ("crate", path[1..].to_vec()),
    };
    if names.is_empty() {
        names.push("*".to_owned());
    }
    Reach { root, path: names }
}

/// What is wrong with a file's arrows.
fn faults(file: &str, text: &str) -> Vec<String> {
    let names = tokens(text);
    let Some(&home) = modules(file).first() else {
        return Vec::new();
    };
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == home) else {
        return vec![format!("{file}: the module {home} is missing from the table of layers")];
    };
    let mut wrong = BTreeSet::new();
    for Reach { root, path } in reaches(file, text) {
        let top = path[0].as_str();
        let unworldly = UNWORLDLY.contains(&home);
        if root == "crate" && top != home && !allowed.contains(&top) {
            wrong.insert(top.to_owned());
        } else if root == "std" && unworldly && (top == "*" || WORLDLY.contains(&top)) {
            wrong.insert(format!("std::{top}"));
        }
    }
    if !VERBS.contains(&home) && names.contains(&"Verb") {
        wrong.insert("Verb".to_owned());
    }
    for pair in names.windows(2) {
        if UNWORLDLY.contains(&home) && pair[1] == "!" && WORLDLY_MACROS.contains(&pair[0]) {
            wrong.insert(format!("{}!", pair[0]));
        }
    }
    wrong.into_iter().map(|top| format!("{file}: {home} must not use {top}")).collect()
}

#[test]
fn no_arrow_points_to_the_right() {
    let files = files("src");
    assert!(files.len() > 30, "the source has been found");
    let faults: Vec<String> = files.iter().flat_map(|(file, text)| faults(file, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_is_an_order() {
    let names: Vec<&str> = LAYERS.iter().map(|line| line.0).collect();
    for (above, (layer, uses)) in LAYERS.iter().enumerate().map(|(at, line)| (&names[..at], line)) {
        let right = uses.iter().all(|used| above.contains(used)) && !above.contains(layer);
        assert!(right, "{layer} has one line and uses lines above it only");
    }
}

#[test]
fn wrong_arrows_are_seen() {
    for (file, text, seen) in [
        ("rules/fen.rs", "use crate::games::GAMES;", "games"),
        ("rules/fen.rs", "use crate::{rules::mv, engine::{uci, count}};", "engine"),
        ("rules/fen.rs", "use crate::{rules::{mv, side::{Side, Sides},}, games as all};", "games"),
        ("rating.rs", "fn f() -> Vec<crate::record::Tree> {}", "record"),
        ("record.rs", "use crate::engine;", "engine"),
        ("config.rs", "use ::heterodox::rules;", "rules"),
        ("rules.rs", "use super::games;", "games"),
        ("rules/fen.rs", "use crate::eval::net;", "eval"),
        ("eval/net.rs", "use crate::games;", "games"),
        ("eval/net.rs", "use std::fs;", "std::fs"),
        ("eval/terms.rs", "use crate::rules::mv::Verb;", "Verb"),
        ("rules/fen.rs", "use super::super::games;", "games"),
        ("rules/fen.rs", "use super::{mv, super::games};", "games"),
        ("rules/fen.rs", "mod tests { use super::super::super::games; }", "games"),
        ("games/armies/spec.rs", "use super::super::super::engine::bench;", "engine"),
        ("rules/fen.rs", "use crate\n    ::games;", "games"),
        // Names of the whole crate would hide what comes of them.
        ("rules/fen.rs", "use crate::*;", "*"),
        ("rules/fen.rs", "use super::super::*;", "*"),
        ("cli/inspect.rs", "fn f() { crate::find(); }", "find"),
        ("rules/fen.rs", "use std::{fmt, fs::File};", "std::fs"),
        ("rules/fen.rs", "fn f() { ::std::time::Instant::now(); }", "std::time"),
        ("games/armies.rs", "fn f() { println!(); }", "println!"),
        ("tui/board/selection.rs", "use crate::rules::mv::Verb;", "Verb"),
        // Quotes and comments end where they end.
        ("rules/fen.rs", "const A: u8 = b'\"'; use crate::games; const B: &str = \"\";", "games"),
        ("rules/fen.rs", "const A: &str = r\"\\\"; use crate::games; const B: &str = \"\";", "games"),
        ("rules/fen.rs", "const A: &str = r#\"a\"b\"#; use crate::games; const B: &str = \"\";", "games"),
        ("rules/fen.rs", "/* a \" /* b */ c */ use crate::games; const B: &str = \"\";", "games"),
        ("rules/fen.rs", "fn f<'a>() { g('\\'', '\"') } use crate::games; const B: &str = \"\";", "games"),
    ] {
        let home = modules(file)[0];
        assert_eq!(faults(file, text), [format!("{file}: {home} must not use {seen}")], "{text}");
    }
    assert_eq!(faults("store.rs", "").len(), 1, "a module that the table does not name");
}

#[test]
fn right_arrows_are_not() {
    for (file, text) in [
        ("games/armies.rs", "use crate::rules::{mv::Move, side::{Side, Sides}}; use super::sanctuary;"),
        ("rules/fen.rs", "// crate::games\nlet text = \"crate::games \\\" crate::cli\"; let c = '\"';"),
        ("rules/fen.rs", "/* crate::games */ const A: &str = r#\"\"crate::games\"#; pub(crate) fn f<'a>() {}"),
        ("rules/fen.rs", "mod tests { use super::*; use super::super::mv; } use super::mv;"),
        ("rules/fen.rs", "use std::sync::LazyLock; fn f() -> core::fmt::Result { self.std() }"),
        ("cli/inspect.rs", "use crate::games; use super::arbiter; use std::io;"),
        ("main.rs", "fn main() { heterodox::cli::run(std::env::args_os()) }"),
        ("rules.rs", "pub(super) fn f() {} pub(crate) fn g() {}"),
        ("lib.rs", "pub mod cli; pub mod rules;"),
    ] {
        assert_eq!(faults(file, text), [""; 0], "{text}");
    }
}

#[test]
fn files_say_what_they_are_and_stay_small() {
    for folder in ["src", "tests", "benches", "examples", "fuzz/src", "fuzz/fuzz_targets"] {
        for (file, text) in files(folder) {
            assert!(text.starts_with("//!"), "{folder}/{file} begins with what it is");
            let most = if (folder, file.as_str()) == ("src", "main.rs") { LONGEST_MAIN } else { LONGEST_FILE };
            assert!(text.lines().count() <= most, "{folder}/{file} has more than {most} lines");
        }
    }
}
