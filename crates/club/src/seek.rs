//! Somebody seeks a game: if another member has challenged everybody to the same one, they play at once; otherwise the
//! challenge waits.

use super::Club;
use super::challenge::{Challenge, ChallengeId};
use super::member::{Member, MemberId};
use super::ratings::{Ladder, PROVISIONAL};
use super::store::TableKey;
use super::table_service::{TableServiceError, Terms, Wanted};

/// The most points between two who are paired. Whose rating is not known yet is paired with anybody.
const RANGE: f64 = 300.0;

/// What becomes of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// Somebody had asked for the same: the game is at this table.
    Plays(TableKey),
    /// The challenge waits for somebody.
    Waits(ChallengeId),
}

/// Do both ask for the same game of two, whoever begins?
fn is_same(one: &Terms, other: &Terms) -> bool {
    let of_two = |terms: &Terms| {
        terms.seats.len() == 2 && terms.seats.contains(&Wanted::Host) && terms.seats.contains(&Wanted::Open)
    };
    of_two(one)
        && of_two(other)
        && one.game == other.game
        && (&one.start, one.clock, one.rated) == (&other.start, other.clock, other.rated)
}

impl Club {
    /// The rating of a member in a game, if it is known well enough.
    fn known_rating(&self, member: MemberId, terms: &Terms) -> Option<f64> {
        let standing = self.standing(member, &Ladder::usual(terms.game)).ok().flatten()?;
        (standing.rating.deviation <= PROVISIONAL).then_some(standing.rating.value)
    }

    fn suits(&self, who: &Member, challenge: &Challenge, terms: &Terms) -> bool {
        let near = || {
            let ratings = self.known_rating(who.id, terms).zip(self.known_rating(challenge.by.id, terms));
            ratings.is_none_or(|(one, other)| (one - other).abs() <= RANGE)
        };
        challenge.to.is_none() && challenge.by.id != who.id && is_same(&challenge.terms, terms) && near()
    }

    /// Plays with a member who waits for such a game, or challenges everybody to it.
    pub fn seek(&self, who: &Member, terms: &Terms) -> Result<Sought, TableServiceError> {
        let mut last = None;
        loop {
            let some = self.tables.open_to_all(who, last, terms.rated)?;
            if some.last.is_none() {
                break;
            }
            last = some.last;
            for challenge in some.challenges.iter().filter(|challenge| self.suits(who, challenge, terms)) {
                match self.tables.accept(who, challenge.id) {
                    Ok(key) => return Ok(Sought::Plays(key)),
                    // Another one was faster.
                    Err(TableServiceError::NoChallenge) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(Sought::Waits(self.tables.challenge(who, None, terms)?))
    }
}
