//! `study`: plays many games between equal levels, and says what they show to the inventor of a game.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::{Failure, Outcome, find, out};
use crate::escape;
use crate::games::Registry;
use crate::record::game::Game;
use crate::rules::explain::counted;
use crate::rules::variant::Opening;
use crate::session::study::{Facts, Findings, LEVELS, Log, Study as Played};
use crate::task;
use crate::tui::depth::Depth;
use crate::tui::diagram::{Diagram, Moment};
use crate::tui::theme::Themes;
use crate::tui::view::View;

/// The theme of the board on the page, whose ground is light.
const THEME: &str = "parchment";

/// The time between two lines of progress.
const TELLING: Duration = Duration::from_secs(5);

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct Study {
    /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
    pub(super) game: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// The level of all players
    #[arg(long, value_name = "LEVEL", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=9))]
    level: u8,
    /// The seed: the same one gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start from this opening
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Begin with every possible first move in turn
    #[arg(long)]
    spread: bool,
    /// Keep the games in this PGN file, and continue with those that are in it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The number of games at the same time
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the findings on one page (SVG) in this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What is known so far, and how far the study is.
struct Progress {
    facts: Vec<Facts>,
    log: Option<Log>,
    failure: Option<Failure>,
    wanted: usize,
    /// The games that were there before.
    old: usize,
    begun: Instant,
    reported: Instant,
}

/// Plays the games and prints the findings.
pub(super) fn run(arguments: &Study, games: &Registry, out: &mut impl Write) -> Outcome {
    debug_assert!(LEVELS.contains(&arguments.level), "the arguments have the same limits");
    let variant = find(games, &arguments.game)?;
    let (setup, level) = (arguments.setup.as_deref(), arguments.level);
    let opening = setup.map_or(Opening::Start, Opening::Named);
    variant.begin(opening).map_err(Failure::usage)?;
    let study = Played { variant, setup, level, seed: arguments.seed, spread: arguments.spread };
    let facts = played(&study, arguments, games)?;
    let findings = Findings::of(variant.spec(), &facts);
    if let Some(path) = &arguments.svg {
        draw(path, &findings, &study)?;
    }
    if arguments.json {
        writeln!(out, "{}", escape::json(&findings.json(&study.event()).to_string()))?;
    } else {
        out.write_all(findings.text(&study.event()).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The games of the record, and the others, which are played now.
fn played(study: &Played<'_>, arguments: &Study, games: &Registry) -> Result<Vec<Facts>, Failure> {
    let wanted = arguments.games as usize;
    let opened = arguments.record.as_deref().map(|path| Log::open(path, study, games));
    let (log, known) =
        opened.transpose().map_err(Failure::failed)?.map_or((None, Vec::new()), |(log, known)| (Some(log), known));
    let facts: Vec<Facts> = known.iter().take(wanted).map(Facts::of).collect();
    let (old, now) = (facts.len(), Instant::now());
    if old > 0 {
        out::remark(&format!("{} of {wanted} are in the record", counted(old, "game")));
    }
    let mut progress = Progress { facts, log, failure: None, wanted, old, begun: now, reported: now };
    let threads = arguments.threads.map_or_else(task::processors, usize::from);
    study.play(old..wanted, threads, games, &mut |game| progress.take(&game)).map_err(Failure::failed)?;
    progress.failure.map_or(Ok(progress.facts), Err)
}

impl Progress {
    /// Takes a game. Returns whether to continue.
    fn take(&mut self, game: &Game) -> bool {
        if let Some(Err(error)) = self.log.as_mut().map(|log| log.add(game)) {
            self.failure = Some(Failure::failed(error));
            return false;
        }
        self.facts.push(Facts::of(game));
        if self.reported.elapsed() >= TELLING && self.facts.len() < self.wanted {
            self.reported = Instant::now();
            out::remark(&self.words());
        }
        true
    }

    fn words(&self) -> String {
        let (done, played) = (self.facts.len(), self.facts.len() - self.old);
        let left = self.begun.elapsed().mul_f64((self.wanted - done) as f64 / played.max(1) as f64);
        let minutes = left.as_secs().div_ceil(60);
        let left =
            if left.as_secs() < 60 { "less than a minute".to_owned() } else { format!("about {minutes} min") };
        format!("{done} of {} played, {left} left", counted(self.wanted, "game"))
    }
}

/// Writes the page.
fn draw(path: &Path, findings: &Findings, study: &Played<'_>) -> Outcome {
    let theme = Themes::load(None).named(THEME, Depth::True);
    let opening = study.setup.map_or(Opening::Start, Opening::Named);
    let start = study.variant.begin(opening).map_err(Failure::usage)?;
    let diagram = Diagram { theme: &theme, view: View::FIRST };
    let board = diagram.still(start.as_ref(), Moment::of(start.as_ref()));
    let failed = |error: std::io::Error| Failure::Failed(format!("{}: {error}", escape::path(path)));
    File::create(path)
        .and_then(|mut file| file.write_all(findings.sheet(&study.event(), &board).as_bytes()))
        .map_err(failed)
}
