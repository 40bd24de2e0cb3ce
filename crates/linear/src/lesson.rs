//! Lessons in plain lines: the task, the pieces, and the answer to each move that is typed.

use std::io::Write;
use std::sync::Arc;

use super::Lines;
use super::board::{board, pieces, reserves};
use super::line_output::Say;
use super::unanswered::Unanswered;
use crate::client::learning;
use crate::client::typed_move::Texts;
use crate::record::course::Course;
use crate::rules::mv::Move;
use crate::rules::variant::Variant;
use crate::session::lesson::Lesson;
use crate::session::lesson::progress::CourseProgress;

/// The commands of a lesson.
const HELP: &[&str] = &[
    "Type the move that the task asks for: its notation, its squares, or the name of a piece and a square.",
    "task: the task and the pieces again. board PART: the board by ranks. hint: a hint, then the move.",
    "next, back: another step. steps: all steps. step NUMBER: this one. list: leave for the list of games. quit: leave.",
];

impl<W: Write> Lines<W> {
    /// Begins the lessons of a game: at this step, or where they were left.
    pub(super) fn learn(&mut self, game: &'static dyn Variant, step: Option<&str>) {
        let course = match learning::course(game, &self.client) {
            Ok(course) => course,
            Err(why) => return self.out.say(&why.to_string()),
        };
        let progress = learning::progress(game.spec().id, &self.client);
        let next = progress.next(&course).unwrap_or(0);
        let number = step.and_then(|step| step.parse::<usize>().ok()).and_then(|step| step.checked_sub(1));
        self.out.say(&format!("Lessons of {}. Type help for the commands.", game.spec().title));
        self.open(&course, number.unwrap_or(next));
    }

    /// Opens a step and says its task.
    fn open(&mut self, course: &Arc<Course>, number: usize) {
        let lesson = Lesson::new(Arc::clone(course), number);
        self.lesson = Some(lesson);
        self.task();
    }

    /// Says the task, and what stands on the board.
    fn task(&mut self) {
        let Some(lesson) = &self.lesson else { return };
        let (number, all) = (lesson.number() + 1, lesson.course().steps.len());
        self.out.say(&format!("Step {number} of {all}: {}.", lesson.step().title));
        let position = lesson.position();
        self.out.say_all(pieces(position, ""));
        for line in reserves(position) {
            self.out.say(&line);
        }
        let turn = position.spec().seat(position.turn()).name;
        self.out.say(&format!("{turn} to move. {}", lesson.task()));
    }

    /// Handles a line of a lesson; true if the user leaves the program.
    pub(super) fn lesson_line(&mut self, line: &str) -> bool {
        let Some(lesson) = &mut self.lesson else { return false };
        let course = Arc::clone(lesson.course());
        let (number, last) = (lesson.number(), course.steps.len() - 1);
        let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match first.to_lowercase().as_str() {
            "quit" | "q" | "exit" => return true,
            "list" | "new" | "leave" => {
                self.lesson = None;
                self.greet();
            }
            "help" | "h" | "?" => HELP.iter().for_each(|line| self.out.say(line)),
            "" if lesson.is_solved() && number < last => self.open(&course, number + 1),
            "" | "task" | "t" => self.task(),
            "board" | "b" => {
                let lines = board(lesson.position(), rest);
                self.out.say_all(lines);
            }
            "hint" => {
                let words = lesson.hint().words;
                self.out.say(&format!("Hint: {words}"));
            }
            "next" | "n" if number < last => self.open(&course, number + 1),
            "next" | "n" => self.out.say("This is the last step."),
            "back" if number > 0 => self.open(&course, number - 1),
            "back" => self.out.say("This is the first step."),
            "steps" => {
                let progress = learning::progress(course.game.spec().id, &self.client);
                for (at, step) in course.steps.iter().enumerate() {
                    let solved = if progress.is_solved(&course, at) { ", solved" } else { "" };
                    self.out.say(&format!("{}. {}{solved}.", at + 1, step.title));
                }
            }
            "step" => match rest.trim().parse::<usize>().ok().filter(|at| (1..=last + 1).contains(at)) {
                Some(at) => self.open(&course, at - 1),
                None => self.out.say(&Unanswered::Page { typed: rest.to_owned(), last: last + 1 }.to_string()),
            },
            _ if lesson.is_solved() => self.out.say("This step is solved: type next."),
            _ => self.attempt(line),
        }
        false
    }

    /// Answers a move that was typed.
    fn attempt(&mut self, line: &str) {
        let Some(lesson) = &mut self.lesson else { return };
        let position = lesson.position();
        let texts = Texts::of(position);
        let read = texts.hear(position, line);
        match read {
            Ok(mv) => self.answer(mv),
            Err(why) => self.out.say(&why.to_string()),
        }
    }

    fn answer(&mut self, mv: Move) {
        let Some(lesson) = &mut self.lesson else { return };
        let verdict = lesson.answer(mv);
        let kind = if verdict.is_right { " right." } else { "" };
        self.out.say(&format!("{}:{kind} {}", verdict.shown, verdict.words));
        if let Some(hint) = &verdict.hint {
            self.out.say(&format!("Hint: {hint}"));
        }
        if !verdict.is_right {
            return;
        }
        if !lesson.is_solved() {
            return self.task();
        }
        let title = lesson.step().title.clone();
        let (game, number) = (lesson.course().game.spec().id, lesson.number() + 1);
        let more = CourseProgress { solved: [title.clone()].into(), at: Some(title) };
        let is_last = number == lesson.course().steps.len();
        if let Err(why) = learning::keep(game, &more, &mut self.client) {
            self.out.say(&why.to_string());
        }
        self.out.say(if is_last { "Solved. This was the last step: type list." } else { "Solved. Type next." });
    }
}
