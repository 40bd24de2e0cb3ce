//! Lessons that a file brings: the tables `[[lesson]]`. They become a text of PGN, as the built-in games have it. Whether its
//! moves are legal is found out where PGN is read.

use std::fmt::Write as _;

use super::section::{Mistakes, Section};

/// The most lessons of a file.
const MOST: usize = 64;

/// What a lesson is about, if it does not say it.
const KIND: &str = "lesson";

/// What a task is.
const TASK: &str = "what to do, in a sentence without { and }";

/// What the moves of a lesson are.
const MOVES: &str = "moves in PGN with a comment after each, without tags";

/// The lessons of a file.
#[derive(Default)]
pub(super) struct Lessons {
    /// Their text; empty if there are none.
    pub(super) pgn: String,
    /// For each line of it, the line of the file that it comes from.
    pub(super) lines: Vec<usize>,
}

impl Lessons {
    /// Reads the tables `[[lesson]]`. `title` is that of the game, `opening` where a lesson begins that does not say it.
    pub(super) fn read(root: &mut Section, title: &str, opening: &str, mistakes: &mut Mistakes) -> Lessons {
        let mut lessons = Lessons::default();
        let tables = root.tables("lesson", mistakes);
        if let Some(value) = root.value("lesson").filter(|_| tables.len() > MOST) {
            root.wrong("lesson", value, format!("at most {MOST} lessons"), mistakes);
            return lessons;
        }
        for keys in tables {
            lessons.add(keys, title, opening, mistakes);
        }
        lessons
    }

    fn add(&mut self, mut keys: Section, game: &str, opening: &str, mistakes: &mut Mistakes) {
        let title = keys.needed("title", "the title of the lesson", mistakes);
        let hint = keys.needed("hint", "a hint in one sentence", mistakes);
        let other = keys.needed("else", "the answer to moves that are not in the lesson", mistakes);
        let fen = keys.text("fen", mistakes).unwrap_or(opening);
        let kind = keys.text("kind", mistakes).unwrap_or(KIND);
        let page = keys.text("page", mistakes);
        let (tags, task, moves) =
            (keys.line(), keys.needed("task", TASK, mistakes), keys.needed("moves", MOVES, mistakes));
        let has_tags = moves.lines().any(|line| line.trim_start().starts_with('['));
        for (key, wrong, expected) in [("task", task.contains(['{', '}']), TASK), ("moves", has_tags, MOVES)] {
            if let Some(value) = keys.value(key).filter(|_| wrong) {
                keys.wrong(key, value, expected, mistakes);
            }
        }
        let all = [
            ("Event", title),
            ("Variant", game),
            ("SetUp", "1"),
            ("FEN", fen),
            ("Kind", kind),
            ("Page", page.unwrap_or_default()),
            ("Hint", hint),
            ("Else", other),
        ];
        for (name, text) in all.into_iter().filter(|(_, text)| !text.is_empty()) {
            let line = keys.line_of(tag_key(name)).unwrap_or(tags);
            let mut tag = String::new();
            let _ = write!(tag, "[{name} \"{}\"]", in_one_line(text).replace('\\', "\\\\").replace('"', "\\\""));
            self.push(&tag, line);
        }
        self.push("", tags);
        self.push(&["{", &in_one_line(task), "}"].concat(), keys.line_of("task").unwrap_or(tags));
        let first = keys.first_line_of("moves").unwrap_or(tags);
        for (line, text) in moves.lines().enumerate() {
            self.push(text, first + line);
        }
        self.push("*", first + moves.lines().count().saturating_sub(1));
        self.push("", tags);
        keys.finish(mistakes);
    }

    fn push(&mut self, text: &str, line: usize) {
        self.pgn.push_str(text);
        self.pgn.push('\n');
        self.lines.push(line);
    }
}

/// The key of a lesson whose value a tag has.
fn tag_key(tag: &str) -> &'static str {
    match tag {
        "FEN" => "fen",
        "Kind" => "kind",
        "Page" => "page",
        "Hint" => "hint",
        "Else" => "else",
        _ => "title",
    }
}

/// A text whose spaces and ends of lines are single spaces.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
