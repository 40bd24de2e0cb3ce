//! Games in a file that is written for Fairy-Stockfish.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::GameFileError;
use crate::escape;
use crate::games::file::FileVariant;
use crate::games::import::{self, MOST_BYTES};

/// The ending of such a file.
const INI: &str = "ini";

/// The games of a file, and what stops the others: a line for each.
#[derive(Default, Debug)]
pub struct ImportedGames {
    /// The games.
    pub games: Vec<&'static FileVariant>,
    /// What stops the others.
    pub wrong: Vec<String>,
}

/// Is this the name of such a file?
pub fn is_import(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == INI)
}

/// The games of such a file.
pub fn import(path: &Path) -> Result<ImportedGames, GameFileError> {
    let shown = escape::path(path);
    let failed = |reason: String| GameFileError::Unreadable { path: shown.clone(), reason };
    let mut bytes = Vec::new();
    let open = File::open(path).map_err(|error| failed(error.to_string()))?;
    open.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    let found = import::import(&String::from_utf8_lossy(&bytes)).map_err(|refusal| failed(refusal.to_string()))?;
    let mut imported = ImportedGames::default();
    for section in found {
        let name = format!("{shown} [{}]", escape::line(&section.name));
        match section.result {
            Ok(text) => match FileVariant::kept(&text, &name) {
                Ok(game) => imported.games.push(game),
                Err(mistakes) => imported.wrong.extend(mistakes.iter().map(ToString::to_string)),
            },
            Err(refusals) => {
                imported.wrong.extend(
                    refusals.iter().map(|refusal| format!("{shown}:{}", escape::line(&refusal.to_string()))),
                );
            }
        }
    }
    Ok(imported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant as _;

    #[test]
    fn good_sections_are_games_and_others_are_told() {
        let path = std::env::temp_dir().join(format!("heterodox-imported-{}.ini", std::process::id()));
        let text = "[no-queens:chess]\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n\
                    [bad:chess]\ncastlingWins = q\n";
        std::fs::write(&path, text).expect("room");
        let found = import(&path).expect("sections");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(found.games.iter().map(|game| game.spec().id).collect::<Vec<_>>(), ["noqueens"]);
        assert!(
            found.wrong.len() == 1 && found.wrong[0].contains(":4: [bad] castlingWins = q"),
            "{:?}",
            found.wrong
        );
        assert!(is_import(&path) && import(&path).is_err());
    }
}
