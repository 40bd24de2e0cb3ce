//! The screens of the club by name, and what the screens of everybody ask of it.

use std::any::Any;

use crate::club::Visit;
use crate::club::change_notifier::{Listening, Topic};
use crate::club::member::Member;
use crate::club::store::TableKey;
use crate::club::table_service::Together;
use crate::club::talk::Room;
use crate::club::talk::ear::Ear;
use crate::record::game::Game;
use crate::rules::variant::Variant;
use crate::tui::membership::Membership;
use crate::tui::place::{AddedEntry, Place};
use crate::tui::view::View;
use crate::tui::wakes::Reason;
use crate::tui::world::World;
use crate::zone::Zone;

/// A screen of the club that can be opened.
pub enum ClubPlace {
    /// The people of the club, their tables and games.
    Lobby,
    /// The form of a new table.
    NewTable,
    /// The form of a challenge: of a member, or of everybody.
    Challenge(Option<Box<Member>>),
    /// A table that waits for people, with its invitation code.
    Table(TableKey, Option<String>),
    /// A game at a table of people, to be played or watched.
    Game(TableKey, Option<String>),
    /// A finished game that people review together, in this orientation.
    Together(Box<(Together, Ear, Game)>, View),
    /// The talk in a room, over the screen below.
    Talk(Room),
    /// The ladders: that of a game first.
    Ladder(Option<&'static dyn Variant>),
    /// The page of a member.
    Member(Box<Member>),
    /// The finished games of everybody.
    Played,
    /// The account of a member.
    Account,
    /// The files of a member.
    OwnFiles,
    /// The tournaments.
    Tournaments,
}

impl From<ClubPlace> for Place {
    fn from(place: ClubPlace) -> Place {
        Place::Added(Box::new(place))
    }
}

/// The entries of the club on the home screen.
pub const ENTRIES: &[AddedEntry] = &[
    AddedEntry { title: "Lobby", place: || ClubPlace::Lobby.into() },
    AddedEntry { title: "Account", place: || ClubPlace::Account.into() },
];

/// The club of a client, through the visit of its user.
#[derive(Debug)]
pub struct Entered(pub Visit);

impl Membership for Entered {
    fn zone(&self) -> Zone {
        self.0.zone()
    }

    fn refresh(&mut self) -> bool {
        self.0.refresh()
    }
}

/// The visit of the user, if this client has entered a club.
pub fn visit(world: &World) -> Option<&Visit> {
    let club: &dyn Any = world.club.as_deref()?;
    club.downcast_ref::<Entered>().map(|entered| &entered.0)
}

/// Wakes this client when one of these topics changes, or something that concerns its user only, until the result is dropped.
pub(crate) fn listen(topics: &[Topic], world: &World) -> Option<Listening> {
    let visit = visit(world)?;
    let topics = [&[Topic::Member(visit.member.id)], topics].concat();
    Some(visit.club.notifier.listen(&topics, world.waker(Reason::Club)))
}

/// The visit of the user, to change what it knows of them.
pub fn visit_mut(world: &mut World) -> Option<&mut Visit> {
    let club: &mut dyn Any = world.club.as_deref_mut()?;
    club.downcast_mut::<Entered>().map(|entered| &mut entered.0)
}
