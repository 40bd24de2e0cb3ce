//! The commands for puzzles: list them, show the one of today, and make more from games.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{Failure, Outcome, find, game_file, out};
use crate::engine::interface::{EngineOptions, create};
use crate::engine::limits::Stop;
use crate::engine::makers::maker;
use crate::escape;
use crate::files;
use crate::games::Registry;
use crate::record::carried::has_rules_of;
use crate::record::game::Game;
use crate::record::pgn::Reader;
use crate::record::puzzle::collection::Collection;
use crate::record::puzzle::{self, Puzzle, Theme};
use crate::rules::explain::counted as counted_words;
use crate::rules::variant::Variant;
use crate::session::puzzles::daily;
use crate::session::puzzles::games::{self, Choice};
use crate::session::puzzles::maker::{Maker, Work};
use crate::zone::Zone;

/// The size of the transposition table, in megabytes. It is cleared before each search, so it is small.
const MEGABYTES: usize = 2;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    make: Option<Task>,
    /// holywar, blackholes, sanctuary, armies, or the file of a game with its puzzles in NAME.puzzles.pgn beside it
    #[arg(required = true)]
    game: Option<String>,
    /// Show the puzzle of today, which is the same for everybody
    #[arg(long, conflicts_with = "theme")]
    daily: bool,
    /// Only puzzles with this theme, such as fork
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Print JSON: position, solution, themes, rating, words, proof
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Make puzzles from games: find positions with one solution, and prove it
    #[command(after_help = "Example: heterodox puzzles make games.pgn --output puzzles.pgn\n\
                            A puzzle has one solution at every move: by trying every line where it is a win or a \
                            fall,\notherwise the best move is 2 Pawns better than the second, also with ten times \
                            the nodes.")]
    Make(Make),
}

#[derive(Args, Debug)]
struct Make {
    /// PGN files with games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only games of this variant, or of this file
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Add the puzzles to this file as they are found; without it, they are printed
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Start with this game of the files, to continue after an interruption
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: usize,
    /// Stop after this many puzzles
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// At most this many puzzles with the same first theme
    #[arg(long, value_name = "N")]
    most_of_a_theme: Option<usize>,
    /// At most this many puzzles of a game
    #[arg(long, value_name = "N")]
    most_of_a_game: Option<usize>,
    /// Nodes of the first search of a proof; the second one has ten times as many
    #[arg(long, value_name = "N", default_value_t = Work::default().nodes)]
    nodes: u64,
}

impl Arguments {
    /// The argument that names a game or its file.
    pub(super) fn named(&mut self) -> Option<&mut String> {
        match &mut self.make {
            Some(Task::Make(make)) => make.game.as_mut(),
            None => self.game.as_mut(),
        }
    }
}

/// The puzzles of a game: those beside its file, or those that it brings.
fn brought(game: &'static dyn Variant, registry: &Registry) -> Result<Vec<u8>, Failure> {
    let beside = game_file::puzzles_beside(game.spec(), registry);
    let beside = beside.map_err(|error| Failure::Failed(format!("the puzzles beside the file: {error}")))?;
    Ok(beside.unwrap_or_else(|| game.puzzles().as_bytes().to_vec()))
}

/// `heterodox puzzles`.
pub(super) fn run(arguments: &Arguments, registry: &Registry, out: &mut impl Write) -> Outcome {
    if let Some(Task::Make(make)) = &arguments.make {
        return self::make(make, registry, out);
    }
    let game = find(registry, arguments.game.as_deref().unwrap_or_default())?;
    let mut puzzles = puzzle::read(&brought(game, registry)?, game.spec().id, registry, Some(game)).0;
    if let Some(name) = &arguments.theme {
        let known: BTreeMap<Theme, usize> = counted(&puzzles);
        let wanted = Theme::named(name).filter(|theme| known.contains_key(theme));
        let Some(wanted) = wanted else {
            let known: Vec<&str> = known.keys().map(Theme::name).collect();
            return Err(Failure::Usage(format!(
                "{} has no puzzles with the theme \"{name}\": expected one of {}",
                game.spec().id,
                known.join(", ")
            )));
        };
        puzzles.retain(|puzzle| puzzle.themes.contains(&wanted));
    }
    if arguments.daily {
        return today(game, registry, arguments.json, out);
    }
    if arguments.json {
        let all: Vec<Value> = puzzles.iter().map(described).collect();
        return tell(out, &json!({ "game": game.spec().id, "puzzles": all }));
    }
    if puzzles.is_empty() {
        return Err(none(game));
    }
    for (number, puzzle) in puzzles.iter().enumerate() {
        let themes: Vec<&str> = puzzle.themes.iter().map(Theme::name).collect();
        writeln!(
            out,
            "{:>4}  {:>4}  {:<48}  {}",
            number + 1,
            puzzle.rating,
            themes.join(" "),
            escape::line(&puzzle.shown().join(" "))
        )?;
    }
    let counts: Vec<String> =
        counted(&puzzles).into_iter().map(|(theme, count)| format!("{} {count}", theme.name())).collect();
    writeln!(out, "{}: {}", counted_words(puzzles.len(), "puzzle"), counts.join(", "))?;
    Ok(())
}

/// The puzzle of today.
fn today(game: &'static dyn Variant, registry: &Registry, json: bool, out: &mut impl Write) -> Outcome {
    let zone = Zone::of_system();
    let date = zone.today();
    let all = Collection::of_text(brought(game, registry)?, game, registry);
    let puzzle = daily::of(&all, &date).and_then(|at| all.get(at, registry)).ok_or_else(|| none(game))?;
    if json {
        return tell(out, &json!({ "date": date, "puzzle": described(&puzzle) }));
    }
    writeln!(out, "The puzzle of {date}{}", zone.suffix())?;
    show(&puzzle, out)
}

fn none(game: &'static dyn Variant) -> Failure {
    Failure::Failed(format!("{} has no puzzles", game.spec().title))
}

fn counted(puzzles: &[Puzzle]) -> BTreeMap<Theme, usize> {
    let mut counts = BTreeMap::new();
    for theme in puzzles.iter().flat_map(|puzzle| &puzzle.themes) {
        *counts.entry(theme.clone()).or_insert(0) += 1;
    }
    counts
}

fn tell(out: &mut impl Write, value: &Value) -> Outcome {
    writeln!(out, "{}", escape::json(&value.to_string()))?;
    Ok(out.flush()?)
}

/// A puzzle for programs.
fn described(puzzle: &Puzzle) -> Value {
    json!({
        "id": format!("{:016x}", puzzle.key()),
        "game": puzzle.variant().spec().id,
        "fen": puzzle.start.fen(),
        "solution": puzzle.machine(),
        "shown": puzzle.shown(),
        "moves": puzzle.moves(),
        "themes": puzzle.themes.iter().map(Theme::name).collect::<Vec<_>>(),
        "rating": puzzle.rating,
        "words": puzzle.task(),
        "proof": puzzle.proof.map(|proof| proof.to_string()),
        "source": puzzle.source,
    })
}

/// A puzzle for people. The solution is below, after a gap.
fn show(puzzle: &Puzzle, out: &mut impl Write) -> Outcome {
    writeln!(out, "{}", puzzle.start.draw())?;
    writeln!(out, "{}", puzzle.start.fen())?;
    writeln!(out, "{}  Rating {}.", puzzle.task(), puzzle.rating)?;
    writeln!(out, "\n\nSolution: {}", puzzle.shown().join(" "))?;
    Ok(())
}

/// What limits the puzzles that are made.
struct Quota {
    known: HashSet<u64>,
    themes: BTreeMap<Theme, usize>,
    count: usize,
}

impl Quota {
    fn of(puzzles: &[Puzzle]) -> Quota {
        let mut quota = Quota { known: HashSet::new(), themes: BTreeMap::new(), count: 0 };
        for puzzle in puzzles {
            quota.add(puzzle);
        }
        quota
    }

    fn add(&mut self, puzzle: &Puzzle) {
        self.known.insert(puzzle.key());
        if let Some(theme) = puzzle.themes.first() {
            *self.themes.entry(theme.clone()).or_insert(0) += 1;
        }
        self.count += 1;
    }

    fn takes(&self, puzzle: &Puzzle, arguments: &Make) -> bool {
        let of_theme = puzzle.themes.first().and_then(|theme| self.themes.get(theme)).copied().unwrap_or(0);
        !self.known.contains(&puzzle.key()) && arguments.most_of_a_theme.is_none_or(|most| of_theme < most)
    }
}

/// `heterodox puzzles make`.
fn make(arguments: &Make, registry: &Registry, out: &mut impl Write) -> Outcome {
    let only = arguments.game.as_deref().map(|game| find(registry, game)).transpose()?;
    let failed =
        |path: &PathBuf, error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", escape::path(path)));
    let mut known = Vec::new();
    if let Some(path) = arguments.output.as_ref().filter(|path| path.exists()) {
        let bytes = std::fs::read(path).map_err(|error| failed(path, &error))?;
        known = puzzle::read(&bytes, &escape::path(path), registry, None).0;
    }
    let mut quota = Quota::of(&known);
    let mut number = 0;
    for path in &arguments.files {
        let file = files::open_named(path).map_err(|error| failed(path, &error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for parsed in Reader::new(BufReader::new(file)).of(registry).named(escape::path(path)) {
            let parsed = parsed.map_err(|error| failed(path, &error))?;
            number += 1;
            if arguments.most.is_some_and(|most| quota.count >= most) {
                return Ok(());
            }
            let Some(game) = parsed.game.filter(|_| number >= arguments.from) else { continue };
            if only.is_some_and(|only| !has_rules_of(game.tree.start().variant(), only)) {
                continue;
            }
            let source = format!("{name}, game {}", parsed.number);
            of_game(&game, &source, (arguments, registry), &mut quota, out)?;
            out::remark(&format!("game {number}: {} puzzles", quota.count));
        }
    }
    Ok(())
}

/// The puzzles of one game.
fn of_game(
    game: &Game,
    source: &str,
    (arguments, registry): (&Make, &Registry),
    quota: &mut Quota,
    out: &mut impl Write,
) -> Outcome {
    let spec = game.spec();
    let options = EngineOptions { megabytes: MEGABYTES, ..EngineOptions::default() };
    let mut engine = create(registry, spec, options).map_err(Failure::failed)?;
    let known = maker(registry, spec).ok_or_else(|| Failure::Failed(format!("{}: no engine plays it", spec.id)))?;
    let stop = Stop::default();
    let work = Work { nodes: arguments.nodes, ..Work::default() };
    let mut maker = Maker { engine: engine.as_mut(), worth: known.worth(), work, stop: &stop, goes_on: &|| true };
    let mut problem = Ok(());
    let choice = Choice { most: arguments.most_of_a_game, ..Choice::default() };
    games::puzzles(game, choice, &mut maker, &mut |_| {}, &mut |mut puzzle| {
        puzzle.source = Some(source.to_owned());
        if quota.takes(&puzzle, arguments) {
            quota.add(&puzzle);
            problem = written(&puzzle.pgn(), arguments, out);
        }
        problem.is_ok() && arguments.most.is_none_or(|most| quota.count < most)
    });
    problem
}

/// Writes a puzzle at once, so that an interruption loses none.
fn written(text: &str, arguments: &Make, out: &mut impl Write) -> Outcome {
    let Some(path) = &arguments.output else {
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    };
    let done = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    done.map_err(|error| Failure::Failed(format!("{}: {error}", escape::path(path))))
}
