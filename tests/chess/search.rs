//! Chess by the search that is compiled for it: it mates, and it beats whoever moves at random.

use std::io::Read;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use heterodox::engine::interface::{EngineOptions, Report, create};
use heterodox::engine::limits::{Limits, Stop};
use heterodox::engine::score::plies_to_end;
use heterodox::engine::uci::{Output, Uci};
use heterodox::rules::zobrist::mix;

use super::{games, position};

#[test]
fn mate_in_two_is_found() {
    for (fen, first) in [
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10", "d5f6"),
        ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 10", "d5d8"),
    ] {
        let game = position(Some(fen));
        let mut engine = create(&games(), "chess", EngineOptions::default()).expect("it was added");
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let mut last: Option<Report> = None;
        let best =
            engine.think(game.as_ref(), &limits, &Stop::default(), &mut |report| last = Some(report.clone()));
        assert_eq!(best.map(|mv| game.machine(mv)).as_deref(), Some(first), "{fen}");
        let score = last.expect("it tells").lines[0].score;
        assert_eq!(plies_to_end(score), Some(3), "{fen}");
    }
}

/// Somebody who asks line by line, and waits for the answer to what takes time.
struct Asked {
    text: &'static [u8],
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Asked {
    fn wait(&self, answer: &str) {
        let end = Instant::now() + Duration::from_secs(300);
        while !String::from_utf8_lossy(&self.heard.lock().expect("no panic")).contains(answer) {
            assert!(Instant::now() < end, "waited for {answer}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Read for Asked {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        // The next question, or the end, would stop a count or a search.
        if self.text.starts_with(b"isready") {
            self.wait("Nodes searched");
        } else if self.text.is_empty() {
            self.wait("bestmove");
        }
        let line = self.text.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1).min(room.len());
        room[..line].copy_from_slice(&self.text[..line]);
        self.text = &self.text[line..];
        Ok(line)
    }
}

#[test]
fn the_protocol_of_engines_speaks_it() {
    let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
    let output: Output = heard.clone();
    // The chess that was added is played, in the place of the one on the shelf, and also without a word about the game.
    assert_eq!(games().usual().source(), None);
    let text = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\n\
                 go perft 2\nisready\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 3\n";
    let asked = Asked { text: text.as_bytes(), heard: Arc::clone(&heard) };
    Uci::new(output, games()).talk(asked).expect("it talks");
    let heard = String::from_utf8(heard.lock().expect("no panic").clone()).expect("text");
    assert!(heard.contains("e1g1: ") && heard.contains("bestmove d8h4"), "{heard}");
}

#[test]
fn whoever_moves_at_random_is_beaten() {
    for number in 0..4 {
        let mut game = position(None);
        let mut engine = create(&games(), "chess", EngineOptions { megabytes: 4, ..EngineOptions::default() })
            .expect("it was added");
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let own = game.spec().sides().nth(number % 2).expect("a seat");
        let mut dice = mix(number as u64);
        while game.outcome().is_none() {
            let mv = if game.turn() == own {
                engine.think(game.as_ref(), &limits, &Stop::default(), &mut |_| ())
            } else {
                let legal = game.legal();
                dice = mix(dice);
                Some(legal[(dice >> 11) as usize % legal.len()])
            };
            game.play(mv.expect("a move")).expect("it is legal");
        }
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.winner(), Some(own), "game {number}: {}\n{}", outcome.cause.words, game.draw());
    }
}
