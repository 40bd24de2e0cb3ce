//! Challenges: a member asks another member, or everybody, for a game. A challenge waits for those who are away.

use std::time::{Duration, SystemTime};

use super::hall::{Hall, HallError, Seat, Terms};
use super::member::{Member, MemberId};
pub use super::store::ChallengeId;
use super::store::{AnswerRow, ChallengeRow, Closing, Origin, TableKey};
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

/// A challenge that is over, of which the member who made it has not heard yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The challenge.
    pub challenge: Challenge,
    /// How it is over.
    pub how: Closing,
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
            Some(MemberId::Guest(_)) => return Err(HallError::GuestChallenged),
            None => None,
        };
        to.map_or(Ok(()), |to| self.check_blocks(own, to))?;
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

    /// Refuses a challenge between members of whom one has blocked the other.
    fn check_blocks(&self, by: i64, to: i64) -> Result<(), HallError> {
        let name = || -> Result<String, HallError> {
            Ok(self.store().member(to)?.ok_or(HallError::NoMember)?.shown_name())
        };
        if self.store().is_blocked(to, by)? {
            return Err(HallError::NotTaken { name: name()? });
        }
        if self.store().is_blocked(by, to)? {
            return Err(HallError::Blocked { name: name()? });
        }
        name().map(|_| ())
    }

    /// The open challenges that a member has made or may accept, the oldest first. Guests have none.
    pub fn challenges(&self, who: &Member) -> Result<Vec<Challenge>, HallError> {
        let Ok(number) = number(who) else { return Ok(Vec::new()) };
        let rows = self.store().challenges(number)?;
        let all = rows.into_iter().map(|row| self.challenge_of(row)).collect::<Result<Vec<_>, _>>()?;
        let now = self.now();
        Ok(all.into_iter().filter(|challenge| now < challenge.expires).collect())
    }

    /// The challenges of a member that are over and of which they have not heard, the oldest first.
    pub fn answers(&self, who: &Member) -> Result<Vec<Answered>, HallError> {
        let Ok(number) = number(who) else { return Ok(Vec::new()) };
        let answered =
            |AnswerRow { challenge, how }| Ok(Answered { challenge: self.challenge_of(challenge)?, how });
        self.store().answers(number)?.into_iter().map(answered).collect()
    }

    /// A member has heard how their challenge was answered. False if another terminal of theirs had told them before.
    pub fn heard_answer(&self, who: &Member, id: ChallengeId) -> Result<bool, HallError> {
        let first = self.store().note_heard(number(who)?, id)?;
        if first {
            self.ring();
        }
        Ok(first)
    }

    /// A challenge that is open for this member: they made it, or may accept it.
    fn open_challenge(&self, who: &Member, id: ChallengeId) -> Result<Challenge, HallError> {
        self.challenges(who)?.into_iter().find(|challenge| challenge.id == id).ok_or(HallError::NoChallenge)
    }

    /// Accepts a challenge: both sit at a new table. A live game starts when both are here.
    pub fn accept(&self, who: &Member, id: ChallengeId) -> Result<TableKey, HallError> {
        number(who)?;
        let key = self.alone(|| {
            let challenge = self.open_challenge(who, id)?;
            if challenge.by.id == who.id {
                return Err(HallError::OwnChallenge);
            }
            // What could be asked for then may not be possible any more.
            challenge.terms.check(&challenge.by)?;
            let mut seats = challenge.terms.seats_of(&challenge.by);
            let open = seats.iter_mut().find(|seat| **seat == Seat::Open).ok_or(HallError::NotFree)?;
            *open = Seat::of(who);
            let key = self.add(challenge.by.id, &challenge.terms, seats, Origin::Challenge(id))?;
            key.ok_or(HallError::NoChallenge)
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
