//! The contexts of key bindings.

/// The context in which a key binding is valid. Each screen has one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Context {
    /// A board with a cursor.
    Board,
    /// A list or a form.
    List,
    /// Pages of text with diagrams.
    Pages,
    /// A board on which pieces are put.
    Explorer,
    /// The first screen: a list and the games.
    Home,
    /// A game that is stepped through.
    Review,
    /// A list with a filter. Letters are typed into the filter.
    Library,
}
