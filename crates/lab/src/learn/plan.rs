//! What is to be done: it is written down after the first games, so that a learning that was stopped goes on with the same
//! numbers.

use std::path::Path;

use heterodox_play::files;
use heterodox_play::nets::{Progress, Stage};

use super::pace::Pace;
use super::{LearnError, Learning, write};

/// The name of the file.
pub(super) const NAME: &str = "plan";

/// The first line of the file.
const FIRST: &str = "heterodox learning 1";

/// The most bytes of the file.
const MOST_BYTES: u64 = 4 << 10;

/// The most positions.
pub(super) const MOST_POSITIONS: usize = 1_000_000;

/// The most random plies at the start of a game to learn from.
pub(super) const RANDOM_PLIES: usize = 10;

/// The share of the time in which games are played; the rest is for the training and the test.
const PLAYING: f64 = 0.7;

/// The time in which the net learns from a position, in seconds of one thread, with all epochs.
const TRAINING: f64 = 600e-6;

/// A net that has learnt well wins the test in about so many games.
const USUAL_TEST: usize = 160;

/// What is wished of a learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// The most positions.
    pub positions: usize,
    /// The most hours.
    pub hours: f64,
    /// The seed of all games.
    pub seed: u64,
}

impl Wish {
    /// A million positions in two hours.
    pub const USUAL: Wish = Wish { positions: MOST_POSITIONS, hours: 2.0, seed: 1 };
}

/// What is done.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    /// The rules of the game.
    pub(super) rules: String,
    /// The number of positions.
    pub(super) positions: usize,
    pub(super) seed: u64,
    /// The seconds that each part is thought to take.
    pub(super) seconds: [u64; 3],
    /// Were more positions wished than there is time for?
    short: bool,
}

impl Learning<'_> {
    /// The plan, when the first games are played.
    pub(super) fn plan(&self, rules: &str, pace: &Pace, known: usize) -> Plan {
        let (wish, effort) = (&self.wish, &self.effort);
        let seconds = wish.hours * 3_600.0;
        let fits = (seconds * PLAYING / pace.position().max(1e-9)) as usize;
        let positions = wish.positions.min(fits).clamp(1, MOST_POSITIONS).max(known);
        let training = positions as f64 * TRAINING / self.threads as f64;
        let test = pace.game() * USUAL_TEST as f64 * effort.test_nodes as f64 / effort.nodes as f64;
        Plan {
            rules: rules.to_owned(),
            positions,
            seed: wish.seed,
            seconds: [pace.until(positions) as u64, training as u64 + 1, test as u64 + 1],
            short: positions < wish.positions,
        }
    }
}

impl Plan {
    /// It in words, with the time that it takes.
    pub(super) fn words(&self, title: &str, threads: usize) -> String {
        let [playing, training, test] = self.seconds.map(time);
        let all = time(self.seconds.iter().sum());
        let short = if self.short { ", for which there is time" } else { "" };
        let on = if threads == 1 { "one thread".to_owned() } else { format!("{threads} threads") };
        format!(
            "{title}: {} positions{short} ({playing}), the training ({training}) and the test ({test}) take {all} on {on}.",
            self.positions
        )
    }

    /// How far the playing is.
    pub(super) fn playing(&self, pace: &Pace, positions: usize) -> Progress {
        let percent = (100 * positions / self.positions.max(1)).min(100) as u8;
        let left = pace.until(self.positions) as u64 + self.seconds[1] + self.seconds[2];
        let words = format!("{positions} of {} positions", self.positions);
        Progress { stage: Stage::Playing, percent, left, words }
    }

    pub(super) fn keep(&self, work: &Path) -> Result<(), LearnError> {
        let Plan { rules, positions, seed, seconds: [playing, training, test], short } = self;
        let text = format!(
            "{FIRST}\nrules {rules}\npositions {positions}\nseed {seed}\nseconds {playing} {training} {test}\nshort {short}\n"
        );
        write(&work.join(NAME), text.as_bytes())
    }

    /// The plan in a folder of work, if there is one.
    pub(super) fn read(work: &Path) -> Result<Option<Plan>, LearnError> {
        let path = work.join(NAME);
        let text = match files::read_text(&path, MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LearnError::file(&path, error)),
        };
        Plan::of(&text).map(Some).ok_or_else(|| LearnError::strange(&path, "it is no plan of a learning"))
    }

    fn of(text: &str) -> Option<Plan> {
        let mut lines = text.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned);
        (field("heterodox")? == FIRST.strip_prefix("heterodox ")?).then_some(())?;
        let rules = field("rules")?;
        let positions =
            field("positions")?.parse().ok().filter(|positions| (1..=2 * MOST_POSITIONS).contains(positions))?;
        let seed = field("seed")?.parse().ok()?;
        let seconds: Option<Vec<u64>> = field("seconds")?.split(' ').map(|number| number.parse().ok()).collect();
        let short = field("short")?.parse().ok()?;
        Some(Plan { rules, positions, seed, seconds: seconds?.try_into().ok()?, short })
    }
}

/// So many seconds in words.
pub(crate) fn time(seconds: u64) -> String {
    match seconds {
        0..60 => "less than a minute".to_owned(),
        60..5_400 => format!("about {} min", seconds.div_ceil(60)),
        _ => format!("about {:.1} h", seconds as f64 / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_as_it_was_written_and_nothing_else_is_one() {
        let plan = Plan { rules: "abc K,Q".to_owned(), positions: 500, seed: 3, seconds: [1, 2, 3], short: true };
        let folder = std::env::temp_dir().join(format!("heterodox-plan-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("room");
        assert_eq!(Plan::read(&folder).expect("none"), None);
        plan.keep(&folder).expect("room");
        assert_eq!(Plan::read(&folder).expect("a plan"), Some(plan));
        let text = std::fs::read_to_string(folder.join(NAME)).expect("text");
        std::fs::remove_dir_all(&folder).expect("it is there");
        for cut in 0..text.len() - 1 {
            assert_eq!(Plan::of(&text[..cut]).filter(|plan| plan.seed == 3 && plan.short), None, "{cut}");
        }
        for (from, to) in
            [("500", "0"), ("500", "99999999999"), ("seed 3", "seed x"), ("1 2 3", "1 2"), ("rules", "rule")]
        {
            assert_eq!(Plan::of(&text.replacen(from, to, 1)), None, "{to}");
        }
    }
}
