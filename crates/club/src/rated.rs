//! Ratings in the club: what a finished game changes, and the ladders.

use std::net::IpAddr;
use std::time::SystemTime;

use super::address::network;
use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::ratings::{Ladder, NotRated, PROVISIONAL, RatedGame, Standing, anchors};
use super::{Club, ClubError};
use crate::players::computer::LEVELS;

/// A row of a ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderRow {
    /// The rank; `None` for a provisional rating.
    pub rank: Option<usize>,
    /// The member; `None` for a computer.
    pub member: Option<MemberId>,
    /// The name, or the level of the computer.
    pub name: String,
    /// The points.
    pub value: f64,
    /// The deviation as it is now.
    pub deviation: f64,
    /// The rated games.
    pub games: u32,
    /// When the last one ended.
    pub last: Option<SystemTime>,
}

impl LadderRow {
    /// Whether the rating is provisional.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }
}

impl Club {
    /// A member is connected from this address. It is not stored.
    pub fn note_address(&self, member: MemberId, address: IpAddr) {
        self.present().addresses.insert(member, network(address));
    }

    /// Where a member was connected from last, since the server has started.
    pub fn address(&self, member: MemberId) -> Option<IpAddr> {
        self.present().addresses.get(&member).copied()
    }

    /// The members who were connected last from one of these addresses, since the server has started.
    pub fn last_at(&self, is: impl Fn(IpAddr) -> bool) -> Result<Vec<Member>, ClubError> {
        let found: Vec<MemberId> =
            self.present().addresses.iter().filter(|(_, at)| is(**at)).map(|(id, _)| *id).collect();
        let member = |id: MemberId| match id {
            MemberId::Member(number) => Ok(self.store.member(number)?),
            MemberId::Guest(connection) => Ok(Some(Member::guest(connection))),
        };
        found.into_iter().filter_map(|id| member(id).transpose()).collect()
    }

    /// Rates a finished game, once. The inner error says why it is not rated.
    pub fn rate(&self, game: RatedGame) -> Result<Result<Vec<(i64, Standing)>, NotRated>, ClubError> {
        let rated = self.store.rate(game)?;
        for (member, _) in rated.as_ref().into_iter().flatten() {
            self.notifier.notify(Topic::Member(MemberId::Member(*member)));
        }
        Ok(rated)
    }

    /// The standing of a member in a ladder; `None` for a guest, and before the first game.
    pub fn standing(&self, member: MemberId, ladder: &Ladder) -> Result<Option<Standing>, ClubError> {
        match member {
            MemberId::Member(number) => Ok(self.store.standing(number, ladder)?),
            MemberId::Guest(_) => Ok(None),
        }
    }

    /// All ladders of a member, for the account.
    pub fn standings(&self, member: MemberId) -> Result<Vec<(Ladder, Standing)>, ClubError> {
        match member {
            MemberId::Member(number) => Ok(self.store.standings(number)?),
            MemberId::Guest(_) => Ok(Vec::new()),
        }
    }

    /// When a member came, in seconds since 1970; `None` for a guest, and if they are gone.
    pub fn joined(&self, member: MemberId) -> Result<Option<i64>, ClubError> {
        let MemberId::Member(number) = member else { return Ok(None) };
        if self.store.member(number)?.is_none() {
            return Ok(None);
        }
        Ok(Some(self.store.folder_of(number)?.1))
    }

    /// The ratings of a member after each game of a ladder, in points, the oldest first.
    pub fn rating_history(&self, member: MemberId, ladder: &Ladder) -> Result<Vec<f64>, ClubError> {
        let MemberId::Member(number) = member else { return Ok(Vec::new()) };
        Ok(self.store.rating_history(number, ladder)?.into_iter().map(|(_, value, _)| value).collect())
    }

    /// A ladder: members and computers of every level, the highest rating first. Provisional ratings have no rank.
    pub fn ladder(&self, ladder: &Ladder, now: SystemTime) -> Result<Vec<LadderRow>, ClubError> {
        let member = |(number, name, standing): (i64, Option<String>, Standing)| {
            let id = MemberId::Member(number);
            LadderRow {
                rank: None,
                member: Some(id),
                name: Member { id, name }.shown_name(),
                value: standing.rating.value,
                deviation: standing.now(now).deviation,
                games: standing.games,
                last: Some(standing.last),
            }
        };
        let computer = |(level, games, last): (u8, u32, Option<SystemTime>)| LadderRow {
            rank: None,
            member: None,
            name: format!("Computer, level {level}"),
            value: anchors::of(&ladder.game, level),
            deviation: anchors::DEVIATION,
            games,
            last,
        };
        let mut rows: Vec<LadderRow> = self.store.ladder(ladder)?.into_iter().map(member).collect();
        rows.extend(self.store.level_games(ladder, LEVELS)?.into_iter().map(computer));
        rows.sort_by(|one, other| other.value.total_cmp(&one.value));
        for (rank, row) in (1..).zip(rows.iter_mut().filter(|row| !row.is_provisional())) {
            row.rank = Some(rank);
        }
        Ok(rows)
    }
}
