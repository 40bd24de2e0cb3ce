//! What somebody can do in a tournament.

use crate::club::tournament::{Form, Phase, Tournament, Who};
use crate::tui::widgets::list::Item;

/// What one can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Play,
    Join,
    Withdraw,
    Start,
    AddComputer,
}

impl Deed {
    /// All that somebody can do in a tournament now.
    pub(super) fn all(tournament: &Tournament, who: Who) -> Vec<Deed> {
        let mut deeds = Vec::new();
        let place = tournament.find(who);
        let is_in = place.and_then(|at| tournament.entrants.get(at)).is_some_and(|entrant| !entrant.withdrawn);
        let (open, over) = (tournament.phase == Phase::Open, tournament.phase == Phase::Over);
        let arena = matches!(tournament.plan.form, Form::Arena { .. });
        if place.is_some_and(|at| super::bout_of(tournament, at).is_some()) {
            deeds.push(Deed::Play);
        }
        if !is_in && !over && (open || arena) {
            deeds.push(Deed::Join);
        }
        if open && tournament.by == who {
            deeds.push(Deed::Start);
        }
        if !over && (open || arena) && tournament.by == who {
            deeds.push(Deed::AddComputer);
        }
        if is_in && !over {
            deeds.push(Deed::Withdraw);
        }
        deeds
    }

    /// Its row in the list; computers that are added have this level.
    pub(super) fn item(self, level: u8) -> Item {
        match self {
            Deed::Play => Item::new("Play your game", ""),
            Deed::Join => Item::new("Join", ""),
            Deed::Withdraw => Item::new("Withdraw", ""),
            Deed::Start => Item::new("Start", ""),
            Deed::AddComputer => Item::choice("Let a computer play", format!("level {level}")),
        }
    }

    /// What the key does, in a word or two.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Deed::Play => "play",
            Deed::Join => "join",
            Deed::Withdraw => "withdraw",
            Deed::Start => "start",
            Deed::AddComputer => "add it",
        }
    }

    /// What it means.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Deed::Play => "Your game waits for you.",
            Deed::Join => "Who joins is paired with the others.",
            Deed::Withdraw => "Who withdraws is paired no more.",
            Deed::Start => "The first games begin, for all who have joined.",
            Deed::AddComputer => "A computer plays as one more player.",
        }
    }
}
