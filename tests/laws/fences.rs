//! Each function of the store has a row in `docs/store.md` that says why two processes can do no harm with it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::layers::files;

/// What the page says of a function: its file and its fence.
type Rows = BTreeMap<String, (String, String)>;

/// The functions of a file of the store that others can call, with their code.
fn functions(text: &str) -> Vec<(String, String)> {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut inside, mut open) = (false, false);
    for line in text.lines() {
        match line {
            "impl Store {" => inside = true,
            "}" => inside = false,
            _ => {}
        }
        let words = line.strip_prefix("    pub").filter(|_| inside);
        let words = words.map(|rest| {
            rest.split_once(") ").map_or(rest, |(head, tail)| if head.starts_with('(') { tail } else { rest })
        });
        if let Some(name) = words.and_then(|words| words.trim_start().strip_prefix("fn ")) {
            let name = name.split(['(', '<']).next().unwrap_or_default();
            found.push((name.to_owned(), String::new()));
            open = true;
        }
        if let Some((_, code)) = found.last_mut().filter(|_| open) {
            code.push_str(line);
            code.push('\n');
        }
        open &= line != "    }";
    }
    found
}

fn rows(page: &str) -> Rows {
    let mut rows = Rows::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, name, file, fence, why, _] = cells[..] else { panic!("{line}: expected four cells") };
        assert!(!why.is_empty() || ["claim", "version", "reads"].contains(&fence), "{line}: why?");
        let before = rows.insert(name.to_owned(), (file.to_owned(), fence.to_owned()));
        assert_eq!(before, None, "{name} has two rows");
    }
    rows
}

/// Why the code of a function is not what its fence says.
fn contradiction(fence: &str, code: &str) -> Option<&'static str> {
    let writes = code.contains(".write(") || code.contains("find_or_add");
    match fence {
        "reads" => writes.then_some("it writes"),
        _ if !writes => (!["lock", "turn"].contains(&fence)).then_some("it writes nothing"),
        "claim" => {
            (!code.contains("claims::hold(") && !code.contains("claims::take(")).then_some("it shows no claim")
        }
        "version" => (!code.contains("version = ?2")).then_some("it compares no version"),
        "state" | "row" | "last" => code.contains("claims::hold(").then_some("it shows a claim"),
        _ => Some("there is no such fence"),
    }
}

#[test]
fn each_function_of_the_store_says_what_fences_it() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/store.md");
    let mut rows = rows(&fs::read_to_string(page).expect("the page"));
    let mut wrong = Vec::new();
    for (file, text) in files("src") {
        let Some((_, name)) = file.split_once("club/store").filter(|(before, _)| before.is_empty()) else {
            continue;
        };
        let name = if name == ".rs" { "store.rs" } else { name.trim_start_matches('/') };
        for (function, code) in functions(&text) {
            match rows.remove(&function) {
                Some((of, fence)) if of == name => {
                    wrong.extend(contradiction(&fence, &code).map(|why| format!("{function} ({fence}): {why}")));
                }
                Some((of, _)) => wrong.push(format!("{function} is in {name}, not in {of}")),
                None => wrong.push(format!("{function} in {name} has no row")),
            }
        }
    }
    wrong.extend(rows.into_keys().map(|function| format!("{function} is not in the store")));
    assert!(wrong.is_empty(), "docs/store.md: {}", wrong.join("; "));
}

#[test]
fn a_function_without_its_fence_is_seen() {
    let text = "impl Store {\n    pub(crate) fn seat(&self) {\n        self.write(1)\n    }\n\n    pub fn one<T>(\n        x: T,\n    ) {\n        self.read(2)\n    }\n}\n";
    let found = functions(text);
    assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["seat", "one"]);
    assert_eq!(contradiction("claim", &found[0].1), Some("it shows no claim"));
    assert_eq!(contradiction("reads", &found[0].1), Some("it writes"));
    assert_eq!(contradiction("reads", &found[1].1), None);
    assert_eq!(contradiction("state", &found[1].1), Some("it writes nothing"));
}
