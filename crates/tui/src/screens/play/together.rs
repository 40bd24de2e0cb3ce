//! Who reviews a finished game of people together.

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table_people::{PeopleError, TablePeople};
use crate::action::{Action, Context};
use crate::record::game::Game;
use crate::rules::explain::list;
use crate::screen::Transition;
use crate::session::table::TableError;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// Their names, when the screen last looked.
#[derive(Default)]
pub(super) struct Together(Vec<String>);

impl Together {
    fn read(&mut self, desk: &Desk) {
        self.0 = desk.table.people().map(TablePeople::looks_together).unwrap_or_default();
    }
}

/// Reviews the finished game with all others who do.
pub(super) fn open(game: Result<Game, TableError>, desk: &mut Desk) -> Transition {
    let Some(people) = desk.table.people() else { return Transition::Same };
    let opened = match game {
        Ok(game) => people.together(game, desk.pane.view),
        Err(problem) => Err(PeopleError(Box::new(problem))),
    };
    match opened {
        Ok(place) => Transition::Open(place),
        Err(why) => {
            desk.pane.message = Some(why.to_string());
            Transition::Changed
        }
    }
}

impl Part for Together {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        (action == Action::Together).then(|| desk.table.is_shared() && desk.table.ending().is_some())
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let why = if desk.table.is_shared() {
            "The game is not over."
        } else {
            "Only games of people are reviewed together."
        };
        (action == Action::Together).then(|| why.to_owned())
    }

    fn opened(&mut self, desk: &mut Desk, _: &World) {
        self.read(desk);
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        if why.club && desk.table.ending().is_some() {
            self.read(desk);
        }
        None
    }

    /// With the key that joins them.
    fn line(&self, _: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        let key = below.world.keymap.key(Context::Board, Action::Together)?;
        let does = if self.0.len() == 1 { "reviews" } else { "review" };
        (!self.0.is_empty()).then(|| (format!("{} {does} the game: {key} joins in.", list(&self.0)), Role::Text))
    }
}
