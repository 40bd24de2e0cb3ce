//! The colour depth of a terminal.

/// The colour depth of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// No colours, only attributes such as bold and reverse.
    None,
    /// The 16 ANSI colours, whose shades depend on the terminal.
    Ansi16,
    /// The 256 colours of xterm.
    Indexed256,
    /// 24-bit colour.
    True,
}
