//! The command line of the laboratory, with one file per subcommand.

mod endings;
mod errors;
mod learn;
mod matches;
mod tune;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use heterodox_base::failure::{Failure, Outcome};

use crate::bench;
use crate::games::Registry;
use crate::output::{self, words};
use crate::rules::variant::Variant;

/// The name of the program.
const NAME: &str = "heterodox-lab";

/// Matches between engines, training and benchmarks of Heterodox.
#[derive(Parser, Debug)]
#[command(name = NAME, version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games between engines
    #[command(
        name = "match",
        after_help = "Example: heterodox-lab match sanctuary nodes=2000 nodes=500 --games 20\n\
                      A player: nodes=N, time=MS, depth=N or level=1..10, with method=max^n|paranoid|brs|brs+, \
                      noise=N,\noverlooks=N, hasty=N, knows=N (in percent), careless=N, dice=N (random in the first N rounds), net=FILE, \
                      threads=N, hash=MB,\nname=TEXT (they replace the settings of a level); beginner:1 to beginner:5 (they \
                      count material over\n1, 2, 2, 2 and 3 plies, 3 and 5 also captures after that; one move in \
                      5, 5, 10, none and none\nis random); random; captures (captures if it can, else random); or\n\
                      command=PROGRAM ARGUMENTS and its options."
    )]
    Match(matches::Arguments),
    /// Let the computer learn a game: it plays it, trains a net, and keeps that if it wins a test
    #[command(
        after_help = "Example: heterodox-lab learn mine.toml\nStopped by Ctrl-C or a crash, the same command continues."
    )]
    Learn(learn::Arguments),
    /// Create training positions by self-play, and fit weights or a net to them
    #[command(subcommand)]
    Tune(tune::Task),
    /// Measure the speed of search or move generation
    #[command(after_help = "Example: heterodox-lab bench\nThe number of nodes is the same on every machine.")]
    Bench {
        /// What to measure
        #[arg(value_parser = ["search", "perft"], default_value = "search")]
        what: String,
    },
}

/// Runs the program with these arguments. It knows these games.
pub fn run(arguments: impl IntoIterator<Item = OsString>, games: Registry) -> ExitCode {
    output::guard_panics(NAME);
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            output::usage(&error.render().to_string(), error.use_stderr());
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let done = match cli.command {
        Command::Match(arguments) => matches::run(&arguments, games, &mut words()),
        Command::Learn(arguments) => learn::run(&arguments, games, &mut words()),
        Command::Tune(task) => tune::run(&task, &games, &mut words()),
        Command::Bench { what } => measure(&what),
    };
    let (problem, code) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Usage(problem)) => (problem, 2),
        Err(Failure::Failed(problem)) => (problem, 1),
        Err(Failure::Mistakes(problems)) => (problems.join("; "), 2),
        Err(Failure::Panicked) => return ExitCode::FAILURE,
        Err(Failure::Io(error)) => (format!("standard input or output: {error}"), 1),
    };
    output::complain(NAME, &problem);
    ExitCode::from(code)
}

fn measure(what: &str) -> Outcome {
    let mut out = words();
    if what == "perft" {
        let right = bench::perft(&mut out)?;
        return if right { Ok(()) } else { Err(Failure::Failed("bench: a count is wrong".to_owned())) };
    }
    let nodes = bench::search(&mut out)?.nodes;
    if nodes == bench::NODES {
        return Ok(());
    }
    Err(Failure::Failed(format!("bench: {nodes} nodes, expected {}: the search has changed", bench::NODES)))
}

fn find(games: &Registry, game: &str) -> Result<&'static dyn Variant, Failure> {
    games.require(game).map_err(Failure::usage)
}
