//! Passing as a move of the royal piece, which stays where it is: the key `pass` of the table `law`.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::generate::{Generator, Sink};
use crate::rules::mv::{Move, NO_VIAS, Verb};
use crate::rules::outcome::Cause;
use crate::rules::pick::{Mark, Pick};

use super::facing;
use super::game::FileGame;
use super::pieces::PieceData;
use super::royals::Royals;
use super::section::{Mistakes, Section};

/// The number of the special move.
const PASS: u8 = 8;

/// Such a move as people read it.
const SHOWN: &str = "--";

/// An end because the royal pieces have seen each other and nobody has ended that.
pub(super) const FACED: Cause = Cause { id: "faced", words: "because the Kings see each other" };

/// May a player pass?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Passing {
    #[default]
    Never,
    May,
}

impl Passing {
    /// Says beside what nobody passes. `others` are there if moves name other things too.
    pub(super) fn check(self, root: &Section, pieces: &[PieceData], others: bool, mistakes: &mut Mistakes) {
        let one = pieces.iter().any(|piece| piece.royal && piece.royals == Royals::One);
        if self == Passing::May && (!one || others) {
            let expected = "it beside a piece with royal = true, without gates and walls of choice";
            root.wrong_below(&["law", "pass"], expected, mistakes);
        }
    }
}

/// The pass of the seat to move.
#[inline]
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    let board = generator.board;
    if board.tables().extra.data.demands.pass == Passing::May
        && let (Some(king), Some(at)) = (board.spec().royal, board.royal(generator.side))
        && !generator.guard.check
    {
        sink.one(Move::special(PASS, king, at, NO_VIAS, at));
    }
}

/// Is it such a move?
#[inline]
pub(super) fn is(mv: Move) -> bool {
    mv.verb == Verb::Special(PASS)
}

/// Has the game ended because both have passed, or one where the royal pieces see each other?
#[inline]
pub(super) fn has_ended<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    match board.passes() {
        0 => false,
        1 => facing::is_offered(board),
        _ => true,
    }
}

/// Why a game has ended so.
pub(super) fn cause<S: SquareSet>(board: &Board<FileGame<S>>) -> Cause {
    if board.passes() > 1 { Cause::PASSES } else { FACED }
}

/// Such a move as people read it.
pub(super) fn written(mv: Move) -> Option<String> {
    is(mv).then(|| SHOWN.to_owned())
}

/// What such a move does.
pub(super) fn remark<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<String> {
    is(mv).then(|| format!("{} passes.", board.seat_name(board.turn())))
}

/// The mark of the square of a royal piece that stays there.
pub(super) fn mark<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick], next: Pick) -> Option<Mark> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (so_far, next) else { return None };
    let royal = board.piece(from).is_some_and(|piece| board.spec().royal == Some(piece.kind()));
    (from == to && royal).then_some(Mark::Target)
}
