//! The settings: one table of options. Reading the file never fails, and writing it keeps its comments. The
//! values are plain; the code that uses them checks their meaning.

pub mod clock;
pub mod engines;
pub mod file;
pub mod mistake;
pub mod schema;

use std::fmt::{self, Display};

use clock::Clock;

/// The type of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// True or false.
    Flag,
    /// A number in this range.
    Number(u64, u64),
    /// A clock.
    Clock,
}

impl Kind {
    /// A description of the expected value.
    pub fn expected(self) -> String {
        match self {
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Text => "a text".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::Number(from, to) => format!("a number from {from} to {to}"),
            Kind::Clock => Clock::EXPECTED.to_owned(),
        }
    }
}

/// One option of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The section of the file.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The type of the value.
    pub kind: Kind,
    /// Its name on the settings screen.
    pub label: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
}

/// The keys of one action, as the settings file lists them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// The action.
    pub action: String,
    /// Its keys.
    pub keys: Vec<String>,
    /// The line in the file.
    pub line: usize,
}

/// A type of values for options.
trait Value: Sized + Display {
    fn read(text: &str, kind: Kind) -> Option<Self>;
}

impl Value for String {
    fn read(text: &str, _: Kind) -> Option<String> {
        Some(text.to_owned())
    }
}

impl Value for Clock {
    fn read(text: &str, _: Kind) -> Option<Clock> {
        Clock::parse(text)
    }
}

impl Value for bool {
    fn read(text: &str, _: Kind) -> Option<bool> {
        text.parse().ok()
    }
}

impl Value for u64 {
    fn read(text: &str, kind: Kind) -> Option<u64> {
        let number = text.parse().ok()?;
        matches!(kind, Kind::Number(from, to) if (from..=to).contains(&number)).then_some(number)
    }
}

/// Defines an enum for an option with a fixed list of words.
macro_rules! choices {
    ($Type:ident $help:literal $($Choice:ident $word:literal)+) => {
        #[doc = $help]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $Type { $(#[doc = concat!("`", $word, "`.")] $Choice,)+ }

        impl $Type {
            /// The words of all choices, as in the file.
            pub(crate) const WORDS: &[&str] = &[$($word),+];

            /// The choice for this word.
            pub fn parse(word: &str) -> Option<$Type> {
                match word {
                    $($word => Some($Type::$Choice),)+
                    _ => None,
                }
            }

            /// The word of this choice.
            pub const fn as_str(self) -> &'static str {
                match self { $($Type::$Choice => $word,)+ }
            }
        }

        impl Display for $Type {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl Value for $Type {
            fn read(text: &str, _: Kind) -> Option<$Type> {
                $Type::parse(text)
            }
        }
    };
}

macro_rules! options {
    ($($section:ident $Section:ident $about:literal { $($key:ident: $type:ident $({ $($Choice:ident $word:literal),+ })? = $default:expr, $kind:expr, $label:literal, $help:literal;)+ })+) => {
        $($($(choices! { $type $help $($Choice $word)+ })?)+)+

        $(
            #[doc = $about]
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub struct $Section { $(#[doc = $help] pub $key: $type,)+ }

            impl Default for $Section {
                fn default() -> $Section {
                    $Section { $($key: $default.into(),)+ }
                }
            }
        )+

        /// All settings.
        #[derive(Clone, PartialEq, Eq, Default, Debug)]
        pub struct Config {
            $(#[doc = $about] pub $section: $Section,)+
            /// Keys that replace the defaults in the table of actions.
            pub keys: Vec<KeyRow>,
            /// External engines that can play a seat.
            pub engines: Vec<engines::EngineRow>,
        }

        /// Every option, in the order of the file.
        pub static OPTIONS: &[OptionSpec] = &[$($(OptionSpec {
            section: stringify!($section),
            key: stringify!($key),
            kind: $kind,
            label: $label,
            help: $help,
        },)+)+];

        impl Config {
            /// The value of an option as text.
            pub fn get(&self, section: &str, key: &str) -> Option<String> {
                match (section, key) {
                    $($((stringify!($section), stringify!($key)) => Some(self.$section.$key.to_string()),)+)+
                    _ => None,
                }
            }

            /// Sets an option. Returns false if there is no such option or the value does not fit it.
            pub fn set(&mut self, section: &str, key: &str, text: &str) -> bool {
                match (section, key) {
                    $($((stringify!($section), stringify!($key)) => match Value::read(text, $kind) {
                        Some(value) => {
                            self.$section.$key = value;
                            true
                        }
                        None => false,
                    },)+)+
                    _ => false,
                }
            }
        }
    };
}

options! {
    look Look "Appearance." {
        theme: String = "slate", Kind::Text, "Theme", "colour theme";
        colours: Colours { Auto "auto", None "none", Sixteen "16", Indexed "256", True "true" } = Colours::Auto, Kind::Word(Colours::WORDS), "Colours", "number of colours: auto, none, 16, 256 or true (24 bits)";
        glyphs: GlyphSet { Auto "auto", Unicode "unicode", Console "console", Ascii "ascii" } = GlyphSet::Auto, Kind::Word(GlyphSet::WORDS), "Characters", "character set for lines and symbols";
        pieces: PieceSetting { Auto "auto", Letters "letters", Quadrants "quadrants", Sextants "sextants", Pictures "pictures" } = PieceSetting::Auto, Kind::Word(PieceSetting::WORDS), "Pieces", "how pieces are drawn; auto: as well as the terminal can";
        slow_ms: u64 = 500u64, Kind::Number(0, 60_000), "Slow line", "milliseconds: a terminal that takes longer to answer over SSH gets no pictures by sixel with auto, as they are many bytes; 0: none does";
        letters: PieceLetters { Auto "auto", Always "always", Never "never" } = PieceLetters::Auto, Kind::Word(PieceLetters::WORDS), "Letters beside pieces", "letters in the corners of drawn pieces; auto: where the pieces are small";
        lines: BoardLines { Auto "auto", Grid "grid", None "none" } = BoardLines::Auto, Kind::Word(BoardLines::WORDS), "Lines between squares", "lines between squares; auto: where colours do not tell them apart";
        coordinates: bool = true, Kind::Flag, "Coordinates", "coordinates beside the board";
        motion: Motion { Auto "auto", On "on", Off "off" } = Motion::Auto, Kind::Word(Motion::WORDS), "Animate moves", "show pieces moving from square to square; auto: not over SSH";
        title: bool = true, Kind::Flag, "Turn in the window title", "show whose turn it is in the window title";
        linear: bool = false, Kind::Flag, "Plain lines of text", "play in plain lines, for screen readers (from the next start on)";
    }
    input Input "Mouse and keyboard." {
        mouse: Mouse { Auto "auto", On "on", Off "off" } = Mouse::Auto, Kind::Word(Mouse::WORDS), "Mouse", "mouse; auto: on locally, off over SSH and in GNU screen";
        clipboard: Clipboard { Auto "auto", On "on", Off "off" } = Clipboard::Auto, Kind::Word(Clipboard::WORDS), "Clipboard", "copying to the clipboard; auto: where the terminal may have one";
        confirm: bool = true, Kind::Flag, "Ask before resigning", "ask before you resign, offer a draw or restart";
        auto_complete: bool = false, Kind::Flag, "Finish moves for you", "finish a move when only one choice is left";
        escape_ms: u64 = 25u64, Kind::Number(1, 1000), "Wait after Escape", "milliseconds to wait after Escape for the rest of a key";
        escape_ms_ssh: u64 = 100u64, Kind::Number(1, 1000), "Wait after Escape, SSH", "the same over SSH";
    }
    sound Sound "Sound." {
        bell: Bell { Off "off", Own "own", Always "always" } = Bell::Off, Kind::Word(Bell::WORDS), "Bell", "terminal bell: never, on your turn, after every move";
        notify: Notify { Off "off", Bell "bell", Desktop "desktop" } = Notify::Off, Kind::Word(Notify::WORDS), "Tell me in the background", "when it is your turn and you look at another window: nothing, the bell, or a desktop notification";
    }
    play Play "Defaults of a new game." {
        level: u64 = 1u64, Kind::Number(1, 10), "Computer level", "level of the computer, 1 to 10, until a game at another level is chosen";
        think: u64 = 3u64, Kind::Number(1, 3600), "Longest thinking time", "longest time in seconds for a move of level 10 without a clock; on average a third of it with two seats, all with more";
        threads: u64 = 0u64, Kind::Number(0, 256), "Threads of level 10", "search threads of level 10; 0: one per core";
        memory: u64 = 64u64, Kind::Number(1, 16384), "Memory of a computer", "memory of each computer player in megabytes, once more for hints and analysis";
        clock: Clock = Clock::None, Kind::Clock, "Clock", "none, or minutes and seconds per move, like 10+5";
        takebacks: bool = true, Kind::Flag, "Take-backs", "allow taking moves back";
        coach: bool = false, Kind::Flag, "Coach", "ask before a move that loses much, and show what decided a game";
        pause_ms: u64 = 400u64, Kind::Number(0, 10_000), "Pause before an answer", "the least milliseconds from your move to a computer's answer; none with a minute or less on its clock";
        confirm_slow: bool = true, Kind::Flag, "Confirm slow moves", "ask before a move in games with days for each move";
    }
}
