//! What follows `go`: what the search may use.

use std::time::Duration;

use crate::engine::limits::{Allowance, Limits};
use crate::rules::position::Position;
use crate::rules::side::Side;

/// An order to search.
#[derive(Clone, Debug)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// No answer before somebody says stop.
    pub(super) infinite: bool,
    /// The move before this position has not been made yet.
    pub(super) ponder: bool,
}

impl Go {
    /// Reads the words after `go`. A seat's clock is named by its letter: `wtime`, `winc`.
    pub(super) fn read(words: &[&str], position: &dyn Position) -> Result<Go, String> {
        let spec = position.spec();
        let mut go = Go { limits: Limits::default(), infinite: false, ponder: false };
        let (mut left, mut increment) = (None, Duration::ZERO);
        let own = spec.seat(position.turn()).letter;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or_default();
                // A clock that has run over is told as a number below 0.
                let number = value.parse::<i64>().map(|number| number.max(0) as u64);
                number.map_err(|_| format!("go {word} \"{value}\": a number was expected"))
            };
            let clock = |ending: &str| {
                let letter = word.strip_suffix(ending)?;
                spec.sides().find(|&side| spec.seat(side).letter.to_string() == letter)
            };
            let is_own = |side: Side| spec.seat(side).letter == own;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "depth" => go.limits.depth = Some(number()?.clamp(1, 1000) as u32),
                "nodes" => go.limits.nodes = Some(number()?.max(1)),
                "mate" => go.limits.mate = Some(number()?.clamp(1, 1000) as u32),
                "movetime" => {
                    go.limits.time = Some(Allowance::fixed(Duration::from_millis(number()?)));
                }
                "movestogo" => {
                    number()?;
                }
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|text| position.read(text).ok()) {
                        go.limits.moves.push(mv);
                        words.next();
                    }
                    if go.limits.moves.is_empty() {
                        return Err("go searchmoves: legal moves were expected".to_owned());
                    }
                }
                _ => {
                    if let Some(side) = clock("time") {
                        let time = Duration::from_millis(number()?);
                        left = if is_own(side) { Some(time) } else { left };
                    } else if let Some(side) = clock("inc") {
                        let time = Duration::from_millis(number()?);
                        increment = if is_own(side) { time } else { increment };
                    } else {
                        return Err(format!("go: \"{word}\" is not known"));
                    }
                }
            }
        }
        if let (Some(left), None) = (left, go.limits.time) {
            go.limits.time = Some(Allowance::of_clock(left, increment));
        }
        let limits = &go.limits;
        let endless =
            limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() && limits.mate.is_none();
        go.infinite |= endless && !go.ponder;
        Ok(go)
    }
}
