//! Resumes a game from its journal, or from a log of any kind.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::{Match, MatchError, Notify};
use crate::players::Opponents;
use crate::record::event_log::EventLog;
use crate::record::journal::{self, Journal, JournalError, JournalEvent};
use crate::rules::side::Side;
use crate::session::archive::{self, Recovered};
use crate::session::referee::Referee;
use crate::session::setup::MatchSetup;
use crate::session::table::Identity;

impl Match {
    /// Resumes a game from its journal. If the journal is damaged, the game continues from the last intact event;
    /// the damaged part is moved to another file, and this is announced.
    pub fn resume(path: &Path, opponents: &Opponents, notify: Notify) -> Result<Match, MatchError> {
        let (mut journal, found) = match Journal::resume(path) {
            Ok((journal, found)) => (Ok(journal), found),
            Err(JournalError::Io { path: named, error }) if is_read_only(&error) => {
                let found = journal::read(path)?;
                (Err(format!("{named}: {error}")), found)
            }
            Err(error) => return Err(error.into()),
        };
        let Recovered { referee, fit, problem, .. } = archive::recover(&found, path, &opponents.games)?;
        let mut game = Match::again(referee, &found.records[..fit], opponents, notify);
        if let Some(problem) = problem {
            let rest = if let Ok(journal) = &mut journal {
                journal.cut(fit);
                " When you continue, the damaged part is moved to another file."
            } else {
                ""
            };
            game.referee.announce(format!("{problem}.{rest}"));
        }
        match journal {
            Ok(journal) => game.keep(Box::new(journal))?,
            Err(why) => game.tell_not_saved(why),
        }
        game.begin();
        Ok(game)
    }

    /// Resumes a game from a log of any kind. All its events must fit the game.
    pub(crate) fn resume_on(
        log: Box<dyn EventLog>,
        opponents: &Opponents,
        notify: Notify,
    ) -> Result<Match, MatchError> {
        Match::resume_used(log, opponents, notify, |_| Duration::ZERO)
    }

    /// The same, where the seat on turn has used some time since the last event.
    pub(crate) fn resume_used(
        mut log: Box<dyn EventLog>,
        opponents: &Opponents,
        notify: Notify,
        used: impl FnOnce(&Referee) -> Duration,
    ) -> Result<Match, MatchError> {
        let records: Vec<JournalEvent> = log.read_from(0)?.into_iter().map(|logged| logged.event).collect();
        let (setup, later) = match records.split_first() {
            Some((first, later)) => (MatchSetup::of_event(first, &opponents.games)?, later),
            None => return Err(MatchError::Empty),
        };
        let position = setup.begin()?;
        let mut referee = Referee::new(setup, position);
        let fit = referee.replay(later);
        if fit < later.len() {
            // Other storage than a file cannot be cut; its owner decides what becomes of it.
            return Err(MatchError::DoesNotFit { number: fit as u64 + 1 });
        }
        let used = used(&referee);
        referee.charge(used);
        let mut game = Match::again(referee, &records, opponents, notify);
        game.keep(log)?;
        game.begin();
        game.whole()
    }

    /// A game after these events of its log.
    fn again(referee: Referee, records: &[JournalEvent], opponents: &Opponents, notify: Notify) -> Match {
        let mut game = Match::new(referee, opponents, notify);
        game.referee.set_written(records.len() as u64 - 1);
        for record in records {
            match record {
                JournalEvent::Sit { seat, by: Some(by), .. } => {
                    game.owners[Side::new(*seat)] = Some(Identity::new(by));
                }
                JournalEvent::Computer { seat, .. } => game.owners[Side::new(*seat)] = None,
                _ => {}
            }
        }
        game
    }
}

/// Does this error mean that the file is read-only?
fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}
