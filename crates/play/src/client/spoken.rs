//! Spoken moves as written ones.

use crate::rules::position::Position;

/// What stands before a hint.
const HINT: &str = "hint:";

/// A typed move in which kinds are spoken, like `Knight to c3` or `drop Hole c1`, in the usual notation. It reads the words
/// for every legal move, too, also where they are a hint.
pub(crate) fn spoken(position: &dyn Position, typed: &str) -> String {
    let typed = typed.trim();
    let begins = typed.get(..HINT.len()).is_some_and(|first| first.eq_ignore_ascii_case(HINT));
    let typed = if begins { &typed[HINT.len()..] } else { typed };
    let clauses = typed.trim_end_matches('.').split(',').map(str::trim);
    // These say only what follows from the rest.
    let follows = |clause: &&str| {
        let lower = clause.to_lowercase();
        [" in passing", " leaves the board"].iter().any(|end| lower.ends_with(end))
            || ["check", "stays "].iter().any(|word| lower.starts_with(word))
    };
    let mut written = String::new();
    for clause in clauses.filter(|clause| !follows(clause)) {
        speak(position, clause, &mut written);
    }
    written
}

/// Writes a part of a spoken move after the parts before it.
fn speak(position: &dyn Position, clause: &str, written: &mut String) {
    let (spec, board) = (position.spec(), position.geometry());
    let (mut drops, mut takes, mut into) = (false, false, false);
    let words: Vec<&str> = clause.split_whitespace().collect();
    let mut rest = &words[..];
    while let [first, more @ ..] = rest {
        // A name may have several words.
        let named = spec.kinds.iter().filter_map(|kind| {
            let length = kind.name.split(' ').count();
            let same = rest.get(..length)?.join(" ").eq_ignore_ascii_case(kind.name);
            same.then_some((kind.letters(), length))
        });
        let named = named.max_by_key(|&(_, length)| length);
        rest = more;
        let lower = first.to_lowercase();
        let is_taken = lower == "own" || spec.seats.iter().any(|seat| seat.name.eq_ignore_ascii_case(&lower));
        match (named, lower.as_str()) {
            (Some((letters, length)), _) => {
                rest = &rest[length - 1..];
                // What is taken is not written, and a hole only by its square.
                if !takes && !into {
                    written.push_str(letters);
                    written.push_str(if drops { "@" } else { "" });
                }
            }
            (None, "drop") => drops = true,
            (None, "dropped") => written.push('@'),
            (None, "to" | "in" | "into" | "out") => {
                into = lower == "into";
                let goes_on = written.ends_with(|last: char| last.is_ascii_digit());
                written.push_str(if goes_on { "-" } else { "" });
            }
            (None, "becomes") => written.push('='),
            (None, "on" | "of" | "places" | "with" | "the" | "your" | "its") => {}
            (None, "changes") => written.push_str("<>"),
            (None, "takes") => {
                takes = true;
                written.push(board.capture_sign());
            }
            (None, "pass" | "passes") => written.push_str("--"),
            (None, _) if takes && is_taken => {}
            (None, _) => written.push_str(first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::games::file::FileVariant;
    use crate::rules::variant::{Opening, Variant};
    use crate::session::telling::words;

    #[test]
    fn a_spoken_move_is_a_written_one() {
        let start = |game: usize| GAMES[game].begin(Opening::Start).expect("the start");
        let read = |position: &dyn Position, typed: &str| {
            position.fork().play_text(&spoken(position, typed)).map(|it| it.1)
        };
        for game in 0..GAMES.len() {
            let position = start(game);
            for mv in position.legal() {
                let shown = position.display(mv);
                assert_eq!(read(position.as_ref(), &shown).as_ref(), Ok(&shown));
                let message = words(position.as_ref(), mv, None);
                assert_eq!(read(position.as_ref(), &message).as_ref(), Ok(&shown), "{message}");
            }
        }
        let sanctuary = GAMES.iter().find(|game| game.spec().id == "sanctuary").expect("a game");
        let position = sanctuary.begin(Opening::Start).expect("the start");
        assert_eq!(read(position.as_ref(), "knight to f3"), Ok("Nf3".to_owned()));
        assert_eq!(read(position.as_ref(), "pawn e2 e4"), Ok("e4".to_owned()));
        assert_eq!(read(position.as_ref(), "archbishop to c3"), Ok("Ac3".to_owned()));
        assert_eq!(spoken(position.as_ref(), "Swiss guard e1 takes e2"), "Ge1xe2");
    }

    /// A game whose pieces promote to others with a plus sign.
    const PLUS: &str = r#"format = 1
id = "plus"
title = "Plus"
board = "6x6"
opening = "ssgkgs/pppppp/6/6/PPPPPP/SSGKGS w - - 0 1"
promote = { at = "ranks 5-6", when = "stuck", leaving = true }
[piece]
K = { name = "King", move = "K", royal = true }
G = { name = "Gold", move = "WfF" }
S = { name = "Silver", move = "FfW", promote = "+S" }
P = { name = "Pawn", move = "fW", promote = "+P" }
"+S" = { name = "Gold Silver", move = "WfF" }
"+P" = { name = "Gold Pawn", move = "WfF" }
"#;

    /// The words for every legal move on the way of many games are read as that move.
    #[test]
    fn what_is_told_is_read() {
        let plus: &dyn Variant = FileVariant::kept(PLUS, "plus.toml").expect("it is read");
        for game in GAMES.iter().copied().chain([plus]) {
            let mut position = game.begin(Opening::Start).expect("the start");
            let mut dice = 1_u64;
            for _ in 0..120 {
                let legal = position.legal();
                if legal.is_empty() {
                    break;
                }
                for &mv in &legal {
                    let message = words(position.as_ref(), mv, None);
                    let typed = spoken(position.as_ref(), &message);
                    let read = position.fork().play_text(&typed).map(|(mv, _)| mv);
                    assert_eq!(read, Ok(mv), "{}: {message}: {typed}", game.spec().id);
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(legal[(dice >> 33) as usize % legal.len()]).expect("it is legal");
            }
        }
    }
}
