//! A search on a thread of its own, while commands are answered.

use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::go::Go;
use super::output::{self, Output};
use super::ranks::Ranks;
use crate::engine::{Engine, Line, Report};
use crate::limits::{Limits, Stop};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::score::{Score, plies_to_end};
use crate::task::{self, Outcome};

/// The stop signal, also for a search that has finished and waits to report its move.
#[derive(Default)]
struct Signal {
    stop: Stop,
    said: Mutex<bool>,
    heard: Condvar,
    silent: AtomicBool,
}

impl Signal {
    fn say(&self) {
        self.stop.request();
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.heard.notify_all();
    }

    fn wait(&self) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        while !*said {
            said = self.heard.wait(said).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What is searched, and how its moves are told.
pub(super) struct Asked {
    pub(super) position: Box<dyn Position>,
    pub(super) ranks: Ranks,
    pub(super) limits: Limits,
    pub(super) go: Go,
}

/// A running search.
pub(super) struct Running {
    signal: Arc<Signal>,
    thread: JoinHandle<Outcome<Option<Box<dyn Engine>>>>,
    go: Go,
}

impl Running {
    /// Starts a search. It reports its progress and, at its end, its move. If the search panics, it reports the
    /// error and its best move so far, or any legal move, so that the game can continue.
    pub(super) fn begin(mut engine: Box<dyn Engine>, asked: Asked, out: Output) -> io::Result<Running> {
        let Asked { position, ranks, limits, go } = asked;
        let signal = Arc::new(Signal::default());
        let heard = Arc::clone(&signal);
        let waits = go.waits();
        let work = move || {
            let say = |text: &str| {
                if !heard.silent.load(Ordering::Relaxed) {
                    // A write error is ignored: a closed connection is noticed when the next command is read.
                    let _ = output::say(&out, text);
                }
            };
            let mut found: Option<Line> = None;
            let searched = task::contain(|| {
                engine.think(position.as_ref(), &limits, &heard.stop, &mut |report| {
                    found = report.lines.first().cloned();
                    say(&info(report, position.as_ref(), ranks));
                })
            });
            let found: &[Move] = found.as_ref().map_or(&[], |line| &line.moves);
            let (best, engine) = match searched {
                Ok(best) => (best, Some(engine)),
                Err(why) => {
                    say(&output::info(&format!("the search failed: {why}")));
                    let legal = position.legal();
                    let moves = if limits.moves.is_empty() { &legal } else { &limits.moves };
                    (found.first().or(moves.first()).copied(), None)
                }
            };
            let ponder = found.first().copied().zip(found.get(1).copied());
            if waits {
                heard.wait();
            }
            let text = match best {
                None => "bestmove 0000\n".to_owned(),
                Some(mv) => {
                    let reply = ponder.filter(|&(first, _)| first == mv).and_then(|(first, reply)| {
                        let mut next = position.fork();
                        next.play(first).ok()?;
                        next.legal().contains(&reply).then(|| ranks.told(&next.machine(reply)))
                    });
                    let reply = reply.map(|reply| format!(" ponder {reply}")).unwrap_or_default();
                    format!("bestmove {}{reply}\n", ranks.told(&position.machine(mv)))
                }
            };
            say(&text);
            engine
        };
        Ok(Running { signal, thread: task::spawn("search", work)?, go })
    }

    /// The search to start when the expected move has been played, if this is a ponder search.
    pub(super) fn pondered(&self) -> Option<Go> {
        self.go.ponder.then(|| Go { ponder: false, ..self.go.clone() })
    }

    /// Stops the search, which reports its move. Returns the engine unless it has panicked.
    pub(super) fn stop(self) -> Option<Box<dyn Engine>> {
        self.signal.say();
        self.thread.join().ok()?.ok()?
    }

    /// Stops the search without a report.
    pub(super) fn drop_silently(self) -> Option<Box<dyn Engine>> {
        self.signal.silent.store(true, Ordering::Relaxed);
        self.stop()
    }
}

fn score(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) if score > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", (plies - 1) / 2),
        None => format!("cp {score}"),
    }
}

/// The `info` lines of a progress report. With more than two seats each has its score.
fn info(report: &Report, position: &dyn Position, ranks: Ranks) -> String {
    let millis = report.time.as_millis().max(1);
    let speed = u128::from(report.nodes) * 1000 / millis;
    let mut text = String::new();
    for (number, line) in report.lines.iter().enumerate() {
        let _ = write!(
            text,
            "info depth {} seldepth {} multipv {} score {}",
            report.depth,
            report.seldepth,
            number + 1,
            score(line.score)
        );
        if let Some(seats) = &line.seats {
            let spec = position.spec();
            text.push_str(" seats");
            for side in spec.sides() {
                let _ = write!(text, " {} {}", spec.seat(side).letter, seats[side]);
            }
        }
        let _ = writeln!(
            text,
            " nodes {} nps {speed} hashfull {} time {millis} pv{}",
            report.nodes,
            report.fill,
            moves(line, position, ranks)
        );
    }
    text
}

/// The moves of a line, up to the first illegal one.
fn moves(line: &Line, position: &dyn Position, ranks: Ranks) -> String {
    let mut text = String::new();
    let mut next = position.fork();
    for &mv in &line.moves {
        if !next.legal().contains(&mv) {
            break;
        }
        text.push(' ');
        text.push_str(&ranks.told(&next.machine(mv)));
        if next.play(mv).is_err() {
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::skill::Skills;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    struct Faulty;

    impl Engine for Faulty {
        fn think(&mut self, _: &dyn Position, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Option<Move> {
            panic!("this one is faulty")
        }

        fn forget(&mut self) {}

        fn skills(&self) -> &'static Skills {
            &Skills::UNTUNED
        }
    }

    #[test]
    fn a_search_that_panics_is_told_and_any_move_is_played() {
        let position = GAMES[0].begin(Opening::Start).expect("the start");
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (go, problems) = Go::read(&["depth", "3"], position.as_ref(), Ranks::FromOne);
        assert_eq!(problems, [""; 0]);
        let moves: Vec<String> = position.legal().iter().map(|&mv| position.machine(mv)).collect();
        let out: Output = Arc::clone(&heard) as Output;
        let asked = Asked { position, ranks: Ranks::FromOne, limits: Limits::default(), go };
        let running = Running::begin(Box::new(Faulty), asked, out).expect("a thread");
        assert!(running.stop().is_none(), "the next search gets a new engine");
        let told = String::from_utf8(heard.lock().expect("no panic").clone()).expect("text");
        let best = told.strip_prefix("info string the search failed: this one is faulty\nbestmove ");
        assert!(best.is_some_and(|best| moves.iter().any(|mv| mv == best.trim_end())), "{told}");
    }
}
