//! The test of a net: games against the game without it, until a sequential test is decided. Each game is kept.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Instant;

use heterodox_play::files;
use heterodox_play::nets::{Progress, Stage};

use super::plan::Plan;
use super::{Done, Heard, LearnError, Learning, train};
use crate::contest::{Before, Contest, Contestant, Game, GivenNet, Score, Sprt};
use crate::games::nets::{NetFile, rules_of};

/// The name of the file of games.
pub(super) const NAME: &str = "test.tsv";

/// The most bytes of the file.
const MOST_BYTES: u64 = 1 << 20;

/// A net is kept if this says that it plays better by the second number rather than the first.
const TEST: Sprt = Sprt { low: 0.0, high: 20.0 };

/// A longer game is a draw.
const MOST_PLIES: usize = 400;

impl Learning<'_> {
    /// Plays the test. Returns what has come of it, and whether the net has won.
    pub(super) fn tested(&self, plan: &Plan, weights: &[u8], heard: &Heard<'_>) -> Done<(Score, bool)> {
        let contest = self.contest(plan, weights)?;
        let (file, before) = self.games_before(&contest)?;
        let (known, begun) = (before.games.len(), Instant::now());
        let file = Mutex::new((file, None));
        let score = contest.go_on(&before, self.stop, &|game, score| {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let (file, failure) = &mut *file;
            let path = self.place.work.join(NAME);
            let written = file.write_all(line(game).as_bytes()).map_err(|error| LearnError::file(&path, error));
            let ratio = (TEST.log_likelihood_ratio(score).abs() / Sprt::BOUND).min(1.0);
            let share = ratio.max(score.games as f64 / self.effort.test_games as f64);
            let played = score.games - known;
            let left = begun.elapsed().as_secs_f64() * (1.0 / share.max(0.01) - 1.0) * score.games as f64
                / played.max(1) as f64;
            let [won, drawn, lost] = score.tally;
            let words = format!("{won} won, {drawn} drawn, {lost} lost");
            let progress =
                Progress { stage: Stage::Testing, percent: (100.0 * share) as u8, left: left as u64, words };
            let told = written.and_then(|()| heard.now_and_then(&progress));
            *failure = failure.take().or(told.err());
        });
        if let Some(failure) = file.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
            return Err(failure);
        }
        let verdict = TEST.verdict(&score);
        let is_over = verdict.is_some() || score.games >= self.effort.test_games;
        Ok(is_over.then_some((score, verdict == Some(true))))
    }

    fn contest(&self, plan: &Plan, weights: &[u8]) -> Result<Contest, LearnError> {
        let spec = self.game.spec();
        let file = NetFile {
            game: spec.id.to_owned(),
            rules: rules_of(spec),
            positions: 0,
            gain: String::new(),
            weights: weights.to_vec(),
        };
        let strange =
            |fault| LearnError::strange(&self.place.work.join(train::NET), format!("it is no net: {fault}"));
        let net = file.compile(self.game).map_err(strange)?;
        let player = |name: &str| Contestant::of_nodes(name, self.effort.test_nodes);
        let new = player("with the net").given(GivenNet(net));
        Ok(Contest {
            registry: self.games.clone(),
            game: self.game,
            setup: None,
            players: vec![new, player("without it")],
            games: self.effort.test_games,
            random_plies: 8,
            most_plies: MOST_PLIES,
            parallel: self.threads,
            seed: plan.seed ^ 0x7e57,
            sprt: Some(TEST),
        })
    }

    /// The open file, and the games in it. One at its end that was not written as a whole is removed.
    fn games_before(&self, contest: &Contest) -> Result<(File, Before), LearnError> {
        let path = self.place.work.join(NAME);
        let failed = |error| LearnError::file(&path, error);
        if let Err(error) = files::create(&path)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(failed(error));
        }
        files::open_within(&path, MOST_BYTES).map_err(failed)?;
        let mut file = OpenOptions::new().read(true).append(true).open(&path).map_err(failed)?;
        let mut text = String::new();
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut text)).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        let seatings = contest.seatings();
        let game = |(number, line): (usize, &str)| {
            read(line, number, &seatings[number % seatings.len()])
                .ok_or_else(|| LearnError::strange(&path, format!("line {} is no game of the test", number + 1)))
        };
        let games: Result<Vec<Game>, LearnError> = text[..whole].lines().enumerate().map(game).collect();
        Ok((file, Before { games: games? }))
    }
}

/// A game as it is kept: its number, the points of each seat, its plies and its end.
fn line(game: &Game) -> String {
    let points: Vec<String> = game.points.iter().map(ToString::to_string).collect();
    format!("{}\t{}\t{}\t{}\n", game.number, points.join(" "), game.plies, game.cause)
}

fn read(line: &str, number: usize, seating: &[usize]) -> Option<Game> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[known, points, plies, cause] = &fields[..] else { return None };
    let points: Option<Vec<f64>> = points.split(' ').map(|text| text.parse().ok()).collect();
    let points = points.filter(|points| points.len() == seating.len())?;
    let fits = known.parse() == Ok(number) && points.iter().all(|point| (0.0..=1.0).contains(point));
    fits.then_some(())?;
    Some(Game {
        number,
        seating: seating.to_vec(),
        points,
        cause: cause.to_owned(),
        problem: None,
        plies: plies.parse().ok()?,
        record: Default::default(),
    })
}
