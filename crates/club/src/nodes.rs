//! The servers that share a club: each gives a sign, tells the others what has changed, and takes the tables of those that
//! are gone. Safety does not depend on it: who owns a table is decided by its epoch.

mod change;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use serde::{Deserialize, Serialize};

use super::change_notifier::Topic;
use super::lobby::Here;
use super::member::{Member, MemberId};
use super::store::{NodeId, NodeRow, StoreError};
use super::table_service::{Brief, TableServiceError};
use super::{Club, ClubError};
use crate::task;
pub(super) use change::Change;

/// How often a server gives a sign.
const SIGN: Duration = Duration::from_secs(2);

/// How often it looks for what others tell.
const LOOK: Duration = Duration::from_millis(250);

/// How many numbers for guests are taken at once.
const GUESTS: i64 = 10_000;

/// What a server tells of itself with its sign.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct State {
    /// Who is there: identity, chosen name, whether they sit at the board of a game in progress, and whether they are idle.
    people: Vec<(String, Option<String>, bool, bool)>,
    /// How far its games are.
    games: BTreeMap<i64, Brief>,
}

/// What is known of another server.
#[derive(Clone, Debug)]
struct Peer {
    row: NodeRow,
    people: Arc<[Here]>,
}

/// What this server knows of the others.
#[derive(Debug, Default)]
struct Known {
    peers: BTreeMap<NodeId, Peer>,
    /// The last change that was read; none before the first look.
    read: Option<i64>,
    signed: Option<Instant>,
    /// No other server can be there, so nobody has to be told anything.
    is_alone: bool,
    /// What was told of this server last.
    told: String,
    /// It has left, or another one has taken its address.
    left: bool,
}

/// The servers of the club, as this one knows them.
#[derive(Debug)]
pub(super) struct Nodes {
    own: NodeId,
    known: Mutex<Known>,
    /// What is to be told to the others.
    untold: Arc<Mutex<Vec<Change>>>,
    /// The next numbers for guests, and the end of those that this server has.
    guests: Mutex<(i64, i64)>,
    /// What operators of other servers have asked.
    orders: Mutex<Vec<String>>,
    /// How many tables were taken from servers that are gone.
    taken: AtomicI64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Nodes {
    pub(super) fn new(own: NodeId) -> Nodes {
        let (known, untold, guests) = (Mutex::default(), Arc::default(), Mutex::new((1, 0)));
        Nodes { own, known, untold, guests, orders: Mutex::default(), taken: AtomicI64::new(0) }
    }
}

impl Club {
    /// The other servers of the club that are there now.
    pub fn peers(&self) -> Vec<NodeRow> {
        let Some(nodes) = &self.nodes else { return Vec::new() };
        lock(&nodes.known).peers.values().map(|peer| peer.row.clone()).collect()
    }

    /// Where another server is reached that is there.
    pub fn address_of(&self, node: NodeId) -> Option<String> {
        let nodes = self.nodes.as_ref()?;
        Some(lock(&nodes.known).peers.get(&node)?.row.address.clone())
    }

    /// How many tables this server has taken from others that were gone.
    pub fn taken_tables(&self) -> i64 {
        self.nodes.as_ref().map_or(0, |nodes| nodes.taken.load(Ordering::Relaxed))
    }

    /// Who is at other servers, with whether they play.
    pub(super) fn far_people(&self) -> Vec<Here> {
        let Some(nodes) = &self.nodes else { return Vec::new() };
        lock(&nodes.known).peers.values().flat_map(|peer| peer.people.iter().cloned()).collect()
    }

    /// Does this server lead the tournaments? Of several the oldest one does, so that they do not disturb each other.
    pub(super) fn is_director(&self) -> bool {
        let Some(nodes) = &self.nodes else { return true };
        lock(&nodes.known).peers.keys().all(|peer| *peer > nodes.own)
    }

    /// A number for the next guest, which no other guest has at any server; `None` if this server is the only one.
    pub fn guest_number(&self) -> Result<Option<u64>, ClubError> {
        let Some(nodes) = &self.nodes else { return Ok(None) };
        let mut guests = lock(&nodes.guests);
        if guests.0 > guests.1 {
            let first = self.store.guest_numbers(GUESTS)?;
            *guests = (first, first + GUESTS - 1);
        }
        guests.0 += 1;
        Ok(Some(guests.0 as u64 - 1))
    }

    /// Tells the other servers something.
    pub(super) fn tell_others(&self, change: Change) {
        if let Some(nodes) = &self.nodes {
            lock(&nodes.untold).push(change);
        }
    }

    /// From now on changes that are made here are told to the others.
    pub(super) fn spread_changes(&self) {
        let Some(nodes) = &self.nodes else { return };
        let untold = Arc::clone(&nodes.untold);
        self.notifier.spread(Arc::new(move |topic| {
            let Some(change) = Change::of(topic) else { return };
            let mut untold = lock(&untold);
            if !untold.contains(&change) {
                untold.push(change);
            }
        }));
    }

    /// Gives signs and looks for what others tell, on a thread of its own, until the club is gone. An error is told, once
    /// for each time that it comes; `ended` is called when another server has taken the address of this one.
    pub fn keep_nodes(
        self: &Arc<Club>,
        tell: impl Fn(&ClubError) + Send + 'static,
        ended: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        if self.nodes.is_none() {
            return Ok(());
        }
        let club = Arc::downgrade(self);
        task::spawn("nodes", move || {
            let mut was = String::new();
            while let Some(club) = club.upgrade() {
                // A panic costs one look, and not the place among the servers. It is in the log already.
                match task::contain(|| club.look_at_nodes()) {
                    Ok(Ok(true)) => was.clear(),
                    Ok(Ok(false)) => return ended(),
                    Ok(Err(error)) => {
                        let words = error.to_string();
                        if words != was {
                            tell(&error);
                        }
                        was = words;
                    }
                    Err(_) => {}
                }
                drop(club);
                thread::sleep(LOOK);
            }
        })?;
        Ok(())
    }

    /// One look at the other servers. False if this one has left, or another one has taken its address.
    pub fn look_at_nodes(&self) -> Result<bool, ClubError> {
        let Some(nodes) = &self.nodes else { return Ok(true) };
        if lock(&nodes.known).left {
            return Ok(false);
        }
        let is_due = lock(&nodes.known).signed.is_none_or(|signed| signed.elapsed() >= SIGN);
        if is_due && !self.give_sign(nodes)? {
            lock(&nodes.known).left = true;
            return Ok(false);
        }
        self.tell_untold(nodes)?;
        self.read_told(nodes)?;
        Ok(true)
    }

    fn give_sign(&self, nodes: &Nodes) -> Result<bool, ClubError> {
        let now = (self.store.time())();
        let state = self.state();
        let text = serde_json::to_string(&state).unwrap_or_default();
        let is_new = lock(&nodes.known).told != text;
        if !self.store.sign(nodes.own, is_new.then(|| text.clone()), now)? {
            return Ok(false);
        }
        {
            let mut known = lock(&nodes.known);
            (known.signed, known.told) = (Some(Instant::now()), text);
        }
        self.store.read_kept_out()?;
        self.look_at_peers(nodes)?;
        self.take_free(nodes)?;
        Ok(true)
    }

    /// Who is here, and how far the games are.
    fn state(&self) -> State {
        let (at_boards, idle) = (self.tables.at_boards(), self.attention.idle());
        let people = self.here_now().into_iter().map(|member| {
            let (plays, is_idle) = (at_boards.contains(&member.id), idle.contains(&member.id));
            (member.id.identity().name().to_owned(), member.name, plays, is_idle)
        });
        State { people: people.collect(), games: self.tables.briefs() }
    }

    /// Reads which servers are there, and who is at those where that has changed.
    fn look_at_peers(&self, nodes: &Nodes) -> Result<(), ClubError> {
        let now = (self.store.time())();
        let (own, rows): (Vec<NodeRow>, Vec<NodeRow>) =
            self.store.nodes(now)?.into_iter().partition(|row| row.id == nodes.own);
        let old = lock(&nodes.known).peers.clone();
        let (mut peers, mut changed) = (BTreeMap::new(), false);
        for row in rows {
            let known = old.get(&row.id).filter(|known| known.row.version == row.version);
            let people = if let Some(known) = known {
                Arc::clone(&known.people)
            } else {
                changed = true;
                self.read_people(row.id)?
            };
            peers.insert(row.id, Peer { row, people });
        }
        let others = peers.keys().ne(old.keys());
        let people = (changed || others).then(|| -> BTreeSet<MemberId> {
            peers.values().flat_map(|peer| peer.people.iter()).map(|here| here.member.id).collect()
        });
        {
            let mut known = lock(&nodes.known);
            known.is_alone = own.first().is_some_and(|own| own.address.is_empty());
            known.peers = peers;
        }
        let Some(people) = people else { return Ok(()) };
        self.tables.set_elsewhere(people);
        if others {
            self.tables.read_far()?;
        }
        self.notifier.notify_here(Topic::Lobby);
        Ok(())
    }

    fn read_people(&self, node: NodeId) -> Result<Arc<[Here]>, StoreError> {
        let text = self.store.people_at(node)?.unwrap_or_default();
        // A server of another version may tell it in another way.
        let state: State = serde_json::from_str(&text).unwrap_or_default();
        self.tables.note_briefs(state.games);
        let here = |(id, name, plays, idle): (String, Option<String>, bool, bool)| {
            let id = MemberId::of(&crate::session::table::Identity::new(&id))?;
            Some(Here { member: Member { id, name }, plays, idle })
        };
        Ok(state.people.into_iter().filter_map(here).collect())
    }

    /// Takes the tables of servers that are gone.
    fn take_free(&self, nodes: &Nodes) -> Result<(), TableServiceError> {
        let taken = self.tables.take_free()?;
        nodes.taken.fetch_add(taken as i64, Ordering::Relaxed);
        Ok(())
    }

    fn tell_untold(&self, nodes: &Nodes) -> Result<(), ClubError> {
        let untold = std::mem::take(&mut *lock(&nodes.untold));
        // One that is silent now may wake up.
        if untold.is_empty() || lock(&nodes.known).is_alone {
            return Ok(());
        }
        let told = serde_json::to_string(&untold).unwrap_or_default();
        let done = self.store.tell_nodes(nodes.own, told, (self.store.time())());
        if done.is_err() {
            lock(&nodes.untold).splice(0..0, untold);
        }
        Ok(done?)
    }

    fn read_told(&self, nodes: &Nodes) -> Result<(), ClubError> {
        let read = lock(&nodes.known).read;
        let (is_first, after) = (read.is_none(), read.unwrap_or_default());
        let told = self.store.told_after(after)?;
        let last = told.last().map_or(after, |row| row.id);
        let others = told.iter().filter(|row| row.node != nodes.own);
        let mut changes: Vec<Change> = Vec::new();
        // A server of another version may tell what this one does not know.
        let all = others.filter_map(|row| serde_json::from_str::<Vec<Change>>(&row.what).ok());
        for change in all.flatten() {
            // What was told before this server came is in the store, but for the talk.
            if (!is_first || change.is_kept()) && !changes.contains(&change) {
                changes.push(change);
            }
        }
        lock(&nodes.known).read = Some(last);
        self.hear_of_others(nodes, changes)
    }

    /// This server leaves: the others take its tables at once.
    pub fn leave_nodes(&self) -> Result<(), ClubError> {
        let Some(nodes) = &self.nodes else { return Ok(()) };
        lock(&nodes.known).left = true;
        self.store.leave_node(nodes.own, (self.store.time())())?;
        let told = serde_json::to_string(&[Change::Left]).unwrap_or_default();
        Ok(self.store.tell_nodes(nodes.own, told, (self.store.time())())?)
    }

    /// Asks all other servers what the operator of this one asks. Returns how many there are.
    pub fn order_others(&self, line: &str) -> usize {
        let count = self.peers().len();
        if count > 0 {
            self.tell_others(Change::Order(line.to_owned()));
        }
        count
    }

    /// Takes what the operators of other servers have asked.
    pub fn take_orders(&self) -> Vec<String> {
        self.nodes.as_ref().map_or_else(Vec::new, |nodes| std::mem::take(&mut *lock(&nodes.orders)))
    }
}
