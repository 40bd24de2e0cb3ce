//! The setup that was chosen last in the form of a new game. It has a file of its own, because a game that was set up
//! elsewhere, such as on the command line, must not change what the form offers.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::setup::MatchSetup;
use crate::files::half::Half;
use crate::files::{self, MOST_SETTINGS};
use crate::games::Registry;
use crate::record::journal::JournalEvent;

/// The file in the data folder of the program.
pub fn file(data: &Path) -> PathBuf {
    data.join("new-game.json")
}

/// The setup that was chosen last. A file that cannot be read counts as none: the settings are used then.
pub fn read(data: &Path, games: &Registry) -> Option<MatchSetup> {
    let text = files::read_text(&file(data), MOST_SETTINGS).ok()?;
    let event: JournalEvent = serde_json::from_str(&text).ok()?;
    MatchSetup::of_event(&event, games).ok()
}

/// Keeps this setup for the next time.
pub fn keep(data: &Path, setup: &MatchSetup) -> io::Result<()> {
    let text = serde_json::to_string(&setup.to_event(String::new()))?;
    files::make_folder(data)?;
    let path = file(data);
    let mut half = Half::beside(&path)?;
    half.file().write_all(text.as_bytes())?;
    half.replace(&path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::folder::Folder;
    use crate::games::GAMES;
    use crate::session::setup::{ClockSetup, SeatKind};

    #[test]
    fn what_was_chosen_is_read_again_and_nonsense_is_nothing() {
        let home = Folder::new("choice");
        let folder = home.path().to_owned();
        let games = Registry::default();
        assert_eq!(read(&folder, &games), None);
        for &game in GAMES {
            let mut setup = MatchSetup::against_computer(game, 7);
            setup.seats[0] = SeatKind::Human("Ann".to_owned());
            setup.clock = ClockSetup::read("5+3").expect("a clock");
            keep(&folder, &setup).expect("it is written");
            assert_eq!(read(&folder, &games), Some(setup));
        }
        for text in ["", "{", "{\"do\":\"begin\"}", "[]"] {
            fs::write(file(&folder), text).expect("it is written");
            assert_eq!(read(&folder, &games), None, "{text}");
        }
    }
}
