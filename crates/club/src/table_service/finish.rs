//! The end of a game: each member gets it as PGN, the result is stored, and the ratings are told.

use std::sync::Arc;

use super::finished::Finished;
use super::trouble::Unwritten;
use super::{LiveTable, TableService, TableServiceError};
use crate::member::{Member, MemberId};
use crate::record::date::Date;
use crate::record::game::Game;
use crate::record::pgn;
use crate::session::archive::ENDING;
use crate::store::{FinishedRow, ResultRow, TableKey, TableRow};

/// The date of a game of people in its records.
pub(super) fn date_of(row: &TableRow) -> Date {
    Date::of(row.started.unwrap_or(row.opened))
}

/// Says in a record whether the game was rated.
pub(super) fn tell_rated(game: &mut Game, row: &TableRow) {
    if row.rated {
        game.tags.set("Event", "Rated game");
    }
}

impl TableService {
    /// Stores the end of a game. `None` if it is not over. What is done twice after a crash has the same result.
    pub(super) fn finish(&self, key: TableKey) -> Result<Option<Finished>, TableServiceError> {
        let entry = self.entry(key)?;
        let Some(table) = &entry.table else { return Ok(None) };
        let view = table.newest();
        let Some(ending) = &view.status.ending else { return Ok(None) };
        // The seats first: a computer may have taken one a moment ago.
        self.note_players(key)?;
        let entry = self.entry(key)?;
        self.hand_out(key, &entry)?;
        let sides = view.position.spec().sides();
        let present = |at: &usize| {
            let person = entry.row.seats[*at].person();
            person.is_some_and(|person| view.status.present.contains(&person.identity()))
        };
        let result = ResultRow {
            cause: (ending.cause.as_str().to_owned(), ending.words.clone()),
            shares: sides.map(|side| ending.shares[side].to_string()).collect(),
            moves: view.position.acts().len(),
            ended: self.now(),
            seen: (0..entry.row.seats.len()).filter(present).collect(),
        };
        let finished = FinishedRow::of(&entry.row, &result, self.store.left_by(key)?);
        let rated = self.rated(&Finished::of(finished, &self.opponents.games)?);
        let row = self.as_owner(key, self.store.finish_table(entry.claim, result, rated))?;
        self.state().live.finish(entry);
        Ok(Some(Finished::of(row, &self.opponents.games)?))
    }

    /// Writes the game to the folders of its members. A guest has none. If one cannot be written to, the game is over all
    /// the same, and it is written later.
    pub(super) fn hand_out(&self, key: TableKey, entry: &LiveTable) -> Result<(), TableServiceError> {
        let Some(table) = &entry.table else { return Ok(()) };
        let date = date_of(&entry.row);
        let mut game = table.record_of(date)?;
        tell_rated(&mut game, &entry.row);
        let text: Arc<str> = pgn::write(&game).into();
        let stamp = date.stamp().unwrap_or_default();
        let name = format!("{stamp}-{}-{:04}.{ENDING}", game.spec().id, key.0);
        for seat in &entry.row.seats {
            let Some(MemberId::Member(number)) = seat.person() else { continue };
            let Some(folder) = self.store.folder_if_known(number)? else { continue };
            let games = self.folder.join("players").join(folder).join("games");
            self.write_game(Unwritten {
                who: MemberId::Member(number),
                key,
                path: games.join(&name),
                text: Arc::clone(&text),
            });
        }
        Ok(())
    }

    /// The results that a member has missed, the oldest first.
    pub fn missed(&self, who: &Member) -> Result<Vec<Finished>, TableServiceError> {
        let rows = self.store.unseen_tables(who.id)?;
        rows.into_iter().map(|row| Finished::of(row, &self.opponents.games)).collect()
    }

    /// A member has seen a result.
    pub fn seen(&self, who: &Member, key: TableKey) -> Result<(), TableServiceError> {
        Ok(self.store.note_seen(who.id, key)?)
    }

    /// A finished game.
    pub fn finished(&self, key: TableKey) -> Result<Option<Finished>, TableServiceError> {
        self.store.finished_table(key)?.map(|row| Finished::of(row, &self.opponents.games)).transpose()
    }
}
