//! What all screens of one terminal share: settings, theme, keys, the time. One a terminal; there
//! is nothing like it for the whole process.

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
use crate::paths::Paths;
use crate::players::assistant::Assistant;
use crate::players::external::{ExternalEngine, PATIENCE};
use crate::players::{Opponents, Resources};
use crate::session::table::{Identity, Tables};

/// Wakes the program from another thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// What a screen asks of the terminal besides a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Ring the bell.
    Bell,
    /// Mouse on or off, as the world says now.
    Mouse,
    /// Draw everything again.
    Redraw,
    /// Go to sleep until the shell says otherwise.
    Suspend,
}

/// What all screens share.
pub struct World {
    /// The settings.
    pub config: Config,
    /// The text of the config file as it was read, if there is one.
    pub config_text: Option<String>,
    /// Where files are, as far as there is a home.
    pub paths: Option<Paths>,
    /// Every theme there is.
    pub themes: Themes,
    /// The theme in use.
    pub theme: Theme,
    /// The characters in use.
    pub glyphs: Glyphs,
    /// The keys.
    pub keymap: Keymap,
    /// The terminal.
    pub facts: Facts,
    /// Is the mouse on?
    pub mouse: bool,
    /// The computer that helps the person: hints, analyses, looks at whole games.
    pub assistant: Assistant,
    /// The time.
    pub now: Instant,
    /// Wakes the program.
    pub waker: Waker,
    /// Who is at this terminal.
    pub identity: Identity,
    /// The games that are played, whatever screen is open.
    pub tables: Tables,
    /// How they were looked at.
    pub eyes: Eyes,
    /// What is to be told once: warnings on config and themes.
    pub notices: Vec<String>,
    /// What the terminal is asked to do.
    pub requests: Vec<TerminalRequest>,
    /// Where a test wants the program to fail: `draw`, or work in the background (`search` of a seat, `hint`,
    /// `analysis`, `survey`, `loader`).
    pub fault: Option<String>,
}

impl World {
    /// Where running games are kept, if anywhere.
    pub fn games_dir(&self) -> Option<PathBuf> {
        self.paths.as_ref().map(|paths| paths.data_dir.join("games"))
    }

    /// The whole window.
    pub fn whole(&self) -> Rect {
        let (columns, rows) = self.facts.size;
        Rect::new(0, 0, columns, rows)
    }

    /// Does a test want this to fail?
    pub fn fails(&self, what: &str) -> bool {
        self.fault.as_deref() == Some(what)
    }

    /// What computers may use for this.
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

    /// Who may be called to the board.
    pub fn staff(&self) -> Opponents {
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
        Opponents { resources: self.resources("search"), engines: self.config.engines.iter().map(engine).collect() }
    }

    /// Takes the theme that the settings name, for the colours the terminal shows.
    pub fn take_theme(&mut self) {
        let depth = self.facts.depth(self.config.look.colours);
        self.theme = self.themes.named(&self.config.look.theme, depth);
    }

    /// Takes the characters that the settings name and the terminal can show.
    pub fn take_glyphs(&mut self) {
        self.glyphs = Glyphs::chosen(self.config.look.glyphs, &self.facts);
    }

    /// Takes the mouse as the settings say.
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
