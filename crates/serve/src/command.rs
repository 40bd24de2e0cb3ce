//! The commands that the server answers itself: `ssh HOST COMMAND`. They run no program.

use super::sent_games::VariantCommand;
use crate::club::store::TableKey;

/// What a player asks for without a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Everything that is kept of them.
    Archive,
    /// A finished game as PGN.
    Game(TableKey),
    /// No more messages to the owner of this code.
    Stop(String),
    /// Something about the games that they have sent.
    Variant(VariantCommand),
    /// It begins as the last one, and asks for nothing.
    Usage,
}

/// What comes before the number of a game.
const GAME: &str = "game/";

/// The first word of what is about games.
const VARIANT: &str = "variant";

/// How to ask for something about games.
pub(super) const USAGE: &str =
    "Expected: variant add < mine.toml, variant list, variant show NAME, or variant remove NAME.";

impl Command {
    /// Reads a command; `None` if there is no such command.
    pub(super) fn parse(bytes: &[u8]) -> Option<Command> {
        let text = std::str::from_utf8(bytes).ok()?;
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["archive"] => Some(Command::Archive),
            [word] if word.starts_with(GAME) => {
                word[GAME.len()..].parse().ok().map(|number| Command::Game(TableKey(number)))
            }
            [VARIANT, "add"] => Some(Command::Variant(VariantCommand::Add)),
            [VARIANT, "list"] => Some(Command::Variant(VariantCommand::List)),
            [VARIANT, "show", name] => Some(Command::Variant(VariantCommand::Show(name.to_owned()))),
            [VARIANT, "remove", name] => Some(Command::Variant(VariantCommand::Remove(name.to_owned()))),
            ["stop", code] => Some(Command::Stop(code.to_owned())),
            [VARIANT, ..] => Some(Command::Usage),
            _ => None,
        }
    }

    /// Why it needs no terminal, for who asks with one.
    pub(super) const fn refusal_of_terminal(&self) -> &'static str {
        match self {
            Command::Archive => {
                "An archive is no text for a terminal: use `ssh HOST archive > mine.tar`, without -t."
            }
            Command::Game(_) => "A game is sent as a file: use `ssh HOST game/NUMBER > game.pgn`, without -t.",
            Command::Stop(_) => "This command needs no terminal: use `ssh HOST stop CODE`, without -t.",
            Command::Variant(_) | Command::Usage => {
                "This command needs no terminal: use `ssh HOST variant …`, without -t."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_these_commands_are_known() {
        let variant = |command| Some(Command::Variant(command));
        for (text, command) in [
            ("archive", Some(Command::Archive)),
            ("variant add", variant(VariantCommand::Add)),
            ("variant list", variant(VariantCommand::List)),
            ("variant list ", Some(Command::Usage)),
            ("archive ", None),
            ("variant show mine", variant(VariantCommand::Show("mine".to_owned()))),
            ("variant remove mine", variant(VariantCommand::Remove("mine".to_owned()))),
            ("variant", Some(Command::Usage)),
            ("variant add mine.toml", Some(Command::Usage)),
            ("game/12", Some(Command::Game(TableKey(12)))),
            ("stop ABCD-EFGH", Some(Command::Stop("ABCD-EFGH".to_owned()))),
            ("stop", None),
            ("stop A B", None),
            ("game/", None),
            ("game/x", None),
            ("game 12", None),
            ("variants", None),
            ("archive mine", None),
            ("", None),
        ] {
            assert_eq!(Command::parse(text.as_bytes()), command, "{text}");
        }
        assert_eq!(Command::parse(b"archive\xff"), None);
    }
}
