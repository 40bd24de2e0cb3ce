//! The full-screen commands: they collect the data that all screens share, open the terminal, and restore it at
//! the end.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::{Failure, input, out};
use crate::config::Config;
use crate::config::engines::{self, EngineRow};
use crate::config::file::read;
use crate::config::mistake::Mistake;
use crate::engine::uci_client::leave_all;
use crate::escape;
use crate::files;
use crate::games::Registry;
use crate::paths::Paths;
use crate::players::assistant::Assistant;
use crate::record::journal;
use crate::record::pool::Pool;
use crate::session::archive;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::table::{Identity, Tables};
use crate::tui::app::App;
use crate::tui::depth::Depth;
use crate::tui::eyes::Eyes;
use crate::tui::glyphs::Glyphs;
use crate::tui::keymap::Keymap;
use crate::tui::run::{Wake, run};
use crate::tui::screen::Screen;
use crate::tui::screens::home::Home;
use crate::tui::screens::play::Play;
use crate::tui::screens::review::{Review, ReviewError};
use crate::tui::terminal::Terminal;
use crate::tui::terminal::facts::Facts;
use crate::tui::theme::Themes;
use crate::tui::world::{Waker, World};

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The user's settings, the mistakes in them, and the text of the file.
pub(super) fn settings(paths: Option<&Paths>, games: &Registry) -> (Config, Vec<String>, Option<String>) {
    let Some(path) = paths.map(|paths| &paths.config_file) else { return (Config::default(), Vec::new(), None) };
    match files::read_text(path, files::MOST_SETTINGS) {
        Ok(text) => {
            let (config, mistakes) = read(&text, &escape::path(path));
            let mut warnings: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
            warnings.extend(unknown_games(&config, path, games));
            (config, warnings, Some(text))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => (Config::default(), Vec::new(), None),
        Err(error) => (Config::default(), vec![format!("{}: {error}", escape::path(path))], None),
    }
}

/// Errors for unknown games in the engine tables.
fn unknown_games(config: &Config, path: &Path, games: &Registry) -> Vec<String> {
    let rows = config.engines.iter().flat_map(|row| row.games.iter().map(move |game| (row, game)));
    let unknown = rows.filter(|(_, game)| games.find(game).is_none());
    let told = |(row, game): (&EngineRow, &String)| {
        let (line, known) = (row.line, games.ids());
        format!(
            "{}:{line}: engine.games: there is no game \"{game}\": one of {known} was expected",
            escape::path(path)
        )
    };
    unknown.map(told).collect()
}

/// The key bindings from the settings, and the mistakes in them.
pub(super) fn keys(config: &Config, paths: Option<&Paths>) -> (Keymap, Vec<String>) {
    let (keymap, problems) = Keymap::with(config.keys.iter().map(|row| (row.action.as_str(), row.keys.as_slice())));
    let file = paths.map(|paths| escape::path(&paths.config_file)).unwrap_or_default();
    let lines: HashMap<&str, usize> = config.keys.iter().map(|row| (row.action.as_str(), row.line)).collect();
    let line = |action: &str| lines.get(action).copied().unwrap_or(0);
    let told = problems.iter().map(|(id, problem)| format!("{file}:{}: keys.{id}: {problem}", line(id)));
    (keymap, told.collect())
}

/// The data that all screens of this terminal share.
pub fn world(waker: Waker, games: Registry) -> World {
    let paths = Paths::find(variable);
    let (config, mut notices, config_text) = settings(paths.as_ref(), &games);
    let themes = Themes::load(paths.as_ref().map(|paths| paths.themes_dir.as_path()));
    notices.extend(themes.warnings.iter().cloned());
    if !themes.has(&config.look.theme) {
        notices.push(format!(
            "look.theme: there is no theme \"{}\"; `heterodox themes` lists them",
            config.look.theme
        ));
    }
    let (keymap, problems) = keys(&config, paths.as_ref());
    notices.extend(problems);
    let facts = Facts::of(variable);
    let depth = facts.depth(config.look.colours);
    let mut world = World {
        theme: themes.named(&config.look.theme, depth),
        glyphs: Glyphs::chosen(config.look.glyphs, &facts),
        mouse: false,
        config,
        config_text,
        paths,
        themes,
        keymap,
        facts,
        assistant: Assistant::new(games.clone()),
        games,
        now: Instant::now(),
        identity: Identity::local(),
        tables: Tables::new(Arc::clone(&waker)),
        eyes: Eyes::default(),
        waker,
        notices,
        requests: Vec::new(),
        fault: variable("HETERODOX_FAULT"),
    };
    world.take_mouse();
    world.requests.clear();
    world
}

/// The first screen to show.
pub(super) enum First {
    /// The start screen.
    Home,
    /// A new game.
    Play(Box<MatchSetup>),
    /// A game to continue: the one with this name, or the last.
    Resume(Option<String>),
    /// A game to review, and its number in the file.
    Review(String, usize),
}

/// Ends all external engines when it is dropped, also after an error or a panic.
struct Guests;

impl Drop for Guests {
    fn drop(&mut self) {
        leave_all();
    }
}

/// Runs the program on this terminal until the user leaves it.
pub(super) fn open(first: First, games: Registry) -> super::Outcome {
    let facts = Facts::of(variable);
    let given = if let First::Review(name, _) = &first { input::given(name)? } else { None };
    if let Some(told) = facts.why_not(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::Usage(told));
    }
    // The variable declared first is dropped last: by then no screen with an engine is left.
    let _guests = Guests;
    let (sender, wakes) = channel();
    let answers = sender.clone();
    let waker: Waker = Arc::new(move || {
        let _ = answers.send(Wake::Answer);
    });
    let mut world = world(waker, games);
    let mut screens: Vec<Box<dyn Screen>> = vec![Box::new(Home::new(&world))];
    match first {
        First::Home => {}
        First::Play(setup) => screens.push(Box::new(Play::start(*setup, &world).map_err(Failure::usage)?)),
        First::Resume(id) => {
            let folder = world.games_dir().ok_or_else(|| Failure::Failed("no home folder was found".to_owned()))?;
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
                Pool::text(if name == "-" { "standard input" } else { &name }, bytes, &world.games)
                    .map_err(ReviewError::from)
                    .and_then(|pool| Review::pool(pool, number))
            } else {
                let path = world.games_dir().and_then(|folder| archive::find(&folder, &name));
                Review::open(&path.unwrap_or_else(|| PathBuf::from(&name)), number, &world.games)
            };
            screens.push(Box::new(review.map_err(Failure::failed)?));
        }
    }
    let millis = if world.facts.over_ssh { world.config.input.escape_ms_ssh } else { world.config.input.escape_ms };
    let mouse = world.mouse;
    let failed = |error: io::Error| Failure::Failed(format!("the terminal: {error}"));
    let tell = move |event| {
        let _ = sender.send(Wake::Terminal(event));
    };
    let mut terminal = Terminal::open(mouse, Duration::from_millis(millis), tell).map_err(failed)?;
    world.facts.size = terminal.size();
    let mut app = App::new(world, screens);
    let told = run(&mut app, &mut terminal, &wakes);
    // After a failure of the terminal the user cannot be asked about unsaved changes.
    app.end();
    terminal.close();
    let mut lost = app.take_losses();
    match told {
        Ok(Some(text)) => {
            use std::io::Write as _;
            writeln!(out::words(), "{text}")?;
        }
        Ok(None) => {}
        Err(error) => lost.push(format!("the terminal: {error}")),
    }
    if lost.is_empty() { Ok(()) } else { Err(Failure::Failed(lost.join("\nheterodox: "))) }
}

/// Continues the last unfinished game. If another program takes it first, the next one is tried.
fn last_game(folder: &Path, world: &World) -> Result<Play, Failure> {
    let mut tried = None;
    loop {
        let path = journal::unfinished(folder)
            .ok_or_else(|| Failure::Failed(format!("there is no game to continue in {}", escape::path(folder))))?;
        match Play::resume(&path, world) {
            Err(_) if tried.as_ref() != Some(&path) => tried = Some(path),
            taken => return taken.map_err(Failure::failed),
        }
    }
}

/// The error for a game that cannot be continued: it is over, or it does not exist.
fn none_to_resume(folder: &Path, id: &str) -> Failure {
    Failure::Usage(match archive::find(folder, id) {
        Some(path) => format!("{} is over: use `heterodox review {id}`", escape::path(&path)),
        None => format!("there is no game \"{id}\" in {}", escape::path(folder)),
    })
}

/// The game that the arguments of `play` describe.
pub(super) fn setup(arguments: &super::Play, games: &Registry) -> Result<MatchSetup, Failure> {
    let game = super::find(games, &arguments.game)?;
    let (config, ..) = settings(Paths::find(variable).as_ref(), games);
    let mut setup = MatchSetup::against_computer(game, config.play.level as u8);
    for seat in &arguments.seat {
        setup.seat(seat).map_err(|problem| Failure::Usage(format!("--seat {seat}: {problem}")))?;
    }
    if let Some(clock) = &arguments.clock {
        setup.clock = ClockSetup::read(clock).map_err(|problem| Failure::Usage(format!("--clock: {problem}")))?;
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
    let facts = Facts::of(variable);
    let paths = Paths::find(variable);
    let (config, ..) = settings(paths.as_ref(), games);
    let depth = match facts.depth(config.look.colours) {
        Depth::None => "none",
        Depth::Ansi16 => "16",
        Depth::Indexed256 => "256",
        Depth::True => "true",
    };
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout())
        .map_or("unknown".to_owned(), |size| format!("{}x{}", size.ws_col, size.ws_row));
    let mut text = format!(
        "heterodox {}\nterminal: {}\ncolours: {depth}\nsize: {size}\nglyphs: {}\nover SSH: {}\n",
        env!("CARGO_PKG_VERSION"),
        if facts.term.is_empty() { "unset".into() } else { escape::line(&facts.term) },
        Glyphs::chosen(config.look.glyphs, &facts).name,
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
