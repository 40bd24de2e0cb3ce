//! Two thousand random games beside cozy-chess: at each ply both name the same legal moves.

use cozy_chess::{Board as Cozy, Color, File, GameStatus, Move as CozyMove, Piece, Rank, Square};
use heterodox::rules::mv::Move;
use heterodox::rules::position::Position;
use heterodox::rules::zobrist::mix;

use super::perft::POSITIONS;
use super::position;

const GAMES: u64 = 2_000;
const PLIES: u32 = 120;
/// In one game of so many moves are played by what they are called.
const READ: u64 = 7;

/// The move as other programs write it: the King castles two squares.
fn text(board: &Cozy, mv: CozyMove) -> String {
    let rank = Rank::First.relative_to(board.side_to_move());
    let castles = board.colors(board.side_to_move()).has(mv.to);
    let to = match mv.to.file() {
        _ if !castles => mv.to,
        File::H => Square::new(File::G, rank),
        _ => Square::new(File::C, rank),
    };
    let promotion = mv.promotion.map_or("", |piece| match piece {
        Piece::Queen => "q",
        Piece::Rook => "r",
        Piece::Bishop => "b",
        _ => "n",
    });
    format!("{}{to}{promotion}", mv.from)
}

/// Castles, or captures in passing?
fn is_rare(board: &Cozy, mv: CozyMove) -> bool {
    let passes = mv.from.file() != mv.to.file() && board.piece_on(mv.to).is_none();
    board.colors(board.side_to_move()).has(mv.to) || passes && board.pieces(Piece::Pawn).has(mv.from)
}

#[derive(Default, Debug)]
struct Seen {
    plies: u32,
    castlings: u32,
    passants: u32,
    promotions: u32,
    mates: u32,
    stalemates: u32,
}

fn play(number: u64, seen: &mut Seen) {
    let fen = POSITIONS[number as usize % POSITIONS.len()].0;
    let (mut ours, mut theirs) = (position(Some(fen)), Cozy::from_fen(fen, false).expect("it reads it"));
    let mut dice = mix(number);
    for ply in 0..PLIES {
        let mut moves = Vec::new();
        theirs.generate_moves(|some| {
            moves.extend(some.into_iter().map(|mv| (text(&theirs, mv), mv)));
            false
        });
        moves.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        // Draws by rule end our game and not the list of moves.
        let mut own: Vec<(String, Move)> = ours.perft_moves().iter().map(|&mv| (ours.machine(mv), mv)).collect();
        own.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let same = own.iter().map(|(text, _)| text).eq(moves.iter().map(|(text, _)| text));
        assert!(same, "game {number}, ply {ply}: {}", ours.fen());
        let checked = ours.checked().has(ours.turn());
        assert_eq!(checked, !theirs.checkers().is_empty(), "game {number}, ply {ply}: {}", ours.fen());
        if moves.is_empty() {
            let cause = ours.outcome().expect("it is over").cause.id;
            assert_eq!(cause == "checkmate", theirs.status() == GameStatus::Won, "{}", ours.fen());
            *(if cause == "checkmate" { &mut seen.mates } else { &mut seen.stalemates }) += 1;
            return;
        }
        if ours.outcome().is_some() {
            return;
        }
        dice = mix(dice);
        let chance = (dice >> 11) as usize;
        // Half of the time what is rare is played where it can be.
        let rare = moves.iter().position(|&(_, mv)| chance.is_multiple_of(2) && is_rare(&theirs, mv));
        let at = rare.unwrap_or(chance / 2 % moves.len());
        let (text, mv) = &own[at];
        note(ours.as_ref(), *mv, seen);
        // What the moves are called is read in some of the games.
        if number.is_multiple_of(READ) {
            ours.act(text).expect("both call it legal");
        } else {
            ours.play(*mv).expect("both call it legal");
        }
        theirs.play_unchecked(moves[at].1);
        let turn = usize::from(theirs.side_to_move() == Color::Black);
        assert_eq!(ours.turn().index(), turn);
    }
}

fn note(position: &dyn Position, mv: Move, seen: &mut Seen) {
    let effects = position.effects(mv);
    let passing = effects.removed.first().is_some_and(|&(at, _)| at != mv.to);
    seen.plies += 1;
    seen.castlings += u32::from(effects.moved.len() == 2);
    seen.passants += u32::from(passing);
    seen.promotions += u32::from(!effects.changed.is_empty());
}

#[test]
fn two_thousand_random_games_agree_with_cozy_chess() {
    let mut seen = Seen::default();
    for number in 0..GAMES {
        play(number, &mut seen);
    }
    println!("{seen:?}");
    let rare = [seen.castlings, seen.passants, seen.promotions, seen.mates];
    assert!(rare.iter().all(|&count| count >= 100) && seen.stalemates > 0, "{seen:?}");
}
