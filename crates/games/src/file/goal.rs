//! A win by pieces that have come somewhere: the table `win.reach`.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::{Spec, Zone};

use super::game::FileGame;
use super::kept;
use super::pieces::{PieceData, letters};
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::walls;
use super::zone::{self, squares};

/// When who has come to the goal wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stay {
    /// At once.
    No,
    /// At once, or when it is there at its next turn.
    May,
    /// When it is still there at its next turn.
    Must,
}

/// A win by pieces that have come somewhere.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// The kinds that count.
    pub(super) kinds: Vec<Kind>,
    /// Where, for each seat as it sees it.
    at: [Zone; 2],
    /// How many of them.
    pub(super) count: u32,
    /// Do only those count that nobody can capture?
    pub(super) safe: bool,
    /// May the second seat still come there with its next move, for a draw?
    answer: bool,
    stay: Stay,
    /// Is there no other way to win?
    pub(super) is_only_win: bool,
}

const STAYS: [(&str, Stay); 2] = [("may", Stay::May), ("must", Stay::Must)];

impl Goal {
    /// Reads the table `win.reach`.
    pub(super) fn read(
        mut keys: Section,
        plan: &Plan,
        pieces: &[PieceData],
        seats: &[String; 2],
        mistakes: &mut Mistakes,
    ) -> Goal {
        let all = (0..pieces.len()).filter(|&index| !pieces[index].is_wall());
        let all = all.map(|index| Kind(index as u8)).collect();
        let kinds = letters(&mut keys, "piece", pieces, mistakes).unwrap_or(all);
        let goal = Goal {
            kinds,
            at: places(&mut keys, plan, seats, mistakes).unwrap_or([Zone::NOWHERE; 2]),
            count: keys.number("count", [1, 64], mistakes).unwrap_or(1),
            safe: keys.flag("safe", mistakes),
            answer: keys.flag("answer", mistakes),
            stay: keys.choice("stay", &STAYS, mistakes).unwrap_or(Stay::No),
            is_only_win: false,
        };
        if let Some(value) = keys.value("stay").filter(|_| goal.answer) {
            keys.wrong("stay", value, "no answer = true with it", mistakes);
        }
        keys.finish(mistakes);
        goal
    }

    pub(super) fn squares<S: SquareSet>(&self, spec: &Spec, board: &Geometry) -> BySide<S> {
        let of = self.at.map(|zone| spec.squares(board, zone));
        BySide::from_fn(|side: Side| of[side.index().min(1)][side])
    }
}

/// The zone of each seat: one for both, or a table with their names.
fn places(keys: &mut Section, plan: &Plan, seats: &[String; 2], mistakes: &mut Mistakes) -> Option<[Zone; 2]> {
    let is_table = keys.named().iter().any(|(key, value)| key.get_ref() == "at" && value.get_ref().is_table());
    if !is_table {
        let written = keys.needed("at", zone::EXPECTED, mistakes);
        let at = if written.is_empty() { None } else { squares(keys, "at", plan, mistakes) };
        return at.map(|at| [Zone::On(kept(at)); 2]);
    }
    let below = keys.table("at", mistakes)?;
    let mut found = [Zone::NOWHERE; 2];
    for (name, value) in below.named() {
        let seat = seats.iter().position(|seat| seat == name.get_ref().as_ref());
        let at = value.get_ref().as_str().and_then(|text| zone::read(text, plan));
        match (seat, at) {
            (Some(seat), Some(at)) => found[seat] = Zone::On(kept(at)),
            (None, _) => {
                let expected = format!("the key {} or {}", seats[0], seats[1]);
                below.wrong(name.get_ref(), value, expected, mistakes);
            }
            (_, None) => below.wrong(name.get_ref(), value, zone::EXPECTED, mistakes),
        }
    }
    Some(found)
}

/// The seat that has won by coming to the goal. Where the second seat may answer, the first one has not won as long as
/// that is possible.
pub(super) fn reached<S: SquareSet>(board: &Board<FileGame<S>>, goal: &Goal) -> Option<Side> {
    let there = |side| arrived(board, side).has_at_least(goal.count);
    let (turn, mover) = (board.turn(), board.living().after(board.turn()));
    if !goal.answer {
        return match goal.stay {
            Stay::No => there(mover).then_some(mover),
            Stay::Must => there(turn).then_some(turn),
            Stay::May => match (there(turn), there(mover)) {
                (true, false) => Some(turn),
                (false, true) => Some(mover),
                _ => None,
            },
        };
    }
    match [there(Side::FIRST), there(Side::new(1))] {
        [true, false] if turn == Side::FIRST => Some(turn),
        [true, false] => {
            let comes = |mv: &Move| arrived(&board.after(*mv), turn).has_at_least(goal.count);
            (!board.legal().iter().any(comes)).then_some(mover)
        }
        [false, true] => Some(Side::new(1)),
        _ => None,
    }
}

/// Have both seats come to the goal, one right after the other?
pub(super) fn both_reached<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let goal = board.tables().extra.data.goal.as_ref().filter(|goal| goal.answer || goal.stay == Stay::May);
    goal.is_some_and(|goal| board.spec().sides().all(|side| arrived(board, side).has_at_least(goal.count)))
}

/// Has no seat enough pieces left for the goal, and is there no other way to win?
pub(super) fn is_out_of_reach<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let goal = board.tables().extra.data.goal.as_ref();
    let Some(goal) = goal.filter(|goal| goal.is_only_win) else { return false };
    let few = |side| !walls::army(board, side).has_at_least(goal.count) && board.reserve(side).is_empty();
    board.spec().sides().all(few)
}

/// The pieces of a seat that count towards its goal.
pub(super) fn arrived<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> S {
    let laws = &board.tables().extra;
    let Some(goal) = &laws.data.goal else { return S::EMPTY };
    let here = board.side(side) & laws.goal_squares[side];
    if here.is_empty() {
        return here;
    }
    let counted = goal.kinds.iter().fold(S::EMPTY, |all, &kind| all | board.pieces(side, kind)) & here;
    if !goal.safe || !counted.has_at_least(goal.count) {
        return counted;
    }
    let scene = board.scene(side);
    let touchable =
        |square: Square| board.piece(square).is_some_and(|piece| !board.spec().of(piece.kind()).untouchable);
    S::collect(counted.iter().filter(|&square| !(touchable(square) && board.hit(square, scene))))
}
