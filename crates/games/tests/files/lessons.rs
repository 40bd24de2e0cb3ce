//! Lessons of a file: what their keys mean, and what they cannot.

use heterodox_games::file::FileVariant;
use heterodox_kernel::variant::Variant as _;

use super::{chess, told};

const LESSON: &str = "[[lesson]]\ntitle = \"One \\\"and\\\" a\\\\half\"\ntask = \"Go\\n on.\"\nhint = \"So.\"\nelse = \"No.\"\n\
                      moves = \"1. e4 {Good.}\"\n";

/// Chess with these lessons behind its own.
fn with(lessons: &str) -> Result<&'static FileVariant, Vec<String>> {
    chess(&[("[credits]", &format!("{lessons}[credits]"))]).map_err(|mistakes| told(&mistakes))
}

#[test]
fn a_lesson_becomes_a_game_of_pgn() {
    let game = with(LESSON).expect("a game");
    let text = game.spec().course.expect("it has lessons");
    let expected = "[Event \"One \\\"and\\\" a\\\\half\"]\n[Variant \"Chess\"]\n[SetUp \"1\"]\n\
                    [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[Kind \"lesson\"]\n[Hint \"So.\"]\n\
                    [Else \"No.\"]\n\n{Go on.}\n1. e4 {Good.}\n*\n\n";
    assert!(text.starts_with(expected), "{text}");
    let file = game.source().expect("it is no part of the program");
    let line_of = |part: &str| 1 + file.lines().position(|line| line.contains(part)).expect("it is there");
    for (line, part) in [(1, "half"), (6, "\"So.\""), (9, "Go\\n on"), (10, "1. e4 {Good.}")] {
        assert_eq!(game.line_of_lesson(line), line_of(part), "line {line}: {part}");
    }
    assert_eq!(game.digest(), chess(&[]).expect("a game").digest(), "lessons are no rules");
}

#[test]
fn each_key_of_a_lesson_refuses_what_it_cannot_mean() {
    for (before, after, expected) in [
        ("hint = \"So.\"\n", "", "lesson.1.hint is missing; expected a hint in one sentence"),
        ("title = ", "titel = ", "lesson.1.titel: unknown key; did you mean title?"),
        ("else = \"No.\"\n", "", "lesson.1.else is missing; expected the answer to moves"),
        ("Go\\n", "Go {on}", "expected what to do, in a sentence without { and }"),
        (
            "1. e4 {Good.}",
            "1. e4 {Good.}\\n[Event \\\"x\\\"]",
            "expected moves in PGN with a comment after each, without tags",
        ),
        ("moves = \"1. e4 {Good.}\"\n", "", "lesson.1.moves is missing"),
        ("hint = \"So.\"", "hint = 7", "lesson.1.hint is 7; expected a text in quotes"),
    ] {
        let changed = LESSON.replacen(before, after, 1);
        assert_ne!(changed, LESSON, "{before}");
        let told = with(&changed).err().unwrap_or_default();
        assert!(told.iter().any(|told| told.contains(expected)), "{expected}: {told:?}");
    }
    let told = chess(&[("format = 1", "format = 1\nlesson = 3"), ("[[lesson]]", "[[other]]")]);
    assert!(told.is_err());
    let told = with(&LESSON.repeat(65)).err().unwrap_or_default();
    assert!(told.iter().any(|told| told.contains("expected at most 64 lessons")), "{told:?}");
}
