//! The UCI protocol for the games of this program. Any text is accepted; a command that cannot be used is answered
//! with an `info string` line. Searches and perft run on threads of their own, so every command is answered at
//! once.

mod chosen;
mod counting;
mod described;
mod error;
mod files;
mod go;
mod identity;
mod output;
mod placed;
mod ranks;
mod running;

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use super::interface::{Engine, EngineOptions, create_largest};
use super::levels;
use super::limits::Limits;
use crate::games::{Registry, UnknownGame};
use crate::lines::Lines;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use chosen::{Chosen, SHUFFLED};
use counting::{Counting, MOST_PERFT};
use described::described;
use error::UciError;
pub use files::FoundGames;
pub(crate) use files::ReadGames;
use go::Go;
use identity::identity;
pub use output::Output;
use output::{info, say};
use ranks::Ranks;
use running::{Asked, Running};

/// A UCI session with another program.
pub struct Uci {
    games: Registry,
    chosen: Chosen,
    /// `None` after a `position` command that could not be used, until the next one.
    position: Option<Box<dyn Position>>,
    /// How the other program has numbered the ranks of this position.
    ranks: Ranks,
    options: EngineOptions,
    lines: usize,
    /// The playing level; [`FULL_STRENGTH`] means full strength.
    level: u8,
    seed: u64,
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
    counting: Option<Counting>,
    read: ReadGames,
    out: Output,
}

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// The session continues.
    On,
    /// The other program has sent `quit`.
    Over,
}

/// A UCI option of type spin: a number.
struct Spin {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
}

const HASH: Spin = Spin { name: "Hash", default: 16, least: 1, most: 16_384 };
const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: 256 };
const LINES: Spin = Spin { name: "MultiPV", default: 1, least: 1, most: 64 };
const LEVEL: Spin = Spin {
    name: "Level",
    default: FULL_STRENGTH as u64,
    least: FULL_STRENGTH as u64,
    most: levels::HIGHEST as u64,
};
const SEED: Spin = Spin { name: "Seed", default: 0, least: 0, most: u64::MAX };
/// The value of `Level` for full strength.
const FULL_STRENGTH: u8 = 0;

/// The option with the paths of files of games.
const PATH: &str = "VariantPath";

/// How long a perft may go on after the end of the input.
const LONGEST_PERFT_AFTER_END: Duration = Duration::from_secs(10);

const SPINS: [&Spin; 5] = [&HASH, &THREADS, &LINES, &LEVEL, &SEED];

impl Uci {
    /// A session that plays the usual game until another one is selected: other programs name no game when they mean it.
    pub fn new(out: Output, games: Registry) -> Uci {
        let game = games.usual();
        Uci {
            games,
            chosen: Chosen { named: game, shuffled: false },
            position: Some(start(game)),
            ranks: Ranks::FromOne,
            options: EngineOptions::default(),
            lines: LINES.default as usize,
            level: FULL_STRENGTH,
            seed: SEED.default,
            engine: None,
            running: None,
            counting: None,
            read: files::none,
            out,
        }
    }

    /// The same session, in which the other program can name the files of games.
    #[must_use]
    pub fn reading(mut self, read: ReadGames) -> Uci {
        self.read = read;
        self
    }

    /// Reads commands until `quit` or the end of the input. At the end of the input a search is stopped and reports
    /// its move. A perft has a few seconds to be completed, so that it can be used in a pipe; it does not go on for ever when
    /// nobody is there any more.
    pub fn talk(&mut self, input: impl Read) -> io::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line()? {
            let line = match line {
                Ok(line) => String::from_utf8_lossy(line),
                Err(long) => {
                    self.say(&info(&long.to_string()))?;
                    continue;
                }
            };
            if self.line(&line)? == Talk::Over {
                self.stop();
                return Ok(());
            }
        }
        if let Some(counting) = self.counting.take() {
            counting.stop_after(LONGEST_PERFT_AFTER_END);
        }
        self.stop();
        Ok(())
    }

    /// Handles one command line.
    pub fn line(&mut self, line: &str) -> io::Result<Talk> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["quit", ..] => return Ok(Talk::Over),
            ["uci", ..] => return self.say(&identity(&self.games)).map(|()| Talk::On),
            ["isready", ..] => {
                self.prepare()?;
                if let Some(engine) = &mut self.engine {
                    engine.warm_up();
                }
                return self.say("readyok\n").map(|()| Talk::On);
            }
            ["ucinewgame", ..] => {
                self.stop();
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
                self.position = Some(start(self.game()));
                Ok(())
            }
            ["setoption", ref rest @ ..] => {
                self.stop();
                self.set_option(rest)
            }
            ["position", ref rest @ ..] => self.set_position(rest, Ranks::FromOne),
            ["fen" | "startpos", ..] => self.set_position(&words, Ranks::FromZero),
            ["d", ..] => match self.position().map(described) {
                Ok(text) => return self.say(&text).map(|()| Talk::On),
                Err(problem) => Err(problem),
            },
            ["go", "perft", ref rest @ ..] => self.perft(rest.first().copied().unwrap_or_default()),
            ["go", ref rest @ ..] => return self.go(rest).map(|()| Talk::On),
            ["stop", ..] => {
                self.stop();
                Ok(())
            }
            ["ponderhit", ..] => return self.hit().map(|()| Talk::On),
            _ => Ok(()),
        };
        if let Err(problem) = answer {
            let lines: String = problem.to_string().lines().map(info).collect();
            self.say(&lines)?;
        }
        Ok(Talk::On)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.out, text)
    }

    /// Stops a search, which then reports its move, and a perft.
    fn stop(&mut self) {
        if let Some(counting) = self.counting.take() {
            counting.stop();
        }
        if let Some(running) = self.running.take() {
            self.engine = running.stop();
        }
    }

    /// Creates the engine with its transposition table, if there is none, before the search time starts.
    fn prepare(&mut self) -> io::Result<()> {
        if self.engine.is_some() || self.running.is_some() {
            return Ok(());
        }
        let game = self.game().spec();
        let options = match self.level {
            FULL_STRENGTH => self.options,
            level => levels::options(level, &self.games, game, self.options),
        };
        match create_largest(&self.games, game, options) {
            Ok((engine, warning)) => {
                self.engine = Some(engine);
                warning.map_or(Ok(()), |warning| self.say(&info(&warning)))
            }
            Err(why) => self.say(&info(&why.to_string())),
        }
    }

    /// The position that the other program has set.
    fn position(&self) -> Result<&dyn Position, UciError> {
        self.position.as_deref().ok_or(UciError::NoPosition)
    }

    fn perft(&mut self, depth: &str) -> Result<(), UciError> {
        self.stop();
        let plies = depth.parse().ok().filter(|&plies| plies <= MOST_PERFT);
        let plies = plies.ok_or_else(|| UciError::Perft { depth: depth.to_owned() })?;
        let position = self.position()?.fork();
        let counting = Counting::begin(position, plies, self.options.threads, Arc::clone(&self.out));
        self.counting = Some(counting.map_err(UciError::PerftThread)?);
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        let (go, problems) = match self.position() {
            Ok(position) => Go::read(words, position, self.ranks),
            Err(problem) => return self.answer_without_search(&problem),
        };
        for problem in problems {
            self.say(&info(&problem))?;
        }
        self.start(go)
    }

    /// Starts a search.
    fn start(&mut self, go: Go) -> io::Result<()> {
        self.run(go).or_else(|problem| self.answer_without_search(&problem))
    }

    /// The GUI waits for a move, so if the search cannot start, any legal move is reported. Without a position there is
    /// none: a move of another position would be taken for a move of the one that the GUI knows.
    fn answer_without_search(&self, problem: &UciError) -> io::Result<()> {
        self.say(&info(&problem.to_string()))?;
        let any = self.position.as_ref().and_then(|position| {
            let first = position.legal().first().copied()?;
            Some(self.ranks.told(&position.machine(first)))
        });
        self.say(&format!("bestmove {}\n", any.as_deref().unwrap_or("0000")))
    }

    /// Handles `ponderhit`: the expected move was played, so the search restarts with the clock running.
    fn hit(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let Some(go) = running.pondered() else {
            self.running = Some(running);
            return Ok(());
        };
        self.engine = running.drop_silently();
        self.start(go)
    }

    fn run(&mut self, go: Go) -> Result<(), UciError> {
        self.prepare()?;
        let position = self.position()?.fork();
        let engine = self.engine.take().ok_or(UciError::NoEngine)?;
        let mut limits = Limits { lines: self.lines, seed: self.seed, ..go.holding() };
        if self.level != FULL_STRENGTH {
            limits = levels::of_seat_within(self.level, engine.skills(), position.as_ref(), &limits, self.seed);
        }
        let running =
            Running::begin(engine, Asked { position, ranks: self.ranks, limits, go }, Arc::clone(&self.out));
        self.running = Some(running.map_err(UciError::Thread)?);
        Ok(())
    }

    /// A game by its name. Other programs write signs in it, which our names do not have.
    fn named(&self, name: &str) -> Result<&'static dyn Variant, UnknownGame> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        self.games.require(name).or_else(|unknown| self.games.require(&plain).map_err(|_| unknown))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), UciError> {
        if let ["name", PATH, "value", path @ ..] = words {
            return Ok(files::learn(&path.join(" "), self.read, &self.games)?);
        }
        let ["name", name, "value", value] = words else {
            return Err(UciError::Option);
        };
        if *name == "UCI_Variant" {
            self.choose(Chosen { named: self.named(value)?, ..self.chosen });
            return Ok(());
        }
        if *name == SHUFFLED {
            let shuffled = value.parse().map_err(|_| UciError::Option)?;
            self.choose(Chosen { shuffled, ..self.chosen });
            return Ok(());
        }
        if *name == "Ponder" {
            return Ok(());
        }
        let spin = SPINS.into_iter().find(|spin| spin.name.eq_ignore_ascii_case(name));
        let spin = spin.ok_or_else(|| UciError::NoOption { name: (*name).to_owned() })?;
        let known = value.parse().ok().filter(|number: &u64| (spin.least..=spin.most).contains(number));
        let &Spin { name: known_as, least, most, .. } = spin;
        let wrong = || UciError::Value { name: known_as, value: (*value).to_owned(), least, most };
        let number: u64 = known.ok_or_else(wrong)?;
        match spin.name {
            name if name == HASH.name => self.options.megabytes = number as usize,
            name if name == THREADS.name => self.options.threads = number as usize,
            name if name == LINES.name => self.lines = number as usize,
            name if name == LEVEL.name => self.level = number as u8,
            _ => self.seed = number,
        }
        if spin.name == HASH.name || spin.name == THREADS.name || spin.name == LEVEL.name {
            self.engine = None;
        }
        Ok(())
    }

    fn choose(&mut self, chosen: Chosen) {
        self.chosen = chosen;
        self.position = Some(start(self.game()));
        self.engine = None;
    }

    fn game(&self) -> &'static dyn Variant {
        self.chosen.game(&self.games)
    }

    /// Sets the position. On any error there is none: the other program has left the old one.
    fn set_position(&mut self, words: &[&str], ranks: Ranks) -> Result<(), UciError> {
        self.position = None;
        self.ranks = ranks;
        self.position = Some(placed::placed(self.game(), words, ranks)?);
        Ok(())
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        if let Some(counting) = self.counting.take() {
            counting.stop();
        }
        if let Some(running) = self.running.take() {
            running.drop_silently();
        }
    }
}

fn start(game: &'static dyn Variant) -> Box<dyn Position> {
    game.begin(Opening::Start).expect("every game begins from its own start")
}
