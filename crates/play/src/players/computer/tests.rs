//! Levels, memory and failures of computer players.

use super::*;
use crate::fault::Fault;
use crate::games::GAMES;
use crate::rules::variant::Opening;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

fn ask(computer: &mut Computer, ticket: u64, position: Box<dyn Position>, pace: u64) -> Receiver<(u64, Reply)> {
    let (sender, answers) = channel();
    let answer = move |ticket, reply| {
        let _ = sender.send((ticket, reply));
    };
    let pace = Duration::from_millis(pace);
    computer.ask(Question { ticket, position, clock: None, clocks: None, pace }, Box::new(answer));
    answers
}

fn moved(answers: &Receiver<(u64, Reply)>) -> Option<(u64, Move)> {
    answers.iter().find_map(|(ticket, reply)| match reply {
        Reply::Move(mv) => Some((ticket, mv)),
        _ => None,
    })
}

#[test]
fn moves_are_legal_and_the_same_for_the_same_seed() {
    for game in GAMES {
        let mut computers = [2, 2].map(|level| Computer::new(level, 7, Resources::default(), Registry::default()));
        let mut position = game.begin(Opening::Start).expect("the start");
        for ply in 0..16 {
            let answers = computers
                .each_mut()
                .map(|computer| moved(&ask(computer, ply, position.fork(), 0)).expect("a move"));
            assert_eq!(answers[0], answers[1], "{} at {ply}", game.spec().id);
            position.play(answers[0].1).unwrap_or_else(|error| panic!("{} at {ply}: {error}", game.spec().id));
        }
    }
}

#[test]
fn a_level_plays_the_same_moves_whatever_memory_it_is_given() {
    for game in GAMES {
        // The games for two have larger tables than they need at any setting.
        let level = if game.spec().seats.len() > 2 { 6 } else { 4 };
        let of = |megabytes| {
            Computer::new(level, 7, Resources { megabytes, ..Resources::default() }, Registry::default())
        };
        let mut computers = [of(1), of(64), of(16)];
        let mut position = game.begin(Opening::Start).expect("the start");
        for ply in 0..8 {
            let answers = computers
                .each_mut()
                .map(|computer| moved(&ask(computer, ply, position.fork(), 0)).expect("a move").1);
            assert_eq!(answers, [answers[0]; 3], "{} at {ply}", game.spec().id);
            position.play(answers[0]).unwrap_or_else(|error| panic!("{} at {ply}: {error}", game.spec().id));
        }
    }
}

#[test]
fn it_stops_and_hurries() {
    let position = || GAMES[0].begin(Opening::Start).expect("the start");
    let resources = Resources { think: Duration::from_secs(600), threads: 2, megabytes: 1, ..Resources::default() };
    let mut computer = Computer::new(LEVELS, 1, resources, Registry::default());
    let void = ask(&mut computer, 1, position(), 600_000);
    computer.stop();
    let answers = ask(&mut computer, 2, position(), 600_000);
    computer.hurry();
    assert_eq!(moved(&answers).map(|(ticket, _)| ticket), Some(2));
    assert_eq!(moved(&void), None);
}

#[test]
fn an_only_move_is_not_waited_for() {
    // One Pawn can move, the other is blocked by a Pawn.
    let text = "8/8/8/p6p/7P/P7/8/7n w - - 0 1";
    let position = GAMES.iter().find_map(|game| game.begin(Opening::Fen(text)).ok()).expect("a position");
    let [only] = position.legal()[..] else { panic!("{:?}", position.legal()) };
    let resources = Resources { think: Duration::from_secs(3600), ..Resources::default() };
    let mut computer = Computer::new(LEVELS, 1, resources, Registry::default());
    assert_eq!(moved(&ask(&mut computer, 3, position, 0)), Some((3, only)));
}

#[test]
fn a_panic_is_told_and_the_next_question_answered() {
    let position = || GAMES[0].begin(Opening::Start).expect("the start");
    let fault = Fault::of(Some("search")).point("search");
    let mut computer = Computer::new(2, 1, Resources { fault, ..Resources::default() }, Registry::default());
    for ticket in 1..4 {
        let reply = ask(&mut computer, ticket, position(), 0).iter().last();
        let Some((at, Reply::Failed(why, false))) = reply else { panic!("{reply:?}") };
        assert!(at == ticket && why.to_string().contains("a fault was asked for"), "{why}");
    }
}

#[test]
fn without_memory_a_smaller_table_is_used_and_that_is_told() {
    let position = GAMES[0].begin(Opening::Start).expect("the start");
    let resources = Resources { think: Duration::from_millis(20), megabytes: 1 << 30, ..Resources::default() };
    let mut computer = Computer::new(LEVELS, 1, resources, Registry::default());
    let replies: Vec<Reply> = ask(&mut computer, 1, position, 0).iter().map(|(_, reply)| reply).collect();
    assert!(matches!(&replies[0], Reply::Told(words) if words.contains("not enough memory")), "{replies:?}");
    assert!(matches!(replies.last(), Some(Reply::Move(_))), "{replies:?}");
}

/// The move that the UCI protocol plays at a level after this `position` command.
fn by_protocol(game: &str, level: u8, seed: u64, line: &str) -> String {
    use crate::engine::uci::{Output, Uci};
    let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
    let out: Output = Arc::clone(&heard) as Output;
    let mut uci = Uci::new(out, Registry::default());
    for line in [
        &format!("setoption name UCI_Variant value {game}"),
        &format!("setoption name Level value {level}"),
        &format!("setoption name Seed value {seed}"),
        line,
        "go depth 99",
    ] {
        uci.line(line).expect("it listens");
    }
    let end = Instant::now() + Duration::from_secs(300);
    loop {
        let text = String::from_utf8_lossy(&heard.lock().expect("no panic")).into_owned();
        if let Some((_, rest)) = text.split_once("bestmove ") {
            return rest.split_whitespace().next().expect("a move").to_owned();
        }
        assert!(Instant::now() < end, "{text}");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn the_protocol_plays_as_the_seat_of_a_level_does() {
    // A nearly won position is searched with more nodes and no errors.
    let armies = "9/9/9/9/9/9/9/9/rR8|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/9 r rg - 0 9";
    for game in GAMES {
        let id = game.spec().id;
        let ends = (game.spec().seats.len() > 2).then_some(armies);
        for (level, fen) in [(2, None), (4, None), (1, ends)] {
            let mut computer = Computer::new(level, 7, Resources::default(), Registry::default());
            let opening = fen.map_or(Opening::Start, Opening::Fen);
            let Ok(mut position) = game.begin(opening) else { continue };
            let mut line =
                fen.map_or("position startpos moves".to_owned(), |fen| format!("position fen {fen} moves"));
            for ply in 0..6 {
                if position.outcome().is_some() {
                    break;
                }
                let (_, mv) = moved(&ask(&mut computer, ply, position.fork(), 0)).expect("a move");
                let text = position.machine(mv);
                // A new computer for each move: the protocol has no tables of the previous search either.
                computer = Computer::new(level, 7, Resources::default(), Registry::default());
                assert_eq!(by_protocol(id, level, 7, &line), text, "{id} at level {level}: {line}");
                line = format!("{line} {text}");
                position.play(mv).expect("it is legal");
            }
        }
    }
}

#[test]
fn the_time_for_a_move_is_counted_from_its_place() {
    for game in GAMES {
        let think = |wait: bool| {
            let pool = ThinkingSlots::shared(1, 1);
            let mut computer =
                Computer::new(4, 7, Resources::default(), Registry::default()).sharing(pool.of("one"));
            let place = wait.then(|| pool.enter(None, || true));
            let (sender, answers) = channel();
            let answer = move |ticket, reply| {
                let _ = sender.send((ticket, reply));
            };
            let position = game.begin(Opening::Start).expect("the start");
            let left = Duration::from_secs(1);
            let clock = Some((left, Duration::ZERO));
            let begun = Instant::now();
            computer
                .ask(Question { ticket: 1, position, clock, clocks: None, pace: Duration::ZERO }, Box::new(answer));
            while wait && begun.elapsed() <= left {
                thread::yield_now();
            }
            drop(place);
            let replies: Vec<Reply> = answers.iter().map(|(_, reply)| reply).collect();
            assert_eq!(replies.first(), Some(&Reply::Begins), "{}: its clock runs from here", game.spec().id);
            let depth =
                |reply: &Reply| if let Reply::Thought(thought) = reply { Some(thought.depth) } else { None };
            replies.iter().rev().find_map(depth)
        };
        let (waited, at_once) = (think(true), think(false));
        assert!(waited.is_some() && waited >= at_once.map(|depth| depth.min(2)), "{waited:?} {at_once:?}");
    }
}
