//! Tests of the assistant: one engine, the newest question of a kind, and priorities.

use super::*;
use crate::fault::{FailPoint, Fault};
use crate::games::GAMES;
use crate::rules::variant::Opening;
use std::sync::mpsc::{Receiver, Sender, channel};

fn start(game: usize) -> Box<dyn Position> {
    GAMES[game].begin(Opening::Start).expect("the start")
}

fn few() -> Resources {
    Resources { think: Duration::from_millis(50), threads: 1, megabytes: 4, ..Resources::default() }
}

fn ear() -> (impl Fn(Reply) + Clone + Send + 'static, Receiver<Reply>) {
    let (sender, replies): (Sender<Reply>, _) = channel();
    let tell = move |reply| {
        let _ = sender.send(reply);
    };
    (tell, replies)
}

#[test]
fn an_analysis_tells_several_lines_until_it_is_not_wanted() {
    let assistant = Assistant::default();
    let (tell, replies) = ear();
    let asked = assistant.analyse(start(0), 3, few(), tell);
    let thought = replies.iter().find_map(|reply| match reply {
        Reply::Thought(thought) if thought.depth >= 2 => Some(thought),
        _ => None,
    });
    let thought = thought.expect("a thought");
    assert!(thought.lines.len() == 3 && thought.lines.iter().all(|line| !line.moves.is_empty()));
    drop(asked);
    assert!(replies.iter().all(|reply| matches!(reply, Reply::Thought(_))), "it ends and plays nothing");
}

#[test]
fn a_hint_goes_first_and_the_analysis_goes_on() {
    let assistant = Assistant::default();
    let ((tell, thoughts), (send_hint, hints)) = (ear(), ear());
    let _analysis = assistant.analyse(start(0), 3, few(), tell);
    assert!(matches!(thoughts.recv(), Ok(Reply::Thought(_))));
    let _hint = assistant.hint(start(0), few(), send_hint);
    assert!(matches!(hints.recv(), Ok(Reply::Move(_))));
    while thoughts.try_recv().is_ok() {}
    assert!(matches!(thoughts.recv(), Ok(Reply::Thought(_))));
    assert_eq!(assistant.most_engines(), 1);
}

#[test]
fn thousands_of_questions_have_one_engine_and_the_last_is_answered() {
    let assistant = Assistant::default();
    let mut asked = Vec::new();
    for number in 0..4000 {
        let (tell, _) = ear();
        asked.push(assistant.analyse(start(number % GAMES.len()), 3, few(), tell.clone()));
        if number % 3 == 0 {
            asked.push(assistant.hint(start(number % GAMES.len()), few(), tell));
        }
        asked.truncate(number % 7);
    }
    drop(asked);
    let (tell, replies) = ear();
    let _last = assistant.hint(start(1), few(), tell);
    assert!(matches!(replies.recv(), Ok(Reply::Move(_))));
    assert_eq!(assistant.most_engines(), 1);
}

#[test]
fn a_panic_is_told_and_the_next_question_answered() {
    let assistant = Assistant::default();
    let asked = Fault::of(Some("hint"));
    for fails in [true, false, true, false] {
        let (tell, replies) = ear();
        let fault = if fails { asked.point("hint") } else { FailPoint::default() };
        let _asked = assistant.hint(start(0), Resources { fault, ..few() }, tell);
        let reply = replies.recv();
        match &reply {
            Ok(Reply::Failed(why, false)) => {
                assert!(fails && why.to_string().contains("a fault was asked for"), "{why}");
            }
            _ => assert!(!fails && matches!(reply, Ok(Reply::Move(_))), "{reply:?}"),
        }
    }
}
