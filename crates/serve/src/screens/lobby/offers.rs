//! Challenges in the lobby: those that wait for an answer of this member, their own, and what became of those. A challenge
//! of somebody is one line that waits for a key, never a dialog. While another screen covers the lobby, news are told there
//! once.

use std::collections::BTreeSet;

use super::Lobby;
use super::goal::Goal;
use super::words::{answered, offer};
use crate::club::Visit;
use crate::club::challenge::{Answered, Challenge, ChallengeId};
use crate::club::member::MemberId;
use crate::club::store::Closing;
use crate::screens::club::{ClubPlace, visit};
use crate::tui::action::Action;
use crate::tui::message::Message;
use crate::tui::screen::Transition;
use crate::tui::world::{TerminalRequest, World};

/// The challenges that concern a member.
#[derive(Default)]
pub(super) struct Challenges {
    /// Those that are open: their own, and those that they may accept.
    pub(super) open: Vec<Challenge>,
    /// How many more there are that are not listed.
    pub(super) more: usize,
    /// Their own that are over, and of which they have not heard.
    pub(super) answered: Vec<Answered>,
    /// What was told over another screen, or was seen in the lobby.
    known: BTreeSet<ChallengeId>,
    /// The same for answers.
    known_answers: BTreeSet<ChallengeId>,
}

impl Challenges {
    /// Reads them from the club. If that is not possible now, they stay as they are until the next change.
    pub(super) fn read(&mut self, visit: &Visit) {
        let tables = &visit.club.tables;
        if let Ok(open) = tables.challenges(&visit.member) {
            self.open = open;
        }
        if let Ok(more) = tables.more_challenges(&visit.member) {
            self.more = more;
        }
        if let Ok(answered) = tables.answers(&visit.member) {
            self.answered = answered;
        }
    }

    /// The open challenge with this number.
    pub(super) fn find(&self, id: ChallengeId) -> Option<&Challenge> {
        self.open.iter().find(|challenge| challenge.id == id)
    }

    /// The challenge of this member that waits for an answer: the one with this number if it is one, or the oldest.
    pub(super) fn offered(&self, me: MemberId, chosen: Option<ChallengeId>) -> Option<&Challenge> {
        let asked = || self.open.iter().filter(|one| one.to.as_ref().is_some_and(|to| to.id == me));
        asked().find(|one| Some(one.id) == chosen).or_else(|| asked().next())
    }

    /// The challenges and the answers that are new since the last time.
    fn news(&mut self, me: MemberId) -> (Vec<&Challenge>, Vec<&Answered>) {
        // What is over is not news again, so nobody remembers more than is open.
        self.known.retain(|id| self.open.iter().any(|one| one.id == *id));
        self.known_answers.retain(|id| self.answered.iter().any(|one| one.challenge.id == *id));
        let asked = |one: &&Challenge| one.to.as_ref().is_some_and(|to| to.id == me);
        let offers = self.open.iter().filter(asked).filter(|one| self.known.insert(one.id)).collect();
        let answers = { self.answered.iter() }.filter(|one| self.known_answers.insert(one.challenge.id)).collect();
        (offers, answers)
    }
}

impl Lobby {
    /// The challenge that the keys answer.
    pub(super) fn offered(&self, visit: &Visit) -> Option<ChallengeId> {
        let chosen = if let Some(Goal::Offer(id)) = self.goal() { Some(*id) } else { None };
        self.read.challenges.offered(visit.member.id, chosen).map(|challenge| challenge.id)
    }

    /// Tells what is new on the screen that covers this one.
    pub(super) fn tell_news(&mut self, world: &mut World) {
        let Some(visit) = visit(world) else { return };
        self.read.challenges.read(visit);
        let (offers, answers) = self.read.challenges.news(visit.member.id);
        let mut news: Vec<String> =
            offers.into_iter().map(|one| format!("{} It waits in the lobby.", offer(one))).collect();
        news.extend(answers.into_iter().map(|answer| {
            let waits = matches!(answer.how, Closing::Accepted(_));
            format!("{}{}", answered(answer), if waits { " The game is in the lobby." } else { "" })
        }));
        if !news.is_empty() {
            world.news.extend(news);
            world.requests.push(TerminalRequest::Bell);
        }
    }

    /// What is seen in the lobby is not told again. What was told before is old then: a new challenge has its own line,
    /// and an answer is told.
    pub(super) fn note_news(&mut self, me: MemberId) {
        let (offers, answers) = self.read.challenges.news(me);
        if !offers.is_empty() || !answers.is_empty() {
            let words: Vec<String> = answers.into_iter().map(answered).collect();
            self.message = (!words.is_empty()).then(|| Message::notice(words.join(" ")));
        }
    }

    /// Agrees to the challenge, or refuses it.
    pub(super) fn answer(&mut self, action: Action, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Same };
        let Some(id) = self.offered(visit) else { return Transition::Same };
        if action == Action::Agree {
            return self.accept(id, world);
        }
        self.done(visit.club.tables.decline(&visit.member, id).err(), world)
    }

    /// Accepts a challenge: it becomes a table.
    pub(super) fn accept(&mut self, id: ChallengeId, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Same };
        match visit.club.tables.accept(&visit.member, id) {
            Ok(key) => Transition::Open(ClubPlace::Table(key, None).into()),
            Err(refused) => self.done(Some(refused), world),
        }
    }

    /// Withdraws a challenge of this member.
    pub(super) fn withdraw(&mut self, id: ChallengeId, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Same };
        self.done(visit.club.tables.withdraw(&visit.member, id).err(), world)
    }

    /// The member has read how a challenge was answered. An accepted one leads to its table.
    pub(super) fn hear(&mut self, id: ChallengeId, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Same };
        let how =
            self.read.challenges.answered.iter().find(|answer| answer.challenge.id == id).map(|answer| answer.how);
        let refused = visit.club.tables.heard_answer(&visit.member, id).err();
        match (how, refused) {
            (Some(Closing::Accepted(key)), None) => Transition::Open(ClubPlace::Table(key, None).into()),
            (_, refused) => self.done(refused, world),
        }
    }

    /// Goes to the game of a challenge that was accepted just now, unless it has days for each move.
    pub(super) fn open_accepted(&mut self, world: &World) -> Option<Transition> {
        let visit = visit(world).filter(|_| self.asked.is_none())?;
        let here = |key| visit.club.tables.listed(&visit.member, key).is_some();
        let (id, key) = self.read.challenges.answered.iter().find_map(|answer| match answer.how {
            Closing::Accepted(key) if !answer.challenge.terms.is_slow() && here(key) => {
                Some((answer.challenge.id, key))
            }
            _ => None,
        })?;
        // Another terminal of the member may have gone there.
        let first = visit.club.tables.heard_answer(&visit.member, id).unwrap_or(false);
        first.then(|| Transition::Open(ClubPlace::Table(key, None).into()))
    }

    fn done(
        &mut self,
        refused: Option<crate::club::table_service::TableServiceError>,
        world: &World,
    ) -> Transition {
        self.message = refused.map(Message::warning);
        self.read_own(world);
        self.look(world);
        Transition::Changed
    }
}
