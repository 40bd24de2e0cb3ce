//! What a picture shows of a position, without the position: pieces, marks, words.

use crate::board::marks::squares;
use crate::board::selection::sign;
use crate::record::game::Game;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::diagram::Frame;
use crate::rules::geometry::Square;
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Stock};
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::theme::Role;

/// One position of a picture.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The pieces on the board.
    pub(crate) pieces: Vec<(Square, Piece)>,
    /// The squares of the last move and of checks.
    pub(crate) marks: Vec<(Square, Role)>,
    /// The pieces in reserve, with their number in words.
    pub(crate) reserve: Vec<(Piece, String)>,
    pub(crate) players: Vec<String>,
    /// The seat to move, if the game goes on.
    pub(crate) turn: Option<Side>,
    /// The last move, or the result.
    pub(crate) words: String,
}

impl Moment {
    /// A position without a last move.
    pub fn of(position: &dyn Position) -> Moment {
        let spec = position.spec();
        let at = |square| Some((square, position.piece(square)?));
        let mut marks = Vec::new();
        for side in position.checked().iter() {
            marks.extend(position.checkers(side).0.map(|king| (king, Role::Check)));
        }
        let mut reserve = Vec::new();
        for side in spec.sides().filter(|&side| position.living().has(side)) {
            for (kind, stock) in position.reserve(side) {
                let words = match stock {
                    Stock::Count(0) => continue,
                    Stock::Count(count) => format!("×{count}"),
                    Stock::Endless => "×∞".to_owned(),
                };
                reserve.push((Piece::new(side, kind), words));
            }
        }
        Moment {
            pieces: position.geometry().squares().filter_map(at).collect(),
            marks,
            reserve,
            players: spec.sides().map(|side| spec.seat(side).name.to_owned()).collect(),
            turn: position.outcome().is_none().then(|| position.turn()),
            words: String::new(),
        }
    }

    /// A step of a diagram of the rules: what was picked, and what can be picked next.
    pub fn step(frame: &Frame) -> Moment {
        let mut moment = Moment::of(frame.position.as_ref());
        let signs = frame.marks().into_iter().filter_map(|(square, mark)| Some((square, sign(mark)?.role())));
        moment.marks = signs.collect();
        moment
    }

    /// The seat to move, if the game goes on.
    pub const fn turn(&self) -> Option<Side> {
        self.turn
    }

    /// The position after the last move that was played in it.
    pub fn last(position: &dyn Position) -> Moment {
        let mut moment = Moment::of(position);
        let mut before = position.fork();
        if let Some(act) = before.undo() {
            let deed = PlayedMove::of(before.as_ref(), act);
            moment.played(before.as_ref(), &deed);
        }
        moment
    }

    /// The position of a game at this place.
    pub fn at(game: &Game, at: Id) -> Moment {
        let mut moment = Moment::of(game.tree.position(at).as_ref());
        if let (Some(deed), Some(parent)) = (&game.tree.node(at).deed, game.tree.parent(at)) {
            moment.played(game.tree.position(parent).as_ref(), deed);
        }
        moment.named(game);
        moment
    }

    /// Adds the move that has led here from the position before it.
    fn played(&mut self, before: &dyn Position, deed: &PlayedMove) {
        let spec = before.spec();
        if let Act::Move(mv) = deed.act {
            let signs = squares(before, mv).into_iter().map(|(square, sign)| (square, sign.role()));
            // A check counts more than the move.
            let free = signs.filter(|(square, _)| self.marks.iter().all(|(marked, _)| marked != square));
            let free: Vec<(Square, Role)> = free.collect();
            for mark in free {
                if self.marks.iter().all(|(marked, _)| *marked != mark.0) {
                    self.marks.push(mark);
                }
            }
        }
        self.words = format!("{}. {} {}", deed.round, spec.seat(deed.side).name, deed.shown);
    }

    fn named(&mut self, game: &Game) {
        for (side, player) in game.spec().sides().zip(&mut self.players) {
            if game.player(side) != "?" {
                *player = format!("{player}: {}", game.player(side));
            }
        }
    }
}

/// All positions of the main line; the last one with the result.
pub fn moments(game: &Game) -> Vec<Moment> {
    let mut position = game.tree.start().fork();
    let mut moments = Vec::new();
    for id in game.tree.line(Id::ROOT) {
        let deed = game.tree.node(id).deed.as_ref();
        let before = position.fork();
        if let Some(deed) = deed {
            let done = match deed.act {
                Act::Move(mv) => position.play(mv),
                Act::Leave(side) => position.leave(side),
            };
            debug_assert!(done.is_ok(), "only what is legal gets into a tree");
        }
        let mut moment = Moment::of(position.as_ref());
        if let Some(deed) = deed {
            moment.played(before.as_ref(), deed);
        }
        moment.named(game);
        moments.push(moment);
    }
    let result = game.tags.get("Result").filter(|&result| result != "*");
    if let (Some(last), Some(result)) = (moments.last_mut(), result) {
        let words = format!("{}   {result}", last.words);
        words.trim().clone_into(&mut last.words);
        last.turn = None;
    }
    moments
}
