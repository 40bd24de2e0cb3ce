//! The last positions of games, worked out in a thread of its own when somebody looks at them, and
//! kept for a while. Only what was asked for last is worked on.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::record::store::{GameEntry, Store};
use crate::rules::position::Position;
use crate::task;
use crate::tui::widgets::text::beginning;
use crate::tui::world::Waker;

/// So many letters of what is said of a game are kept.
const WORDS: usize = 2000;

/// So many are kept.
const KEPT: usize = 64;

/// A game at its end.
pub(super) struct Glance {
    /// The position, as far as the game could be read.
    pub(super) position: Option<Box<dyn Position>>,
    /// What is said of its last move, or what is wrong with the game.
    pub(super) words: String,
}

/// The file, the number in it, and when it was changed.
type Key = (String, usize, u64);

fn key(entry: &GameEntry) -> Key {
    (entry.file.clone(), entry.number, entry.modified)
}

/// The last positions of games.
pub(super) struct Preview {
    asked: Sender<GameEntry>,
    answers: Receiver<(Key, Glance)>,
    known: VecDeque<(Key, Glance)>,
    waiting: Option<Key>,
}

impl Preview {
    /// Ready to be asked.
    pub(super) fn new(store: Store, waker: Waker) -> Preview {
        let (asked, questions) = channel::<GameEntry>();
        let (sender, answers) = channel();
        let work = move || {
            while let Ok(first) = questions.recv() {
                // Whoever goes down a list does not wait for what is left behind.
                let entry = questions.try_iter().last().unwrap_or(first);
                let failed = |why| Glance { position: None, words: format!("The game could not be read: {why}") };
                let glance = task::contain(|| look(&store, &entry)).unwrap_or_else(failed);
                if sender.send((key(&entry), glance)).is_err() {
                    return;
                }
                waker();
            }
        };
        // Without a thread nobody takes the questions, and the list has no pictures beside it.
        let _ = task::spawn("preview", work);
        Preview { asked, answers, known: VecDeque::new(), waiting: None }
    }

    /// Asks for a game, unless it is known.
    pub(super) fn ask(&mut self, entry: &GameEntry) {
        let key = key(entry);
        if self.waiting.as_ref() == Some(&key) || self.known.iter().any(|(known, _)| *known == key) {
            return;
        }
        self.waiting = self.asked.send(entry.clone()).is_ok().then_some(key);
    }

    /// Takes what was answered; true if there is something new.
    pub(super) fn poll(&mut self) -> bool {
        let before = self.waiting.clone();
        let mut changed = false;
        while let Ok((key, glance)) = self.answers.try_recv() {
            changed |= before.as_ref() == Some(&key);
            if self.waiting.as_ref() == Some(&key) {
                self.waiting = None;
            }
            self.known.push_front((key, glance));
            self.known.truncate(KEPT);
        }
        changed
    }

    /// A game at its end, if it has been worked out.
    pub(super) fn of(&self, entry: &GameEntry) -> Option<&Glance> {
        let is = |known: &Key| known.0 == entry.file && known.1 == entry.number && known.2 == entry.modified;
        self.known.iter().find(|(known, _)| is(known)).map(|(_, glance)| glance)
    }
}

fn look(store: &Store, entry: &GameEntry) -> Glance {
    if entry.spec().is_none() {
        return Glance { position: None, words: format!("{} is not one of the four games.", entry.title()) };
    }
    match store.read(entry) {
        Ok((game, problem)) => {
            let said = &game.tree.node(game.tree.last()).notes.comments;
            // Many games are kept here, and no more than a few lines of what is said of each are seen.
            let said = said.last().map(|said| beginning(said, WORDS).0.to_owned());
            let words = problem.or(said).unwrap_or_default();
            Glance { position: Some(game.end()), words }
        }
        Err(problem) => Glance { position: None, words: problem },
    }
}
