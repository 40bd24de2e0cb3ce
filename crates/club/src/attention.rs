//! Who looks at the screen: somebody is idle who has not pressed a key at any terminal for some minutes. A key sets one
//! flag, and the tick of the table service looks at all flags, so a key costs the same however many are here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::Club;
use super::change_notifier::Topic;
use super::member::MemberId;

/// Who has pressed no key for so long is idle.
pub const IDLE: Duration = Duration::from_secs(5 * 60);

/// Notes that a key was pressed at one terminal.
#[derive(Clone, Default, Debug)]
pub struct KeyPresses(Arc<AtomicBool>);

impl KeyPresses {
    /// A key was pressed.
    pub fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was one pressed since the last time?
    fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// A terminal, and when its keys were pressed last, as far as a tick has seen it.
#[derive(Debug)]
struct Terminal {
    who: MemberId,
    keys: KeyPresses,
    last: Option<SystemTime>,
}

impl Terminal {
    /// Is somebody there at this moment?
    fn is_awake(&mut self, now: SystemTime) -> bool {
        if self.keys.take() {
            self.last = Some(now);
        }
        // A clock that was set back makes nobody idle.
        let last = *self.last.get_or_insert(now);
        now.duration_since(last).map_or(true, |time| time < IDLE)
    }
}

/// The terminals by the numbers of their visits, and who is idle.
#[derive(Default, Debug)]
struct Looked {
    terminals: BTreeMap<u64, Terminal>,
    idle: BTreeSet<MemberId>,
}

/// Who looks at the screen.
#[derive(Default, Debug)]
pub(super) struct Attention(Mutex<Looked>);

impl Attention {
    fn looked(&self) -> MutexGuard<'_, Looked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has come, and is not idle.
    pub(super) fn came(&self, number: u64, who: MemberId) -> KeyPresses {
        let (mut looked, keys) = (self.looked(), KeyPresses::default());
        looked.idle.remove(&who);
        looked.terminals.insert(number, Terminal { who, keys: keys.clone(), last: None });
        keys
    }

    /// A visit is over.
    pub(super) fn went(&self, number: u64) {
        self.looked().terminals.remove(&number);
    }

    /// Who is idle.
    pub(super) fn idle(&self) -> BTreeSet<MemberId> {
        self.looked().idle.clone()
    }

    /// Looks at all terminals. True if others are idle than before.
    fn look(&self, now: SystemTime) -> bool {
        let mut looked = self.looked();
        let (mut awake, mut idle) = (BTreeSet::new(), BTreeSet::new());
        for terminal in looked.terminals.values_mut() {
            let set = if terminal.is_awake(now) { &mut awake } else { &mut idle };
            set.insert(terminal.who);
        }
        let idle: BTreeSet<MemberId> = idle.difference(&awake).copied().collect();
        let changed = looked.idle != idle;
        looked.idle = idle;
        changed
    }
}

impl Club {
    /// Marks who is idle now, and tells those who look at the lobby if others are than before.
    pub(super) fn note_idle(&self, now: SystemTime) {
        if self.attention.look(now) {
            self.notifier.notify(Topic::Lobby);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn who_presses_no_key_at_any_terminal_is_idle() {
        let (attention, ann, start) = (Attention::default(), MemberId::Member(1), SystemTime::UNIX_EPOCH + IDLE);
        let (first, second) = (attention.came(1, ann), attention.came(2, ann));
        let after = |minutes: u32| start + minutes * MINUTE;
        assert!(!attention.look(start) && !attention.look(after(4)));
        second.note();
        assert!(!attention.look(after(4)) && !attention.look(after(8)), "one terminal is enough");
        assert!(attention.look(after(9)) && attention.idle().contains(&ann));
        assert!(!attention.look(after(10)), "it is told once");
        first.note();
        assert!(attention.look(after(10)) && attention.idle().is_empty());
        // The other terminal alone is as it was.
        attention.went(1);
        assert!(attention.look(after(10)) && attention.idle().contains(&ann));
        // A new terminal shows that somebody is there, also before it is looked at.
        attention.came(3, ann);
        assert!(attention.idle().is_empty());
        attention.went(2);
        attention.went(3);
        assert!(!attention.look(after(20)));
    }

    #[test]
    fn a_clock_that_is_set_back_makes_nobody_idle() {
        let (attention, ann, start) = (Attention::default(), MemberId::Guest(1), SystemTime::UNIX_EPOCH + 9 * IDLE);
        let _keys = attention.came(1, ann);
        assert!(!attention.look(start) && !attention.look(start - 2 * IDLE));
    }
}
