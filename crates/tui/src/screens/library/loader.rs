//! Scans the saved games in a background thread and reports games as they are found.

use crate::fault::FailPoint;
use crate::record::store::{GameEntry, Store};
use crate::session::archive::settle_all;
use crate::task::{Reporter, Task};
use crate::world::Waker;

/// A message from the scan.
#[derive(Debug)]
pub(super) enum News {
    /// The number of files scanned, the total, and the games found since the last message.
    Found(usize, usize, Vec<GameEntry>),
    /// The scan is complete; the problems of files that could not be read.
    Done(Vec<String>),
}

/// A scan of the saved games. Dropping it stops the scan.
pub(super) type Loader = Task<News>;

/// Starts the scan.
pub(super) fn start(store: Store, waker: Waker, fault: FailPoint) -> Loader {
    let work = move |reporter: &Reporter<News>| {
        fault.reach();
        // Finished games that are still in journals are first written to files of their own.
        let mut problems = settle_all(store.folder(), store.games());
        problems.extend(
            store.scan(&mut |progress| reporter.tell(News::Found(progress.done, progress.of, progress.games))),
        );
        News::Done(problems)
    };
    let failed = |why| News::Done(vec![format!("The list of games could not be read: {why}")]);
    Task::start("loader", waker, work, failed)
}
