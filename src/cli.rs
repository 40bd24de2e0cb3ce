//! The command line, with one file per subcommand. It reads the arguments, writes to standard output, and
//! reports every failure as one line and an exit code.

mod arbiter;
mod check;
pub mod client;
mod convert;
mod describe;
mod game_file;
mod input;
pub mod inspect;
mod lessons;
mod linear;
mod manual;
mod new;
mod out;
mod perft;
pub mod picture;
mod puzzles;
pub mod rules;
mod saved;
#[cfg(feature = "serve")]
mod serve;
mod settings;
#[cfg_attr(unix, path = "cli/signals/unix.rs")]
mod signals;
mod start;
mod study;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use clap::{Args, CommandFactory as _, Parser, Subcommand};

use crate::engine::uci::Uci;
use crate::game_file::GamePath;
use crate::games::Registry;
use crate::nets::NetPlace;
use crate::players::computer::{LEVELS, level_character};
use crate::record::course::Course;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use crate::tui::terminal::PANICKED;
use heterodox_base::failure::{Failure, Outcome};
use start::First;

/// Where the commands for those who work on the engine are.
const LAB: &str = "learn, match, tune and bench are commands of the program heterodox-lab: \
                   cargo run --release --package heterodox-lab -- bench";

/// What follows the arguments of `play`: the levels, and how long the highest one takes. The seconds are measured, see
/// the levels in `docs/engine.md`.
const PLAY_HELP: &str = "\
Levels: 1 newcomer, 2 beginner, 3 casual, 4 keen, 5 club, 6 strong, 7 expert, 8 master, 9 champion,
10 full strength. Levels 1 to 9 search a fixed number of positions, for a fraction of a second.
Without a clock, level 10 takes at most 3 seconds a move (the setting play.think), on average 1.0 in
Sanctuary Chess, 0.7 in Holywar, 1.1 in Black Holes and all 3 in Armies of Faith 1.

Example: heterodox play holywar --seat red=computer:5 --clock 10+5 --setup cathedral";

/// The same, and how each level plays.
fn play_help() -> String {
    let (levels, rest) = PLAY_HELP.split_once("\n\n").unwrap_or((PLAY_HELP, ""));
    let character = |level: u8| format!("{level:>4}  {}\n", level_character(level));
    let all: String = (1..=LEVELS).map(character).collect();
    format!("{levels}\n\nHow they play:\n{all}\n{rest}")
}

/// Four chess variants in the terminal.
#[derive(Parser, Debug)]
#[command(
    name = "heterodox",
    infer_subcommands = false,
    after_help = "Without a command, heterodox opens the start screen."
)]
struct Cli {
    /// Show the version and what is known about the terminal
    #[arg(short = 'V', long)]
    version: bool,
    /// Play in plain lines of text, for screen readers and Braille
    #[arg(long)]
    linear: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Open the start screen
    #[command(hide = true)]
    Home,
    /// Play a game
    #[command(after_help = play_help())]
    Play(Play),
    /// Continue a game: the last one, or one by the start of its name
    #[command(after_help = "Example: heterodox resume 20261120")]
    Resume {
        /// The start of its file name
        id: Option<String>,
        /// Play in plain lines of text, for screen readers and Braille
        #[arg(long)]
        linear: bool,
    },
    /// List the saved games
    #[command(after_help = "Example: heterodox games --filter \"holywar 2026\"")]
    Games(saved::Games),
    /// Export a saved game as PGN, FEN or a replay
    #[command(after_help = "Example: heterodox export 20261120 --cast --output game.cast\n\
                            If several names match, the newest game is exported.")]
    Export(saved::Export),
    /// Import games from PGN files; each game gets its own file
    #[command(after_help = "Example: heterodox import games.pgn")]
    Import(saved::Import),
    /// Show where settings are, all settings, or mistakes in them
    #[command(after_help = "Example: heterodox config --check")]
    Config(settings::Settings),
    /// List the themes
    #[command(after_help = "Example: heterodox themes")]
    Themes,
    /// Print a completion script for a shell
    #[command(
        after_help = "Example: heterodox completions bash > ~/.local/share/bash-completion/completions/heterodox"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page for the program or a command
    #[command(after_help = "Example: heterodox man play > heterodox-play.1")]
    Man {
        /// The command
        command: Option<String>,
    },
    /// Draw a screen after scripted keys
    #[command(hide = true)]
    Picture(picture::Picture),
    /// Review a game from a file, from the saved games, or from standard input
    #[command(after_help = "Example: heterodox review games.pgn --game 3")]
    Review {
        /// A file, the start of a saved game's name, or - for standard input
        game: String,
        /// Number of the game in the file, from 1
        #[arg(long = "game", value_name = "N", default_value_t = 1)]
        number: usize,
    },
    /// Count the legal move sequences (perft)
    #[command(after_help = "Example: heterodox perft holywar 5 --setup cathedral --divide")]
    Perft(perft::Perft),
    /// Show positions as JSON: legal moves, state, result; or what the game in a file is, in words
    #[command(
        after_help = "Example: heterodox inspect sanctuary --moves \"e2e4 e7e5\"\n          heterodox inspect mine.toml"
    )]
    Inspect(Inspect),
    /// Read the rules of a game
    #[command(after_help = "Example: heterodox rules blackholes")]
    Rules {
        /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
        game: String,
        /// Print a page in Markdown
        #[arg(long)]
        markdown: bool,
    },
    /// List the games of the shelf, which are files in this program
    #[command(after_help = "Example: heterodox shelf\nThe file of a game: heterodox shelf capablanca > mine.toml")]
    Shelf {
        /// Print the file of this game
        game: Option<String>,
    },
    /// Ask what a new game is, and write its file, to be changed
    #[command(
        after_help = "Example: heterodox new mine.toml\nWithout questions: heterodox new mine.toml --like capablanca"
    )]
    New(new::New),
    /// Look for mistakes in the file of a game, and play random games of it
    #[command(after_help = "Example: heterodox check mine.toml")]
    Check {
        /// A file, or a game
        game: String,
        /// The number of random games
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
    },
    /// Play many games between equal levels, and show what they say about a game
    #[command(after_help = "Example: heterodox study mine.toml --record study.pgn --svg study.svg\n\
                            With --record, a study that was interrupted continues.")]
    Study(study::Study),
    /// Make files of games that are written for Fairy-Stockfish
    #[command(after_help = "Example: heterodox convert variants.ini --out games")]
    Convert(convert::Convert),
    /// List the puzzles of a game, or make more from games
    #[command(after_help = "Example: heterodox puzzles sanctuary --daily")]
    Puzzles(puzzles::Arguments),
    /// Let people play over SSH: `ssh -p 2222 HOST` is all they need
    #[cfg(feature = "serve")]
    #[command(after_help = "Example: heterodox serve --listen 0.0.0.0:2222 --data /srv/heterodox")]
    Serve(serve::Arguments),
    /// Read the lessons of a game
    #[command(after_help = "Example: heterodox lessons blackholes")]
    Lessons {
        /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
        game: String,
        /// Print one line of JSON: each step with its position, its right and wrong moves and their words
        #[arg(long)]
        json: bool,
    },
    /// Run as a UCI engine on standard input and output; it plays chess until another game is chosen
    #[command(after_help = "Example: printf 'setoption name UCI_Variant value armies\\nd\\n' | heterodox engine")]
    Engine,
    /// Matches, training and benchmarks are in a program of their own
    #[command(name = "match", aliases = ["tune", "bench", "learn"], hide = true, disable_help_flag = true)]
    Lab {
        /// The arguments for the other program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

#[derive(Args, Debug)]
struct Play {
    /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
    game: String,
    /// Who plays a seat: white=human, white=human:NAME, red=computer:LEVEL, red=engine:NAME
    #[arg(long, value_name = "SEAT=WHO")]
    seat: Vec<String>,
    /// Level of the computer, 1 to 10, or mine: it follows your results
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Minutes and seconds per move, or none
    #[arg(long, value_name = "10+5")]
    clock: Option<String>,
    /// Start from this opening
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Start from this position (FEN)
    #[arg(long, conflicts_with = "setup")]
    fen: Option<String>,
    /// Play in plain lines of text, for screen readers and Braille
    #[arg(long)]
    linear: bool,
}

#[derive(Args, Debug)]
struct Inspect {
    /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
    #[arg(required_unless_present_any = ["stdin", "arbiter"], conflicts_with_all = ["stdin", "arbiter"])]
    game: Option<String>,
    /// Start from this position (FEN)
    #[arg(long, conflicts_with_all = ["stdin", "arbiter", "setup"])]
    fen: Option<String>,
    /// Start from this opening
    #[arg(long, value_name = "NAME", conflicts_with_all = ["stdin", "arbiter"])]
    setup: Option<String>,
    /// Play these moves first, in UCI form
    #[arg(long, conflicts_with_all = ["stdin", "arbiter"])]
    moves: Option<String>,
    /// Read "GAME<tab>FEN, start or start:NAME<tab>moves" lines and answer each with one JSON line
    #[arg(long, conflicts_with = "arbiter")]
    stdin: bool,
    /// Referee two-player games for match runners: new, push, legal, status, fen, quit
    #[arg(long)]
    arbiter: bool,
    /// The game was named by its file
    #[arg(skip)]
    of_file: bool,
}

/// The definition of the command line: every command with its arguments.
pub fn definition() -> clap::Command {
    Cli::command()
}

/// Runs the program with these arguments. It knows these games.
pub fn run(arguments: impl IntoIterator<Item = OsString>, games: Registry) -> ExitCode {
    out::guard_panics("heterodox");
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let code = error.exit_code() as u8;
            out::arguments(error);
            return ExitCode::from(code);
        }
    };
    if cli.version {
        let _ = out::words().write_all(client::facts(&games).as_bytes());
        return ExitCode::SUCCESS;
    }
    signals::survive_full_files();
    let mut command = cli.command.unwrap_or(Command::Home);
    let games = match game_file::known(games, &mut command) {
        Ok(games) => games,
        Err(failure) => return ended(Err(failure)),
    };
    let done = match command {
        Command::Home => client::open(First::Home, cli.linear, games),
        Command::Review { game, number } => client::open(First::Review(game, number), cli.linear, games),
        Command::Play(arguments) => client::setup(&arguments, &games)
            .and_then(|setup| client::open(First::Play(Box::new(setup)), arguments.linear || cli.linear, games)),
        Command::Resume { id, linear } => client::open(First::Resume(id), linear || cli.linear, games),
        Command::Games(arguments) => saved::list(&arguments, games, &mut io::BufWriter::new(out::words())),
        Command::Export(arguments) => saved::give(&arguments, games),
        Command::Import(arguments) => saved::take(&arguments, games, &mut out::words()),
        Command::Config(arguments) => settings::config(&arguments, &games),
        Command::Themes => settings::themes(),
        Command::Completions { shell } => manual::completions(shell, &mut out::data()),
        Command::Man { command } => manual::manual(command.as_deref(), &mut out::data()),
        Command::Picture(arguments) => picture::draw(&arguments, games, &mut out::data()),
        Command::Perft(arguments) => perft::run(&arguments, &games),
        Command::Inspect(arguments) => inspect(&arguments, &games),
        Command::Rules { game, markdown } => find(&games, &game).and_then(|game| rules::run(game, markdown)),
        Command::Shelf { game } => check::shelf(game.as_deref(), &mut out::data()),
        Command::New(arguments) => new::run(&arguments, &mut out::words()),
        Command::Study(arguments) => study::run(&arguments, &games, &mut out::words()),
        Command::Check { game, games: count } => {
            find(&games, &game).and_then(|game| check::run(game, count, &games, &mut out::words()))
        }
        Command::Convert(arguments) => convert::run(&arguments, &mut out::words()),
        Command::Puzzles(arguments) => puzzles::run(&arguments, &games, &mut out::words()),
        Command::Lessons { game, json } => lessons(&game, json, &games),
        Command::Engine => {
            let uci = Uci::new(Arc::new(Mutex::new(out::words())), games).reading(game_file::of_path);
            { uci }.talk(io::stdin().lock()).map_err(Failure::from)
        }
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::serve(&arguments, games),
        Command::Lab { .. } => Err(Failure::Usage(LAB.to_owned())),
    };
    ended(done)
}

/// The exit status of a command. An error is printed.
fn ended(done: Outcome) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(problem)) => complain(&problem, 2),
        Err(Failure::Failed(problem)) => complain(&problem, 1),
        Err(Failure::Mistakes(problems)) => {
            for problem in &problems {
                out::complain(problem);
            }
            ExitCode::from(2)
        }
        Err(Failure::Panicked) => ExitCode::from(PANICKED as u8),
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => complain(&format!("standard input or output: {error}"), 1),
    }
}

fn complain(problem: &str, code: u8) -> ExitCode {
    out::complain(problem);
    ExitCode::from(code)
}

fn find(games: &Registry, game: &str) -> Result<&'static dyn Variant, Failure> {
    games.require(game).map_err(Failure::usage)
}

fn lessons(game: &str, json: bool, games: &Registry) -> Outcome {
    let variant = find(games, game)?;
    let course = Course::of(variant, games)
        .ok_or_else(|| Failure::Failed(format!("{game}: this game brings no lessons")))?
        .map_err(Failure::failed)?;
    if json {
        return Ok(writeln!(out::data(), "{}", lessons::json(&course))?);
    }
    Ok(rules::show(&lessons::text(&course, rules::strokes()))?)
}

fn begin(
    games: &Registry,
    game: &str,
    fen: Option<&str>,
    setup: Option<&str>,
) -> Result<Box<dyn Position>, Failure> {
    let variant = find(games, game)?;
    let opening = match (fen, setup) {
        (Some(fen), _) => Opening::Fen(fen),
        (None, Some(name)) => Opening::Named(name),
        (None, None) => Opening::Start,
    };
    variant.begin(opening).map_err(|error| Failure::Usage(format!("{game}: {error}")))
}

fn inspect(arguments: &Inspect, games: &Registry) -> Outcome {
    let mut out = out::data();
    if arguments.stdin {
        return Ok(inspect::answer_all(io::stdin().lock(), &mut out, games)?);
    }
    if arguments.arbiter {
        return Ok(arbiter::serve(io::stdin().lock(), &mut out, games)?);
    }
    let game = arguments.game.as_deref().unwrap_or_default();
    let named = [&arguments.fen, &arguments.setup, &arguments.moves];
    if let Some(file) = games.file(game).filter(|_| arguments.of_file && named.iter().all(|text| text.is_none())) {
        let place = games.kept::<GamePath>(game).map(|GamePath(path)| NetPlace::beside(path));
        return describe::run(file, place.as_ref(), &mut out);
    }
    let position =
        begin(games, game, arguments.fen.as_deref(), arguments.setup.as_deref()).and_then(|mut position| {
            let moves = arguments.moves.as_deref().unwrap_or_default();
            inspect::play(position.as_mut(), moves).map_err(Failure::failed)?;
            Ok(position)
        });
    // Programs that read the output as JSON get the error there too.
    if let Err(Failure::Usage(problem) | Failure::Failed(problem)) = &position {
        writeln!(out, "{}", inspect::problem(problem))?;
    }
    Ok(writeln!(out, "{}", inspect::json(position?.as_ref()))?)
}
