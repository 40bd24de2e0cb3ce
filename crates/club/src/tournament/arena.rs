//! Pairing in an arena: those who are free, by their scores, then who has not met for longest. Nobody plays the same
//! opponents twice in a row as long as there is anybody else, and computers do not play among themselves.

use std::cmp::Reverse;

use super::{Draft, Tournament, Who};

/// The last game of an entrant.
fn last(tournament: &Tournament, entrant: usize) -> Option<usize> {
    tournament.bouts.iter().rposition(|bout| bout.has(entrant))
}

/// Whether all of this group played their last game with each other.
fn is_rematch(tournament: &Tournament, group: &[usize]) -> bool {
    let games: Vec<Option<usize>> = group.iter().map(|&entrant| last(tournament, entrant)).collect();
    games[0].is_some() && games.iter().all(|game| *game == games[0])
}

/// When an entrant met any of a group for the last time: 0 is never.
fn met(tournament: &Tournament, group: &[usize], entrant: usize) -> usize {
    let together =
        tournament.bouts.iter().rposition(|bout| bout.has(entrant) && group.iter().any(|&other| bout.has(other)));
    together.map_or(0, |at| at + 1)
}

/// The games that can be started now. `is_here` says who is ready to play.
pub(super) fn pairings(tournament: &Tournament, is_here: impl Fn(Who) -> bool) -> Vec<Draft> {
    let seats = tournament.plan.seats;
    let all = tournament.entrants.iter().enumerate();
    let active: Vec<usize> = all
        .filter(|(at, entrant)| !entrant.withdrawn && (is_here(entrant.who) || tournament.is_playing(*at)))
        .map(|(at, _)| at)
        .collect();
    let may_repeat = active.len() <= seats;
    let mut free: Vec<usize> = active.into_iter().filter(|&at| !tournament.is_playing(at)).collect();
    let games = |at: usize| tournament.bouts.iter().filter(|bout| bout.has(at)).count();
    free.sort_by_key(|&at| (Reverse(tournament.points(at)), games(at), at));
    let mut drafts = Vec::new();
    // Who finds no opponents now is left out, and the next one is asked.
    let mut from = 0;
    while from < free.len() && free.len() - from >= seats {
        let mut group = vec![free[from]];
        while group.len() < seats {
            let gap = |at: usize| tournament.points(at).abs_diff(tournament.points(group[0]));
            let others = free[from + 1..].iter().copied().filter(|at| !group.contains(at));
            let fits = |at: &usize| {
                let full: Vec<usize> = group.iter().copied().chain([*at]).collect();
                let plays = tournament.has_member(&full) && (may_repeat || !is_rematch(tournament, &full));
                full.len() < seats || plays
            };
            let next = others.filter(fits).min_by_key(|&at| (gap(at), met(tournament, &group, at), at));
            let Some(next) = next else { break };
            group.push(next);
        }
        if group.len() < seats {
            from += 1;
            continue;
        }
        free.retain(|at| !group.contains(at));
        // Who had the first seat less often gets it.
        let first =
            |at: usize| tournament.bouts.iter().filter(|bout| bout.seats.first() == Some(&Some(at))).count();
        group.sort_by_key(|&at| (first(at), at));
        drafts.push(Draft { round: 0, seats: group.into_iter().map(Some).collect() });
    }
    drafts
}
