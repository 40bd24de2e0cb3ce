//! A tournament: an arena of some minutes or a round-robin of one game. Pure: the time is passed in, and who plays the
//! games tells their results.

mod absence;
mod arena;
mod circle;
mod error;
mod limits;
mod table;

use std::fmt;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

pub use absence::Idle;
pub use circle::rounds;
pub use error::TournamentError;
pub use limits::TournamentLimits;
pub use table::Row;

use super::member::{DELETED, MemberId};
use super::moment::seconds;
use crate::players::computer::LEVELS;
use crate::session::table::Identity;

/// The whole point, in sixtieths: exact for up to five equal shares.
pub const POINT: u32 = 60;

/// The most who can take part: in an arena, and in a round-robin, where everybody meets everybody.
pub(crate) const MOST_IN_ARENA: usize = 100;
/// The same for a round-robin.
pub(crate) const MOST_IN_ROUNDS: usize = 16;

/// The lengths of an arena, in minutes.
pub const MINUTES: [u32; 4] = [30, 60, 90, 120];

/// The level of a computer that fills a seat of a group that is not full.
pub(crate) const FILLER: u8 = 3;

/// The form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Form {
    /// As many games as there is time for: who is free is paired again.
    Arena {
        /// The minutes in which games are started.
        minutes: u32,
    },
    /// Everybody meets everybody.
    RoundRobin,
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The form.
    pub form: Form,
    /// The game.
    pub game: String,
    /// Its file, if it is no part of the program: the rules stay as they are when the tournament is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The preset; `None` for the usual setup.
    pub preset: Option<String>,
    /// The clock, as in a setup: `5+3`.
    pub clock: Option<String>,
    /// Whether games of members count for ratings.
    pub rated: bool,
    /// The seats of a game.
    pub seats: usize,
}

/// Who takes part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    /// A member.
    Member(MemberId),
    /// A computer of this level.
    Level(u8),
}

impl fmt::Display for Who {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Member(member) => member.fmt(out),
            Who::Level(level) => write!(out, "level:{level}"),
        }
    }
}

impl Who {
    fn read(text: &str) -> Option<Who> {
        match text.strip_prefix("level:") {
            Some(level) => level.parse().ok().filter(|level| (1..=LEVELS).contains(level)).map(Who::Level),
            None => MemberId::of(&Identity::new(text)).map(Who::Member),
        }
    }
}

impl Serialize for Who {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Who, D::Error> {
        let text = String::deserialize(deserializer)?;
        Who::read(&text).ok_or_else(|| serde::de::Error::custom(format!("{text} takes part in no tournament")))
    }
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Who it is.
    pub who: Who,
    /// The name when they joined.
    pub name: String,
    /// Whether they play no further game.
    pub withdrawn: bool,
}

/// A game of the tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The number of the table; `None` if it was not played because somebody had withdrawn.
    pub table: Option<i64>,
    /// The round, from 0. In an arena every game is in round 0.
    pub round: usize,
    /// The entrants by their seats; `None` is a computer that fills the seat.
    pub seats: Vec<Option<usize>>,
    /// The shares of the seats in sixtieths, when it is over.
    pub shares: Option<Vec<u32>>,
    /// Since when it has waited for somebody who is away, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<u64>,
    /// How long somebody who is here has not made one of the first moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) idle: Option<Idle>,
}

impl Bout {
    /// Whether this entrant plays in it.
    pub fn has(&self, entrant: usize) -> bool {
        self.seats.contains(&Some(entrant))
    }

    /// Whether this is the game of these seats. A seat whose player had withdrawn before the start has a filler.
    pub fn is_of(&self, seats: &[Option<usize>]) -> bool {
        self.seats.len() == seats.len()
            && self.seats.iter().zip(seats).all(|(own, seat)| own == seat || own.is_none())
    }

    /// The share of an entrant, when it is over.
    fn share(&self, entrant: usize) -> Option<u32> {
        let at = self.seats.iter().position(|seat| *seat == Some(entrant))?;
        self.shares.as_ref()?.get(at).copied()
    }
}

/// The state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// It waits for its start.
    Open,
    /// It was started at this time, in seconds since 1970.
    Running {
        /// When.
        since: u64,
    },
    /// It is over.
    Over,
}

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// What is played.
    pub plan: Plan,
    /// Who made it.
    pub by: Who,
    /// Who takes part, in the order in which they joined.
    pub entrants: Vec<Entrant>,
    /// The games.
    pub bouts: Vec<Bout>,
    /// The state.
    pub phase: Phase,
}

/// A game that can be started now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The round.
    pub round: usize,
    /// The entrants by their seats; `None` is a computer that fills the seat.
    pub seats: Vec<Option<usize>>,
}

impl Tournament {
    /// A tournament that nobody has joined.
    pub fn new(plan: Plan, by: MemberId) -> Tournament {
        Tournament { plan, by: Who::Member(by), entrants: Vec::new(), bouts: Vec::new(), phase: Phase::Open }
    }

    /// The entrant of somebody.
    pub fn find(&self, who: Who) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.who == who)
    }

    const fn is_arena(&self) -> bool {
        matches!(self.plan.form, Form::Arena { .. })
    }

    /// Somebody joins: a member once, computers as often as one likes. Who has withdrawn comes back.
    pub fn join(&mut self, who: Who, name: &str) -> Result<(), TournamentError> {
        if matches!(who, Who::Member(MemberId::Guest(_))) {
            return Err(TournamentError::Guest);
        }
        match self.phase {
            Phase::Over => return Err(TournamentError::Over),
            Phase::Running { .. } if !self.is_arena() => return Err(TournamentError::Started),
            _ => {}
        }
        let known = self.find(who).filter(|_| matches!(who, Who::Member(_)));
        if let Some(known) = known {
            if !self.entrants[known].withdrawn {
                return Err(TournamentError::Joined);
            }
            self.entrants[known].withdrawn = false;
            return Ok(());
        }
        let most = if self.is_arena() { MOST_IN_ARENA } else { MOST_IN_ROUNDS };
        if self.entrants.len() >= most {
            return Err(TournamentError::Full { most });
        }
        let same = self.entrants.iter().filter(|entrant| entrant.who == who).count();
        let name = if same > 0 { format!("{name} ({})", same + 1) } else { name.to_owned() };
        self.entrants.push(Entrant { who, name, withdrawn: false });
        Ok(())
    }

    /// Somebody plays no further game. Before the start they are not in it any more.
    pub fn withdraw(&mut self, who: Who) -> Result<(), TournamentError> {
        let entrant = self.find(who).filter(|&at| !self.entrants[at].withdrawn).ok_or(TournamentError::NotIn)?;
        match self.phase {
            Phase::Open => {
                self.entrants.remove(entrant);
            }
            Phase::Running { .. } => self.entrants[entrant].withdrawn = true,
            Phase::Over => return Err(TournamentError::Over),
        }
        Ok(())
    }

    /// Somebody is gone for ever. What they have played stays.
    pub(super) fn forget(&mut self, who: Who) {
        // Whether they had withdrawn before makes no difference.
        let _ = self.withdraw(who);
        for entrant in self.entrants.iter_mut().filter(|entrant| entrant.who == who) {
            DELETED.clone_into(&mut entrant.name);
        }
    }

    /// No further game is started, and those that run give nobody anything.
    pub(super) fn close(&mut self) -> Result<(), TournamentError> {
        if self.phase == Phase::Over {
            return Err(TournamentError::Over);
        }
        for table in self.running() {
            self.ended(table, None);
        }
        self.phase = Phase::Over;
        Ok(())
    }

    /// It starts. Who made it says when.
    pub fn start(&mut self, by: Who, now: SystemTime) -> Result<(), TournamentError> {
        if by != self.by {
            return Err(TournamentError::NotYours);
        }
        if self.phase != Phase::Open {
            return Err(TournamentError::Started);
        }
        if self.entrants.len() < 2 {
            return Err(TournamentError::Few);
        }
        self.phase = Phase::Running { since: seconds(now) as u64 };
        Ok(())
    }

    /// How long games are started still: `None` if there is no such end.
    pub fn left(&self, now: SystemTime) -> Option<Duration> {
        let (Form::Arena { minutes }, Phase::Running { since }) = (self.plan.form, self.phase) else { return None };
        let end = since + u64::from(minutes) * 60;
        Some(Duration::from_secs(end.saturating_sub(seconds(now) as u64)))
    }

    /// Whether one of these entrants is a member.
    fn has_member(&self, entrants: &[usize]) -> bool {
        entrants.iter().any(|&at| matches!(self.entrants[at].who, Who::Member(_)))
    }

    /// How many computers take part.
    pub fn computers(&self) -> usize {
        self.entrants.iter().filter(|entrant| matches!(entrant.who, Who::Level(_))).count()
    }

    /// Whether all members have withdrawn.
    fn is_deserted(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.withdrawn || matches!(entrant.who, Who::Level(_)))
    }

    /// Whether an entrant plays now.
    pub(crate) fn is_playing(&self, entrant: usize) -> bool {
        self.bouts.iter().any(|bout| bout.shares.is_none() && bout.has(entrant))
    }

    /// The games that can be started now. What is not played because somebody has withdrawn is decided, and the
    /// tournament ends when there is nothing more to play.
    pub fn due(&mut self, now: SystemTime, is_here: impl Fn(Who) -> bool) -> Vec<Draft> {
        if !matches!(self.phase, Phase::Running { .. }) {
            return Vec::new();
        }
        let drafts = match self.left(now) {
            Some(Duration::ZERO) => Vec::new(),
            _ if self.is_deserted() => Vec::new(),
            Some(_) => return arena::pairings(self, is_here),
            None => self.next_round(),
        };
        if drafts.is_empty() && self.bouts.iter().all(|bout| bout.shares.is_some()) {
            self.phase = Phase::Over;
        }
        drafts
    }

    /// The games of the first round that is not over and that were not started.
    fn next_round(&mut self) -> Vec<Draft> {
        for (round, groups) in rounds(self.entrants.len(), self.plan.seats).into_iter().enumerate() {
            let mut drafts = Vec::new();
            for seats in groups {
                if self.bouts.iter().any(|bout| bout.round == round && bout.is_of(&seats)) {
                    continue;
                }
                let gone = |seat: &Option<usize>| seat.is_some_and(|at| self.entrants[at].withdrawn);
                let here: Vec<usize> = seats.iter().filter(|seat| !gone(seat)).flatten().copied().collect();
                if here.len() >= 2 {
                    // Computers do not play among themselves: nobody would look at it.
                    if self.has_member(&here) {
                        drafts.push(Draft { round, seats });
                    }
                } else {
                    // Who is left has won.
                    let share = |seat: &Option<usize>| if seat.is_some() && !gone(seat) { POINT } else { 0 };
                    let shares = Some(seats.iter().map(share).collect());
                    self.bouts.push(Bout { table: None, round, seats, shares, waits: None, idle: None });
                }
            }
            let running = self.bouts.iter().any(|bout| bout.round == round && bout.shares.is_none());
            if running || !drafts.is_empty() {
                return drafts;
            }
        }
        Vec::new()
    }

    /// Who plays a seat of a draft: a member who has withdrawn from a game of more than two gives it to a computer.
    pub fn player(&self, seat: Option<usize>) -> Who {
        let entrant = seat.and_then(|at| self.entrants.get(at)).filter(|entrant| !entrant.withdrawn);
        entrant.map_or(Who::Level(FILLER), |entrant| entrant.who)
    }

    /// A game has started at this table.
    pub fn started(&mut self, draft: Draft, table: i64) {
        let Draft { round, mut seats } = draft;
        // What a filler plays is not for who has withdrawn.
        for seat in &mut seats {
            *seat = seat.filter(|&at| !self.entrants[at].withdrawn);
        }
        self.bouts.push(Bout { table: Some(table), round, seats, shares: None, waits: None, idle: None });
    }

    /// The game of a table is over, with these shares in sixtieths. A game that was aborted gives nobody anything.
    pub fn ended(&mut self, table: i64, shares: Option<Vec<u32>>) {
        let of_table = |bout: &&mut Bout| bout.table == Some(table) && bout.shares.is_none();
        if let Some(bout) = self.bouts.iter_mut().find(of_table) {
            (bout.waits, bout.idle) = (None, None);
            let none = vec![0; bout.seats.len()];
            bout.shares = Some(shares.filter(|shares| shares.len() == bout.seats.len()).unwrap_or(none));
        }
    }

    /// The tables whose games are in progress.
    pub fn running(&self) -> Vec<i64> {
        self.bouts.iter().filter(|bout| bout.shares.is_none()).filter_map(|bout| bout.table).collect()
    }

    /// The points of an entrant, in sixtieths.
    pub fn points(&self, entrant: usize) -> u32 {
        self.bouts.iter().filter_map(|bout| bout.share(entrant)).sum()
    }
}
