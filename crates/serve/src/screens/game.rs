//! A game at a table of people, on a server: played from one's own seat, or watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::club::change_notifier::{Listening, Topic};
use crate::club::member::{Member, MemberId};
use crate::club::moment::seconds;
use crate::club::ratings::{Ladder, Standing};
use crate::club::store::TableKey;
use crate::club::table_service::{Evaluation, Listed, MOVED, Seat, TableServiceError};
use crate::club::talk::ear::Ear;
use crate::club::zone::Zone;
use crate::club::{Club, Lead, Visit, Way};
use crate::escape;
use crate::players::Thought;
use crate::record::game::Game;
use crate::rules::side::{Side, Sides};
use crate::screens::club::{ClubPlace, visit};
use crate::session::driver::Notify;
use crate::session::table::Identity;
use crate::tui::place::Place;
use crate::tui::screens::play::Play;
use crate::tui::screens::play::table_people::{PeopleError, TablePeople};
use crate::tui::view::View;
use crate::tui::wakes::Reason;
use crate::tui::world::World;

/// The people at a table of the club.
struct AtClub {
    club: Arc<Club>,
    member: Member,
    /// The number of the visit, which tells the terminals of a member apart.
    visit: u64,
    key: TableKey,
    /// The table as it was when the screen was opened.
    listed: Listed,
    /// The rating of the member when the screen was opened.
    rated: Option<Standing>,
    /// Does the member have a seat?
    seated: bool,
    /// The games that this client has open: who plays or watches is not logged out as early as others.
    games: Arc<AtomicUsize>,
    /// The computer's evaluation, while it is shown.
    evaluation: Option<(Evaluation, Listening)>,
    waker: Notify,
    /// The zone in which times are shown.
    zone: Zone,
    /// Leads the session to another server that has the table.
    lead: Option<Lead>,
    /// Hears what is said at the table.
    ear: Ear,
    _listening: Listening,
}

impl AtClub {
    fn new(visit: &Visit, listed: Listed, seated: bool, listening: Listening, world: &World) -> AtClub {
        let (club, member) = (Arc::clone(&visit.club), visit.member.clone());
        let (key, number) = (listed.key, visit.number());
        let games = world.client.tables.counter();
        games.fetch_add(1, Ordering::Relaxed);
        let ear = Ear::new(&club, club.room_at(key, member.id), member.id);
        let at = AtClub {
            club,
            member,
            visit: number,
            key,
            rated: standing(&visit.club, &visit.member, &listed),
            listed,
            seated,
            evaluation: None,
            waker: Arc::clone(&world.client.waker),
            zone: visit.zone(),
            lead: visit.lead(),
            games,
            ear,
            _listening: listening,
        };
        at.take_over();
        at
    }

    /// Why the game will not change ratings although it was meant to, in words.
    fn unrated(&self) -> Option<String> {
        let why = self.club.would_not_be_rated(&self.listed)?;
        Some(format!("This game will not be rated: {why}."))
    }
}

impl Drop for AtClub {
    fn drop(&mut self) {
        self.games.fetch_sub(1, Ordering::Relaxed);
        if self.club.tables.rematch_of(self.key).want.contains(&self.member.id) {
            // Who has left is not there for another game.
            let _ = self.club.tables.no_rematch(&self.member, self.key);
        }
        if self.seated {
            self.club.terminals.leave(self.member.id, self.key, self.visit);
            self.club.notifier.notify(Topic::Member(self.member.id));
        }
    }
}

impl TablePeople for AtClub {
    fn acts(&self) -> bool {
        !self.seated || self.club.terminals.acts(self.member.id, self.key, self.visit)
    }

    fn take_over(&self) {
        if self.seated {
            self.club.terminals.take(self.member.id, self.key, self.visit);
            self.club.notifier.notify(Topic::Member(self.member.id));
        }
    }

    fn name(&self, who: &Identity) -> Option<String> {
        let id = MemberId::of(who)?;
        let name = self.club.name_here(id).or_else(|| {
            let listed = self.club.tables.listed(&self.member, self.key)?;
            listed.seats.into_iter().find_map(|seat| match seat {
                Seat::Person { id: theirs, name } if theirs == id => Some(name),
                _ => None,
            })
        });
        name.map(|name| escape::line(&name).into_owned())
    }

    fn rating(&self) -> Option<String> {
        let after = standing(&self.club, &self.member, &self.listed);
        let before = self.rated.as_ref();
        let changed = after.filter(|after| before.is_none_or(|before| before.games != after.games));
        let Some(after) = changed else {
            // The result may not be stored yet; the club tells of it then.
            let finished = self.club.tables.finished(self.key).ok().flatten().filter(|_| self.seated)?;
            return self.club.was_not_rated(&finished).map(|why| format!("Not rated: {why}."));
        };
        let change = before.map(|before| format!(" ({:+})", after.rating.change_from(before.rating)));
        Some(format!("Your rating: {}{}.", after.rating.points(), change.unwrap_or_default()))
    }

    fn gone(&self) -> Option<&'static str> {
        let tables = &self.club.tables;
        if let Some(why) = tables.why_gone(self.key) {
            if let Some(lead) = self.lead.as_ref().filter(|_| why == MOVED) {
                lead(Way { table: self.key, code: self.listed.code.clone(), has_moved: true });
            }
            return Some(why);
        }
        let is_open = tables.listed(&self.member, self.key).is_some() || self.listed.code.is_some() && !self.seated;
        let why = match self.listed.tournament {
            Some(_) => "The tournament has ended this game: it is lost for who did not begin.",
            None => "The game was aborted.",
        };
        (!is_open).then_some(why)
    }

    fn abort(&self) -> Result<(), PeopleError> {
        self.club.tables.leave(&self.member, self.key).map_err(refused)
    }

    fn first_move(&self) -> Duration {
        self.club.tournament_limits().first_move
    }

    fn again(&mut self) -> Result<Option<Place>, PeopleError> {
        self.club.tables.rematch(&self.member, self.key).map_err(refused)?;
        Ok(self.next_game())
    }

    fn next_game(&self) -> Option<Place> {
        let (key, code) = self.club.tables.rematch_of(self.key).next?;
        let tables = &self.club.tables;
        let by_code = || tables.with_code(&self.member, code.as_deref()?);
        // It may have been aborted meanwhile.
        tables.listed(&self.member, key).or_else(by_code)?;
        Some(ClubPlace::Table(key, code).into())
    }

    fn wants(&self) -> Vec<Identity> {
        let want = self.club.tables.rematch_of(self.key).want;
        let heard = want.into_iter().filter(|other| !self.club.blocks(self.member.id, *other));
        heard.map(MemberId::identity).collect()
    }

    fn talk(&self) -> Place {
        ClubPlace::Talk(self.ear.room()).into()
    }

    fn heard(&mut self) -> Option<String> {
        self.ear.news(&self.club)
    }

    fn together(&self, game: Game, view: View) -> Result<Place, PeopleError> {
        let code = self.listed.code.as_deref();
        let together = self.club.tables.look_together(&self.member, self.key, code).map_err(refused)?;
        let ear = Ear::new(&self.club, self.ear.room(), self.member.id);
        Ok(ClubPlace::Together(Box::new((together, ear, game)), view).into())
    }

    fn evaluate(&mut self, on: bool) -> Result<(), PeopleError> {
        self.evaluation = None;
        if on {
            let code = self.listed.code.as_deref();
            let evaluation = self.club.tables.evaluate(&self.member, self.key, code).map_err(refused)?;
            let listening = evaluation.listen(Arc::clone(&self.waker));
            self.evaluation = Some((evaluation, listening));
        }
        Ok(())
    }

    fn evaluation(&self) -> Option<(Side, Thought)> {
        self.evaluation.as_ref()?.0.see()
    }

    fn vacations(&self) -> Vec<String> {
        let away = |seat: &Seat| match seat {
            Seat::Person { id, name } => {
                let until = self.zone.moment(seconds(self.club.tables.away_until(*id)?));
                Some(format!("{} is on vacation until {until}", escape::line(name)))
            }
            _ => None,
        };
        self.listed.seats.iter().filter_map(away).collect()
    }

    fn looks_together(&self) -> Vec<String> {
        let names = self.club.tables.looks_together(self.key);
        names.iter().map(|name| escape::line(name).into_owned()).collect()
    }
}

/// A refusal of the table service.
fn refused(error: TableServiceError) -> PeopleError {
    PeopleError(Box::new(error))
}

/// The rating of a member in the ladder of a rated table.
fn standing(club: &Club, member: &Member, listed: &Listed) -> Option<Standing> {
    let ladder = Ladder::of(&listed.setup).filter(|_| listed.rated)?;
    club.standing(member.id, &ladder).ok()?
}

/// The screen of a game of the club, for a player or a watcher.
pub(crate) fn game(key: TableKey, code: Option<&str>, world: &World) -> Result<Play, TableServiceError> {
    let visit = visit(world).ok_or(TableServiceError::NoTable)?;
    // Before the table is read: what changes meanwhile is heard.
    let topics = [Topic::Table(key), Topic::Member(visit.member.id)];
    let listening = visit.club.notifier.listen(&topics, world.waker(Reason::Club));
    let seat = visit.club.tables.handle(&visit.member, key, code)?;
    let seated = seat.seats() != Sides::NONE;
    let by_code = || visit.club.tables.with_code(&visit.member, code?);
    let listed = visit.club.tables.listed(&visit.member, key).or_else(by_code).ok_or(TableServiceError::NoTable)?;
    let people = AtClub::new(visit, listed, seated, listening, world);
    let unrated = people.unrated().filter(|_| seated);
    Ok(Play::with_people(seat, Box::new(people), unrated, world))
}
