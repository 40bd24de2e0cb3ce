//! All keys by the sections of the help, from the table of actions. The keys that other pages name are in it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use heterodox::tui::action::{ACTIONS, Context, Group, Row};

use super::{Pages, compare, made_by, page};

const GROUPS: [Group; 5] = [Group::Cursor, Group::Move, Group::Look, Group::Game, Group::Program];

/// The name of a place for people.
const fn place(context: Context) -> &'static str {
    match context {
        Context::Board => "board",
        Context::List => "lists and forms",
        Context::Pages => "rules",
        Context::Explorer => "explorer",
        Context::Lesson => "lesson",
        Context::Home => "first screen",
        Context::Lobby => "lobby",
        Context::Review => "review",
        Context::Talk => "talk",
        Context::Library => "saved games",
        Context::Shelf => "more games",
    }
}

fn places(row: &Row) -> String {
    let all: BTreeSet<Context> = ACTIONS.iter().flat_map(|row| row.contexts).copied().collect();
    if row.contexts.len() == all.len() {
        return "everywhere".to_owned();
    }
    row.contexts.iter().map(|&context| place(context)).collect::<Vec<_>>().join(", ")
}

/// A sign of Markdown as itself in a table.
fn cell(key: &str) -> String {
    format!("`{}`", key.replace('|', "\\|"))
}

#[test]
fn the_page_of_all_keys_is_the_table_of_actions() {
    let mut text = made_by("keys");
    text.push_str(
        "\n# All keys\n\nEvery action with its keys, where they work, and its name below `[keys]` in the settings file. `C-` is Ctrl, `S-` is Shift. \
         [Keys](keys.md) explains them by what one does.\n",
    );
    for group in GROUPS {
        let _ = write!(text, "\n## {}\n\n| keys | action | where | setting |\n|---|---|---|---|\n", group.title());
        for row in ACTIONS.iter().filter(|row| row.group == group) {
            let keys: Vec<String> = row.keys.iter().map(|key| cell(key)).collect();
            let _ = writeln!(text, "| {} | {} | {} | `{}` |", keys.join(" "), row.title, places(row), row.id);
        }
    }
    compare(&Pages::from([("all-keys.md".to_owned(), text)]));
}

/// The keys in a cell of a page that is written by hand, as the table of actions writes them.
fn named(cell: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for (at, part) in cell.split('`').enumerate() {
        let words = part.split(|letter: char| letter.is_whitespace() || at % 2 == 0 && ",;".contains(letter));
        for word in words.filter(|word| !word.is_empty()) {
            let control = word.strip_prefix("Ctrl-").map(|letter| format!("C-{}", letter.to_lowercase()));
            let is_function = word.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok());
            let is_named =
                ["Enter", "Space", "Backspace", "Esc", "Tab", "PgUp", "PgDn", "Home", "End", "Insert", "Delete"];
            match (control, word) {
                (Some(key), _) => keys.push(key),
                (None, "Shift-Tab") => keys.push("S-Tab".to_owned()),
                (None, _) if at % 2 == 1 || is_function || is_named.contains(&word) => keys.push(word.to_owned()),
                _ => {}
            }
        }
    }
    keys
}

/// What is at a place: keys that work nowhere in the table of actions.
fn unknown(table: &str, contexts: &[Context]) -> Vec<String> {
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let works = |key: &String| {
        let here =
            |row: &&Row| contexts.is_empty() || row.contexts.iter().any(|context| contexts.contains(context));
        ACTIONS.iter().filter(here).any(|row| row.keys.contains(&key.as_str()))
    };
    rows.filter(|cell| *cell != "keys" && *cell != "key").flat_map(named).filter(|key| !works(key)).collect()
}

#[test]
fn the_keys_that_pages_name_do_something_there() {
    let keys = page("keys.md");
    let section = |title: &str| -> String {
        let (_, rest) = keys.split_once(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no {title}"));
        rest.split("\n## ").next().unwrap_or_default().to_owned()
    };
    for (title, contexts) in [
        ("On the board", &[][..]),
        ("Saved games", &[Context::Library]),
        ("Review", &[Context::Review, Context::Board]),
    ] {
        let text = section(title);
        assert!(text.contains("\n| keys | action |\n"), "{title} has no table");
        assert_eq!(unknown(&text, contexts), [""; 0], "docs/keys.md, {title}");
    }
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("text");
    let (_, table) = readme.split_once("| key | action |\n").expect("a table of keys");
    let table = table.split("\n\n").next().unwrap_or_default();
    assert!(table.lines().count() > 5, "the table of README.md");
    assert_eq!(unknown(table, &[]), [""; 0], "README.md");
}

#[test]
fn a_key_without_an_action_is_seen() {
    assert_eq!(named("arrows or `h j`; Ctrl-F or F8, Tab"), ["h", "j", "C-f", "F8", "Tab"]);
    assert_eq!(unknown("| `é`; Ctrl-F | nothing |", &[Context::Library]), ["é"]);
    assert_eq!(unknown("| Ctrl-F | review |", &[Context::Board]), ["C-f"]);
}
