//! What one server of the club tells the others.

use serde::{Deserialize, Serialize};

use super::super::account::Dismissed;
use super::super::change_notifier::Topic;
use super::super::member::MemberId;
use super::super::store::TableKey;
use super::super::talk::Room;
use super::super::{Club, ClubError};
use super::{Nodes, lock};
use crate::moment::moment;
use crate::session::table::Identity;

/// If more tables have changed, all are read in one go.
const FEW: usize = 20;

/// What one server of the club tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in super::super) enum Change {
    /// Something of everything.
    All,
    /// The lobby.
    Lobby,
    /// The table with this number.
    Table(i64),
    /// What concerns this person only, by their identity.
    Person(String),
    /// The tournaments.
    Tournaments,
    /// A line was said in the lobby.
    Said {
        /// The identity of who said it.
        from: String,
        /// Their name then.
        name: String,
        /// When, in seconds since 1970.
        time: i64,
        /// The text.
        text: String,
    },
    /// Who wants to read whom.
    Blocks,
    /// Sessions have to end: of this person, or with this key; their users read the words.
    Dismiss {
        /// The identity.
        person: Option<String>,
        /// SHA-256 of the key.
        key: Option<[u8; 32]>,
        /// The words.
        words: String,
    },
    /// What the operator of one server asks of all.
    Order(String),
    /// A server leaves, and its tables are free.
    Left,
}

impl Change {
    /// What a topic is for the others. What is said comes with its words.
    pub(super) fn of(topic: Option<Topic>) -> Option<Change> {
        Some(match topic {
            None => Change::All,
            Some(Topic::LobbyTalk) => return None,
            Some(Topic::Lobby) => Change::Lobby,
            Some(Topic::Table(key)) => Change::Table(key.0),
            Some(Topic::Member(id)) => Change::Person(id.identity().name().to_owned()),
            Some(Topic::Tournaments) => Change::Tournaments,
        })
    }

    /// The table that has changed, if it is one.
    fn table(&self) -> Option<TableKey> {
        match self {
            Change::Table(key) => Some(TableKey(*key)),
            _ => None,
        }
    }

    /// Does a server that comes later want to know it?
    pub(super) const fn is_kept(&self) -> bool {
        matches!(self, Change::Said { .. })
    }

    /// The end of sessions.
    pub(in super::super) fn dismiss(whose: Dismissed, words: String) -> Change {
        match whose {
            Dismissed::Member(id) => {
                Change::Dismiss { person: Some(id.identity().name().to_owned()), key: None, words }
            }
            Dismissed::Key(digest) => Change::Dismiss { person: None, key: Some(digest), words },
        }
    }
}

fn person(identity: &str) -> Option<MemberId> {
    MemberId::of(&Identity::new(identity))
}

impl Club {
    /// Takes over what other servers have told.
    pub(super) fn hear_of_others(&self, nodes: &Nodes, changes: Vec<Change>) -> Result<(), ClubError> {
        let tables: Vec<TableKey> = changes.iter().filter_map(Change::table).collect();
        if tables.len() > FEW || changes.contains(&Change::All) {
            self.tables.read_far()?;
        } else {
            for table in tables {
                self.tables.read_far_table(table)?;
            }
        }
        for change in changes {
            match change {
                Change::All => {
                    self.reload_tournaments()?;
                    self.talk().set_blocked(self.store.blocks()?);
                    self.notifier.notify_all_here();
                }
                Change::Lobby => self.notifier.notify_here(Topic::Lobby),
                Change::Table(key) => self.notifier.notify_here(Topic::Table(TableKey(key))),
                Change::Person(identity) => {
                    if let Some(id) = person(&identity) {
                        self.read_name(id)?;
                        self.notifier.notify_here(Topic::Member(id));
                    }
                }
                Change::Tournaments => {
                    self.reload_tournaments()?;
                    self.notifier.notify_here(Topic::Tournaments);
                }
                Change::Said { from, name, time, text } => {
                    if let Some(id) = person(&from) {
                        self.talk().hear(Room::Lobby, (id, name), text, moment(time));
                        self.notifier.notify_here(Topic::LobbyTalk);
                    }
                }
                Change::Blocks => self.talk().set_blocked(self.store.blocks()?),
                Change::Dismiss { person: who, key, words } => {
                    let whose = match (who.as_deref().and_then(person), key) {
                        (Some(id), _) => Dismissed::Member(id),
                        (None, Some(digest)) => Dismissed::Key(digest),
                        (None, None) => continue,
                    };
                    self.dismiss_here(whose, words);
                }
                Change::Order(line) => lock(&nodes.orders).push(line),
                Change::Left => {
                    self.look_at_peers(nodes)?;
                    self.take_free(nodes)?;
                }
            }
        }
        Ok(())
    }
}
