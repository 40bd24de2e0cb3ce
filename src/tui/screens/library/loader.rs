//! Scans the saved games in a background thread and reports games as they are found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::record::store::{GameEntry, Store};
use crate::session::archive::settle_all;
use crate::task;
use crate::tui::world::Waker;

/// A message from the scan.
#[derive(Debug)]
pub(super) enum News {
    /// The number of files scanned, the total, and the games found since the last message.
    Found(usize, usize, Vec<GameEntry>),
    /// The scan is complete; the problems of files that could not be read.
    Done(Vec<String>),
}

/// A scan of the saved games. Dropping it stops the scan.
#[derive(Debug)]
pub(super) struct Loader {
    news: Receiver<News>,
    stop: Arc<AtomicBool>,
}

impl Loader {
    /// Starts the scan. `fails` makes it panic, for tests.
    pub(super) fn start(store: Store, waker: Waker, fails: bool) -> Loader {
        let (sender, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let refused = sender.clone();
        let work = move || {
            let looked = task::contain(|| {
                assert!(!fails, "a fault was asked for");
                // Finished games that are still in journals are first written to files of their own.
                let mut problems = settle_all(store.folder(), store.games());
                problems.extend(store.scan(&mut |progress| {
                    let _ = sender.send(News::Found(progress.done, progress.of, progress.games));
                    waker();
                    !stopped.load(Ordering::Relaxed)
                }));
                problems
            });
            let problems = looked.unwrap_or_else(|why| vec![format!("The list of games could not be read: {why}")]);
            let _ = sender.send(News::Done(problems));
            waker();
        };
        if let Err(error) = task::spawn("loader", work) {
            let _ =
                refused.send(News::Done(vec![format!("The list of games could not be read: no thread: {error}")]));
        }
        Loader { news, stop }
    }

    /// The next message, if there is one.
    pub(super) fn poll(&self) -> Option<News> {
        match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(News::Done(Vec::new())),
        }
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
