//! The state that all screens of one terminal share: settings, theme, key bindings, time. There is one world
//! per terminal, not one per process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::eyes::Eyes;
use super::glyphs::Glyphs;
use super::keymap::Keymap;
use super::terminal::facts::Facts;
use super::theme::{Theme, Themes};
use crate::config::engines::EngineRow;
use crate::config::{Config, Mouse};
use crate::engine::uci_client::EngineCommand;
use crate::games::Registry;
use crate::paths::Paths;
use crate::players::assistant::Assistant;
use crate::players::external::{ExternalEngine, PATIENCE};
use crate::players::{Opponents, Resources};
use crate::session::table::{Identity, Tables};

/// Wakes the event loop from another thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// A request of a screen to the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Ring the bell.
    Bell,
    /// Turn the mouse on or off, as set in the world.
    Mouse,
    /// Redraw the whole screen.
    Redraw,
    /// Suspend the program.
    Suspend,
}

/// The state that all screens share.
pub struct World {
    /// The games that can be played.
    pub games: Registry,
    /// The settings.
    pub config: Config,
    /// The text of the config file as it was read, if it exists.
    pub config_text: Option<String>,
    /// The paths of the program's files, if a home folder was found.
    pub paths: Option<Paths>,
    /// All themes.
    pub themes: Themes,
    /// The current theme.
    pub theme: Theme,
    /// The current character set.
    pub glyphs: Glyphs,
    /// The key bindings.
    pub keymap: Keymap,
    /// The capabilities of the terminal.
    pub facts: Facts,
    /// Whether the mouse is on.
    pub mouse: bool,
    /// The engine that assists the user: hints, analysis and analysis of whole games.
    pub assistant: Assistant,
    /// The current time.
    pub now: Instant,
    /// Wakes the event loop.
    pub waker: Waker,
    /// The user of this terminal.
    pub identity: Identity,
    /// The games in progress, on any screen.
    pub tables: Tables,
    /// The view state of these games.
    pub eyes: Eyes,
    /// Messages that are shown once at the start: problems with config and themes.
    pub notices: Vec<String>,
    /// The pending requests to the terminal.
    pub requests: Vec<TerminalRequest>,
    /// Where a test makes the program fail: `draw`, or a background thread (`search` of a seat, `hint`,
    /// `analysis`, `survey`, `loader`).
    pub fault: Option<String>,
}

impl World {
    /// The folder of running games, if there is one.
    pub fn games_dir(&self) -> Option<PathBuf> {
        self.paths.as_ref().map(|paths| paths.data_dir.join("games"))
    }

    /// The whole window.
    pub fn whole(&self) -> Rect {
        let (columns, rows) = self.facts.size;
        Rect::new(0, 0, columns, rows)
    }

    /// Whether a test makes this fail.
    pub fn fails(&self, what: &str) -> bool {
        self.fault.as_deref() == Some(what)
    }

    /// The resources that the computer may use for this.
    pub fn resources(&self, what: &str) -> Resources {
        let play = &self.config.play;
        let all = Resources::default();
        Resources {
            think: Duration::from_secs(play.think),
            threads: if play.threads == 0 { all.threads } else { play.threads as usize },
            megabytes: play.memory as usize,
            fails: self.fails(what),
        }
    }

    /// The available opponents: the resources of the built-in players, and the external engines.
    pub fn opponents(&self) -> Opponents {
        let engine = |row: &EngineRow| ExternalEngine {
            command: EngineCommand {
                name: row.name.clone(),
                command: row.command.clone(),
                options: row.options.clone(),
            },
            loses: row.loses,
            think: Duration::from_millis(row.think_ms),
            patience: PATIENCE,
        };
        Opponents {
            games: self.games.clone(),
            resources: self.resources("search"),
            engines: self.config.engines.iter().map(engine).collect(),
        }
    }

    /// Sets the theme from the settings, for the colour depth of the terminal.
    pub fn take_theme(&mut self) {
        let depth = self.facts.depth(self.config.look.colours);
        self.theme = self.themes.named(&self.config.look.theme, depth);
    }

    /// Sets the character set from the settings and the capabilities of the terminal.
    pub fn take_glyphs(&mut self) {
        self.glyphs = Glyphs::chosen(self.config.look.glyphs, &self.facts);
    }

    /// Turns the mouse on or off according to the settings.
    pub fn take_mouse(&mut self) {
        let on = match self.config.input.mouse {
            Mouse::On => true,
            Mouse::Off => false,
            Mouse::Auto => !self.facts.over_ssh && !self.facts.in_screen,
        };
        if on != self.mouse {
            self.mouse = on;
            self.requests.push(TerminalRequest::Mouse);
        }
    }
}
