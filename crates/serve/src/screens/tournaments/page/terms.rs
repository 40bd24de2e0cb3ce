//! What somebody who sees a tournament for the first time wants to know: what it waits for, how one takes part, and how it
//! is played.

use super::deed::Deed;
use crate::club::tournament::{Form, Phase, Tournament, Who};
use crate::rules::explain::counted;

/// The members who can play before it starts.
const LEAST: usize = 2;

/// What it waits for before its start, in words.
fn start_words(one: &Tournament, reader: Option<Who>) -> String {
    let missing = LEAST.saturating_sub(one.entrants.len());
    let is_own = reader == Some(one.by);
    let by = one.find(one.by).and_then(|at| one.entrants.get(at)).map(|entrant| entrant.name.as_str());
    let words = match (missing, is_own, by) {
        (0, true, _) => "It begins when you start it.".to_owned(),
        (0, false, Some(by)) => format!("It begins when {by} starts it."),
        (0, false, None) => "It begins when who made it starts it.".to_owned(),
        (missing, ..) => format!("It waits for {} before it can start.", counted(missing, "more player")),
    };
    format!("{words} If nobody starts it within a day, it is removed.")
}

/// How one takes part or leaves, with the key that does it.
fn way_words(deeds: &[Deed], key: Option<&str>) -> Option<String> {
    let key = key?;
    if deeds.contains(&Deed::Join) {
        return Some(format!("{key} on \"Join\" takes part."));
    }
    deeds.contains(&Deed::Withdraw).then(|| format!("You are in; {key} on \"Withdraw\" leaves."))
}

/// How it is played, in words.
fn play_words(one: &Tournament, minutes_away: u64) -> String {
    let play = match (one.plan.form, one.plan.seats) {
        (Form::Arena { minutes }, _) => {
            format!("For {minutes} minutes who is free is paired again, with somebody of about as many points.")
        }
        (Form::RoundRobin, 2) => "Everybody meets everybody once.".to_owned(),
        (Form::RoundRobin, seats) => format!("Everybody meets everybody, in games of {seats}."),
    };
    let away = counted(minutes_away as usize, "minute");
    format!("{play} A win is one point. Who is away for {away} loses the game.")
}

/// What it waits for and how one takes part: a title and a text, if there is anything to say.
pub(super) fn taking_part(
    one: &Tournament,
    reader: Option<Who>,
    deeds: &[Deed],
    key: Option<&str>,
) -> Option<(&'static str, String)> {
    let is_open = one.phase == Phase::Open;
    let start = is_open.then(|| start_words(one, reader));
    let words: Vec<String> = start.into_iter().chain(way_words(deeds, key)).collect();
    (!words.is_empty()).then(|| (if is_open { "Not started yet" } else { "Taking part" }, words.join(" ")))
}

/// How it is played: a title and a text, until it is over.
pub(super) fn play(one: &Tournament, minutes_away: u64) -> Option<(&'static str, String)> {
    (one.phase != Phase::Over).then(|| ("How it is played", play_words(one, minutes_away)))
}
