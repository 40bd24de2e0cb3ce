//! Moves in words, from what the rules say about their picks and effects.

use super::setup::{MatchSetup, Start};
use crate::rules::explain::list;
use crate::rules::mv::Move;
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::side::{Side, Sides};
use crate::rules::spelling::a;
use crate::rules::timeline::Act;

/// The name of a piece for who reads: `your Pawn`, `its own Pawn` of the seat that moves, `the Pawn`, and `the Orange
/// Pawn` where it could be another's.
pub(crate) fn whose(position: &dyn Position, piece: Piece, you: Option<Side>) -> String {
    let kind = position.spec().of(piece.kind()).name;
    match piece.side() {
        side if Some(side) == you => format!("your {kind}"),
        side if side == position.turn() => format!("its own {kind}"),
        _ => the(position, piece),
    }
}

/// The name of a piece: `the Pawn`, and `the Orange Pawn` with more than two seats.
pub(crate) fn the(position: &dyn Position, piece: Piece) -> String {
    let spec = position.spec();
    let kind = spec.of(piece.kind()).name;
    if spec.seats.len() > 2 {
        format!("the {} {kind}", spec.seat(piece.side()).name)
    } else {
        format!("the {kind}")
    }
}

/// The names of seats: `Orange and Green`.
fn seats(position: &dyn Position, sides: Sides) -> String {
    let names: Vec<String> = sides.iter().map(|side| position.spec().seat(side).name.to_owned()).collect();
    list(&names)
}

/// A legal move in words for the seat that reads them:
/// `Knight c8 into the Hole e5, out of b6, takes your Pawn on d7, check`.
pub fn words(position: &dyn Position, mv: Move, you: Option<Side>) -> String {
    let spec = position.spec();
    let label = |square| position.geometry().label(square);
    let effects = position.effects(mv);
    let mut marks = position.marks(mv).into_iter().map(|(_, mark)| mark);
    let marked = |&pick: &Pick| match pick {
        Pick::Square(_) => (pick, marks.next().unwrap_or(Mark::Target)),
        _ => (pick, Mark::Choice),
    };
    let picks: Vec<(Pick, Mark)> = position.picks(mv).as_slice().iter().map(marked).collect();
    let (head, mut parts) = way(position, &picks, you);
    let captured = position.captured(mv);
    let squares: Vec<_> = position.marks(mv).into_iter().map(|(square, _)| square).collect();
    for &(on, piece) in &effects.removed {
        let known = squares.contains(&on);
        if captured.is_some_and(|(at, _)| at == on) && !known {
            parts.push(format!("takes {} on {} in passing", whose(position, piece, you), label(on)));
        } else if !known {
            parts.push(format!("{} on {} leaves the board", whose(position, piece, you), label(on)));
        }
    }
    for &(from, to, piece) in effects.moved.iter().skip(1).filter(|moved| !squares.contains(&moved.0)) {
        parts.push(format!("{} {} to {}", whose(position, piece, you), label(from), label(to)));
    }
    if effects.checks != Sides::NONE {
        let to =
            if spec.seats.len() > 2 { format!(" to {}", seats(position, effects.checks)) } else { String::new() };
        parts.push(format!("check{to}"));
    }
    format!("{head} {}", parts.join(", ")).trim().to_owned()
}

/// Picks in words, those of a whole move or the first ones of it: `Knight c8 into the Hole e5`.
pub fn picked(position: &dyn Position, picks: &[(Pick, Mark)], you: Option<Side>) -> String {
    let (head, parts) = way(position, picks, you);
    format!("{head} {}", parts.join(", ")).trim().to_owned()
}

/// What moves, and what each of the picks does with it.
fn way(position: &dyn Position, picks: &[(Pick, Mark)], you: Option<Side>) -> (String, Vec<String>) {
    let spec = position.spec();
    let (mut head, mut parts) = (String::new(), Vec::new());
    for &(pick, mark) in picks {
        let square = match pick {
            Pick::Reserve(kind) if !parts.is_empty() => {
                parts.push(format!("lets {} in", a(spec.of(kind).name)));
                continue;
            }
            Pick::Reserve(kind) => {
                head = format!("{} dropped", spec.of(kind).name);
                continue;
            }
            Pick::Pass => {
                parts.push("passes".to_owned());
                continue;
            }
            Pick::Stop => {
                let first = picks.iter().find_map(|&(pick, _)| match pick {
                    Pick::Square(square) => position.piece(square),
                    _ => None,
                });
                // A piece that cannot promote lets nothing in.
                if first.is_some_and(|piece| spec.promotes_to(piece.kind()).is_empty()) {
                    continue;
                }
                let name = first.map_or(spec.pawn_name(), |piece| spec.of(piece.kind()).name);
                parts.push(format!("stays {name}"));
                continue;
            }
            Pick::Promote(kind) => {
                parts.push(format!("becomes {}", spec.of(kind).name));
                continue;
            }
            Pick::Square(square) => square,
        };
        let label = position.geometry().label(square);
        let piece = position.piece(square);
        let name = piece.map_or("", |piece| spec.of(piece.kind()).name);
        match (mark, piece) {
            (Mark::From, _) if head.is_empty() => head = format!("{name} {label}"),
            (Mark::In, _) => parts.push(format!("into the {name} {label}")),
            (Mark::Out, _) => parts.push(format!("out of {label}")),
            (Mark::Partner, _) => parts.push(format!("changes places with the {name} {label}")),
            (Mark::Capture | Mark::OwnCapture, Some(piece)) => {
                parts.push(format!("takes {} on {label}", whose(position, piece, you)));
            }
            _ if head.ends_with("dropped") => parts.push(format!("on {label}")),
            _ => parts.push(format!("to {label}")),
        }
    }
    (head, parts)
}

/// The game as it was after so many acts.
pub fn after(position: &dyn Position, acts: usize) -> Box<dyn Position> {
    let mut back = position.fork();
    for _ in acts..position.acts().len() {
        back.undo();
    }
    back
}

/// The move that was the act with this number, from 1, as it was seen by a seat: `Black: Knight c8 to b6`.
pub fn played(position: &dyn Position, ply: usize, you: Option<Side>) -> Option<String> {
    let &Act::Move(mv) = position.acts().get(ply.checked_sub(1)?)? else { return None };
    let before = after(position, ply - 1);
    let side = position.spec().seat(before.turn()).name;
    Some(format!("{side}: {}", words(before.as_ref(), mv, you)))
}

/// What a game is about, in a sentence: that of the game, or of the array it begins with.
pub fn about(setup: &MatchSetup) -> String {
    let spec = setup.game.spec();
    let goal = || sentence(spec.goal);
    let Some((usual, others)) = spec.setups.split_first() else { return goal() };
    match &setup.start {
        Start::Usual => spec.about.to_owned(),
        Start::Named(name) if name == usual.name => spec.about.to_owned(),
        Start::Named(name) => {
            others.iter().find(|setup| setup.name == name).map_or_else(goal, |setup| sentence(setup.words))
        }
        Start::Fen(_) => goal(),
    }
}

/// A reason as a sentence: with a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    fn said(game: &str, fen: &str, mv: &str, you: Option<Side>) -> String {
        let game = GAMES.iter().find(|known| known.spec().id == game).expect("a game");
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let mv = position.read(mv).unwrap_or_else(|error| panic!("{error}"));
        words(position.as_ref(), mv, you)
    }

    #[test]
    fn a_move_is_told_as_it_goes() {
        let holes = "rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1";
        let dives = |you| said("blackholes", holes, "Ra1-b1-a4xb4", you);
        assert_eq!(dives(None), "Rook a1 into the Hole b1, out of a4, takes its own Pawn on b4");
        assert_eq!(dives(Some(Side::FIRST)), "Rook a1 into the Hole b1, out of a4, takes your Pawn on b4");
        assert_eq!(said("blackholes", holes, "H@c1", None), "Hole dropped on c1");
        let chess = "4g3/8/8/3pP3/8/2N5/8/R3G2R w - d6 0 1";
        let (white, black) = (Some(Side::FIRST), Some(Side::new(1)));
        assert_eq!(said("sanctuary", chess, "Nxd5", white), "Knight c3 takes the Pawn on d5");
        assert_eq!(said("sanctuary", chess, "Nxd5", black), "Knight c3 takes your Pawn on d5");
        assert_eq!(said("sanctuary", chess, "e5d6", None), "Pawn e5 to d6, takes the Pawn on d5 in passing");
        assert_eq!(said("sanctuary", chess, "Nb5", None), "Knight c3 to b5");
    }

    /// A move that is told with its seat is told as it was before it was played.
    #[test]
    fn a_move_of_the_game_is_told() {
        let mut position = GAMES[2].begin(Opening::Start).expect("the start");
        for text in ["e2e4", "d7d5", "e4d5"] {
            position.act(text).expect("it is legal");
        }
        let sentence = |ply, you| played(position.as_ref(), ply, you);
        assert_eq!(sentence(3, Some(Side::new(1))).as_deref(), Some("White: Pawn e4 takes your Pawn on d5"));
        assert_eq!(sentence(2, None).as_deref(), Some("Black: Pawn d7 to d5"));
        assert_eq!((sentence(0, None), sentence(4, None)), (None, None));
    }
}
