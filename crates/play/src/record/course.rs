//! Courses: the lessons of a game, read from the PGN text that the game brings (`Spec::course`).
//!
//! Each game of the text is a step. Its opening comment is the task in one sentence, and these tags say the rest:
//!
//! ```text
//! [Event "Castling"]             the title of the step
//! [Variant "Chess"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1"]
//! [Kind "castling"]              what it is about, for scripts
//! [Page "Castling"]              the heading of the rules that it belongs to
//! [Hint "Two squares."]          shown after two wrong moves
//! [Else "That is not it."]       the answer to every move that is not in the text
//!
//! {Bring the King to safety.} 1. O-O {Why it is right.}
//! (1. g4! {Right too.}) (1. Kf1? {Why it is wrong.}) (1. Rg1? {Why that is wrong.}) *
//! ```
//!
//! The main line and the variations that begin with `!` are right, those that begin with `?` are wrong. A right move may go on
//! with the replies of the others and a further move; the comment after the last reply is the next task.

mod error;
mod made;
mod read;

use std::fmt;

use super::tree::{Id, Tree};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::Variant;
pub use error::{CourseError, StepFault};

/// The lessons of a game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The game.
    pub game: &'static dyn Variant,
    /// The steps, in order; at least one.
    pub steps: Vec<Step>,
}

/// A step of a course: a position and what to do in it.
#[derive(Clone)]
pub struct Step {
    /// The title.
    pub title: String,
    /// What it is about, in a word or two, for scripts.
    pub kind: String,
    /// The heading of the rules that it belongs to.
    pub page: Option<String>,
    /// What to do, in one sentence.
    pub task: String,
    /// The hint in words.
    pub hint: String,
    /// The answer to every move that the course does not know.
    pub otherwise: String,
    /// The position, the right and wrong moves, and the replies.
    pub tree: Tree,
}

/// A move that a step knows.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Its node.
    pub id: Id,
    /// The move in display form.
    pub shown: &'a str,
    /// Is it right?
    pub is_right: bool,
    /// Why.
    pub words: &'a str,
}

impl Course {
    /// The first step of a page of the rules, by its heading.
    pub fn step_of(&self, heading: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.page.as_deref() == Some(heading))
    }
}

impl Step {
    /// The position in which it begins.
    pub fn start(&self) -> &dyn Position {
        self.tree.start()
    }

    /// The side that is to find the moves.
    pub fn learner(&self) -> Side {
        self.start().turn()
    }

    /// The moves that are known at a node where the learner is to move: the right ones first.
    pub fn answers(&self, at: Id) -> Vec<Answer<'_>> {
        let answer = |(rank, &id): (usize, &Id)| {
            let node = self.tree.node(id);
            let shown = node.deed.as_ref().map_or("", |deed| &deed.shown);
            let words = node.notes.comments.first().map_or("", String::as_str);
            Answer { id, shown, is_right: rank == 0 || is_good(&node.notes.nags), words }
        };
        let mut answers: Vec<Answer<'_>> = self.tree.children(at).iter().enumerate().map(answer).collect();
        answers.sort_by_key(|answer| !answer.is_right);
        answers
    }

    /// The nodes in which the learner has to find a move, each before those that follow from it.
    pub fn questions(&self) -> Vec<Id> {
        let mut questions = vec![Id::ROOT];
        let mut at = 0;
        while let Some(&id) = questions.get(at) {
            let right = self.answers(id).into_iter().filter(|answer| answer.is_right);
            questions.extend(right.filter_map(|answer| self.replies(answer.id).last().copied()));
            at += 1;
        }
        questions
    }

    /// The replies of the others after a right move; empty if that solves the step.
    pub fn replies(&self, after: Id) -> Vec<Id> {
        let is_reply = |&id: &Id| {
            let parent = self.tree.parent(id).unwrap_or(Id::ROOT);
            self.tree.position(parent).turn() != self.learner()
        };
        self.tree.line(after).skip(1).take_while(is_reply).collect()
    }

    /// What to do at a node: the task of the step, or what the last reply says.
    pub fn task_at(&self, at: Id) -> &str {
        let comment = self.tree.node(at).notes.comments.first();
        comment.filter(|_| at != Id::ROOT).unwrap_or(&self.task)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Step").field("title", &self.title).field("tree", &self.tree).finish_non_exhaustive()
    }
}

/// Is the move marked with `!` or `!!`?
fn is_good(nags: &[u8]) -> bool {
    nags.iter().any(|nag| [1, 3].contains(nag))
}

/// Is it marked with `?` or `??`?
fn is_bad(nags: &[u8]) -> bool {
    nags.iter().any(|nag| [2, 4].contains(nag))
}
