//! Reads a course from PGN, and checks that each step is whole.

use super::{Course, CourseError, Step, StepFault, is_bad, is_good, made};
use crate::games::Registry;
use crate::games::file::FileVariant;
use crate::record::game::Game;
use crate::record::pgn::Reader;
use crate::record::tree::Id;
use crate::rules::timeline::Act;
use crate::rules::variant::Variant;

impl Course {
    /// The course that a game brings, or one that is made for the game of a file; `None` if it brings none.
    pub fn of(game: &'static dyn Variant, games: &Registry) -> Option<Result<Course, CourseError>> {
        let file = format!("course of {}", game.spec().title);
        let own = FileVariant::of(game.spec());
        match (game.spec().course, own) {
            (Some(text), None) => Some(Course::read(game, games, &file, text)),
            (Some(text), Some(own)) => {
                let (steps, errors) = lessons(own, &file, text);
                Some(errors.into_iter().next().map_or(Ok(Course { game, steps }), Err))
            }
            (None, own) => own.and_then(|_| made::course(game)).map(Ok),
        }
    }

    /// Reads a course of a game from a text. `file` is its name in errors.
    pub fn read(
        game: &'static dyn Variant,
        games: &Registry,
        file: &str,
        text: &str,
    ) -> Result<Course, CourseError> {
        let (steps, errors) = steps(game, games, file, text);
        errors.into_iter().next().map_or(Ok(Course { game, steps }), Err)
    }

    /// All that is wrong in the lessons of a file. `name` is how messages call it.
    pub fn mistakes(game: &'static FileVariant, name: &str) -> Vec<CourseError> {
        game.spec().course.map(|text| lessons(game, name, text).1).unwrap_or_default()
    }
}

/// The lessons of a file, and what is wrong in them.
fn lessons(game: &'static FileVariant, name: &str, text: &str) -> (Vec<Step>, Vec<CourseError>) {
    // They are of no other game, whatever games are called like that.
    let (steps, errors) = steps(game, &Registry::only(game), name, text);
    (steps, errors.into_iter().map(|error| error.placed(game, name)).collect())
}

/// The steps of a text, and what is wrong in those that are left out.
fn steps(game: &'static dyn Variant, games: &Registry, file: &str, text: &str) -> (Vec<Step>, Vec<CourseError>) {
    let (mut steps, mut errors): (Vec<Step>, Vec<CourseError>) = (Vec::new(), Vec::new());
    for parsed in Reader::new(text.as_bytes()).of(games).named(file).flatten() {
        if let Some(problem) = parsed.problems.into_iter().next() {
            errors.push(CourseError::Pgn(problem));
            continue;
        }
        let before = text.get(..parsed.offset as usize).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let number = parsed.number;
        let failed = |fault| CourseError::Step { file: file.to_owned(), number, line, fault };
        let Some(read) = parsed.game else { continue };
        match step(game, read) {
            Ok(step) if steps.iter().any(|known| known.title == step.title) => {
                errors.push(failed(StepFault::SameTitle { title: step.title }));
            }
            Ok(step) => steps.push(step),
            Err(fault) => errors.push(failed(fault)),
        }
    }
    if steps.is_empty() && errors.is_empty() {
        errors.push(CourseError::Empty { file: file.to_owned() });
    }
    (steps, errors)
}

fn step(game: &'static dyn Variant, read: Game) -> Result<Step, StepFault> {
    if read.tree.start().variant() != game {
        return Err(StepFault::Game { found: read.spec().title, wanted: game.spec().title });
    }
    let tag = |name| read.tags.get(name).filter(|value| !value.is_empty() && *value != "?").map(str::to_owned);
    let wanted = |name, what| tag(name).ok_or(StepFault::Tag { name, what });
    let task = read.tree.node(Id::ROOT).notes.comments.first().cloned().ok_or(StepFault::NoTask)?;
    let step = Step {
        title: wanted("Event", "the title of the step")?,
        kind: wanted("Kind", "what the step is about, like drop")?,
        page: tag("Page"),
        task,
        hint: wanted("Hint", "a hint in one sentence")?,
        otherwise: wanted("Else", "the answer to moves that are not in the step")?,
        tree: read.tree,
    };
    check(&step)?;
    Ok(step)
}

/// Checks every move of a step.
fn check(step: &Step) -> Result<(), StepFault> {
    if step.tree.children(Id::ROOT).is_empty() {
        return Err(StepFault::NoMove);
    }
    for id in step.tree.all() {
        match step.tree.node(id).deed.as_ref().map(|deed| deed.act) {
            Some(Act::Leave(_)) => return Err(StepFault::Leaves),
            None | Some(Act::Move(_)) => {}
        }
    }
    for at in step.questions() {
        let answers = step.answers(at);
        let mut reasons = vec![step.otherwise.as_str()];
        for answer in &answers {
            let nags = &step.tree.node(answer.id).notes.nags;
            let shown = || answer.shown.to_owned();
            if answer.words.is_empty() {
                return Err(StepFault::NoWords { shown: shown() });
            }
            let is_main = step.tree.children(at).first() == Some(&answer.id);
            if is_main && is_bad(nags) {
                return Err(StepFault::WrongMain { shown: shown() });
            }
            if !is_main && is_good(nags) == is_bad(nags) {
                return Err(StepFault::Unmarked { shown: shown() });
            }
            if !answer.is_right {
                if reasons.contains(&answer.words) {
                    return Err(StepFault::SameWords { shown: shown() });
                }
                reasons.push(answer.words);
                continue;
            }
            replies(step, answer.id)?;
        }
        // After the last reply there must be something to find.
        if let (true, Some(deed)) = (answers.is_empty(), &step.tree.node(at).deed) {
            return Err(StepFault::EndsWithReply { shown: deed.shown.clone() });
        }
    }
    Ok(())
}

/// Checks the replies after a right move.
fn replies(step: &Step, after: Id) -> Result<(), StepFault> {
    let replies = step.replies(after);
    let shown = |id: Id| step.tree.node(id).deed.as_ref().map(|deed| deed.shown.clone()).unwrap_or_default();
    for &reply in &replies {
        let beside = step.tree.parent(reply).map_or(0, |parent| step.tree.children(parent).len());
        if beside > 1 {
            return Err(StepFault::Replies { shown: shown(reply) });
        }
    }
    if let Some(&last) = replies.last()
        && step.tree.node(last).notes.comments.is_empty()
    {
        return Err(StepFault::NoNextTask { shown: shown(last) });
    }
    // The line must not end while another side is to move after some replies.
    let end = replies.last().copied().unwrap_or(after);
    let over = step.tree.children(end).is_empty();
    if over && !replies.is_empty() {
        return Err(StepFault::EndsWithReply { shown: shown(end) });
    }
    Ok(())
}
