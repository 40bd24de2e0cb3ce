//! What the rules of a file say beyond the data that all games have: castling, ends, wins.

mod unusual;

use std::sync::OnceLock;

use crate::eval::skill::Skills;
use crate::eval::tables::EvalTables;
use crate::eval::terms::Weight;
use crate::rules::bits::{Line, SquareSet};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::piece::Kind;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::{Spec, Zone};

use super::becoming::{Becoming, Ready};
use super::demands::Demands;
use super::extinction::Extinction;
use super::facing::{self, Facing};
use super::goal::Goal;
use super::points::Points;
use super::repetition::Repetition;
use super::row::Row;
use super::shuffle::Shuffle;
use super::swaps::Swap;
use super::walls::Walls;
use super::wing::{Wing, WingData};
use unusual::Unusual;

/// Who wins when a seat has no move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stalemate {
    Draw,
    Loss,
    Win,
}

/// The laws as a file gives them.
#[derive(Clone, Debug)]
pub(super) struct LawData {
    /// The text of the file, unless it is a part of the program.
    pub(super) source: Option<&'static str>,
    pub(super) wings: Vec<WingData>,
    pub(super) stalemate: Stalemate,
    pub(super) repetition: Repetition,
    /// A bit for each kind whose moves are progress, beside that of the Pawn.
    pub(super) progress: u16,
    pub(super) goal: Option<Goal>,
    /// Does a King without any other piece lose?
    pub(super) bare: bool,
    /// An end by few pieces that are left.
    pub(super) extinction: Option<Extinction>,
    /// An end by pieces in a row.
    pub(super) row: Option<Row>,
    /// Who wins what would be a draw.
    pub(super) draw_wins: Option<Side>,
    /// The points that decide what would be a draw.
    pub(super) points: Option<Points>,
    /// The kinds of which a seat must not lose the last one.
    pub(super) extinct: Vec<Kind>,
    /// The walls, if there are any.
    pub(super) walls: Option<Walls>,
    /// Where the first move of a piece lets one in, as each seat sees it.
    pub(super) gates: Option<Zone>,
    /// The kinds that change places with others.
    pub(super) swaps: Vec<Swap>,
    /// The kinds that promote instead of moving.
    pub(super) becoming: Vec<Becoming>,
    /// The arrays to begin with, if the pieces are shuffled.
    pub(super) shuffle: Option<Shuffle>,
    /// The checks that win.
    pub(super) checks: Option<u8>,
    /// Does a seat win that has no piece left?
    pub(super) nothing_left: bool,
    pub(super) demands: Demands,
    /// Does the last army win? So do games for more than two end.
    pub(super) last_army: bool,
    /// Does a seat begin without a King? It loses with its last piece.
    pub(super) kingless: BySide<bool>,
    /// The kinds of which one beside the Kings cannot win.
    pub(super) too_few: Vec<Kind>,
    pub(super) facing: Facing,
    /// The values that the file gives.
    pub(super) values: Vec<Option<i32>>,
}

impl LawData {
    /// Can pieces in hand come in behind others?
    pub(super) fn has_gates(&self) -> bool {
        self.gates.is_some()
    }

    /// Does a player win only by leaving the other one without a move, if no piece is royal?
    fn wins_by_room(&self) -> bool {
        let others = self.goal.is_some() || self.extinction.is_some() || self.row.is_some() || self.nothing_left;
        self.extinct.is_empty() && !others && self.stalemate == Stalemate::Loss
    }
}

/// The laws of a game, as its rules ask for them.
#[derive(Debug)]
pub struct Laws<S: SquareSet> {
    pub(super) data: LawData,
    pub(super) unusual: Unusual,
    pub(super) wings: Vec<Wing<S>>,
    /// The rights of each seat.
    pub(super) own_wings: BySide<u128>,
    /// For each square, the rights that are lost when something moves from it or to it.
    pub(super) lost: Vec<u128>,
    /// The lines along which royal pieces may not see each other, for each direction those of every square.
    pub(super) sights: Vec<Vec<Line<S>>>,
    /// Those along which they may, and offer the end of the game.
    pub(super) faces: Vec<Line<S>>,
    /// The squares that moves can put walls on.
    pub(super) wall_squares: BySide<S>,
    /// The squares where the first move of a piece lets one in.
    pub(super) gates: BySide<S>,
    /// The kinds that promote instead of moving.
    pub(super) becoming: Vec<Ready<S>>,
    /// All rows that end the game.
    pub(super) rows: Vec<S>,
    pub(super) goal_squares: BySide<S>,
    /// Does a player win only by leaving the other one without a move?
    pub(super) by_room: bool,
    /// The steps of a King from each square to the nearest one of the goal.
    pub(super) to_go: BySide<Vec<i32>>,
    /// The squares around each square.
    pub(super) rings: Vec<S>,
    /// How near the middle each square is.
    pub(super) central: Vec<i32>,
    pub(super) eval: EvalTables,
    pub(super) values: OnceLock<Vec<i32>>,
    pub(super) weights: OnceLock<Vec<Weight>>,
    pub(super) skills: OnceLock<Skills>,
}

impl<S: SquareSet> Laws<S> {
    pub(super) fn of(data: &LawData, spec: &'static Spec, board: &Geometry) -> Laws<S> {
        let wings: Vec<Wing<S>> = data.wings.iter().filter_map(|wing| Wing::of(wing, board)).collect();
        let lost = |square: Square| {
            let bits = wings.iter().enumerate().filter(|(_, wing)| wing.depends_on(square));
            bits.fold(0, |lost, (bit, _)| lost | 1 << bit)
        };
        let own = |side: Side| {
            let bits = wings.iter().enumerate().filter(|(_, wing)| wing.side == side);
            bits.fold(0, |own, (bit, _)| own | 1 << bit)
        };
        let near = |square: Square| {
            let close = |other: &Square| distance(board, square, *other) == 1;
            S::collect(board.squares().filter(close))
        };
        let goal_squares: BySide<S> =
            data.goal.as_ref().map_or_else(|| BySide::from_fn(|_| S::EMPTY), |goal| goal.squares(spec, board));
        let to_go = |side: Side, square: Square| {
            goal_squares[side].iter().map(|to| distance(board, square, to)).min().unwrap_or(0)
        };
        Laws {
            lost: board.squares().map(lost).collect(),
            own_wings: BySide::from_fn(own),
            to_go: BySide::from_fn(|side| board.squares().map(|square| to_go(side, square)).collect()),
            goal_squares,
            becoming: data.becoming.iter().map(|becoming| becoming.on(spec, board)).collect(),
            rows: data.row.as_ref().map_or_else(Vec::new, |row| row.all(board)),
            wall_squares: spec.squares(board, data.walls.map_or(Zone::NOWHERE, |walls| walls.at)),
            gates: spec.squares(board, data.gates.unwrap_or(Zone::NOWHERE)),
            sights: facing::sights(data.facing, board),
            faces: facing::faces(data.facing, board),
            by_room: spec.royal.is_none() && data.wins_by_room(),
            data: data.clone(),
            unusual: Unusual::of(data),
            rings: board.squares().map(near).collect(),
            central: board.squares().map(|square| central(board, square)).collect(),
            eval: EvalTables {
                net: None,
                spots: BySide::from_fn(|_| vec![0; board.len()]),
                pieces: spec.men_at_start(|kind| Some(kind) != spec.pawn).max(1) as i32,
            },
            values: OnceLock::new(),
            weights: OnceLock::new(),
            skills: OnceLock::new(),
            wings,
        }
    }
}

/// The steps of a King between two squares.
pub(super) fn distance(board: &Geometry, one: Square, other: Square) -> i32 {
    board.delta(one, other).parts().iter().map(|&part| i32::from(part).abs()).max().unwrap_or(0)
}

fn central(board: &Geometry, square: Square) -> i32 {
    let (at, size) = (board.coord(square), board.size());
    let from_edge = [at.x, at.y, at.z].into_iter().zip(size).map(|(at, size)| i32::from(at.min(size - 1 - at)));
    from_edge.sum()
}
