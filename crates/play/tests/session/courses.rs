//! The courses of the games: every right move of every step is accepted, wrong ones are refused with a reason of their own,
//! and each kind of piece and each special move of a game is learnt.

use std::collections::BTreeSet;
use std::sync::Arc;

use heterodox_games::{GAMES, Registry, built_in, shelf};
use heterodox_kernel::mv::{Move, Verb};
use heterodox_kernel::position::Position;
use heterodox_kernel::timeline::Act;
use heterodox_kernel::variant::{Opening, Variant};
use heterodox_kernel::zobrist::mix;
use heterodox_play::record::course::{Course, CourseError, Step, StepFault};
use heterodox_play::record::tree::Id;
use heterodox_play::session::lesson::Lesson;
use proptest::prelude::*;

fn brought(game: &'static dyn Variant) -> Option<Arc<Course>> {
    let course = Course::of(game, &Registry::default())?;
    Some(Arc::new(course.unwrap_or_else(|error| panic!("{error}"))))
}

/// The courses of the built-in games.
fn courses() -> Vec<Arc<Course>> {
    GAMES.iter().filter_map(|&game| brought(game)).collect()
}

/// Those that files of the shelf bring.
fn courses_of_files() -> Vec<Arc<Course>> {
    let files = shelf::all().iter().map(|book| book.game() as &'static dyn Variant);
    files.filter(|game| game.spec().course.is_some()).filter_map(brought).collect()
}

fn mv(step: &Step, id: Id) -> Move {
    match step.tree.node(id).deed.as_ref().map(|deed| deed.act) {
        Some(Act::Move(mv)) => mv,
        _ => panic!("{}: a step has moves only", step.title),
    }
}

/// The lesson at a question of a step.
fn lesson_at(course: &Arc<Course>, number: usize, question: Id) -> Lesson {
    let mut lesson = Lesson::new(Arc::clone(course), number);
    let step = &course.steps[number];
    for id in step.tree.path(question) {
        let before = step.tree.position(step.tree.parent(id).unwrap_or(Id::ROOT));
        if before.turn() == step.learner() {
            assert!(lesson.answer(mv(step, id)).is_right);
        }
    }
    assert_eq!(lesson.position().fen(), step.tree.position(question).fen());
    lesson
}

#[test]
fn games_of_files_have_a_step_for_each_piece() {
    let mut quiet = Vec::new();
    for book in shelf::all().iter().filter(|book| book.game().spec().course.is_none()) {
        let game = book.game();
        let course = Course::of(game, &Registry::default()).expect("a course").expect("it is made");
        let spec = game.spec();
        let titles: BTreeSet<&str> = course.steps.iter().map(|step| step.title.as_str()).collect();
        assert_eq!(titles.len(), course.steps.len(), "{}: {titles:?}", book.id);
        // A wall has no step.
        for kind in spec.kinds.iter().filter(|kind| !kind.moves.is_empty()) {
            let letters = kind.letters().to_string();
            let step = course.steps.iter().find(|step| step.kind == letters);
            let step = step.unwrap_or_else(|| panic!("{}: no step for the {}", book.id, kind.name));
            if !step.title.contains(" takes ") {
                quiet.push(format!("{} {letters}", book.id));
            }
            assert!(step.task.contains(kind.name) && step.hint.contains(kind.words.trim_end_matches('.')));
        }
        let course = Arc::new(course);
        for number in 0..course.steps.len() {
            let step = &course.steps[number];
            let right = step.answers(Id::ROOT);
            assert!(
                !right.is_empty() && right.len() < step.start().legal().len() + 1,
                "{}: {}",
                book.id,
                step.title
            );
            for mv in step.start().legal() {
                let mut lesson = Lesson::new(Arc::clone(&course), number);
                let is_right = right.iter().any(|answer| self::mv(step, answer.id) == mv);
                assert_eq!(lesson.answer(mv).is_right, is_right, "{}: {}", book.id, step.title);
            }
        }
    }
    let known = ["amazons Q", "atomic K", "isolation P", "snailtrail P"];
    assert_eq!(quiet, known, "what takes nothing, or would explode with it, only goes somewhere");
}

#[test]
fn every_game_has_a_course_of_a_good_length() {
    for game in GAMES {
        let course =
            Course::of(*game, &Registry::default()).expect("a course").unwrap_or_else(|error| panic!("{error}"));
        assert!((8..=15).contains(&course.steps.len()), "{}: {}", game.spec().id, course.steps.len());
        let headings: Vec<&str> = game.spec().rules.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        for step in &course.steps {
            let page = step.page.as_deref().unwrap_or_default();
            assert!(headings.contains(&page), "{}: the rules have no page \"{page}\"", step.title);
            assert!(step.task.len() < 260 && step.hint.len() < 160, "{}: it is too long", step.title);
            assert!(!step.start().position_is_over(), "{}", step.title);
        }
    }
}

/// Is the game over in this position?
trait Over {
    fn position_is_over(&self) -> bool;
}

impl Over for dyn Position + '_ {
    fn position_is_over(&self) -> bool {
        self.outcome().is_some()
    }
}

#[test]
fn right_moves_are_accepted_and_wrong_ones_are_refused_with_their_own_reason() {
    assert!(!courses_of_files().is_empty());
    for course in courses().into_iter().chain(courses_of_files()) {
        for (number, step) in course.steps.iter().enumerate() {
            let name = format!("{}, {}", course.game.spec().id, step.title);
            let mut solved = 0;
            for question in step.questions() {
                let answers = step.answers(question);
                let mut reasons = BTreeSet::from([step.otherwise.as_str()]);
                for answer in &answers {
                    let mut lesson = lesson_at(&course, number, question);
                    let before = lesson.position().fen();
                    let verdict = lesson.answer(mv(step, answer.id));
                    assert_eq!(
                        (verdict.is_right, verdict.words.as_str()),
                        (answer.is_right, answer.words),
                        "{name}"
                    );
                    if answer.is_right {
                        solved += usize::from(lesson.is_solved());
                        continue;
                    }
                    assert!(reasons.insert(answer.words), "{name}: {} has the words of another one", answer.shown);
                    assert!(lesson.position().fen() == before && !lesson.is_solved(), "{name}");
                }
                assert!(reasons.len() > 3, "{name}: {} wrong moves, expected three", reasons.len() - 1);
                // A move that the step does not know has an answer too, and two of them bring a hint.
                let mut lesson = lesson_at(&course, number, question);
                let known: Vec<Move> = answers.iter().map(|answer| mv(step, answer.id)).collect();
                if let Some(&other) = lesson.position().legal().iter().find(|mv| !known.contains(mv)) {
                    let first = lesson.answer(other);
                    assert_eq!((first.is_right, first.hint, first.words), (false, None, step.otherwise.clone()));
                    assert!(lesson.answer(other).hint.is_some_and(|hint| !hint.is_empty()), "{name}");
                    assert!(!lesson.hint().marks.is_empty(), "{name}: the next hint is the move");
                }
            }
            assert!(solved > 0, "{name}: nothing solves it");
        }
    }
}

/// The right moves of a course, with the positions in which they are made.
fn right_moves(course: &Course) -> Vec<(Box<dyn Position>, Move)> {
    let mut found = Vec::new();
    for step in &course.steps {
        for question in step.questions() {
            let right = step.answers(question).into_iter().filter(|answer| answer.is_right);
            found.extend(right.map(|answer| (step.tree.position(question), mv(step, answer.id))));
        }
    }
    found
}

/// The types of move that occur in a game: in random games from its openings, and in its lessons.
fn verbs(game: &'static dyn Variant, course: &Course) -> BTreeSet<Verb> {
    let mut verbs = BTreeSet::new();
    let mut state = 7;
    let openings =
        game.spec().setups.iter().map(|setup| game.begin(Opening::Named(setup.name)).expect("an opening"));
    let lessons = course.steps.iter().map(|step| step.start().fork());
    for mut position in openings.chain(lessons) {
        for _ in 0..60 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            verbs.extend(legal.iter().map(|mv| mv.verb));
            state = mix(state);
            position.play(legal[state as usize % legal.len()]).expect("it is legal");
        }
    }
    // Nobody chooses to pass.
    verbs.remove(&Verb::Pass);
    verbs
}

#[test]
fn each_kind_of_piece_and_each_special_move_is_learnt() {
    for course in courses() {
        let spec = course.game.spec();
        let moves = right_moves(&course);
        for kind in spec.all_kinds() {
            let is_moved = moves.iter().any(|(_, mv)| mv.kind == kind && !mv.is_drop());
            // What never moves must come into being.
            let becomes =
                spec.of(kind).moves.is_empty() && moves.iter().any(|(_, mv)| mv.promotion() == Some(kind));
            assert!(is_moved || becomes, "{}: no right move moves the {}", spec.id, spec.of(kind).name);
        }
        for verb in verbs(course.game, &course) {
            assert!(moves.iter().any(|(_, mv)| mv.verb == verb), "{}: no right move is {verb:?}", spec.id);
        }
        assert!(moves.iter().any(|(_, mv)| mv.promotion().is_some()), "{}: nothing promotes", spec.id);
    }
}

/// A step of Black Holes, with these parts of it replaced.
fn course(changes: &[(&str, &str)]) -> Result<Course, CourseError> {
    let mut text = "[Event \"Drop\"]\n[Variant \"Black Holes\"]\n[SetUp \"1\"]\n\
                    [FEN \"4k/5/5/5/5/5/3PP/R3K w - - 0 1\"]\n[Kind \"drop\"]\n[Hint \"Drop.\"]\n[Else \"No.\"]\n\n\
                    {Drop a Hole.} 1. H@b1 {Yes.} (1. H@c1! {Too.}) (1. Ra7? {Far.}) 1... Kd8 {Again.} 2. H@c1 {Yes.} *\n"
        .to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    Course::read(built_in("blackholes").expect("a game"), &Registry::default(), "course.pgn", &text)
}

#[test]
fn faults_of_a_course_are_told_with_their_place() {
    assert_eq!(course(&[]).map(|course| course.steps[0].questions().len()), Ok(2));
    for (changes, told) in [
        (&[("[Hint \"Drop.\"]\n", "")][..], "course.pgn: game 1, line 1: the tag Hint is missing"),
        (&[("[Kind \"drop\"]\n", "")], "the tag Kind is missing"),
        (&[("[Event \"Drop\"]\n", "")], "the tag Event is missing"),
        (&[("{Drop a Hole.} ", "")], "there is no comment before the first move"),
        (&[("H@c1! {Too.}", "H@c1 {Too.}")], "the move H@c1 is a variation: expected ! after it"),
        (&[("{Far.}", "")], "the move Ra7 has no comment"),
        (&[("{Far.}", "{No.}")], "the move Ra7 has the words of another one"),
        (&[("1. H@b1 ", "1. H@b1? ")], "is in the main line and is marked as wrong"),
        (&[("1... Kd8 {Again.} 2. H@c1 {Yes.}", "1... Kd8 {Again.}")], "the line ends with the reply Kd8"),
        (&[("{Again.}", "")], "the reply Kd8 has no comment"),
        (&[("{Again.}", "{Again.} (1... Ke7)")], "there is a variation to the reply Kd8"),
        (&[("Ra7?", "Rb9?")], "course.pgn: game 1, line 9, move 1 of White: \"Rb9\""),
        (&[("4k/5", "4k/6")], "course.pgn: game 1, line 4: "),
        (&[("Black Holes", "Holywar")], "FEN"),
    ] {
        let error = course(changes).expect_err(told).to_string();
        assert!(error.contains(told), "{error}: expected {told}");
    }
    let read =
        |text: &str| Course::read(built_in("sanctuary").expect("a game"), &Registry::default(), "a.pgn", text);
    assert!(matches!(read(""), Err(CourseError::Empty { .. })));
    let other = read("[Event \"x\"]\n[Variant \"Black Holes\"]\n\n{x} 1. e3 {x} *\n");
    assert!(matches!(other, Err(CourseError::Step { fault: StepFault::Game { .. }, .. })), "{other:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn a_damaged_course_is_refused_or_works(at in any::<prop::sample::Index>(), length in 0..40_usize, put in "[ -~\n]{0,12}") {
        let game = built_in("blackholes").expect("a game");
        let text = game.spec().course.expect("a course");
        let text = &text[..text.match_indices("\n[Event").nth(2).expect("three steps").0];
        let from = at.index(text.len());
        let damaged = format!("{}{put}{}", &text[..from], text.get(from + length..).unwrap_or_default());
        match Course::read(game, &Registry::default(), "a.pgn", &damaged) {
            Ok(course) => {
                let course = Arc::new(course);
                for number in 0..course.steps.len() {
                    let mut lesson = Lesson::new(Arc::clone(&course), number);
                    lesson.hint();
                    for mv in lesson.position().legal() {
                        lesson.answer(mv);
                    }
                    prop_assert!(!lesson.task().is_empty());
                }
            }
            Err(error) => prop_assert!(error.to_string().len() > 20, "{}", error),
        }
    }
}
