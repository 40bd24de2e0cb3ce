//! Challenges: a member asks another member, or everybody, for a game. A challenge waits for those who are away.

pub(super) mod limits;

use std::time::SystemTime;

use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::store::{AnswerRow, ChallengeRow, Closing, Origin, TableKey};
pub use super::store::{COUNTED, ChallengeId};
use super::table_service::{Seat, TableService, TableServiceError, Terms};
use crate::record::date::Date;
use crate::record::journal::JournalEvent;
use crate::session::setup::SetupError;
pub use limits::{CHALLENGE_LIFETIME, MostChallenges, TooMany};

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
    pub(crate) made: SystemTime,
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

/// Some challenges of many.
pub(super) struct SomeChallenges {
    pub(super) challenges: Vec<Challenge>,
    /// The others are after this one; `None` if there are no more.
    pub(super) last: Option<ChallengeId>,
}

const fn number(who: &Member) -> Result<i64, TableServiceError> {
    match who.id {
        MemberId::Member(number) => Ok(number),
        MemberId::Guest(_) => Err(TableServiceError::Guest { what: "by challenge" }),
    }
}

impl TableService {
    fn challenge_of(&self, row: ChallengeRow) -> Result<Challenge, TableServiceError> {
        let event: JournalEvent = serde_json::from_str(&row.terms).map_err(|_| SetupError::NoBegin)?;
        let terms = Terms::read(&event, row.rated, self.games())?;
        Ok(Challenge {
            id: row.id,
            by: row.by,
            to: row.to,
            terms,
            made: row.made,
            expires: row.made + CHALLENGE_LIFETIME,
        })
    }

    /// Challenges a member, or everybody. The challenger has the seat of the host; open seats are for those who accept.
    pub fn challenge(
        &self,
        by: &Member,
        to: Option<MemberId>,
        terms: &Terms,
    ) -> Result<ChallengeId, TableServiceError> {
        let own = number(by)?;
        self.check_offered(terms)?;
        terms.check(by)?;
        let to = match to {
            Some(MemberId::Member(to)) if to == own => return Err(TableServiceError::OwnChallenge),
            Some(MemberId::Member(to)) => Some(to),
            Some(MemberId::Guest(_)) => return Err(TableServiceError::GuestChallenged),
            None => None,
        };
        to.map_or(Ok(()), |to| self.check_blocks(own, to))?;
        if !terms.seats.contains(&super::table_service::Wanted::Open) {
            return Err(TableServiceError::NotFree);
        }
        let (now, most) = (self.now(), self.most_challenges());
        let event = serde_json::to_string(&terms.to_event(Date::of(now))).unwrap_or_default();
        let id = match self.store().add_challenge((own, to), (event, terms.rated), now, most)? {
            Ok(id) => id,
            Err(refused) => return Err(self.too_many(refused, to, most)),
        };
        if let Some(to) = to {
            self.tell_challenged(id.0, by, MemberId::Member(to), terms.game.spec().title);
        }
        self.notify_challenged(by.id, to.map(MemberId::Member));
        Ok(id)
    }

    /// Notes a limit for the operator, and says why there is no challenge.
    fn too_many(&self, refused: TooMany, to: Option<i64>, most: MostChallenges) -> TableServiceError {
        let (limit, error) = match refused {
            TooMany::ToAll => ("challenges_to_all", TableServiceError::ManyToAll { most: most.to_all }),
            TooMany::Own => ("challenges_per_member", TableServiceError::ManyChallenges { most: most.member }),
            TooMany::Waiting => {
                let name = to.and_then(|to| self.store().member(to).ok().flatten());
                let name = name.map(|member| member.shown_name()).unwrap_or_default();
                ("challenges_waiting", TableServiceError::ManyWaiting { name })
            }
            TooMany::InAll => ("challenges", TableServiceError::ManyInAll),
        };
        self.reached.note(limit);
        error
    }

    /// Refuses a challenge between members of whom one has blocked the other.
    fn check_blocks(&self, by: i64, to: i64) -> Result<(), TableServiceError> {
        let name = || -> Result<String, TableServiceError> {
            Ok(self.store().member(to)?.ok_or(TableServiceError::NoMember)?.shown_name())
        };
        if self.store().is_blocked(to, by)? {
            return Err(TableServiceError::NotTaken { name: name()? });
        }
        if self.store().is_blocked(by, to)? {
            return Err(TableServiceError::Blocked { name: name()? });
        }
        name().map(|_| ())
    }

    /// The open challenges that a member has made or may accept, the oldest first: at most as many as a list shows. Guests
    /// have none.
    pub fn challenges(&self, who: &Member) -> Result<Vec<Challenge>, TableServiceError> {
        let Ok(number) = number(who) else { return Ok(Vec::new()) };
        let rows = self.store().challenges(number)?;
        let all = rows.into_iter().map(|row| self.challenge_of(row)).collect::<Result<Vec<_>, _>>()?;
        let now = self.now();
        Ok(all.into_iter().filter(|challenge| now < challenge.expires).collect())
    }

    /// Some open challenges of others to everybody, the oldest first: those after this one, or the oldest of all. Those of
    /// games that are gone are left out.
    pub(super) fn open_to_all(
        &self,
        who: &Member,
        after: Option<ChallengeId>,
        rated: bool,
    ) -> Result<SomeChallenges, TableServiceError> {
        let rows = self.store().open_to_all(number(who)?, after, rated)?;
        let (last, now) = (rows.last().map(|row| row.id), self.now());
        let read = rows.into_iter().filter_map(|row| self.challenge_of(row).ok());
        Ok(SomeChallenges { challenges: read.filter(|challenge| now < challenge.expires).collect(), last })
    }

    /// How many open challenges there are that [`TableService::challenges`] does not list. From [`COUNTED`] on it may be fewer than
    /// there are.
    pub fn more_challenges(&self, who: &Member) -> Result<usize, TableServiceError> {
        let Ok(number) = number(who) else { return Ok(0) };
        Ok(self.store().more_challenges(number)?)
    }

    /// The challenges of a member that are over and of which they have not heard, the oldest first.
    pub fn answers(&self, who: &Member) -> Result<Vec<Answered>, TableServiceError> {
        let Ok(number) = number(who) else { return Ok(Vec::new()) };
        let answered =
            |AnswerRow { challenge, how }| Ok(Answered { challenge: self.challenge_of(challenge)?, how });
        self.store().answers(number)?.into_iter().map(answered).collect()
    }

    /// A member has heard how their challenge was answered. False if another terminal of theirs had told them before.
    pub fn heard_answer(&self, who: &Member, id: ChallengeId) -> Result<bool, TableServiceError> {
        let first = self.store().note_heard(number(who)?, id)?;
        if first {
            self.notifier().notify(Topic::Member(who.id));
        }
        Ok(first)
    }

    /// A challenge that is open for this member: they made it, or may accept it.
    fn open_challenge(&self, who: &Member, id: ChallengeId) -> Result<Challenge, TableServiceError> {
        let row = self.store().challenge(number(who)?, id)?.ok_or(TableServiceError::NoChallenge)?;
        let challenge = self.challenge_of(row)?;
        if self.now() < challenge.expires { Ok(challenge) } else { Err(TableServiceError::NoChallenge) }
    }

    /// Accepts a challenge: both sit at a new table. A live game starts when both are here.
    pub fn accept(&self, who: &Member, id: ChallengeId) -> Result<TableKey, TableServiceError> {
        number(who)?;
        let (key, challenge) = self.alone(|| {
            let challenge = self.open_challenge(who, id)?;
            if challenge.by.id == who.id {
                return Err(TableServiceError::OwnChallenge);
            }
            // What could be asked for then may not be possible any more.
            challenge.terms.check(&challenge.by)?;
            let mut seats = challenge.terms.seats_of(&challenge.by);
            let open = seats.iter_mut().find(|seat| **seat == Seat::Open).ok_or(TableServiceError::NotFree)?;
            *open = Seat::of(who);
            let new = self.new_table(challenge.by.id, &challenge.terms, seats)?;
            let key = self.add(new, Origin::Challenge(id))?;
            Ok((key.ok_or(TableServiceError::NoChallenge)?, challenge))
        })?;
        self.tell_answered(&challenge, who, true);
        self.notify_table_at(key);
        self.notify_about(&challenge);
        Ok(key)
    }

    /// Declines a challenge to this member.
    pub fn decline(&self, who: &Member, id: ChallengeId) -> Result<(), TableServiceError> {
        let challenge = self.open_challenge(who, id)?;
        if challenge.to.as_ref().is_none_or(|to| to.id != who.id) {
            return Err(TableServiceError::NoChallenge);
        }
        self.close(&challenge, Closing::Declined)?;
        self.tell_answered(&challenge, who, false);
        Ok(())
    }

    /// Withdraws a challenge of this member.
    pub fn withdraw(&self, who: &Member, id: ChallengeId) -> Result<(), TableServiceError> {
        let challenge = self.open_challenge(who, id)?;
        if challenge.by.id != who.id {
            return Err(TableServiceError::NoChallenge);
        }
        self.close(&challenge, Closing::Withdrawn)
    }

    pub(super) fn withdraw_all(&self, who: &Member) -> Result<(), TableServiceError> {
        if let Ok(number) = number(who) {
            self.store().withdraw_challenges(number)?;
            self.notifier().notify_all();
        }
        Ok(())
    }

    fn close(&self, challenge: &Challenge, how: Closing) -> Result<(), TableServiceError> {
        if !self.store().close_challenge(challenge.id, how)? {
            return Err(TableServiceError::NoChallenge);
        }
        self.notify_about(challenge);
        Ok(())
    }

    fn notify_about(&self, challenge: &Challenge) {
        self.notify_challenged(challenge.by.id, challenge.to.as_ref().map(|to| to.id));
    }

    fn notify_challenged(&self, by: MemberId, to: Option<MemberId>) {
        self.notify_people([Some(by), to].into_iter().flatten());
        if to.is_none() {
            self.notify_to_all();
        }
    }
}
