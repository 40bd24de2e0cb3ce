//! Names stay at home: those of the search and the evaluation are not in the rules, and a game is named in its own
//! files only.

use super::{files, modules, tokens};

/// Names of the search and the evaluation, which the rules do not have.
const OF_THE_ENGINE: &[&str] = &[
    "Accumulator",
    "Engine",
    "Evaluate",
    "Net",
    "NET",
    "Skill",
    "Skills",
    "Tally",
    "Weight",
    "WEIGHTS",
    "WORTH",
    "evaluate",
    "evaluation",
    "goals",
    "phase",
    "prospects",
    "score",
    "search",
    "skills",
    "tactical",
    "weigh",
];

#[test]
fn the_rules_know_nothing_of_search_and_evaluation() {
    for (file, text) in files("src").into_iter().filter(|(file, _)| modules(file).first() == Some(&"rules")) {
        let names = tokens(&text);
        let found: Vec<_> = OF_THE_ENGINE.iter().filter(|name| names.contains(name)).collect();
        assert!(found.is_empty(), "{file} has {found:?}");
    }
}

/// What is wrong with how a file speaks of one game. A game is named in its own data and in the
/// list of games only, and no code asks which it is.
fn favours(file: &str, text: &str, id: &str, title: &str) -> Vec<&'static str> {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let code = tokens(text);
    let home = file == format!("games/{id}.rs") || file.starts_with(&format!("games/{id}/"));
    let named = text.contains(&format!("\"{id}\"")) || text.contains(&format!("\"{title}\""));
    let reached = code.windows(3).any(|path| path == ["games", "::", id]);
    // Also `b == spec.id` and `match spec.id`.
    let asked = code.iter().enumerate().any(|(at, sign)| match *sign {
        "==" | "!=" => is_game_id(&code[..at]) || is_game_id(until(&code[at + 1..], &[";", "{", ",", "&", "|"])),
        "match" => is_game_id(until(&code[at + 1..], &["{"])),
        _ => false,
    });
    let mut faults = Vec::new();
    if named && !home && file != "lab/bench.rs" {
        faults.push("names the game");
    }
    if reached && !home && file != "games.rs" {
        faults.push("reaches into the game");
    }
    if asked && !["games.rs", "games/registry.rs"].contains(&file) {
        faults.push("asks which game it is");
    }
    faults
}

fn until<'c, 'a>(code: &'c [&'a str], ends: &[&str]) -> &'c [&'a str] {
    &code[..code.iter().position(|sign| ends.contains(sign)).unwrap_or(code.len())]
}

/// Does the code end with the id of a game?
fn is_game_id(code: &[&str]) -> bool {
    let ends: [&[&str]; 3] = [&["spec", ".", "id"], &["SPEC", ".", "id"], &["spec", "(", ")", ".", "id"]];
    ends.iter().any(|end| code.ends_with(end))
}

#[test]
fn games_are_named_at_home_only() {
    for game in heterodox::games::GAMES {
        let (id, title) = (game.spec().id, game.spec().title);
        for (file, text) in files("src") {
            assert_eq!(favours(&file, &text, id, title), [""; 0], "{file}: {id}");
        }
    }
}

#[test]
fn favours_are_seen() {
    let seen = |file: &str, text: &str| favours(file, text, "armies", "Armies of Faith 1").join(", ");
    for text in ["f(\"armies\")", "if title == \"Armies of Faith 1\" {}"] {
        assert_eq!(seen("rules/fen.rs", text), "names the game");
        assert_eq!(seen("games/armies/spec.rs", text), "");
        assert_eq!(seen("games/armies_too.rs", text), "names the game");
    }
    assert_eq!(seen("cli.rs", "use crate::games::armies::Armies;"), "reaches into the game");
    for text in ["if spec.id == other {}", "if x != position.spec().id && y {}", "match R::SPEC.id { _ => {} }"] {
        assert_eq!(seen("engine/uci.rs", text), "asks which game it is");
    }
    assert_eq!(seen("engine/uci.rs", "f(spec.id, a == b); /// armies\n g(\"holywar, armies\")"), "");
}
