//! What all see in the lobby: who is here, which tables wait, what is played. It is read once for each change, and all screens
//! share it.

use std::sync::{Arc, Mutex, PoisonError};

use super::Club;
use super::change_notifier::Topic;
use super::member::Member;
use super::table_service::Listed;

/// Somebody who is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Here {
    /// Who it is.
    pub member: Member,
    /// Does this person sit at the board of a game in progress?
    pub plays: bool,
    /// Has this person pressed no key for some minutes?
    pub idle: bool,
}

/// What all see in the lobby at one moment.
#[derive(Clone, Default, Debug)]
pub struct LobbyView {
    /// Who is here, each once, by name.
    pub here: Vec<Here>,
    /// The tables that are not private, the oldest first: waiting for people, or in progress.
    pub tables: Vec<Listed>,
    /// How many tournaments can be joined, and how many are in progress.
    pub tournaments: (usize, usize),
    /// The number of the newest tournament that can be joined; 0 if there is none.
    pub newest_tournament: i64,
    /// How often the challenges to everybody have changed. Who shows them reads them again when this is another number.
    pub challenges: u64,
    /// The changes of the club that are in it.
    version: u64,
}

/// The newest view, for all who look.
#[derive(Default, Debug)]
pub(super) struct SharedLobby(Mutex<Option<Arc<LobbyView>>>);

/// Each once, by name. Who plays at one server plays, wherever else they are.
pub(super) fn each_once(mut here: Vec<Here>) -> Vec<Here> {
    let key = |here: &Here| (here.member.shown_name(), here.member.id);
    here.sort_by(|one, other| key(one).cmp(&key(other)).then(other.plays.cmp(&one.plays)));
    here.dedup_by(|one, other| one.member.id == other.member.id);
    here
}

impl Club {
    /// What all see in the lobby now.
    pub fn lobby(&self) -> Arc<LobbyView> {
        let mut newest = self.lobby.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Before the club is read: what changes meanwhile is seen the next time.
        let version = self.notifier.changes(Topic::Lobby);
        match &*newest {
            Some(view) if view.version == version => Arc::clone(view),
            _ => Arc::clone(newest.insert(Arc::new(self.read_lobby(version)))),
        }
    }

    fn read_lobby(&self, version: u64) -> LobbyView {
        let at_boards = self.tables.at_boards();
        let idle = self.attention.idle();
        let here = self.here_now().into_iter().map(|member| Here {
            plays: at_boards.contains(&member.id),
            idle: idle.contains(&member.id),
            member,
        });
        LobbyView {
            here: each_once(here.chain(self.far_people()).collect()),
            tables: self.tables.public(),
            tournaments: self.count_tournaments(),
            newest_tournament: self.newest_tournament(),
            challenges: self.tables.challenges_to_all(),
            version,
        }
    }
}
