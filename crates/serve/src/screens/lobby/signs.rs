//! Signs of what is new for the reader of a lobby: lines of talk that were not read, a tournament that can be joined, and
//! friends who have come. A sign stays until its screen was open. What was said or who came last is a line until the next key.

use std::collections::BTreeSet;

use super::words::safe;
use crate::club::Visit;
use crate::club::lobby::LobbyView;
use crate::club::member::MemberId;
use crate::club::talk::Room;
use crate::club::talk::ear::Ear;
use crate::rules::explain::counted;

/// A screen that shows what a sign is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shows {
    Talk,
    Tournaments,
}

/// What is new for the reader.
#[derive(Default)]
pub(super) struct Signs {
    /// Hears what is said in the lobby.
    ear: Option<Ear>,
    /// What was said last, or who has come, until the next key.
    pub(super) heard: Option<String>,
    /// The screen that covers the lobby, if it shows what a sign is about.
    shows: Option<Shows>,
    /// The newest tournament when the list was open last, and the newest of all.
    tournament: (i64, i64),
    friends: BTreeSet<MemberId>,
    /// The friends who are here; `None` before the first look.
    here: Option<BTreeSet<MemberId>>,
}

impl Signs {
    /// What comes from now on is new.
    pub(super) fn new(visit: Option<&Visit>) -> Signs {
        let ear = visit.map(|visit| Ear::new(&visit.club, Room::Lobby, visit.member.id));
        let newest = visit.map_or(0, |visit| visit.club.lobby().newest_tournament);
        Signs { ear, tournament: (newest, newest), ..Signs::default() }
    }

    /// Reads whom the reader wants to see come. If that is not possible now, they stay as they are.
    pub(super) fn read_own(&mut self, visit: &Visit) {
        if let Ok(friends) = visit.club.friends(visit.member.id)
            && friends != self.friends
        {
            self.friends = friends;
            // A friend of now who was here before has not come.
            self.here = None;
        }
    }

    /// Takes what another one has said since the last time.
    pub(super) fn listen(&mut self, visit: &Visit) -> bool {
        let heard = self.ear.as_mut().and_then(|ear| ear.news(&visit.club));
        let is_new = heard.is_some();
        self.heard = heard.or(self.heard.take());
        is_new
    }

    /// Looks at what all see. True if a friend has come.
    pub(super) fn look(&mut self, all: &LobbyView) -> bool {
        self.tournament.1 = all.newest_tournament;
        if self.friends.is_empty() {
            return false;
        }
        let friends = || all.here.iter().filter(|here| self.friends.contains(&here.member.id));
        let here: BTreeSet<MemberId> = friends().map(|here| here.member.id).collect();
        let new = |id: &MemberId| self.here.as_ref().is_some_and(|before| !before.contains(id));
        let names: Vec<String> = friends()
            .map(|here| &here.member)
            .filter(|member| new(&member.id))
            .map(|member| safe(&member.shown_name()))
            .collect();
        self.here = Some(here);
        let heard = match &names[..] {
            [] => return false,
            [name] => format!("Your friend {name} is here."),
            names => format!("Your friends {} are here.", names.join(", ")),
        };
        self.heard = Some(heard);
        true
    }

    pub(super) fn is_friend(&self, id: MemberId) -> bool {
        self.friends.contains(&id)
    }

    /// The lobby opens a screen that shows what a sign is about.
    pub(super) const fn open(&mut self, shows: Shows) {
        self.shows = Some(shows);
    }

    /// The lobby is seen again. What the other screen has shown is not new any more.
    pub(super) fn come_back(&mut self, visit: &Visit) {
        self.listen(visit);
        match self.shows.take() {
            Some(Shows::Talk) => {
                self.heard = None;
                self.ear.iter_mut().for_each(Ear::forget_unread);
            }
            Some(Shows::Tournaments) => {
                self.tournament.0 = visit.club.lobby().newest_tournament.max(self.tournament.0);
            }
            None => {}
        }
    }

    /// Can a tournament be joined that is newer than the last look at the list?
    pub(super) const fn has_tournament(&self) -> bool {
        self.tournament.1 > self.tournament.0
    }

    /// The lines of talk that were not read, and how many are here, in words.
    pub(super) fn about(&self, people: usize) -> String {
        let unread = self.ear.as_ref().map_or(0, Ear::unread);
        let lines = (unread > 0).then(|| counted(unread, "new line"));
        let people = (people > 1).then(|| format!("{people} are here"));
        lines.into_iter().chain(people).collect::<Vec<_>>().join(" · ")
    }
}
