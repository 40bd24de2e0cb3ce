//! What a game has beyond normal moves, castling and mate. Most games have little of it, so that their rules need not ask
//! for each part with every move.

use super::LawData;
use crate::file::passing::Passing;

/// Which parts of the rules can matter in a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::file) struct Unusual {
    /// Has it wins other than by mate?
    pub(in crate::file) wins: bool,
    /// Has it moves other than normal ones, castling and drops, or demands of its moves?
    pub(in crate::file) moves: bool,
    /// Does a move do more than to move pieces and to end rights to castle?
    pub(in crate::file) effects: bool,
}

impl Unusual {
    pub(in crate::file) fn of(data: &LawData) -> Unusual {
        // Without a rest, so that what is new has to be sorted in here.
        let LawData {
            source: _,
            wings: _,
            stalemate: _,
            repetition: _,
            progress,
            goal,
            bare,
            extinction,
            row,
            draw_wins: _,
            points,
            extinct,
            walls,
            gates,
            swaps,
            becoming,
            shuffle: _,
            checks,
            nothing_left,
            demands,
            last_army,
            kingless,
            too_few: _,
            facing: _,
            values: _,
        } = data;
        let explodes = demands.explosion.is_some();
        let passes = demands.pass == Passing::May;
        let counted = *bare || points.is_some() || checks.is_some() || row.is_some();
        let lost =
            *nothing_left || !extinct.is_empty() || extinction.is_some() || kingless.values().contains(&true);
        let placed = gates.is_some() || walls.is_some();
        let special = !swaps.is_empty() || !becoming.is_empty() || passes;
        Unusual {
            wins: *last_army || goal.is_some() || explodes || counted || lost,
            moves: *last_army || demands.any() || demands.drop || placed || special,
            effects: *last_army || *progress != 0 || explodes || checks.is_some() || placed || passes,
        }
    }
}
