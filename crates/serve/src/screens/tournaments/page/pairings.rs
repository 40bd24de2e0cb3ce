//! The games of a tournament as rows of a list: those of each round that is played or to come, or the newest of an arena.

use crate::club::tournament::{Bout, Form, POINT, Phase, Tournament, rounds};
use crate::club::tournament_words::points;
use crate::tui::widgets::list::Item;

/// The most games of an arena that are listed.
const NEWEST: usize = 20;

/// The name of whoever has a seat.
fn name(one: &Tournament, seat: Option<usize>) -> &str {
    seat.and_then(|at| one.entrants.get(at)).map_or("computer", |entrant| entrant.name.as_str())
}

/// Who plays whom, and what came of it.
fn game(one: &Tournament, seats: &[Option<usize>], bout: Option<&Bout>) -> Item {
    let names: Vec<&str> = seats.iter().map(|&seat| name(one, seat)).collect();
    let share = |&share: &u32| points(f64::from(share) / f64::from(POINT));
    let state = match bout.map(|bout| &bout.shares) {
        Some(Some(shares)) => shares.iter().map(share).collect::<Vec<_>>().join("–"),
        Some(None) => "being played".to_owned(),
        None => String::new(),
    };
    Item::new(names.join(" – "), state)
}

/// The games of a round-robin from the first round that is not over, with a heading for each round; all if it is over.
fn of_rounds(one: &Tournament) -> Vec<Item> {
    let all = rounds(one.entrants.len(), one.plan.seats);
    let bout_of = |round: usize, seats: &[Option<usize>]| {
        one.bouts.iter().find(|bout| bout.round == round && bout.is_of(seats))
    };
    let is_over = |round: usize, groups: &[Vec<Option<usize>>]| {
        groups.iter().all(|seats| bout_of(round, seats).is_some_and(|bout| bout.shares.is_some()))
    };
    let first = all.iter().enumerate().position(|(round, groups)| !is_over(round, groups));
    let first = first.filter(|_| one.phase != Phase::Over).unwrap_or(0);
    let mut items = Vec::new();
    for (round, groups) in all.iter().enumerate().skip(first) {
        items.extend((!items.is_empty()).then(|| Item::heading("")));
        let when = if one.phase == Phase::Open && round == 0 { ", if it starts now" } else { "" };
        items.push(Item::heading(format!("Round {} of {}{when}", round + 1, all.len())));
        items.extend(groups.iter().map(|seats| game(one, seats, bout_of(round, seats))));
        let plays = |at: usize| groups.iter().any(|seats| seats.contains(&Some(at)));
        let rests =
            (0..one.entrants.len()).filter(|&at| !plays(at)).map(|at| Item::new(name(one, Some(at)), "no game"));
        items.extend(rests);
    }
    items
}

/// The newest games of an arena.
fn of_arena(one: &Tournament) -> Vec<Item> {
    let games = one.bouts.iter().rev().take(NEWEST).map(|bout| game(one, &bout.seats, Some(bout)));
    let heading = (!one.bouts.is_empty()).then(|| Item::heading("Games, the newest first"));
    heading.into_iter().chain(games).collect()
}

/// The rows of the games, below headings.
pub(super) fn pairings(one: &Tournament) -> Vec<Item> {
    match one.plan.form {
        Form::Arena { .. } => of_arena(one),
        Form::RoundRobin => of_rounds(one),
    }
}
