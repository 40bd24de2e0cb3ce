//! All actions that a key can trigger, in one table. Input, footer, help, palette and config are derived from
//! it. It depends on no screen and no game.

mod context;
mod group;
mod row;
mod selection;

pub use context::Context;
use context::{
    ACROSS, ALL, ASKED, BOARD, BOARD_HOME, BOARD_LIST, CURSOR, EXPLORED, EXPLORER, FILTERED, GAME, HOME, LEARN,
    LESSON, LEVELS, LIBRARY, LIST, LISTS, PAGES, PLAIN, PLANS, PLAYED, REVIEW, SETTINGS, SHELF, TALK, TALKED,
    TYPED, VIEW,
};
pub use group::Group;
pub use row::Row;

/// What a key can trigger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Moves the cursor or the selection up.
    Up,
    /// Moves it down.
    Down,
    /// Moves it left; in a form, selects the previous value.
    Left,
    /// Moves it right; in a form, selects the next value.
    Right,
    /// Moves a page up.
    PageUp,
    /// Moves a page down.
    PageDown,
    /// Goes to the first entry.
    First,
    /// Goes to the last entry.
    Last,
    /// Picks a square or chooses an entry.
    Pick,
    /// Undoes the last pick; in a list, goes back.
    Back,
    /// Goes to the next square that can be picked.
    Next,
    /// Goes to the previous one.
    Previous,
    /// Drops the rest of one's reserve.
    Arrange,
    /// Picks the piece with this number in reserve, or selects the level with this number.
    Number(u8),
    /// Goes one level down.
    LevelDown,
    /// Goes one level up.
    LevelUp,
    /// Goes to a square by name.
    GoTo,
    /// Opens the field in which a move is typed.
    Type,
    /// Shows the position one move earlier.
    LookBack,
    /// Shows the position one move later.
    LookForward,
    /// Returns to the current move.
    LookNow,
    /// Replays the last round step by step.
    LastRound,
    /// Explains how the piece under the cursor moves.
    Explain,
    /// Opens the explorer.
    Explore,
    /// Puts a piece on the board of the explorer.
    Put,
    /// Takes a piece away from it.
    TakeAway,
    /// Takes all pieces away.
    Clear,
    /// Shows where a piece can be dropped.
    Drop,
    /// Puts pieces of the next side.
    NextSide,
    /// Shows the next picture of a diagram.
    NextPicture,
    /// Opens the lessons of a game.
    Learn,
    /// Shows attacked pieces.
    Threats,
    /// Suggests a move.
    Hint,
    /// Shows the solution of a puzzle.
    Solution,
    /// Makes puzzles of the mistakes in a game.
    MakePuzzles,
    /// Turns the coach on or off.
    Coach,
    /// Shows the computer's best lines.
    Analyse,
    /// Takes back a move.
    Undo,
    /// Replays the move that was taken back.
    Redo,
    /// Makes the computer move now.
    PlayNow,
    /// Pauses or resumes the computer players.
    Pause,
    /// Lets the computer players make one move.
    Step,
    /// Takes over the seat of a stopped player.
    Sit,
    /// Makes computer players move faster.
    Faster,
    /// Makes computer players move slower.
    Slower,
    /// Goes to the next capture.
    NextCapture,
    /// Goes to the previous capture.
    PreviousCapture,
    /// Goes to the next check.
    NextCheck,
    /// Goes to the previous check.
    PreviousCheck,
    /// Goes to the next mistake.
    NextFault,
    /// Goes to the previous mistake.
    PreviousFault,
    /// Goes to a move by number.
    Jump,
    /// Starts or stops autoplay.
    Autoplay,
    /// Analyses the whole game.
    AnalyseGame,
    /// Shows a summary of the game.
    Summary,
    /// Promotes a variation.
    Promote,
    /// Comments on a move.
    Comment,
    /// Saves the changes to the file of the game.
    Save,
    /// Saves the game to a new file.
    SaveAs,
    /// Copies the position or the game, or saves a picture of it.
    Share,
    /// Starts a game from this position.
    PlayOn,
    /// Opens the talk.
    Talk,
    /// Reviews a finished game with others; follows the one who leads, or no longer does.
    Together,
    /// Gives the lead to another one, or asks for it.
    Lead,
    /// Shows the computer's evaluation to those who watch; the players allow it.
    Evaluation,
    /// Opens the conditional moves of a slow game, or the list of them.
    Plans,
    /// Hides the lines of a player, or shows them again.
    Mute,
    /// Blocks a player, or ends that.
    Block,
    /// Reports a player to the operator.
    Report,
    /// Opens the next game in the file.
    NextGame,
    /// Opens the previous game in the file.
    PreviousGame,
    /// Reviews the game.
    Review,
    /// Shows one level of the board large, or all of them.
    OneLevel,
    /// Turns the board.
    Turn,
    /// Turns the board the other way.
    TurnBack,
    /// Offers a draw.
    Draw,
    /// Claims the game, or agrees to a claim.
    Claim,
    /// Shows the end, when only computers are left.
    ShowEnd,
    /// Agrees to what another person asks.
    Agree,
    /// Refuses it.
    Decline,
    /// Resigns.
    Resign,
    /// Restarts the game.
    Restart,
    /// After the end, plays again from the other side.
    OtherSide,
    /// After the end, plays against the next level.
    NextLevel,
    /// Sets up a new game: seats, clock and opening.
    NewGame,
    /// Marks or unmarks an entry of a list.
    Mark,
    /// Marks or unmarks all of them.
    MarkAll,
    /// Changes the sort order.
    Sort,
    /// Shows statistics of the games.
    Statistics,
    /// Moves games to the trash.
    Delete,
    /// Restores the games deleted last.
    Restore,
    /// Renames a game.
    Rename,
    /// Imports games.
    Import,
    /// Exports games.
    Export,
    /// Selects the next character set.
    Glyphs,
    /// Draws pieces as letters, sprites or pictures, in turn.
    Pieces,
    /// Turns the mouse on or off.
    Mouse,
    /// Opens the rules of the game.
    Rules,
    /// Opens the settings.
    Settings,
    /// Opens the list of all commands.
    Palette,
    /// Shows the key bindings.
    Help,
    /// Closes the screen.
    Leave,
    /// Quits the program; the game is saved.
    Quit,
    /// Redraws the screen.
    Redraw,
    /// Suspends the program.
    Suspend,
}

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

/// All actions, in the order of the help.
pub static ACTIONS: &[Row] = rows! {
    Cursor {
        Action::Up, "up", "up", "up", ["Up", "k"], CURSOR;
        Action::Down, "down", "down", "down", ["Down", "j"], CURSOR;
        Action::Left, "left", "left; in a form, previous value", "left", ["Left", "h"], ACROSS;
        Action::Right, "right", "right; in a form, next value", "right", ["Right", "l"], ACROSS;
        Action::PageUp, "page-up", "page up", "page up", ["PgUp", "b"], LISTS;
        Action::PageDown, "page-down", "page down", "page down", ["PgDn", "Space"], LISTS;
        Action::First, "first", "first entry", "first", ["Home", "g"], LISTS;
        Action::Last, "last", "last entry", "last", ["End", "G"], LISTS;
        Action::Next, "next", "next square you can pick; next entry", "next", ["Tab", "n"], BOARD_LIST;
        Action::Previous, "previous", "previous square or entry", "previous", ["S-Tab", "p"], BOARD_LIST;
        Action::LevelDown, "level-down", "one level down", "level", [",", "PgDn"], LEVELS;
        Action::LevelUp, "level-up", "one level up", "up", [".", "PgUp"], LEVELS;
        Action::LookBack, "step-back", "previous move", "back", ["Left", "h", "b"], REVIEW;
        Action::LookForward, "step-forward", "next move", "forward", ["Right", "l", "w"], REVIEW;
        Action::Up, "variation-before", "previous variation at this move", "variation", ["Up", "k"], REVIEW;
        Action::Down, "variation-after", "next variation at this move", "variation", ["Down", "j"], REVIEW;
        Action::PageUp, "ten-back", "ten moves back", "ten back", ["PgUp"], REVIEW;
        Action::PageDown, "ten-forward", "ten moves forward", "ten forward", ["PgDn"], REVIEW;
        Action::First, "game-start", "start of the game", "start", ["Home", "<"], REVIEW;
        Action::Last, "game-end", "end of the game", "end", ["End", ">"], REVIEW;
        Action::Jump, "jump", "go to a move by number", "go to move", ["G", "n"], REVIEW;
        Action::Next, "next-variation", "next move with variations", "variation", ["Tab"], REVIEW;
        Action::Previous, "previous-variation", "previous move with variations", "variation", ["S-Tab"], REVIEW;
        Action::NextCapture, "next-capture", "next capture", "capture", ["x"], REVIEW;
        Action::PreviousCapture, "previous-capture", "previous capture", "capture", ["X"], REVIEW;
        Action::NextCheck, "next-check", "next check", "check", ["c"], REVIEW;
        Action::PreviousCheck, "previous-check", "previous check", "check", ["C"], REVIEW;
        Action::NextFault, "next-mistake", "next mistake", "mistake", ["e"], REVIEW;
        Action::PreviousFault, "previous-mistake", "previous mistake", "mistake", ["y"], REVIEW;
        Action::NextGame, "next-game", "next game in the file", "next game", ["}"], REVIEW;
        Action::PreviousGame, "previous-game", "previous game in the file", "previous game", ["{"], REVIEW;
        Action::NextGame, "next-step", "next step of the lesson", "next step", ["}"], LESSON;
        Action::PreviousGame, "previous-step", "previous step of the lesson", "previous step", ["{"], LESSON;
        Action::GoTo, "go-to", "go to a square by name", "go to", ["g"], VIEW;
        Action::Mark, "mark", "mark or unmark a game", "mark", ["Tab", "Insert"], LIBRARY;
        Action::MarkAll, "mark-all", "mark or unmark all games shown", "mark all", ["C-t"], LIBRARY;
    }
    Move {
        Action::Pick, "pick", "pick a square; in a list, choose", "pick", ["Enter", "Space"], LEVELS;
        Action::Pick, "choose", "choose", "choose", ["Enter"], LISTS;
        Action::Pick, "review-cursor", "move the cursor to the board to try a move", "try a move", ["Enter"], REVIEW;
        Action::Back, "review-leave", "leave the review", "leave", ["Backspace", "Esc"], REVIEW;
        Action::Back, "back", "undo selection / back", "back", ["Backspace", "Esc"], CURSOR;
        Action::Number(1), "number-1", "first piece in reserve, or level 1", "reserve", ["1"], PLAYED;
        Action::Number(2), "number-2", "second piece in reserve, or level 2", "reserve", ["2"], PLAYED;
        Action::Number(3), "number-3", "third piece in reserve, or level 3", "reserve", ["3"], PLAYED;
        Action::Number(4), "number-4", "fourth piece in reserve", "reserve", ["4"], PLAYED;
        Action::Number(5), "number-5", "fifth piece in reserve", "reserve", ["5"], PLAYED;
        Action::Arrange, "arrange", "set up the rest of your reserve for you", "set up for me", ["G"], BOARD;
        Action::Type, "type", "type a move", "type", ["m", "/"], TYPED;
        Action::PlayNow, "play-now", "make the computer move now", "move now", ["!"], BOARD;
        Action::Analyse, "analyse", "show the computer's best lines", "analysis", ["a"], GAME;
        Action::AnalyseGame, "analyse-game", "analyse the whole game, or stop that", "analyse game", ["A"], REVIEW;
        Action::Promote, "promote", "promote variation", "promote", ["P"], REVIEW;
        Action::Delete, "delete-move", "delete this move and all that follow", "delete", ["d", "Delete"], REVIEW;
        Action::Comment, "comment", "comment on this move", "comment", [";"], REVIEW;
        Action::Mark, "mark-move", "mark this move (! ? !? …)", "mark", ["!"], REVIEW;
        Action::Undo, "undo-change", "undo the last change", "undo", ["u"], REVIEW;
        Action::Redo, "redo-change", "redo the last change", "redo", ["U"], REVIEW;
        Action::Put, "put", "put a piece on the square", "put", ["a", "Insert"], EXPLORER;
        Action::TakeAway, "take-away", "take the piece away", "take away", ["d", "Delete"], EXPLORER;
        Action::Next, "next-kind", "put the next kind of piece", "kind", ["Tab", "n"], EXPLORER;
        Action::Previous, "previous-kind", "put the previous kind of piece", "kind", ["S-Tab", "p"], EXPLORER;
        Action::Drop, "try-drop", "show where the piece can be dropped", "drop", ["D"], EXPLORER;
        Action::NextSide, "next-side", "put pieces of the next side", "side", ["c"], EXPLORER;
        Action::Clear, "clear-board", "take all pieces away", "clear", ["C"], EXPLORER;
        Action::Solution, "solution", "in a puzzle, show the solution", "solution", ["A"], BOARD;
        Action::MakePuzzles, "make-puzzles", "make puzzles of your mistakes", "puzzles", ["T"], REVIEW;
        Action::Coach, "coach", "coach on or off: it asks before a bad move", "coach", ["c"], BOARD;
        Action::Hint, "hint", "suggest a move", "hint", ["H"], PLAYED;
    }
    Look {
        Action::Explain, "explain", "how the piece under the cursor moves", "piece", ["i"], PLAYED;
        Action::Explore, "explore", "explorer: put pieces and see how they move", "explore", ["I"], EXPLORED;
        Action::Explain, "read", "read the whole comment", "read", ["i"], REVIEW;
        Action::NextPicture, "next-picture", "next picture of the diagram", "picture", ["s"], PAGES;
        Action::LookBack, "previous-picture", "previous picture of the diagram", "back", ["S"], PAGES;
        Action::Learn, "learn", "lessons of this game", "learn", ["L"], LEARN;
        Action::Type, "search", "search the text", "search", ["/"], PAGES;
        Action::Threats, "threats", "show attacked pieces", "threats", ["t"], TYPED;
        Action::LookBack, "look-back", "look at the previous move", "back", ["b"], BOARD;
        Action::LookForward, "look-forward", "look at the next move", "forward", ["w"], BOARD;
        Action::LookNow, "look-now", "back to the current move", "now", ["0"], BOARD;
        Action::LastRound, "last-round", "replay the last round", "last round", ["o"], BOARD;
        Action::Autoplay, "autoplay", "start or stop autoplay", "autoplay", ["Space"], REVIEW;
        Action::Number(1), "moment-1", "before the first moment that decided the game", "moment", ["1"], REVIEW;
        Action::Number(2), "moment-2", "before the second moment that decided it", "moment", ["2"], REVIEW;
        Action::Number(3), "moment-3", "before the third moment that decided it", "moment", ["3"], REVIEW;
        Action::Summary, "summary", "summary of the game", "summary", ["O"], REVIEW;
        Action::Review, "review", "review the game", "review", ["V"], BOARD;
        Action::OneLevel, "one-level", "show one level large, or all", "one level", ["Z"], VIEW;
        Action::Turn, "turn", "turn the board", "turn", ["f"], VIEW;
        Action::TurnBack, "turn-back", "turn the board the other way", "turn", ["F"], VIEW;
        Action::Rules, "rules", "rules of this game", "rules", ["r"], VIEW;
        Action::Rules, "rules-listed", "rules of the game", "rules", ["C-r", "F2"], SHELF;
        Action::Together, "together", "after a game of people, review it together", "together", ["J"], BOARD;
        Action::Together, "follow", "follow who leads, or go your own way", "follow", ["J"], REVIEW;
        Action::Lead, "lead", "give the lead to another one, or ask for it", "lead", ["L"], REVIEW;
        Action::Review, "review-saved", "review the game, finished or not", "review", ["C-f", "F8"], LIBRARY;
        Action::Sort, "sort", "change the sort order", "sort", ["C-o"], LIBRARY;
        Action::Statistics, "statistics", "statistics", "statistics", ["C-p", "F7"], LIBRARY;
    }
    Game {
        Action::Undo, "undo", "take back a move", "undo", ["u"], BOARD;
        Action::Redo, "redo", "replay the move that was taken back", "redo", ["U"], BOARD;
        Action::Pause, "pause", "pause or resume the computers", "pause", ["x"], BOARD;
        Action::Step, "step", "let the computers make one move", "step", ["s"], BOARD;
        Action::Sit, "sit", "take over the seat of a stopped player", "take over", ["T"], BOARD;
        Action::Faster, "faster", "play faster", "faster", ["+"], GAME;
        Action::Slower, "slower", "play slower", "slower", ["-"], GAME;
        Action::Draw, "draw", "offer or accept a draw", "draw", ["D"], BOARD;
        Action::Claim, "claim", "claim the game, or agree to a claim", "claim", ["C"], BOARD;
        Action::Agree, "agree", "agree to what another person asks", "agree", ["y"], ASKED;
        Action::Decline, "decline", "refuse what another person asks", "refuse", ["d"], ASKED;
        Action::ShowEnd, "show-end", "when only computers are left, show the end", "show end", ["e"], BOARD;
        Action::Evaluation, "evaluation", "the computer's evaluation for those who watch", "evaluation", ["B"], BOARD;
        Action::Plans, "plans", "conditional moves of a slow game", "conditional", ["P"], PLANS;
        Action::Delete, "remove-line", "remove a line of conditional moves", "remove", ["d", "Delete"], LIST;
        Action::Resign, "resign", "resign", "resign", ["R"], BOARD;
        Action::Restart, "restart", "restart this game, or rematch", "restart", ["N"], BOARD;
        Action::OtherSide, "other-side", "after the end, play again from the other side", "other side", ["O"], BOARD;
        Action::NextLevel, "next-level", "after the end, play against the next level", "next level", ["L"], BOARD;
        Action::PlayOn, "play-on", "start a game from this position", "play from here", ["p"], REVIEW;
        Action::Save, "save", "save changes to the file", "save", ["s"], REVIEW;
        Action::SaveAs, "save-as", "save the game to a new file", "save as", ["W"], GAME;
        Action::Share, "share", "copy or export: FEN, PGN, text, SVG", "share", ["Y"], GAME;
        Action::Number(1), "game-1", "play the first game at once", "play", ["1"], HOME;
        Action::Number(2), "game-2", "play the second game at once", "play", ["2"], HOME;
        Action::Number(3), "game-3", "play the third game at once", "play", ["3"], HOME;
        Action::Number(4), "game-4", "play the fourth game at once", "play", ["4"], HOME;
        Action::Talk, "talk", "talk to the others", "talk", ["'"], TALKED;
        Action::Number(1), "phrase-1", "say the first short phrase", "phrase", ["1"], TALK;
        Action::Number(2), "phrase-2", "say the second short phrase", "phrase", ["2"], TALK;
        Action::Number(3), "phrase-3", "say the third short phrase", "phrase", ["3"], TALK;
        Action::Number(4), "phrase-4", "say the fourth short phrase", "phrase", ["4"], TALK;
        Action::Number(5), "phrase-5", "say the fifth short phrase", "phrase", ["5"], TALK;
        Action::Number(6), "phrase-6", "say the sixth short phrase", "phrase", ["6"], TALK;
        Action::Number(7), "phrase-7", "say the seventh short phrase", "phrase", ["7"], TALK;
        Action::Number(8), "phrase-8", "say the eighth short phrase", "phrase", ["8"], TALK;
        Action::Mute, "mute", "hide or show the lines of a player", "mute", ["m"], TALK;
        Action::Block, "block", "block a player: no lines, no challenges", "block", ["x"], TALK;
        Action::Report, "report", "report a player to the operator", "report", ["!"], TALK;
        Action::NewGame, "new-game", "set up a new game", "new game", ["S"], BOARD_HOME;
        Action::Delete, "delete", "move games to the trash", "delete", ["Delete", "C-d"], LIBRARY;
        Action::Restore, "restore", "restore the games deleted last", "restore", ["C-r"], LIBRARY;
        Action::Rename, "rename", "rename a game", "rename", ["C-n", "F2"], LIBRARY;
        Action::Import, "import", "import games from a PGN file", "import", ["C-g", "F5"], LIBRARY;
        Action::Export, "export", "export games to a file", "export", ["C-e", "F6"], LIBRARY;
    }
    Program {
        Action::Settings, "settings", "settings", "settings", ["E"], SETTINGS;
        Action::Glyphs, "glyphs", "next character set", "glyphs", ["v"], ALL;
        Action::Pieces, "pieces", "draw pieces in another way", "pieces", ["z"], ALL;
        Action::Mouse, "mouse", "turn the mouse on or off", "mouse", ["M"], ALL;
        Action::Palette, "palette", "all commands by name", "palette", [":"], ALL;
        Action::Help, "help", "show the keys", "keys", ["?"], ALL;
        Action::Leave, "leave", "leave this screen", "leave", ["q"], PLAIN;
        Action::Leave, "leave-list", "leave the list", "leave", ["C-x"], FILTERED;
        Action::Quit, "quit", "quit; the game is saved", "quit", ["C-c"], ALL;
        Action::Redraw, "redraw", "redraw the screen", "redraw", ["C-l"], ALL;
        Action::Suspend, "suspend", "suspend", "suspend", ["C-z"], ALL;
    }
};

/// The first row of an action.
pub(crate) fn row(action: Action) -> &'static Row {
    ACTIONS.iter().find(|row| row.action == action).unwrap_or(&ACTIONS[0])
}

#[cfg(test)]
mod tests;
