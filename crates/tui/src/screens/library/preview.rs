//! The last positions of games, computed in a background thread on request and cached. Only the latest request
//! is processed; older ones are skipped.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::glyphs::beginning;
use crate::record::store::{GameEntry, Store};
use crate::record::times::times;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::task;
use crate::world::Waker;

/// The maximum number of characters kept of a comment.
const WORDS: usize = 2000;

/// The maximum number of cached previews.
const KEPT: usize = 64;

/// The preview of a game: its final position, a comment and the times of its moves.
pub(super) struct Glance {
    /// The last position that could be read.
    pub(super) position: Option<Box<dyn Position>>,
    /// The comment on the last move, or the problem with the game.
    pub(super) words: String,
    /// The time of each move, if the record keeps times.
    pub(super) times: Vec<(Side, Duration)>,
}

impl Glance {
    /// What is shown of a game that cannot be read.
    const fn failed(words: String) -> Glance {
        Glance { position: None, words, times: Vec::new() }
    }
}

/// The file, the number of the game in it, and the file's modification time.
type Key = (String, usize, u64);

fn key(entry: &GameEntry) -> Key {
    (entry.file.clone(), entry.number, entry.modified)
}

/// The previews, with a background thread and a cache.
pub(super) struct Preview {
    asked: Sender<GameEntry>,
    answers: Receiver<(Key, Glance)>,
    known: VecDeque<(Key, Glance)>,
    waiting: Option<Key>,
}

impl Preview {
    /// Starts the background thread.
    pub(super) fn new(store: Store, waker: Waker) -> Preview {
        let (asked, questions) = channel::<GameEntry>();
        let (sender, answers) = channel();
        let work = move || {
            while let Ok(first) = questions.recv() {
                // Only the latest request matters: while the user scrolls, older requests are skipped.
                let entry = questions.try_iter().last().unwrap_or(first);
                let failed = |why| Glance::failed(format!("The game could not be read: {why}"));
                let glance = task::contain(|| look(&store, &entry)).unwrap_or_else(failed);
                if sender.send((key(&entry), glance)).is_err() {
                    return;
                }
                waker();
            }
        };
        // If the thread could not start, requests are ignored and the list has no previews.
        let _ = task::spawn("preview", work);
        Preview { asked, answers, known: VecDeque::new(), waiting: None }
    }

    /// Requests the preview of a game unless it is cached.
    pub(super) fn ask(&mut self, entry: &GameEntry) {
        let key = key(entry);
        if self.waiting.as_ref() == Some(&key) || self.known.iter().any(|(known, _)| *known == key) {
            return;
        }
        self.waiting = self.asked.send(entry.clone()).is_ok().then_some(key);
    }

    /// Receives finished previews; true if there is a new one.
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

    /// The cached preview of a game.
    pub(super) fn of(&self, entry: &GameEntry) -> Option<&Glance> {
        let is = |known: &Key| known.0 == entry.file && known.1 == entry.number && known.2 == entry.modified;
        self.known.iter().find(|(known, _)| is(known)).map(|(_, glance)| glance)
    }
}

fn look(store: &Store, entry: &GameEntry) -> Glance {
    if entry.spec().is_none() {
        return Glance::failed(format!("{} is not one of the four games.", entry.title()));
    }
    match store.read(entry) {
        Ok((game, problem)) => {
            let said = &game.tree.node(game.tree.last()).notes.comments;
            // Many previews are cached, but only a few lines of each comment are shown, so comments are
            // shortened.
            let said = said.last().map(|said| beginning(said, WORDS).0.to_owned());
            let words = problem.or(said).unwrap_or_default();
            Glance { position: Some(game.end()), words, times: times(&game) }
        }
        Err(problem) => Glance::failed(problem.to_string()),
    }
}
