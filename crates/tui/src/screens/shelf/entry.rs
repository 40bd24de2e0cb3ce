//! One game of the list.

use crate::game_file::{self, GameFileError, OwnGame};
use crate::games::file::FileVariant;
use crate::games::shelf::Book;
use crate::rules::variant::Variant;
use crate::world::World;

/// A game of the list. One of the shelf is read when it is shown.
pub(super) enum Entry {
    /// It is on the shelf.
    Book(&'static Book),
    /// It is in the user's folder, or was sent by the member.
    Own(OwnGame),
    /// It is in the folder of the server.
    Server(&'static FileVariant),
}

/// The user's games first, then those of the server, then the shelf.
pub(super) fn all(world: &World) -> Vec<Entry> {
    let client = &world.client;
    let own = client.own_games().into_iter().map(Entry::Own);
    let server = client.server_games().into_iter().map(Entry::Server);
    own.chain(server).chain(client.shelf().into_iter().map(Entry::Book)).collect()
}

impl Entry {
    /// Its title, or the name of its file if that gives no game.
    pub(super) fn title(&self) -> String {
        match self {
            Entry::Book(book) => book.title.to_owned(),
            Entry::Own(OwnGame { game: Ok(game), .. }) | Entry::Server(game) => game.spec().title.to_owned(),
            Entry::Own(own) => format!("{}.{}", own.stem(), game_file::ENDING),
        }
    }

    /// What is said beside its title.
    pub(super) fn mark(&self) -> &'static str {
        match self {
            Entry::Book(_) => "",
            Entry::Server(_) => "of this server",
            Entry::Own(OwnGame { game: Ok(_), .. }) => "yours",
            Entry::Own(_) => "mistakes",
        }
    }

    /// What a filter is compared with, in small letters.
    pub(super) fn text(&self) -> String {
        let (id, about) = match self {
            Entry::Book(book) => (book.id, book.about),
            Entry::Own(OwnGame { game: Ok(game), .. }) | Entry::Server(game) => (game.spec().id, game.spec().about),
            Entry::Own(_) => ("", ""),
        };
        format!("{} {id} {about} {}", self.title(), self.mark()).to_lowercase()
    }

    /// The game, if its file is without mistakes.
    pub(super) fn game(&self) -> Option<&'static dyn Variant> {
        match self {
            Entry::Book(book) => Some(book.game()),
            Entry::Server(game) => Some(*game),
            Entry::Own(own) => own.game.as_ref().ok().map(|&game| game as &dyn Variant),
        }
    }

    /// Who invented it, or nothing.
    pub(super) fn credits(&self) -> &'static str {
        match self {
            Entry::Book(book) => book.game().credits(),
            Entry::Own(OwnGame { game: Ok(game), .. }) | Entry::Server(game) => game.credits(),
            Entry::Own(_) => "",
        }
    }

    /// Why its file gives no game.
    pub(super) fn trouble(&self) -> Option<&GameFileError> {
        match self {
            Entry::Book(_) | Entry::Server(_) => None,
            Entry::Own(own) => own.game.as_ref().err(),
        }
    }
}
