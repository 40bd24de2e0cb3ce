//! A course from its first to its last step, in a real terminal and by keys; what is solved survives a sudden end.

use crate::support::{Folder, Session, program};
use heterodox::games::{Registry, built_in};
use heterodox::record::course::Course;
use heterodox::record::tree::Id;
use rustix::process::Signal;

const SIZE: (u16, u16) = (120, 40);

/// The first screen, with the lessons of Black Holes opened.
fn learn(home: &Folder) -> Session {
    let session = Session::start(program(home.path()), SIZE);
    session.expect("New game");
    session.send("\x1b[B\x1b[B\x1b[B\x1b[B\r");
    session.expect("Lessons");
    session.send("\x1b[B\r");
    session.expect("Learn Black Holes");
    session
}

#[test]
fn a_course_is_solved_from_its_first_to_its_last_step() {
    let game = built_in("blackholes").expect("a game");
    let course =
        Course::of(game, &Registry::default()).expect("a course").unwrap_or_else(|error| panic!("{error}"));
    let home = Folder::new("course");
    let mut session = learn(&home);
    session.send("\r");
    for (at, step) in course.steps.iter().enumerate() {
        session.expect(&format!("Step {} of {}", at + 1, course.steps.len()));
        // In the middle of the course the program is killed, and the course is taken up again.
        if at == 6 {
            session.signal(Signal::KILL);
            session.ended();
            session = learn(&home);
            session.expect(&format!("{at} of {} solved", course.steps.len()));
            session.send("\r");
            session.expect(&format!("Step {} of {}", at + 1, course.steps.len()));
        }
        let mut question = Id::ROOT;
        loop {
            let answers = step.answers(question);
            let wrong = answers.iter().find(|answer| !answer.is_right).expect("a wrong move");
            session.send(format!("m{}\r", wrong.shown));
            session.expect(&format!("{}:", wrong.shown));
            let right = answers.iter().find(|answer| answer.is_right).expect("a right move");
            session.send(format!("m{}\r", right.shown));
            session.expect(&format!("{}: right.", right.shown));
            match step.replies(right.id).last() {
                Some(&reply) => question = reply,
                None => break,
            }
        }
        session.expect("Solved");
        session.send("\r");
    }
    session.expect(&format!("{0} of {0} solved", course.steps.len()));
    // The first game with advice is chosen now.
    session.send("\r");
    session.expect("Your goal: mate the King.");
    session.send("qqqq");
    session.ended();
}
