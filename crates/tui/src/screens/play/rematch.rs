//! Another game with the same people, once this one is over.

use super::desk::Desk;
use super::part::{Below, Part, Step};
use crate::action::{Action, Context};
use crate::rules::explain::list;
use crate::screen::Transition;
use crate::session::table::Identity;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// Who wants one.
pub(super) struct Rematch {
    /// Who wanted it when the screen last looked.
    wishes: Vec<Identity>,
    /// Was the user told, on the screen that covers this one, that the next game has begun?
    told_next: bool,
    /// Is it not known whether the next game has begun?
    unread: bool,
}

impl Default for Rematch {
    fn default() -> Rematch {
        Rematch { wishes: Vec::new(), told_next: false, unread: true }
    }
}

impl Part for Rematch {
    fn say(&self, action: Action, desk: &Desk, _: &World) -> Option<&'static str> {
        (action == Action::Restart && desk.table.is_shared()).then_some("rematch")
    }

    /// Asks the others for another game, or agrees to one.
    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let people = desk.table.people_mut().filter(|_| action == Action::Restart)?;
        desk.pane.message = match people.again() {
            Ok(Some(place)) => return Some(Step::Then(Transition::Become(place))),
            // The line about the rematch says the rest.
            Ok(None) => None,
            Err(refused) => Some(refused.to_string()),
        };
        Some(Step::changed())
    }

    fn changed(&mut self, _: bool, _: &mut Desk, _: &mut World) -> Option<Step> {
        self.unread = true;
        None
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let look = why.club || self.unread;
        let people = desk.table.people().filter(|_| look && desk.table.ending().is_some())?;
        self.unread = false;
        if let Some(place) = people.next_game() {
            if !desk.covered {
                return Some(Step::Then(Transition::Become(place)));
            }
            // It is opened when the screen above is closed.
            self.unread = true;
            if !std::mem::replace(&mut self.told_next, true) {
                world.news.push("The rematch has begun: it opens when you are back at the board.".to_owned());
            }
            return None;
        }
        if why.club {
            let wishes = people.wants();
            let is_new = |who: &&Identity| !self.wishes.contains(who) && *who != desk.table.identity();
            // A new wish is seen, whatever is on its line.
            if wishes.iter().any(|who| is_new(&who)) {
                desk.pane.message = None;
                desk.notice = None;
            }
            self.wishes = wishes;
        }
        None
    }

    /// Who wants one, and what is missing.
    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        let table = &desk.table;
        let people = table.people().filter(|_| table.ending().is_some())?;
        let (want, status) = (people.wants(), table.status());
        if want.is_empty() {
            return None;
        }
        let named = |who: &Identity| people.name(who).unwrap_or_else(|| "somebody".to_owned());
        let words = if want.contains(table.identity()) {
            let owners = table.position().spec().sides().filter_map(|side| status.owners[side].as_ref());
            let gone: Vec<String> = owners.filter(|who| !status.present.contains(*who)).map(named).collect();
            match gone.as_slice() {
                [] => "You have asked for a rematch: it starts when all agree.".to_owned(),
                [one] => {
                    format!("You want a rematch, but {one} has left. A challenge in the lobby waits for them.")
                }
                all => format!("You want a rematch, but {} have left.", list(all)),
            }
        } else {
            let names: Vec<String> = want.iter().map(named).collect();
            let verb = if names.len() == 1 { "wants" } else { "want" };
            let agrees = below.world.keymap.key(Context::Board, Action::Restart).filter(|_| !table.is_watched());
            let agrees = agrees.map_or_else(|| ".".to_owned(), |key| format!(": {key} agrees."));
            format!("{} {verb} a rematch{agrees}", list(&names))
        };
        Some((words, Role::Notice))
    }
}
