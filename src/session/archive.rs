//! Finished games as files: converts a referee's game to a record, and moves journals of finished games to files of
//! their own.

mod describe;
mod settle;

use std::io;
use std::path::Path;

use super::driver::setup_of;
use super::history::HistoryEntry;
use super::referee::{EndCause, Referee};
use super::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::files;
use crate::record::file::give_away;
use crate::record::game::{Game, Tags};
use crate::record::journal::{self, Found, JournalEvent};
use crate::record::leaving::Leaving;
use crate::record::pgn;
use crate::record::store::{Journals, Store};
use crate::record::tree::{Id, PlayedMove};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;

pub use crate::record::store::ENDING;
pub use describe::tell_journal;
pub use settle::{find, settle, settle_all};

/// The name of a human player without a name.
const NOBODY: &str = "Human";
/// The name of a computer player, before its level.
pub const COMPUTER: &str = "Computer ";
/// The tag of the clock, and its value for a game without a clock.
const CLOCK: &str = "TimeControl";
const NO_CLOCK: &str = "-";

/// The name of the player of a seat in a record.
pub fn name_of(seat: &SeatKind) -> String {
    match seat {
        SeatKind::Human(name) if name.is_empty() => NOBODY.to_owned(),
        SeatKind::Human(name) | SeatKind::Engine(name) => name.clone(),
        SeatKind::Computer(level) => format!("{COMPUTER}{level}"),
    }
}

/// The name of the tag with the kind of player of a seat.
pub fn type_tag(spec: &Spec, side: Side) -> String {
    format!("{}Type", Game::seat_tag(spec, side))
}

/// The level of a computer player, from its name in a record.
pub fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix(COMPUTER)?.parse().ok().filter(|level| (1..=10).contains(level))
}

/// The player of a seat, from the tags of a record.
fn seat_of(tags: &Tags, spec: &Spec, side: Side) -> SeatKind {
    let name = tags.get(Game::seat_tag(spec, side)).unwrap_or_default();
    let is_program = tags.get(&type_tag(spec, side)) == Some("program");
    match (level_of(name), is_program) {
        (Some(level), true) => SeatKind::Computer(level),
        (None, true) => format!("engine:{name}").parse().unwrap_or(SeatKind::Computer(3)),
        _ if matches!(name, "" | "?" | NOBODY) => SeatKind::Human(String::new()),
        _ => format!("human:{name}").parse().unwrap_or_else(|_| SeatKind::Human(String::new())),
    }
}

/// The setup of a game, from the tags of a record.
pub fn setup_from(tags: &Tags, spec: &'static Spec) -> MatchSetup {
    let said = |name: &str| tags.get(name).filter(|value| !value.is_empty()).map(str::to_owned);
    let start = match (said("Array"), said("FEN")) {
        // A shuffled array is a new one in each game, so the name is preferred to the FEN.
        (Some(name), _) => Start::Named(name),
        (None, Some(fen)) => Start::Fen(fen),
        (None, None) => Start::Usual,
    };
    let clock = tags.get(CLOCK).and_then(|text| {
        let (seconds, increment) = text.split_once('+').unwrap_or((text, "0"));
        let minutes = seconds.parse::<u64>().ok()? / 60;
        ClockSetup::read(&format!("{minutes}+{increment}")).ok().flatten()
    });
    let seats = spec.sides().map(|side| seat_of(tags, spec, side)).collect();
    MatchSetup { game: spec.id.to_owned(), start, seats, clock, takebacks: true }
}

/// `2026.11.20` and `23:15:02`, from the start of `20261120-231502`.
fn date_tags(stamp: &str) -> Option<(String, String)> {
    let (day, time) = stamp.split_once('-')?;
    let whole = day.len() == 8 && time.len() == 6 && (day.to_owned() + time).bytes().all(|b| b.is_ascii_digit());
    whole.then(|| {
        let day = format!("{}.{}.{}", &day[..4], &day[4..6], &day[6..]);
        (day, format!("{}:{}:{}", &time[..2], &time[2..4], &time[4..]))
    })
}

impl Referee {
    /// The game so far as a record. The date has the format of a journal name.
    pub fn record(&self, date: &str) -> Result<Game, String> {
        let setup = self.setup();
        let (name, fen) = match &setup.start {
            Start::Usual => (None, None),
            Start::Named(name) => (Some(name.as_str()), None),
            Start::Fen(fen) => (None, Some(fen.as_str())),
        };
        let mut game = Game::begin(&setup.game, name, fen)?;
        self.tag(&mut game, date);
        let mut position = game.tree.start().fork();
        let mut at = Id::ROOT;
        for entry in self.entries() {
            let deed = deed(position.as_ref(), entry)?;
            position.act(&entry.text).map_err(|error| error.to_string())?;
            at = game.tree.attach(at, deed);
            game.tree.notes_mut(at).clock = entry.after.map(|left| left[entry.side]);
        }
        if let Some(ending) = self.ending() {
            game.shares = Some(ending.shares);
            game.tree.notes_mut(at).comments.push(ending.words.clone());
        }
        Ok(pgn::normal(&game))
    }

    fn tag(&self, game: &mut Game, date: &str) {
        let (setup, spec) = (self.setup(), game.spec());
        tag(&mut game.tags, setup, spec, date, self.ending().map(|ending| &ending.cause));
    }
}

/// Sets the tags for the players, the date, the clock and how the game ended.
fn tag(tags: &mut Tags, setup: &MatchSetup, spec: &Spec, date: &str, cause: Option<&EndCause>) {
    tags.set("Event", "Casual game");
    if let Some((day, time)) = date_tags(date) {
        tags.set("Date", day.clone());
        tags.set("UTCDate", day);
        tags.set("UTCTime", time);
    }
    for (side, seat) in spec.sides().zip(&setup.seats) {
        tags.set(Game::seat_tag(spec, side), name_of(seat));
        tags.set(&type_tag(spec, side), if matches!(seat, SeatKind::Human(_)) { "human" } else { "program" });
    }
    let clock = setup.clock.map(|clock| format!("{}+{}", clock.start.as_secs(), clock.increment.as_secs()));
    tags.set(CLOCK, clock.unwrap_or_else(|| NO_CLOCK.to_owned()));
    let termination = match cause {
        None => "unterminated",
        Some(EndCause::Left(Leaving::Time)) => "time forfeit",
        Some(EndCause::Left(Leaving::Fails)) => "abandoned",
        Some(_) => "normal",
    };
    tags.set("Termination", termination);
}

/// The store of the games in the data folder of the program.
pub fn store(data: &Path) -> Store {
    Store::new(data, Journals { tell: tell_journal, read: read_journal })
}

fn deed(position: &dyn crate::rules::position::Position, entry: &HistoryEntry) -> Result<PlayedMove, String> {
    if let Some(why) = entry.why {
        return Ok(PlayedMove::leave(entry.side, position.round(), why));
    }
    let mv = position.read(&entry.text).map_err(|error| error.to_string())?;
    Ok(PlayedMove::of(position, Act::Move(mv)))
}

/// A game that was restored from a journal.
pub struct Recovered {
    /// The game, as far as the journal could be replayed.
    pub referee: Referee,
    /// The number of the journal's events that could be replayed.
    pub fit: usize,
    /// The start date in the journal.
    pub date: String,
    /// What is wrong with the journal, if anything.
    pub problem: Option<String>,
}

/// Restores the game of a journal; the path is only used in messages.
pub fn recover(found: &Found, path: &Path) -> Result<Recovered, String> {
    let wrong = |what: &str| format!("{}: line 1: {what}", path.display());
    let (first, later) = found.records.split_first().ok_or_else(|| wrong("there is no event"))?;
    let setup = setup_of(first).map_err(|what| wrong(&what))?;
    let position = setup.begin().map_err(|what| wrong(&what))?;
    let date = if let JournalEvent::Begin { date, .. } = first { date.clone() } else { String::new() };
    let mut referee = Referee::new(setup, position);
    let fit = 1 + referee.replay(later);
    let problem = if fit < found.records.len() {
        Some(format!("{}: line {}: it does not fit the game, which is kept up to there", path.display(), fit + 1))
    } else {
        found.problem.clone()
    };
    Ok(Recovered { referee, fit, date, problem })
}

/// Reads a journal as a record, with its problem, if there is one.
pub fn read_journal(path: &Path) -> Result<(Game, Option<String>), String> {
    let found = journal::read(path).map_err(|error| error.to_string())?;
    let recovered = recover(&found, path)?;
    Ok((recovered.referee.record(&recovered.date)?, recovered.problem))
}

/// Writes a game to a new file and returns a message with its path.
pub fn save_as(path: &str, game: &Game) -> Result<String, String> {
    let path = Path::new(path.trim());
    if path.symlink_metadata().is_ok() {
        return Err(format!("{} exists already; choose another name", path.display()));
    }
    let written = give_away(path, &pgn::write(game));
    let path = written.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("Saved to {}.", path.display()))
}

/// Saves a game that cannot be saved in its own place: as a journal in a folder, or as a record in a file.
/// `journal` is the name and the text of the journal. Returns a message with the path.
pub fn save_elsewhere(path: &str, game: &Game, journal: Option<(String, String)>) -> Result<String, String> {
    let path = Path::new(path.trim());
    let (target, text, again) = match journal {
        Some((name, text)) if path.is_dir() => (path.join(name), text, "resume"),
        None if path.is_dir() => (path.join(format!("{}.{ENDING}", game.spec().id)), pgn::write(game), "review"),
        _ if path.symlink_metadata().is_ok() => {
            return Err(format!("{} exists already; choose another name", path.display()));
        }
        _ => (path.to_owned(), pgn::write(game), "review"),
    };
    let target = give_away(&target, &text).map_err(|error| format!("{}: {error}", target.display()))?;
    Ok(format!("The game is saved in {0}. To open it: heterodox {again} {0}", target.display()))
}

/// The setup of the newest readable game of a folder, finished or not.
pub fn last_setup(folder: &Path) -> Option<MatchSetup> {
    settle::files(folder).iter().take(20).find_map(|path| setup_in(path))
}

fn setup_in(path: &Path) -> Option<MatchSetup> {
    if path.extension().is_some_and(|ending| ending == journal::ENDING) {
        return setup_of(journal::read(path).ok()?.records.first()?).ok();
    }
    let header = pgn::Lister::new(io::BufReader::new(files::open(path).ok()?)).next()?.ok()?;
    let variant = header.tags.get("Variant")?;
    let spec = crate::games::all().iter().map(|game| game.spec()).find(|spec| spec.title == variant)?;
    Some(setup_from(&header.tags, spec))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::GAMES;
    use crate::record::journal::Journal;

    /// The journal of a game between a human player and computers, nine moves long.
    fn played(data: &Path, spec: &'static Spec) -> Journal {
        let _ = fs::remove_dir_all(data);
        let mut journal = Journal::create(&data.join("games"), spec.id, 7);
        let setup = MatchSetup::against_computer(spec.id, 4).expect("a game");
        let begin = JournalEvent::Begin {
            version: journal::VERSION,
            date: "20261120-231502".to_owned(),
            game: spec.id.to_owned(),
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
            let data = std::env::temp_dir().join(format!("heterodox-archive-{}-{}", spec.id, std::process::id()));
            let mut journal = played(&data, spec);
            journal.append(&JournalEvent::Undo { count: 4, clocks: Vec::new() }).1.expect("room");
            journal.append(&JournalEvent::Redo { count: 2 }).1.expect("room");
            let store = store(&data);
            let entry = || store.list().games.remove(0);
            assert!(entry().running && entry().plies == 7 && entry().result == "*", "{:?}", entry());
            let found = || read_journal(&store.path(&entry().file)).expect("it is read").0.tree.length();
            assert_eq!(found(), 7);
            let share = format!("1/{}", spec.seats.len());
            let shares = vec![share; spec.seats.len()];
            let (cause, words) = ("agreement".to_owned(), "Draw by agreement".to_owned());
            journal.append(&JournalEvent::End { cause, words, shares }).1.expect("room");
            let told = entry();
            assert!(store.trash(&told.file).expect_err("it is played").contains("this game is being played"));
            drop(journal);
            assert_eq!((settle_all(store.folder()), entry().is_journal()), (Vec::new(), false));
            let kept = entry();
            let said = |entry: &crate::record::store::GameEntry| {
                let (players, date, result) = (entry.players.clone(), entry.date.clone(), entry.result.clone());
                (entry.game.clone(), players, date, result, entry.plies, entry.termination.clone(), entry.running)
            };
            assert_eq!(said(&told), said(&kept));
            assert_eq!(store.read(&kept).expect("it reads").0.tree.length(), 7);
            let _ = fs::remove_dir_all(data);
        }
    }

    /// An undo or redo count beyond the acts played is not trusted: the list shows the game up to there, as when it
    /// is resumed.
    #[test]
    fn a_count_that_does_not_fit_is_left_out_with_what_follows() {
        let data = std::env::temp_dir().join(format!("heterodox-archive-counts-{}", std::process::id()));
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
            let told = tell_journal(&path).expect("it is read");
            let (game, problem) = read_journal(&path).expect("it is read");
            assert_eq!((told.plies, game.tree.length(), problem.is_some()), (plies, plies, true), "{wrong:?}");
        }
        let _ = fs::remove_dir_all(data);
    }
}
