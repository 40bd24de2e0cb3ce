//! What people at one table ask each other: to take a move back, to pause, to continue, to use hints. A request needs
//! every living person. A move of a person withdraws it. Computers agree to everything.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::JournalEvent;
use crate::rules::side::{Side, Sides};

/// What the people at a table can agree on, besides draws and claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The last move of the person who asks is taken back, with all moves after it.
    TakeBack,
    /// The clocks stop, and nobody moves.
    Pause,
    /// A paused game continues.
    Continue,
    /// Hints, threats and analysis are allowed.
    Hints,
    /// Those who watch see the computer's evaluation.
    Evaluation,
}

impl Wish {
    /// All of them.
    pub(crate) const ALL: [Wish; 5] = [Wish::TakeBack, Wish::Pause, Wish::Continue, Wish::Hints, Wish::Evaluation];

    /// The word in journals.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Wish::TakeBack => "take-back",
            Wish::Pause => "pause",
            Wish::Continue => "continue",
            Wish::Hints => "hints",
            Wish::Evaluation => "evaluation",
        }
    }

    /// The wish with this word in journals.
    pub(crate) fn read(id: &str) -> Option<Wish> {
        Wish::ALL.into_iter().find(|wish| wish.id() == id)
    }

    /// What is asked for, after "asks".
    pub const fn words(self) -> &'static str {
        match self {
            Wish::TakeBack => "to take a move back",
            Wish::Pause => "to pause the game",
            Wish::Continue => "to continue the game",
            Wish::Hints => "to allow hints and analysis",
            Wish::Evaluation => "to show the evaluation to watchers",
        }
    }
}

/// An open request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// What is asked for.
    pub what: Wish,
    /// The seat that asks.
    pub by: Side,
    /// The seats that agree, with the one that asks.
    pub agreed: Sides,
}

/// What people at the table have asked each other, and what they have allowed.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct Requests {
    /// The open requests, the oldest first.
    open: Vec<Request>,
    /// Have all people agreed to hints?
    hints: bool,
    /// Have all people agreed that those who watch see the computer's evaluation?
    evaluation: bool,
}

impl Requests {
    fn find(&self, what: Wish) -> Option<usize> {
        self.open.iter().position(|request| request.what == what)
    }

    fn add(&mut self, side: Side, what: Wish) {
        match self.open.iter_mut().find(|request| request.what == what) {
            Some(request) => request.agreed = request.agreed.with(side),
            None => self.open.push(Request { what, by: side, agreed: Sides::only(side) }),
        }
    }

    /// Takes the first request of these kinds to which all these people have agreed.
    fn take_agreed(&mut self, kinds: &[Wish], people: Sides) -> Option<Request> {
        let agreed = |request: &Request| people.iter().all(|side| request.agreed.has(side));
        let at = self.open.iter().position(|request| kinds.contains(&request.what) && agreed(request))?;
        Some(self.open.remove(at))
    }

    /// What is allowed from now on, in words.
    const fn allow(&mut self, what: Wish) -> &'static str {
        if matches!(what, Wish::Hints) {
            self.hints = true;
            "Hints and analysis are allowed from now on."
        } else {
            self.evaluation = true;
            "Those who watch can see the computer's evaluation from now on."
        }
    }

    /// The game was stopped or goes on, so nobody has to ask for that any more.
    pub(super) fn stopped(&mut self) {
        self.open.retain(|request| !matches!(request.what, Wish::Pause | Wish::Continue));
    }

    /// A request with this word in journals is gone.
    pub(super) fn remove(&mut self, id: &str) {
        self.open.retain(|request| request.what.id() != id);
    }

    /// The player of a seat is another one from now on, who has agreed to nothing.
    pub(super) fn retract(&mut self, side: Side) {
        self.open.iter_mut().for_each(|request| request.agreed = request.agreed.without(side));
    }

    /// All open requests are void.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}

impl Referee {
    /// The open requests, the oldest first.
    pub(crate) fn requests(&self) -> &[Request] {
        &self.requests.open
    }

    pub(crate) const fn are_hints_agreed(&self) -> bool {
        self.requests.hints
    }

    /// Have all agreed that those who watch see the computer's evaluation?
    pub(crate) const fn is_evaluation_agreed(&self) -> bool {
        self.requests.evaluation
    }

    /// Has the game been stopped by agreement, or because somebody was away?
    pub(crate) const fn is_stopped(&self) -> bool {
        self.pause.is_agreed()
    }

    /// The seats of people who are still in the game.
    pub(crate) fn people(&self) -> Sides {
        self.position.living().iter().filter(|&side| self.setup.is_person(side)).collect()
    }

    /// Can this seat ask to take its last move back? What happened before somebody left is final.
    pub(crate) fn can_take_back(&self, side: Side) -> bool {
        let since = self.score.entries().iter().rev().take_while(|entry| entry.why.is_none());
        self.setup.takebacks && self.ending.is_none() && { since }.any(|entry| entry.side == side)
    }

    /// These seats of one person ask for something, or agree to it.
    pub(super) fn wish(&mut self, seats: Sides, what: Wish, now: Duration, effects: &mut Vec<Effect>) {
        let Some(by) = self.asker(seats, what).filter(|_| self.ending.is_none()) else { return };
        let known = self.requests.find(what).is_some();
        for side in std::iter::once(by).chain(seats.without(by).iter()) {
            self.requests.add(side, what);
            self.write(JournalEvent::Ask { seat: side.index(), what: what.id().to_owned() }, effects);
        }
        let name = self.position.spec().seat(by).name;
        let message = if known {
            format!("{name} agrees {}.", what.words())
        } else {
            format!("{name} asks {}.", what.words())
        };
        if !self.grant_wishes(now, effects) {
            self.announced.push(message);
        }
    }

    /// The seat of these, which one person has, that asks. A take-back is of the last move of the person.
    fn asker(&self, seats: Sides, what: Wish) -> Option<Side> {
        let mut movers = self.score.entries().iter().rev().map(|entry| entry.side).filter(|&side| seats.has(side));
        let last = if what == Wish::TakeBack { movers.next() } else { None };
        last.or_else(|| seats.iter().next())
    }

    /// A wish in a journal. What follows from it has an event of its own, except for what is allowed from then on.
    pub(super) fn relive_wish(&mut self, side: Side, what: Wish) {
        self.requests.add(side, what);
        self.allow_agreed();
    }

    /// Takes the first request of these kinds to which all people have agreed, while the game goes on.
    fn take_agreed(&mut self, kinds: &[Wish]) -> Option<Request> {
        let goes_on = self.ending.is_none() && self.position.outcome().is_none();
        let people = self.people();
        goes_on.then(|| self.requests.take_agreed(kinds, people)).flatten()
    }

    /// Allows what all people have agreed to allow. This has no event of its own, so a journal is replayed with it.
    /// Returns true if there was something.
    pub(super) fn allow_agreed(&mut self) -> bool {
        let mut allowed = false;
        while let Some(request) = self.take_agreed(&[Wish::Hints, Wish::Evaluation]) {
            allowed = true;
            self.announced.push(self.requests.allow(request.what).to_owned());
        }
        allowed
    }

    /// Does what all people have agreed to. Returns true if there was something.
    pub(super) fn grant_wishes(&mut self, now: Duration, effects: &mut Vec<Effect>) -> bool {
        let mut granted = self.allow_agreed();
        while let Some(request) = self.take_agreed(&[Wish::TakeBack, Wish::Pause, Wish::Continue]) {
            granted = true;
            match request.what {
                Wish::TakeBack => self.take_back(request.by, now, effects),
                Wish::Pause => self.stop_game(true, now, effects),
                _ => self.stop_game(false, now, effects),
            }
        }
        granted
    }

    /// A request is declined, or withdrawn by the seat that made it.
    pub(super) fn refuse(&mut self, side: Side, what: Wish, effects: &mut Vec<Effect>) {
        let Some(at) = self.requests.find(what) else { return };
        let request = self.requests.open.remove(at);
        let (name, asked) = (self.position.spec().seat(side).name, what.words());
        let message = if request.by == side {
            format!("{name} no longer asks {asked}.")
        } else {
            format!("{name} declines {asked}.")
        };
        self.announced.push(message);
        self.write(JournalEvent::Refuse { what: what.id().to_owned() }, effects);
    }

    /// Stops the game, or continues it.
    pub(super) fn stop_game(&mut self, stopped: bool, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || self.pause.is_agreed() == stopped {
            return;
        }
        self.pause.agree(stopped);
        self.requests.stopped();
        self.announced.push(if stopped { "The game is paused." } else { "The game continues." }.to_owned());
        if stopped {
            self.stop(now, effects);
        }
        self.write(JournalEvent::Stop { stopped, clocks: self.millis(now) }, effects);
        if !stopped {
            self.pause.end();
            self.play_planned(now, effects);
            self.ask(now, effects);
        }
    }
}
