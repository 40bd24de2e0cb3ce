//! Colours by role. A theme gives every role a style for the colour depth of the terminal, and keeps every
//! piece readable on every square, even if the colours in the theme file are not.

pub mod army;
mod chosen;
pub mod color;
mod dim;
mod file;
pub mod ground;
mod themes;

use ratatui::style::{Color, Modifier, Style};

use super::depth::Depth;
use super::pieces::png::Inks;
use chosen::Chosen;
use color::{LEAST, LEAST_BORDER, Rgb, contrast, indexed, legible, of_index, rgb};
use ground::Ground;
pub use themes::Themes;

macro_rules! roles {
    ($($role:ident $name:literal $help:literal;)+) => {
        /// The role of a style.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Role { $(#[doc = $help] $role,)+ }

        impl Role {
            /// Every role.
            pub const ALL: &[Role] = &[$(Role::$role),+];

            /// Its name in theme files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Role::$role => $name,)+ }
            }
        }
    };
}

roles! {
    Text "text" "Text, and the background of the screen.";
    Dim "dim" "Secondary text.";
    Title "title" "Headings, and the seat to move.";
    Border "border" "Borders of panels.";
    BorderActive "border-active" "The border of the active panel.";
    Footer "footer" "Descriptions of keys in the footer.";
    FooterKey "footer-key" "Keys in the footer.";
    Prompt "prompt" "Questions and prompts.";
    Warning "warning" "What is refused, and what one is warned of.";
    Selected "selected" "The selected entry of a list.";
    Clock "clock" "Clocks.";
    ClockLow "clock-low" "Clocks with little time.";
    History "history" "The list of moves.";
    HistoryNow "history-now" "The move that the board shows.";
    Lines "lines" "Lines between squares.";
    Coordinates "coordinates" "Coordinates of files and ranks.";
    Light "light" "Light squares.";
    Dark "dark" "Dark squares.";
    Cursor "cursor" "The square under the cursor.";
    Picked "picked" "The selected piece.";
    Target "target" "A target square that is empty.";
    Capture "capture" "A piece that can be captured.";
    OwnCapture "own-capture" "An own piece that would be captured.";
    Partner "partner" "An own piece to swap with.";
    In "in" "The hole that a piece enters.";
    Out "out" "The hole that it leaves through.";
    LastFrom "last-from" "The start square of the last move.";
    LastTo "last-to" "The target square of the last move.";
    Check "check" "A King in check.";
    Hint "hint" "A suggested move.";
    Goal "goal" "A square of the goal: where pieces count towards a win, promote, or are dropped.";
    Piece1 "piece-1" "White pieces.";
    Piece2 "piece-2" "Black pieces.";
    Army1 "army-1" "Red pieces.";
    Army2 "army-2" "Orange pieces.";
    Army3 "army-3" "Green pieces.";
    Army4 "army-4" "Blue pieces.";
    Notice "notice" "What has happened, and what is done.";
    Advice "advice" "Hints, and what the coach says.";
}

impl Role {
    /// Whether it is a state of a square.
    pub fn is_square(self) -> bool {
        (Role::Light..=Role::Goal).contains(&self)
    }

    /// Whether it is a piece.
    pub fn is_piece(self) -> bool {
        (Role::Piece1..=Role::Army4).contains(&self)
    }
}

/// A style as defined in a theme file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ink {
    /// The foreground colour, or the default of the terminal.
    pub(crate) fg: Option<Rgb>,
    /// The background colour, or the default of the terminal.
    pub(crate) bg: Option<Rgb>,
    /// Bold, dim, reversed, underlined.
    pub(crate) modifiers: Modifier,
    /// The colour in which a piece is drawn, with a dark rim, where that is nearly as light as the squares.
    pub(crate) fill: Option<Rgb>,
}

/// By how much the parts of a colour differ at least for it to be seen as one and not as grey.
const LEAST_HUE: u8 = 16;

/// The styles of all roles for one terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    name: String,
    depth: Depth,
    inks: Vec<Ink>,
    /// With 256 colours, what the theme has chosen among them.
    chosen: Vec<Chosen>,
    chart: bool,
}

impl Theme {
    /// A theme with a different colour for each role, so that tests can read the roles from a frame.
    pub fn chart() -> Theme {
        Theme { name: "chart".to_owned(), depth: Depth::True, inks: Vec::new(), chosen: Vec::new(), chart: true }
    }

    /// The role for a colour of the chart.
    pub fn charted(color: Color) -> Option<Role> {
        match color {
            Color::Rgb(index, 0, 0) => Role::ALL.get(usize::from(index)).copied(),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The colour depth it uses.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    fn ink(&self, role: Role) -> Ink {
        self.inks.get(role as usize).copied().unwrap_or_default()
    }

    /// This theme with colours chosen among the 256, one for each role.
    fn with_chosen(mut self, chosen: Vec<Chosen>) -> Theme {
        for ((role, ink), chosen) in Role::ALL.iter().zip(&mut self.inks).zip(&chosen) {
            ink.fg = chosen.shades.first().map(|&index| of_index(index)).or(ink.fg);
            let ground = chosen.grounds.filter(|_| !role.is_piece());
            ink.bg = ground.map(|[light, _]| of_index(light)).or(ink.bg);
        }
        Theme { chosen, ..self }
    }

    /// The ground that the theme has chosen for a role, on a light and on a dark square.
    fn grounds(&self, role: Role) -> Option<[u8; 2]> {
        self.chosen.get(role as usize)?.grounds
    }

    /// The foreground of a role on squares of this state: of those that the theme has chosen the first that can be read on
    /// light and on dark ones, so that the pieces of a row have one colour.
    fn shade(&self, role: Role, state: Role) -> Option<Rgb> {
        let squares = self.grounds(state).unwrap_or_default().map(of_index);
        let shades = self.chosen.get(role as usize).into_iter().flat_map(|chosen| &chosen.shades);
        let mut shades = shades.map(|&index| of_index(index));
        shades.find(|&shade| squares.iter().all(|&square| contrast(shade, square) >= LEAST)).or(self.ink(role).fg)
    }

    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        if self.chart {
            return Style::new().fg(Color::Rgb(role as u8, 0, 0));
        }
        if role.is_square() {
            return self.on_square(role, None);
        }
        let ink = self.ink(role);
        match self.depth {
            Depth::None => Style::new().add_modifier(plain(role)),
            Depth::Ansi16 => {
                let (fg, modifiers) = named(role);
                Style::new().fg(fg).bg(Color::Black).add_modifier(modifiers)
            }
            _ => {
                let least = if role == Role::Border { LEAST_BORDER } else { LEAST };
                self.with_contrast(ink, self.ink(Role::Text).bg, least)
            }
        }
    }

    /// The style of the bar at the left of a chosen row: the accent, where it is seen on the ground of the row.
    pub fn bar(&self) -> Style {
        let row = self.style(Role::Selected);
        let (fg, Ink { bg, modifiers, .. }) = (self.ink(Role::BorderActive).fg, self.ink(Role::Selected));
        match (fg, bg) {
            (Some(fg), Some(ground)) if !self.chart && self.depth >= Depth::Indexed256 => {
                let seen = contrast(fg, ground) >= LEAST_BORDER;
                if seen {
                    self.with_contrast(Ink { fg: Some(fg), bg, modifiers, fill: None }, None, LEAST_BORDER)
                } else {
                    row
                }
            }
            _ => row,
        }
    }

    /// The style of a piece on a square in this state, or of the marks if there is no piece.
    pub fn on_square(&self, state: Role, piece: Option<Role>) -> Style {
        if self.chart {
            let fg = piece.unwrap_or(state);
            return Style::new().fg(Color::Rgb(fg as u8, 0, 0)).bg(Color::Rgb(state as u8, 0, 0));
        }
        match self.depth {
            Depth::None => {
                let reversed = if state == Role::Cursor { Modifier::REVERSED } else { Modifier::empty() };
                let bold = if piece == Some(Role::Piece1) { Modifier::BOLD } else { Modifier::empty() };
                Style::new().add_modifier(reversed | bold)
            }
            Depth::Ansi16 => {
                // A theme that is grey with more colours is it here too.
                let has_hue = piece.is_some() || self.ink(state).bg.is_some_and(|bg| bg.hue() > LEAST_HUE);
                let fg = if has_hue { named(piece.unwrap_or(state)).0 } else { Color::White };
                let reversed = if state == Role::Cursor { Modifier::REVERSED } else { Modifier::empty() };
                Style::new().fg(fg).bg(Color::Black).add_modifier(reversed)
            }
            _ => {
                let ground = self.ink(state);
                let ink = piece.map_or(ground, |piece| self.ink(piece));
                let fg = self.shade(piece.unwrap_or(state), state).or(ground.fg).or(self.ink(Role::Text).fg);
                self.tinted(
                    Ink { fg, bg: ground.bg, modifiers: ink.modifiers | ground.modifiers, fill: None },
                    None,
                )
            }
        }
    }

    /// Whether the colour of a square in this state says it, without a shape.
    pub fn has_tint(&self, state: Role) -> bool {
        let has_hue = self.ink(state).bg.is_some_and(|bg| bg.hue() > LEAST_HUE);
        self.chart || self.depth >= Depth::Indexed256 && has_hue
    }

    /// The style of the frame of the cursor on this ground.
    pub(crate) fn frame(&self, ground: Ground) -> Style {
        let cursor = self.on_square(Role::Cursor, None);
        match self.depth {
            _ if self.chart => Style { bg: self.on(ground, None).bg, ..cursor },
            Depth::None => Style::new().add_modifier(Modifier::BOLD),
            Depth::Ansi16 => Style::new().fg(Color::LightCyan).bg(Color::Black),
            _ => {
                let fg = self.ink(Role::Cursor).bg.or(self.ink(Role::Cursor).fg);
                let bg = self.on(ground, None).bg.and_then(rgb);
                self.tinted(Ink { fg, bg, ..Ink::default() }, None)
            }
        }
    }

    /// The colour in which pieces of this role are drawn with a dark rim, if they need one. Where colours are few they
    /// have the one of their words.
    pub fn fill(&self, piece: Role) -> Option<Rgb> {
        self.ink(piece).fill.filter(|_| !self.chart && self.depth >= Depth::Indexed256)
    }

    /// This style of a piece in the colours in which it is drawn.
    pub fn figure(&self, style: Style, piece: Role) -> Style {
        self.fill(piece).map_or(style, |fill| style.fg(self.color(fill)))
    }

    /// This style of a piece for its letter: in place of a rim it has a plate.
    pub fn letter(&self, style: Style, piece: Role) -> Style {
        let Some(fill) = self.fill(piece) else { return style };
        let plate = Ink { fg: Some(Inks::of(fill).outline), bg: Some(fill), ..Ink::default() };
        style.patch(self.tinted(plate, None))
    }

    /// The style of a letter beside its drawn piece, which has this style.
    pub(crate) fn faint(&self, piece: Style) -> Style {
        match (piece.fg.and_then(rgb), piece.bg.and_then(rgb)) {
            (Some(fg), Some(bg)) if !self.chart && self.depth >= Depth::Indexed256 => {
                // The code of one of the 256 colours is half as long, and nobody sees the difference in a dim letter.
                let color = Color::Indexed(indexed(fg.toward(bg, 4)));
                Style::new().fg(color).bg(piece.bg.unwrap_or_default())
            }
            _ => piece.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM),
        }
    }

    /// A colour as this terminal shows it.
    fn color(&self, rgb: Rgb) -> Color {
        match self.depth {
            Depth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
            _ => Color::Indexed(indexed(rgb)),
        }
    }

    fn tinted(&self, ink: Ink, ground: Option<Rgb>) -> Style {
        self.with_contrast(ink, ground, LEAST)
    }

    fn with_contrast(&self, ink: Ink, ground: Option<Rgb>, least: f64) -> Style {
        let bg = ink.bg.or(ground);
        let fg = match (ink.fg, bg) {
            (Some(fg), Some(bg)) => Some(legible(fg, bg, least, self.depth)),
            (fg, _) => fg,
        };
        Style {
            fg: Some(fg.map_or(Color::Reset, |fg| self.color(fg))),
            bg: Some(bg.map_or(Color::Reset, |bg| self.color(bg))),
            add_modifier: ink.modifiers,
            ..Style::new()
        }
    }
}

/// The style of a role without colours.
const fn plain(role: Role) -> Modifier {
    match role {
        Role::Title | Role::FooterKey | Role::Warning | Role::Prompt | Role::Notice | Role::Advice => {
            Modifier::BOLD
        }
        Role::Selected | Role::HistoryNow | Role::ClockLow => Modifier::REVERSED,
        Role::Border => Modifier::DIM,
        _ => Modifier::empty(),
    }
}

/// The style of a role with 16 colours, in every theme: bright colours that are readable on black, which is the ground of
/// the whole window, whatever the terminal has.
const fn named(role: Role) -> (Color, Modifier) {
    match role {
        Role::Army1 | Role::Capture | Role::Check => (Color::LightRed, Modifier::empty()),
        Role::Piece2 | Role::Army2 | Role::LastFrom | Role::LastTo => (Color::LightYellow, Modifier::empty()),
        Role::Army3 | Role::Target | Role::Picked => (Color::LightGreen, Modifier::empty()),
        Role::Army4 | Role::Partner | Role::Hint => (Color::LightCyan, Modifier::empty()),
        Role::OwnCapture | Role::In | Role::Out | Role::Goal => (Color::LightMagenta, Modifier::empty()),
        Role::Piece1 | Role::Light | Role::Dark | Role::Cursor => (Color::White, Modifier::empty()),
        _ => (Color::Gray, plain(role)),
    }
}
