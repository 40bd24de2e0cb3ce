//! Games of files that members send: `ssh HOST variant add < mine.toml`. A file is read on a thread that answers no keys,
//! one file at a time and with a low priority, and is kept in the folder of its member. Others see its game only at tables
//! to which they were asked.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use thiserror::Error;

use super::server::Server;
use crate::club::member::Member;
use crate::escape;
use crate::files::temporary_file::TemporaryFile;
use crate::files::{self, walk};
use crate::game_file::{ENDING, GameFileError, OwnGame, is_game};
use crate::games::file::MOST_BYTES;
use crate::paths::Paths;
use crate::rules::variant::Variant as _;

/// What a member asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum VariantCommand {
    /// Keep the file that is sent.
    Add,
    /// List the games.
    List,
    /// Give the file of a game back.
    Show(String),
    /// Remove a game.
    Remove(String),
}

/// Why it is not done.
#[derive(Debug, Error)]
pub(super) enum SentGameError {
    /// The operator does not allow it.
    #[error("This server takes no games of members.")]
    Off,
    /// Nothing of a guest is kept.
    #[error("Only members can send games: log in with a key.")]
    Guest,
    /// The file is too long.
    #[error("The file is longer than {} KB.", MOST_BYTES >> 10)]
    Long,
    /// The file is no text.
    #[error("The file is no text in UTF-8.")]
    NoText,
    /// The member has as many as a member can have.
    #[error("You have {most} games here: remove one with `variant remove NAME` first.")]
    Many {
        /// The limit.
        most: usize,
    },
    /// The member has sent as many today as a member can send.
    #[error("You have sent {most} files in a day: try again tomorrow.")]
    Often {
        /// The limit.
        most: usize,
    },
    /// The file has mistakes.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// The server offers another game with this id.
    #[error("There is a game with the id \"{id}\" already, {title}: give yours another one.")]
    Taken {
        /// The id.
        id: &'static str,
        /// The title of the other game.
        title: &'static str,
    },
    /// The member has no such game.
    #[error("You have no game {name}: `variant list` lists them.")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The folder of the member cannot be used.
    #[error("The server cannot use your folder: {0}")]
    Folder(#[from] io::Error),
}

/// The name of a file in messages: the one on the machine of the member is not known.
const NAME: &str = "variant";

/// The files of a member, in the order of their names.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match walk(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => {
            let mut found: Vec<PathBuf> = found?.into_iter().filter(|path| is_game(path)).collect();
            found.sort_unstable();
            Ok(found)
        }
    }
}

/// The file of a game, if the member has it.
fn find(folder: &Path, name: &str) -> Result<PathBuf, SentGameError> {
    let id = name.strip_suffix(".toml").unwrap_or(name);
    let is = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == id);
    let unknown = || SentGameError::Unknown { name: escape::line(name).into_owned() };
    files_in(folder)?.into_iter().find(is).ok_or_else(unknown)
}

/// Reads the files of a member, and offers their games to them. For a thread that answers no keys.
pub(super) fn offer(server: &Server, member: &Member, paths: &Paths) -> io::Result<Vec<OwnGame>> {
    let most = server.settings().variants.per_member;
    let mut games = Vec::new();
    for path in files_in(&paths.variants_dir())?.into_iter().take(most) {
        let text = files::read_text(&path, MOST_BYTES as u64)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        games.push(OwnGame { game: server.sent_files.read(&text, &name), path });
    }
    server.offered.set_of_member(member.id.identity().name(), games.clone());
    Ok(games)
}

/// Does what a member asks for. Returns what they read.
pub(super) fn answer(
    server: &Server,
    member: &Member,
    paths: Option<&Paths>,
    command: &VariantCommand,
    sent: &[u8],
) -> Result<String, SentGameError> {
    let limits = server.settings().variants;
    if !limits.from_members {
        return Err(SentGameError::Off);
    }
    let paths = paths.ok_or(SentGameError::Guest)?;
    let folder = paths.variants_dir();
    match command {
        VariantCommand::Add => {
            if sent.len() > MOST_BYTES {
                return Err(SentGameError::Long);
            }
            let text = std::str::from_utf8(sent).map_err(|_| SentGameError::NoText)?;
            if !server.sent_files.count(member.id, limits.per_day, Instant::now()) {
                server.club.reached.note("variants.per_day");
                return Err(SentGameError::Often { most: limits.per_day });
            }
            let game = server.sent_files.read(text, NAME)?;
            let spec = game.spec();
            if let Some(known) = server.games.find(spec.id) {
                return Err(SentGameError::Taken { id: spec.id, title: known.spec().title });
            }
            let path = folder.join(spec.id).with_extension(ENDING);
            let known = files_in(&folder)?;
            if !known.contains(&path) && known.len() >= limits.per_member {
                server.club.reached.note("variants.per_member");
                return Err(SentGameError::Many { most: limits.per_member });
            }
            keep(&folder, &path, text)?;
            offer(server, member, paths)?;
            Ok(format!("{} {} {}\n", spec.id, game.digest(), escape::line(spec.title)))
        }
        VariantCommand::List => Ok(offer(server, member, paths)?.iter().fold(String::new(), |mut text, own| {
            let _ = match &own.game {
                Ok(game) => {
                    writeln!(text, "{} {} {}", own.stem(), game.digest(), escape::line(game.spec().title))
                }
                Err(error) => writeln!(text, "{error}"),
            };
            text
        })),
        VariantCommand::Show(name) => Ok(files::read_text(&find(&folder, name)?, MOST_BYTES as u64)?),
        VariantCommand::Remove(name) => {
            std::fs::remove_file(find(&folder, name)?)?;
            offer(server, member, paths)?;
            Ok(String::new())
        }
    }
}

/// Writes a file in the place of the one before.
fn keep(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    files::make_folder(folder)?;
    let mut temporary = TemporaryFile::beside(path)?;
    temporary.file().write_all(text.as_bytes())?;
    temporary.file().sync_all()?;
    temporary.replace(path)
}
