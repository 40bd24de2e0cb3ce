//! A board as it was put together, from a text or piece by piece. It need not be a position of the game: a King may be
//! missing, or a piece may stand where it cannot. [`Setup::position`] says what is wrong.

use thiserror::Error;

use super::bits::SquareSet;
use super::board::{Board, Edit, Reserve};
use super::fen::{self, FenError};
use super::game::{CompiledGame, Rules};
use super::geometry::Square;
use super::piece::{Kind, Piece};
use super::side::Side;
use super::spelling::a;
use super::tables::Tables;
use super::timeline::Timeline;

/// Why a setup is not a position of its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A piece of a seat that is not in the game.
    #[error("{square}: a piece of {seat}, which is out of the game")]
    Gone {
        /// Where it stands.
        square: String,
        /// The name of its owner.
        seat: &'static str,
    },
    /// A piece that its owner cannot have.
    #[error("{square}: {seat} cannot have {}", a(.kind))]
    Owner {
        /// Where it stands.
        square: String,
        /// The name of the owner.
        seat: &'static str,
        /// The name of the kind.
        kind: &'static str,
    },
    /// A pawn on a square where it can never stand.
    #[error("{square}: {} of {seat} cannot stand there", a(.kind))]
    Place {
        /// Where it stands.
        square: String,
        /// The name of the owner.
        seat: &'static str,
        /// The name of the kind.
        kind: &'static str,
    },
    /// A seat without its royal piece, or with several.
    #[error("{seat} has {count} {kind}s, expected exactly one")]
    Royals {
        /// The name of the seat.
        seat: &'static str,
        /// How many it has.
        count: u32,
        /// The name of the royal kind.
        kind: &'static str,
    },
    /// The seat that has just moved is in check.
    #[error("{0} is in check and not to move")]
    Check(&'static str),
    /// What only this game forbids, in its words.
    #[error("{0}")]
    Game(String),
}

/// Why a FEN is not a position of its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] FenError),
    /// What the text says is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A board that may not be a position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<R: Rules>(Board<R>);

impl<R: Rules> Setup<R> {
    /// Reads a FEN of the game that has these tables.
    pub fn read(tables: &'static Tables<R>, text: &str) -> Result<Setup<R>, FenError> {
        fen::parse(tables, text).map(Setup)
    }

    /// The pieces of a position without the reserves, so that pieces on the board are to move although there was
    /// something to drop.
    pub(crate) fn of(board: &Board<R>) -> Setup<R> {
        let mut board = *board;
        let mut edit = Edit::new(&mut board);
        for side in edit.board().spec().sides() {
            edit.set_reserve(side, Reserve::default());
        }
        Setup(board)
    }

    /// With this piece on a square, or nothing there. A royal piece takes the place of the one that its seat has: two
    /// would hide one another.
    #[must_use]
    pub(crate) fn placed(mut self, square: Square, piece: Option<Piece>) -> Setup<R> {
        let royal = self.0.spec().royal.filter(|_| !R::may_have_several_kings(self.0.tables()));
        let mut edit = Edit::new(&mut self.0);
        edit.take(square);
        if let Some(piece) = piece {
            edit.put(square, piece);
            let same = edit.board().pieces(piece.side(), piece.kind()).without(square);
            for other in same.iter().filter(|_| Some(piece.kind()) == royal) {
                edit.take(other);
            }
        }
        edit.keep_usable_rights();
        self
    }

    /// With this seat to move. One piece of this kind is in its reserve, so that its drops can be seen.
    #[must_use]
    pub(crate) fn holding(mut self, side: Side, kind: Option<Kind>) -> Setup<R> {
        let spec = self.0.spec();
        let mut edit = Edit::new(&mut self.0);
        edit.set_turn(side);
        // A kind without a limit is never counted.
        if let Some(kind) = kind.filter(|&kind| spec.is_counted(kind)) {
            edit.set_reserve(side, Reserve::default().plus(kind));
        }
        self
    }

    /// The setup as a free position: a board to try things on. Nobody wins or loses on it and no rule ends it, so
    /// that a King, an army or all other pieces may be missing. Diagrams and the explorer show moves on it.
    pub fn free(self) -> Result<Timeline<R>, PositionError> {
        pieces(&self.0)?;
        Ok(self.shown())
    }

    /// The same for pieces that are known to be allowed.
    pub(super) fn shown(self) -> Timeline<R> {
        let mut board = self.0;
        Edit::new(&mut board).set_state(R::State::default());
        Timeline::free(board)
    }

    /// The position of the game, with its turn begun.
    pub fn position(self) -> Result<Board<R>, PositionError> {
        let mut board = self.0;
        pieces(&board)?;
        royals(&board)?;
        R::flaw(&board).map_or(Ok(()), |flaw| Err(PositionError::Game(flaw)))?;
        if R::won(&board).is_none() {
            R::begin_turn(&mut Edit::new(&mut board));
        }
        Ok(board)
    }
}

impl<R: Rules> Tables<R> {
    /// The position that a FEN describes.
    pub fn read(&'static self, text: &str) -> Result<Board<R>, SetupError> {
        Ok(Setup::read(self, text)?.position()?)
    }
}

impl<R: CompiledGame> Board<R> {
    /// The position that a FEN describes.
    pub fn read(text: &str) -> Result<Board<R>, SetupError> {
        R::tables().read(text)
    }
}

/// Rejects pieces on squares that are impossible for any seat or for their owner.
fn pieces<R: Rules>(board: &Board<R>) -> Result<(), PositionError> {
    let spec = board.spec();
    for square in board.occupied().iter() {
        let Some(piece) = board.piece(square) else { continue };
        let (seat, kind) = (spec.seat(piece.side()).name, spec.of(piece.kind()));
        let label = || board.geometry().label(square).to_owned();
        if !board.living().has(piece.side()) {
            return Err(PositionError::Gone { square: label(), seat });
        }
        if !kind.owned_by(piece.side()) {
            return Err(PositionError::Owner { square: label(), seat, kind: kind.name });
        }
        if Some(piece.kind()) == spec.pawn && board.tables().no_pawns[piece.side()].has(square) {
            return Err(PositionError::Place { square: label(), seat, kind: kind.name });
        }
    }
    Ok(())
}

fn royals<R: Rules>(board: &Board<R>) -> Result<(), PositionError> {
    let spec = board.spec();
    let Some(royal) = spec.royal else { return Ok(()) };
    for side in board.living().iter() {
        let seat = spec.seat(side).name;
        let count = board.count(side, royal) + u32::from(board.reserve(side).count(royal));
        let allowed = match count {
            0 => R::may_lack_king(board, side),
            1 => true,
            _ => R::may_have_several_kings(board.tables()),
        };
        if !allowed {
            return Err(PositionError::Royals { seat, count, kind: spec.of(royal).name });
        }
        if spec.seats.len() == 2 && side != board.turn() && board.in_check(side) {
            return Err(PositionError::Check(seat));
        }
    }
    Ok(())
}
