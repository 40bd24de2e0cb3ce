//! How many colours a terminal shows.

/// How many colours a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// None: bold, reverse and the like only.
    None,
    /// The sixteen that everyone has, in whatever shades.
    Ansi16,
    /// The 256 of xterm.
    Indexed256,
    /// Every colour.
    True,
}
