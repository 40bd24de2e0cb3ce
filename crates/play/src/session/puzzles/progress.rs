//! What somebody has solved: a file with one line per attempt, which is only added to. A line that was not written to its
//! end is left out, so nothing else is lost when the program is killed.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::mode::Mode;
use super::solving::Finish;
use crate::files;
use crate::rating::{self, Rating};
use crate::record::puzzle::Puzzle;

/// The file of results in the folder of data.
pub const RESULTS: &str = "puzzles.log";
/// The file of puzzles from one's own games.
pub const OWN: &str = "puzzles.pgn";

/// The largest of both files.
pub const MOST_BYTES: u64 = 32 << 20;

/// The points to start with, and the deviation of a puzzle.
const BEGINNING: f64 = 1000.0;
const OF_PUZZLES: f64 = 80.0;
/// A rating never becomes more certain than this, so that it goes on to move.
const LEAST_DEVIATION: f64 = 45.0;

/// The bounds of what a hint costs, in points.
const LEAST_FOR_HINT: f64 = 5.0;
const MOST_FOR_HINT: f64 = 20.0;

/// A puzzle that somebody has tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// When, as `20261124-193000` in UTC.
    pub at: String,
    /// The id of the game.
    pub game: String,
    /// The key of the puzzle.
    pub puzzle: u64,
    /// How it was tried.
    pub mode: String,
    /// How well it was solved.
    pub finish: Finish,
    /// The rating after it, in rated training.
    pub rating: Option<Rating>,
}

impl Attempt {
    /// Was it solved, without a mistake and without help?
    pub fn is_solved(&self) -> bool {
        self.finish == Finish::Solved
    }
}

/// A finished streak or storm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The id of the game.
    pub game: String,
    /// What it was.
    pub mode: String,
    /// The number of puzzles that were solved.
    pub count: u32,
}

/// What somebody has done so far.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Progress {
    /// The attempts, the oldest first.
    pub attempts: Vec<Attempt>,
    /// The runs.
    pub runs: Vec<Run>,
}

impl Progress {
    /// What is in the folder of data. No file is no progress.
    pub fn read(folder: &Path) -> io::Result<Progress> {
        match files::read(&folder.join(RESULTS), MOST_BYTES) {
            Ok(bytes) => Ok(Progress::of(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Progress::default()),
            Err(error) => Err(error),
        }
    }

    /// What these lines say. Lines that say nothing are left out.
    pub(crate) fn of(bytes: &[u8]) -> Progress {
        let mut progress = Progress::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            let Ok(value) = serde_json::from_slice::<Value>(line) else { continue };
            if let Some(run) = run_of(&value) {
                progress.runs.push(run);
            } else if let Some(attempt) = attempt_of(&value) {
                progress.attempts.push(attempt);
            }
        }
        progress
    }

    /// The rating in a game.
    pub fn rating(&self, game: &str) -> Rating {
        let last =
            self.attempts.iter().rev().filter(|attempt| attempt.game == game).find_map(|attempt| attempt.rating);
        last.unwrap_or(Rating::new(BEGINNING))
    }

    /// The rating in a game after a puzzle of this rating. With a hint it is half a solution, but its cost has bounds: a
    /// first rating moves far, and nobody is to be afraid of asking.
    pub fn rating_after(&self, game: &str, puzzle: u32, finish: Finish) -> Rating {
        let score = match finish {
            Finish::Failed => 0.0,
            Finish::Hinted => 0.5,
            Finish::Solved => 1.0,
        };
        let result = rating::Result { value: f64::from(puzzle), deviation: OF_PUZZLES, score, weight: 1.0 };
        let before = self.rating(game);
        let Rating { mut value, deviation, volatility } = before.after(&[result]);
        if finish == Finish::Hinted {
            value = value.clamp(before.value - MOST_FOR_HINT, before.value - LEAST_FOR_HINT).max(0.0);
        }
        // As in the file, so that the rating is the same when it was read again.
        let rounded = |number: f64, digits: i32| (number * 10_f64.powi(digits)).round() / 10_f64.powi(digits);
        let deviation = rounded(deviation.max(LEAST_DEVIATION), 2);
        Rating { value: rounded(value, 2), deviation, volatility: rounded(volatility, 8) }
    }

    /// The most puzzles of a run.
    pub fn best(&self, game: &str, mode: &Mode) -> Option<u32> {
        let same = |run: &&Run| run.game == game && run.mode == mode.id();
        self.runs.iter().filter(same).map(|run| run.count).max()
    }

    /// Keeps an attempt, also in the folder if there is one. The error is why it is not in the folder.
    pub fn add(&mut self, attempt: Attempt, folder: Option<&Path>) -> io::Result<()> {
        let mut line = json!({
            "at": attempt.at,
            "game": attempt.game,
            "puzzle": format!("{:016x}", attempt.puzzle),
            "mode": attempt.mode,
            "solved": attempt.is_solved(),
        });
        if attempt.finish == Finish::Hinted {
            line["hint"] = json!(true);
        }
        if let Some(rating) = attempt.rating {
            line["rating"] = json!([rating.value, rating.deviation, rating.volatility]);
        }
        self.attempts.push(attempt);
        folder.map_or(Ok(()), |folder| append(&folder.join(RESULTS), &format!("{line}\n")))
    }

    /// Keeps a run.
    pub fn add_run(&mut self, run: Run, folder: Option<&Path>) -> io::Result<()> {
        let line = json!({ "run": run.mode, "game": run.game, "count": run.count });
        self.runs.push(run);
        folder.map_or(Ok(()), |folder| append(&folder.join(RESULTS), &format!("{line}\n")))
    }

    /// Solved and tried puzzles of a game, and of those of each mode.
    pub fn counts(&self, game: &str) -> (usize, usize, BTreeMap<&str, (usize, usize)>) {
        let mut modes = BTreeMap::new();
        for attempt in self.attempts.iter().filter(|attempt| attempt.game == game) {
            let (solved, tried) = modes.entry(attempt.mode.as_str()).or_insert((0, 0));
            *solved += usize::from(attempt.is_solved());
            *tried += 1;
        }
        let sum = |part: fn(&(usize, usize)) -> usize| modes.values().map(part).sum();
        (sum(|&(solved, _)| solved), sum(|&(_, tried)| tried), modes)
    }
}

/// Adds puzzles from one's own games to the file of them, in one piece.
pub fn keep_own(puzzles: &[Puzzle], folder: &Path) -> io::Result<()> {
    if puzzles.is_empty() {
        return Ok(());
    }
    append(&folder.join(OWN), &puzzles.iter().map(Puzzle::pgn).collect::<String>())
}

/// The text of the puzzles from one's own games.
pub fn own(folder: &Path) -> io::Result<Vec<u8>> {
    match files::read(&folder.join(OWN), MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

/// Adds lines to the end of a file. If the line before them has no end, it gets one.
fn append(path: &PathBuf, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        files::make_folder(folder)?;
    }
    let torn = match files::read(path, MOST_BYTES) {
        Ok(bytes) => bytes.last().is_some_and(|&byte| byte != b'\n'),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error),
    };
    let mut file = files::system::for_owner(&mut OpenOptions::new()).create(true).append(true).open(path)?;
    let text = if torn { format!("\n{text}") } else { text.to_owned() };
    // In one call, which no kill cuts in two. It is not synced, because no key may wait for a disk.
    file.write_all(text.as_bytes())
}

fn attempt_of(value: &Value) -> Option<Attempt> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    let rating = value.get("rating").and_then(|rating| {
        let number = |at: usize| rating.get(at)?.as_f64().filter(|number| number.is_finite());
        let rating = Rating { value: number(0)?, deviation: number(1)?, volatility: number(2)? };
        let usual = (0.0..=5000.0).contains(&rating.value)
            && (1.0..=Rating::UNKNOWN).contains(&rating.deviation)
            && (0.000_1..=1.0).contains(&rating.volatility);
        usual.then_some(rating)
    });
    Some(Attempt {
        at: text("at")?,
        game: text("game")?,
        puzzle: u64::from_str_radix(&text("puzzle")?, 16).ok()?,
        mode: text("mode")?,
        finish: match (value.get("solved")?.as_bool()?, value.get("hint").and_then(Value::as_bool)) {
            (true, _) => Finish::Solved,
            (false, Some(true)) => Finish::Hinted,
            (false, _) => Finish::Failed,
        },
        rating,
    })
}

fn run_of(value: &Value) -> Option<Run> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    Some(Run { game: text("game")?, mode: text("run")?, count: value.get("count")?.as_u64()?.try_into().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::folder::Folder;
    use proptest::prelude::*;

    fn attempt(number: u64, rating: Option<Rating>) -> Attempt {
        Attempt {
            at: "20261124-193000".to_owned(),
            game: "game".to_owned(),
            puzzle: number,
            mode: "rated".to_owned(),
            finish: [Finish::Solved, Finish::Failed, Finish::Hinted][number as usize % 3],
            rating,
        }
    }

    #[test]
    fn what_is_added_is_read_again_and_a_torn_line_costs_itself_only() {
        let home = Folder::new("puzzles-progress");
        let folder = home.path();
        let mut progress = Progress::read(folder).expect("nothing yet");
        for number in 0..5 {
            let rating = progress.rating_after("game", 1200, attempt(number, None).finish);
            progress.add(attempt(number, Some(rating)), Some(folder)).expect("room");
        }
        progress
            .add_run(Run { game: "game".to_owned(), mode: "storm".to_owned(), count: 7 }, Some(folder))
            .expect("room");
        assert_eq!(Progress::read(folder).expect("lines"), progress);
        assert_eq!(progress.best("game", &Mode::Storm), Some(7));
        let path = folder.join(RESULTS);
        let whole = std::fs::read(&path).expect("a file");
        let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("lines") + 1;
        for cut in last..whole.len() - 1 {
            std::fs::write(&path, &whole[..cut]).expect("room");
            let mut torn = Progress::read(folder).expect("lines");
            assert_eq!((torn.attempts.len(), torn.runs.len()), (5, 0), "{cut}");
            torn.add(attempt(9, None), Some(folder)).expect("room");
            assert_eq!(Progress::read(folder).expect("lines").attempts.len(), 6, "{cut}");
        }
    }

    #[test]
    fn the_rating_goes_up_and_down_by_the_game() {
        let mut progress = Progress::default();
        let first = progress.rating("game");
        let better = progress.rating_after("game", 1200, Finish::Solved);
        progress.add(attempt(2, Some(better)), None).expect("no folder");
        assert!(better.value > first.value && progress.rating("game") == better);
        assert_eq!(progress.rating("other"), first);
        assert!(progress.rating_after("game", 1200, Finish::Failed).value < better.value);
    }

    #[test]
    fn a_hint_costs_a_little_at_any_rating() {
        for (own, deviation, puzzle) in
            [(1000.0, 350.0, 1000), (1000.0, 350.0, 300), (1500.0, 45.0, 2700), (600.0, 350.0, 1800)]
        {
            let mut progress = Progress::default();
            let before = Rating { deviation, ..Rating::new(own) };
            progress.add(attempt(1, Some(before)), None).expect("no folder");
            let hinted = progress.rating_after("game", puzzle, Finish::Hinted);
            let cost = before.value - hinted.value;
            assert!((5.0..=20.0).contains(&cost), "{own} {puzzle}: {cost}");
            assert!(hinted.deviation <= before.deviation + 2.0, "{own} {puzzle}: {hinted:?}");
        }
        let mut lowest = Progress::default();
        lowest.add(attempt(1, Some(Rating::new(2.0))), None).expect("no folder");
        assert!(lowest.rating_after("game", 300, Finish::Hinted).value >= 0.0, "it can be read again");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400), lines in prop::collection::vec(
            prop::sample::select(vec![
                "{\"at\":\"x\",\"game\":\"g\",\"puzzle\":\"ff\",\"mode\":\"m\",\"solved\":true}", "{}", "[]", "{",
                "{\"run\":\"storm\",\"game\":\"g\",\"count\":1e99}", "\"rating\":[1e999,null,-1]", "null", "\u{0}",
            ]), 0..8))
        {
            let mut text = bytes;
            text.extend(lines.join("\n").into_bytes());
            let progress = Progress::of(&text);
            prop_assert!(progress.rating("g").value.is_finite());
        }
    }
}
