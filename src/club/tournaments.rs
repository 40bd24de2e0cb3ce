//! The tournaments of the club: who makes them, joins and withdraws, and how their games come to the tables of the hall.
//! Each change is in the store before anybody sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::hall::{Seat, Terms, Wanted};
use super::member::{Member, MemberId};
use super::store::{Store, StoreError, TableKey};
use super::tournament::{Draft, Form, MINUTES, Phase, Plan, Tournament, TournamentError, Who};
use super::{Club, ClubError};
use crate::games::Registry;
use crate::players::computer::LEVELS;
use crate::rules::side::Side;
use crate::session::setup::{ClockSetup, Start};
use crate::session::table::consent::ABORT;
use crate::task;

/// The most tournaments of one member that are not over.
const MOST: usize = 3;

/// How long a game waits for somebody who is away, if the operator says nothing else.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// How often the games are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// The tournaments by their numbers.
#[derive(Debug, Default)]
pub struct Tournaments(BTreeMap<i64, Tournament>);

impl Tournaments {
    /// All of the store.
    pub(super) fn load(store: &Store) -> Result<Tournaments, StoreError> {
        Ok(Tournaments(store.tournaments()?.into_iter().collect()))
    }
}

/// How a game of a tournament is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It is in progress.
    Running,
    /// It waits for these players, who are away.
    Waiting(Vec<Who>),
    /// It is over, with these shares in sixtieths.
    Over(Vec<u32>),
    /// It was aborted, or is gone.
    Gone,
}

/// What plays the games: the hall, or a test.
pub struct Games<'a> {
    /// Starts a game of a tournament, and tells its table.
    pub start: &'a mut dyn FnMut(&Tournament, &Draft) -> Result<TableKey, ClubError>,
    /// Tells how a game is doing.
    pub progress: &'a mut dyn FnMut(&Tournament, TableKey) -> Progress,
    /// Closes a table whose game was lost by who did not come.
    pub close: &'a mut dyn FnMut(TableKey),
}

/// The terms of the games of a tournament, or why they cannot be played.
fn terms(plan: &Plan, games: &Registry) -> Result<Terms, TournamentError> {
    let wrong = |why: &str| TournamentError::Plan(why.to_owned());
    let game = games.find(&plan.game).ok_or_else(|| wrong("there is no such game"))?;
    let clock = plan.clock.as_deref().map_or(Ok(None), ClockSetup::read);
    let clock = clock.map_err(|error| TournamentError::Plan(error.to_string()))?;
    if game.spec().seats.len() != plan.seats {
        return Err(wrong("the number of seats is not that of the game"));
    }
    let start = plan.preset.clone().map_or(Start::Usual, Start::Named);
    Ok(Terms { start, clock, rated: plan.rated, ..Terms::new(game) })
}

impl Plan {
    /// A tournament of a game from its usual setup.
    pub fn new(form: Form, game: &'static dyn crate::rules::variant::Variant, clock: &str, rated: bool) -> Plan {
        let spec = game.spec();
        let clock = Some(clock.to_owned());
        Plan { form, game: spec.id.to_owned(), preset: None, clock, rated, seats: spec.seats.len() }
    }

    /// Whether it can be played.
    fn check(&self, games: &Registry) -> Result<(), TournamentError> {
        let wrong = |why: &str| Err(TournamentError::Plan(why.to_owned()));
        match self.form {
            Form::Arena { minutes } if !MINUTES.contains(&minutes) => wrong("expected 30, 60, 90 or 120 minutes"),
            _ => match &self.clock {
                // Days for a move would never end, and neither would no clock.
                Some(clock) if super::hall::terms::LIVE.contains(&clock.as_str()) => terms(self, games).map(|_| ()),
                _ => wrong("expected one of the live clocks"),
            },
        }
    }
}

impl Club {
    /// How long a game of a tournament waits for somebody who is away.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.load(Ordering::Relaxed))
    }

    /// Sets how long a game of a tournament waits for somebody who is away.
    pub fn set_patience(&self, patience: Duration) {
        self.patience.store(patience.as_secs(), Ordering::Relaxed);
    }

    fn all_tournaments(&self) -> MutexGuard<'_, Tournaments> {
        self.tournaments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tournaments, the newest first.
    pub fn tournaments(&self) -> Vec<(i64, Tournament)> {
        self.all_tournaments().0.iter().rev().map(|(number, tournament)| (*number, tournament.clone())).collect()
    }

    /// A tournament.
    pub fn tournament(&self, number: i64) -> Option<Tournament> {
        self.all_tournaments().0.get(&number).cloned()
    }

    /// Somebody makes a tournament, and joins it.
    pub fn make_tournament(&self, by: &Member, plan: Plan, now: SystemTime) -> Result<i64, TournamentError> {
        plan.check(&self.games)?;
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
        self.bell.ring();
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
        self.bell.ring();
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

    /// A member joins a tournament, or comes back to it.
    pub fn join_tournament(&self, number: i64, member: &Member) -> Result<(), TournamentError> {
        self.change_tournament(number, |one| one.join(Who::Member(member.id), &member.shown_name()))
    }

    /// Who made a tournament lets a computer of this level play.
    pub fn add_computer(&self, number: i64, by: &Member, level: u8) -> Result<(), TournamentError> {
        let level = level.clamp(1, LEVELS);
        self.change_tournament(number, |one| {
            if one.by != Who::Member(by.id) {
                return Err(TournamentError::NotYours);
            }
            one.join(Who::Level(level), &format!("Computer {level}"))
        })
    }

    /// A member plays no further game. A tournament that has not started goes with the member who made it.
    pub fn withdraw_from_tournament(&self, number: i64, member: &Member) -> Result<(), TournamentError> {
        let who = Who::Member(member.id);
        let is_made_by = |one: &Tournament| one.by == who && one.phase == Phase::Open;
        if self.tournament(number).is_some_and(|one| is_made_by(&one)) {
            self.store.remove_tournament(number)?;
            self.all_tournaments().0.remove(&number);
            self.bell.ring();
            return Ok(());
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
                start: &mut |tournament, draft| self.start_bout(tournament, draft),
                progress: &mut |tournament, table| self.bout_progress(tournament, table),
                // If the table is gone already, there is nothing to close.
                close: &mut |table| drop(self.hall.abandon(table)),
            },
        )
    }

    /// The same with other games than those of the hall.
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
        let (mut first, patience) = (None, self.patience());
        let (mut all, mut rings) = (self.all_tournaments(), false);
        let running = all.0.iter_mut().filter(|(_, one)| is_running(one));
        for (number, tournament) in running {
            let mut changed = tournament.clone();
            let mut lost = Vec::new();
            for table in changed.running() {
                match (games.progress)(&changed, TableKey(table)) {
                    Progress::Running => changed.continues(table),
                    Progress::Waiting(away) => {
                        if changed.waits_for(table, &away, patience, now) {
                            lost.push(TableKey(table));
                        }
                    }
                    Progress::Over(shares) => changed.ended(table, Some(shares)),
                    Progress::Gone => changed.ended(table, None),
                }
            }
            for draft in changed.due(now, is_here) {
                match (games.start)(&changed, &draft) {
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
            self.bell.ring();
        }
        first.map_or(Ok(()), Err)
    }

    /// Starts a game at a table of the hall.
    fn start_bout(&self, tournament: &Tournament, draft: &Draft) -> Result<TableKey, ClubError> {
        let terms = terms(&tournament.plan, &self.games)?;
        let players: Vec<Who> = draft.seats.iter().map(|&seat| tournament.player(seat)).collect();
        let member = |who: Who| match who {
            Who::Member(id) => {
                let entrant = tournament.find(who).and_then(|at| tournament.entrants.get(at));
                Some(Member { id, name: entrant.map(|entrant| entrant.name.clone()) })
            }
            Who::Level(_) => None,
        };
        let people: Vec<(usize, Member)> =
            players.iter().enumerate().filter_map(|(at, &who)| Some((at, member(who)?))).collect();
        let hosted = people.first().map(|(at, _)| *at);
        let seat = |(at, who): (usize, &Who)| match who {
            Who::Level(level) => Wanted::Computer(*level),
            Who::Member(_) if Some(at) == hosted => Wanted::Host,
            Who::Member(_) => Wanted::Open,
        };
        let seats = players.iter().enumerate().map(seat).collect();
        let host = people.first().map(|(_, member)| member.clone()).or_else(|| member(tournament.by));
        let host = host.unwrap_or_else(|| Member::guest(0));
        let terms = Terms { seats, rated: terms.rated && !people.is_empty(), ..terms };
        terms.check(&host)?;
        let mut seats = terms.seats_of(&host);
        for (at, member) in &people {
            seats[*at] = Seat::of(member);
        }
        Ok(self.hall.open_full(host.id, &terms, seats)?)
    }

    /// How a game at a table of the hall is doing.
    fn bout_progress(&self, tournament: &Tournament, key: TableKey) -> Progress {
        let Who::Member(id) = tournament.by else { return Progress::Gone };
        let Some(listed) = self.hall.listed(&Member { id, name: None }, key) else { return self.result(key) };
        let here = |who: &MemberId| self.hall.is_here(*who);
        let away = |of: Vec<MemberId>| -> Progress {
            let away: Vec<Who> = of.into_iter().filter(|who| !here(who)).map(Who::Member).collect();
            if away.is_empty() { Progress::Running } else { Progress::Waiting(away) }
        };
        let Some(table) = listed.table else { return away(listed.seats.iter().filter_map(Seat::person).collect()) };
        let view = table.newest();
        match &view.status.ending {
            // No clock runs before the first moves.
            None if view.position.acts().len() < ABORT => {
                away(listed.seats.get(view.position.turn().index()).and_then(Seat::person).into_iter().collect())
            }
            Some(ending) => Progress::Over(
                Side::all(tournament.plan.seats).map(|side| ending.shares[side].sixtieths()).collect(),
            ),
            None => Progress::Running,
        }
    }

    /// The result of a game that is not in the hall any more. A seat that a computer took over is lost.
    fn result(&self, key: TableKey) -> Progress {
        let finished = match self.hall.finished(key) {
            Ok(Some(finished)) => finished,
            Ok(None) => return Progress::Gone,
            // The database is asked again at the next look.
            Err(_) => return Progress::Running,
        };
        let shares =
            finished.seats.iter().map(|seat| if seat.left_by.is_some() { 0 } else { seat.share.sixtieths() });
        Progress::Over(shares.collect())
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
