//! The option `VariantPath`: games of files that another program names.

use thiserror::Error;

use crate::games::Registry;
use crate::games::file::FileVariant;

/// Reads the game of a file by its path.
pub type ReadGame = fn(&str) -> Result<&'static FileVariant, FilesError>;

/// What is wrong with files: a line for each mistake.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct FilesError(pub String);

/// Without a reader there are no files.
pub(super) fn none(path: &str) -> Result<&'static FileVariant, FilesError> {
    Err(FilesError(format!("{path}: this program reads no files")))
}

/// Reads all files of a list with colons between them. From now on these games know theirs.
pub(super) fn learn(paths: &str, read: ReadGame, games: &Registry) -> Result<(), FilesError> {
    let mut wrong = Vec::new();
    for path in paths.split(':').filter(|path| !path.is_empty()) {
        let learnt =
            read(path).and_then(|game| games.learn(game).map_err(|error| FilesError(format!("{path}: {error}"))));
        wrong.extend(learnt.err().map(|error| error.0));
    }
    if wrong.is_empty() { Ok(()) } else { Err(FilesError(wrong.join("\n"))) }
}
