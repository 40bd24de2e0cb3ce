//! UCI text: the `position` command and the parser of `info` lines.

use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Act;
use crate::score::{Score, WIN};

/// The contents of an `info` line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineInfo {
    /// The search depth.
    pub depth: u32,
    /// The score for the seat to move.
    pub score: Score,
    /// The number of nodes.
    pub nodes: u64,
    /// The principal variation, up to the first illegal move.
    pub line: Vec<Move>,
}

/// The `position` command with all moves since the first position, so that the engine sees repetitions.
pub(super) fn place(position: &dyn Position) -> String {
    let acts = position.acts();
    if acts.iter().any(|act| matches!(act, Act::Leave(_))) {
        return format!("position fen {}", position.fen());
    }
    let mut game = position.fork();
    while game.undo().is_some() {}
    let mut line = format!("position fen {}", game.fen());
    for (number, act) in acts.iter().enumerate() {
        let Act::Move(mv) = *act else { continue };
        line.push_str(if number == 0 { " moves " } else { " " });
        line.push_str(&game.machine(mv));
        if game.play(mv).is_err() {
            return format!("position fen {}", position.fen());
        }
    }
    line
}

/// Does an `info` line contain the best principal variation?
pub(super) fn is_best_line(line: &str) -> bool {
    let mut words = line.split_whitespace().take_while(|&word| word != "string");
    let mut all = words.by_ref().skip_while(|&word| !matches!(word, "multipv" | "pv"));
    match all.next() {
        Some("multipv") => all.next() == Some("1") && all.any(|word| word == "pv"),
        found => found.is_some(),
    }
}

/// Parses an `info` line.
pub(super) fn info(line: &str, position: &dyn Position) -> EngineInfo {
    let mut words = line.split_whitespace();
    let mut found = EngineInfo::default();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
        match word {
            "depth" => found.depth = number().unwrap_or(0).clamp(0, 1000) as u32,
            "nodes" => found.nodes = number().unwrap_or(0).max(0) as u64,
            "cp" => found.score = number().unwrap_or(0).clamp(-20_000, 20_000) as Score,
            "mate" => {
                let moves = number().unwrap_or(0).clamp(-400, 400) as Score;
                found.score = if moves > 0 { WIN + 1 - 2 * moves } else { -WIN - 2 * moves };
            }
            "pv" => {
                let mut next = position.fork();
                for text in words.by_ref().take(16) {
                    let Ok(mv) = next.read(text) else { break };
                    found.line.push(mv);
                    if next.play(mv).is_err() {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn the_best_line_is_found_among_what_is_told() {
        for line in ["info depth 3 pv e2e4", "info depth 3 multipv 1 score cp 3 pv e2e4 e7e5"] {
            assert!(is_best_line(line), "{line}");
        }
        for line in [
            "info",
            "info string pv e2e4",
            "info depth 3 multipv 2 pv e2e4",
            "info multipv 1",
            "info currmove e2e4",
        ] {
            assert!(!is_best_line(line), "{line}");
        }
    }

    #[test]
    fn a_position_is_told_from_its_beginning_unless_a_seat_has_left() {
        for game in GAMES {
            let mut position = game.begin(Opening::Start).expect("the start");
            let start = position.fen();
            assert_eq!(place(position.as_ref()), format!("position fen {start}"));
            let texts: Vec<String> = (0..2)
                .map(|_| {
                    let mv = position.legal()[0];
                    let text = position.machine(mv);
                    position.play(mv).expect("legal");
                    text
                })
                .collect();
            assert_eq!(place(position.as_ref()), format!("position fen {start} moves {}", texts.join(" ")));
            if position.leave(position.turn()).is_ok() && position.spec().seats.len() > 2 {
                assert_eq!(place(position.as_ref()), format!("position fen {}", position.fen()));
            }
        }
    }
}
