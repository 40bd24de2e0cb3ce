//! The tournaments of the club: who makes them, joins and withdraws, and how their games come to the tables of the table service.
//! Each change is in the store before anybody sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::bout::{Progress, terms};
use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::store::{Store, StoreError, TableKey};
use super::tournament::{Draft, Form, MINUTES, Phase, Plan, Tournament, TournamentError, TournamentLimits, Who};
use super::{Club, ClubError};
use crate::games::Registry;
use crate::players::computer::LEVELS;
use crate::rules::variant::Variant;
use crate::session::setup::game_of;
use crate::task;

/// The most tournaments of one member that are not over.
const MOST: usize = 3;

/// How long a tournament waits for its start.
const UNSTARTED: Duration = Duration::from_secs(24 * 60 * 60);

/// How often the games are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// The tournaments by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Tournaments(BTreeMap<i64, Tournament>);

impl Tournaments {
    /// All of the store. Their games are read now, and not when a screen shows one.
    pub(super) fn load(store: &Store, games: &Registry) -> Result<Tournaments, StoreError> {
        let all: BTreeMap<i64, Tournament> = store.tournaments()?.into_iter().collect();
        for tournament in all.values().filter(|one| one.phase != Phase::Over) {
            let _ = tournament.plan.variant(games);
        }
        Ok(Tournaments(all))
    }
}

/// What plays the games: the table service, or a test.
pub struct Games<'a> {
    /// Starts a game of a tournament, and tells its table.
    pub start: &'a mut dyn FnMut(i64, &Tournament, &Draft) -> Result<TableKey, ClubError>,
    /// Tells how a game is doing.
    pub progress: &'a mut dyn FnMut(i64, &Tournament, TableKey) -> Progress,
    /// Closes a table whose game was lost by who did not come.
    pub close: &'a mut dyn FnMut(TableKey),
}

impl Plan {
    /// A tournament of a game from its usual setup.
    pub fn new(form: Form, game: &'static dyn Variant, clock: &str, rated: bool) -> Plan {
        let spec = game.spec();
        let clock = Some(clock.to_owned());
        let file = game.source().map(str::to_owned);
        Plan { form, game: spec.id.to_owned(), file, preset: None, clock, rated, seats: spec.seats.len() }
    }

    /// The game.
    pub fn variant(&self, games: &Registry) -> Option<&'static dyn Variant> {
        game_of(&self.game, self.file.as_deref(), games).ok()
    }

    /// Whether it can be played.
    fn check(&self, games: &Registry) -> Result<(), TournamentError> {
        let wrong = |why: &str| Err(TournamentError::Plan(why.to_owned()));
        match self.form {
            Form::Arena { minutes } if !MINUTES.contains(&minutes) => wrong("expected 30, 60, 90 or 120 minutes"),
            _ => match &self.clock {
                // Days for a move would never end, and neither would no clock.
                Some(clock) if super::table_service::terms::LIVE.contains(&clock.as_str()) => {
                    terms(self, games).map(|_| ())
                }
                _ => wrong("expected one of the live clocks"),
            },
        }
    }
}

impl Club {
    /// What tournaments may take of this server.
    pub fn tournament_limits(&self) -> TournamentLimits {
        *self.tournament_limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what tournaments may take. What is more already stays.
    pub fn set_tournament_limits(&self, limits: TournamentLimits) {
        *self.tournament_limits.lock().unwrap_or_else(PoisonError::into_inner) = limits;
    }

    /// A tournament has changed. The lobby tells how many there are.
    fn notify_tournaments(&self) {
        self.notifier.notify(Topic::Tournaments);
        self.notifier.notify(Topic::Lobby);
    }

    fn all_tournaments(&self) -> MutexGuard<'_, Tournaments> {
        self.tournaments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tournaments, the newest first.
    pub fn tournaments(&self) -> Vec<(i64, Tournament)> {
        self.all_tournaments().0.iter().rev().map(|(number, tournament)| (*number, tournament.clone())).collect()
    }

    /// How many tournaments can be joined before they start, and how many are in progress.
    pub fn count_tournaments(&self) -> (usize, usize) {
        let all = self.all_tournaments();
        let count = |is: fn(Phase) -> bool| all.0.values().filter(|one| is(one.phase)).count();
        (count(|phase| phase == Phase::Open), count(|phase| matches!(phase, Phase::Running { .. })))
    }

    /// A tournament.
    pub fn tournament(&self, number: i64) -> Option<Tournament> {
        self.all_tournaments().0.get(&number).cloned()
    }

    /// Somebody makes a tournament, and joins it.
    pub fn make_tournament(&self, by: &Member, plan: Plan, now: SystemTime) -> Result<i64, TournamentError> {
        plan.check(&self.games)?;
        if !plan.variant(&self.games).is_some_and(|game| self.tables.offers(game)) {
            return Err(TournamentError::Plan("this server does not offer the game".to_owned()));
        }
        let mut all = self.all_tournaments();
        let own = all.0.values().filter(|one| one.by == Who::Member(by.id) && one.phase != Phase::Over).count();
        if own >= MOST {
            return Err(TournamentError::Many(own));
        }
        let mut tournament = Tournament::new(plan, by.id);
        tournament.join(Who::Member(by.id), &by.shown_name())?;
        let number = self.store.add_tournament(&tournament, now)?;
        all.0.insert(number, tournament);
        drop(all);
        self.notify_tournaments();
        Ok(number)
    }

    /// Changes a tournament: in the store first.
    fn change_tournament(
        &self,
        number: i64,
        change: impl FnOnce(&mut Tournament) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        let mut all = self.all_tournaments();
        let tournament = all.0.get_mut(&number).ok_or(TournamentError::Unknown)?;
        let mut changed = tournament.clone();
        change(&mut changed)?;
        self.store.keep_tournament(number, &changed)?;
        *tournament = changed;
        drop(all);
        self.notify_tournaments();
        Ok(())
    }

    /// A member has another name: it stands in the tournaments that are not over.
    pub(super) fn rename_entrant(&self, id: MemberId, name: &str) {
        let who = Who::Member(id);
        let takes_part = |one: &Tournament| one.phase != Phase::Over && one.find(who).is_some();
        let found = self.tournaments().into_iter().filter(|(_, one)| takes_part(one));
        for (number, _) in found {
            // If it cannot be stored, the old name stays.
            let _ = self.change_tournament(number, |one| {
                if let Some(at) = one.find(who) {
                    name.clone_into(&mut one.entrants[at].name);
                }
                Ok(())
            });
        }
    }

    /// A member is gone: tournaments that they have made and that did not start are removed, and in the others they play
    /// no further game, under the name of all who are gone.
    pub(super) fn forget_entrant(&self, id: MemberId) -> Result<(), TournamentError> {
        let who = Who::Member(id);
        for (number, one) in self.tournaments() {
            if one.by == who && one.phase == Phase::Open {
                self.remove_tournament(number)?;
            } else if one.find(who).is_some() {
                self.change_tournament(number, |one| {
                    one.forget(who);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// The operator ends a tournament: one that has not started is removed, and in another no further game is played.
    pub fn close_tournament(&self, number: i64) -> Result<(), TournamentError> {
        let phase = self.tournament(number).ok_or(TournamentError::Unknown)?.phase;
        match phase {
            Phase::Open => Ok(self.remove_tournament(number)?),
            _ => self.change_tournament(number, Tournament::close),
        }
    }

    fn remove_tournament(&self, number: i64) -> Result<(), StoreError> {
        self.store.remove_tournament(number)?;
        self.all_tournaments().0.remove(&number);
        self.notify_tournaments();
        Ok(())
    }

    /// Removes the tournaments that nobody has started for too long.
    pub(super) fn expire_tournaments(&self, now: SystemTime) -> Result<(), StoreError> {
        let before = now.checked_sub(UNSTARTED).unwrap_or(SystemTime::UNIX_EPOCH);
        let is_open = |one: &Tournament| one.phase == Phase::Open;
        if !self.all_tournaments().0.values().any(is_open) {
            return Ok(());
        }
        for number in self.store.old_tournaments(before)? {
            // Looked at under the lock: one that was started meanwhile stays.
            let mut all = self.all_tournaments();
            if all.0.get(&number).is_some_and(is_open) {
                self.store.remove_tournament(number)?;
                all.0.remove(&number);
                self.notify_tournaments();
            }
        }
        Ok(())
    }

    /// A member joins a tournament, or comes back to it.
    pub fn join_tournament(&self, number: i64, member: &Member) -> Result<(), TournamentError> {
        self.change_tournament(number, |one| one.join(Who::Member(member.id), &member.shown_name()))
    }

    /// Who made a tournament lets a computer of this level play.
    pub fn add_computer(&self, number: i64, by: &Member, level: u8) -> Result<(), TournamentError> {
        let (level, limits) = (level.clamp(1, LEVELS), self.tournament_limits());
        let (mut of_member, mut in_all) = (0, 0);
        for (_, one) in self.tournaments().iter().filter(|(_, one)| one.phase != Phase::Over) {
            in_all += one.computers();
            of_member += if one.by == Who::Member(by.id) { one.computers() } else { 0 };
        }
        self.change_tournament(number, |one| {
            if one.by != Who::Member(by.id) {
                return Err(TournamentError::NotYours);
            }
            let counts = [
                (one.computers(), limits.computers, "a tournament"),
                (of_member, limits.member_computers, "your tournaments together"),
                (in_all, limits.all_computers, "all tournaments of this server"),
            ];
            if let Some((_, most, place)) = counts.into_iter().find(|(count, most, _)| count >= most) {
                return Err(TournamentError::Computers { most, place });
            }
            one.join(Who::Level(level), &format!("Computer {level}"))
        })
    }

    /// A member plays no further game. A tournament that has not started goes with the member who made it.
    pub fn withdraw_from_tournament(&self, number: i64, member: &Member) -> Result<(), TournamentError> {
        let who = Who::Member(member.id);
        let is_made_by = |one: &Tournament| one.by == who && one.phase == Phase::Open;
        if self.tournament(number).is_some_and(|one| is_made_by(&one)) {
            return Ok(self.remove_tournament(number)?);
        }
        self.change_tournament(number, |one| one.withdraw(who))
    }

    /// Who made a tournament starts it.
    pub fn start_tournament(&self, number: i64, by: &Member, now: SystemTime) -> Result<(), TournamentError> {
        self.change_tournament(number, |one| one.start(Who::Member(by.id), now))
    }

    /// Looks at the games of all tournaments: takes results, and starts what is due. The error is the first one; the
    /// game in question is started at the next look.
    pub fn run_tournaments(&self, now: SystemTime) -> Result<(), ClubError> {
        self.run_tournaments_with(
            now,
            &mut Games {
                start: &mut |number, tournament, draft| self.start_bout(number, tournament, draft),
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
        if !self.all_tournaments().0.values().any(is_running) {
            return Ok(());
        }
        let here: BTreeSet<MemberId> = self.here().iter().map(|member| member.id).collect();
        let is_here = |who: Who| match who {
            Who::Member(member) => here.contains(&member),
            Who::Level(_) => true,
        };
        let (mut first, limits) = (None, self.tournament_limits());
        let (mut all, mut rings) = (self.all_tournaments(), false);
        let running = all.0.iter_mut().filter(|(_, one)| is_running(one));
        for (number, tournament) in running {
            let mut changed = tournament.clone();
            let mut lost = Vec::new();
            for table in changed.running() {
                match (games.progress)(*number, &changed, TableKey(table)) {
                    Progress::Running => changed.continues(table),
                    Progress::Waiting(away) => {
                        if changed.waits_for(table, &away, limits.away, now) {
                            lost.push(TableKey(table));
                        }
                    }
                    Progress::Idle(who, moves) => {
                        if changed.idles(table, (who, moves), limits.first_move, now) {
                            lost.push(TableKey(table));
                        }
                    }
                    Progress::Over(shares) => changed.ended(table, Some(shares)),
                    Progress::Gone => changed.ended(table, None),
                }
            }
            for draft in changed.due(now, is_here) {
                match (games.start)(*number, &changed, &draft) {
                    Ok(TableKey(table)) => changed.started(draft, table),
                    Err(error) => first = first.or(Some(error)),
                }
            }
            if changed != *tournament {
                match self.store.keep_tournament(*number, &changed) {
                    Ok(()) => {
                        (*tournament, rings) = (changed, true);
                        lost.into_iter().for_each(&mut games.close);
                    }
                    Err(error) => first = first.or(Some(error.into())),
                }
            }
        }
        drop(all);
        if rings {
            self.notify_tournaments();
        }
        first.map_or(Ok(()), Err)
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
