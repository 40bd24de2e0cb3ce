//! What the table service could not do while nobody waited for an answer: it goes to the log of the server, and to the people
//! whom it concerns.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::{LiveTable, Seat, TableService, TableServiceError};
use crate::member::MemberId;
use crate::record::file::write_new;
use crate::session::driver::Loss;
use crate::store::{Claim, TableKey, TableRow};

/// The most games that wait to be written to the folders of their members.
const MOST: usize = 1000;

/// What could not be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Doing {
    /// Resuming a table at the start of the server.
    Resume,
    /// Starting a game whose people are all here.
    Start,
    /// Storing who sits where.
    Seats,
    /// Storing the moves of a game.
    Moves,
    /// Storing the end of a game.
    End,
    /// Writing a game to the folder of a member.
    Save,
    /// Freeing the seat of somebody who has gone, or closing their table.
    Leave,
    /// Noting that the server runs.
    Pulse,
    /// Ending old challenges.
    Challenges,
    /// Removing tournaments that nobody starts.
    Tournaments,
    /// Removing members who never did anything.
    Members,
    /// Removing what is kept for a time only.
    Prune,
    /// Noting what members who are away are told by message.
    Messages,
    /// Reaching the club's store.
    Store,
}

impl Doing {
    /// The word for the log.
    pub const fn word(self) -> &'static str {
        match self {
            Doing::Resume => "resume",
            Doing::Start => "start",
            Doing::Seats => "seats",
            Doing::End => "end",
            Doing::Moves | Doing::Save => "save",
            Doing::Leave => "leave",
            Doing::Pulse => "pulse",
            Doing::Challenges => "challenges",
            Doing::Tournaments => "tournaments",
            Doing::Members => "members",
            Doing::Prune => "prune",
            Doing::Messages => "messages",
            Doing::Store => "store",
        }
    }

    /// What the people at the table are told.
    pub const fn words(self) -> Option<&'static str> {
        match self {
            Doing::Start => Some("Your game cannot be started now; the operator of the server is told."),
            Doing::Moves => {
                Some("Your game waits, with its clocks: the server cannot store moves now, and tries again.")
            }
            Doing::Store => Some("The club's store is being replaced: the clocks stand, and moves wait a moment."),
            Doing::End => Some("The result cannot be stored now; the server tries again every few seconds."),
            Doing::Save => {
                Some("Your game cannot be written to your folder now. The server has it and tries again.")
            }
            _ => None,
        }
    }

    /// What they are told when it is done after all.
    pub const fn words_after(self) -> Option<&'static str> {
        match self {
            Doing::Resume => Some("Your game can be opened again."),
            Doing::Start => Some("Your game has started."),
            Doing::Moves => Some("Your game continues: the server stores moves again."),
            Doing::Store => Some("The club's store is back: the games continue."),
            Doing::End => Some("The result is stored now."),
            Doing::Save => Some("Your game is in your folder now."),
            _ => None,
        }
    }
}

/// Something that could not be done.
#[derive(Debug)]
pub struct Trouble {
    /// What.
    pub doing: Doing,
    /// At which table.
    pub table: Option<TableKey>,
    /// The people whom it concerns.
    pub people: Vec<MemberId>,
    /// Why; `None` when it is over.
    pub error: Option<TableServiceError>,
}

/// Is told each trouble, once until it is over, and that it is over.
pub type TroubleHook = Arc<dyn Fn(&Trouble) + Send + Sync>;

/// A game that is not in the folder of its member yet.
#[derive(Clone, Debug)]
pub(super) struct Unwritten {
    pub(super) who: MemberId,
    pub(super) key: TableKey,
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
}

/// A table that could not be resumed.
#[derive(Clone, Debug)]
struct Broken {
    /// By what this server owns it, if it could be taken.
    claim: Option<Claim>,
    seats: Vec<Seat>,
}

/// The troubles of this moment.
#[derive(Default)]
pub(super) struct Troubles {
    hook: Option<TroubleHook>,
    /// What happened before somebody wanted to be told.
    early: Vec<Trouble>,
    /// What was told already, so that a full disk does not fill the log: what cannot be done now.
    told: BTreeMap<(Doing, Option<TableKey>), String>,
    unwritten: Vec<Unwritten>,
    /// The tables that could not be resumed.
    broken: BTreeMap<TableKey, Broken>,
}

impl fmt::Debug for Troubles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Troubles({} told)", self.told.len())
    }
}

/// The people at a table.
fn people(entry: &LiveTable) -> Vec<MemberId> {
    entry.row.seats.iter().filter_map(Seat::person).collect()
}

impl TableService {
    /// Tells each trouble from now on, and those that there were before.
    pub fn on_trouble(&self, hook: &TroubleHook) {
        let early = {
            let troubles = &mut self.state().troubles;
            troubles.hook = Some(Arc::clone(hook));
            std::mem::take(&mut troubles.early)
        };
        for trouble in &early {
            hook(trouble);
        }
    }

    pub(super) fn tell_trouble(&self, trouble: Trouble) {
        let of = (trouble.doing, trouble.table);
        let hook = {
            let troubles = &mut self.state().troubles;
            let words = trouble.error.as_ref().map(ToString::to_string);
            let before = match words.clone() {
                Some(words) => troubles.told.insert(of, words),
                None => troubles.told.remove(&of),
            };
            if before == words {
                return;
            }
            let Some(hook) = troubles.hook.clone() else { return troubles.early.push(trouble) };
            hook
        };
        hook(&trouble);
    }

    /// What cannot be done at this moment, and why.
    pub fn troubles(&self) -> Vec<(Doing, Option<TableKey>, String)> {
        let troubles = &self.state().troubles;
        troubles.told.iter().map(|((doing, table), why)| (*doing, *table, why.clone())).collect()
    }

    /// The result of something that nobody waits for. A failure is told.
    pub(super) fn noted<T>(
        &self,
        doing: Doing,
        entry: Option<&LiveTable>,
        done: Result<T, impl Into<TableServiceError>>,
    ) -> Option<T> {
        let table = entry.map(|entry| entry.row.key);
        let people = entry.map(people).unwrap_or_default();
        let (done, error) = match done {
            Ok(done) => (Some(done), None),
            Err(error) => (None, Some(error.into())),
        };
        // The people of a table that has moved read that instead.
        let people =
            if error.as_ref().is_some_and(TableServiceError::is_of_replaced) { Vec::new() } else { people };
        self.tell_trouble(Trouble { doing, table, people, error });
        done
    }

    /// The result of what the club does at a tick. A failure is told.
    pub(crate) fn note_upkeep(&self, doing: Doing, done: Result<(), impl Into<TableServiceError>>) {
        self.noted(doing, None, done);
    }

    /// Tells that the moves of a game cannot be stored, or that they are again.
    pub(super) fn note_moves(&self, entry: &LiveTable) {
        // Everybody reads it already.
        if self.store.away().is_some() {
            return;
        }
        let lost = entry.table.as_ref().and_then(|table| table.unsaved());
        self.noted(Doing::Moves, Some(entry), lost.map_or(Ok(()), |loss| Err(TableServiceError::NotStored(loss))));
    }

    /// The games of people whose last changes are not stored. Where a disk hangs, so does this.
    pub fn unsaved(&self) -> Vec<(TableKey, Vec<MemberId>, Loss)> {
        let of = |entry: &LiveTable| Some((entry.row.key, people(entry), entry.table.as_ref()?.unsaved()?));
        self.open_entries().iter().filter_map(of).collect()
    }

    /// Tries once more to store what is not stored.
    pub fn save_now(&self) {
        for table in self.open_entries().iter().filter_map(|entry| entry.table.as_ref()) {
            if table.newest().status.unsaved {
                let _ = table.try_again();
            }
        }
    }

    /// Writes a game to the folder of a member, now or later. A failure is told.
    pub(super) fn write_game(&self, game: Unwritten) {
        let (who, key) = (game.who, game.key);
        if let Err(error) = self.try_to_write(game) {
            let error = Some(error);
            self.tell_trouble(Trouble { doing: Doing::Save, table: Some(key), people: vec![who], error });
        }
    }

    /// Writes a game, or keeps it for later.
    fn try_to_write(&self, game: Unwritten) -> Result<(), TableServiceError> {
        let folder = game.path.parent().map_or(Ok(()), crate::files::make_folder);
        let written = folder.and_then(|()| write_new(&game.path, &game.text));
        let Err(error) = written else { return Ok(()) };
        let path = game.path.clone();
        let troubles = &mut self.state().troubles;
        if troubles.unwritten.len() < MOST {
            troubles.unwritten.push(game);
        }
        Err(TableServiceError::File { path, error })
    }

    /// Writes the games that could not be written before, if that is possible now.
    pub(super) fn write_games(&self) {
        let waiting = std::mem::take(&mut self.state().troubles.unwritten);
        let mut over: BTreeMap<TableKey, Vec<MemberId>> = BTreeMap::new();
        for game in waiting {
            let (who, key) = (game.who, game.key);
            // The first failure was told.
            if self.try_to_write(game).is_ok() {
                over.entry(key).or_default().push(who);
            }
        }
        over.retain(|key, _| self.state().troubles.unwritten.iter().all(|game| game.key != *key));
        for (key, people) in over {
            self.tell_trouble(Trouble { doing: Doing::Save, table: Some(key), people, error: None });
        }
    }

    /// A table that cannot be resumed stays in the store.
    pub(super) fn note_broken(&self, row: &TableRow, claim: Option<Claim>, error: TableServiceError) {
        let people = row.seats.iter().filter_map(Seat::person).collect();
        self.state().troubles.broken.insert(row.key, Broken { claim, seats: row.seats.clone() });
        self.tell_trouble(Trouble { doing: Doing::Resume, table: Some(row.key), people, error: Some(error) });
    }

    /// A table is none of this server any more.
    pub(super) fn forget_troubles(&self, key: TableKey) {
        let troubles = &mut self.state().troubles;
        troubles.broken.remove(&key);
        troubles.told.retain(|(_, table), _| *table != Some(key));
    }

    /// A table that could not be resumed is there after all.
    pub(super) fn note_resumed(&self, entry: &LiveTable) {
        self.state().troubles.broken.remove(&entry.row.key);
        self.noted(Doing::Resume, Some(entry), Ok::<_, TableServiceError>(()));
    }

    /// The tables that could not be resumed, with the claims to them.
    pub(super) fn broken_tables(&self) -> Vec<(TableKey, Option<Claim>)> {
        self.state().troubles.broken.iter().map(|(key, broken)| (*key, broken.claim)).collect()
    }

    /// Could this table not be resumed?
    pub(crate) fn is_broken(&self, key: TableKey) -> bool {
        self.state().troubles.broken.contains_key(&key)
    }

    /// Drops a table that could not be resumed from the store. Returns its people.
    pub(super) fn drop_broken(&self, key: TableKey) -> Result<Vec<MemberId>, TableServiceError> {
        let found = self.state().troubles.broken.get(&key).cloned();
        let Broken { claim, seats } = found.ok_or(TableServiceError::NoTable)?;
        let taken = claim.map_or_else(|| self.store.take_table(key), |claim| Ok(Some(claim)))?;
        self.store.drop_table(taken.ok_or(TableServiceError::NoTable)?)?;
        self.forget_troubles(key);
        Ok(seats.iter().filter_map(Seat::person).collect())
    }

    /// The tables of a person that could not be resumed, with their seats.
    pub fn broken(&self, who: MemberId) -> Vec<(TableKey, Vec<Seat>)> {
        let troubles = &self.state().troubles;
        let own = |seats: &[Seat]| seats.iter().any(|seat| seat.person() == Some(who));
        let own = troubles.broken.iter().filter(|(_, broken)| own(&broken.seats));
        own.map(|(key, broken)| (*key, broken.seats.clone())).collect()
    }
}
