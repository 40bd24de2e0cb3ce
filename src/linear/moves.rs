//! Moves in words, from what the rules say about their picks and effects.

use crate::rules::explain::list;
use crate::rules::mv::Move;
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::side::{Side, Sides};
use crate::rules::timeline::Act;

/// The name of a piece for the seat that moves: `Pawn`, `own Pawn`, `Orange Pawn` where it could be another's.
fn owned(position: &dyn Position, piece: Piece) -> String {
    let spec = position.spec();
    let kind = spec.of(piece.kind()).name;
    match piece.side() {
        side if side == position.turn() => format!("own {kind}"),
        side if spec.seats.len() > 2 => format!("{} {kind}", spec.seat(side).name),
        _ => kind.to_owned(),
    }
}

/// The names of seats: `Orange and Green`.
pub(super) fn seats(position: &dyn Position, sides: Sides) -> String {
    let names: Vec<String> = sides.iter().map(|side| position.spec().seat(side).name.to_owned()).collect();
    list(&names)
}

/// A legal move in words: `Knight c8 in e5, out b6, takes Pawn on d7, check`.
pub(super) fn words(position: &dyn Position, mv: Move) -> String {
    let spec = position.spec();
    let label = |square| position.geometry().label(square);
    let effects = position.effects(mv);
    let mut marks = position.marks(mv).into_iter().map(|(_, mark)| mark);
    let (mut head, mut parts) = (String::new(), Vec::new());
    let captured = position.captured(mv);
    for (at, &pick) in position.picks(mv).as_slice().iter().enumerate() {
        match pick {
            Pick::Reserve(kind) => head = format!("{} dropped", spec.of(kind).name),
            Pick::Pass => parts.push("passes".to_owned()),
            Pick::Stop => parts.push(format!("stays {}", spec.pawn_name())),
            Pick::Promote(kind) => parts.push(format!("becomes {}", spec.of(kind).name)),
            Pick::Square(square) => {
                let (mark, piece) = (marks.next().unwrap_or(Mark::Target), position.piece(square));
                let name = piece.map(|piece| spec.of(piece.kind()).name);
                let taken = captured.filter(|&(on, _)| on == square);
                match (mark, taken) {
                    (Mark::From, _) if at == 0 => {
                        head = format!("{} {}", name.unwrap_or_default(), label(square));
                    }
                    (Mark::In, _) => parts.push(format!("in {}", label(square))),
                    (Mark::Out, _) => parts.push(format!("out {}", label(square))),
                    (Mark::Partner, _) => {
                        parts.push(format!("changes places with {} {}", name.unwrap_or_default(), label(square)));
                    }
                    (_, Some((_, piece))) => {
                        parts.push(format!("takes {} on {}", owned(position, piece), label(square)));
                    }
                    _ if head.ends_with("dropped") => parts.push(format!("on {}", label(square))),
                    _ => parts.push(format!("to {}", label(square))),
                }
            }
        }
    }
    let squares: Vec<_> = position.marks(mv).into_iter().map(|(square, _)| square).collect();
    for &(on, piece) in &effects.removed {
        let known = squares.contains(&on);
        if captured.is_some_and(|(at, _)| at == on) && !known {
            parts.push(format!("takes {} on {} in passing", owned(position, piece), label(on)));
        } else if !known {
            parts.push(format!("{} {} leaves the board", owned(position, piece), label(on)));
        }
    }
    for &(from, to, piece) in effects.moved.iter().skip(1).filter(|moved| !squares.contains(&moved.0)) {
        parts.push(format!("{} {} to {}", owned(position, piece), label(from), label(to)));
    }
    if effects.checks != Sides::NONE {
        let to =
            if spec.seats.len() > 2 { format!(" to {}", seats(position, effects.checks)) } else { String::new() };
        parts.push(format!("check{to}"));
    }
    format!("{head} {}", parts.join(", ")).trim().to_owned()
}

/// The game as it was after so many acts.
pub(super) fn after(position: &dyn Position, acts: usize) -> Box<dyn Position> {
    let mut back = position.fork();
    for _ in acts..position.acts().len() {
        back.undo();
    }
    back
}

/// The move that was the act with this number, from 1, as a sentence: `Black: Knight c8 to b6.`
pub(super) fn played(position: &dyn Position, ply: usize, side: Side) -> Option<String> {
    let &Act::Move(mv) = position.acts().get(ply.checked_sub(1)?)? else { return None };
    let before = after(position, ply - 1);
    Some(format!("{}: {}.", position.spec().seat(side).name, words(before.as_ref(), mv)))
}

/// A typed move in which kinds are spoken, like `Knight to c3` or `drop Hole c1`, in the usual notation. It reads the words
/// for every legal move, too.
pub(super) fn spoken(position: &dyn Position, typed: &str) -> String {
    let clauses = typed.trim_end_matches('.').split(',').map(str::trim);
    // These say only what follows from the rest.
    let follows = |clause: &&str| {
        let lower = clause.to_lowercase();
        lower.ends_with(" in passing") || ["check", "stays "].iter().any(|word| lower.starts_with(word))
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
    let (mut drops, mut takes) = (false, false);
    let words: Vec<&str> = clause.split_whitespace().collect();
    let mut rest = &words[..];
    while let [first, more @ ..] = rest {
        // A name may have several words.
        let named = spec.kinds.iter().find_map(|kind| {
            let length = kind.name.split(' ').count();
            let same = rest.get(..length)?.join(" ").eq_ignore_ascii_case(kind.name);
            same.then_some((kind.letter, length))
        });
        rest = more;
        let lower = first.to_lowercase();
        let is_taken = lower == "own" || spec.seats.iter().any(|seat| seat.name.eq_ignore_ascii_case(&lower));
        match (named, lower.as_str()) {
            (Some((letter, length)), _) => {
                rest = &rest[length - 1..];
                // What is taken is not written.
                if !takes {
                    written.push(letter);
                    written.push_str(if drops { "@" } else { "" });
                }
            }
            (None, "drop") => drops = true,
            (None, "dropped") => written.push('@'),
            (None, "to" | "in" | "out") => {
                let goes_on = written.ends_with(|last: char| last.is_ascii_digit());
                written.push_str(if goes_on { "-" } else { "" });
            }
            (None, "becomes") => written.push('='),
            (None, "on" | "places" | "with") => {}
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
    use crate::rules::variant::Opening;

    fn said(game: &str, fen: &str, mv: &str) -> String {
        let game = GAMES.iter().find(|known| known.spec().id == game).expect("a game");
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let mv = position.read(mv).unwrap_or_else(|error| panic!("{error}"));
        words(position.as_ref(), mv)
    }

    #[test]
    fn a_move_is_told_as_it_goes() {
        let holes = "rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1";
        assert_eq!(said("blackholes", holes, "Ra1-b1-a4xb4"), "Rook a1 in b1, out a4, takes own Pawn on b4");
        assert_eq!(said("blackholes", holes, "H@c1"), "Hole dropped on c1");
        let chess = "4g3/8/8/3pP3/8/2N5/8/R3G2R w - d6 0 1";
        assert_eq!(said("sanctuary", chess, "Nxd5"), "Knight c3 takes Pawn on d5");
        assert_eq!(said("sanctuary", chess, "e5d6"), "Pawn e5 to d6, takes Pawn on d5 in passing");
        assert_eq!(said("sanctuary", chess, "Nb5"), "Knight c3 to b5");
    }

    #[test]
    fn a_spoken_move_is_a_written_one() {
        let start = |game: usize| GAMES[game].begin(Opening::Start).expect("the start");
        let read =
            |position: &dyn Position, typed: &str| position.fork().follow(&spoken(position, typed)).map(|it| it.1);
        for game in 0..GAMES.len() {
            let position = start(game);
            for mv in position.legal() {
                let shown = position.display(mv);
                assert_eq!(read(position.as_ref(), &shown).as_ref(), Ok(&shown));
                let told = words(position.as_ref(), mv);
                assert_eq!(read(position.as_ref(), &told).as_ref(), Ok(&shown), "{told}");
            }
        }
        let sanctuary = GAMES.iter().find(|game| game.spec().id == "sanctuary").expect("a game");
        let position = sanctuary.begin(Opening::Start).expect("the start");
        assert_eq!(read(position.as_ref(), "knight to f3"), Ok("Nf3".to_owned()));
        assert_eq!(read(position.as_ref(), "pawn e2 e4"), Ok("e4".to_owned()));
        assert_eq!(read(position.as_ref(), "archbishop to c3"), Ok("Ac3".to_owned()));
        assert_eq!(spoken(position.as_ref(), "Swiss guard e1 takes e2"), "Ge1xe2");
    }

    /// The words for every legal move on the way of many games are read as that move.
    #[test]
    fn what_is_told_is_read() {
        for game in GAMES {
            let mut position = game.begin(Opening::Start).expect("the start");
            let mut dice = 1_u64;
            for _ in 0..120 {
                let legal = position.legal();
                if legal.is_empty() {
                    break;
                }
                for &mv in &legal {
                    let told = words(position.as_ref(), mv);
                    let typed = spoken(position.as_ref(), &told);
                    let read = position.fork().follow(&typed).map(|(mv, _)| mv);
                    assert_eq!(read, Ok(mv), "{}: {told}: {typed}", game.spec().id);
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(legal[(dice >> 33) as usize % legal.len()]).expect("it is legal");
            }
        }
    }
}
