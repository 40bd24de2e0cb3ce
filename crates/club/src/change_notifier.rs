//! Wakes those who look at what has changed in the club, and nobody else. They read what is new themselves, so a slow reader
//! costs the others nothing.

mod crowd;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

use crowd::{Crowd, Wake};

use crate::member::MemberId;
use crate::session::driver::Notify;
use crate::store::TableKey;
use crate::task;

/// What a change is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// What all see in the lobby: who is here, tables, games, challenges to everybody.
    Lobby,
    /// What is said in the lobby.
    LobbyTalk,
    /// A table: its seats, its end, what is said there and who reviews its game.
    Table(TableKey),
    /// What one person sees only: challenges, results, the account, whom they hide.
    Member(MemberId),
    /// The tournaments.
    Tournaments,
}

impl Topic {
    /// Do all listen to it who are here?
    const fn is_of_all(self) -> bool {
        matches!(self, Topic::Lobby | Topic::LobbyTalk | Topic::Tournaments)
    }
}

/// One who listens.
#[derive(Clone)]
struct Listener {
    wake: Notify,
    /// One bit for each topic, in the order in which they were named: it has changed since the last look.
    changed: Arc<AtomicU8>,
}

impl Listener {
    fn tell(&self, bits: u8) {
        self.changed.fetch_or(bits, Ordering::SeqCst);
        (self.wake)();
    }
}

#[derive(Default)]
struct Listeners {
    count: u64,
    all: BTreeMap<u64, Listener>,
    /// Who listens to each topic, with the bit that the topic has there.
    topics: BTreeMap<Topic, BTreeMap<u64, u8>>,
    /// What is known of the topics to which all listen.
    crowds: BTreeMap<Topic, Crowd>,
}

impl Listeners {
    /// Notes a change, and says when to wake those who listen.
    fn change(&mut self, topic: Topic) -> Wake {
        if !topic.is_of_all() {
            return Wake::Now;
        }
        let listeners = self.topics.get(&topic).map_or(0, BTreeMap::len);
        self.crowds.entry(topic).or_default().change(listeners, Instant::now())
    }
}

/// Is told of each change that was made here, for the other servers of the club. `None` is one of everything.
pub(super) type Spread = Arc<dyn Fn(Option<Topic>) + Send + Sync>;

/// Wakes its listeners.
#[derive(Clone, Default)]
pub struct ChangeNotifier(Arc<Mutex<Listeners>>, Arc<OnceLock<Spread>>);

impl fmt::Debug for ChangeNotifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ChangeNotifier({} listeners)", self.listeners().all.len())
    }
}

impl ChangeNotifier {
    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the changes that are made here to the other servers too, from now on.
    pub(super) fn spread(&self, spread: Spread) {
        let _ = self.1.set(spread);
    }

    /// Wakes those who listen to this topic, at all servers of the club.
    pub fn notify(&self, topic: Topic) {
        self.notify_here(topic);
        if let Some(spread) = self.1.get() {
            spread(Some(topic));
        }
    }

    /// Wakes those at this server who listen to this topic: at once, or a little later if they are very many. Nothing is locked
    /// while they are woken.
    pub(super) fn notify_here(&self, topic: Topic) {
        let wake = self.listeners().change(topic);
        match wake {
            Wake::Now => self.wake(topic),
            Wake::Held => {}
            Wake::In(time) => {
                let notifier = self.clone();
                let later = task::spawn("notifier", move || {
                    thread::sleep(time);
                    notifier.release(topic);
                });
                if later.is_err() {
                    self.release(topic);
                }
            }
        }
    }

    /// Wakes those who were not woken at once.
    fn release(&self, topic: Topic) {
        self.listeners().crowds.entry(topic).or_default().release(Instant::now());
        self.wake(topic);
    }

    /// How often a topic of all has changed.
    pub(super) fn changes(&self, topic: Topic) -> u64 {
        self.listeners().crowds.get(&topic).map_or(0, |crowd| crowd.changes)
    }

    fn wake(&self, topic: Topic) {
        let woken: Vec<(Listener, u8)> = {
            let listeners = self.listeners();
            let found = listeners.topics.get(&topic).into_iter().flatten();
            found.filter_map(|(number, bit)| Some((listeners.all.get(number)?.clone(), *bit))).collect()
        };
        for (listener, bit) in woken {
            listener.tell(bit);
        }
    }

    /// Wakes all listeners, whatever they listen to: for what happens rarely and is seen everywhere.
    pub fn notify_all(&self) {
        self.notify_all_here();
        if let Some(spread) = self.1.get() {
            spread(None);
        }
    }

    /// The same for those at this server.
    pub(super) fn notify_all_here(&self) {
        let all: Vec<Listener> = {
            let mut listeners = self.listeners();
            for topic in [Topic::Lobby, Topic::LobbyTalk, Topic::Tournaments] {
                listeners.crowds.entry(topic).or_default().changes += 1;
            }
            listeners.all.values().cloned().collect()
        };
        for listener in all {
            listener.tell(u8::MAX);
        }
    }

    /// Calls the waker at each change of these topics from now on, from any thread, until the result is dropped. It must not
    /// block.
    pub fn listen(&self, topics: &[Topic], waker: Notify) -> Listening {
        assert!(topics.len() <= u8::BITS as usize, "one bit for each topic");
        let (changed, topics) = (Arc::new(AtomicU8::new(0)), topics.to_vec());
        let mut listeners = self.listeners();
        listeners.count += 1;
        let number = listeners.count;
        for (at, topic) in topics.iter().enumerate() {
            listeners.topics.entry(*topic).or_default().insert(number, 1 << at);
        }
        listeners.all.insert(number, Listener { wake: waker, changed: Arc::clone(&changed) });
        Listening { notifier: self.clone(), number, topics, changed }
    }
}

/// A listener of a notifier, until this is dropped.
#[derive(Debug)]
pub struct Listening {
    notifier: ChangeNotifier,
    number: u64,
    topics: Vec<Topic>,
    changed: Arc<AtomicU8>,
}

impl Listening {
    /// The topics that have changed since the last call.
    pub fn heard(&self) -> Heard {
        let bits = self.changed.swap(0, Ordering::SeqCst);
        let has = |at: usize| bits & 1 << at != 0;
        Heard(self.topics.iter().enumerate().filter(|(at, _)| has(*at)).map(|(_, topic)| *topic).collect())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut listeners = self.notifier.listeners();
        listeners.all.remove(&self.number);
        for topic in &self.topics {
            if let Some(found) = listeners.topics.get_mut(topic) {
                found.remove(&self.number);
                if found.is_empty() {
                    listeners.topics.remove(topic);
                }
            }
        }
    }
}

/// What has changed of what somebody listens to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heard(Vec<Topic>);

impl Heard {
    /// Has this topic changed?
    pub fn has(&self, topic: Topic) -> bool {
        self.0.contains(&topic)
    }

    /// Has any of the topics changed?
    pub const fn any(&self) -> bool {
        !self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    const ANN: Topic = Topic::Member(MemberId::Member(1));
    const BEN: Topic = Topic::Member(MemberId::Member(2));

    fn counted(count: &Arc<AtomicUsize>) -> Notify {
        let count = Arc::clone(count);
        Arc::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
        })
    }

    #[test]
    fn those_who_listen_to_a_topic_are_woken_until_they_stop() {
        let (notifier, [ann, ben]) = (ChangeNotifier::default(), [(); 2].map(|()| Arc::default()));
        let one = notifier.listen(&[Topic::Lobby, ANN], counted(&ann));
        let other = notifier.listen(&[Topic::Lobby, BEN], counted(&ben));
        let woken = || [&ann, &ben].map(|count| count.swap(0, Ordering::SeqCst));
        notifier.notify(Topic::Lobby);
        assert_eq!(woken(), [1, 1]);
        notifier.notify(ANN);
        assert_eq!(woken(), [1, 0]);
        notifier.notify(Topic::Tournaments);
        assert_eq!(woken(), [0, 0]);
        notifier.notify_all();
        assert_eq!(woken(), [1, 1]);
        drop(one);
        notifier.notify(Topic::Lobby);
        notifier.notify(ANN);
        assert_eq!(woken(), [0, 1]);
        drop(other);
        notifier.notify(Topic::Lobby);
        assert_eq!(woken(), [0, 0]);
        assert!(notifier.listeners().topics.is_empty(), "nothing is kept of those who are gone");
    }

    #[test]
    fn a_listener_knows_what_has_changed_since_the_last_look() {
        let notifier = ChangeNotifier::default();
        let listening = notifier.listen(&[Topic::Lobby, ANN, Topic::Tournaments], Arc::new(|| {}));
        assert!(!listening.heard().any());
        notifier.notify(ANN);
        notifier.notify(ANN);
        notifier.notify(BEN);
        let heard = listening.heard();
        assert!(heard.any() && heard.has(ANN) && !heard.has(Topic::Lobby) && !heard.has(BEN));
        assert!(!listening.heard().any());
        notifier.notify_all();
        assert_eq!(listening.heard(), Heard(vec![Topic::Lobby, ANN, Topic::Tournaments]));
    }
}
