//! What people at a table ask each other: to take a move back, to pause, to use hints, for a draw, and what can be done
//! about somebody who is away. It is one line with keys to agree or to refuse, and no key does anything else meanwhile.

use std::time::Instant;

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table::Table;
use crate::action::{Action, Context};
use crate::board::panels;
use crate::rules::side::Side;
use crate::session::referee::{Request, Wish};
use crate::session::table::command::SeatCommand;
use crate::session::table::consent::Remedy;
use crate::theme::Role;
use crate::world::World;

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
        self.status().requests.iter().find(open).copied().filter(|_| self.plays())
    }

    /// The open request of the user.
    fn asks(&self) -> Option<Request> {
        let own = self.own_seats();
        self.status().requests.iter().find(|request| own.has(request.by)).copied().filter(|_| self.plays())
    }

    /// The seat of a person who has been away for longer than the grace time, and what can be done.
    fn remedy(&self, now: Instant) -> Option<(Side, Remedy)> {
        let gone = |side: &Side| self.status().away[*side].is_some_and(|end| end <= now);
        let side = self.position().spec().sides().find(gone).filter(|_| self.plays())?;
        Some((side, self.status().remedy?))
    }

    /// How long the grace time of a person who is away lasts, in words.
    pub(super) fn grace(&self, side: Side, now: Instant) -> Option<String> {
        let end = self.status().away[side]?;
        let left = end.saturating_duration_since(now);
        (!left.is_zero()).then(|| panels::clock(left.max(std::time::Duration::from_secs(10))))
    }

    /// The grace times as they are shown, in seconds. The last second is another number than the end.
    pub(super) fn graces(&self, now: Instant) -> Vec<u128> {
        let sides = self.position().spec().sides();
        let ends = sides.filter_map(|side| self.status().away[side]);
        ends.map(|end| end.saturating_duration_since(now).as_millis().div_ceil(1000)).collect()
    }

    /// When the display of a grace time changes next.
    pub(super) fn grace_tick(&self, now: Instant) -> Option<Instant> {
        let sides = self.position().spec().sides();
        let left = sides.filter_map(|side| self.status().away[side]?.checked_duration_since(now));
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

    /// What agreeing does now, if it does anything.
    fn answer(&self, now: Instant) -> Option<Answer> {
        if let Some(request) = self.asked() {
            return Some(Answer::Wish(request.what));
        }
        if let Some(side) = self.draw_answer() {
            return Some(Answer::Draw(side));
        }
        self.remedy(now).map(|(side, remedy)| Answer::TakeOver(side, remedy))
    }

    /// What declining does now, if it does anything: in the order of the line that tells what is asked.
    fn declines(&self) -> Option<SeatCommand> {
        let draw = self.draw_answer().map(SeatCommand::DeclineDraw);
        let refuse = |request: Request| SeatCommand::Refuse(request.what);
        { self.asked().map(refuse) }.or(draw).or_else(|| self.asks().map(refuse))
    }

    /// The line of what people ask for, with the keys that answer.
    pub(super) fn consent_line(&self, world: &World) -> Option<String> {
        let [agree, refuse] = answers(world);
        let asked = self.consent_words([&agree, &refuse], world.now);
        let stopped = self.status().stopped && self.ending().is_none();
        let key = || world.keymap.key(Context::Board, Action::Pause).unwrap_or_else(|| "pause".to_owned());
        let paused = || format!("The game is paused: {} asks to continue it.", key());
        asked.or_else(|| stopped.then(paused))
    }
}

/// The keys that agree and refuse.
pub(super) fn answers(world: &World) -> [String; 2] {
    let key = |action, usual: &str| world.keymap.key(Context::Board, action).unwrap_or_else(|| usual.to_owned());
    [key(Action::Agree, "agree"), key(Action::Decline, "refuse")]
}

/// It keeps nothing: the table knows what is asked.
#[derive(Default)]
pub(super) struct Consent;

impl Part for Consent {
    fn can(&self, action: Action, desk: &Desk, world: &World) -> Option<bool> {
        let table = &desk.table;
        if !table.is_shared() {
            let answers = matches!(action, Action::Agree | Action::Decline);
            return answers.then(|| table.draw_answer().is_some());
        }
        let (plays, status) = (table.plays(), table.status());
        match action {
            Action::Agree => Some(table.answer(world.now).is_some()),
            Action::Decline => Some(table.declines().is_some()),
            Action::Undo => {
                let played = !table.position().acts().is_empty();
                Some(plays && played && table.setup().takebacks && !status.is_strict())
            }
            Action::Redo | Action::Step | Action::Faster | Action::Slower | Action::PlayNow => Some(false),
            Action::Pause => Some(plays && (!status.is_strict() || status.stopped)),
            // In a game whose result counts, and for those who watch, it is off altogether.
            Action::Hint if !status.hints => Some(plays && !status.is_strict()),
            _ => None,
        }
    }

    fn say(&self, action: Action, desk: &Desk, world: &World) -> Option<&'static str> {
        if !matches!(action, Action::Agree | Action::Decline | Action::Pause) {
            return None;
        }
        let table = &desk.table;
        let own = table.asked().is_none() && table.asks().is_some();
        match (action, table.answer(world.now)) {
            (Action::Agree, Some(Answer::Draw(_))) => Some("accept the draw"),
            (Action::Decline, Some(Answer::Draw(_))) => Some("decline the draw"),
            (Action::Decline, _) if own => Some("withdraw"),
            (Action::Agree, Some(Answer::TakeOver(_, remedy))) => Some(match remedy {
                Remedy::Win => "claim the win",
                Remedy::Adjourn => "adjourn the game",
                Remedy::Computer(_) => "give the seat to a computer",
            }),
            (Action::Pause, _) if table.is_shared() && table.status().stopped => Some("continue"),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let table = &mut desk.table;
        let status = table.status();
        let command = match action {
            Action::Agree => match table.answer(world.now)? {
                Answer::Wish(wish) => SeatCommand::Ask(wish),
                Answer::TakeOver(side, remedy) => SeatCommand::TakeOver(side, remedy),
                Answer::Draw(side) => SeatCommand::Draw(side),
            },
            Action::Decline => table.declines()?,
            Action::Pause if table.is_shared() => SeatCommand::Pause(!status.stopped),
            Action::Hint if table.is_shared() && !status.hints => SeatCommand::Ask(Wish::Hints),
            _ => return None,
        };
        Some(Step::Sent(table.command(command)))
    }

    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        Some((desk.table.consent_line(below.world)?, Role::Notice))
    }
}
