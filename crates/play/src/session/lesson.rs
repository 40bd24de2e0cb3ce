//! A lesson in progress: one step of a course, what was tried, and which hints were given. It is pure; the progress that is
//! kept on disk is in [`progress`].

pub mod progress;

use std::sync::Arc;

use crate::record::course::{Course, Step};
use crate::record::tree::Id;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::Mark;
use crate::rules::position::Position;
use crate::rules::timeline::Act;

/// So many wrong moves bring a hint.
const TRIES_BEFORE_HINT: u32 = 2;

/// The answer to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The move in display form.
    pub shown: String,
    /// Was it right?
    pub is_right: bool,
    /// Why.
    pub words: String,
    /// A hint that comes with a wrong move.
    pub hint: Option<String>,
}

/// What a hint shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The words.
    pub words: String,
    /// The squares of the right move with their marks, if it is shown.
    pub marks: Vec<(Square, Mark)>,
}

/// A step of a course that is being solved.
pub struct Lesson {
    course: Arc<Course>,
    number: usize,
    /// The node of the step where the learner is to move, or was when it was solved.
    at: Id,
    position: Box<dyn Position>,
    /// The wrong moves at this node.
    tries: u32,
    /// The hints given at this node: the words, then the move.
    hints: u32,
    solved: bool,
}

impl Lesson {
    /// A step of a course, from its beginning. There is no step beyond the last.
    pub fn new(course: Arc<Course>, number: usize) -> Lesson {
        let number = number.min(course.steps.len().saturating_sub(1));
        let position = course.steps[number].start().fork();
        Lesson { course, number, at: Id::ROOT, position, tries: 0, hints: 0, solved: false }
    }

    /// The course.
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// The number of the step, from 0.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.course.steps[self.number]
    }

    /// The position that is shown.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// What to do now.
    pub fn task(&self) -> &str {
        self.step().task_at(self.at)
    }

    /// Is the step solved?
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Answers a legal move. A right one is played, with the replies of the others; after a wrong one the position stays.
    pub fn answer(&mut self, mv: Move) -> Verdict {
        let course = Arc::clone(&self.course);
        let step = &course.steps[self.number];
        let shown = self.position.display(mv);
        let deed = |id| step.tree.node(id).deed.as_ref().map(|deed| deed.act);
        let known = step.answers(self.at).into_iter().find(|answer| deed(answer.id) == Some(Act::Move(mv)));
        let Some(right) = known.filter(|answer| answer.is_right) else {
            self.tries += 1;
            let words = known.map_or(step.otherwise.as_str(), |answer| answer.words).to_owned();
            let hint = (self.tries >= TRIES_BEFORE_HINT && self.hints == 0).then(|| self.hint().words);
            return Verdict { shown, is_right: false, words, hint };
        };
        let replies = step.replies(right.id);
        self.solved = replies.is_empty();
        self.at = replies.last().copied().unwrap_or(self.at);
        self.position = step.tree.position(replies.last().copied().unwrap_or(right.id));
        (self.tries, self.hints) = (0, 0);
        Verdict { shown, is_right: true, words: right.words.to_owned(), hint: None }
    }

    /// The next hint: first in words, then the right move.
    pub fn hint(&mut self) -> Hint {
        self.hints += 1;
        let step = self.step();
        let first = step.answers(self.at).into_iter().find(|answer| answer.is_right);
        let mv = first.and_then(|answer| step.tree.node(answer.id).deed.as_ref()).map(|deed| deed.act);
        match mv {
            Some(Act::Move(mv)) if self.hints > 1 || self.at != Id::ROOT => {
                Hint { words: format!("Play {}.", self.position.display(mv)), marks: self.position.marks(mv) }
            }
            _ => Hint { words: step.hint.clone(), marks: Vec::new() },
        }
    }
}
