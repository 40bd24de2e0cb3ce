//! The games of files that a client offers beside those that are listed: those of the user's folder, or on a server those
//! of its operator and of the member; and the shelf.

use std::io;
use std::path::PathBuf;

use super::Client;
use crate::files;
use crate::game_file::{self, GamePath, OwnGame, WatchedFile};
use crate::games::file::FileVariant;
use crate::games::nets;
use crate::games::shelf::{self, Book};
use crate::games::{Registry, RegistryError};
use crate::nets::NetPlace;
use crate::paths::Paths;
use crate::paths::files::Files;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant;
use crate::session::puzzles::progress::MOST_BYTES;

impl Client {
    /// The games in the folder of the user, which are found by name from now on; or those that a member has sent to the
    /// server, which others do not find.
    pub fn own_games(&self) -> Vec<OwnGame> {
        match &self.offered {
            Some(offered) => offered.of_member(self.identity.name()),
            None => {
                self.variants_dir().map(|folder| game_file::learn_all(&folder, &self.games)).unwrap_or_default()
            }
        }
    }

    /// The files in the folder of the server that this client is one of.
    fn folder_of_server(&self) -> Vec<OwnGame> {
        self.offered.as_ref().map(|offered| offered.folder()).unwrap_or_default()
    }

    /// The games in that folder.
    pub fn server_games(&self) -> Vec<&'static FileVariant> {
        self.folder_of_server().into_iter().filter_map(|own| own.game.ok()).collect()
    }

    /// The games of the shelf that are offered.
    pub fn shelf(&self) -> Vec<&'static Book> {
        self.offered.as_ref().map_or_else(|| shelf::all().iter().collect(), |offered| offered.shelf())
    }

    /// Is a game of a file offered?
    pub fn has_file_games(&self) -> bool {
        !(self.shelf().is_empty() && self.server_games().is_empty() && self.own_games().is_empty())
    }

    /// The folder of games of the user, if this client may use it.
    pub fn variants_dir(&self) -> Option<PathBuf> {
        self.paths.as_ref().filter(|_| self.files == Files::Anywhere).map(Paths::variants_dir)
    }

    /// The file of a game, which the user may change while the game is played.
    pub fn file_of(&self, game: &'static Spec) -> Option<WatchedFile> {
        let file = FileVariant::of(game).filter(|file| self.files == Files::Anywhere && file.source().is_some())?;
        if let Some(GamePath(path)) = self.games.kept::<GamePath>(game.id) {
            return WatchedFile::of(path.clone(), file);
        }
        let own = self.own_games().into_iter().find(|own| gives(own, game))?;
        WatchedFile::of(own.path, file)
    }

    /// The games with puzzles: those that are listed, and those of a folder with a file of puzzles beside them.
    pub fn puzzle_games(&self) -> Vec<&'static dyn Variant> {
        let listed = self.games.games().iter().copied();
        let beside = |own: &OwnGame| game_file::puzzles_beside(&own.path).is_file();
        let files = self.own_games().into_iter().chain(self.folder_of_server());
        let files = files.filter(beside).filter_map(|own| own.game.ok());
        let files = files.filter(|game| !self.games.lists(game.spec().id)).map(|game| game as &dyn Variant);
        listed.chain(files).collect()
    }

    /// The puzzles beside the file of a game, if it is the user's or the server's.
    pub fn puzzles_beside(&self, game: &'static Spec) -> io::Result<Option<Vec<u8>>> {
        let of_server = self.folder_of_server().into_iter().find(|own| gives(own, game)).map(|own| own.path);
        let own = || self.file_of(game).map(|file| file.path().to_owned());
        let Some(path) = of_server.or_else(own) else { return Ok(None) };
        match files::read(&game_file::puzzles_beside(&path), MOST_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Where the net of a game of a file is, if the user may let the computer learn it; and how the laboratory is told the
    /// game.
    pub fn net_place(&self, game: &'static Spec) -> Option<(NetPlace, PathBuf)> {
        let file = FileVariant::of(game).filter(|_| self.files == Files::Anywhere && nets::can_learn(game))?;
        if file.source().is_some() {
            let path = self.file_of(game)?.path().to_owned();
            return Some((NetPlace::beside(&path), path));
        }
        let data = &self.paths.as_ref()?.data_dir;
        Some((NetPlace::of_program(data, game.id), PathBuf::from(game.id)))
    }

    /// From now on a game that was read from a file is played in the place of the one that the file gave before.
    pub fn renew(&mut self, old: &'static Spec, game: &'static FileVariant) -> Result<(), RegistryError> {
        self.games = Registry::renewed(self.games.clone(), old, game)?;
        Ok(())
    }

    /// What is to be said of the rules of a saved game: the file of its game may have changed.
    pub fn other_rules(&self, game: &'static dyn Variant) -> Option<String> {
        game.source()?;
        self.own_games();
        game_file::other_rules(game.spec(), &self.games)
    }
}

/// Is this the file of a game?
fn gives(own: &OwnGame, game: &'static Spec) -> bool {
    own.game.as_ref().is_ok_and(|found| std::ptr::eq(found.spec(), game))
}
