//! What is wrong in the text of a course, with its place.

use thiserror::Error;

use crate::games::file::FileVariant;
use crate::record::pgn::Problem;

/// Why a course cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CourseError {
    /// A game of it is not PGN, or a move in it is not legal.
    #[error("{0}")]
    Pgn(Problem),
    /// There is no step in it.
    #[error("{file}: there is no step in it: expected a game with the tags Event, FEN, Kind, Hint and Else")]
    Empty {
        /// The name of the file.
        file: String,
    },
    /// A step lacks something, or contradicts itself.
    #[error("{file}: game {number}, line {line}: {fault}")]
    Step {
        /// The name of the file.
        file: String,
        /// The number of the game in the file, from 1.
        number: usize,
        /// The line where the game begins, from 1.
        line: usize,
        /// What is wrong with it.
        fault: StepFault,
    },
    /// A lesson of a file is wrong.
    #[error("{file}:{line}: lesson {number}: {fault}")]
    Lesson {
        /// The name of the file.
        file: String,
        /// The line in the file, from 1.
        line: usize,
        /// The number of the lesson, from 1.
        number: usize,
        /// What is wrong with it.
        fault: LessonFault,
    },
}

impl CourseError {
    /// The same error at its place in the file of the game.
    pub(super) fn placed(self, game: &FileVariant, name: &str) -> CourseError {
        let file = name.to_owned();
        match self {
            CourseError::Pgn(Problem { game: number, line, at, words, .. }) => {
                let fault = LessonFault::Pgn { at, words };
                CourseError::Lesson { file, line: game.line_of_lesson(line), number, fault }
            }
            CourseError::Step { number, line, fault, .. } => {
                CourseError::Lesson { file, line: game.line_of_lesson(line), number, fault: fault.into() }
            }
            other => other,
        }
    }
}

/// What is wrong with a lesson of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LessonFault {
    /// It is not PGN, or a move in it is not legal.
    #[error("{}{words}", .at.as_ref().map(|at| format!("move {at}: ")).unwrap_or_default())]
    Pgn {
        /// The move.
        at: Option<String>,
        /// What is wrong with it.
        words: String,
    },
    /// It lacks something, or contradicts itself.
    #[error(transparent)]
    Step(#[from] StepFault),
}

/// What is wrong with a step.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StepFault {
    /// It is a game of another variant.
    #[error("it is a game of {found}: expected {wanted}")]
    Game {
        /// The variant found.
        found: &'static str,
        /// The game of the course.
        wanted: &'static str,
    },
    /// A tag is missing.
    #[error("the tag {name} is missing: expected {what}")]
    Tag {
        /// The tag.
        name: &'static str,
        /// What should be in it.
        what: &'static str,
    },
    /// It has no opening comment.
    #[error("there is no comment before the first move: expected the task in one sentence")]
    NoTask,
    /// It has no moves.
    #[error("there is no move: expected the right one")]
    NoMove,
    /// A move has no words.
    #[error("the move {shown} has no comment: expected why it is right or wrong")]
    NoWords {
        /// The move.
        shown: String,
    },
    /// A variation is neither right nor wrong, or both.
    #[error("the move {shown} is a variation: expected ! after it if it is right, or ? if it is wrong")]
    Unmarked {
        /// The move.
        shown: String,
    },
    /// The main line begins with a wrong move.
    #[error("the move {shown} is in the main line and is marked as wrong: expected a right move")]
    WrongMain {
        /// The move.
        shown: String,
    },
    /// Two wrong moves have the same words, or those of the tag Else.
    #[error("the move {shown} has the words of another one: expected a reason of its own")]
    SameWords {
        /// The move.
        shown: String,
    },
    /// The others have two replies.
    #[error("there is a variation to the reply {shown}: expected one reply to each right move")]
    Replies {
        /// The first reply.
        shown: String,
    },
    /// The line ends with a reply.
    #[error("the line ends with the reply {shown}: expected a move of the side that learns")]
    EndsWithReply {
        /// The last reply.
        shown: String,
    },
    /// The last reply has no words.
    #[error("the reply {shown} has no comment: expected what to do next")]
    NoNextTask {
        /// The reply.
        shown: String,
    },
    /// An army leaves the game.
    #[error("an army leaves the game: expected moves only")]
    Leaves,
    /// Another step has the same title.
    #[error("another step is called \"{title}\" too: expected a title of its own")]
    SameTitle {
        /// The title.
        title: String,
    },
}
