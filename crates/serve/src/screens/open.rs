//! Opens the screens of the club.

use std::error::Error;

use super::account::Account;
use super::club::ClubPlace;
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

impl AddedPlace for ClubPlace {
    fn open(self: Box<Self>, world: &World) -> Result<Box<dyn Screen>, Box<dyn Error>> {
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
