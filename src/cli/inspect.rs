//! `inspect`: positions as JSON, one line per position, for scripts and other programs.

use std::io::{self, Read, Write};
use std::str::Utf8Error;
use std::thread;

use serde::Serialize;
use thiserror::Error;

use crate::escape;
use crate::games::{Registry, UnknownGame};
use crate::lines::{Lines, TooLong};
use crate::rules::position::{MoveError, Position};
use crate::rules::variant::{Opening, OpeningError};
use crate::task;

/// Why there is no position to describe.
#[derive(Debug, Error)]
pub enum InspectError {
    /// The line is not text.
    #[error("the line is not UTF-8: {0}")]
    NotText(#[from] Utf8Error),
    /// The line has too few or too many fields.
    #[error("{count} fields: expected game, position and moves, separated by tabs")]
    Fields {
        /// The number of fields.
        count: usize,
    },
    /// There is no such game.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// The position is wrong.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A move cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// The reason.
        error: MoveError,
    },
}

/// The JSON object for a position.
#[derive(Serialize)]
struct State {
    fen: String,
    legal: Vec<String>,
    display: Vec<String>,
    over: bool,
    reason: Option<&'static str>,
    result: Option<Vec<f64>>,
    check: Vec<String>,
    turn: String,
}

#[derive(Serialize)]
struct Problem<'a> {
    error: &'a str,
}

/// A position as one line of JSON.
pub fn json(position: &dyn Position) -> String {
    let spec = position.spec();
    let outcome = position.outcome();
    let legal = if outcome.is_some() { Vec::new() } else { position.perft_moves() };
    let shown = position.display_all(&legal);
    let mut moves: Vec<(String, String)> = legal.iter().map(|&mv| position.machine(mv)).zip(shown).collect();
    moves.sort_unstable();
    let (legal, display) = moves.into_iter().unzip();
    let name = |side| spec.seat(side).name.to_lowercase();
    let state = State {
        fen: position.fen(),
        legal,
        display,
        over: outcome.is_some(),
        reason: outcome.map(|outcome| outcome.cause.id),
        result: outcome.map(|outcome| spec.sides().map(|side| outcome.shares[side].value()).collect()),
        check: position.checked().iter().map(name).collect(),
        turn: name(position.turn()),
    };
    serde_json::to_string(&state).expect("words and numbers always make JSON")
}

/// An error as one line of JSON.
pub fn problem(error: &str) -> String {
    let json = serde_json::to_string(&Problem { error }).expect("words always make JSON");
    escape::json(&json).into_owned()
}

/// Plays moves and events in the machine form. The error names the wrong move and the reason.
pub fn play(position: &mut dyn Position, moves: &str) -> Result<(), InspectError> {
    for (index, text) in moves.split_whitespace().enumerate() {
        position.act(text).map_err(|error| InspectError::Move { number: index + 1, error })?;
    }
    Ok(())
}

/// Answers one line of `inspect --stdin`. The line may contain any bytes.
pub fn answer(line: &[u8], games: &Registry) -> String {
    look(line, games).map_or_else(|error| problem(&error.to_string()), |position| json(position.as_ref()))
}

fn look(line: &[u8], games: &Registry) -> Result<Box<dyn Position>, InspectError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = std::str::from_utf8(line)?;
    let mut fields = text.split('\t');
    let (Some(game), Some(opening), moves, None) = (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(InspectError::Fields { count: text.split('\t').count() });
    };
    let moves = moves.unwrap_or_default();
    let variant = games.require(game)?;
    let opening = match opening {
        "start" => Opening::Start,
        _ => opening.strip_prefix("start:").map_or(Opening::Fen(opening), Opening::Named),
    };
    let mut position = variant.begin(opening)?;
    play(position.as_mut(), moves)?;
    Ok(position)
}

/// Answers every line in order. All complete lines that are available are answered together, and the output is
/// flushed before waiting for more input.
pub fn answer_all(input: impl Read, out: &mut impl Write, games: &Registry) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut waiting = Vec::new();
    while let Some(line) = lines.next_line()? {
        waiting.push(line.map(<[u8]>::to_vec));
        if !lines.is_ready() {
            out.write_all(&answers(&waiting, games))?;
            out.flush()?;
            waiting.clear();
        }
    }
    out.flush()
}

/// For fewer lines than this, more threads are not worth their cost.
const FEW: usize = 32;

/// The answers to these lines. Many lines are distributed over the CPU cores.
fn answers(lines: &[Result<Vec<u8>, TooLong>], games: &Registry) -> Vec<u8> {
    let answer = |line: &Result<Vec<u8>, TooLong>| match line {
        Ok(line) => answer(line, games) + "\n",
        Err(long) => problem(&long.to_string()) + "\n",
    };
    let cores = if lines.len() < FEW { 1 } else { task::processors() };
    if cores == 1 {
        return lines.iter().flat_map(|line| answer(line).into_bytes()).collect();
    }
    thread::scope(|scope| {
        let of = |share: &[Result<Vec<u8>, TooLong>]| share.iter().map(answer).collect::<String>();
        let start = |share| (share, task::spawn_scoped(scope, "inspect", move || of(share)));
        let workers: Vec<_> = lines.chunks(lines.len().div_ceil(cores)).map(start).collect();
        let done = workers.into_iter().map(|(share, worker)| match worker {
            Ok(worker) => worker.join().expect("it is caught").expect("no line makes it panic"),
            // If no thread can be started, the current one does the work.
            Err(_) => of(share),
        });
        done.flat_map(String::into_bytes).collect()
    })
}
