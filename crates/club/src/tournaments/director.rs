//! The director of the tournaments: it looks at their games, takes results, and starts what is due. Two of them can do no
//! harm: what one has found counts only for the version of the tournament that it has looked at.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use super::Tournaments;
use crate::bout::Progress;
use crate::member::MemberId;
use crate::outbox::words;
use crate::store::{Claim, StoreError, TableKey};
use crate::table_service::NewTable;
use crate::tournament::{Draft, Phase, Tournament, TournamentLimits, Who};
use crate::{Club, ClubError, task};

/// How often the games are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// One look at the games of a tournament.
struct Look<'a> {
    number: i64,
    now: SystemTime,
    is_here: &'a dyn Fn(Who) -> bool,
    /// What went wrong first.
    failed: Option<ClubError>,
}

impl Look<'_> {
    fn fails(&mut self, error: ClubError) {
        self.failed.get_or_insert(error);
    }

    /// Takes the results of the games. Returns the tables whose games are lost for who did not come.
    fn results(
        &self,
        tournament: &mut Tournament,
        limits: TournamentLimits,
        games: &mut Games<'_>,
    ) -> Vec<TableKey> {
        let mut lost = Vec::new();
        for table in tournament.running() {
            match (games.progress)(self.number, tournament, TableKey(table)) {
                Progress::Running => tournament.continues(table),
                Progress::Waiting(away) => {
                    if tournament.waits_for(table, &away, limits.away, self.now) {
                        lost.push(TableKey(table));
                    }
                }
                Progress::Idle(who, moves) => {
                    if tournament.idles(table, (who, moves), limits.first_move, self.now) {
                        lost.push(TableKey(table));
                    }
                }
                Progress::Over(shares) => tournament.ended(table, Some(shares)),
                Progress::Gone => tournament.ended(table, None),
            }
        }
        lost
    }
}

/// What plays the games: the table service, or a test.
pub struct Games<'a> {
    /// The table for a game of a tournament, which is not in the store yet.
    pub prepare: &'a mut dyn FnMut(i64, &Tournament, &Draft) -> Result<NewTable, ClubError>,
    /// Starts the game at such a table, once the store has it.
    pub begin: &'a mut dyn FnMut(NewTable, Claim) -> Result<(), ClubError>,
    /// Tells how a game is doing.
    pub progress: &'a mut dyn FnMut(i64, &Tournament, TableKey) -> Progress,
    /// Closes a table whose game was lost by who did not come.
    pub close: &'a mut dyn FnMut(TableKey),
}

impl Club {
    /// Looks at the games of all tournaments: takes results, and starts what is due. The error is the first one; the
    /// game in question is started at the next look.
    pub fn run_tournaments(&self, now: SystemTime) -> Result<(), ClubError> {
        self.run_tournaments_with(
            now,
            &mut Games {
                prepare: &mut |number, tournament, draft| self.new_bout(number, tournament, draft),
                begin: &mut |new, claim| Ok(self.tables.adopt_bout(new, claim)?),
                progress: &mut |number, tournament, table| self.bout_progress(number, tournament, table),
                // If the table is gone already, there is nothing to close.
                close: &mut |table| drop(self.tables.abandon(table)),
            },
        )
    }

    /// The same with other games than those of the table service.
    pub fn run_tournaments_with(&self, now: SystemTime, games: &mut Games<'_>) -> Result<(), ClubError> {
        let is_running = |tournament: &Tournament| matches!(tournament.phase, Phase::Running { .. });
        // Most of the time there is nothing to do, and many are here.
        if !self.is_director() || !self.all_tournaments().each().any(is_running) {
            return Ok(());
        }
        let here: BTreeSet<MemberId> = self.here().iter().map(|member| member.id).collect();
        let is_here = |who: Who| match who {
            Who::Member(member) => here.contains(&member),
            Who::Level(_) => true,
        };
        let (mut first, mut rings) = (None, false);
        let mut all = self.all_tournaments();
        let running = all.0.iter().filter(|(_, kept)| is_running(&kept.tournament));
        let running: Vec<i64> = running.map(|(number, _)| *number).collect();
        for number in running {
            let mut look = Look { number, now, is_here: &is_here, failed: None };
            match self.run_tournament(&mut all, &mut look, games) {
                Ok(changed) => rings |= changed,
                // It is looked at again soon.
                Err(ClubError::Store(StoreError::Changed)) => rings = true,
                Err(error) => first = first.or(Some(error)),
            }
            first = first.or(look.failed);
        }
        drop(all);
        if rings {
            self.notify_tournaments();
        }
        first.map_or(Ok(()), Err)
    }

    /// Looks at the games of a tournament. Returns whether it has changed.
    fn run_tournament(
        &self,
        all: &mut Tournaments,
        look: &mut Look<'_>,
        games: &mut Games<'_>,
    ) -> Result<bool, ClubError> {
        let number = look.number;
        let Some(before) = all.0.get(&number) else { return Ok(false) };
        let mut changed = before.clone();
        let lost = look.results(&mut changed.tournament, self.tournament_limits(), games);
        let mut new = Vec::new();
        for draft in changed.tournament.due(look.now, look.is_here) {
            match (games.prepare)(number, &changed.tournament, &draft) {
                Ok(table) => new.push((draft, table)),
                Err(error) => look.fails(error),
            }
        }
        if changed == *before && new.is_empty() {
            return Ok(false);
        }
        let rows = new.iter().map(|(draft, table)| (draft.clone(), table.row.clone())).collect();
        let (kept, claims) = match self.store.change_tournament(number, changed, rows) {
            Err(StoreError::Changed) => {
                all.reload(&self.store, number)?;
                return Err(StoreError::Changed.into());
            }
            done => done?,
        };
        let minutes = self.tournament_limits().away.as_secs() / 60;
        for (draft, _) in &new {
            let whom: Vec<usize> = draft.seats.iter().flatten().copied().collect();
            self.tell_entrants(number, &kept.tournament, &whom, |title| words::waits(title, minutes));
        }
        all.0.insert(number, kept);
        for ((_, table), claim) in new.into_iter().zip(claims) {
            if let Err(error) = (games.begin)(table, claim) {
                look.fails(error);
            }
        }
        lost.into_iter().for_each(&mut games.close);
        Ok(true)
    }

    /// Runs the tournaments on a thread of their own until the club is gone. An error is told, once for each time that it
    /// comes.
    pub fn keep_tournaments(self: &Arc<Club>, tell: impl Fn(&ClubError) + Send + 'static) -> io::Result<()> {
        let club = Arc::downgrade(self);
        task::spawn("tournaments", move || {
            let mut was = String::new();
            while let Some(club) = club.upgrade() {
                let words = match club.run_tournaments(SystemTime::now()) {
                    Ok(()) => String::new(),
                    Err(error) => {
                        let words = error.to_string();
                        if words != was {
                            tell(&error);
                        }
                        words
                    }
                };
                was = words;
                drop(club);
                thread::sleep(LOOK);
            }
        })?;
        Ok(())
    }
}
