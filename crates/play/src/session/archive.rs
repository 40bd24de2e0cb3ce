//! Finished games as files: converts a referee's game to a record, and moves journals of finished games to files of
//! their own.

mod describe;
mod error;
mod settle;

use std::path::{Path, PathBuf};

use super::history::HistoryEntry;
use super::referee::{DETAILS, Referee};
use super::setup::MatchSetup;
use super::setup::tags::tag;
use crate::games::Registry;
use crate::record::date::Date;
use crate::record::file::give_away;
use crate::record::game::Game;
use crate::record::journal::{self, Found, JournalEvent};
use crate::record::pgn;
use crate::record::store::{JournalFailure, Journals, Store};
use crate::record::tree::{Id, PlayedMove};
use crate::rules::position::{MoveError, Position};
use crate::rules::timeline::Act;

pub use crate::record::store::ENDING;
pub(crate) use describe::tell_journal;
pub use error::ArchiveError;
pub use settle::{find, settle, settle_all};

impl Referee {
    /// The game so far as a record.
    pub fn record(&self, date: Date) -> Result<Game, ArchiveError> {
        let setup = self.setup();
        let (name, fen) = setup.start.parts();
        let mut game = Game::begin(setup.game, name, fen)?;
        self.tag(&mut game, date);
        let mut position = game.tree.start().fork();
        let mut at = Id::ROOT;
        for entry in self.entries() {
            let played = played_move(position.as_ref(), entry)?;
            position.act(&entry.text)?;
            at = game.tree.attach(at, played);
            game.tree.notes_mut(at).clock = entry.after.map(|left| left[entry.side]);
        }
        if let Some(ending) = self.ending() {
            game.shares = Some(ending.shares);
            game.tags.set(DETAILS, &ending.words);
            game.tree.notes_mut(at).comments.push(ending.words.clone());
        }
        Ok(pgn::normal(&game))
    }

    fn tag(&self, game: &mut Game, date: Date) {
        let (setup, spec) = (self.setup(), game.spec());
        tag(&mut game.tags, setup, spec, date, self.ending().map(|ending| &ending.cause));
    }
}

/// The store of the games in the data folder of the program.
pub fn store(data: &Path, games: Registry) -> Store {
    let tell = |path: &Path, games: &Registry| tell_journal(path, games).map_err(JournalFailure::from);
    let read = |path: &Path, games: &Registry| read_journal(path, games).map_err(JournalFailure::from);
    Store::new(data, Journals { tell, read }, games)
}

fn played_move(position: &dyn Position, entry: &HistoryEntry) -> Result<PlayedMove, MoveError> {
    if let Some(why) = entry.why {
        return Ok(PlayedMove::leave(entry.side, position.round(), why));
    }
    let mv = position.read(&entry.text)?;
    Ok(PlayedMove::of(position, Act::Move(mv)))
}

/// A game that was restored from a journal.
pub struct Recovered {
    /// The game, as far as the journal could be replayed.
    pub referee: Referee,
    /// The number of the journal's events that could be replayed.
    pub(crate) fit: usize,
    /// The start date in the journal.
    pub date: Date,
    /// What is wrong with the journal, if anything.
    pub problem: Option<String>,
}

/// Restores the game of a journal; the path is only used in messages.
pub fn recover(found: &Found, path: &Path, games: &Registry) -> Result<Recovered, ArchiveError> {
    let wrong = |error| ArchiveError::Setup { path: path.to_owned(), error };
    let empty = || ArchiveError::Empty { path: path.to_owned() };
    let (first, later) = found.records.split_first().ok_or_else(empty)?;
    let setup = MatchSetup::of_event(first, games).map_err(wrong)?;
    let position = setup.begin().map_err(wrong)?;
    let date = if let JournalEvent::Begin { date, .. } = first { Date::of_stamp(date) } else { None };
    let date = date.unwrap_or_default();
    let mut referee = Referee::new(setup, position);
    let fit = 1 + referee.replay(later);
    let problem = if fit < found.records.len() {
        Some(format!("{}: line {}: this event does not fit; the game is kept up to there", path.display(), fit + 1))
    } else {
        found.problem.clone()
    };
    Ok(Recovered { referee, fit, date, problem })
}

/// Reads a journal as a record, with its problem, if there is one.
pub fn read_journal(path: &Path, games: &Registry) -> Result<(Game, Option<String>), ArchiveError> {
    let found = journal::read(path)?;
    let recovered = recover(&found, path, games)?;
    let torn = || {
        let line = found.records.len() + 1;
        found.is_torn().then(|| format!("{}: line {line}: it is incomplete and is left out", path.display()))
    };
    Ok((recovered.referee.record(recovered.date)?, recovered.problem.or_else(torn)))
}

/// Writes a game to a new file and returns its path.
pub fn save_as(path: &Path, game: &Game) -> Result<PathBuf, ArchiveError> {
    if path.symlink_metadata().is_ok() {
        return Err(ArchiveError::Exists { path: path.to_owned() });
    }
    give_away(path, &pgn::write(game)).map_err(ArchiveError::of(path))
}

/// Saves a game that cannot be saved in its own place: as a journal in a folder, or as a record in a file.
/// `journal` is the name and the text of the journal. Returns the path, and the command that opens it.
pub fn save_elsewhere(
    path: &Path,
    game: &Game,
    journal: Option<(String, String)>,
) -> Result<(PathBuf, &'static str), ArchiveError> {
    let (target, text, again) = match journal {
        Some((name, text)) if path.is_dir() => (path.join(name), text, "resume"),
        None if path.is_dir() => (path.join(format!("{}.{ENDING}", game.spec().id)), pgn::write(game), "review"),
        _ if path.symlink_metadata().is_ok() => {
            return Err(ArchiveError::Exists { path: path.to_owned() });
        }
        _ => (path.to_owned(), pgn::write(game), "review"),
    };
    Ok((give_away(&target, &text).map_err(ArchiveError::of(&target))?, again))
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::files::folder::Folder;
    use crate::games::GAMES;
    use crate::record::journal::Journal;
    use crate::record::result::GameResult;
    use crate::rules::spec::Spec;
    use crate::session::referee::is_ending;

    /// The journal of a game between a human player and computers, nine moves long.
    fn played(data: &Path, spec: &'static Spec) -> Journal {
        let mut journal = Journal::create(&data.join("games"), spec.id, 7);
        let setup = MatchSetup::against_computer(Registry::default().find(spec.id).expect("a game"), 4);
        let begin = JournalEvent::Begin {
            version: journal::VERSION,
            date: "20261120-231502".to_owned(),
            game: spec.id.to_owned(),
            file: None,
            setup: None,
            fen: None,
            seats: setup.seats.iter().map(ToString::to_string).collect(),
            clock: None,
            takebacks: true,
        };
        journal.append(&begin).1.expect("room");
        let mut position = setup.begin().expect("it begins");
        for _ in 0..9 {
            let text = position.machine(position.legal()[0]);
            position.act(&text).expect("it is legal");
            journal.append(&JournalEvent::Act { text, why: None, clocks: Vec::new() }).1.expect("room");
        }
        journal
    }

    /// A list shows the same for a game as a journal and as a record.
    #[test]
    fn a_journal_tells_what_its_record_tells() {
        for game in GAMES {
            let spec = game.spec();
            let home = Folder::new("archive");
            let data = home.path().to_owned();
            let mut journal = played(&data, spec);
            journal.append(&JournalEvent::Undo { count: 4, clocks: Vec::new() }).1.expect("room");
            journal.append(&JournalEvent::Redo { count: 2 }).1.expect("room");
            let store = store(&data, Registry::default());
            let entry = || store.list().games.remove(0);
            assert!(
                entry().running && entry().plies == 7 && entry().result == GameResult::default(),
                "{:?}",
                entry()
            );
            let found =
                || read_journal(&store.path(&entry().file), store.games()).expect("it is read").0.tree.length();
            assert_eq!(found(), 7);
            let share = format!("1/{}", spec.seats.len());
            let shares = vec![share; spec.seats.len()];
            let (cause, words) = ("agreement".to_owned(), "Draw by agreement".to_owned());
            journal.append(&JournalEvent::End { cause, words, shares }).1.expect("room");
            let listed = entry();
            assert!(
                store
                    .trash(&listed.file)
                    .expect_err("it is played")
                    .to_string()
                    .contains("this game is being played")
            );
            drop(journal);
            assert_eq!((settle_all(store.folder(), store.games()), entry().is_journal()), (Vec::new(), false));
            let kept = entry();
            let said = |entry: &crate::record::store::GameEntry| {
                let (players, date, result) = (entry.players.clone(), entry.date, entry.result);
                (entry.game.clone(), players, date, result, entry.plies, entry.termination.clone(), entry.running)
            };
            assert_eq!(said(&listed), said(&kept));
            let (mut game, _) = store.read(&kept).expect("it reads");
            assert_eq!(game.tree.length(), 7);
            // The tag says which comment is the program's own; without it, as in older files, the text does.
            let end = game.tree.line(Id::ROOT).last().expect("a move");
            assert_eq!(game.tree.node(end).notes.comments, ["Draw by agreement"]);
            assert!(is_ending(&game, None, "Draw by agreement") && !is_ending(&game, None, "Draw agreed."));
            game.tags.remove(DETAILS);
            assert!(!is_ending(&game, None, "Draw by agreement") && is_ending(&game, None, "Draw agreed."));
        }
    }

    /// An undo or redo count beyond the acts played is not trusted: the list shows the game up to there, as when it
    /// is resumed.
    #[test]
    fn a_count_that_does_not_fit_is_left_out_with_what_follows() {
        let home = Folder::new("archive-counts");
        let data = home.path().to_owned();
        let none = Vec::new;
        for (wrong, plies) in [
            (JournalEvent::Redo { count: usize::MAX }, 6),
            (JournalEvent::Redo { count: 4 }, 6),
            (JournalEvent::Undo { count: usize::MAX, clocks: none() }, 6),
            (JournalEvent::Undo { count: 7, clocks: none() }, 6),
        ] {
            let mut journal = played(&data, GAMES[2].spec());
            journal.append(&JournalEvent::Undo { count: 3, clocks: none() }).1.expect("room");
            journal.append(&wrong).1.expect("room");
            journal.append(&JournalEvent::Redo { count: 1 }).1.expect("room");
            let path = journal.path().expect("a file").to_owned();
            let listed = tell_journal(&path, &Registry::default()).expect("it is read");
            let (game, problem) = read_journal(&path, &Registry::default()).expect("it is read");
            assert_eq!((listed.plies, game.tree.length(), problem.is_some()), (plies, plies, true), "{wrong:?}");
        }
    }
}
