//! The setup that was chosen last in the form of a new game. It has a file of its own, because a game that was set up
//! elsewhere, such as on the command line, must not change what the form offers.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::setup::{MatchSetup, SeatKind};
use crate::files::temporary_file::TemporaryFile;
use crate::files::{self, MOST_SETTINGS_BYTES};
use crate::games::Registry;
use crate::record::date::Date;
use crate::record::journal::JournalEvent;

/// The file in the data folder of the program.
pub(crate) fn file(data: &Path) -> PathBuf {
    data.join("new-game.json")
}

/// The setup that was chosen last. A file that cannot be read counts as none: the settings are used then.
pub(crate) fn read(data: &Path, games: &Registry) -> Option<MatchSetup> {
    let text = files::read_text(&file(data), MOST_SETTINGS_BYTES).ok()?;
    let event: JournalEvent = serde_json::from_str(&text).ok()?;
    MatchSetup::of_event(&event, games).ok()
}

/// The level that was chosen last: the highest one of its computer players.
pub fn level(data: &Path, games: &Registry) -> Option<u8> {
    level_of(&read(data, games)?)
}

/// The highest level of the computer players.
fn level_of(setup: &MatchSetup) -> Option<u8> {
    let level = |seat: &SeatKind| if let SeatKind::Computer(level) = seat { Some(*level) } else { None };
    setup.seats.iter().filter_map(level).max()
}

/// Keeps the level of this setup for the next time, where it was chosen outside the form. What else the form offers stays
/// as it was.
pub(crate) fn keep_level(data: &Path, setup: &MatchSetup, games: &Registry) -> io::Result<()> {
    let Some(level) = level_of(setup) else { return Ok(()) };
    let mut kept = read(data, games).unwrap_or_else(|| MatchSetup::against_computer(setup.game, level));
    for seat in &mut kept.seats {
        if let SeatKind::Computer(known) = seat {
            *known = level;
        }
    }
    keep(data, &kept)
}

/// Keeps this setup for the next time.
pub(crate) fn keep(data: &Path, setup: &MatchSetup) -> io::Result<()> {
    let text = serde_json::to_string(&setup.to_event(Date::default()))?;
    files::make_folder(data)?;
    let path = file(data);
    let mut temporary = TemporaryFile::beside(&path)?;
    temporary.file().write_all(text.as_bytes())?;
    temporary.replace(&path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::folder::Folder;
    use crate::games::GAMES;
    use crate::session::setup::ClockSetup;

    #[test]
    fn the_level_chosen_last_is_kept_and_nothing_else_of_a_game_set_up_elsewhere() {
        let home = Folder::new("level");
        let folder = home.path().to_owned();
        let games = Registry::default();
        assert_eq!(level(&folder, &games), None);
        let mut setup = MatchSetup::against_computer(GAMES[0], 2);
        setup.clock = ClockSetup::read("5+3").expect("a clock");
        keep(&folder, &setup).expect("it is written");
        assert_eq!(level(&folder, &games), Some(2));
        keep_level(&folder, &MatchSetup::against_computer(GAMES[1], 6), &games).expect("it is written");
        assert_eq!(level(&folder, &games), Some(6));
        let kept = read(&folder, &games).expect("it is read");
        assert_eq!((kept.game.spec().id, kept.clock), (GAMES[0].spec().id, setup.clock));
    }

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
