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
use super::store::{Claim, Kept, Store, StoreError, TableKey};
use super::table_service::NewTable;
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

/// How often a change is made anew because another server was faster.
const TRIES: usize = 10;

/// How often the games are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// The tournaments by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Tournaments(BTreeMap<i64, Kept>);

impl Tournaments {
    /// All of the store. Their games are read now, and not when a screen shows one.
    pub(super) fn load(store: &Store, games: &Registry) -> Result<Tournaments, StoreError> {
        let all = Tournaments(store.tournaments()?.into_iter().collect());
        for tournament in all.each().filter(|one| one.phase != Phase::Over) {
            let _ = tournament.plan.variant(games);
        }
        Ok(all)
    }

    fn each(&self) -> impl Iterator<Item = &Tournament> {
        self.0.values().map(|kept| &kept.tournament)
    }

    /// Reads a tournament again that another server has changed, or removed.
    fn reload(&mut self, store: &Store, number: i64) -> Result<(), StoreError> {
        match store.tournament(number)? {
            Some(kept) => self.0.insert(number, kept),
            None => self.0.remove(&number),
        };
        Ok(())
    }
}

fn is_open(tournament: &Tournament) -> bool {
    tournament.phase == Phase::Open
}

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
        self.all_tournaments().0.iter().rev().map(|(number, kept)| (*number, kept.tournament.clone())).collect()
    }

    /// How many tournaments can be joined before they start, and how many are in progress.
    pub fn count_tournaments(&self) -> (usize, usize) {
        let all = self.all_tournaments();
        let count = |is: fn(Phase) -> bool| all.each().filter(|one| is(one.phase)).count();
        (count(|phase| phase == Phase::Open), count(|phase| matches!(phase, Phase::Running { .. })))
    }

    /// A tournament.
    pub fn tournament(&self, number: i64) -> Option<Tournament> {
        self.all_tournaments().0.get(&number).map(|kept| kept.tournament.clone())
    }

    /// Somebody makes a tournament, and joins it.
    pub fn make_tournament(&self, by: &Member, plan: Plan, now: SystemTime) -> Result<i64, TournamentError> {
        plan.check(&self.games)?;
        if !plan.variant(&self.games).is_some_and(|game| self.tables.offers(game)) {
            return Err(TournamentError::Plan("this server does not offer the game".to_owned()));
        }
        let mut all = self.all_tournaments();
        let own = all.each().filter(|one| one.by == Who::Member(by.id) && one.phase != Phase::Over).count();
        if own >= MOST {
            return Err(TournamentError::Many(own));
        }
        let mut tournament = Tournament::new(plan, by.id);
        tournament.join(Who::Member(by.id), &by.shown_name())?;
        let number = self.store.add_tournament(&tournament, now)?;
        all.0.insert(number, Kept { version: 0, tournament });
        drop(all);
        self.notify_tournaments();
        Ok(number)
    }

    /// Changes a tournament: in the store first. If another server was faster, it is made anew from what is stored.
    fn change_tournament(
        &self,
        number: i64,
        change: impl Fn(&mut Tournament) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        let mut all = self.all_tournaments();
        for _ in 0..TRIES {
            let mut changed = all.0.get(&number).ok_or(TournamentError::Unknown)?.clone();
            change(&mut changed.tournament)?;
            match self.store.change_tournament(number, changed, Vec::new()) {
                Ok((kept, _)) => {
                    all.0.insert(number, kept);
                    drop(all);
                    self.notify_tournaments();
                    return Ok(());
                }
                Err(StoreError::Changed) => all.reload(&self.store, number)?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Changed.into())
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
            if one.by == who && is_open(&one) {
                self.remove_tournament(number, is_open)?;
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
            Phase::Open => self.remove_tournament(number, is_open),
            _ => self.change_tournament(number, Tournament::close),
        }
    }

    /// Removes a tournament, while this holds of it.
    fn remove_tournament(
        &self,
        number: i64,
        if_still: impl Fn(&Tournament) -> bool,
    ) -> Result<(), TournamentError> {
        let mut all = self.all_tournaments();
        for _ in 0..TRIES {
            let kept = all.0.get(&number).ok_or(TournamentError::Unknown)?;
            if !if_still(&kept.tournament) {
                return Err(TournamentError::Started);
            }
            if self.store.remove_tournament(number, kept.version)? {
                all.0.remove(&number);
                drop(all);
                self.notify_tournaments();
                return Ok(());
            }
            all.reload(&self.store, number)?;
        }
        Err(StoreError::Changed.into())
    }

    /// Removes the tournaments that nobody has started for too long.
    pub(super) fn expire_tournaments(&self, now: SystemTime) -> Result<(), StoreError> {
        let before = now.checked_sub(UNSTARTED).unwrap_or(SystemTime::UNIX_EPOCH);
        if !self.all_tournaments().each().any(is_open) {
            return Ok(());
        }
        for number in self.store.old_tournaments(before)? {
            // One that was started meanwhile stays.
            if let Err(TournamentError::Store(error)) = self.remove_tournament(number, is_open) {
                return Err(error);
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
        let is_made_by = |one: &Tournament| one.by == who && is_open(one);
        if self.tournament(number).is_some_and(|one| is_made_by(&one)) {
            return self.remove_tournament(number, is_open);
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
        if !self.all_tournaments().each().any(is_running) {
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
