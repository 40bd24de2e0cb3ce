//! The time that each move of a game took, as far as its record keeps times: the clock after a move (`%clk`) or the
//! time that the move took (`%emt`).

use std::time::Duration;

use super::game::Game;
use super::pgn::time;
use super::tree::{Id, Notes};
use crate::rules::side::{BySide, Side};

/// The start and the increment of a clock, from the tag `TimeControl`: `600+5`.
fn control(text: &str) -> Option<(Duration, Duration)> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.parse().ok().map(Duration::from_secs);
    Some((seconds(start)?, seconds(increment)?))
}

/// The time that a move took, from its comments.
fn spent(notes: &Notes) -> Option<Duration> {
    notes.comments.iter().find_map(|comment| {
        let (_, after) = comment.split_once("[%emt ")?;
        time(after.split(']').next()?.trim())
    })
}

/// The seat and the time of each move of the main line; empty if the record keeps no times. A move whose time is
/// unknown has none.
pub fn times(game: &Game) -> Vec<(Side, Duration)> {
    let control = game.tags.get("TimeControl").and_then(control);
    let mut left: BySide<Option<Duration>> = BySide::from_fn(|_| control.map(|(start, _)| start));
    let increment = control.map_or(Duration::ZERO, |(_, increment)| increment);
    let mut known = false;
    let mut times = Vec::new();
    for id in game.tree.line(Id::ROOT) {
        let node = game.tree.node(id);
        let Some(deed) = &node.deed else { continue };
        let before = left[deed.side];
        left[deed.side] = node.notes.clock.or(before);
        let used = || Some((before? + increment).saturating_sub(node.notes.clock?));
        let taken = spent(&node.notes).or_else(used);
        known |= taken.is_some();
        times.push((deed.side, taken.unwrap_or_default()));
    }
    if known { times } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::pgn::read;

    fn seconds(control: &str, moves: &str) -> Vec<u64> {
        let text = format!("[Variant \"Sanctuary Chess\"]\n[TimeControl \"{control}\"]\n\n{moves} *\n");
        let game = read(&text).remove(0).game.expect("it is read");
        times(&game).into_iter().map(|(_, time)| time.as_secs()).collect()
    }

    #[test]
    fn times_are_known_from_clocks_or_from_what_was_spent() {
        let clocks = "1. e4 {[%clk 0:09:58]} e5 {[%clk 0:10:05]} 2. Nf3 {[%clk 0:09:03]}";
        assert_eq!(seconds("600+5", clocks), [7, 0, 60]);
        // Without the control the first move of each seat is unknown.
        assert_eq!(seconds("?", clocks), [0, 0, 55]);
        let spent = "1. e4 {[%emt 0:00:12]} e5 {Well. [%emt 0:01:00.5]} 2. Nf3";
        assert_eq!(seconds("-", spent), [12, 60, 0]);
        assert_eq!(seconds("600+5", "1. e4 e5 2. Nf3"), [0; 0]);
        // A clock that was set forward is no time.
        assert_eq!(seconds("60", "1. e4 {[%clk 1:00:00]} e5 {[%emt nonsense]}"), [0, 0]);
    }
}
