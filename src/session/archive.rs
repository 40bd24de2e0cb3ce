//! Games that were played, as they are kept: the record of a referee's game, and journals of games
//! that are over, which become files of their own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::driver::setup_of;
use super::history::Entry;
use super::referee::Referee;
use super::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::record::file::write_new;
use crate::record::game::{Game, Tags};
use crate::record::journal::{self, Found, Journal, JournalError, Record};
use crate::record::pgn;
use crate::record::store::{Journals, Store, Told};
use crate::record::tree::{Deed, Id};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;

pub use crate::record::store::ENDING;

/// A person without a name.
const NOBODY: &str = "Human";
/// What a computer is called before its level.
pub const COMPUTER: &str = "Computer ";
/// The tag of the clock, and what it says where there is none.
const CLOCK: &str = "TimeControl";
const NO_CLOCK: &str = "-";

/// Who sits in a seat, as a record names it.
pub fn name_of(seat: &SeatKind) -> String {
    match seat {
        SeatKind::Human(name) if name.is_empty() => NOBODY.to_owned(),
        SeatKind::Human(name) | SeatKind::Engine(name) => name.clone(),
        SeatKind::Computer(level) => format!("{COMPUTER}{level}"),
    }
}

/// The tag that says what sits in a seat.
pub fn type_tag(spec: &Spec, side: Side) -> String {
    format!("{}Type", Game::seat_tag(spec, side))
}

/// The level of a computer by its name in a record.
pub fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix(COMPUTER)?.parse().ok().filter(|level| (1..=10).contains(level))
}

/// What a record's tags say of a seat.
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

/// The setup that a record's tags tell of.
pub fn setup_from(tags: &Tags, spec: &'static Spec) -> MatchSetup {
    let said = |name: &str| tags.get(name).filter(|value| !value.is_empty()).map(str::to_owned);
    let start = match (said("Array"), said("FEN")) {
        // A shuffled array is another one each time.
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

/// `2026.11.20` and `23:15:02` from the beginning of `20261120-231502`.
fn date_tags(stamp: &str) -> Option<(String, String)> {
    let (day, time) = stamp.split_once('-')?;
    let whole = day.len() == 8 && time.len() == 6 && (day.to_owned() + time).bytes().all(|b| b.is_ascii_digit());
    whole.then(|| {
        let day = format!("{}.{}.{}", &day[..4], &day[4..6], &day[6..]);
        (day, format!("{}:{}:{}", &time[..2], &time[2..4], &time[4..]))
    })
}

impl Referee {
    /// The game so far as a record. The date is as the journal has it.
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
        tag(&mut game.tags, setup, spec, date, self.ending().map(|ending| ending.cause.as_str()));
    }
}

/// Says of a game who plays it, since when, and how it ended.
fn tag(tags: &mut Tags, setup: &MatchSetup, spec: &Spec, date: &str, cause: Option<&str>) {
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
        Some("time") => "time forfeit",
        Some("failure") => "abandoned",
        Some(_) => "normal",
    };
    tags.set("Termination", termination);
}

/// What a journal says of its game without its moves being played.
pub fn tell_journal(path: &Path) -> Result<Told, String> {
    let found = journal::read(path).map_err(|error| error.to_string())?;
    let wrong = |what: String| format!("{}: line 1: {what}", path.display());
    let first = found.records.first().ok_or_else(|| wrong("there is no event".to_owned()))?;
    let setup = setup_of(first).map_err(wrong)?;
    let game = crate::games::find(&setup.game).ok_or_else(|| wrong(format!("there is no game {}", setup.game)))?;
    let date = if let Record::Begin { date, .. } = first { date.as_str() } else { "" };
    let (mut plies, mut end) = (0, None);
    for record in &found.records {
        match record {
            Record::Act { .. } => plies += 1,
            Record::Undo { count, .. } => {
                plies -= plies.min(*count);
                end = None;
            }
            Record::Redo { count } => plies += count,
            Record::End { cause, shares, .. } => end = Some((cause.as_str(), shares)),
            _ => {}
        }
    }
    let mut tags = Tags::default();
    tags.set("Variant", game.spec().title);
    tag(&mut tags, &setup, game.spec(), date, end.map(|(cause, _)| cause));
    tags.set("Result", end.map_or_else(|| "*".to_owned(), |(_, shares)| shares.join("-")));
    Ok(Told { tags, plies, running: end.is_none() })
}

/// The games that are kept with the data of the program.
pub fn store(data: &Path) -> Store {
    Store::new(data, Journals { tell: tell_journal, read: read_journal })
}

fn deed(position: &dyn crate::rules::position::Position, entry: &Entry) -> Result<Deed, String> {
    if let Some(why) = &entry.why {
        let shown = if why == "time" { "time" } else { "resigns" };
        let act = Act::Leave(entry.side);
        return Ok(Deed { act, side: entry.side, round: position.round(), shown: shown.to_owned() });
    }
    let mv = position.read(&entry.text).map_err(|error| error.to_string())?;
    Ok(Deed::of(position, Act::Move(mv)))
}

/// A game that was found in a journal.
pub struct Recovered {
    /// The game, as far as the journal tells it.
    pub referee: Referee,
    /// How many of the journal's events fit it.
    pub fit: usize,
    /// When it began, as the journal has it.
    pub date: String,
    /// What is wrong with the journal, if something is.
    pub problem: Option<String>,
}

/// The game that a journal tells; the path is for what is told.
pub fn recover(found: &Found, path: &Path) -> Result<Recovered, String> {
    let wrong = |what: &str| format!("{}: line 1: {what}", path.display());
    let (first, later) = found.records.split_first().ok_or_else(|| wrong("there is no event"))?;
    let setup = setup_of(first).map_err(|what| wrong(&what))?;
    let position = setup.begin().map_err(|what| wrong(&what))?;
    let date = if let Record::Begin { date, .. } = first { date.clone() } else { String::new() };
    let mut referee = Referee::new(setup, position);
    let fit = 1 + referee.replay(later);
    let problem = if fit < found.records.len() {
        Some(format!("{}: line {}: it does not fit the game, which is kept up to there", path.display(), fit + 1))
    } else {
        found.problem.clone()
    };
    Ok(Recovered { referee, fit, date, problem })
}

/// Reads a journal as a record, with what is wrong with it.
pub fn read_journal(path: &Path) -> Result<(Game, Option<String>), String> {
    let found = journal::read(path).map_err(|error| error.to_string())?;
    let recovered = recover(&found, path)?;
    Ok((recovered.referee.record(&recovered.date)?, recovered.problem))
}

/// A game that is over gets a file of its own, and its journal goes. Gives back the file; nothing
/// where the game goes on, somebody plays it, or the journal is damaged and should be looked at. A game
/// in which nothing was ever done goes without a file, unless its position was somebody's own.
pub fn settle(path: &Path) -> Result<Option<PathBuf>, String> {
    // The lock is held until the journal is gone.
    let (journal, found) = match Journal::resume(path) {
        Ok(taken) => taken,
        Err(JournalError::Taken { .. }) => return Ok(None),
        // Another program was faster.
        Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let remove = || fs::remove_file(path).map_err(|error| failed(path, error));
    if found.problem.is_none() && matches!(found.records.as_slice(), [Record::Begin { fen: None, .. }]) {
        return remove().map(|()| None);
    }
    if !found.is_over() || found.problem.is_some() {
        return Ok(None);
    }
    let Recovered { referee, date, problem, .. } = recover(&found, path)?;
    if problem.is_some() || referee.ending().is_none() {
        return Ok(None);
    }
    let text = pgn::write(&referee.record(&date)?);
    let target = write_new(&path.with_extension(ENDING), &text).map_err(|error| failed(path, error))?;
    remove()?;
    drop(journal);
    Ok(Some(target))
}

/// Settles every journal of a folder that can be, and tells what went wrong.
pub fn settle_all(folder: &Path) -> Vec<String> {
    let over = journal::list(folder).into_iter().filter(|path| journal::is_over(path));
    over.filter_map(|path| settle(&path).err()).collect()
}

/// Writes a game to a file that is not there yet, and says where it is.
pub fn save_as(path: &str, game: &Game) -> Result<String, String> {
    let path = Path::new(path.trim());
    if path.exists() {
        return Err(format!("{} is there already: another name was expected", path.display()));
    }
    let written = write_new(path, &pgn::write(game));
    let path = written.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("Written to {}.", path.display()))
}

/// The file of a game, over or not, by the beginning of its name, or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(id));
    files(folder).into_iter().find(named)
}

/// The games of a folder, over or not, the newest first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_game =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING || ending == journal::ENDING);
    let mut paths: Vec<PathBuf> = entries.filter(is_game).collect();
    paths.sort_unstable_by(|a, b| b.file_name().cmp(&a.file_name()));
    paths
}

/// The setup of the newest game of a folder that can be read, over or not.
pub fn last_setup(folder: &Path) -> Option<MatchSetup> {
    files(folder).iter().take(20).find_map(|path| setup_in(path))
}

fn setup_in(path: &Path) -> Option<MatchSetup> {
    if path.extension().is_some_and(|ending| ending == journal::ENDING) {
        return setup_of(journal::read(path).ok()?.records.first()?).ok();
    }
    let header = pgn::Lister::new(io::BufReader::new(File::open(path).ok()?)).next()?.ok()?;
    let variant = header.tags.get("Variant")?;
    let spec = crate::games::GAMES.iter().map(|game| game.spec()).find(|spec| spec.title == variant)?;
    Some(setup_from(&header.tags, spec))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    /// A list says the same of a game as long as it is a journal and when it has a file of its own.
    #[test]
    fn a_journal_tells_what_its_record_tells() {
        for game in GAMES {
            let spec = game.spec();
            let data = std::env::temp_dir().join(format!("heterodox-archive-{}-{}", spec.id, std::process::id()));
            let _ = fs::remove_dir_all(&data);
            let mut journal = Journal::create(&data.join("games"), spec.id, 7);
            let setup = MatchSetup::against_computer(spec.id, 4).expect("a game");
            let begin = Record::Begin {
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
                journal.append(&Record::Act { text, why: None, clocks: Vec::new() }).1.expect("room");
            }
            journal.append(&Record::Undo { count: 4, clocks: Vec::new() }).1.expect("room");
            journal.append(&Record::Redo { count: 2 }).1.expect("room");
            let store = store(&data);
            let entry = || store.list().games.remove(0);
            assert!(entry().running && entry().plies == 7 && entry().result == "*", "{:?}", entry());
            let share = format!("1/{}", spec.seats.len());
            let shares = vec![share; spec.seats.len()];
            let (cause, words) = ("agreement".to_owned(), "Draw by agreement".to_owned());
            journal.append(&Record::End { cause, words, shares }).1.expect("room");
            let told = entry();
            assert!(store.trash(&told.file).expect_err("it is played").contains("somebody plays this game"));
            drop(journal);
            assert_eq!((settle_all(store.folder()), entry().is_journal()), (Vec::new(), false));
            let kept = entry();
            let said = |entry: &crate::record::store::Entry| {
                let (players, date, result) = (entry.players.clone(), entry.date.clone(), entry.result.clone());
                (entry.game.clone(), players, date, result, entry.plies, entry.termination.clone(), entry.running)
            };
            assert_eq!(said(&told), said(&kept));
            assert_eq!(store.read(&kept).expect("it reads").0.tree.length(), 7);
            let _ = fs::remove_dir_all(data);
        }
    }
}
