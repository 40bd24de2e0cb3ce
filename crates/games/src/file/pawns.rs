//! Where no pawn can be.

use crate::rules::geometry::Coord;
use crate::rules::spec::Zone;

use super::kept;
use super::pieces::PieceData;
use super::plan::Plan;

/// The squares where no pawn can be: where it must promote, and behind where it begins.
pub(super) fn no_pawns(
    pieces: &[PieceData],
    men: &[(String, Coord)],
    plan: &Plan,
    turn: impl Fn(Coord) -> Coord,
    must: Zone,
) -> Zone {
    let Some(pawn) = pieces.iter().find(|piece| piece.pawn) else { return Zone::NOWHERE };
    let small = pawn.letters.to_ascii_lowercase();
    let of = |letters| men.iter().filter(move |(found, _)| found == letters).map(|&(_, at)| at);
    let ranks = of(&pawn.letters).chain(of(&small).map(turn)).map(|at| at.y);
    let hindmost = ranks.min().unwrap_or(0);
    // A Pawn in hand can be dropped behind them.
    let behind = |at: Coord| at.y < hindmost && !pawn.hand.is_held;
    let none: Vec<Coord> = plan.places().filter(|&at| behind(at) || must.has(at)).collect();
    Zone::On(kept(none))
}
