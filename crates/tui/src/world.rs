//! The state that all screens of one terminal share: settings, theme, key bindings, time. There is one world
//! per client, not one per process.

pub mod setup;
pub mod shared;

use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::board::motion::pace::Pace;
use super::clicks::Clicks;
use super::drawn::Drawn;
use super::glyphs::Glyphs;
use super::host::facts::Facts;
use super::host::name::CELL_QUESTIONS;
use super::input::report::Report;
use super::keymap::Keymap;
use super::membership::Membership;
use super::pieces::piece_style::PieceStyle;
use super::pieces::shown::Shown;
use super::stage::Stage;
use super::table_views::TableViews;
use super::theme::{Theme, Themes};
use super::wakes::{Hearing, Inbox, Reason, Reasons, Wakers};
use crate::client::Client;
use crate::config::{Mouse, Notify};
use crate::players::Opponents;
use crate::zone::Zone;

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
    /// What a client is without its terminal: games, settings, files, tables.
    pub client: Client,
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
    pub(crate) focus: Option<bool>,
    /// The current time.
    pub now: Instant,
    /// The club, where this client is one of a server.
    pub club: Option<Box<dyn Membership>>,
    /// The view state of these games.
    pub table_views: TableViews,
    /// Problems with settings and themes, which are shown once on the first screen.
    pub notices: Vec<String>,
    /// News for the user, which are shown once on the top screen.
    pub news: Vec<String>,
    /// Where the keys of a picture stand, while somebody asks.
    pub(crate) clicks: Clicks,
    /// What drawing notes for dialogs: where they stand, and the pieces below them.
    pub drawn: Drawn,
    /// The pending requests to the terminal.
    pub requests: Vec<TerminalRequest>,
    /// What makes the wakers of background threads.
    wakers: Wakers,
    /// Tells why the screens are woken.
    hearing: Hearing,
    /// The queue of the event loop, until the client runs.
    inbox: Option<Inbox>,
}

impl World {
    /// The time zone of the user: that of the member where this client is one of a server.
    pub fn zone(&self) -> Zone {
        self.club.as_ref().map_or_else(|| self.client.zone.clone(), |club| club.zone())
    }

    /// The queue of the event loop. Only the loop takes it, once.
    pub(super) fn take_inbox(&mut self) -> Inbox {
        self.inbox.take().unwrap_or_else(Inbox::new)
    }

    /// The waker for a background thread that has something for this reason. Tasks have `client.waker`.
    pub fn waker(&self, reason: Reason) -> Waker {
        self.wakers.waker(reason)
    }

    /// The reasons for which the client was woken since the last call.
    pub(super) fn reasons(&mut self) -> Reasons {
        self.hearing.heard(self.now)
    }

    /// When there is a reason that was held back.
    pub fn deadline(&self) -> Option<Instant> {
        self.hearing.deadline()
    }

    /// How long to wait after Escape for the rest of a sequence.
    pub(crate) fn escape_patience(&self) -> Duration {
        let input = &self.client.config.input;
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

    /// How much of a move is seen on the board.
    pub(crate) fn motion_pace(&self) -> Pace {
        Pace::of(self.client.config.look.motion, self.theme.depth(), self.facts.over_ssh)
    }

    /// The available opponents. They answer after the move before has arrived on the board.
    pub(crate) fn opponents(&self) -> Opponents {
        self.client.opponents(self.motion_pace().longest())
    }

    /// Sets the theme from the settings, for the colour depth of the terminal.
    pub fn take_theme(&mut self) {
        let depth = self.facts.depth(self.client.config.look.colours);
        self.theme = self.themes.named(&self.client.config.look.theme, depth);
    }

    /// Sets the character set from the settings and the capabilities of the terminal.
    pub(crate) fn take_glyphs(&mut self) {
        self.glyphs = Glyphs::chosen(self.client.config.look.glyphs, &self.facts);
    }

    /// Keeps an answer of the terminal, and uses the colours that it turns out to have.
    pub fn learn(&mut self, report: Report) {
        let before = self.facts.depth(self.client.config.look.colours);
        let is_last = matches!(report, Report::Attributes(_));
        self.facts.learn(report);
        if is_last && self.facts.takes_sixels() && self.facts.told_cell().is_none() {
            self.requests.push(TerminalRequest::Query(CELL_QUESTIONS));
        }
        self.pieces.learn(&self.facts);
        if self.facts.depth(self.client.config.look.colours) != before {
            self.take_theme();
        }
    }

    /// How pieces are shown.
    pub fn piece_style(&self) -> PieceStyle {
        self.pieces.piece_style(&self.client.config.look, self.glyphs.name)
    }

    /// Whether the terminal has to report the focus of its window.
    pub(crate) fn wants_focus(&self) -> bool {
        self.client.config.sound.notify != Notify::Off
    }

    /// Turns reports about the focus on or off according to the settings.
    pub(crate) fn take_focus(&mut self) {
        self.focus = None;
        self.requests.push(TerminalRequest::Focus(self.wants_focus()));
    }

    /// Tells the user something that must not be missed, if the window is known to be without the focus.
    pub(crate) fn notify(&mut self, words: String) {
        if self.focus != Some(false) {
            return;
        }
        match self.client.config.sound.notify {
            Notify::Off => {}
            Notify::Bell => self.requests.push(TerminalRequest::Bell),
            Notify::Desktop => self.requests.push(TerminalRequest::Notify(words)),
        }
    }

    /// Turns the mouse on or off according to the settings.
    pub(crate) fn take_mouse(&mut self) {
        let on = match self.client.config.input.mouse {
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
