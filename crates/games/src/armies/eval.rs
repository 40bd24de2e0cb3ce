//! The evaluation of Armies of Faith: piece values by square, and attackers near each King. A King with few
//! other pieces is driven to the edge.

use std::sync::LazyLock;

use super::points::{ROUNDS, Score};
use super::weights::WEIGHTS;
use super::{Armies, spec};
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Eyes, Skill, Skills};
use crate::eval::tables::EvalTables;
use crate::eval::terms::{Tally, Weight};
use crate::rules::bits::{Bits256, SquareSet};
use crate::rules::board::{Board, Edit};
use crate::rules::game::CompiledGame;
use crate::rules::geometry::{Coord, Geometry, Square};
use crate::rules::mv::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::{BySide, Side};
use crate::rules::tables::Mover;
use crate::rules::tables::Tables;

const KINDS_HERE: usize = 9;
const SPOTS: usize = 90;
/// Hostile pieces that could move next to the King on an empty board, by kind.
const SIEGE: usize = KINDS_HERE * SPOTS;
/// The bonus for the seat to move.
const TURN: usize = SIEGE + KINDS_HERE;
/// A King with few other pieces, multiplied by the number of missing pieces: its distance from the middle of
/// its level.
const DRIVEN_FAR: usize = TURN + 1;
/// Its distance from the middle level, where a hostile King two levels away takes the most cells from it.
const DRIVEN_LEVEL: usize = TURN + 2;
/// The proximity of the nearest hostile King.
const DRIVEN_MET: usize = TURN + 3;
/// The number of cells within two steps that it cannot reach. The term counts lost cells, not free ones:
/// otherwise a King would gain value by losing its last piece.
const DRIVEN_SHUT: usize = TURN + 4;
/// A piece that a King without other pieces can capture. Two such Kings may attack two pieces at once.
const LOOSE: usize = TURN + 5;
/// An army with few pieces beside its King, by their number. Mate needs three or four pieces, so an army that
/// trades down to fewer can hardly win.
const POOR: usize = LOOSE + 1;
/// From this number of pieces beside the King the term above does not apply.
const PLENTY: usize = 6;
/// Where the first fall ends the game: the cells of rival Kings and next to them that an army attacks.
const HUNTS: usize = POOR + PLENTY;
/// The same for an army's own King and all rivals together.
const HUNTED: usize = HUNTS + 1;
/// A King in check whose army has no legal move.
const MATED: usize = HUNTS + 2;
/// A rival King in such a check by this army.
const MATES: usize = HUNTS + 3;
/// Where points win: the points of an army minus the mean of the living ones, in parts that grow in number towards
/// the last round. What an army still has counts less and less beside them.
const SCORED: usize = HUNTS + 4;
/// With two armies left, a piece that its rival attacks and its own army does not guard.
const UNGUARDED: usize = SCORED + 1;
/// Such a Pawn.
const UNGUARDED_PAWN: usize = SCORED + 2;
/// A piece or Pawn that its own army guards. Not counted where the first fall ends the game: armies should attack there.
const GUARDED: usize = SCORED + 3;
/// The number of terms.
const TERMS: usize = SCORED + 4;
const _: () = assert!(WEIGHTS.len() == TERMS, "each term has its weight");

/// The parts of a point in the first round, which together are worth a Pawn, and in the last one.
const PARTS: (i32, i32) = (4, 10);
/// A greater lead in points counts as this one.
const MOST_LEAD: i32 = 80;

/// A King with fewer other pieces than this is driven. The effect grows with each missing piece.
const ENOUGH: usize = 3;

/// The number of cells that a King far from any edge can reach in two steps, including its own cell.
const MOST_ROOM: i32 = 67;

const SKILLS: Skills = Skills::new([
    Skill::human(Eyes { plies: 1, overlooks: 50, hasty: 10, knows: 0, careless: 280 }, 150),
    Skill::new(95, 780),
    Skill::new(150, 540),
    Skill::new(240, 390),
    Skill::new(400, 290),
    Skill::new(750, 205),
    Skill::new(1_450, 145),
    Skill::new(2_900, 100),
    Skill::new(9_000, 50),
])
.finish(20_000);

impl Evaluate for Armies {
    const WORTH: &'static [i32] = &[10_000, 500, 330, 300, 380, 420, 280, 420, 100];
    const WEIGHTS: &'static [Weight] = WEIGHTS;
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Armies>);
        &TABLES
    }

    /// The two directions ahead are equivalent for an army, and so are the two outer levels.
    fn spot(at: Coord) -> u8 {
        let (near, far) = (at.x.min(at.y), at.x.max(at.y));
        let level = u8::from(at.z == 1);
        level * 45 + far * (far + 1) / 2 + near
    }

    #[inline]
    fn weigh<T: Tally>(board: &Board<Armies>, tally: &mut T) {
        weigh(board, tally);
    }

    fn prospects(board: &Board<Armies>, side: Side) -> i32 {
        if board.state().score().is_some() {
            // A lead in points wins without a mate.
            return 64;
        }
        let others = others(board, side);
        // A bare King has nothing left to trade.
        let safe = others >= ENOUGH && board.hostile(side).count() == 1;
        if safe { 64 } else { PROSPECTS.get(others).copied().unwrap_or(64) }
    }
}

/// For each square of a King, the squares from which a piece could move next to it.
#[derive(Clone, Copy)]
struct Siege {
    /// By kind, for kinds that move in the same way for all seats.
    kinds: [Bits256; KINDS_HERE],
    /// By seat.
    pawns: [Bits256; 4],
}

struct Sieges(Vec<Siege>);

static SIEGES: LazyLock<Sieges> = LazyLock::new(Sieges::compile);

impl Sieges {
    fn compile() -> Sieges {
        let tables = Armies::tables();
        let squares = || tables.geometry.squares();
        let king = tables.mover(Piece::new(Side::FIRST, spec::KING));
        let rings: Vec<Bits256> = squares().map(|at| king.quiet.targets(at, Bits256::EMPTY).with(at)).collect();
        let nowhere = Siege { kinds: [Bits256::EMPTY; KINDS_HERE], pawns: [Bits256::EMPTY; 4] };
        let mut sieges = vec![nowhere; tables.geometry.len()];
        for side in spec::SPEC.sides() {
            for kind in spec::SPEC.all_kinds() {
                let mover = tables.mover(Piece::new(side, kind));
                let reach = mover.captures();
                for from in squares() {
                    let hit = reach.targets(from, Bits256::EMPTY);
                    // A piece comes next to a King if the target is the King's cell or a neighbour of it.
                    let kings = hit.iter().fold(Bits256::EMPTY, |kings, at| kings | rings[at.index()]);
                    for at in kings.iter() {
                        let siege = &mut sieges[at.index()];
                        let known = match kind {
                            spec::PAWN => &mut siege.pawns[side.index()],
                            _ => &mut siege.kinds[kind.index()],
                        };
                        *known = known.with(from);
                    }
                }
            }
        }
        Sieges(sieges)
    }
}

fn weigh<T: Tally>(board: &Board<Armies>, tally: &mut T) {
    let spots: &BySide<Vec<u8>> = &Armies::eval_tables(board.tables()).spots;
    let sieges = &*SIEGES;
    for side in board.living().iter() {
        let spots = &spots[side];
        for square in board.side(side).iter() {
            if let Some(piece) = board.piece(square) {
                tally.add(side, piece.kind().index() * SPOTS + usize::from(spots[square.index()]), 1);
            }
        }
        let Some(king) = board.royal(side) else { continue };
        let near = &sieges.0[king.index()];
        let rivals = board.hostile(side);
        for kind in (1..KINDS_HERE).map(|kind| Kind(kind as u8)) {
            let near = if kind == spec::PAWN {
                let others = board.living().without(side).iter();
                others.map(|other| board.side(other) & near.pawns[other.index()]).fold(Bits256::EMPTY, |a, b| a | b)
            } else {
                near.kinds[kind.index()]
            };
            let besieging = board.kind(kind) & rivals & near;
            if besieging.any() {
                tally.add(side, SIEGE + kind.index(), besieging.count() as i32);
            }
        }
        let others = others(board, side);
        if others < PLENTY {
            tally.add(side, POOR + others, 1);
        }
        if others < ENOUGH {
            driven(board, (side, king), others, tally);
        }
    }
    if board.state().is_first_fall() {
        hunt(board, tally);
    } else {
        guards(board, tally);
    }
    if let Some(score) = board.state().score() {
        scored(board, score, tally);
    }
    tally.add(board.turn(), TURN, 1);
}

/// Where points win, counts them.
fn scored<T: Tally>(board: &Board<Armies>, score: Score, tally: &mut T) {
    let living = board.living();
    let points = |side: Side| score.of(side) as i32;
    let mean = living.iter().map(points).sum::<i32>() / living.count().max(1) as i32;
    let rounds = ROUNDS as i32;
    let parts = PARTS.0 + (PARTS.1 - PARTS.0) * (board.round() as i32).clamp(0, rounds) / rounds;
    for side in living.iter() {
        tally.add(side, SCORED, (points(side) - mean).clamp(-MOST_LEAD, MOST_LEAD) * parts);
    }
}

/// The squares that the pieces of an army attack or guard.
fn attacks(board: &Board<Armies>, side: Side, occupied: Bits256) -> Bits256 {
    let mut attacked = Bits256::EMPTY;
    for from in board.side(side).iter() {
        let Some(piece) = board.piece(from) else { continue };
        attacked |= board.tables().mover(piece).captures().targets(from, occupied);
    }
    attacked
}

/// Counts the guarded pieces of each army. With two armies left, it also counts the pieces that the rival attacks and nobody
/// guards: they are often lost just beyond the horizon of the search. With more armies the search counts hanging pieces itself.
fn guards<T: Tally>(board: &Board<Armies>, tally: &mut T) {
    let (occupied, living) = (board.occupied(), board.living());
    let attacked = BySide::from_fn(|side| attacks(board, side, occupied));
    for side in living.iter() {
        let army = board.side(side) & !board.kind(spec::KING);
        let guarded = army & attacked[side];
        tally.add(side, GUARDED, guarded.count() as i32);
        if living.count() == 2 {
            let unguarded = army & attacked[living.after(side)] & !guarded;
            let pawns = unguarded & board.kind(spec::PAWN);
            tally.add(side, UNGUARDED_PAWN, pawns.count() as i32);
            tally.add(side, UNGUARDED, (unguarded & !pawns).count() as i32);
        }
    }
}

/// Where the first fall ends the game, armies play against Kings. The lower levels see hardly farther than one ply, so
/// the mates themselves are counted.
fn hunt<T: Tally>(board: &Board<Armies>, tally: &mut T) {
    let occupied = board.occupied();
    let attacked = BySide::from_fn(|side| attacks(board, side, occupied));
    for side in board.living().iter() {
        let Some(king) = board.royal(side) else { continue };
        let steps = board.tables().mover(Piece::new(side, spec::KING));
        let near = steps.quiet.targets(king, Bits256::EMPTY).with(king);
        let mut all = Bits256::EMPTY;
        let mut checked = false;
        for rival in board.living().without(side).iter() {
            let hit = attacked[rival] & near;
            tally.add(rival, HUNTS, hit.count() as i32);
            all |= hit;
            checked |= hit.has(king);
        }
        tally.add(side, HUNTED, all.count() as i32);
        if checked {
            let mut seated = *board;
            Edit::new(&mut seated).set_turn(side);
            if seated.legal()[..] == [Move::PASS] {
                tally.add(side, MATED, 1);
                for rival in board.living().without(side).iter().filter(|&rival| attacked[rival].has(king)) {
                    tally.add(rival, MATES, 1);
                }
            }
        }
    }
}

/// The number of pieces of a side beside its King.
fn others(board: &Board<Armies>, side: Side) -> usize {
    board.side(side).count() as usize - 1
}

/// The part of an advantage that counts with two seats left, out of 64, by the number of pieces beside the
/// King. With fewer pieces, fewer trades are possible.
const PROSPECTS: [i32; PLENTY] = [0, 2, 6, 32, 48, 58];

/// The number of King steps between two cells.
fn steps(board: &Geometry, from: Square, to: Square) -> i32 {
    let parts = board.delta(from, to).parts().map(|part| i32::from(part.abs()));
    let most = parts.into_iter().max().unwrap_or(0);
    // One step goes along at most two axes.
    most.max((parts.iter().sum::<i32>() + 1) / 2)
}

/// The cells that a King can reach in two steps over cells that are not closed, including its own cell.
fn room(king: &Mover<Bits256>, at: Square, closed: Bits256) -> Bits256 {
    let near = king.quiet.targets(at, Bits256::EMPTY) & !closed;
    near.iter().fold(near.with(at), |room, at| room | king.quiet.targets(at, Bits256::EMPTY) & !closed)
}

fn driven<T: Tally>(board: &Board<Armies>, (side, king): (Side, Square), others: usize, tally: &mut T) {
    let missing = (ENOUGH - others) as i32;
    let at = board.geometry().coord(king);
    let size = board.geometry().size();
    let off = |at: u8, size: u8| (2 * i32::from(at) - i32::from(size - 1)).abs();
    tally.add(side, DRIVEN_FAR, missing * (off(at.x, size[0]) + off(at.y, size[1])));
    tally.add(side, DRIVEN_LEVEL, missing * off(at.z, size[2]));
    let occupied = board.occupied().without(king);
    let rivals = board.living().without(side);
    let closed = rivals.iter().fold(Bits256::EMPTY, |all, rival| all | attacks(board, rival, occupied));
    let king_moves = board.tables().mover(Piece::new(side, spec::KING));
    // With two seats left each moves every other time, so the search sees such captures itself.
    if others == 0 && board.living().count() > 2 {
        for at in (king_moves.quiet.targets(king, Bits256::EMPTY) & board.hostile(side) & !closed).iter() {
            if let Some(piece) = board.piece(at) {
                tally.add(piece.side(), LOOSE, 1);
            }
        }
    }
    let room = room(king_moves, king, closed);
    tally.add(side, DRIVEN_SHUT, missing * (MOST_ROOM - room.count() as i32));
    let nearest = rivals.iter().filter_map(|rival| Some(steps(board.geometry(), king, board.royal(rival)?))).min();
    tally.add(side, DRIVEN_MET, missing * (10 - nearest.unwrap_or(10)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_in_the_middle_has_the_most_room() {
        let tables = Armies::tables();
        let king = tables.mover(Piece::new(Side::FIRST, spec::KING));
        let most = tables.geometry.squares().map(|at| room(king, at, Bits256::EMPTY).count()).max();
        assert_eq!(most.map(|most| most as i32), Some(MOST_ROOM));
    }
}
