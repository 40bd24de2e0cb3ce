//! The tournaments of the club: who makes them, joins and withdraws, and how their games come to the tables of the table service.
//! Each change is in the store before anybody sees it.

mod director;

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::Club;
use super::bout::terms;
use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::outbox::words;
use super::store::{Kept, Store, StoreError};
use super::table_service::Doing;
use super::tournament::{Form, MINUTES, Phase, Plan, Tournament, TournamentError, TournamentLimits, Who};
use crate::games::Registry;
use crate::players::computer::LEVELS;
use crate::rules::variant::Variant;
use crate::session::setup::game_of;
pub use director::Games;

/// The most tournaments of one member that are not over.
const MOST: usize = 3;

/// How long a tournament waits for its start.
const UNSTARTED: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a change is made anew because another server was faster.
const TRIES: usize = 10;

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

    /// Reads the tournaments again that another server has changed.
    pub(super) fn reload_tournaments(&self) -> Result<(), StoreError> {
        *self.all_tournaments() = Tournaments::load(&self.store, &self.games)?;
        Ok(())
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

    /// The number of the newest tournament that can be joined; 0 if there is none.
    pub(super) fn newest_tournament(&self) -> i64 {
        let all = self.all_tournaments();
        all.0.iter().rev().find(|(_, kept)| is_open(&kept.tournament)).map_or(0, |(number, _)| *number)
    }

    /// A tournament.
    pub fn tournament(&self, number: i64) -> Option<Tournament> {
        self.all_tournaments().0.get(&number).map(|kept| kept.tournament.clone())
    }

    /// Notes for those of these entrants who are away what they are told by message about the game with this title.
    fn tell_entrants(&self, number: i64, one: &Tournament, whom: &[usize], words: impl Fn(&str) -> String) {
        let title = one.plan.variant(&self.games).map_or("", |game| game.spec().title);
        for entrant in whom.iter().filter_map(|at| one.entrants.get(*at)).filter(|entrant| !entrant.withdrawn) {
            if let Who::Member(id) = entrant.who {
                let told = self.tables.tell_away(id, format!("tournament:{number}"), words(title));
                self.tables.note_upkeep(Doing::Messages, told);
            }
        }
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
        self.change_tournament(number, |one| one.start(Who::Member(by.id), now))?;
        if let Some(one) = self.tournament(number) {
            let all: Vec<usize> = (0..one.entrants.len()).collect();
            self.tell_entrants(number, &one, &all, words::started);
        }
        Ok(())
    }
}
