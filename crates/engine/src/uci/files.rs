//! The option `VariantPath`: games of files that another program names.

use thiserror::Error;

use crate::games::Registry;
use crate::games::file::FileVariant;

/// The games of a file by its path.
pub(crate) type ReadGames = fn(&str) -> FoundGames;

/// The games of a file, and what is wrong with others.
#[derive(Default, Debug)]
pub struct FoundGames {
    /// The games.
    pub games: Vec<&'static FileVariant>,
    /// A line for each mistake.
    pub wrong: Vec<String>,
}

/// What is wrong with files: a line for each mistake.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct FilesError(pub(crate) String);

/// Without a reader there are no files.
pub(super) fn none(path: &str) -> FoundGames {
    FoundGames { games: Vec::new(), wrong: vec![format!("{path}: this program reads no files")] }
}

/// Reads all files of a list with colons between them. From now on these games know theirs.
pub(super) fn learn(paths: &str, read: ReadGames, games: &Registry) -> Result<(), FilesError> {
    let mut wrong = Vec::new();
    for path in paths.split(':').filter(|path| !path.is_empty()) {
        let found = read(path);
        wrong.extend(found.wrong);
        let learnt = found.games.into_iter().map(|game| games.learn(game));
        wrong.extend(learnt.filter_map(Result::err).map(|error| format!("{path}: {error}")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(FilesError(wrong.join("\n"))) }
}
