//! What members who are away are told by message: whose move it is in a slow game, challenges to them, and the answers to
//! theirs. If it cannot be noted, it is seen at the next login all the same.

use super::{Doing, LiveTable, Seat, TableService};
use crate::challenge::Challenge;
use crate::member::{Member, MemberId};
use crate::outbox::words;
use crate::store::StoreError;

/// What a line about a challenge is filed under.
fn about(challenge: i64) -> String {
    format!("challenge:{challenge}")
}

impl TableService {
    /// The move of a slow game: whose turn it is now is told.
    pub(super) fn tell_turn(&self, entry: &LiveTable) {
        let Some(table) = &entry.table else { return };
        let view = table.newest();
        if view.status.ending.is_some() {
            return;
        }
        let at = view.position.turn().index();
        let Some(who) = entry.row.seats.get(at).and_then(Seat::person) else { return };
        let others = entry.row.seats.iter().enumerate().filter(|(other, _)| *other != at);
        let name = |seat: &Seat| match seat {
            Seat::Person { name, .. } => name.clone(),
            Seat::Computer { level, .. } => format!("computer {level}"),
            Seat::Open => String::new(),
        };
        let others: Vec<String> = others.map(|(_, seat)| name(seat)).collect();
        let words = words::move_of(view.position.spec().title, &others.join(", "));
        self.note_told(self.tell_away(who, format!("game:{}", entry.row.key.0), words));
    }

    /// A member was challenged.
    pub(crate) fn tell_challenged(&self, id: i64, by: &Member, to: MemberId, game: &str) {
        let told = self.tell_away(to, about(id), words::challenged(&by.shown_name(), game));
        self.note_told(told);
    }

    /// Somebody has accepted a challenge, or declined it.
    pub(crate) fn tell_answered(&self, challenge: &Challenge, by: &Member, accepted: bool) {
        let words = words::answered(&by.shown_name(), challenge.terms.game.spec().title, accepted);
        self.note_told(self.tell_away(challenge.by.id, about(challenge.id.0), words));
    }

    fn note_told(&self, told: Result<(), StoreError>) {
        self.note_upkeep(Doing::Messages, told);
    }
}
