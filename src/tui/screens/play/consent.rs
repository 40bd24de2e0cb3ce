//! What people at a table ask each other: to take a move back, to pause, to use hints, for a draw, and what can be done
//! about somebody who is away. It is one line with keys to agree or to refuse, and no key does anything else meanwhile.

use std::time::Instant;

use super::Play;
use super::table::Table;
use crate::rules::side::Side;
use crate::session::referee::{Request, Wish};
use crate::session::table::command::{Refusal, SeatCommand};
use crate::session::table::consent::Remedy;
use crate::tui::action::{Action, Context};
use crate::tui::board::panels;
use crate::tui::screen::Transition;
use crate::tui::world::World;

/// What agreeing does now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Agrees to the request of another.
    Wish(Wish),
    /// Accepts a draw with this seat.
    Draw(Side),
    /// Does something about a person who is away.
    TakeOver(Side, Remedy),
}

impl Table {
    /// Does the user play here, on this terminal, and is the game not over?
    pub(super) fn plays(&self) -> bool {
        self.is_shared() && self.ending().is_none() && self.person().is_some()
    }

    /// The open request of others, to which the user has not agreed.
    fn asked(&self) -> Option<Request> {
        let own = self.own_seats();
        let open = |request: &&Request| own.iter().any(|side| !request.agreed.has(side));
        self.view.status.requests.iter().find(open).copied().filter(|_| self.plays())
    }

    /// The open request of the user.
    fn asks(&self) -> Option<Request> {
        let own = self.own_seats();
        self.view.status.requests.iter().find(|request| own.has(request.by)).copied().filter(|_| self.plays())
    }

    /// The seat of a person who has been away for longer than the grace time, and what can be done.
    fn remedy(&self, now: Instant) -> Option<(Side, Remedy)> {
        let gone = |side: &Side| self.view.status.away[*side].is_some_and(|end| end <= now);
        let side = self.position().spec().sides().find(gone).filter(|_| self.plays())?;
        Some((side, self.view.status.remedy?))
    }

    /// How long the grace time of a person who is away lasts, in words.
    pub(super) fn grace(&self, side: Side, now: Instant) -> Option<String> {
        let end = self.view.status.away[side]?;
        let left = end.saturating_duration_since(now);
        (!left.is_zero()).then(|| panels::clock(left.max(std::time::Duration::from_secs(10))))
    }

    /// The grace times as they are shown, in seconds. The last second is another number than the end.
    pub(super) fn graces(&self, now: Instant) -> Vec<u128> {
        let sides = self.position().spec().sides();
        let ends = sides.filter_map(|side| self.view.status.away[side]);
        ends.map(|end| end.saturating_duration_since(now).as_millis().div_ceil(1000)).collect()
    }

    /// When the display of a grace time changes next.
    pub(super) fn grace_tick(&self, now: Instant) -> Option<Instant> {
        let sides = self.position().spec().sides();
        let left = sides.filter_map(|side| self.view.status.away[side]?.checked_duration_since(now));
        let left = { left }.filter(|left| !left.is_zero()).min()?;
        Some(now + std::time::Duration::from_millis(left.as_millis() as u64 % 1000 + 1))
    }

    /// What people ask for, in words, with the keys that answer.
    fn consent_words(&self, keys: [&str; 2], now: Instant) -> Option<String> {
        let [agree, refuse] = keys;
        if let Some(request) = self.asked() {
            let (who, what) = (self.who(request.by), request.what.words());
            return Some(format!("{who} asks {what}: {agree} agrees, {refuse} refuses."));
        }
        if self.draw_answer().is_some() && self.is_shared() {
            return self.offer_words(keys);
        }
        if let Some(request) = self.asks() {
            return Some(format!("You ask {}: {refuse} withdraws it.", request.what.words()));
        }
        let (side, remedy) = self.remedy(now)?;
        let does = match remedy {
            Remedy::Win => "claims the win".to_owned(),
            Remedy::Adjourn => "adjourns the game".to_owned(),
            Remedy::Computer(level) => format!("gives the seat to a computer of level {level}"),
        };
        Some(format!("{} has been away for too long: {agree} {does}.", self.who(side)))
    }
}

impl Play {
    /// What agreeing does now, if it does anything.
    fn answer(&self, now: Instant) -> Option<Answer> {
        if let Some(request) = self.table.asked() {
            return Some(Answer::Wish(request.what));
        }
        if let Some(side) = self.table.draw_answer() {
            return Some(Answer::Draw(side));
        }
        self.table.remedy(now).map(|(side, remedy)| Answer::TakeOver(side, remedy))
    }

    /// What declining does now, if it does anything: in the order of the line that tells what is asked.
    fn declines(&self) -> Option<SeatCommand> {
        let draw = self.table.draw_answer().map(SeatCommand::DeclineDraw);
        let refuse = |request: Request| SeatCommand::Refuse(request.what);
        { self.table.asked().map(refuse) }.or(draw).or_else(|| self.table.asks().map(refuse))
    }

    /// The keys that agree and refuse.
    pub(super) fn answers(world: &World) -> [String; 2] {
        let key =
            |action, usual: &str| world.keymap.key(Context::Board, action).unwrap_or_else(|| usual.to_owned());
        [key(Action::Agree, "agree"), key(Action::Decline, "refuse")]
    }

    /// What agreeing or refusing does now, in words for the key bar.
    pub(super) fn answer_word(&self, action: Action, now: Instant) -> Option<&'static str> {
        let own = self.table.asked().is_none() && self.table.asks().is_some();
        Some(match (action, self.answer(now)) {
            (Action::Agree, Some(Answer::Draw(_))) => "accept the draw",
            (Action::Decline, Some(Answer::Draw(_))) => "decline the draw",
            (Action::Decline, _) if own => "withdraw",
            (Action::Agree, Some(Answer::TakeOver(_, remedy))) => match remedy {
                Remedy::Win => "claim the win",
                Remedy::Adjourn => "adjourn the game",
                Remedy::Computer(_) => "give the seat to a computer",
            },
            _ => return None,
        })
    }

    /// Can people do this at their table? `None` where it is as in any game.
    pub(super) fn can_with_people(&self, action: Action, world: &World) -> Option<bool> {
        if !self.table.is_shared() {
            let answers = matches!(action, Action::Agree | Action::Decline);
            return answers.then(|| self.table.draw_answer().is_some());
        }
        let (plays, status) = (self.table.plays(), &self.table.view.status);
        match action {
            Action::Pick if self.waits_elsewhere() => Some(true),
            Action::Pick | Action::Type if self.can_premove() => Some(true),
            Action::Back if self.has_premove() => Some(true),
            Action::Agree => Some(self.answer(world.now).is_some()),
            Action::Decline => Some(self.declines().is_some()),
            Action::Undo => {
                let played = !self.table.position().acts().is_empty();
                Some(plays && played && self.table.setup().takebacks && !status.is_strict())
            }
            Action::Redo | Action::Step | Action::Faster | Action::Slower | Action::PlayNow => Some(false),
            Action::Pause => Some(plays && (!status.is_strict() || status.stopped)),
            Action::Hint if !status.hints => Some(plays && !status.is_strict()),
            _ => None,
        }
    }

    /// Does what people do at their table; `None` where it is as in any game.
    pub(super) fn act_with_people(&mut self, action: Action, world: &mut World) -> Option<Transition> {
        match action {
            Action::Pick | Action::Back if !self.table.is_shared() => return None,
            Action::Pick if self.can_premove() => return Some(self.pick_premove(world)),
            Action::Back if self.has_premove() => return Some(self.drop_premove(world)),
            _ => {}
        }
        let status = &self.table.view.status;
        let command = match action {
            Action::Agree => match self.answer(world.now)? {
                Answer::Wish(wish) => SeatCommand::Ask(wish),
                Answer::TakeOver(side, remedy) => SeatCommand::TakeOver(side, remedy),
                Answer::Draw(side) => SeatCommand::Draw(side),
            },
            Action::Decline => self.declines()?,
            _ if !self.table.is_shared() => return None,
            Action::Pause => SeatCommand::Pause(!status.stopped),
            Action::Hint if !status.hints => SeatCommand::Ask(Wish::Hints),
            _ => return None,
        };
        let done: Result<(), Refusal> = self.table.command(command);
        Some(self.report(done, world))
    }

    /// The line of what people ask for, with the keys that answer.
    pub(super) fn consent_line(&self, world: &World) -> Option<String> {
        let [agree, refuse] = Play::answers(world);
        let asked = self.table.consent_words([&agree, &refuse], world.now);
        let stopped = self.table.view.status.stopped && self.table.ending().is_none();
        let key = || world.keymap.key(Context::Board, Action::Pause).unwrap_or_else(|| "pause".to_owned());
        let paused = || format!("The game is paused: {} asks to continue it.", key());
        asked.or_else(|| stopped.then(paused))
    }
}
