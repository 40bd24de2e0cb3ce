//! Reads the list entry of a journal.

use std::path::Path;

use super::ArchiveError;
use crate::games::Registry;
use crate::record::carried;
use crate::record::date::Date;
use crate::record::game::{ARRAY, Tags};
use crate::record::journal::{self, JournalError, JournalEvent};
use crate::record::store::{Damage, JournalTags};
use crate::session::referee::EndCause;
use crate::session::setup::MatchSetup;
use crate::session::setup::tags::tag;

/// What a journal tells about its game without replaying the moves. For a damaged journal, only the intact part
/// counts.
pub(crate) fn tell_journal(path: &Path, games: &Registry) -> Result<JournalTags, ArchiveError> {
    let aside = path.file_name().and_then(|name| name.to_str()).is_some_and(journal::is_damaged);
    let found = match journal::read(path) {
        Err(JournalError::NoJournal { .. }) => return tell_rest(path, games),
        found => found?,
    };
    let damaged = if aside || found.problem.is_some() { Some(damage(path)?.0) } else { None };
    let wrong = |error| ArchiveError::Setup { path: path.to_owned(), error };
    let first = found.records.first().ok_or_else(|| ArchiveError::Empty { path: path.to_owned() })?;
    let setup = MatchSetup::of_event(first, games).map_err(wrong)?;
    let game = setup.game;
    let date = if let JournalEvent::Begin { date, .. } = first { Date::of_stamp(date) } else { None };
    // The number of acts, the number of those taken back that can be played again, and the end of the game.
    let (mut plies, mut undone, mut end) = (0, 0, None);
    for record in &found.records {
        match record {
            JournalEvent::Act { .. } => (plies, undone) = (plies + 1, 0),
            // An event that does not fit the game is ignored with all events after it, as when the game is resumed.
            JournalEvent::Undo { count, .. } if *count > plies => break,
            JournalEvent::Redo { count } if *count > undone => break,
            JournalEvent::Undo { count, .. } => {
                (plies, undone) = (plies - count, undone + count);
                end = None;
            }
            JournalEvent::Redo { count } => {
                (plies, undone) = (plies + count, undone - count);
            }
            JournalEvent::End { cause, shares, .. } => end = Some((EndCause::read(cause), shares)),
            _ => {}
        }
    }
    let mut tags = Tags::default();
    tags.set("Variant", game.spec().title);
    carried::add(&mut tags, game);
    if let (Some(array), None) = setup.start.parts() {
        tags.set(ARRAY, array);
    }
    tag(&mut tags, &setup, game.spec(), date.unwrap_or_default(), end.as_ref().map(|(cause, _)| cause));
    tags.set("Result", end.as_ref().map_or_else(|| "*".to_owned(), |(_, shares)| shares.join("-")));
    Ok(JournalTags { tags, plies, running: end.is_none() && !aside, damaged })
}

/// How much of a journal is intact, and how many moves are in that part.
fn damage(path: &Path) -> Result<(Damage, usize), ArchiveError> {
    let survey = journal::survey(path).map_err(ArchiveError::of(path))?;
    Ok((Damage { whole: survey.whole, lines: survey.lines }, survey.moves))
}

/// Reads a journal whose first line is damaged: the variant and the date are also in its file name.
fn tell_rest(path: &Path, games: &Registry) -> Result<JournalTags, ArchiveError> {
    let (damaged, plies) = damage(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let game = name.split('-').find_map(|part| games.find(part));
    let (Some(game), true) = (game, damaged.whole > 0) else {
        return Err(ArchiveError::NoJournal { path: path.to_owned() });
    };
    let mut tags = Tags::default();
    tags.set("Variant", game.spec().title);
    tags.set("Termination", "unterminated");
    Ok(JournalTags { tags, plies, running: false, damaged: Some(damaged) })
}
