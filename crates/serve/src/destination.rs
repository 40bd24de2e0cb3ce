//! Where somebody comes out whose `ssh` names it before the `@`: at a table by its code, at a game to watch, or in a game
//! against the computer. All other names lead to the lobby.

use std::time::Instant;

use thiserror::Error;

use super::screens::club::{ClubPlace, visit, visit_mut};
use super::screens::lobby::Lobby;
use super::wire::Wire;
use crate::club::ClubError;
use crate::club::code::error::CodeError;
use crate::club::store::TableKey;
use crate::club::table_service::{Listed, Seat, TableServiceError, invitation};
use crate::rules::side::Side;
use crate::tui::place::Place;
use crate::tui::screen::Screen;
use crate::tui::screens::open;
use crate::tui::world::World;

/// The name for a game against the computer.
const COMPUTER: &str = "play";

/// What comes before the number of a table, or the name of a player. A table that waits is joined, one that plays is watched.
const WATCH: [&str; 2] = ["watch+", "table+"];

/// The longest name that is read.
const LONGEST: usize = 64;

/// Where somebody wants to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    Lobby,
    /// A game against the computer.
    Computer,
    /// The table with this number.
    Table(TableKey),
    /// The game of the player with this name.
    Player(String),
    /// The private table with this code.
    Invited(String),
}

/// Why somebody comes out in the lobby instead.
#[derive(Debug, Error)]
enum DestinationError {
    /// No table has the code.
    #[error("No table has the code {0}: the game may be over. This is the lobby.")]
    NoCode(String),
    /// Too many wrong codes.
    #[error("Too many wrong codes came from your address: try again in 10 minutes. This is the lobby.")]
    Many,
    /// The table is gone, or private.
    #[error("There is no table {0} that you can see. This is the lobby.")]
    NoTable(i64),
    /// Nobody has the name.
    #[error("There is nobody with the name {0}. This is the lobby.")]
    NoPlayer(String),
    /// The player is at no board.
    #[error("{0} plays no game now that you can watch. This is the lobby.")]
    NoGame(String),
    /// The club does not answer.
    #[error("{0}. This is the lobby.")]
    Club(#[from] ClubError),
}

/// Where somebody comes out, and what they are told there.
struct Arrived {
    place: Place,
    told: Option<TableServiceError>,
}

impl Arrived {
    fn at(place: impl Into<Place>) -> Arrived {
        Arrived { place: place.into(), told: None }
    }
}

/// The game of a table, or the table while it waits.
fn table(listed: &Listed, code: Option<String>) -> ClubPlace {
    if listed.is_playing() { ClubPlace::Game(listed.key, code) } else { ClubPlace::Table(listed.key, code) }
}

impl Destination {
    /// What a name before the `@` means.
    pub(super) fn of(name: &str) -> Destination {
        if name.len() > LONGEST {
            return Destination::Lobby;
        }
        let lower = name.to_ascii_lowercase();
        if let Some(at) = WATCH.iter().find(|before| lower.starts_with(**before)) {
            let what = &name[at.len()..];
            return match what.parse() {
                Ok(number) => Destination::Table(TableKey(number)),
                Err(_) if what.is_empty() => Destination::Lobby,
                Err(_) => Destination::Player(what.to_owned()),
            };
        }
        match lower.as_str() {
            COMPUTER => Destination::Computer,
            _ if invitation::is_code(&lower) => Destination::Invited(lower),
            _ => Destination::Lobby,
        }
    }

    /// The screen over the lobby: what the name before the `@` asks for. Who comes back to a game that goes on is at its
    /// board at once.
    pub(super) fn first_screen(self, world: &mut World, wire: &Wire) -> Option<Box<dyn Screen>> {
        let (place, told) = match self.arrive(world, Instant::now()) {
            Ok(Some(Arrived { place, told })) => (Some(place), told.map(|why| why.to_string())),
            Ok(None) => (Lobby::waiting_game(world), None),
            Err(why) => (None, Some(why.to_string())),
        };
        let opened = place.map(|place| open(place, world)).transpose();
        let told = told.or_else(|| opened.as_ref().err().map(ToString::to_string));
        if let Some(told) = told {
            wire.notice(&told);
        }
        opened.ok().flatten()
    }

    /// The place; `None` for the lobby.
    fn arrive(self, world: &mut World, now: Instant) -> Result<Option<Arrived>, DestinationError> {
        if let Destination::Invited(code) = self {
            return Destination::sit(code, world, now);
        }
        let Some(visit) = visit(world) else { return Ok(None) };
        let tables = &visit.club.tables;
        match self {
            Destination::Computer => Ok(Some(Arrived::at(Place::Start(Box::new(Lobby::against_computer(world)))))),
            Destination::Table(key) => {
                let listed = tables.listed(&visit.member, key).ok_or(DestinationError::NoTable(key.0))?;
                Ok(Some(Arrived::at(table(&listed, None))))
            }
            Destination::Player(name) => {
                let player = visit.club.find(&name)?.ok_or_else(|| DestinationError::NoPlayer(name.clone()))?;
                let listed = tables.game_of(&visit.member, player.id).ok_or(DestinationError::NoGame(name))?;
                Ok(Some(Arrived::at(table(&listed, None))))
            }
            Destination::Lobby | Destination::Invited(_) => Ok(None),
        }
    }

    /// Takes the first free seat of the table with this code. Who cannot sit there reads why, at the table.
    fn sit(code: String, world: &mut World, now: Instant) -> Result<Option<Arrived>, DestinationError> {
        let Some(visit) = visit_mut(world) else { return Ok(None) };
        let listed = match visit.invited(&code, now) {
            Ok(listed) => listed,
            Err(CodeError::Many) => return Err(DestinationError::Many),
            Err(_) => return Err(DestinationError::NoCode(code)),
        };
        let (tables, me, key) = (&visit.club.tables, &visit.member, listed.key);
        let free = listed.seats.iter().position(|seat| *seat == Seat::Open);
        let sat = match free.filter(|_| listed.own.is_none() && !listed.is_playing() && listed.far.is_none()) {
            Some(at) => tables.sit(me, key, Side::new(at), Some(&code)),
            None => Ok(()),
        };
        // The last seat starts the game.
        let listed = tables.with_code(me, &code).unwrap_or(listed);
        Ok(Some(Arrived { place: table(&listed, Some(code)).into(), told: sat.err() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_where_somebody_wants_to_go() {
        let player = |name: &str| Destination::Player(name.to_owned());
        for (name, place) in [
            ("play", Destination::Computer),
            ("PLAY", Destination::Computer),
            ("player", Destination::Lobby),
            ("ann", Destination::Lobby),
            ("", Destination::Lobby),
            ("watch+12", Destination::Table(TableKey(12))),
            ("Table+7", Destination::Table(TableKey(7))),
            ("watch+Ann", player("Ann")),
            ("watch+", Destination::Lobby),
            ("watch", Destination::Lobby),
            ("watch+99999999999999999999", player("99999999999999999999")),
            ("k7mq-2fha", Destination::Invited("k7mq-2fha".to_owned())),
            ("K7MQ-2FHA", Destination::Invited("k7mq-2fha".to_owned())),
            ("k7mq2fha", Destination::Lobby),
        ] {
            assert_eq!(Destination::of(name), place, "{name}");
        }
        assert_eq!(Destination::of(&"watch+x".repeat(20)), Destination::Lobby);
    }
}
