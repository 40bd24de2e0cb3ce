//! The protocol of chess engines, for our games: positions, the board in text, counting.
//! Takes any text; what it cannot use it answers with an `info string` line.

use std::io::{self, BufRead, Write};

use super::count::divide;
use crate::games::{self, GAMES};
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use crate::rules::words;

/// A conversation with another program.
pub struct Uci {
    game: &'static dyn Variant,
    position: Box<dyn Position>,
    threads: usize,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// It does.
    On,
    /// The other side has said `quit`.
    Over,
}

impl Uci {
    /// A conversation about the first game of the list until another one is named.
    pub fn new() -> Uci {
        let game = GAMES[0];
        Uci { game, position: start(game), threads: 1 }
    }

    /// Talks until the end of the input or `quit`.
    pub fn talk(&mut self, input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
        for line in input.split(b'\n') {
            let talk = self.line(&String::from_utf8_lossy(&line?), out)?;
            out.flush()?;
            if talk == Talk::Over {
                break;
            }
        }
        Ok(())
    }

    /// Answers one line.
    pub fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Talk> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["quit", ..] => return Ok(Talk::Over),
            ["uci", ..] => return identify(out).map(|()| Talk::On),
            ["isready", ..] => return writeln!(out, "readyok").map(|()| Talk::On),
            ["ucinewgame", ..] => {
                self.position = start(self.game);
                Ok(())
            }
            ["setoption", ref rest @ ..] => self.set_option(rest),
            ["position", ref rest @ ..] => self.set_position(rest),
            ["d", ..] => return self.describe(out).map(|()| Talk::On),
            ["go", "perft", depth, ..] => match depth.parse() {
                Ok(depth) => return self.count(depth, out).map(|()| Talk::On),
                Err(_) => Err(format!("go perft \"{depth}\": a number of plies was expected")),
            },
            ["go", ..] => {
                // Whoever asked for a move waits for an answer: none is found here.
                writeln!(out, "info string there is no search yet, only \"go perft N\"\nbestmove 0000")?;
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(problem) = answer {
            writeln!(out, "info string {problem}")?;
        }
        Ok(Talk::On)
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = words else {
            return Err("setoption: \"name NAME value VALUE\" was expected".to_owned());
        };
        match *name {
            "UCI_Variant" => {
                self.game = games::find(value)
                    .ok_or_else(|| format!("UCI_Variant \"{value}\": one of {} was expected", games::ids()))?;
                self.position = start(self.game);
                Ok(())
            }
            "Threads" => {
                let known = value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
                self.threads =
                    known.ok_or_else(|| format!("Threads \"{value}\": 1 to {MOST_THREADS} was expected"))?;
                Ok(())
            }
            _ => Err(format!("there is no option \"{name}\"")),
        }
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

    fn describe(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = &self.position;
        let spec = position.spec();
        let legal = position.legal();
        writeln!(out, "{}", position.draw())?;
        writeln!(out, "Game: {}", spec.id)?;
        writeln!(out, "Fen: {}", position.fen())?;
        writeln!(out, "Key: {:016X}", position.hash())?;
        writeln!(out, "Turn: {}", spec.seat(position.turn()).name)?;
        let checked: Vec<String> = position.checked().iter().map(|side| spec.seat(side).name.to_owned()).collect();
        writeln!(
            out,
            "In check: {}",
            if checked.is_empty() { "nobody".to_owned() } else { words::list(&checked) }
        )?;
        let times = position.occurrences();
        writeln!(out, "Quiet plies: {} of {}, this position {times} of 3", position.plies(), spec.draw_plies)?;
        if let Some(outcome) = position.outcome() {
            let shares: Vec<String> = spec.sides().map(|side| outcome.shares[side].to_string()).collect();
            return writeln!(out, "Over: {} ({})", shares.join("-"), outcome.cause.id);
        }
        let mut moves: Vec<String> = legal.iter().map(|&mv| position.machine(mv)).collect();
        moves.sort_unstable();
        writeln!(out, "Shown: {}", position.display_all(&legal).join(" "))?;
        writeln!(out, "Moves ({}): {}", moves.len(), moves.join(" "))
    }

    fn count(&self, depth: u32, out: &mut dyn Write) -> io::Result<()> {
        let counts = divide(self.position.as_ref(), depth, self.threads);
        for &(mv, count) in &counts {
            writeln!(out, "{}: {count}", self.position.machine(mv))?;
        }
        let all: u64 = if depth == 0 { 1 } else { counts.iter().map(|&(_, count)| count).sum() };
        writeln!(out, "\nNodes searched: {all}")
    }
}

impl Default for Uci {
    fn default() -> Uci {
        Uci::new()
    }
}

const MOST_THREADS: usize = 256;

fn identify(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id name Heterodox {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author the Heterodox authors")?;
    let ids: Vec<String> = GAMES.iter().map(|game| format!("var {}", game.spec().id)).collect();
    writeln!(out, "option name UCI_Variant type combo default {} {}", GAMES[0].spec().id, ids.join(" "))?;
    writeln!(out, "option name Threads type spin default 1 min 1 max {MOST_THREADS}")?;
    writeln!(out, "uciok")
}

fn start(game: &dyn Variant) -> Box<dyn Position> {
    game.begin(Opening::Start).expect("every game begins from its own start")
}
