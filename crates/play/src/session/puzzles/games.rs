//! Puzzles from whole games: every position of the main line is tried.

use super::maker::Maker;
use crate::record::game::Game;
use crate::record::puzzle::Puzzle;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::side::Sides;
use crate::rules::timeline::Act;

/// After a puzzle, so many plies of the game are left out: neighbours are alike.
const APART_PLIES: usize = 4;

/// Which positions of a game are tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// Only positions in which one of these seats was to move and played another move than the solution.
    pub mistakes_of: Option<Sides>,
    /// The most puzzles.
    pub most: Option<usize>,
}

/// Calls `found` with each puzzle of a game; it says whether to go on. `looked` is told how many positions are done.
pub fn puzzles(
    game: &Game,
    choice: Choice,
    maker: &mut Maker<'_>,
    looked: &mut dyn FnMut(usize),
    found: &mut dyn FnMut(Puzzle) -> bool,
) {
    let mut position = game.tree.start().fork();
    let (mut last, mut next, mut count) = (None, 0, 0);
    for (ply, id) in game.tree.line(Id::ROOT).skip(1).enumerate() {
        let Some(deed) = game.tree.node(id).deed.as_ref() else { continue };
        let wanted = choice.mistakes_of.is_none_or(|sides| sides.has(position.turn()));
        if maker.is_stopped() || choice.most.is_some_and(|most| count >= most) {
            return;
        }
        if wanted
            && ply >= next
            && let Some(puzzle) = maker.puzzle(position.as_ref(), last)
            && (choice.mistakes_of.is_none() || deed.act != Act::Move(puzzle.line[0]))
        {
            (next, count) = (ply + APART_PLIES, count + 1);
            if !found(puzzle) {
                return;
            }
        }
        last = captured_on(position.as_ref(), deed);
        if deed.repeat(position.as_mut()).is_err() {
            return;
        }
        looked(ply + 1);
    }
}

/// Where the move that was played captured something.
fn captured_on(position: &dyn Position, deed: &PlayedMove) -> Option<Square> {
    match deed.act {
        Act::Move(mv) => position.captured(mv).map(|(square, _)| square),
        Act::Leave(_) => None,
    }
}
