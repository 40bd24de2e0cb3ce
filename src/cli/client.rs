//! The full-screen commands: they collect the data that all screens share, open the terminal, and restore it at
//! the end.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::start::{Engines, First, games_folder, none_at_all, none_to_resume, variable, world};
use super::{Failure, input, out};
use crate::config::engines;
use crate::escape;
use crate::games::Registry;
use crate::paths::Paths;
use crate::players::computer::LEVELS;
use crate::record::journal;
use crate::record::pool::Pool;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::strength::Strength;
use crate::session::{archive, choice};
use crate::simd;
use crate::tui::app::App;
use crate::tui::depth::Depth;
use crate::tui::glyphs::Glyphs;
use crate::tui::host::Host as _;
use crate::tui::host::facts::Facts;
use crate::tui::pieces::gallery::Gallery;
use crate::tui::pieces::shown::Shown;
use crate::tui::read_game::ReadError;
use crate::tui::run::run;
use crate::tui::screen::Screen;
use crate::tui::screens::home::Home;
use crate::tui::screens::play::Play;
use crate::tui::screens::review::Review;
use crate::tui::terminal::ask::ask;
use crate::tui::terminal::{Terminal, guard_panics, window};
use crate::tui::world::World;
use crate::tui::world::setup::settings;

/// Runs the program on this terminal until the user leaves it: in plain lines, if that is wished by the argument or in
/// the settings, or if the terminal can do no more.
pub(super) fn open(first: First, linear: bool, games: Registry) -> super::Outcome {
    let facts = Facts::of(variable);
    let is_wished = || settings(Paths::find(variable).as_ref(), &games).config.look.linear;
    let is_game = !matches!(first, First::Review(..));
    if linear || is_game && (super::linear::is_needed(&facts) || is_wished()) {
        return super::linear::open(first, facts, games);
    }
    let mut host = Terminal::new(facts);
    let given = if let First::Review(name, _) = &first { input::given(name)? } else { None };
    if let Some(reason) = host.facts().why_not(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::Usage(reason));
    }
    // The variable declared first is dropped last: by then no screen with an engine is left.
    let _engines = Engines;
    guard_panics();
    let world = world(host.facts(), games);
    let mut screens: Vec<Box<dyn Screen>> = vec![Box::new(Home::new(&world))];
    match first {
        First::Home => {}
        First::Play(setup) => screens.push(Box::new(Play::start(*setup, &world).map_err(Failure::usage)?)),
        First::Resume(id) => {
            let folder = games_folder(&world.client)?;
            let play = match &id {
                Some(id) => {
                    let path = journal::find(&folder, id).ok_or_else(|| none_to_resume(&folder, id))?;
                    Play::resume(&path, &world).map_err(Failure::failed)?
                }
                None => last_game(&folder, &world)?,
            };
            screens.push(Box::new(play));
        }
        First::Review(name, number) => {
            let review = if let Some(bytes) = given {
                Pool::text(if name == "-" { "standard input" } else { &name }, bytes, &world.client.games)
                    .and_then(|pool| Review::pool(pool, number))
                    .map_err(ReadError::from)
            } else {
                let path = world.client.games_dir().and_then(|folder| archive::find(&folder, &name));
                Review::open(&path.unwrap_or_else(|| PathBuf::from(&name)), number, &world.client.games)
            };
            screens.push(Box::new(review.map_err(Failure::failed)?.beside_its_file(&world)));
        }
    }
    let ended = run(&mut host, App::new(world, screens));
    if ended.panicked {
        return Err(Failure::Panicked);
    }
    let mut lost = ended.losses;
    lost.extend(ended.failure.map(|error| format!("the terminal: {error}")));
    if let Some(text) = ended.exit_message {
        use std::io::Write as _;
        writeln!(out::words(), "{text}")?;
    }
    if lost.is_empty() { Ok(()) } else { Err(Failure::Failed(lost.join("\nheterodox: "))) }
}

/// Continues the last unfinished game. If another program takes it first, the next one is tried.
fn last_game(folder: &Path, world: &World) -> Result<Play, Failure> {
    let mut tried = None;
    loop {
        let path = journal::unfinished(folder).ok_or_else(|| none_at_all(folder))?;
        match Play::resume(&path, world) {
            Err(_) if tried.as_ref() != Some(&path) => tried = Some(path),
            taken => return taken.map_err(Failure::failed),
        }
    }
}

/// The game that the arguments of `play` describe.
pub(super) fn setup(arguments: &super::Play, games: &Registry) -> Result<MatchSetup, Failure> {
    let game = super::find(games, &arguments.game)?;
    let paths = Paths::find(variable);
    let config = settings(paths.as_ref(), games).config;
    let last = paths.as_ref().and_then(|paths| choice::level(&paths.data_dir, games));
    let level = match arguments.level.as_deref() {
        None => last.unwrap_or(config.play.level as u8),
        Some("mine") => {
            let saved = |paths: &Paths| archive::store(&paths.data_dir, games.clone()).list().games;
            Strength::of(&paths.as_ref().map(saved).unwrap_or_default(), game.spec(), None).level(None)
        }
        Some(text) => match text.parse() {
            Ok(level @ 1..=LEVELS) => level,
            _ => return Err(Failure::Usage(format!("--level {text}: expected 1 to {LEVELS}, or mine"))),
        },
    };
    let mut setup = MatchSetup::against_computer(game, level);
    for seat in &arguments.seat {
        setup.seat(seat).map_err(|problem| Failure::Usage(format!("--seat {seat}: {problem}")))?;
    }
    if let Some(clock) = &arguments.clock {
        let read = ClockSetup::read_here(clock);
        setup.clock = read.map_err(|problem| Failure::Usage(format!("--clock: {problem}")))?;
    }
    for seat in &setup.seats {
        if let SeatKind::Engine(name) = seat {
            let found = engines::find(&config.engines, name, game.spec().id);
            found.map_err(|problem| Failure::Usage(format!("--seat: {problem}")))?;
        }
    }
    setup.takebacks = config.play.takebacks;
    setup.start = match (&arguments.fen, &arguments.setup) {
        (Some(fen), _) => Start::Fen(fen.clone()),
        (None, Some(name)) => Start::Named(name.clone()),
        (None, None) => Start::Usual,
    };
    setup.begin().map_err(Failure::usage)?;
    Ok(setup)
}

/// Facts about the terminal for a bug report.
pub(super) fn facts(games: &Registry) -> String {
    let mut facts = Terminal::new(Facts::of(variable)).facts();
    let paths = Paths::find(variable);
    let look = settings(paths.as_ref(), games).config.look;
    ask(&mut facts, Duration::from_millis(look.slow_ms));
    let depth = match facts.depth(look.colours) {
        Depth::None => "none",
        Depth::Ansi16 => "16",
        Depth::Indexed256 => "256",
        Depth::True => "true",
    };
    let size = window().map_or("unknown".to_owned(), |window| format!("{}x{}", window.columns, window.rows));
    let glyphs = Glyphs::chosen(look.glyphs, &facts).name;
    let answer = facts.delay.map_or("none".to_owned(), |delay| {
        let name = facts.version().map_or("without a name".into(), escape::line);
        format!("{name}, after {} ms", delay.as_millis())
    });
    let pieces = Shown::new(Arc::new(Gallery::new(games)), &facts).reason(&look, glyphs, &facts);
    let features = if cfg!(feature = "serve") { "serve" } else { "none" };
    let mut text = format!(
        "heterodox {}\ncommit: {}\nfeatures: {features}\ninstructions: {}\nterminal: {}\nanswer: {answer}\ncolours: {depth}\nsize: {size}\nglyphs: {glyphs}\n\
         pieces: {pieces}\nover SSH: {}\n",
        env!("CARGO_PKG_VERSION"),
        env!("HETERODOX_COMMIT"),
        simd::words(),
        if facts.term.is_empty() { "unset".into() } else { escape::line(&facts.term) },
        if facts.over_ssh { "yes" } else { "no" },
    );
    match paths {
        Some(paths) => {
            let games = paths.data_dir.join("games");
            for (what, path) in [("settings", &paths.config_file), ("games", &games)] {
                let _ = writeln!(text, "{what}: {}", escape::path(path));
            }
        }
        None => text += "settings: none, no home folder was found\n",
    }
    text
}
