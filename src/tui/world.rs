//! The state that all screens of one terminal share: settings, theme, key bindings, time. There is one world
//! per client, not one per process.

pub mod keep;
pub mod room;
pub mod setup;
pub mod shared;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::board::motion::longest_motion;
use super::clicks::Clicks;
use super::eyes::Eyes;
use super::glyphs::Glyphs;
use super::host::facts::Facts;
use super::input::report::Report;
use super::keymap::Keymap;
use super::overlay::Drawn;
use super::pieces::rung::Rung;
use super::pieces::shown::Shown;
use super::place::Place;
use super::stage::Stage;
use super::theme::{Theme, Themes};
use super::wakes::Inbox;
#[cfg(feature = "serve")]
use crate::club::Visit;
use crate::config::engines::EngineRow;
use crate::config::{Config, Mouse, Notify};
use crate::engine::uci_client::EngineCommand;
use crate::games::Registry;
use crate::paths::Paths;
use crate::paths::files::{Files, Refusal};
use crate::paths::quota::Quota;
use crate::players::assistant::Assistant;
use crate::players::external::{ExternalEngine, PATIENCE};
use crate::players::thinking_slots::ThinkingSlots;
use crate::players::{Opponents, Resources};
use crate::session::lesson::progress::Progress;
use crate::session::puzzles::progress::{OWN, RESULTS};
use crate::session::table::{Identity, Tables};

pub use super::wakes::Waker;
pub use setup::Setup;
pub use shared::Shared;

/// A request of a screen to the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalRequest {
    /// Ring the bell.
    Bell,
    /// Turn the mouse on or off, as set in the world.
    Mouse,
    /// Turn reports about the focus of the window on or off.
    Focus(bool),
    /// Show a notification on the desktop.
    Notify(String),
    /// Copy a text to the clipboard of the user.
    Copy(String),
    /// Ask the terminal a question; its answer comes as [`super::input::Input::Report`].
    Query(&'static [u8]),
    /// Redraw the whole screen.
    Redraw,
    /// Suspend the program.
    Suspend,
}

/// The state that all screens share. [`World::new`] makes it.
pub struct World {
    /// The games that can be played.
    pub games: Registry,
    /// The settings.
    pub config: Config,
    /// The text of the config file as it was read, if it exists.
    pub config_text: Option<String>,
    /// The paths of the program's files, if a home folder was found.
    pub paths: Option<Paths>,
    /// The files that this client may use. Every file of every screen is asked for here.
    pub files: Files,
    /// How much the user may keep.
    pub quota: Quota,
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
    /// The artwork of the games, and what the terminal can show of it.
    pub pieces: Shown,
    /// Whether the mouse is on.
    pub mouse: bool,
    /// Whether the window has the focus, if the terminal reports it.
    pub focus: Option<bool>,
    /// The engine that assists the user: hints, analysis and analysis of whole games.
    pub assistant: Assistant,
    /// The places to think.
    pub pool: ThinkingSlots,
    /// The most that the computer may use, whatever the settings say: on a server, the operator decides.
    pub most: Option<Resources>,
    /// The current time.
    pub now: Instant,
    /// Wakes the event loop.
    pub waker: Waker,
    /// The user of this terminal.
    pub identity: Identity,
    /// The club, where this client is one of a server.
    #[cfg(feature = "serve")]
    pub club: Option<Visit>,
    /// The games in progress, on any screen.
    pub tables: Tables,
    /// What was learnt in lessons since this client began.
    pub learnt: Progress,
    /// The view state of these games.
    pub eyes: Eyes,
    /// Problems with settings and themes, which are shown once on the first screen.
    pub notices: Vec<String>,
    /// News for the user, which are shown once on the top screen.
    pub news: Vec<String>,
    /// Where the keys of a picture stand, while somebody asks.
    pub clicks: Clicks,
    /// What drawing notes for dialogs: where they stand, and the pieces below them.
    pub drawn: Drawn,
    /// The pending requests to the terminal.
    pub requests: Vec<TerminalRequest>,
    /// Where a test makes the program fail: `draw`, or a background thread (`search` of a seat, `hint`,
    /// `analysis`, `survey`, `loader`).
    pub fault: Option<String>,
    /// The queue of the event loop, until the client runs.
    inbox: Option<Inbox>,
}

impl World {
    /// The lobby, where this client is one of a server.
    #[cfg(feature = "serve")]
    pub fn lobby(&self) -> Option<Place> {
        self.club.as_ref().map(|_| Place::Lobby)
    }

    /// The lobby, which only a server has.
    #[cfg(not(feature = "serve"))]
    pub const fn lobby(&self) -> Option<Place> {
        None
    }

    /// A time in UTC as lists of games have it, in the time zone of the member where this client is one of a server.
    #[cfg(feature = "serve")]
    pub fn local(&self, time: &str) -> String {
        self.club.as_ref().map_or_else(|| time.to_owned(), |visit| visit.zone().of_utc(time))
    }

    /// A time in UTC as lists of games have it.
    #[cfg(not(feature = "serve"))]
    pub fn local(&self, time: &str) -> String {
        time.to_owned()
    }

    /// The folder of games, if there is one and this client may use it.
    pub fn games_dir(&self) -> Option<PathBuf> {
        self.games_folder().ok().flatten()
    }

    /// The folder of games: `None` if games are not saved, or why it cannot be used.
    pub fn games_folder(&self) -> Result<Option<PathBuf>, Refusal> {
        let Some(paths) = self.paths.as_ref().filter(|_| self.files != Files::None) else { return Ok(None) };
        let folder = paths.data_dir.join("games");
        self.files.own_folder(&paths.data_dir)?;
        self.files.own_folder(&folder)?;
        Ok(Some(folder))
    }

    /// The folder of what was solved and of puzzles from one's own games, if this client may use it.
    pub fn puzzles_folder(&self) -> Option<PathBuf> {
        let paths = self.paths.as_ref().filter(|_| self.files != Files::None)?;
        let own = |path: &std::path::Path| self.files.own(path).is_ok();
        let fits = [RESULTS, OWN].iter().all(|name| own(&paths.data_dir.join(name)));
        (own(&paths.data_dir) && fits).then(|| paths.data_dir.clone())
    }

    /// The queue of the event loop. Only the loop takes it, once.
    pub(super) fn take_inbox(&mut self) -> Inbox {
        self.inbox.take().unwrap_or_else(Inbox::new)
    }

    /// Is this client one of a server? Then the operator decides about the machine, and the terminal is far away.
    pub const fn is_served(&self) -> bool {
        self.most.is_some()
    }

    /// How long to wait after Escape for the rest of a sequence.
    pub fn escape_patience(&self) -> Duration {
        let input = &self.config.input;
        Duration::from_millis(if self.facts.over_ssh { input.escape_ms_ssh } else { input.escape_ms })
    }

    /// The places for a dialog in the frame that is seen.
    pub fn stage(&self) -> Stage {
        self.drawn.stage()
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
        let own = Resources {
            think: Duration::from_secs(play.think),
            threads: if play.threads == 0 { all.threads } else { play.threads as usize },
            megabytes: play.memory as usize,
            positions: None,
            fails: self.fails(what),
        };
        self.most.map_or(own, |most| own.at_most(most))
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
            pool: self.pool.clone(),
            engines: self.config.engines.iter().map(engine).collect(),
            pace: self.pace(),
        }
    }

    /// The least time of a move of a computer: it answers after the move before has arrived on the board, and a pause.
    fn pace(&self) -> Duration {
        match self.config.play.pause_ms {
            0 => Duration::ZERO,
            pause => Duration::from_millis(pause) + longest_motion(self),
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

    /// Keeps an answer of the terminal, and uses the colours that it turns out to have.
    pub fn learn(&mut self, report: Report) {
        let before = self.facts.depth(self.config.look.colours);
        self.facts.learn(report);
        self.pieces.learn(&self.facts);
        if self.facts.depth(self.config.look.colours) != before {
            self.take_theme();
        }
    }

    /// How pieces are shown.
    pub fn rung(&self) -> Rung {
        self.pieces.rung(self.config.look.pieces, self.glyphs.name)
    }

    /// Whether the terminal has to report the focus of its window.
    pub fn wants_focus(&self) -> bool {
        self.config.sound.notify != Notify::Off
    }

    /// Turns reports about the focus on or off according to the settings.
    pub fn take_focus(&mut self) {
        self.focus = None;
        self.requests.push(TerminalRequest::Focus(self.wants_focus()));
    }

    /// Tells the user something that must not be missed, if the window is known to be without the focus.
    pub fn notify(&mut self, words: String) {
        if self.focus != Some(false) {
            return;
        }
        match self.config.sound.notify {
            Notify::Off => {}
            Notify::Bell => self.requests.push(TerminalRequest::Bell),
            Notify::Desktop => self.requests.push(TerminalRequest::Notify(words)),
        }
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
