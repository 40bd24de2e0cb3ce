//! The computer's evaluation of a game for those who watch: one analysis for each table, which all of them share. It runs
//! while somebody wants to see it, if the players allow it or the game is over.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, Weak};

use super::{TableService, TableServiceError, lock};
use crate::change_notifier::{ChangeNotifier, Listening};
use crate::member::Member;
use crate::players::assistant::{Asked, Assistant};
use crate::players::{Reply, Resources, Thought};
use crate::rules::side::Side;
use crate::session::driver::Notify;
use crate::session::table::Table;
use crate::store::TableKey;

/// A position: the number of acts before it, and its hash.
type Spot = (usize, u64);

/// What the computer thinks of a position.
#[derive(Default)]
struct Found {
    of: Option<Spot>,
    thought: Option<(Side, Thought)>,
}

/// The analysis of one table.
pub(super) struct Analysis {
    table: Arc<Table>,
    assistant: Assistant,
    resources: Resources,
    /// The search that runs, with its position.
    asked: Mutex<Option<(Spot, Asked)>>,
    found: Mutex<Found>,
    notifier: ChangeNotifier,
}

/// The analyses of the tables, while somebody looks at them.
pub(super) type Evaluations = BTreeMap<TableKey, Weak<Analysis>>;

impl Analysis {
    /// Keeps what the computer has found, if the position is still wanted.
    fn take(&self, of: Spot, turn: Side, reply: Reply) {
        let Reply::Thought(thought) = reply else { return };
        {
            let mut found = lock(&self.found);
            if found.of != Some(of) {
                return;
            }
            found.thought = Some((turn, thought));
        }
        self.notifier.notify_all();
    }
}

/// The evaluation for one of those who watch, until this is dropped.
pub struct Evaluation(Arc<Analysis>);

impl fmt::Debug for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Evaluation({:?})", self.0.table.id())
    }
}

impl Evaluation {
    /// Calls the waker when the computer has found something, from any thread, until the result is dropped. It must not
    /// block.
    pub fn listen(&self, waker: Notify) -> Listening {
        self.0.notifier.listen(&[], waker)
    }

    /// What the computer thinks of the position of now, for the seat to move. The analysis follows the game: a new
    /// position is looked at from the first call after the move.
    pub fn see(&self) -> Option<(Side, Thought)> {
        let analysis = &self.0;
        let view = analysis.table.newest();
        let position = view.position.as_ref();
        let allowed = view.status.evaluation && position.outcome().is_none();
        let of = allowed.then(|| (position.acts().len(), position.hash()));
        let mut asked = lock(&analysis.asked);
        if asked.as_ref().map(|(of, _)| *of) != of {
            *lock(&analysis.found) = Found { of, thought: None };
            let before = asked.take();
            *asked = of.map(|of| {
                let (weak, turn) = (Arc::downgrade(analysis), position.turn());
                let tell = move |reply| {
                    if let Some(analysis) = Weak::upgrade(&weak) {
                        analysis.take(of, turn, reply);
                    }
                };
                (of, analysis.assistant.analyse(position.fork(), 1, analysis.resources, tell))
            });
            drop(before);
        }
        drop(asked);
        lock(&analysis.found).thought.clone()
    }
}

impl TableService {
    /// The computer's evaluation of a game for somebody who watches it. Those who play see it after the game only.
    pub fn evaluate(
        &self,
        who: &Member,
        key: TableKey,
        code: Option<&str>,
    ) -> Result<Evaluation, TableServiceError> {
        let entry = self.entry_or_over(key)?;
        entry.admit(who.id, code)?;
        let plays = entry.seat_of(who.id).is_some();
        let table = entry.table.ok_or(TableServiceError::NoTable)?;
        let status = &table.newest().status;
        if plays && status.ending.is_none() {
            return Err(TableServiceError::Plays);
        }
        if !status.evaluation {
            return Err(TableServiceError::NoEvaluation);
        }
        // A thinking slot has a lock of its own, so it is asked for before the state is locked.
        let pool = self.opponents.pool.of(who.id.identity().name());
        let evaluations = &mut self.state().evaluations;
        evaluations.retain(|_, analysis| analysis.strong_count() > 0);
        if let Some(analysis) = evaluations.get(&key).and_then(Weak::upgrade) {
            return Ok(Evaluation(analysis));
        }
        let analysis = Arc::new(Analysis {
            table,
            assistant: Assistant::sharing(self.opponents.games.clone(), pool),
            resources: self.opponents.resources,
            asked: Mutex::default(),
            found: Mutex::default(),
            notifier: ChangeNotifier::default(),
        });
        evaluations.insert(key, Arc::downgrade(&analysis));
        Ok(Evaluation(analysis))
    }
}
