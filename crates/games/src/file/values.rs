//! What a piece is worth when nobody says it: by the squares that it reaches on boards with other pieces on them.

use crate::rules::bits::SquareSet;
use crate::rules::geometry::Square;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::Side;
use crate::rules::tables::Tables;
use crate::rules::zobrist::mix;

use super::game::FileGame;

/// What a royal piece is worth in an exchange.
const ROYAL: i32 = 10_000;
/// The least that a piece is worth: it can stand in the way.
const LEAST: i32 = 30;
/// What a piece is worth more of which a player must not lose all.
const TO_KEEP: i32 = 150;
/// The most that a piece is worth that is not royal.
pub(super) const MOST: i32 = 5_000;
/// So many random boards are looked at.
const BOARDS: u64 = 24;

/// The values of all kinds, in hundredths of a Pawn of chess.
pub(super) fn of<S: SquareSet>(tables: &Tables<FileGame<S>>) -> Vec<i32> {
    let spec = tables.spec();
    // One of several royal pieces can be lost.
    let royal = spec.royal.filter(|_| !tables.extra.data.demands.royals.are_several());
    let plain: Vec<i32> = spec.all_kinds().map(|kind| by_reach(tables, kind)).collect();
    // What it can become counts more the larger the part of the board is where it can.
    let chance = |kind: Kind| {
        let best = spec.promotes_to(kind).iter().map(|kind| plain[kind.index()]).max().unwrap_or(0);
        let squares = tables.promotes(Piece::new(Side::FIRST, kind)).map_or(0, |promotes| promotes.can.count());
        (best - plain[kind.index()]).max(0) * squares as i32 / (3 * tables.geometry.len() as i32)
    };
    let value = |kind: Kind| {
        if let Some(given) = tables.extra.data.values[kind.index()] {
            given
        } else if royal == Some(kind) {
            ROYAL
        } else {
            let all = if tables.extra.data.extinct.contains(&kind) { TO_KEEP } else { 0 };
            plain[kind.index()] + chance(kind) + all
        }
    };
    let values = spec.all_kinds().map(value);
    // Whoever loses a piece meets it again, so all are nearer to each other.
    let flat = |(kind, value): (usize, i32)| {
        let given = tables.extra.data.values[kind].is_some() || spec.royal.is_some_and(|king| king.index() == kind);
        if given { value } else { value * 2 / 3 + 35 }
    };
    if spec.has_hand() { values.enumerate().map(flat).collect() } else { values.collect() }
}

/// H. G. Muller's law for short leapers, 33n + 0.69 n² for n squares in reach, with the mean number of squares on a
/// crowded board in place of n.
fn by_reach<S: SquareSet>(tables: &Tables<FileGame<S>>, kind: Kind) -> i32 {
    let mover = tables.mover(Piece::new(Side::FIRST, kind));
    let squares = tables.geometry.len() as u64;
    let (mut quiet, mut taking) = (0.0, 0.0);
    for number in 0..BOARDS {
        // Between an eighth and three eighths of all squares are occupied.
        let occupied = S::collect(
            tables
                .geometry
                .squares()
                .filter(|square: &Square| mix(number * 512 + u64::from(square.0)) % 16 < 2 + number % 5),
        );
        for from in tables.geometry.squares() {
            quiet += f64::from((mover.quiet.targets(from, occupied.without(from)) & !occupied).count());
            let reach = mover.captures().targets(from, occupied.without(from));
            taking += f64::from((reach & occupied).count()) * f64::from(squares as u32)
                / f64::from(occupied.count().max(1));
        }
    }
    let boards = (BOARDS * squares) as f64;
    // A capture is worth about two quiet moves.
    let reach = (quiet / boards * 1.3 + taking / boards * 0.5) / 3.0 * 2.6;
    let bound = if is_bound(tables, kind) { 0.92 } else { 1.0 };
    (((33.0 * reach + 0.69 * reach * reach) * bound) as i32).clamp(LEAST, MOST)
}

/// Does a kind stay on squares of one colour?
fn is_bound<S: SquareSet>(tables: &Tables<FileGame<S>>, kind: Kind) -> bool {
    let mover = tables.mover(Piece::new(Side::FIRST, kind));
    let colour = |square: Square| {
        let at = tables.geometry.coord(square);
        (at.x + at.y + at.z) % 2
    };
    tables.geometry.squares().all(|from| {
        let reached = mover.quiet.widest(from) | mover.captures().widest(from);
        reached.iter().all(|to| colour(to) == colour(from))
    })
}
