//! Background jobs that would block a key press: import, export, delete and restore. Each runs in its own
//! thread.

use std::fs;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::export::format::Format;
use crate::export::write_file;
use crate::files;
use crate::glyphs::Glyphs;
use crate::message::Message;
use crate::paths::files::Files;
use crate::paths::quota::Quota;
use crate::pieces::piece_style::PieceStyle;
use crate::record::form::Form;
use crate::record::store::{GameEntry, Imported, Store, StoreError, Trashed, Twins};
use crate::task::{Reporter, Task};
use crate::theme::Theme;
use crate::world::Waker;

/// What is said where there is no room for more.
const NO_ROOM: &str = "there is no room for more files: delete some under Account, Your files";

/// The minimum time between two progress reports.
const BEAT: Duration = Duration::from_millis(100);

/// A message from a background job.
#[derive(Debug)]
pub(super) enum Report {
    /// The number of games done so far.
    Count(usize),
    /// The job is finished, with a message; true if the list of games may have changed.
    Done(Message, bool),
    /// The result of importing a file.
    Imported(String, Imported),
    /// The files that were deleted, and the problems with the others.
    PutAway(Vec<Trashed>, Vec<String>),
    /// The job panicked or could not start, and why.
    Failed(String),
}

/// A background job. Dropping it requests the thread to stop.
pub(super) struct Job {
    /// The name of the job: `importing`.
    pub(super) words: &'static str,
    /// The number of games done.
    pub(super) count: usize,
    task: Task<Report>,
}

impl Job {
    fn start(
        words: &'static str,
        waker: Waker,
        work: impl FnOnce(&mut dyn FnMut(usize) -> bool) -> Report + Send + 'static,
    ) -> Job {
        let work = move |reporter: &Reporter<Report>| {
            let mut reported = Instant::now();
            work(&mut |count| {
                if reported.elapsed() < BEAT {
                    return reporter.goes_on();
                }
                reported = Instant::now();
                reporter.tell(Report::Count(count))
            })
        };
        Job { words, count: 0, task: Task::start("job", waker, work, Report::Failed) }
    }

    /// Imports the games of a file, as far as there is room.
    pub(super) fn import(store: Store, path: PathBuf, room: Quota, waker: Waker) -> Job {
        Job::start("importing", waker, move |tell| {
            let name = path.display().to_string();
            // A game takes about as much in its own file as in this one.
            if fs::metadata(&path).is_ok_and(|data| data.len() > room.bytes) {
                return Report::Done(Message::warning(NO_ROOM), false);
            }
            let mut tell = |count| tell(count) && count < room.files;
            let input = files::open_games(&path).map_err(|error| StoreError::Io { path: name.clone(), error });
            let done = input.and_then(|file| {
                let _turn = store.turn(&mut || tell(0))?;
                let mut twins = Twins::of(store.list().games);
                store.import(BufReader::with_capacity(1 << 16, file), &name, &mut twins, &mut tell)
            });
            match done {
                Ok(mut done) => {
                    if done.files.len() >= room.files {
                        done.problems.insert(0, NO_ROOM.to_owned());
                    }
                    Report::Imported(name, done)
                }
                Err(problem) => Report::Done(Message::warning(problem), true),
            }
        })
    }

    /// Deletes files. It ignores the stop request, so the deletion is completed even if the screen is closed.
    pub(super) fn put_away(store: Store, files: Vec<String>, waker: Waker) -> Job {
        Job::start("deleting", waker, move |tell| {
            let (mut gone, mut problems) = (Vec::new(), Vec::new());
            for (at, file) in files.iter().enumerate() {
                match store.trash(file) {
                    Ok(trashed) => gone.push(trashed),
                    Err(problem) => problems.push(problem.to_string()),
                }
                tell(at + 1);
            }
            Report::PutAway(gone, problems)
        })
    }

    /// Restores files. It ignores the stop request, too.
    pub(super) fn restore(store: Store, gone: Vec<Trashed>, waker: Waker) -> Job {
        Job::start("restoring", waker, move |tell| {
            let (mut names, mut problems) = (Vec::new(), Vec::new());
            for trashed in &gone {
                match store.restore(trashed) {
                    Ok(name) => names.push(name),
                    Err(problem) => problems.push(problem.to_string()),
                }
                tell(names.len());
            }
            Report::Done(counted(&names, "back", &problems), true)
        })
    }

    /// Exports games to a file.
    pub(super) fn export(
        store: Store,
        entries: Vec<GameEntry>,
        (form, glyphs, theme, pieces): (Form, Glyphs, Theme, PieceStyle),
        (path, room, own): (PathBuf, Quota, Files),
        waker: Waker,
    ) -> Job {
        Job::start("exporting", waker, move |tell| {
            let format = Format { form, glyphs: &glyphs, theme: &theme, pieces };
            let words = match write_file(&store, &entries, format, (&path, room.bytes), tell) {
                Ok(missing) => {
                    let what =
                        if entries.len() == 1 { "the game".to_owned() } else { format!("{} games", entries.len()) };
                    let saved = own.saved(&what, &path);
                    // What is missing says more than the name of the new file, so it comes first.
                    match missing.first() {
                        Some(first) => Message::warning(format!("Not all could be read: {first}. {saved}")),
                        None => Message::notice(saved),
                    }
                }
                Err(problem) => Message::warning(own.shown(&problem.to_string())),
            };
            Report::Done(words, false)
        })
    }

    /// The next message, if there is one.
    pub(super) fn poll(&mut self) -> Option<Report> {
        match self.task.poll()? {
            Report::Count(count) => {
                self.count = count;
                Some(Report::Count(count))
            }
            Report::Failed(why) => {
                Some(Report::Done(Message::warning(format!("{} failed: {why}", self.words)), true))
            }
            report => Some(report),
        }
    }
}

/// The message about what was done with files, plus the first problem: `a.pgn is back.`
pub(super) fn counted(names: &[String], what: &str, problems: &[String]) -> Message {
    let done = match names {
        [] => None,
        [name] => Some(format!("{name} is {what}.")),
        names => Some(format!("{} files are {what}.", names.len())),
    };
    let more = problems.len().saturating_sub(1);
    let more = (more > 0).then(|| format!("({more} more)"));
    let parts: Vec<String> = done.into_iter().chain(problems.first().cloned()).chain(more).collect();
    let words = parts.join(" ");
    if problems.is_empty() { Message::notice(words) } else { Message::warning(words) }
}
