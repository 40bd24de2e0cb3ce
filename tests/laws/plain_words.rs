//! Texts that people read are in plain words: phrases that nobody would understand at once are banned by
//! a list, and the document on the engine uses the terms of its field.

use std::fs;
use std::path::{Path, PathBuf};

use heterodox::cli::definition;
use heterodox::config::OPTIONS;
use heterodox::tui::action::ACTIONS;

use super::layers::MEMBERS;

/// Phrases that were replaced, each with what is said instead.
const BANNED: &[(&str, &str)] = &[
    ("what moves", "pick a piece"),
    ("0 returns", "0: back to the current move"),
    ("by itself", "autoplay"),
    ("goes on", "in progress, continues"),
    ("could be played", "Hint: c4"),
    ("were not written", "unsaved changes"),
    ("leave them behind", "discard"),
    ("one pick back", "undo selection"),
    ("come to", "statistics"),
    ("comes to", "statistics"),
    ("better by a place", "promote variation"),
    ("made better", "promote variation"),
    ("the ending says", "format follows the extension"),
    ("were looked at", "analysed"),
    ("was looked at", "analysed"),
    ("it turned at", "turning point"),
    ("kept in", "saved to"),
    ("keys are changed there", "edit key bindings there"),
    ("@ ?", "Drop Lady where?"),
    ("to sleep", "suspend"),
    ("thoughts short", "make the computer move now"),
    ("which.", "a whole sentence"),
    ("it is not.", "a whole sentence"),
    ("says it.", "a whole sentence"),
    ("as long as nothing else is said", "by default"),
    ("whoever", "who, the player who"),
    ("the position now", "the current move"),
    ("there is no home folder", "no home folder was found"),
    ("taken in", "imported"),
    ("take in", "import"),
    ("takes in", "import"),
    ("given away", "exported"),
    ("give away", "export"),
    ("looked through", "reviewed"),
    ("look through", "review"),
    ("looks through", "reviews"),
    ("plays on", "declines the draw"),
    ("reads on", "read all"),
    ("ways to go on", "continuations"),
    ("there is such a file", "this file exists already"),
    ("said of this move", "comment"),
    ("who has stopped", "a stopped player"),
    ("a fault of the program", "a bug in the program"),
    ("plies more", "more plies"),
    ("begin a game", "start a game"),
    ("begins a game", "starts a game"),
    ("sits where", "plays a seat"),
    ("in all orders that differ", "for each seat"),
    ("position text", "FEN"),
    ("written anew", "saved again"),
    ("positions looked at", "nodes"),
    ("nothing is wrong", "no mistakes found"),
    ("tell of", "show"),
    ("tells of", "shows"),
    ("such a file", "this file"),
    ("was expected", "expected a number"),
    ("were expected", "expected 32, 64 or 128"),
    ("\" is no move", "is not a move"),
    ("\" is no number", "is not a number"),
    ("nothing of the", "the whole file is ignored"),
    ("closes nothing", "a \")\" without a \"(\""),
    ("is not said", "is missing"),
    ("become something", "promote"),
    ("nobody sits", "the seat has no player"),
    ("what is wrong with", "problems in"),
    ("stops short", "is incomplete"),
    ("no way to begin", "no setup to start from"),
    ("sooner (55", "reverse futility margin"),
    ("for the accuracy", "To see the accuracy: V, then A"),
    ("what wins:", "Your goal: mate the King"),
    ("there are none yet", "You have no puzzles of your own yet"),
    ("that no king makes", "a King cannot step along all three axes"),
    ("this dive of every", "Any Pawn can do this"),
    ("an own edge", "away from one of its edges"),
    ("or not at all, and", "any number of straight steps or none"),
    ("for drops is taken", "there is no empty square to drop on"),
    ("marked b by", "The letters show who attacks: b Black"),
    ("as at first", "the default keys"),
    ("note without focus", "Tell me in the background"),
    ("moves in motion", "Animate moves"),
    ("complete the only move", "Finish moves for you"),
    ("inventor's array", "the usual start"),
    ("back to the list, with", "back to the list, where a first game is offered"),
    ("others have next to nothing", "the others have almost nothing left"),
    ("evaluation before", "Before this move: +0.3"),
    ("type something like", "Type a move like"),
];

/// Terms of the field that the document on the engine must use.
const TERMS: &[&str] = &[
    "accumulator",
    "aspiration window",
    "check extension",
    "futility",
    "history heuristic",
    "iterative deepening",
    "killer",
    "late move reduction",
    "lazy SMP",
    "NNUE",
    "null move",
    "perft",
    "principal variation search",
    "quiescence",
    "SPRT",
    "static exchange evaluation",
    "transposition table",
    "Zobrist",
    "bitboard",
    "max^n",
    "paranoid",
    "Elo",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where a phrase stands as words of its own; whatever is white between words is one blank.
fn places(text: &str, phrase: &str) -> Vec<usize> {
    let lower = text.to_lowercase();
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let places = lower.match_indices(phrase).map(|(at, _)| at).filter(|&at| {
        let (before, after) = (lower[..at].chars().next_back(), lower[at + phrase.len()..].chars().next());
        let (first, last) = (phrase.chars().next(), phrase.chars().next_back());
        !(is_word(first) && is_word(before) || is_word(last) && is_word(after))
    });
    places.collect()
}

/// What is banned in a text, with its place.
fn found(name: &str, text: &str) -> Vec<String> {
    let flat: String = text.chars().map(|letter| if letter == '\n' { ' ' } else { letter }).collect();
    let mut all = Vec::new();
    for (phrase, better) in BANNED {
        for at in places(&flat, phrase) {
            let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
            all.push(format!("{name}:{line}: \"{phrase}\": say something like \"{better}\""));
        }
    }
    all
}

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The texts in quotes of a source file with the lines they begin on, without those of its tests.
fn literals(source: &str) -> Vec<(usize, String)> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let letters: Vec<char> = source.chars().collect();
    let (mut at, mut line, mut all) = (0, 1, Vec::new());
    while at < letters.len() {
        match (letters[at], letters.get(at + 1), letters.get(at + 2)) {
            ('\n', ..) => line += 1,
            ('/', Some('/'), _) => {
                while letters.get(at + 1).is_some_and(|&letter| letter != '\n') {
                    at += 1;
                }
            }
            ('\'', Some('\\'), _) => at += 3,
            ('\'', Some(_), Some('\'')) => at += 2,
            ('"', ..) => {
                let (begins, mut text) = (line, String::new());
                at += 1;
                while letters.get(at).is_some_and(|&letter| letter != '"') {
                    match (letters[at], letters.get(at + 1)) {
                        ('\\', Some('\n')) => {
                            line += 1;
                            at += 1;
                            while letters.get(at + 1).is_some_and(|letter| letter.is_whitespace()) {
                                at += 1;
                            }
                        }
                        ('\\', Some('n')) => {
                            text.push(' ');
                            at += 1;
                        }
                        ('\\', Some(&letter)) => {
                            text.push(letter);
                            at += 1;
                        }
                        (letter, _) => {
                            line += usize::from(letter == '\n');
                            text.push(letter);
                        }
                    }
                    at += 1;
                }
                all.push((begins, text));
            }
            _ => {}
        }
        at += 1;
    }
    all
}

/// The help of a command and of all below it.
fn helps(command: &mut clap::Command, name: &str, all: &mut Vec<(String, String)>) {
    all.push((format!("{name} --help"), command.render_long_help().to_string()));
    for below in command.get_subcommands_mut() {
        let name = format!("{name} {}", below.get_name());
        helps(below, &name, all);
    }
}

#[track_caller]
fn none(found: &[String]) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn actions_and_settings_are_named_in_plain_words() {
    let mut all = Vec::new();
    for row in ACTIONS {
        all.extend(found(&format!("the action {}", row.id), &format!("{} | {}", row.title, row.short)));
    }
    for option in OPTIONS {
        all.extend(found(&format!("the setting {}.{}", option.section, option.key), option.help));
    }
    none(&all);
}

#[test]
fn the_help_of_every_command_is_in_plain_words() {
    let mut texts = Vec::new();
    helps(&mut definition(), "heterodox", &mut texts);
    assert!(texts.len() > 20, "every command has help");
    none(&texts.iter().flat_map(|(name, text)| found(name, text)).collect::<Vec<_>>());
}

#[test]
fn documents_and_the_settings_file_are_in_plain_words() {
    let mut paths: Vec<PathBuf> = files(&root().join("docs"), "md");
    let top = fs::read_dir(root()).expect("the repository").flatten().map(|entry| entry.path());
    paths.extend(top.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    paths.push(root().join("crates/play/config.toml"));
    assert!(paths.len() >= 5, "{paths:?}");
    let mut all = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        all.extend(found(&name, &fs::read_to_string(&path).expect("text")));
    }
    none(&all);
}

#[test]
fn texts_in_the_source_are_in_plain_words() {
    let mut all = Vec::new();
    let members = MEMBERS.iter().map(|(member, _)| root().join("crates").join(member).join("src"));
    let folders = members.chain([root().join("src")]);
    for path in folders.flat_map(|folder| files(&folder, "rs")) {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if name.contains("/tests") {
            continue;
        }
        for (line, text) in literals(&fs::read_to_string(&path).expect("source")) {
            let told = found("", &text);
            all.extend(told.into_iter().map(|told| format!("{name}:{line}{}", told.trim_start_matches(":1"))));
        }
    }
    none(&all);
}

#[test]
fn the_document_on_the_engine_uses_the_terms_of_its_field() {
    let text = fs::read_to_string(root().join("docs/engine.md")).expect("the document").to_lowercase();
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('-', " ");
    let missing: Vec<&str> =
        TERMS.iter().copied().filter(|term| !flat.contains(&term.to_lowercase().replace('-', " "))).collect();
    assert!(missing.is_empty(), "docs/engine.md does not say: {}", missing.join(", "));
}

#[test]
fn the_search_for_phrases_finds_them() {
    assert_eq!(places("it goes on", "goes on"), [3]);
    assert!(places("it goes once", "goes on").is_empty() && places("become to", "come to").is_empty());
    assert_eq!(found("a", "x\nit goes\non").len(), 1);
    assert!(found("a", "x\nit goes\non")[0].starts_with("a:2: "));
    let source =
        "a('\"'); // \"goes on\"\nb(\"x \\\n     \\\"y\\\"\", '\\'', \"z\")\n#[cfg(test)]\nmod tests {\"no\"}";
    assert_eq!(literals(source), [(2, "x \"y\"".to_owned()), (3, "z".to_owned())]);
}
