//! The club: what people on one server share. Members, who is here, games between people, talk, ratings. All of it that
//! has to last is in the store; the rest is who is connected now.

pub mod account;
pub mod address;
pub mod archive;
pub mod arrival;
pub mod attention;
pub mod backup;
pub mod bout;
pub mod challenge;
pub mod change_notifier;
pub mod code;
mod error;
mod fingerprint;
pub mod friends;
pub mod keep;
pub mod lobby;
pub mod member;
pub mod moment;
pub mod name;
mod nodes;
pub mod outbox;
mod outcome;
pub mod rated;
pub mod ratings;
mod reached;
pub mod report;
mod seat;
pub mod seek;
pub mod store;
mod table_key;
pub mod table_service;
pub mod table_words;
pub mod talk;
mod talking;
mod terminals;
pub mod tournament;
pub mod tournament_words;
pub mod tournaments;
mod upkeep;
mod visit;
pub mod words;
pub mod zone;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use heterodox_base::{escape, task};
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_play::{files, players, rating, record, session};

pub use account::Dismissed;
use arrival::MemberLimits;
use attention::Attention;
use change_notifier::{ChangeNotifier, Topic};
pub use error::ClubError;
use lobby::SharedLobby;
use member::{Member, MemberId};
use name::Name;
use nodes::{Change, Nodes};
use outbox::OutboxRules;
use reached::Reached;
use report::{Report, Reporters};
use store::Store;
use table_service::{TableService, Time};
use talk::Talk;
use terminals::Terminals;
use tournament::TournamentLimits;
use tournaments::Tournaments;
use upkeep::Unused;
pub use visit::{Lead, SSH_PORT, Visit, Way};
use zone::Zone;

use crate::games::Registry;
use crate::players::Opponents;

/// The name of the database in the folder of the server.
pub const DATABASE: &str = "club.db";

/// What all members share.
#[derive(Debug)]
pub struct Club {
    /// What lasts.
    pub store: Arc<Store>,
    /// Tells screens that something has changed.
    pub notifier: ChangeNotifier,
    /// What all see in the lobby.
    lobby: SharedLobby,
    /// The tables where people play each other.
    pub tables: Arc<TableService>,
    /// How often each limit was reached.
    pub reached: Arc<Reached>,
    /// Which terminal of a member acts at a table.
    pub terminals: Terminals,
    /// Who is here: the visits by their numbers.
    present: Mutex<Present>,
    /// Who of them looks at the screen.
    attention: Attention,
    /// What is said.
    talk: Mutex<Talk>,
    /// Who has reported somebody lately.
    reporters: Mutex<Reporters>,
    /// The reports that the log does not have yet.
    reported: Mutex<Vec<Report>>,
    /// The wrong codes of the last minutes.
    attempts: Mutex<code::Attempts>,
    /// Whose sessions have to end, and why.
    dismissed: Mutex<Vec<(Dismissed, String)>>,
    /// The games that can be played.
    games: Registry,
    /// The tournaments that are not over, and the last ones that are.
    tournaments: Mutex<Tournaments>,
    /// What tournaments may take.
    tournament_limits: Mutex<TournamentLimits>,
    /// Where messages to members may go.
    outbox_rules: Mutex<OutboxRules>,
    /// How many new members there may be.
    member_limits: Mutex<MemberLimits>,
    /// The members who never did anything.
    unused: Unused,
    /// The servers that share the club, if there can be several.
    nodes: Option<Nodes>,
}

/// The visits of this moment.
#[derive(Debug, Default)]
struct Present {
    count: u64,
    visits: BTreeMap<u64, Member>,
    /// The time zones of those who are here.
    zones: BTreeMap<MemberId, Zone>,
    /// Where members were connected from last.
    addresses: BTreeMap<MemberId, IpAddr>,
}

impl Club {
    /// Opens the club whose database is in this folder. Computers at the tables of people are these.
    pub fn open(folder: &Path, opponents: &Opponents) -> Result<Arc<Club>, ClubError> {
        Club::on(Store::open(&folder.join(DATABASE))?, folder, opponents)
    }

    /// The same on a store that is open already.
    pub fn on(store: Store, folder: &Path, opponents: &Opponents) -> Result<Arc<Club>, ClubError> {
        let time = store.time();
        Club::on_at(store, folder, opponents, time)
    }

    /// The same with a clock of its own.
    pub fn on_at(store: Store, folder: &Path, opponents: &Opponents, time: Time) -> Result<Arc<Club>, ClubError> {
        let (store, notifier) = (Arc::new(store), ChangeNotifier::default());
        let tables = TableService::open(folder, &store, &notifier, opponents, time)?;
        let reached = Arc::clone(&tables.reached);
        let talk = Mutex::new(Talk::new(store.blocks()?));
        let (games, tournaments) =
            (opponents.games.clone(), Mutex::new(Tournaments::load(&store, &opponents.games)?));
        let (present, reporters) = (Mutex::default(), Mutex::default());
        let terminals = Terminals::default();
        let (attempts, dismissed) = (Mutex::default(), Mutex::default());
        let nodes = store.node().map(Nodes::new);
        let club = Arc::new(Club {
            store,
            notifier,
            lobby: SharedLobby::default(),
            tables,
            reached,
            terminals,
            present,
            attention: Attention::default(),
            talk,
            reporters,
            reported: Mutex::default(),
            attempts,
            dismissed,
            games,
            tournaments,
            tournament_limits: Mutex::default(),
            outbox_rules: Mutex::default(),
            member_limits: Mutex::default(),
            unused: Unused::default(),
            nodes,
        });
        club.spread_changes();
        club.tables.on_gone(Club::gone_hook(Arc::downgrade(&club)));
        club.tables.on_tick(Club::tick_hook(Arc::downgrade(&club)));
        let weak = || Arc::downgrade(&club);
        club.tables.on_end(&Club::rating_hook(weak()), Club::end_hook(weak()))?;
        Ok(club)
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody comes. They are here until the visit is dropped.
    pub fn enter(self: &Arc<Club>, member: Member) -> Visit {
        // If it cannot be read, times are shown in UTC.
        let zone = if let MemberId::Member(number) = member.id { self.store.zone_of(number).ok() } else { None };
        let number = {
            let mut present = self.present();
            present.zones.extend(zone.and_then(|name| Zone::parse(&name)).map(|zone| (member.id, zone)));
            present.count += 1;
            let number = present.count;
            present.visits.insert(number, member.clone());
            number
        };
        let keys = self.attention.came(number, member.id);
        self.tables.came(member.id);
        self.notifier.notify(Topic::Lobby);
        Visit::new(Arc::clone(self), member, (number, keys))
    }

    /// A member has another name.
    fn renamed(&self, member: &Member) {
        for own in self.present().visits.values_mut().filter(|own| own.id == member.id) {
            own.name.clone_from(&member.name);
        }
        let name = member.shown_name();
        self.tables.renamed(member.id, &name);
        self.rename_entrant(member.id, &name);
        self.tell_others(Change::Person(member.id.identity().name().to_owned()));
        self.notifier.notify_all();
    }

    /// Gives a member another name for the operator, or the one of a member without a name. Returns how others see it.
    pub fn impose_name(&self, id: MemberId, name: Option<&str>, now: SystemTime) -> Result<String, ClubError> {
        let MemberId::Member(number) = id else { return Err(ClubError::Guest) };
        let name = name.map(|name| Name::parse(name, &self.games)).transpose()?;
        self.store.impose_name(number, name.clone(), now)??;
        let member = Member { id, name: name.map(|name| name.shown().to_owned()) };
        self.renamed(&member);
        Ok(member.shown_name())
    }

    /// The member of a visit, as known now.
    fn member_here(&self, number: u64) -> Option<Member> {
        self.present().visits.get(&number).cloned()
    }

    /// The name that others see for this number; that of a member who is gone is `member::DELETED`.
    pub fn name_of(&self, id: MemberId) -> Result<String, ClubError> {
        let member = match id {
            MemberId::Member(number) => self.store.member(number)?,
            MemberId::Guest(connection) => Some(Member::guest(connection)),
        };
        Ok(member.map_or_else(|| member::DELETED.to_owned(), |member| member.shown_name()))
    }

    /// The person with this name: somebody who is here, or a member who is away. Capital letters count as small ones.
    pub fn find(&self, name: &str) -> Result<Option<Member>, ClubError> {
        let wanted = name.to_lowercase();
        let here = self.here().into_iter().find(|member| member.shown_name().to_lowercase() == wanted);
        here.map_or_else(|| Ok(self.store.member_named(name)?), |member| Ok(Some(member)))
    }

    /// A visit ends.
    fn leave(&self, number: u64) {
        self.attention.went(number);
        let gone = {
            let mut present = self.present();
            let gone = present.visits.remove(&number).map(|member| member.id);
            if let Some(gone) = gone {
                self.tables.went(gone);
            }
            let gone = gone.filter(|gone| !present.visits.values().any(|member| member.id == *gone));
            if let Some(gone) = gone {
                present.zones.remove(&gone);
            }
            if let Some(guest @ MemberId::Guest(_)) = gone {
                present.addresses.remove(&guest);
            }
            gone
        };
        if let Some(gone) = gone {
            self.talk().left(gone);
        }
        self.notifier.notify(Topic::Lobby);
    }

    /// The name of somebody who is here.
    pub fn name_here(&self, id: MemberId) -> Option<String> {
        self.present().visits.values().find(|member| member.id == id).map(Member::shown_name)
    }

    /// Who is here or at another server of the club, each once, by name.
    pub fn here(&self) -> Vec<Member> {
        let far = self.far_people().into_iter().map(|here| here.member);
        by_name(self.present().visits.values().cloned().chain(far).collect())
    }

    /// Who is at this server, each once, by name.
    fn here_now(&self) -> Vec<Member> {
        by_name(self.present().visits.values().cloned().collect())
    }

    /// Reads the name of a member again who is here: it may have been changed at another server.
    fn read_name(&self, id: MemberId) -> Result<(), ClubError> {
        let MemberId::Member(number) = id else { return Ok(()) };
        let Some(known) = self.present().visits.values().find(|member| member.id == id).cloned() else {
            return Ok(());
        };
        if let Some(member) = self.store.member(number)?.filter(|member| member.name != known.name) {
            for own in self.present().visits.values_mut().filter(|own| own.id == id) {
                own.name.clone_from(&member.name);
            }
            self.tables.renamed(id, &member.shown_name());
            self.notifier.notify_here(Topic::Lobby);
        }
        Ok(())
    }
}

/// Each once, by name.
fn by_name(mut here: Vec<Member>) -> Vec<Member> {
    here.sort_by(|one, other| one.shown_name().cmp(&other.shown_name()).then(one.id.cmp(&other.id)));
    here.dedup_by(|one, other| one.id == other.id);
    here
}

#[cfg(test)]
#[path = "../../../tests/support/folder.rs"]
mod folder;
