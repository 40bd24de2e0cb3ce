//! Lessons that a file brings: they are read as those of the built-in games, and mistakes in them have the line of the file.

use std::sync::Arc;

use heterodox_games::file::FileVariant;
use heterodox_games::{Registry, shelf};
use heterodox_kernel::timeline::Act;
use heterodox_kernel::variant::Variant as _;
use heterodox_play::record::course::Course;
use heterodox_play::record::tree::Id;
use heterodox_play::session::lesson::Lesson;

/// Chess without its lessons and with this instead.
fn mine(id: &str, lessons: &str) -> &'static FileVariant {
    let chess = shelf::named("chess").expect("it is on the shelf").text;
    let head = &chess[..chess.find("[[lesson]]").expect("it has lessons")];
    let text = head.replacen("\"chess\"", &format!("\"{id}\""), 1) + lessons;
    FileVariant::kept(&text, "mine.toml").unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

/// A lesson in which the Rook has to take a Pawn, with these moves.
fn lesson(title: &str, moves: &str) -> String {
    format!(
        "[[lesson]]\ntitle = \"{title}\"\ntask = \"Take it.\"\nhint = \"Up.\"\nelse = \"No.\"\n\
         fen = \"4k3/8/8/p7/8/8/8/R3K3 w - - 0 1\"\nmoves = {moves}\n"
    )
}

fn told(game: &'static FileVariant) -> Vec<String> {
    Course::mistakes(game, "mine.toml").iter().map(ToString::to_string).collect()
}

#[test]
fn lessons_of_a_file_stand_in_the_place_of_those_that_are_made() {
    let chess = shelf::named("chess").expect("it is on the shelf").game();
    let course = Course::of(chess, &Registry::default()).expect("a course").expect("it is read");
    let titles: Vec<&str> = course.steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(titles, ["The fork", "Castling", "In passing", "Promotion", "Mate"]);
    let own = mine("ownlessons", &lesson("Take", "\"1. Rxa5 {Good.} (1. Ra4? {Near.}) *\""));
    assert_eq!(told(own), Vec::<String>::new());
    let course = Arc::new(Course::of(own, &Registry::default()).expect("a course").expect("it is read"));
    assert_eq!(course.steps.len(), 1);
    let step = &course.steps[0];
    assert_eq!((step.task.as_str(), step.kind.as_str(), step.page.as_deref()), ("Take it.", "lesson", None));
    let mut lesson = Lesson::new(Arc::clone(&course), 0);
    for answer in step.answers(Id::ROOT).iter().rev() {
        let Some(Act::Move(mv)) = step.tree.node(answer.id).deed.as_ref().map(|deed| deed.act) else {
            panic!("a move")
        };
        assert_eq!(lesson.answer(mv).words, answer.words);
    }
    assert!(lesson.is_solved());
}

#[test]
fn a_game_that_is_like_another_does_not_take_its_lessons() {
    let text =
        "format = 1\nid = \"likechess\"\ntitle = \"Like\"\nlike = \"chess\"\n[piece]\nN = { move = \"NN\" }\n";
    let game = FileVariant::kept(text, "mine.toml").expect("a game");
    assert_eq!(game.spec().course, None);
}

#[test]
fn all_mistakes_in_lessons_have_their_line() {
    let first = shelf::named("chess").expect("it is on the shelf").text;
    let head = first[..first.find("[[lesson]]").expect("it has lessons")].lines().count();
    let lessons = [
        lesson("One", "\"1. Rxa5 {Good.} *\""),
        lesson("Two", "\"\"\"\n1. Rxa5 {Good.}\n(1. Ra9? {Bad.})\n*\"\"\""),
        lesson("Three", "'''\n1. Rxa5 *'''"),
        lesson("One", "\"1. Rxa5 {Good.} *\""),
        lesson("Five", "\"1. Rxa5 {Good.} (1. Ra4 {Perhaps.}) *\""),
    ];
    let lines: Vec<usize> = lessons
        .iter()
        .scan(head, |line, text| {
            let begins = *line + 1;
            *line += text.lines().count();
            Some(begins)
        })
        .collect();
    let told = told(mine("wronglessons", &lessons.concat()));
    assert_eq!(told.len(), 4, "{told:?}");
    let wrong_move = format!("mine.toml:{}: lesson 2: move ", lines[1] + 8);
    assert!(told[0].starts_with(&wrong_move), "{} {wrong_move}", told[0]);
    let expected = [
        (2, 3, "the move Rxa5 has no comment: expected why it is right or wrong"),
        (3, 4, "another step is called \"One\" too: expected a title of its own"),
        (4, 5, "the move Ra4 is a variation: expected ! after it if it is right, or ? if it is wrong"),
    ];
    for (at, number, words) in expected {
        assert_eq!(told[at - 1], format!("mine.toml:{}: lesson {number}: {words}", lines[at] + 1));
    }
}
