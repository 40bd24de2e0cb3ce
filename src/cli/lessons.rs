//! `lessons GAME`: the course of a game as text, or as JSON for scripts.

use std::fmt::Write as _;

use serde::Serialize;

use super::rules::board;
use crate::record::course::{Course, Step};
use crate::record::tree::{Id, Tree};
use crate::rules::diagram::Frame;
use crate::rules::position::Position;
use crate::rules::timeline::Act;
use crate::tui::glyphs::{ASCII, UNICODE};
use crate::tui::outline::Strokes;
use crate::tui::widgets::text::wrap;

/// The columns of the text.
const WIDTH: usize = 79;

/// A course as JSON.
#[derive(Serialize)]
struct CourseJson<'a> {
    game: &'a str,
    title: &'a str,
    steps: Vec<StepJson<'a>>,
}

/// A step.
#[derive(Serialize)]
struct StepJson<'a> {
    number: usize,
    title: &'a str,
    kind: &'a str,
    /// The heading of the rules.
    page: Option<&'a str>,
    hint: &'a str,
    /// The answer to all other moves.
    #[serde(rename = "else")]
    otherwise: &'a str,
    /// The side that learns.
    turn: String,
    #[serde(flatten)]
    first: QuestionJson<'a>,
    /// What follows after right moves and their replies.
    then: Vec<QuestionJson<'a>>,
}

/// A position in which a move is to be found.
#[derive(Serialize)]
struct QuestionJson<'a> {
    /// The moves that lead to it.
    after: Vec<String>,
    position: String,
    words: &'a str,
    right: Vec<MoveJson<'a>>,
    wrong: Vec<MoveJson<'a>>,
}

/// A move with its reason.
#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    machine: String,
    shown: &'a str,
    words: &'a str,
}

/// The machine form of the move at a node.
fn machine(tree: &Tree, id: Id) -> String {
    let before = tree.position(tree.parent(id).unwrap_or(Id::ROOT));
    match tree.node(id).deed.as_ref().map(|deed| deed.act) {
        Some(Act::Move(mv)) => before.machine(mv),
        _ => String::new(),
    }
}

fn question(step: &Step, at: Id) -> QuestionJson<'_> {
    QuestionJson {
        after: step.tree.path(at).into_iter().map(|id| machine(&step.tree, id)).collect(),
        position: step.tree.position(at).fen(),
        words: step.task_at(at),
        right: right_or_wrong(step, at, true),
        wrong: right_or_wrong(step, at, false),
    }
}

fn right_or_wrong(step: &Step, at: Id, is_right: bool) -> Vec<MoveJson<'_>> {
    let answers = step.answers(at).into_iter().filter(|answer| answer.is_right == is_right);
    answers
        .map(|answer| MoveJson {
            machine: machine(&step.tree, answer.id),
            shown: answer.shown,
            words: answer.words,
        })
        .collect()
}

fn step_json(at: usize, step: &Step) -> StepJson<'_> {
    let later = step.questions().into_iter().filter(|&id| id != Id::ROOT);
    StepJson {
        number: at + 1,
        title: &step.title,
        kind: &step.kind,
        page: step.page.as_deref(),
        hint: &step.hint,
        otherwise: &step.otherwise,
        turn: step.start().spec().seat(step.learner()).name.to_lowercase(),
        first: question(step, Id::ROOT),
        then: later.map(|id| question(step, id)).collect(),
    }
}

/// A course as one line of JSON.
pub(super) fn json(course: &Course) -> String {
    let spec = course.game.spec();
    let steps = course.steps.iter().enumerate().map(|(at, step)| step_json(at, step)).collect();
    let course = CourseJson { game: spec.id, title: spec.title, steps };
    serde_json::to_string(&course).expect("words and numbers always make JSON")
}

/// A text below a sign, in lines.
fn put(text: &mut String, sign: &str, words: &str) {
    let indent = sign.chars().count();
    for (row, line) in wrap(words, WIDTH - indent).enumerate() {
        let _ = writeln!(text, "{:indent$}{line}", if row == 0 { sign } else { "" });
    }
}

/// A course as text with its boards drawn in these line characters.
pub(super) fn text(course: &Course, strokes: Strokes) -> String {
    let spec = course.game.spec();
    let mut text = format!("Lessons of {}\n", spec.title);
    for (at, step) in course.steps.iter().enumerate() {
        let _ = write!(text, "\n{}. {}\n\n", at + 1, step.title);
        for (turn, id) in step.questions().into_iter().enumerate() {
            if turn == 0 {
                put(&mut text, "", step.task_at(id));
                text.push('\n');
                drawn(&mut text, step.start(), strokes);
            } else {
                let moves: Vec<&str> = step
                    .tree
                    .path(id)
                    .iter()
                    .filter_map(|&id| Some(step.tree.node(id).deed.as_ref()?.shown.as_str()))
                    .collect();
                put(&mut text, "", &format!("After {}: {}", moves.join(" "), step.task_at(id)));
            }
            for answer in step.answers(id) {
                let sign = if answer.is_right { "  right: " } else { "  wrong: " };
                put(&mut text, sign, &format!("{}: {}", answer.shown, answer.words));
            }
        }
    }
    text
}

fn drawn(text: &mut String, position: &dyn Position, strokes: Strokes) {
    let glyphs = if strokes == Strokes::Box { &UNICODE } else { &ASCII };
    let frame = Frame { position: position.fork(), picks: Vec::new(), pointer: None, words: String::new() };
    for line in board(&frame, strokes, glyphs) {
        text.push_str(&line);
        text.push('\n');
    }
}
