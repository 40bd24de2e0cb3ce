//! Parser of the `go` command. Invalid parameters are skipped and reported.

use std::time::Duration;

use super::ranks::Ranks;
use crate::limits::{Limits, TimeBudget};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// The search time if none of the given limits can be read, because the GUI waits for a move.
const UNREADABLE: Duration = Duration::from_secs(1);

/// Parameters without a value, and parameters followed by a number.
const ALONE: [&str; 3] = ["infinite", "ponder", "searchmoves"];
const NUMBERED: [&str; 5] = ["depth", "nodes", "mate", "movetime", "movestogo"];

/// A parsed `go` command.
#[derive(Clone, Debug)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Answer only after `stop`.
    pub(super) infinite: bool,
    /// The last move of the position is expected but has not been played yet.
    pub(super) ponder: bool,
}

/// A clock parameter of a seat: `wtime` is White's remaining time, `winc` its increment per move.
enum Clock {
    Time(Side),
    Increment(Side),
}

fn clock(word: &str, position: &dyn Position) -> Option<Clock> {
    let spec = position.spec();
    let of = |ending: &str| {
        let letter = word.strip_suffix(ending)?;
        spec.sides().find(|&side| spec.seat(side).letter.to_string() == letter)
    };
    of("time").map(Clock::Time).or_else(|| of("inc").map(Clock::Increment))
}

/// The clock parameters of games for two, White and Black.
const TWO: [&str; 4] = ["wtime", "btime", "winc", "binc"];

/// Does a runner send the clocks of White and Black in a game without a White?
fn is_for_two(words: &[&str], position: &dyn Position) -> bool {
    let white = |word: &str| matches!(word, "wtime" | "winc");
    position.spec().seats.len() > 2 && words.iter().any(|word| white(word) && clock(word, position).is_none())
}

/// The clock parameters of a game, by the letters of its seats.
pub(super) fn clocks(spec: &Spec) -> String {
    let all = |ending: &str| -> Vec<String> {
        spec.sides().map(|side| format!("{}{ending}", spec.seat(side).letter)).collect()
    };
    format!("the clocks of {} are {}, increments {}", spec.id, all("time").join(" "), all("inc").join(" "))
}

impl Go {
    /// Parses the words after `go`; returns the errors as well.
    pub(super) fn read(words: &[&str], position: &dyn Position, ranks: Ranks) -> (Go, Vec<String>) {
        let own = position.spec().seat(position.turn()).letter;
        let is_own = |side: Side| position.spec().seat(side).letter == own;
        // `btime` of a runner that knows games for two only is Black's, not that of another seat with this letter.
        let for_two = is_for_two(words, position);
        let is_known = |word: &str| {
            for_two && TWO.contains(&word)
                || ALONE.contains(&word)
                || NUMBERED.contains(&word)
                || clock(word, position).is_some()
        };
        let mut go = Go { limits: Limits::default(), infinite: false, ponder: false };
        let (mut left, mut increment, mut to_go) = (None, Duration::ZERO, None);
        let mut problems = Vec::new();
        let mut unreadable = for_two;
        if for_two {
            problems.push(format!(
                "go: wtime, btime, winc and binc are for two seats and ignored; {}",
                clocks(position.spec())
            ));
        }
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let limits = &mut go.limits;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|text| position.read(&ranks.heard(text)).ok()) {
                        limits.moves.push(mv);
                        words.next();
                    }
                    // An illegal move is skipped like any unknown word; the legal moves after it still count.
                    let legal: Vec<_> = words.clone().take_while(|word| !is_known(word)).collect();
                    for text in legal {
                        words.next();
                        match position.read(&ranks.heard(text)) {
                            Ok(mv) => limits.moves.push(mv),
                            Err(error) => problems.push(format!("go searchmoves: {error}")),
                        }
                    }
                    if limits.moves.is_empty() {
                        problems.push("go searchmoves: expected legal moves; all moves are searched".to_owned());
                    }
                }
                _ if is_known(word) => {
                    let value = words.next_if(|next| !is_known(next)).unwrap_or_default();
                    // Some programs send a negative number for an overrun clock.
                    let Ok(number) = value.parse::<i64>().map(|number| number.max(0) as u64) else {
                        problems.push(format!("go {word} \"{value}\": expected a number"));
                        unreadable = true;
                        continue;
                    };
                    match word {
                        _ if for_two && TWO.contains(&word) => {}
                        "depth" => limits.depth = Some(number.clamp(1, 1000) as u32),
                        "nodes" => limits.nodes = Some(number.max(1)),
                        "mate" => limits.mate = Some(number.clamp(1, 1000) as u32),
                        // 0 is no number of moves.
                        "movestogo" => to_go = u32::try_from(number).ok().filter(|&moves| moves > 0),
                        "movetime" => limits.time = Some(TimeBudget::fixed(Duration::from_millis(number))),
                        _ => match clock(word, position) {
                            Some(Clock::Time(side)) if is_own(side) => left = Some(Duration::from_millis(number)),
                            Some(Clock::Increment(side)) if is_own(side) => {
                                increment = Duration::from_millis(number);
                            }
                            _ => {}
                        },
                    }
                }
                _ => problems.push(format!("go: \"{word}\" is unknown and ignored")),
            }
        }
        if let (Some(left), None) = (left, go.limits.time) {
            let by_clock = TimeBudget::of_clock(left, increment);
            go.limits.time = Some(to_go.map_or(by_clock, |moves| TimeBudget::of_control(left, increment, moves)));
        }
        let limits = &mut go.limits;
        let endless =
            limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() && limits.mate.is_none();
        if endless && unreadable && !go.infinite && !go.ponder {
            problems.push(format!("go: no limit could be read; the search takes {} s", UNREADABLE.as_secs()));
            limits.time = Some(TimeBudget::fixed(UNREADABLE));
        } else {
            go.infinite |= endless && !go.ponder;
        }
        (go, problems)
    }

    /// Must the answer wait for `stop` or `ponderhit`?
    pub(super) const fn waits(&self) -> bool {
        self.infinite || self.ponder
    }

    /// The limits of the search: a search that waits for a command has no time or mate limit.
    pub(super) fn holding(&self) -> Limits {
        let mut limits = self.limits.clone();
        if self.waits() {
            (limits.time, limits.mate) = (None, None);
            limits.nodes = limits.nodes.filter(|_| !self.infinite);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    fn read(words: &str) -> (Go, Vec<String>) {
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        Go::read(&words.split_whitespace().collect::<Vec<_>>(), position.as_ref(), Ranks::FromOne)
    }

    #[test]
    fn what_is_not_known_is_skipped_and_told() {
        let (go, problems) = read("fast depth 7 turbo 3 nodes 9");
        assert_eq!((go.limits.depth, go.limits.nodes, go.infinite), (Some(7), Some(9), false));
        let warned: Vec<bool> =
            ["fast", "turbo", "3"].map(|word| problems.iter().any(|it| it.contains(&format!("\"{word}\"")))).into();
        assert_eq!((warned, problems.len()), (vec![true; 3], 3), "{problems:?}");
    }

    #[test]
    fn what_is_no_number_is_skipped_and_told() {
        let (go, problems) = read("depth many movetime 100");
        assert_eq!((go.limits.depth, go.limits.time.is_some(), problems.len()), (None, true, 1), "{problems:?}");
        let (go, problems) = read("nodes depth 5");
        assert_eq!((go.limits.depth, go.limits.nodes, problems.len()), (Some(5), None, 1), "{problems:?}");
        // The GUI waits for a move and gets one.
        let (go, problems) = read("movetime soon");
        assert!(!go.infinite && go.limits.time.is_some() && problems.len() == 2, "{problems:?}");
        let (go, problems) = read("depth 99999999999999999999999");
        assert!(!go.infinite && go.limits.time.is_some() && problems.len() == 2, "{problems:?}");
        assert!(read("").0.infinite && read("infinite depth x").0.infinite);
    }

    #[test]
    fn the_moves_to_the_next_control_count() {
        let soft = |words: &str| {
            let (go, problems) = read(words);
            assert!(problems.is_empty(), "{problems:?}");
            go.limits.time.expect("a limit").soft
        };
        let usual = soft("wtime 60000 btime 60000");
        assert!(soft("wtime 60000 btime 60000 movestogo 2") > usual * 5);
        assert!(soft("movestogo 5 wtime 60000 btime 60000") > usual * 5);
        for words in ["movestogo 0", "movestogo -1", "movestogo 40", "movestogo 99999999999"] {
            assert_eq!(soft(&format!("wtime 60000 btime 60000 {words}")), usual, "{words}");
        }
        assert_eq!(read("movestogo 5 movetime 100").0.limits.time, read("movetime 100").0.limits.time);
    }

    #[test]
    fn clocks_of_white_and_black_are_not_taken_for_those_of_four_seats() {
        let game = GAMES.iter().find(|game| game.spec().seats.len() > 2).expect("a game for more than two");
        let mut position = game.begin(Opening::Start).expect("the start");
        for _ in game.spec().sides() {
            let read = |text: &str| {
                Go::read(&text.split_whitespace().collect::<Vec<_>>(), position.as_ref(), Ranks::FromOne)
            };
            let (go, problems) = read("wtime 60000 btime 1 winc 5 binc 5");
            // The runner waits for a move, and nobody has only a millisecond.
            let time = go.limits.time.expect("a limit");
            assert!(!go.infinite && time.hard > Duration::from_millis(500), "{time:?}");
            assert!(problems[0].contains("rtime otime gtime btime"), "{problems:?}");
            let (own, problems) = read("rtime 60000 otime 60000 gtime 60000 btime 60000");
            assert!(own.limits.time.is_some() && problems.is_empty(), "{problems:?}");
            let mv = position.legal()[0];
            position.play(mv).expect("legal");
        }
        let (go, problems) = read("wtime 60000 btime 60000 winc 10 binc 10");
        assert!(go.limits.time.is_some() && problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn moves_that_are_not_legal_are_skipped_and_told() {
        let (go, problems) = read("searchmoves e2e4 e2e9 d2d4 depth 3");
        assert_eq!((go.limits.moves.len(), go.limits.depth, problems.len()), (2, Some(3), 1), "{problems:?}");
        let (go, problems) = read("searchmoves depth 3");
        assert_eq!((go.limits.moves.len(), go.limits.depth, problems.len()), (0, Some(3), 1), "{problems:?}");
    }
}
