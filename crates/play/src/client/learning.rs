//! What this client has learnt: the courses of its games, and the progress in them.

use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::Client;
use crate::games::file::FileVariant;
use crate::paths::files::Refusal;
use crate::record::course::{Course, CourseError};
use crate::rules::variant::Variant;
use crate::session::lesson::progress::{CourseProgress, Progress, file};

/// Why there are no lessons of a game.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The game brings none.
    #[error("There are no lessons of {game}.")]
    None {
        /// Its title.
        game: &'static str,
    },
    /// The course of the game cannot be read.
    #[error(transparent)]
    Course(#[from] CourseError),
}

/// Why the progress is not kept.
#[derive(Debug, Error)]
pub enum KeepError {
    /// This user may not write files.
    #[error("Your progress is not saved: {0}.")]
    Files(#[from] Refusal),
    /// Writing failed.
    #[error("Your progress is not saved: {0}.")]
    Io(#[from] io::Error),
}

/// The course of a game.
pub fn course(game: &'static dyn Variant, client: &Client) -> Result<Arc<Course>, LearnError> {
    match Course::of(game, &client.games) {
        Some(course) => Ok(Arc::new(course?)),
        None => Err(LearnError::None { game: game.spec().title }),
    }
}

/// Has a game lessons of its own, or some that are made from its file?
fn has_course(game: &&'static dyn Variant) -> bool {
    game.spec().course.is_some() || FileVariant::of(game.spec()).is_some()
}

/// The games that bring lessons: those that are listed, and those in the folder of a server.
pub fn games(client: &Client) -> Vec<&'static dyn Variant> {
    let files = client.server_games().into_iter().map(|game| game as &dyn Variant);
    client.games.games().iter().copied().chain(files).filter(has_course).collect()
}

/// The progress in the course of a game: what is kept on disk, and what was learnt since this client began.
pub fn progress(game: &str, client: &Client) -> CourseProgress {
    let data = client.games_dir().and(client.paths.as_ref()).map(|paths| paths.data_dir.as_path());
    let data = data.filter(|data| client.files.own(&file(data)).is_ok());
    let mut all = data.map(Progress::read).unwrap_or_default();
    all.add(game, &client.learnt.of(game));
    all.of(game)
}

/// Keeps the progress in the course of a game. A client without files has it until it ends.
pub fn keep(game: &str, more: &CourseProgress, client: &mut Client) -> Result<(), KeepError> {
    client.learnt.add(game, more);
    let Some(paths) = &client.paths else { return Ok(()) };
    if client.games_folder()?.is_none() {
        return Ok(());
    }
    client.files.own(&file(&paths.data_dir))?;
    Ok(Progress::keep(&paths.data_dir, game, more)?)
}
