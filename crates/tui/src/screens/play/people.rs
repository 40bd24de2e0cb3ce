//! A game that the people of a server share: who is there and who is away, what is off while people play, a seat that
//! another terminal of the same user has, and how the game is left.

use std::time::Instant;

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table::Table;
use super::table_people::TablePeople;
use crate::action::Action;
use crate::message::Message;
use crate::rules::side::{Side, Sides};
use crate::screen::Transition;
use crate::session::table::consent::ABORT;
use crate::theme::Role;
use crate::theme::army::army;
use crate::wakes::Reasons;
use crate::world::World;

/// Shown while another terminal of the user has the seat.
const ELSEWHERE: &str = "You are playing on another terminal; Enter takes the seat back here.";

impl Table {
    /// Does the table belong to more people than the user of this terminal?
    pub(super) fn is_shared(&self) -> bool {
        self.people().is_some()
    }

    /// Does this terminal act for its user?
    pub(super) fn is_acting(&self) -> bool {
        self.people().is_none_or(TablePeople::acts)
    }

    /// Is the seat the user's, on this terminal or another?
    pub(super) fn holds(&self, side: Side) -> bool {
        self.own_seats().has(side)
    }

    /// Does the user only watch?
    pub(super) fn is_watched(&self) -> bool {
        self.is_shared() && self.own_seats() == Sides::NONE
    }

    /// The seat from which the user has turned the board to look.
    pub(super) fn turned(&self, world: &World) -> Option<Side> {
        if self.is_shared() { None } else { world.table_views.turned(self.shared()) }
    }

    /// Keeps how the board is turned, for the next time.
    pub(super) fn keep_turn(&self, side: Side, world: &mut World) {
        if !self.is_shared() {
            world.table_views.turn(self.shared(), side);
        }
    }

    /// Is the person of a seat not there?
    fn is_away(&self, side: Side) -> bool {
        let owner = self.status().owners[side].as_ref();
        let away = owner.is_some_and(|owner| !self.status().present.contains(owner));
        self.is_shared() && away && self.is_person(side) && self.ending().is_none()
    }

    /// The name that the person of a seat has now, at a table of the club.
    pub(super) fn name_of_today(&self, side: Side) -> Option<String> {
        let owner = self.status().owners[side].as_ref()?;
        self.people()?.name(owner)
    }

    /// The colour of the seat whose person says this line of talk: `Ann: hello`.
    pub(super) fn speaker(&self, line: &str) -> Role {
        let spec = self.position().spec();
        let says = |side: &Side| line.strip_prefix(&self.who(*side)).is_some_and(|rest| rest.starts_with(": "));
        spec.sides().find(says).map_or(Role::Notice, |side| army(spec, side))
    }

    /// The name of a player, with a note about somebody who is away.
    pub(super) fn shown_name(&self, side: Side, now: Instant) -> String {
        let name = self.who(side);
        match self.grace(side, now) {
            Some(left) => format!("{name} (away {left})"),
            None if self.is_away(side) => format!("{name} (away)"),
            None => name,
        }
    }

    /// Does another terminal of the user have the seat, so that Enter takes it back?
    pub(super) fn waits_elsewhere(&self) -> bool {
        !self.is_acting() && self.ending().is_none()
    }

    fn can_abort(&self) -> bool {
        let may_abort = self.is_shared() && !self.status().tournament;
        may_abort && self.position().acts().len() < ABORT
    }

    /// The question before a game of people is left or given up, if this action does that.
    pub(super) fn question_of_people(&self, action: Action) -> Option<String> {
        let plays = self.is_shared() && self.person().is_some() && self.ending().is_none();
        match action {
            Action::Leave if plays && self.setup().clock.is_some_and(|clock| !clock.each_move) => {
                Some("Leave the board? The game continues, and so do the clocks.".to_owned())
            }
            Action::Resign if plays && self.can_abort() => {
                Some("Abort the game? Nothing has been lost or won.".to_owned())
            }
            _ => None,
        }
    }

    /// Why an action is off at a table of people.
    fn forbidden(&self, action: Action) -> Option<&'static str> {
        if !self.is_shared() {
            return None;
        }
        let over = self.ending().is_some();
        match action {
            Action::Hint | Action::Analyse | Action::Threats | Action::Explore | Action::Review
                if !over && !self.status().hints =>
            {
                match (self.status().is_strict(), self.is_watched()) {
                    (true, _) => {
                        Some("Hints, analysis and other lines are off until this game is over: its result counts.")
                    }
                    (_, true) => Some("Analysis is off until the players allow it or the game is over."),
                    // This key asks the others.
                    _ if action == Action::Hint => None,
                    _ => {
                        Some("Hints, analysis and other lines need the consent of all: ask for a hint to ask them.")
                    }
                }
            }
            Action::Coach => Some("The coach helps one person who plays against computers."),
            Action::Restart if !over => Some("A game of people cannot be restarted."),
            Action::Restart if self.is_watched() => Some("Only the players can play again."),
            Action::OtherSide | Action::NextLevel | Action::NewGame => {
                Some("New games of people are started in the lobby.")
            }
            Action::Number(_) if over => Some("New games of people are started in the lobby."),
            _ => None,
        }
    }
}

/// It keeps nothing: the table knows its people.
#[derive(Default)]
pub(super) struct People;

impl Part for People {
    fn takes(&mut self, action: Action, desk: &mut Desk) -> Option<Step> {
        if desk.table.is_acting() || action != Action::Pick {
            return None;
        }
        desk.table.people()?.take_over();
        desk.pane.tell(Role::Notice, "You are playing here again.");
        Some(Step::changed())
    }

    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        if desk.table.forbidden(action).is_some() {
            return Some(false);
        }
        (action == Action::Pick && desk.table.waits_elsewhere()).then_some(true)
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        desk.table.forbidden(action).map(str::to_owned)
    }

    fn say(&self, action: Action, desk: &Desk, _: &World) -> Option<&'static str> {
        match action {
            Action::Pick if desk.table.waits_elsewhere() => Some("take the seat"),
            Action::Resign if desk.table.can_abort() => Some("abort"),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        desk.table.question_of_people(action).map(|question| Step::Ask(question, action))
    }

    /// The game is aborted instead of resigned, while that costs nothing.
    fn confirmed(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        if action != Action::Resign || !desk.table.can_abort() {
            return None;
        }
        Some(Step::Then(match desk.table.people()?.abort() {
            Ok(()) => Transition::message(Message::notice("The game was aborted.")),
            Err(refused) => {
                desk.pane.message = Some(refused.to_string());
                Transition::Changed
            }
        }))
    }

    /// The screen closes if the table is not there any more.
    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let people = desk.table.people().filter(|_| why.club && desk.table.ending().is_none())?;
        people.gone().map(|why| Step::Then(Transition::message(Message::notice(why))))
    }

    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        desk.table.waits_elsewhere().then(|| (ELSEWHERE.to_owned(), Role::Warning))
    }
}
