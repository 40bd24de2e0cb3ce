//! The commands that create training positions by self-play and fit weights to them.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Mutex, PoisonError};

use clap::{Args, Subcommand};

use super::{Failure, Outcome, endings, errors, find};
use crate::escape;
use crate::games::Registry;
use crate::lines::Lines;
use crate::rules::variant::Opening;
use crate::trainer::{self, First, Fit, GameLog, LogError, Making, Report, TrainError};

#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Create quiet positions by self-play
    #[command(after_help = "Example: heterodox-lab tune data sanctuary positions.tsv --games 1000")]
    Data(Data),
    /// Fit evaluation weights to positions and write them as source code
    #[command(after_help = "Example: heterodox-lab tune fit armies positions.tsv --write weights.rs")]
    Fit(FitArguments),
    /// Train a net on positions and write it in the format of the program
    #[command(after_help = "Example: heterodox-lab tune net blackholes positions.tsv --write net.bin")]
    Net(NetArguments),
    /// Play games of one level and count its errors
    #[command(after_help = "Example: heterodox-lab tune errors sanctuary level=1 beginner:2 --show 20")]
    Errors(errors::Arguments),
    /// Play on endings that one seat should win
    #[command(after_help = "Example: heterodox-lab tune endings sanctuary --positions 10 --seed 71")]
    Endings(endings::Arguments),
}

#[derive(Args, Debug)]
pub(super) struct Data {
    /// holywar, blackholes, sanctuary or armies
    game: String,
    /// The file to write
    file: String,
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Opening by its name
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Nodes per move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Largest number of random plies at the start
    #[arg(long, default_value_t = 10)]
    random_plies: usize,
    /// Number of games played at the same time
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
pub(super) struct FitArguments {
    /// holywar, blackholes, sanctuary or armies
    game: String,
    /// Files that `tune data` wrote
    #[arg(required = true)]
    files: Vec<String>,
    /// Number of epochs
    #[arg(long, alias = "rounds", default_value_t = 40)]
    epochs: usize,
    /// Share of the game result in the target; the rest is the score of the search
    #[arg(long, default_value_t = 0.7)]
    result: f32,
    /// Learning rate in hundredths of a Pawn
    #[arg(long, default_value_t = 2.0)]
    rate: f32,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    write: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct NetArguments {
    /// holywar, blackholes, sanctuary or armies
    game: String,
    /// Files that `tune data` wrote
    #[arg(required = true)]
    files: Vec<String>,
    /// Number of epochs
    #[arg(long, alias = "rounds", default_value_t = 15)]
    epochs: usize,
    /// Share of the game result in the target; the rest is the score of the search
    #[arg(long, default_value_t = 0.2)]
    result: f32,
    /// How much of the target comes from later searches and the result, from each search on
    #[arg(long, default_value_t = 0.0)]
    later: f32,
    /// The score at which the net expects odds of e to 1 with all men, in hundredths of a Pawn [default: from the results]
    #[arg(long)]
    scale: Option<f32>,
    /// The same where hardly any men are left, in a game for two; between them it changes evenly [default: as with all men]
    #[arg(long, requires = "scale")]
    scale_few: Option<f32>,
    /// Hidden neurons of each seat: 32, 64, 128 or 256
    #[arg(long, alias = "units", default_value_t = 32, conflicts_with = "from")]
    hidden: usize,
    /// Continue to train this net
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    /// Learning rate
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// Write the net to this file
    #[arg(long, value_name = "FILE")]
    write: String,
}

pub(super) fn run(task: &Task, games: &Registry, out: &mut (impl Write + Send)) -> Outcome {
    match task {
        Task::Data(arguments) => data(arguments, games, out),
        Task::Fit(arguments) => fit(arguments, games, out),
        Task::Net(arguments) => net(arguments, games, out),
        Task::Errors(arguments) => errors::run(arguments, games, out),
        Task::Endings(arguments) => endings::run(arguments, games, out),
    }
}

fn failed(name: &str, error: impl Display) -> Failure {
    Failure::Failed(format!("{name}: {error}"))
}

fn data(arguments: &Data, games: &Registry, out: &mut (impl Write + Send)) -> Outcome {
    let variant = find(games, &arguments.game)?;
    let game = variant.spec();
    let name = &arguments.file;
    let file = BufWriter::new(File::create(name).map_err(|error| failed(name, error))?);
    let state = Mutex::new((file, 0, 0, None, out));
    if let Some(setup) = &arguments.setup {
        variant.begin(Opening::Named(setup)).map_err(|error| failed(game.id, error))?;
    }
    let making = Making {
        setup: arguments.setup.as_deref(),
        games: 0..arguments.games,
        nodes: arguments.nodes,
        random_plies: arguments.random_plies,
        parallel: arguments.parallel,
        seed: arguments.seed,
    };
    let made = trainer::make(games, game.id, &making, &|_, log: Option<GameLog>| {
        let Some(log) = log else { return true };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, games, positions, problem, out) = &mut *state;
        *games += 1;
        *positions += log.positions.len();
        if let Err(error) = writeln!(file, "{log}") {
            problem.get_or_insert(error);
        }
        if *games % 100 == 0 {
            let _ = writeln!(out, "{games} games, {positions} positions");
        }
        true
    });
    made.map_err(|error| failed(game.id, error))?;
    let (mut file, games, positions, problem, out) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match problem.map_or_else(|| file.flush(), Err) {
        Ok(()) => Ok(writeln!(out, "{games} games, {positions} positions in {}", escape::line(name))?),
        Err(error) => Err(failed(name, error)),
    }
}

/// Reads the games of these files.
fn read(files: &[String]) -> Result<Vec<GameLog>, Failure> {
    let mut logs = Vec::new();
    for name in files {
        let before = logs.len();
        let mut lines = Lines::new(File::open(name).map_err(|error| failed(name, error))?);
        while let Some(line) = lines.next_line().map_err(|error| failed(name, error))? {
            let line = line.map_err(|long| failed(name, long))?;
            let number = logs.len() - before + 1;
            let wrong = |problem: &dyn Display| failed(name, format!("line {number}: {problem}"));
            let text = std::str::from_utf8(line).map_err(|error| wrong(&error))?;
            logs.push(text.parse().map_err(|error: LogError| wrong(&error))?);
        }
    }
    Ok(logs)
}

/// Trains, and prints the progress. `place` tells what an error is about.
fn learn<T>(
    place: impl FnOnce(&TrainError) -> String,
    out: &mut impl Write,
    learn: impl FnOnce(&mut dyn FnMut(&Report)) -> Result<T, TrainError>,
) -> Result<T, Failure> {
    let mut problem = None;
    let learnt = learn(&mut |report| {
        let written = writeln!(
            out,
            "epoch {:>3}  loss {:.5}  validation loss {:.5}  ({} positions, scale {:.0})",
            report.epoch, report.loss, report.validation_loss, report.positions, report.scale
        );
        problem = problem.take().or(written.err());
    });
    match problem {
        Some(error) => Err(error.into()),
        None => learnt.map_err(|error| failed(&place(&error), error)),
    }
}

fn fit(arguments: &FitArguments, games: &Registry, out: &mut impl Write) -> Outcome {
    let game = find(games, &arguments.game)?.spec();
    let logs = read(&arguments.files)?;
    let how = Fit {
        epochs: arguments.epochs,
        result: arguments.result,
        later: 0.0,
        scale: None,
        rate: arguments.rate,
        batch: Fit::BATCH,
    };
    let weights = learn(|_| game.id.to_owned(), out, |report| trainer::weigh(games, game.id, &logs, how, report))?;
    let text = source(&weights);
    match &arguments.write {
        Some(name) => std::fs::write(name, text).map_err(|error| failed(name, error)),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

fn net(arguments: &NetArguments, games: &Registry, out: &mut impl Write) -> Outcome {
    let game = find(games, &arguments.game)?.spec();
    if game.seats.len() > 2 && arguments.scale_few.is_some() {
        return Err(Failure::usage(format!("--scale-few: {} is not a game for two", game.id)));
    }
    let net = match &arguments.from {
        Some(name) => Some(std::fs::read(name).map_err(|error| failed(name, error))?),
        None => None,
    };
    let first = net.as_deref().map_or(First::Untrained(arguments.hidden), First::Trained);
    let logs = read(&arguments.files)?;
    let NetArguments { epochs, result, later, rate, .. } = *arguments;
    let scale = arguments.scale.map(|many| (arguments.scale_few.unwrap_or(many), many));
    let how = Fit { epochs, result, later, scale, rate, batch: Fit::BATCH };
    let place = |error: &TrainError| match (error, &arguments.from) {
        (TrainError::Net { .. }, Some(name)) => name.clone(),
        _ => game.id.to_owned(),
    };
    let net = learn(place, out, |report| trainer::net(games, game.id, &logs, first, how, report))?;
    let name = &arguments.write;
    std::fs::write(name, net).map_err(|error| failed(name, error))
}

/// The weights as a source file for the game's folder.
fn source(weights: &[(i32, i32)]) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation, in the order of its terms: in the middle of the game, at its end.\n\
         //! Written by `heterodox-lab tune fit`.\n\n\
         use crate::eval::terms::Weight;\n\n\
         const fn w(middle: i16, end: i16) -> Weight {\n    Weight::new(middle, end)\n}\n\n\
         #[rustfmt::skip]\npub(super) const WEIGHTS: &[Weight] = &[\n",
    );
    for row in weights.chunks(8) {
        let row: Vec<String> = row.iter().map(|(middle, end)| format!("w({middle}, {end})")).collect();
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    text.push_str("];\n");
    text
}
