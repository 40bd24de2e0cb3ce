//! Opens the screens of the club.

use std::error::Error;

use thiserror::Error;

use super::account::Account;
use super::club::{ClubPlace, visit};
use super::game::game;
use super::ladder::LadderScreen;
use super::lobby::{Lobby, NewTable, Waiting};
use super::own_files::OwnFiles;
use super::played::Played;
use super::talk::TalkScreen;
use super::together::review;
use super::tournaments::TournamentList;
use crate::tui::place::AddedPlace;
use crate::tui::screen::Screen;
use crate::tui::world::World;

/// The session is led to the server of a table.
#[derive(Debug, Error)]
#[error("This table is at another server: you are led there.")]
struct OnTheWay;

impl AddedPlace for ClubPlace {
    fn open(self: Box<Self>, world: &World) -> Result<Box<dyn Screen>, Box<dyn Error>> {
        if let ClubPlace::Table(key, code) | ClubPlace::Game(key, code) = &*self
            && visit(world).is_some_and(|visit| visit.go_to(*key, code.as_deref()))
        {
            return Err(Box::new(OnTheWay));
        }
        Ok(match *self {
            ClubPlace::Lobby => Box::new(Lobby::new(world)),
            ClubPlace::NewTable => Box::new(NewTable::new(world)),
            ClubPlace::Challenge(other) => Box::new(NewTable::challenge(other.map(|other| *other), world)),
            ClubPlace::Table(key, code) => {
                let waiting = Waiting::new(key, code.clone(), world)?;
                // A table without open seats starts at once.
                if waiting.fields.has_started() {
                    Box::new(game(key, code.as_deref(), world)?)
                } else {
                    Box::new(waiting)
                }
            }
            ClubPlace::Game(key, code) => Box::new(game(key, code.as_deref(), world)?),
            ClubPlace::Together(of, view) => {
                let (together, ear, game) = *of;
                Box::new(review(game, view, together, ear, world)?)
            }
            ClubPlace::Talk(room) => Box::new(TalkScreen::new(room, world)),
            ClubPlace::Ladder(game) => Box::new(LadderScreen::new(game, world)),
            ClubPlace::Member(member) => Box::new(Played::new(Some(*member), world)),
            ClubPlace::Played => Box::new(Played::new(None, world)),
            ClubPlace::Account => Box::new(Account::new(world)),
            ClubPlace::OwnFiles => Box::new(OwnFiles::new(world)),
            ClubPlace::Tournaments => Box::new(TournamentList::new(world)),
        })
    }
}
