//! Draws one frame of a scripted run as a picture or as text: for the README, and for checks of a screen
//! without a terminal. The user's folders are neither read nor written.

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use thiserror::Error;

use super::{Failure, Outcome};
use crate::config::{Colours, Config, GlyphSet, PieceSetting};
use crate::games::Registry;
use crate::paths::Paths;
use crate::players::assistant::Assistant;
use crate::rules::position::MoveError;
use crate::session::setup::{MatchSetup, Start};
use crate::tui::app::App;
use crate::tui::host::facts::Facts;
use crate::tui::input::{Input, Key, KeyError};
use crate::tui::picture::with_pictures;
use crate::tui::screen::Screen;
use crate::tui::screens::home::Home;
use crate::tui::screens::play::{Play, PlayError};
use crate::tui::screens::review::Review;
use crate::tui::world::{Setup, World};

#[derive(Args, Debug)]
pub(super) struct Picture {
    /// The game; without one, the start screen
    game: Option<String>,
    /// Columns and rows
    #[arg(long, default_value = "80x24")]
    size: String,
    /// Review this PGN file
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    review: Option<PathBuf>,
    /// The folder with the saved games
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Keys by name, separated by spaces; wait:WORDS waits until these words are shown, wait:!WORDS until they are
    /// gone, with _ for each space
    #[arg(long, default_value = "")]
    keys: String,
    /// Moves to play first
    #[arg(long, default_value = "")]
    moves: String,
    /// Start from this opening
    #[arg(long)]
    setup: Option<String>,
    /// Start from this position (FEN)
    #[arg(long, conflicts_with = "setup")]
    fen: Option<String>,
    /// Who plays a seat
    #[arg(long)]
    seat: Vec<String>,
    /// The clock
    #[arg(long)]
    clock: Option<String>,
    /// The theme
    #[arg(long, default_value = "classic")]
    theme: String,
    /// none, 16, 256 or true
    #[arg(long, default_value = "true")]
    colours: String,
    /// unicode, console or ascii
    #[arg(long, default_value = "unicode")]
    glyphs: String,
    /// letters, quadrants, sextants or pictures
    #[arg(long, default_value = "letters")]
    pieces: String,
    /// Print text instead of a picture
    #[arg(long)]
    text: bool,
}

/// A world with the built-in games that does not depend on the environment.
pub fn bare_world(theme: &str, colours: &str, glyphs: &str, size: (u16, u16)) -> World {
    let mut facts = Facts::of(|name| (name == "TERM").then(|| "xterm-256color".to_owned()));
    (facts.size, facts.can_suspend) = (size, true);
    let mut config = Config::default();
    config.look.glyphs = GlyphSet::parse(glyphs).unwrap_or(config.look.glyphs);
    config.look.colours = Colours::parse(colours).unwrap_or(config.look.colours);
    theme.clone_into(&mut config.look.theme);
    World::new(Setup { config: Some(config), ..Setup::new(facts, Registry::default()) })
}

/// Why a scripted run cannot go on.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The game cannot be started.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A key has another name.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Words that were waited for have not come, or not gone.
    #[error("waited {} seconds for \"{words}\"", LONGEST_WAIT.as_secs())]
    Words {
        /// The words.
        words: String,
    },
}

/// How long words are waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The program after some moves and keys, without a terminal.
pub fn scripted(setup: Option<MatchSetup>, mut world: World, moves: &str, keys: &str) -> Result<App, ScriptError> {
    let mut screens: Vec<Box<dyn Screen>> = vec![Box::new(Home::new(&world))];
    if let Some(setup) = setup {
        // Nobody watches who could not follow: a computer answers at once.
        let pause = std::mem::take(&mut world.client.config.play.pause_ms);
        let mut play = Play::start(setup, &world)?;
        world.client.config.play.pause_ms = pause;
        if let Some(message) = play.message_slot() {
            message.hush();
        }
        for text in moves.split_whitespace() {
            play.play_text(text, &mut world)?;
        }
        screens.push(Box::new(play));
    }
    let mut app = App::new(world, screens);
    run(&mut app, keys)?;
    Ok(app)
}

/// Presses keys, and waits between them where they say so.
fn run(app: &mut App, keys: &str) -> Result<(), ScriptError> {
    let mut rest = keys;
    while let Some((before, after)) = rest.split_once("wait:") {
        press(app, before)?;
        let (words, after) = after.split_once(' ').unwrap_or((after, ""));
        wait(app, &words.replace('_', " "))?;
        rest = after;
    }
    Ok(press(app, rest)?)
}

/// Waits until these words are shown, or with `!` before them until they are gone.
fn wait(app: &mut App, words: &str) -> Result<(), ScriptError> {
    let end = Instant::now() + LONGEST_WAIT;
    let (wanted, gone) = words.strip_prefix('!').map_or((words, false), |words| (words, true));
    loop {
        app.wake(Instant::now());
        if text(&frame(app, app.world.facts.size)).contains(wanted) != gone {
            return Ok(());
        }
        if Instant::now() > end {
            return Err(ScriptError::Words { words: words.to_owned() });
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Presses keys, given by name, and then advances the time by one second.
pub fn press(app: &mut App, keys: &str) -> Result<(), KeyError> {
    let mut now = Instant::now();
    for key in keys.split_whitespace() {
        let key: Key = key.parse()?;
        now += Duration::from_millis(10);
        app.input(&Input::Key(key), now);
    }
    app.wake(now + Duration::from_secs(1));
    Ok(())
}

/// Draws a frame of the program.
pub fn frame(app: &App, (columns, rows): (u16, u16)) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    app.draw(&mut buffer);
    buffer
}

/// The text of a frame, one line per row.
pub fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let row = |y| -> String { (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect() };
    let rows = (area.top()..area.bottom()).map(|y| row(y).trim_end().to_owned() + "\n");
    rows.collect()
}

pub(super) fn draw(arguments: &Picture, games: Registry, out: &mut impl Write) -> Outcome {
    let size = arguments
        .size
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let size: (u16, u16) = size
        .ok_or_else(|| Failure::Usage(format!("--size {}: expected columns x rows like 80x24", arguments.size)))?;
    let mut world = bare_world(&arguments.theme, &arguments.colours, &arguments.glyphs, size);
    world.client.config.look.pieces =
        PieceSetting::parse(&arguments.pieces).unwrap_or(world.client.config.look.pieces);
    (world.client.assistant, world.client.games) = (Assistant::new(games.clone()), games);
    let setup = match &arguments.game {
        None => None,
        Some(game) => {
            let mut setup = MatchSetup::against_computer(super::find(&world.client.games, game)?, 3);
            for seat in &arguments.seat {
                setup.seat(seat).map_err(Failure::usage)?;
            }
            setup.start = match (&arguments.fen, &arguments.setup) {
                (Some(fen), _) => Start::Fen(fen.clone()),
                (None, Some(name)) => Start::Named(name.clone()),
                (None, None) => Start::Usual,
            };
            let clock = arguments.clock.as_deref().unwrap_or("none");
            setup.clock = crate::session::setup::ClockSetup::read_here(clock).map_err(Failure::usage)?;
            Some(setup)
        }
    };
    if let Some(folder) = &arguments.data {
        let (config_file, themes_dir) = (folder.join("config.toml"), folder.join("themes"));
        world.client.paths = Some(Paths { config_file, themes_dir, data_dir: folder.clone() });
    }
    let app = if let Some(file) = &arguments.review {
        let review = Review::open(file, 1, &world.client.games).map_err(Failure::failed)?;
        let mut app = App::new(world, vec![Box::new(review)]);
        run(&mut app, &arguments.keys).map_err(Failure::usage)?;
        app
    } else {
        scripted(setup, world, &arguments.moves, &arguments.keys).map_err(Failure::usage)?
    };
    let frame = frame(&app, size);
    let drawn =
        if arguments.text { text(&frame) } else { with_pictures(&frame, &app.world.pieces, &app.world.theme) };
    Ok(out.write_all(drawn.as_bytes())?)
}
