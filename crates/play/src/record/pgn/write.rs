//! Writes a game as PGN: tags, then the moves in lines of 80 columns that break only at spaces. A comment with a
//! `}` is written after a `;` on a line of its own, whatever its length.

use super::comment::{self, Command};
use super::{normal, tags};
use crate::record::game::Game;
use crate::record::leaving::Leaving;
use crate::record::result::GameResult;
use crate::record::tree::{Id, Notes, PlayedMove, Tree};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;

const COLUMNS: usize = 80;

/// Writes a game. It reads back as its [`normal`] form.
pub fn write(game: &Game) -> String {
    let game = normal(game);
    let spec = game.spec();
    let mut writer = Writer { spec, tree: &game.tree, lines: Lines::default(), number: true };
    writer.said(&game.tree.node(Id::ROOT).notes, None);
    writer.moves();
    writer.lines.word(&GameResult::of(spec.seats.len(), game.shares).to_string());
    tags::write(&game.tags) + "\n" + &writer.lines.done()
}

/// Words, wrapped into lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
    /// A prefix of the next word.
    before: String,
    /// The last word: a suffix may still be added.
    word: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.word = std::mem::take(&mut self.before) + word;
    }

    /// Adds a prefix to the next word.
    fn before(&mut self, text: &str) {
        self.before.push_str(text);
    }

    /// Adds a suffix to the last word, or a new word if the last one is too long.
    fn behind(&mut self, text: &str) {
        if self.word.is_empty() || self.word.len() + text.len() > COLUMNS {
            self.word(text);
        } else {
            self.word.push_str(text);
        }
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.column > 0 && self.column + 1 + width > COLUMNS {
            self.newline();
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }

    fn newline(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a text on a line of its own.
    fn line(&mut self, text: &str) {
        let before = std::mem::take(&mut self.before);
        if !before.is_empty() {
            self.word(&before);
        }
        self.flush();
        if self.column > 0 {
            self.newline();
        }
        self.text.push_str(text);
        self.newline();
    }

    fn done(mut self) -> String {
        self.flush();
        self.newline();
        self.text
    }
}

/// The work that is still to be done.
enum Task {
    /// Write a node and the line after it.
    Go(Id),
    /// Write a variation that starts with a node.
    Open(Id),
    Close,
}

struct Writer<'g> {
    spec: &'static Spec,
    tree: &'g Tree,
    lines: Lines,
    /// Must the next move have its move number?
    number: bool,
}

impl Writer<'_> {
    fn moves(&mut self) {
        let mut tasks: Vec<Task> =
            self.tree.children(Id::ROOT).first().map(|&id| Task::Go(id)).into_iter().collect();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Go(id) => {
                    self.deed(id);
                    tasks.extend(self.tree.children(id).first().map(|&next| Task::Go(next)));
                    let beside = self.tree.parent(id).map_or(&[][..], |parent| self.tree.children(parent));
                    if let Some((_, others)) = beside.split_first().filter(|(first, _)| **first == id) {
                        tasks.extend(others.iter().rev().map(|&other| Task::Open(other)));
                    }
                }
                Task::Open(id) => {
                    self.lines.before("(");
                    self.number = true;
                    for text in &self.tree.node(id).notes.lead {
                        self.comment(text);
                    }
                    tasks.extend([Task::Close, Task::Go(id)]);
                }
                Task::Close => {
                    self.lines.behind(")");
                    self.number = true;
                }
            }
        }
    }

    fn deed(&mut self, id: Id) {
        let node = self.tree.node(id);
        let Some(deed) = &node.deed else { return };
        match deed.act {
            Act::Leave(side) => {
                let why = deed.leaving.unwrap_or(Leaving::Resigns);
                self.said(&node.notes, Some(Command::Out(side, why)));
            }
            Act::Move(_) => {
                let before = self.tree.parent(id).and_then(|parent| self.tree.node(parent).deed.as_ref());
                let new = before.is_some_and(|before| before.round != deed.round);
                if self.number || new {
                    self.lines.word(&number(deed, new));
                }
                self.number = false;
                self.lines.word(&deed.shown);
                self.said(&node.notes, None);
            }
        }
    }

    /// Writes the annotations of a node. The command of a seat that leaves comes first, because it stands for the
    /// move.
    fn said(&mut self, notes: &Notes, out: Option<Command>) {
        let left = out.is_some();
        if !left {
            self.nags(notes);
        }
        let clock = notes.clock.map(Command::Clock);
        let eval = notes.eval.clone().map(Command::Eval);
        let mut words: Vec<String> =
            [out, eval, clock].into_iter().flatten().map(|command| comment::write(self.spec, &command)).collect();
        let mut comments = notes.comments.iter();
        // The first comment is put into the same braces as the commands.
        let first = notes.comments.first().filter(|text| !words.is_empty() && !text.contains('}'));
        if first.is_some() {
            comments.next();
        }
        if !words.is_empty() {
            let mut text = first.map(String::as_str).into_iter().flat_map(units).peekable();
            if let (Some(unit), Some(last)) = (text.next_if(|unit| unit.starts_with('%')), words.last_mut()) {
                last.push(' ');
                last.push_str(unit);
            }
            self.braces(words.iter().map(String::as_str).chain(text));
        }
        if left {
            self.nags(notes);
        }
        for text in comments {
            self.comment(text);
        }
    }

    fn nags(&mut self, notes: &Notes) {
        for nag in &notes.nags {
            self.lines.word(&format!("${nag}"));
        }
    }

    fn comment(&mut self, text: &str) {
        if text.contains('}') {
            self.lines.line(&format!("; {text}"));
            self.number = true;
        } else {
            self.braces(units(text));
        }
    }

    fn braces<'t>(&mut self, words: impl Iterator<Item = &'t str>) {
        self.lines.before("{");
        for word in words {
            self.lines.word(word);
        }
        self.lines.behind("}");
        self.number = true;
    }
}

/// The words of a comment. A line that starts with `%` would be skipped when read, so a word that starts with `%`
/// stays with the word before it.
fn units(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut ends = text.match_indices(' ').map(|(at, _)| at);
        let end = ends.find(|&at| !text[at + 1..].starts_with('%'));
        rest = end.map(|at| &text[at + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

fn number(deed: &PlayedMove, new: bool) -> String {
    let dots = if new || deed.side == Side::FIRST { "." } else { "..." };
    format!("{}{dots}", deed.round)
}
