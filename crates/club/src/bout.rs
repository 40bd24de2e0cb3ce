//! A game of a tournament at a table of the table service: how it starts, and how it is doing.

use super::member::{Member, MemberId};
use super::store::TableKey;
use super::table_service::{Finished, Listed, NewTable, Seat, Terms, Wanted};
use super::tournament::{Bout, Draft, Plan, Tournament, TournamentError, Who};
use super::{Club, ClubError};
use crate::games::Registry;
use crate::session::setup::{ClockSetup, Start};
use crate::session::table::consent::ABORT;

/// How a game of a tournament is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It is in progress.
    Running,
    /// It waits for these players, who are away.
    Waiting(Vec<Who>),
    /// It waits for one of the first moves, after so many, of a player who is here.
    Idle(Who, usize),
    /// It is over, with these shares in sixtieths.
    Over(Vec<u32>),
    /// It is gone without a result.
    Gone,
}

/// The terms of the games of a tournament, or why they cannot be played.
pub(super) fn terms(plan: &Plan, games: &Registry) -> Result<Terms, TournamentError> {
    let wrong = |why: &str| TournamentError::Plan(why.to_owned());
    let game = plan.variant(games).ok_or_else(|| wrong("there is no such game"))?;
    let clock = plan.clock.as_deref().map_or(Ok(None), ClockSetup::read);
    let clock = clock.map_err(|error| TournamentError::Plan(error.to_string()))?;
    if game.spec().seats.len() != plan.seats {
        return Err(wrong("the number of seats is not that of the game"));
    }
    let start = plan.preset.clone().map_or(Start::Usual, Start::Named);
    Ok(Terms { start, clock, rated: plan.rated, ..Terms::new(game) })
}

/// The seats of a bout are those of a table: a member has their own seat, or a computer has taken it.
fn sits<'a>(tournament: &Tournament, bout: &Bout, seats: impl ExactSizeIterator<Item = &'a Seat>) -> bool {
    let own = |at: Option<usize>, seat: &Seat| match (at.and_then(|at| tournament.entrants.get(at)), seat.person())
    {
        (Some(entrant), Some(person)) => entrant.who == Who::Member(person),
        (None, Some(_)) => false,
        (_, None) => true,
    };
    bout.seats.len() == seats.len() && bout.seats.iter().zip(seats).all(|(&at, seat)| own(at, seat))
}

impl Club {
    /// The table for a game of a tournament. The store opens it together with the change of the tournament.
    pub fn new_bout(&self, number: i64, tournament: &Tournament, draft: &Draft) -> Result<NewTable, ClubError> {
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
        let mut new = self.tables.new_table(host.id, &terms, seats)?;
        new.row.tournament = Some(number);
        Ok(new)
    }

    /// How a game at a table of the table service is doing. A table that is not of this tournament and these players is none of its
    /// games, whatever its number.
    pub fn bout_progress(&self, number: i64, tournament: &Tournament, key: TableKey) -> Progress {
        let Some(bout) = tournament.bouts.iter().find(|bout| bout.table == Some(key.0)) else {
            return Progress::Gone;
        };
        let Who::Member(id) = tournament.by else { return Progress::Gone };
        let Some(listed) = self.tables.listed(&Member { id, name: None }, key) else {
            return self.bout_elsewhere(tournament, bout, key);
        };
        if listed.tournament != Some(number) || !sits(tournament, bout, listed.seats.iter()) {
            return Progress::Gone;
        }
        self.bout_in_hall(tournament, bout, listed)
    }

    /// A game whose table is not here: it is over, gone, or another server has it.
    fn bout_elsewhere(&self, tournament: &Tournament, bout: &Bout, key: TableKey) -> Progress {
        match self.store.is_unfinished(key) {
            Ok(false) => self.bout_result(tournament, bout, key, Progress::Gone),
            Ok(true) if self.tables.is_broken(key) => Progress::Gone,
            // The database is asked again at the next look.
            Ok(true) | Err(_) => Progress::Running,
        }
    }

    fn bout_in_hall(&self, tournament: &Tournament, bout: &Bout, listed: Listed) -> Progress {
        let is_away = |who: &MemberId| !self.tables.is_here(*who);
        let Some(table) = listed.table else {
            let people = listed.seats.iter().filter_map(Seat::person);
            let away: Vec<Who> = people.filter(is_away).map(Who::Member).collect();
            return if away.is_empty() { Progress::Running } else { Progress::Waiting(away) };
        };
        let view = table.newest();
        let moves = view.position.acts().len();
        if view.status.ending.is_some() {
            // The stored end also tells who has left a seat to a computer. It may not be stored yet.
            return self.bout_result(tournament, bout, listed.key, Progress::Running);
        }
        // No clock runs before the first moves.
        let turn = listed.seats.get(view.position.turn().index()).and_then(Seat::person);
        match turn.filter(|_| moves < ABORT) {
            None => Progress::Running,
            Some(who) if is_away(&who) => Progress::Waiting(vec![Who::Member(who)]),
            Some(who) => Progress::Idle(Who::Member(who), moves),
        }
    }

    /// The stored result of a game. A seat that a computer took over is lost for who left it.
    fn bout_result(&self, tournament: &Tournament, bout: &Bout, key: TableKey, without: Progress) -> Progress {
        let finished = match self.tables.finished(key) {
            Ok(Some(finished)) => finished,
            Ok(None) => return without,
            // The database is asked again at the next look.
            Err(_) => return Progress::Running,
        };
        let Finished { seats, .. } = finished;
        if !sits(tournament, bout, seats.iter().map(|seat| &seat.player)) {
            return Progress::Gone;
        }
        let shares = seats.iter().map(|seat| if seat.left_by.is_some() { 0 } else { seat.share.sixtieths() });
        Progress::Over(shares.collect())
    }
}
