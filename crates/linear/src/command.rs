//! The commands of a game: one table with their names and what they do. A line that begins with no command is a move.

use super::unanswered::Unanswered;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Board,
    Pieces,
    Square,
    Moves,
    Pick,
    Back,
    Last,
    History,
    Turn,
    Who,
    Clock,
    Reserve,
    Arrange,
    Threats,
    Explain,
    Hint,
    Undo,
    Redo,
    Draw,
    Decline,
    Claim,
    End,
    Resign,
    Level,
    Now,
    Pause,
    Step,
    Sit,
    Fen,
    Save,
    Rules,
    Again,
    New,
    Quit,
}

/// A row of the table: the command, its names, what follows it, what it does.
type Row = (Command, &'static [&'static str], &'static str, &'static str);

/// All commands, in the order of the help.
const COMMANDS: &[Row] = &[
    (Command::Help, &["help", "h", "?"], "", "these lines; help COMMAND for one of them"),
    (Command::Board, &["board", "b"], "[PART]", "the board by ranks; a rank, a column or a level alone"),
    (Command::Pieces, &["pieces", "p"], "[SIDE]", "the pieces by side and kind"),
    (Command::Square, &["square", "s"], "SQUARE", "what stands there, and what attacks it"),
    (Command::Moves, &["moves", "m"], "[SQUARE]", "what can move; the legal moves of a piece"),
    (Command::Pick, &["pick", "k"], "[SQUARE or KIND]", "make a move step by step"),
    (Command::Back, &["back"], "", "take back the last step of a move"),
    (Command::Last, &["last", "l"], "", "all moves since your last one"),
    (Command::History, &["history", "y"], "[COUNT]", "the moves of the game, or the last of them"),
    (Command::Turn, &["turn", "t"], "", "whose turn it is, and who is in check"),
    (Command::Who, &["who", "w"], "", "who plays"),
    (Command::Clock, &["clock", "c"], "", "the time left"),
    (Command::Reserve, &["reserve", "r"], "", "the pieces that can be dropped"),
    (Command::Arrange, &["arrange", "setup"], "", "drop the rest of your reserve for you, a piece each turn"),
    (Command::Threats, &["threats", "a"], "[SIDE]", "your pieces that are attacked"),
    (Command::Explain, &["explain", "e"], "SQUARE [SQUARE]", "how a piece moves, or why it cannot go there"),
    (Command::Hint, &["hint"], "", "what the computer would play"),
    (Command::Undo, &["undo", "u"], "", "take back your last move"),
    (Command::Redo, &["redo"], "", "play it again"),
    (Command::Draw, &["draw"], "", "offer a draw, or accept one"),
    (Command::Decline, &["decline"], "", "decline the draw that another side offers"),
    (
        Command::Claim,
        &["claim"],
        "",
        "claim the game when the others have almost nothing left, or agree to a claim",
    ),
    (Command::End, &["end"], "", "when only computers are left, let them play to the end at once"),
    (Command::Resign, &["resign"], "", "give up"),
    (Command::Level, &["level"], "", "the levels of the computer"),
    (Command::Now, &["now"], "", "make the computer move now"),
    (Command::Pause, &["pause"], "", "pause or resume the computers"),
    (Command::Step, &["step"], "", "one move of a computer while they are stopped"),
    (Command::Sit, &["sit"], "", "take over the side of a computer that has stopped"),
    (Command::Fen, &["fen"], "", "the position as FEN"),
    (Command::Save, &["save"], "FILE", "write the game to a file"),
    (Command::Rules, &["rules"], "[PAGE]", "the rules, by pages"),
    (Command::Again, &["again"], "[OPTIONS]", "the same game from the start"),
    (Command::New, &["new"], "", "leave the game for another; it is saved"),
    (Command::Quit, &["quit", "q", "exit"], "", "leave; the game is saved"),
];

/// The command of a line, and the words after it; `None` if it begins with no command.
pub(super) fn read(line: &str) -> Option<(Command, &str)> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let row = COMMANDS.iter().find(|row| row.1.contains(&first.as_str()))?;
    Some((row.0, rest.trim()))
}

fn row((_, names, follows, words): &Row) -> String {
    let names = names.join(" or ");
    let follows = if follows.is_empty() { String::new() } else { format!(" {follows}") };
    format!("{names}{follows}: {words}.")
}

/// The help: all commands, or the one that is named.
pub(super) fn help(which: &str, like: &str) -> Result<Vec<String>, Unanswered> {
    if which.is_empty() {
        let move_line =
            format!("A move: its notation like {like}, its squares, or the name of a piece and a square.");
        return Ok(std::iter::once(move_line).chain(COMMANDS.iter().map(row)).collect());
    }
    let known = read(which).and_then(|(command, _)| COMMANDS.iter().find(|row| row.0 == command));
    known.map(|known| vec![row(known)]).ok_or_else(|| Unanswered::Command(which.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn no_command_is_also_a_move_or_another_command() {
        let names: Vec<&str> = COMMANDS.iter().flat_map(|row| row.1).copied().collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name}");
            assert_eq!(read(&format!(" {} x y ", name.to_uppercase())).map(|(_, rest)| rest), Some("x y"));
        }
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            for mv in position.legal() {
                for text in [position.display(mv), position.machine(mv)] {
                    assert_eq!(read(&text), None, "{text}");
                }
            }
        }
        assert_eq!(help("", "e4").expect("all commands").len(), COMMANDS.len() + 1);
        assert!(help("board", "e4").is_ok() && help("nothing", "e4").is_err());
    }
}
