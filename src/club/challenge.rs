//! Challenges: a member asks another member, or everybody, for a game. A challenge waits for those who are away.

use std::time::{Duration, SystemTime};

use super::hall::{Hall, HallError, Seat, Terms};
use super::member::{Member, MemberId};
pub use super::store::ChallengeId;
use super::store::{ChallengeRow, Closing, TableKey};
use crate::record::date::stamp;
use crate::record::journal::JournalEvent;
use crate::session::setup::SetupError;

/// A challenge that nobody has accepted for so long is over.
pub const PATIENCE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The most open challenges that one member can have made.
pub const MOST: usize = 20;

/// An open challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The number.
    pub id: ChallengeId,
    /// Who made it.
    pub by: Member,
    /// Who is challenged; `None` for everybody.
    pub to: Option<Member>,
    /// The table that is opened when it is accepted.
    pub terms: Terms,
    /// When it was made.
    pub made: SystemTime,
    /// When it ends if nobody accepts it.
    pub expires: SystemTime,
}

const fn number(who: &Member) -> Result<i64, HallError> {
    match who.id {
        MemberId::Member(number) => Ok(number),
        MemberId::Guest(_) => Err(HallError::Guest { what: "by challenge" }),
    }
}

impl Hall {
    fn challenge_of(&self, row: ChallengeRow) -> Result<Challenge, HallError> {
        let event: JournalEvent = serde_json::from_str(&row.terms).map_err(|_| SetupError::NoBegin)?;
        let terms = Terms::read(&event, row.rated, self.games())?;
        Ok(Challenge { id: row.id, by: row.by, to: row.to, terms, made: row.made, expires: row.made + PATIENCE })
    }

    /// Challenges a member, or everybody. The challenger has the seat of the host; open seats are for those who accept.
    pub fn challenge(&self, by: &Member, to: Option<MemberId>, terms: &Terms) -> Result<ChallengeId, HallError> {
        let own = number(by)?;
        terms.check(by)?;
        let to = match to {
            Some(MemberId::Member(to)) if to == own => return Err(HallError::OwnChallenge),
            Some(MemberId::Member(to)) => Some(to),
            Some(MemberId::Guest(_)) => return Err(HallError::Guest { what: "by challenge" }),
            None => None,
        };
        if !terms.seats.contains(&super::hall::Wanted::Open) {
            return Err(HallError::NotFree);
        }
        if self.store().challenges_by(own)? >= MOST {
            return Err(HallError::ManyChallenges { most: MOST });
        }
        let now = self.now();
        let event = serde_json::to_string(&terms.to_event(stamp(now))).unwrap_or_default();
        let id = self.store().add_challenge((own, to), (event, terms.rated), now)?;
        self.ring();
        Ok(id)
    }

    /// The open challenges that a person has made or may accept, the oldest first.
    pub fn challenges(&self, who: &Member) -> Result<Vec<Challenge>, HallError> {
        let rows = self.store().challenges(number(who).ok())?;
        let all = rows.into_iter().map(|row| self.challenge_of(row)).collect::<Result<Vec<_>, _>>()?;
        let now = self.now();
        Ok(all.into_iter().filter(|challenge| now < challenge.expires).collect())
    }

    /// A challenge that is open for this member: they made it, or may accept it.
    fn open_challenge(&self, who: &Member, id: ChallengeId) -> Result<Challenge, HallError> {
        let row = self.store().challenge(id)?.ok_or(HallError::NoChallenge)?;
        let challenge = self.challenge_of(row)?;
        let concerns = challenge.by.id == who.id || challenge.to.as_ref().is_none_or(|to| to.id == who.id);
        if !concerns || challenge.expires <= self.now() {
            return Err(HallError::NoChallenge);
        }
        Ok(challenge)
    }

    /// Accepts a challenge: both sit at a new table. A live game starts when both are here.
    pub fn accept(&self, who: &Member, id: ChallengeId) -> Result<TableKey, HallError> {
        number(who)?;
        let key = self.alone(|| {
            let challenge = self.open_challenge(who, id)?;
            if challenge.by.id == who.id {
                return Err(HallError::OwnChallenge);
            }
            let mut seats = challenge.terms.seats_of(&challenge.by);
            let open = seats.iter_mut().find(|seat| **seat == Seat::Open).ok_or(HallError::NotFree)?;
            *open = Seat::of(who);
            let key = self.add(challenge.by.id, &challenge.terms, seats)?;
            self.store().close_challenge(id, Closing::Accepted(key))?;
            Ok(key)
        })?;
        self.ring();
        Ok(key)
    }

    /// Declines a challenge to this member.
    pub fn decline(&self, who: &Member, id: ChallengeId) -> Result<(), HallError> {
        let challenge = self.open_challenge(who, id)?;
        if challenge.to.is_none_or(|to| to.id != who.id) {
            return Err(HallError::NoChallenge);
        }
        self.close(id, Closing::Declined)
    }

    /// Withdraws a challenge of this member.
    pub fn withdraw(&self, who: &Member, id: ChallengeId) -> Result<(), HallError> {
        if self.open_challenge(who, id)?.by.id != who.id {
            return Err(HallError::NoChallenge);
        }
        self.close(id, Closing::Withdrawn)
    }

    fn close(&self, id: ChallengeId, how: Closing) -> Result<(), HallError> {
        if !self.store().close_challenge(id, how)? {
            return Err(HallError::NoChallenge);
        }
        self.ring();
        Ok(())
    }
}
