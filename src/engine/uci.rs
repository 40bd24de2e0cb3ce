//! The protocol of chess engines, for our games. Takes any text; what it cannot use it answers with
//! an `info string` line. A search runs on a thread of its own, so that every line is answered at
//! once.

mod go;
mod running;

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::count::divide;
use super::levels;
use super::thinker::{Means, Thinker, hire};
use crate::escape;
use crate::games::{self, GAMES};
use crate::lines::Lines;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use crate::rules::words;
use go::Go;
use running::Running;

/// Where answers go, from whichever thread.
pub type Output = Arc<Mutex<dyn Write + Send>>;

/// A conversation with another program.
pub struct Uci {
    game: &'static dyn Variant,
    position: Box<dyn Position>,
    means: Means,
    lines: usize,
    level: u8,
    seed: u64,
    thinker: Option<Box<dyn Thinker>>,
    running: Option<Running>,
    out: Output,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// It does.
    On,
    /// The other side has said `quit`.
    Over,
}

/// An option with a number.
struct Spin {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
}

const HASH: Spin = Spin { name: "Hash", default: 16, least: 1, most: 16_384 };
const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: 256 };
const LINES: Spin = Spin { name: "MultiPV", default: 1, least: 1, most: 64 };
const LEVEL: Spin = Spin { name: "Level", default: levels::HIGHEST as u64, least: 1, most: levels::HIGHEST as u64 };
const SEED: Spin = Spin { name: "Seed", default: 0, least: 0, most: u64::MAX };
const SPINS: [&Spin; 5] = [&HASH, &THREADS, &LINES, &LEVEL, &SEED];

impl Uci {
    /// A conversation about the first game of the list until another one is named.
    pub fn new(out: Output) -> Uci {
        let game = GAMES[0];
        Uci {
            game,
            position: start(game),
            means: Means::default(),
            lines: LINES.default as usize,
            level: levels::HIGHEST,
            seed: SEED.default,
            thinker: None,
            running: None,
            out,
        }
    }

    /// Talks until `quit` or the end of the input; a search with an end of its own is waited for.
    pub fn talk(&mut self, input: impl Read) -> io::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line()? {
            let line = match line {
                Ok(line) => String::from_utf8_lossy(line),
                Err(long) => {
                    self.say(&format!("info string {long}\n"))?;
                    continue;
                }
            };
            if self.line(&line)? == Talk::Over {
                self.stop();
                return Ok(());
            }
        }
        if let Some(running) = self.running.take() {
            self.thinker = running.wait();
        }
        Ok(())
    }

    /// Answers one line.
    pub fn line(&mut self, line: &str) -> io::Result<Talk> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["quit", ..] => return Ok(Talk::Over),
            ["uci", ..] => return self.say(&identity()).map(|()| Talk::On),
            ["isready", ..] => return self.say("readyok\n").map(|()| Talk::On),
            ["ucinewgame", ..] => {
                self.stop();
                if let Some(thinker) = &mut self.thinker {
                    thinker.forget();
                }
                self.position = start(self.game);
                Ok(())
            }
            ["setoption", ref rest @ ..] => {
                self.stop();
                self.set_option(rest)
            }
            ["position", ref rest @ ..] => self.set_position(rest),
            ["d", ..] => return self.say(&self.describe()).map(|()| Talk::On),
            ["go", "perft", depth, ..] => match depth.parse() {
                Ok(depth) => return self.say(&self.count(depth)).map(|()| Talk::On),
                Err(_) => Err(format!("go perft \"{depth}\": a number of plies was expected")),
            },
            ["go", ref rest @ ..] => self.go(rest),
            ["stop", ..] => {
                self.stop();
                Ok(())
            }
            ["ponderhit", ..] => self.hit(),
            _ => Ok(()),
        };
        if let Err(problem) = answer {
            self.say(&format!("info string {}\n", escape::line(&problem)))?;
        }
        Ok(Talk::On)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Stops a search, which says its move.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.thinker = running.stop();
        }
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let go = match Go::read(words, self.position.as_ref()) {
            Ok(go) => go,
            Err(problem) => {
                // Whoever asked waits for an answer.
                let _ = self.say("bestmove 0000\n");
                return Err(problem);
            }
        };
        self.run(go)
    }

    /// The move that was thought about has been made: from now on the clock counts.
    fn hit(&mut self) -> Result<(), String> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let Some(go) = running.pondered() else {
            self.running = Some(running);
            return Ok(());
        };
        self.thinker = running.drop_silently();
        self.run(go)
    }

    fn run(&mut self, go: Go) -> Result<(), String> {
        let thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => hire(self.game.spec().id, self.means).ok_or("there is nobody who plays this game")?,
        };
        let played = self.position.acts().len();
        let mut limits = go.limits.clone();
        limits.lines = self.lines;
        limits.seed = self.seed;
        if self.level < levels::HIGHEST {
            let level = levels::limits(self.level, self.position.spec(), played, None, Duration::ZERO, self.seed);
            limits.nodes = limits.nodes.map_or(level.nodes, |nodes| level.nodes.map(|most| most.min(nodes)));
            limits.noise = level.noise;
        }
        let position = self.position.fork();
        match Running::begin(thinker, position, limits, go, Arc::clone(&self.out)) {
            Ok(running) => {
                self.running = Some(running);
                Ok(())
            }
            Err(error) => {
                let _ = self.say("bestmove 0000\n");
                Err(format!("no thread could be started: {error}"))
            }
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = words else {
            return Err("setoption: \"name NAME value VALUE\" was expected".to_owned());
        };
        if *name == "UCI_Variant" {
            self.game = games::find(value)
                .ok_or_else(|| format!("UCI_Variant \"{value}\": one of {} was expected", games::ids()))?;
            self.position = start(self.game);
            self.thinker = None;
            return Ok(());
        }
        if *name == "Ponder" {
            return Ok(());
        }
        let spin = SPINS.into_iter().find(|spin| spin.name.eq_ignore_ascii_case(name));
        let spin = spin.ok_or_else(|| format!("there is no option \"{name}\""))?;
        let known = value.parse().ok().filter(|number| (spin.least..=spin.most).contains(number));
        let number: u64 = known
            .ok_or_else(|| format!("{} \"{value}\": {} to {} was expected", spin.name, spin.least, spin.most))?;
        match spin.name {
            name if name == HASH.name => self.means.megabytes = number as usize,
            name if name == THREADS.name => self.means.threads = number as usize,
            name if name == LINES.name => self.lines = number as usize,
            name if name == LEVEL.name => self.level = number as u8,
            _ => self.seed = number,
        }
        if spin.name == HASH.name || spin.name == THREADS.name {
            self.thinker = None;
        }
        Ok(())
    }

    /// Sets the whole position or, if anything is wrong, leaves the old one.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (opening, moves) = words.split_at(moves_at);
        let fen;
        let opening = match opening {
            ["startpos"] => Opening::Start,
            ["fen", fields @ ..] => {
                fen = fields.join(" ");
                Opening::Fen(&fen)
            }
            _ => return Err("position: \"startpos\" or \"fen FEN\" was expected".to_owned()),
        };
        let mut position = self.game.begin(opening).map_err(|error| format!("position: {error}"))?;
        for (index, text) in moves.iter().skip(1).enumerate() {
            position.act(text).map_err(|error| format!("position: move {}: {error}", index + 1))?;
        }
        self.position = position;
        Ok(())
    }

    fn describe(&self) -> String {
        let position = &self.position;
        let spec = position.spec();
        let legal = position.legal();
        let checked: Vec<String> = position.checked().iter().map(|side| spec.seat(side).name.to_owned()).collect();
        let checked = if checked.is_empty() { "nobody".to_owned() } else { words::list(&checked) };
        let head = format!(
            "{}\nGame: {}\nFen: {}\nKey: {:016X}\nTurn: {}\nIn check: {checked}\n\
             Quiet plies: {} of {}, this position {} of 3\n",
            position.draw(),
            spec.id,
            position.fen(),
            position.hash(),
            spec.seat(position.turn()).name,
            position.plies(),
            spec.draw_plies,
            position.occurrences()
        );
        if let Some(outcome) = position.outcome() {
            let shares: Vec<String> = spec.sides().map(|side| outcome.shares[side].to_string()).collect();
            return format!("{head}Over: {} ({})\n", shares.join("-"), outcome.cause.id);
        }
        let mut moves: Vec<String> = legal.iter().map(|&mv| position.machine(mv)).collect();
        moves.sort_unstable();
        let shown = position.display_all(&legal).join(" ");
        format!("{head}Shown: {shown}\nMoves ({}): {}\n", moves.len(), moves.join(" "))
    }

    fn count(&self, depth: u32) -> String {
        let counts = divide(self.position.as_ref(), depth, self.means.threads);
        let lines = counts.iter().map(|&(mv, count)| format!("{}: {count}\n", self.position.machine(mv)));
        let all: u64 = if depth == 0 { 1 } else { counts.iter().map(|&(_, count)| count).sum() };
        lines.collect::<String>() + &format!("\nNodes searched: {all}\n")
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.drop_silently();
        }
    }
}

fn identity() -> String {
    let ids: Vec<String> = GAMES.iter().map(|game| format!("var {}", game.spec().id)).collect();
    let spin = |spin: &Spin| {
        let Spin { name, default, least, most } = spin;
        format!("option name {name} type spin default {default} min {least} max {most}\n")
    };
    format!(
        "id name Heterodox {}\nid author the Heterodox authors\n\
         option name UCI_Variant type combo default {} {}\n{}\
         option name Ponder type check default false\nuciok\n",
        env!("CARGO_PKG_VERSION"),
        GAMES[0].spec().id,
        ids.join(" "),
        SPINS.map(spin).concat()
    )
}

fn start(game: &dyn Variant) -> Box<dyn Position> {
    game.begin(Opening::Start).expect("every game begins from its own start")
}
