//! The command that learns a game.

use std::io::{self, Read as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use heterodox_play::game_file;
use heterodox_play::nets::{self, NetPlace, Progress, Stage};
use heterodox_play::paths::Paths;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use thiserror::Error;

use super::{Failure, Outcome, find};
use crate::escape;
use crate::games::Registry;
use crate::learn::{Effort, Ending, Learning, Wish, time};
use crate::task;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A file, a game of the shelf, or holywar, blackholes or sanctuary
    game: String,
    /// The most positions to learn from
    #[arg(long, value_name = "N", default_value_t = Wish::USUAL.positions as u32, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    positions: u32,
    /// The most hours, all in all
    #[arg(long, value_name = "H", default_value_t = Wish::USUAL.hours, value_parser = hours)]
    hours: f64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = Wish::USUAL.seed)]
    seed: u64,
    /// The number of threads
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// End when the standard input ends: the program that started this one is gone
    #[arg(long, hide = true)]
    attached: bool,
}

/// Why a text is no number of hours.
#[derive(Debug, Error)]
#[error("expected a number of hours, from 0.01 to 1000")]
struct NoHours;

fn hours(text: &str) -> Result<f64, NoHours> {
    text.parse().ok().filter(|hours| (0.01..=1_000.0).contains(hours)).ok_or(NoHours)
}

/// The time between two lines of progress.
const TELLING: Duration = Duration::from_secs(5);

/// Learns the game.
pub(super) fn run(arguments: &Arguments, games: Registry, out: &mut (impl Write + Send)) -> Outcome {
    let (games, id, place) = found(&arguments.game, games)?;
    let game = find(&games, &id)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // The second one ends the program at once; what is done is kept then too.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    if arguments.attached {
        end_with_input(&stop)?;
    }
    let threads = arguments.threads.map_or_else(task::processors, usize::from);
    let wish = Wish { positions: arguments.positions as usize, hours: arguments.hours, seed: arguments.seed };
    let learning =
        Learning { games: &games, game, place: place.clone(), wish, effort: Effort::USUAL, threads, stop: &stop };
    let told = Mutex::new((out, None));
    let say = |words: &str| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(told.0, "{words}").and_then(|()| told.0.flush());
    };
    let report = |progress: &Progress| {
        let due = {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let last: Option<(Instant, Stage)> = told.1;
            let due = last.is_none_or(|(time, stage)| stage != progress.stage || time.elapsed() >= TELLING);
            if due {
                told.1 = Some((Instant::now(), progress.stage));
            }
            due
        };
        if due && let Some(words) = words(progress) {
            say(&words);
        }
    };
    let ending = learning.run(&say, &report).map_err(Failure::failed)?;
    let net = escape::path(&place.net);
    say(&match ending {
        Ending::Kept(gain) => format!("The net wins: {gain}. The computer plays by {net} from now on."),
        Ending::Lost(gain) => format!("The net does not win: {gain}. Nothing has changed."),
        Ending::Stopped => "Stopped. The same command continues.".to_owned(),
    });
    Ok(())
}

/// What is done, how far it is, and the time left.
fn words(progress: &Progress) -> Option<String> {
    let what = match progress.stage {
        Stage::Playing => "playing",
        Stage::Training => "training",
        Stage::Testing => "testing",
        Stage::Kept | Stage::Lost => return None,
    };
    let Progress { percent, words, left, .. } = progress;
    Some(format!("{what:<8} {percent:>3} %  {words}; {} left", time(*left)))
}

/// The games with the one that is meant, its id, and where its net is.
fn found(name: &str, games: Registry) -> Result<(Registry, String, NetPlace), Failure> {
    let path = Path::new(name);
    if game_file::is_game(path) {
        let game = game_file::read(path).map_err(Failure::usage)?;
        let place = NetPlace::beside(path);
        let id = crate::rules::variant::Variant::spec(game).id;
        let games =
            games.with_file(game).map_err(|error| Failure::Usage(format!("{}: {error}", escape::line(name))))?;
        return Ok((games, id.to_owned(), place));
    }
    let id = find(&games, name)?.spec().id;
    let paths = Paths::find(|name| std::env::var(name).ok());
    let data = paths.ok_or_else(|| Failure::Failed("no home folder was found".to_owned()))?.data_dir;
    nets::teach_shelf(&data);
    Ok((games, id.to_owned(), NetPlace::of_program(&data, id)))
}

/// Stops when the standard input ends.
fn end_with_input(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let stop = Arc::clone(stop);
    let wait = move || {
        let mut input = io::stdin().lock();
        while !matches!(input.read(&mut [0; 64]), Ok(0) | Err(_)) {}
        stop.store(true, Ordering::Relaxed);
    };
    task::spawn("input", wait).map(drop)
}
