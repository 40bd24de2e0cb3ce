//! Walls: squares that nobody can enter or pass, and how moves leave more of them: the table `wall` of a file.

use crate::rules::art::Art;
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::{Coord, Square};
use crate::rules::mv::{Move, MoveList, NO_VIAS, Verb};
use crate::rules::pick::Pick;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::Side;
use crate::rules::spec::Zone;

use super::game::FileGame;
use super::pieces::PieceData;
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::zone::squares;
use super::{kept, stock};

/// The number of a move that names where its wall comes.
const BUILD: u8 = 5;

/// Where a wall comes with each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Building {
    /// Nowhere: walls stand where they are.
    Never,
    /// Where the move began.
    Behind,
    /// Where the piece that has moved could go next.
    InReach,
    /// On any empty square.
    Anywhere,
}

/// The walls of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walls {
    pub(super) kind: Kind,
    building: Building,
    /// The squares that moves can put them on, as each seat sees them.
    pub(super) at: Zone,
}

impl Walls {
    /// Does each move name the square of a wall?
    pub(super) fn are_chosen(self) -> bool {
        matches!(self.building, Building::InReach | Building::Anywhere)
    }
}

/// The table `wall`, before its kind has a place among the others.
pub(super) struct WallData {
    pub(super) name: String,
    pub(super) art: Option<Art>,
    building: Building,
    at: Option<Vec<Coord>>,
}

/// What is expected of the pieces where each move puts a wall on a square of choice.
const PLAIN: &str =
    "walls of choice beside pieces that neither castle nor promote nor swap, without Pawns and without a hand";

impl WallData {
    /// Reads the table `wall`.
    pub(super) fn read(mut keys: Section, plan: &Plan, mistakes: &mut Mistakes) -> WallData {
        let words = [
            ("never", Building::Never),
            ("behind", Building::Behind),
            ("reach", Building::InReach),
            ("anywhere", Building::Anywhere),
        ];
        let name = keys.text("name", mistakes).unwrap_or("Wall").to_owned();
        let wall = WallData {
            art: stock::read(&mut keys, &name, mistakes).or_else(stock::hole),
            name,
            building: keys.choice("after_move", &words, mistakes).unwrap_or(Building::Never),
            at: squares(&mut keys, "at", plan, mistakes),
        };
        keys.finish(mistakes);
        wall
    }

    /// Refuses walls of choice beside moves that name other things.
    pub(super) fn check(&self, root: &Section, pieces: &[PieceData], has_hand: bool, mistakes: &mut Mistakes) {
        let chosen = matches!(self.building, Building::InReach | Building::Anywhere);
        let plain = pieces.iter().all(PieceData::is_plain) && !has_hand;
        let value = root.named().into_iter().find(|(key, _)| key.get_ref() == "wall").map(|(_, value)| value);
        if let Some(value) = value.filter(|_| chosen && !plain) {
            root.wrong("wall.after_move", value, PLAIN, mistakes);
        }
    }

    /// The walls as one kind among these.
    pub(super) fn walls(self, pieces: &[PieceData]) -> Option<Walls> {
        let place = pieces.iter().position(PieceData::is_wall)?;
        let at = self.at.map_or(Zone::Where(|_| true), |squares| Zone::On(kept(squares)));
        Some(Walls { kind: Kind(place as u8), building: self.building, at })
    }
}

/// The squares of a seat's pieces that are no walls.
#[inline]
pub(super) fn army<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> S {
    match board.tables().extra.data.walls {
        Some(walls) => board.side(side) & !board.kind(walls.kind),
        None => board.side(side),
    }
}

/// Does each move name the square of a wall?
#[inline]
pub(super) fn are_chosen<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let walls = board.tables().extra.data.walls;
    walls.is_some_and(Walls::are_chosen)
}

/// These moves, each with every square where a wall can come.
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    let board = generator.board;
    let mut list = MoveList::new();
    generator.ordinary(&mut list);
    for mv in list {
        for at in sites(board, mv).iter() {
            sink.one(Move::special(BUILD, mv.kind, mv.from, [at, NO_VIAS[1]], mv.to));
        }
        if sink.is_full() {
            return;
        }
    }
}

/// The squares where a wall can come after a move.
fn sites<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> S {
    let occupied = board.occupied().without(mv.from).with(mv.to);
    let empty = board.tables().extra.wall_squares[board.turn()] & !occupied;
    match board.tables().extra.data.walls.map(|walls| walls.building) {
        Some(Building::InReach) => {
            let mover = board.tables().mover(Piece::new(board.turn(), mv.kind));
            mover.quiet.targets(mv.to, occupied) & empty
        }
        _ => empty,
    }
}

/// The squares that name a move with a wall.
pub(super) fn picks(mv: Move) -> Option<Vec<Square>> {
    (mv.verb == Verb::Special(BUILD)).then(|| vec![mv.from, mv.to, mv.vias[0]])
}

/// The square of what such a move captures.
pub(super) fn captures_on<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<Square> {
    (mv.verb == Verb::Special(BUILD) && board.piece(mv.to).is_some()).then_some(mv.to)
}

/// A move with a wall as people read it: `Qd1-d7/g7`.
pub(super) fn written<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<String> {
    let label = |square: Square| board.geometry().label(square);
    let takes = if board.piece(mv.to).is_some() { 'x' } else { '-' };
    let letters = board.spec().of(mv.kind).letters();
    (mv.verb == Verb::Special(BUILD))
        .then(|| format!("{letters}{}{takes}{}/{}", label(mv.from), label(mv.to), label(mv.vias[0])))
}

/// Makes a move with its wall. Returns the captured piece.
pub(super) fn play<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move) -> Option<Piece> {
    let captured = edit.step(mv);
    put(edit, mv.vias[0]);
    captured
}

/// Leaves a wall where a move began, if that is what moves do.
#[inline]
pub(super) fn leave<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move) {
    let walls = edit.board().tables().extra.data.walls;
    if walls.is_some_and(|walls| walls.building == Building::Behind)
        && !mv.is_drop()
        && edit.board().piece(mv.from).is_none()
    {
        put(edit, mv.from);
    }
}

/// Walls are of the first seat, as far as the board knows.
fn put<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, at: Square) {
    if let Some(walls) = edit.board().tables().extra.data.walls {
        edit.put(at, Piece::new(Side::FIRST, walls.kind));
    }
}

/// What the pick after the squares of a move chooses.
pub(super) fn ask<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick]) -> Option<String> {
    let asked = are_chosen(board) && matches!(so_far, [Pick::Square(_), Pick::Square(_)]);
    let walls = board.tables().extra.data.walls.filter(|_| asked)?;
    Some(format!("the square for the {}", board.kind_name(walls.kind)))
}
