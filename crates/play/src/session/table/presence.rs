//! Who of the people at a table is away, and what a table tells the service that it belongs to.

use std::sync::Arc;
use std::time::Instant;

use super::{GameView, Identity, SeatHandle, State, Table, TableId};
use crate::rules::side::{BySide, Side};
use crate::session::referee::{Plans, TableCommand};
use crate::session::table::command::{HouseRules, Refusal};

/// What has changed at a table.
#[expect(clippy::struct_excessive_bools, reason = "none of them follows from others")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableNews {
    /// The history, or whose turn it is.
    pub moved: bool,
    /// The game has ended.
    pub ended: bool,
    /// The players of the seats.
    pub seats: bool,
    /// Whether the changes of the game can be stored.
    pub stored: bool,
    /// Who is at the table.
    pub present: bool,
    /// Another writer has the log of the game, so it is not played here any more.
    pub replaced: bool,
}

/// Called after each change of a game, from any thread. It must not block.
pub(crate) type Watch = Arc<dyn Fn(TableId, TableNews) + Send + Sync>;

impl TableNews {
    pub(super) fn of(before: &GameView, after: &GameView) -> TableNews {
        TableNews {
            moved: !Arc::ptr_eq(&before.lines, &after.lines),
            ended: before.status.ending.is_none() && after.status.ending.is_some(),
            stored: before.status.unsaved != after.status.unsaved,
            present: before.status.present != after.status.present,
            replaced: false,
            seats: before.setup.seats != after.setup.seats || before.status.owners != after.status.owners,
        }
    }
}

impl State {
    /// Notes since when the owners of seats are away.
    pub(super) fn note_presence(&mut self, readers: &[Identity], now: Instant) {
        self.away = BySide::from_fn(|side| match self.seating.owner(side) {
            Some(owner) if !readers.contains(owner) => self.away[side].or(Some(now)),
            _ => None,
        });
    }

    /// Tells the pool for whom the computers think: for the first of those who play and are here, or who is away.
    pub(super) fn note_whom_computers_play(&mut self, readers: &[Identity]) {
        let Some(game) = &mut self.game else { return };
        let mut owners = Side::all(game.view().setup().seats.len()).filter_map(|side| self.seating.owner(side));
        let first = owners.clone().next();
        let here = owners.find(|owner| readers.contains(owner));
        game.play_for(here.or(first), here.is_some());
    }

    /// When the grace time of each person who is away ends. Only people in a live game in progress have one.
    pub(super) fn deadlines(&self) -> BySide<Option<Instant>> {
        let Some((game, grace)) = self.game.as_ref().zip(self.seating.rules().grace) else {
            return BySide::from_fn(|_| None);
        };
        let referee = game.view();
        let people = referee.people();
        let counts =
            referee.ending().is_none() && !referee.is_stopped() && !self.seating.is_of_one(referee.setup());
        BySide::from_fn(|side| self.away[side].filter(|_| counts && people.has(side)).map(|since| since + grace))
    }
}

impl Table {
    /// Stops the clocks while the person on turn cannot be expected to play, or lets them run.
    pub fn hold(&self, held: bool) {
        self.work(|state| {
            if let Some(game) = state.game.as_mut().filter(|game| game.view().is_held() != held) {
                game.order(TableCommand::Hold(held), Instant::now());
            }
        });
    }

    /// Changes what the table asks of its people.
    pub fn set_rules(&self, rules: HouseRules) {
        self.work(|state| state.seating.set_rules(rules));
    }

    /// A computer gives its seat to a person, with the name that others see.
    pub fn give_seat(&self, identity: &Identity, name: &str, side: Side) -> Result<(), Refusal> {
        self.work(|state| {
            let State { game, seating, .. } = state;
            let game = game.as_mut().ok_or(Refusal::Closed)?;
            let referee = game.view();
            let seat = referee.position().spec().seat(side).name;
            if referee.ending().is_some() {
                return Err(Refusal::Over);
            }
            if !referee.position().living().has(side) {
                return Err(Refusal::Out { seat });
            }
            // The owner changes at once, the player with the next line of the log.
            if let Some(by) = seating.owner(side) {
                return Err(Refusal::Taken { seat, by: by.clone() });
            }
            seating.give(side, identity);
            game.order(TableCommand::Give(side, identity.name().to_owned(), name.to_owned()), Instant::now());
            Ok(())
        })
    }
}

impl SeatHandle {
    /// What this person has planned for their seat. Nobody else sees it.
    pub fn plans(&self, side: Side) -> Plans {
        let state = self.table().state();
        let own = state.seating.owner(side) == Some(self.identity());
        let game = state.game.as_ref().filter(|_| own);
        game.map(|game| game.view().plans(side).clone()).unwrap_or_default()
    }
}
