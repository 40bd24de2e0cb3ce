//! The contexts of key bindings, and the sets of them that rows of the table share.

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
    /// A board with a task.
    Lesson,
    /// The first screen: a list and the games.
    Home,
    /// The people of the club, their tables and games.
    Lobby,
    /// A game that is stepped through.
    Review,
    /// What people say, line by line.
    Talk,
    /// The saved games: a list with a filter. Letters are typed into the filter.
    Library,
    /// The games that are files: another list with a filter.
    Shelf,
}

impl Context {
    /// All of them.
    pub(crate) const ALL: &'static [Context] = ALL;
    /// How many there are.
    pub(crate) const COUNT: usize = ALL.len();
}

pub(super) const BOARD: &[Context] = &[Context::Board];
pub(super) const LIBRARY: &[Context] = &[Context::Library];
pub(super) const SHELF: &[Context] = &[Context::Shelf];
/// The lists with a filter.
pub(super) const FILTERED: &[Context] = &[Context::Library, Context::Shelf];
pub(super) const REVIEW: &[Context] = &[Context::Review];
pub(super) const GAME: &[Context] = &[Context::Board, Context::Review];
pub(super) const EXPLORER: &[Context] = &[Context::Explorer];
/// The contexts with a board that is looked at.
pub(super) const VIEW: &[Context] = &[Context::Board, Context::Review, Context::Explorer, Context::Lesson];
pub(super) const LEVELS: &[Context] = &[Context::Board, Context::Explorer, Context::Lesson];
pub(super) const EXPLORED: &[Context] = &[Context::Board, Context::Review, Context::Pages, Context::Lesson];
pub(super) const ACROSS: &[Context] = &[
    Context::Board,
    Context::List,
    Context::Home,
    Context::Lobby,
    Context::Pages,
    Context::Explorer,
    Context::Lesson,
];
/// The contexts in which moves are made on a board.
pub(super) const PLAYED: &[Context] = &[Context::Board, Context::Lesson];
/// The same, and the review.
pub(super) const TYPED: &[Context] = &[Context::Board, Context::Review, Context::Lesson];
/// The contexts from which the settings are opened.
pub(super) const SETTINGS: &[Context] = &[Context::Board, Context::Review, Context::Lesson, Context::Home];
/// The contexts from which a game is set up.
pub(super) const BOARD_HOME: &[Context] = &[Context::Board, Context::Home];
pub(super) const LESSON: &[Context] = &[Context::Lesson];
/// The contexts from which the lessons of a game are opened.
pub(super) const LEARN: &[Context] = &[Context::Home, Context::Pages];
pub(super) const PAGES: &[Context] = &[Context::Pages];
pub(super) const HOME: &[Context] = &[Context::Home];
/// The contexts in which people ask each other.
pub(super) const ASKED: &[Context] = &[Context::Board, Context::Lobby];
/// The contexts in which people talk.
pub(super) const TALKED: &[Context] = &[Context::Board, Context::Lobby, Context::Review];
pub(super) const LISTS: &[Context] = &[
    Context::List,
    Context::Home,
    Context::Lobby,
    Context::Library,
    Context::Shelf,
    Context::Pages,
    Context::Talk,
];
pub(super) const LIST: &[Context] = &[Context::List];
/// The contexts of conditional moves.
pub(super) const PLANS: &[Context] = &[Context::Board, Context::List];
pub(super) const TALK: &[Context] = &[Context::Talk];
pub(super) const BOARD_LIST: &[Context] =
    &[Context::Board, Context::List, Context::Home, Context::Lobby, Context::Pages, Context::Lesson];
/// The contexts in which letters are key bindings and are not typed as text.
pub(super) const PLAIN: &[Context] = &[
    Context::Board,
    Context::List,
    Context::Home,
    Context::Lobby,
    Context::Review,
    Context::Pages,
    Context::Explorer,
    Context::Lesson,
    Context::Talk,
];
pub(super) const CURSOR: &[Context] = &[
    Context::Board,
    Context::List,
    Context::Home,
    Context::Lobby,
    Context::Library,
    Context::Shelf,
    Context::Pages,
    Context::Explorer,
    Context::Lesson,
    Context::Talk,
];
pub(super) const ALL: &[Context] = &[
    Context::Board,
    Context::List,
    Context::Home,
    Context::Lobby,
    Context::Library,
    Context::Shelf,
    Context::Review,
    Context::Pages,
    Context::Explorer,
    Context::Lesson,
    Context::Talk,
];
