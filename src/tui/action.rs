//! Everything a key can do: the one table from which input, footer, help, palette and config
//! follow. Knows no screen and no game.

/// Where keys count. A screen is in one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Context {
    /// A board with a cursor.
    Board,
    /// A list, a form or pages of text.
    List,
    /// A list with a filter: letters are typed into it.
    Library,
}

/// What a key can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Cursor or selection up.
    Up,
    /// Down.
    Down,
    /// Left; in a form, the value before.
    Left,
    /// Right; in a form, the value after.
    Right,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// Picks a square, or chooses an entry.
    Pick,
    /// One pick back; on a list, leaves it.
    Back,
    /// The next square that can be picked.
    Next,
    /// The one before.
    Previous,
    /// The piece with this number in reserve; where there are levels, the level.
    Number(u8),
    /// One level down.
    LevelDown,
    /// One level up.
    LevelUp,
    /// Goes to a square by its name.
    GoTo,
    /// Types a move.
    Type,
    /// Looks one move back.
    LookBack,
    /// Looks one move forward.
    LookForward,
    /// Returns to the position now.
    LookNow,
    /// Plays the last round again, step by step.
    LastRound,
    /// Tells of the piece under the cursor.
    Explain,
    /// Shows what is attacked.
    Threats,
    /// Asks for a move to play.
    Hint,
    /// Show the computer's best lines.
    Analyse,
    /// Takes back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// The computer plays now.
    PlayNow,
    /// Stops and starts the computers.
    Pause,
    /// One move of the computers.
    Step,
    /// A person takes the seat of a player that has stopped.
    Sit,
    /// Computers play faster.
    Faster,
    /// Computers play slower.
    Slower,
    /// Turns the board.
    Turn,
    /// Turns it the other way.
    TurnBack,
    /// Offers a draw.
    Draw,
    /// Resigns.
    Resign,
    /// Begins the game again.
    Restart,
    /// Seats, clock and opening of a new game.
    NewGame,
    /// Marks an entry of a list.
    Mark,
    /// Marks all of them, or none.
    MarkAll,
    /// Another order.
    Sort,
    /// What many games come to.
    Statistics,
    /// Puts games away.
    Delete,
    /// Brings back what was put away last.
    Restore,
    /// Another name.
    Rename,
    /// Takes games in.
    Import,
    /// Gives games away.
    Export,
    /// The next set of glyphs.
    Glyphs,
    /// Mouse on or off.
    Mouse,
    /// Opens the rules of the game.
    Rules,
    /// Opens the settings.
    Settings,
    /// Opens the list of everything.
    Palette,
    /// Shows the keys.
    Help,
    /// Leaves the screen.
    Leave,
    /// Leaves the program; the game is kept.
    Quit,
    /// Draws the screen again.
    Redraw,
    /// Puts the program to sleep.
    Suspend,
}

/// Which part of the help an action stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Where the cursor goes.
    Cursor,
    /// What makes a move.
    Move,
    /// What shows and tells.
    Look,
    /// What changes the game.
    Game,
    /// What is always there.
    Program,
}

impl Group {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Cursor => "Cursor",
            Group::Move => "Moves",
            Group::Look => "Looking",
            Group::Game => "Game",
            Group::Program => "Program",
        }
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is done.
    pub action: Action,
    /// Its name in the config.
    pub id: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// One word for the footer.
    pub short: &'static str,
    /// The keys it has if the config says nothing.
    pub keys: &'static [&'static str],
    /// Where it counts.
    pub contexts: &'static [Context],
    /// Where it stands in the help.
    pub group: Group,
}

const BOARD: &[Context] = &[Context::Board];
const LIBRARY: &[Context] = &[Context::Library];
const LISTS: &[Context] = &[Context::List, Context::Library];
const BOARD_LIST: &[Context] = &[Context::Board, Context::List];
const ALL: &[Context] = &[Context::Board, Context::List, Context::Library];

macro_rules! rows {
    ($($group:ident { $($action:expr, $id:literal, $title:literal, $short:literal, $keys:expr, $contexts:expr;)+ })+) => {
        &[$($(Row {
            action: $action,
            id: $id,
            title: $title,
            short: $short,
            keys: &$keys,
            contexts: $contexts,
            group: Group::$group,
        }),+),+]
    };
}

/// Everything a key can do, in the order of the help.
pub static ACTIONS: &[Row] = rows! {
    Cursor {
        Action::Up, "up", "up", "up", ["Up", "k"], ALL;
        Action::Down, "down", "down", "down", ["Down", "j"], ALL;
        Action::Left, "left", "left; in a form, the value before", "left", ["Left", "h"], BOARD_LIST;
        Action::Right, "right", "right; in a form, the value after", "right", ["Right", "l"], BOARD_LIST;
        Action::PageUp, "page-up", "a page up", "page up", ["PgUp", "b"], LISTS;
        Action::PageDown, "page-down", "a page down", "page down", ["PgDn", "Space"], LISTS;
        Action::First, "first", "to the first", "first", ["Home", "g"], LISTS;
        Action::Last, "last", "to the last", "last", ["End", "G"], LISTS;
        Action::Next, "next", "next square that can be picked", "next", ["Tab", "n"], BOARD_LIST;
        Action::Previous, "previous", "the one before", "previous", ["S-Tab", "p"], BOARD_LIST;
        Action::LevelDown, "level-down", "one level down", "level", [",", "PgDn"], BOARD;
        Action::LevelUp, "level-up", "one level up", "up", [".", "PgUp"], BOARD;
        Action::GoTo, "go-to", "go to a square by its name", "go to", ["g"], BOARD;
        Action::Mark, "mark", "mark a game, or not", "mark", ["Tab", "Insert"], LIBRARY;
        Action::MarkAll, "mark-all", "mark all that are shown, or none", "all", ["C-t"], LIBRARY;
    }
    Move {
        Action::Pick, "pick", "pick; in a list, choose", "pick", ["Enter", "Space"], BOARD;
        Action::Pick, "choose", "choose", "choose", ["Enter"], LISTS;
        Action::Back, "back", "one pick back; in a list, leave it", "back", ["Backspace", "Esc"], ALL;
        Action::Number(1), "number-1", "first piece in reserve, or level 1", "choose", ["1"], BOARD;
        Action::Number(2), "number-2", "second piece in reserve, or level 2", "choose", ["2"], BOARD;
        Action::Number(3), "number-3", "third piece in reserve, or level 3", "choose", ["3"], BOARD;
        Action::Number(4), "number-4", "fourth piece in reserve", "choose", ["4"], BOARD;
        Action::Number(5), "number-5", "fifth piece in reserve", "choose", ["5"], BOARD;
        Action::Type, "type", "type a move", "type", ["m", "/"], BOARD;
        Action::PlayNow, "play-now", "the computer plays now", "play now", ["!"], BOARD;
        Action::Analyse, "analyse", "show the computer's best lines", "analysis", ["a"], BOARD;
        Action::Hint, "hint", "ask for a move to play", "hint", ["H"], BOARD;
    }
    Look {
        Action::Explain, "explain", "how the piece under the cursor moves", "piece", ["i"], BOARD;
        Action::Threats, "threats", "show what is attacked", "threats", ["t"], BOARD;
        Action::LookBack, "look-back", "look one move back", "back", ["b"], BOARD;
        Action::LookForward, "look-forward", "look one move forward", "forward", ["w"], BOARD;
        Action::LookNow, "look-now", "return to the position now", "now", ["0"], BOARD;
        Action::LastRound, "last-round", "the last round again, step by step", "last round", ["o"], BOARD;
        Action::Turn, "turn", "turn the board", "turn", ["f"], BOARD;
        Action::TurnBack, "turn-back", "turn it the other way", "turn", ["F"], BOARD;
        Action::Rules, "rules", "the rules of this game", "rules", ["r"], BOARD;
        Action::Sort, "sort", "another order", "sort", ["C-o"], LIBRARY;
        Action::Statistics, "statistics", "what the games that are shown come to", "statistics", ["C-p", "F7"], LIBRARY;
    }
    Game {
        Action::Undo, "undo", "take back", "undo", ["u"], BOARD;
        Action::Redo, "redo", "play again what was taken back", "redo", ["U"], BOARD;
        Action::Pause, "pause", "stop and start the computers", "pause", ["x"], BOARD;
        Action::Step, "step", "one move of the computers", "step", ["s"], BOARD;
        Action::Sit, "sit", "take the seat of who has stopped", "take the seat", ["T"], BOARD;
        Action::Faster, "faster", "computers play faster", "faster", ["+"], BOARD;
        Action::Slower, "slower", "computers play slower", "slower", ["-"], BOARD;
        Action::Draw, "draw", "offer a draw, or accept one", "draw", ["D"], BOARD;
        Action::Resign, "resign", "resign", "resign", ["R"], BOARD;
        Action::Restart, "restart", "the same game from its beginning", "restart", ["N"], BOARD;
        Action::NewGame, "new-game", "another game, other seats", "new game", ["S"], BOARD;
        Action::Delete, "delete", "put games into the trash", "delete", ["Delete", "C-d"], LIBRARY;
        Action::Restore, "restore", "bring back what was deleted last", "restore", ["C-r"], LIBRARY;
        Action::Rename, "rename", "give a game another name", "rename", ["C-n", "F2"], LIBRARY;
        Action::Import, "import", "take in the games of a PGN file", "import", ["C-g", "F5"], LIBRARY;
        Action::Export, "export", "write games to a file", "export", ["C-e", "F6"], LIBRARY;
    }
    Program {
        Action::Settings, "settings", "settings", "settings", ["E"], BOARD;
        Action::Glyphs, "glyphs", "next set of glyphs", "glyphs", ["v"], ALL;
        Action::Mouse, "mouse", "mouse on or off", "mouse", ["M"], ALL;
        Action::Palette, "palette", "everything, by its name", "palette", [":"], ALL;
        Action::Help, "help", "the keys", "keys", ["?"], ALL;
        Action::Leave, "leave", "leave this screen", "leave", ["q"], BOARD_LIST;
        Action::Leave, "leave-list", "leave the list", "leave", ["C-x"], LIBRARY;
        Action::Quit, "quit", "leave at once; the game is kept", "quit", ["C-c"], ALL;
        Action::Redraw, "redraw", "draw the screen again", "redraw", ["C-l"], ALL;
        Action::Suspend, "suspend", "put the program to sleep", "suspend", ["C-z"], ALL;
    }
};

/// The line of an action.
pub fn row(action: Action) -> &'static Row {
    ACTIONS.iter().find(|row| row.action == action).unwrap_or(&ACTIONS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::input::{Key, Stroke};
    use std::collections::HashMap;

    /// Keys that would be taken by ssh, tmux, screen or the terminal, or that are other keys.
    const NEVER: &[&str] = &["~", "C-a", "C-b", "C-s", "C-q", "C-h", "C-i", "C-j", "C-m", "F3"];

    #[test]
    fn no_key_does_two_things_in_one_context() {
        let mut taken: HashMap<(Context, Stroke), &str> = HashMap::new();
        for row in ACTIONS {
            for key in row.keys {
                let stroke: Stroke = key.parse().expect(key);
                assert!(!NEVER.contains(key), "{key} is never bound");
                for &context in row.contexts {
                    if let Some(other) = taken.insert((context, stroke), row.id) {
                        panic!("{key} means both {other} and {} in {context:?}", row.id);
                    }
                }
            }
        }
    }

    #[test]
    fn every_line_is_whole_and_its_own() {
        for (at, row) in ACTIONS.iter().enumerate() {
            assert!(ACTIONS[..at].iter().all(|other| other.id != row.id), "{} stands twice", row.id);
            assert!(!row.keys.is_empty() && !row.title.is_empty() && !row.short.is_empty(), "{}", row.id);
            assert!(
                row.id
                    .chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter == '-' || letter.is_ascii_digit())
            );
        }
    }

    #[test]
    fn escape_is_never_the_only_way() {
        for row in ACTIONS {
            let keys: Vec<Stroke> = row.keys.iter().map(|key| key.parse().expect("it parses")).collect();
            assert!(keys.iter().any(|stroke| stroke.key != Key::Esc), "{}", row.id);
        }
    }
}
