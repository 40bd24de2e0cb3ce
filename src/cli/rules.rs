//! `rules GAME`: shows the rules of a game with diagrams, in the user's pager or on standard output.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use super::out;
use crate::rules::variant::{Opening, OpeningError, Variant};
use crate::tui::outline::{Outline, Strokes};

/// The start of a diagram in the text of the rules. The next line is a FEN.
const BOARD: &str = "```board";
const END: &str = "```";

/// The rules of a game with all diagrams drawn in these line characters.
pub fn text(game: &dyn Variant, strokes: Strokes) -> Result<String, OpeningError> {
    let outline = Outline { strokes, width: 3, height: 1 };
    let mut text = String::new();
    let mut in_board = false;
    for line in game.spec().rules.lines() {
        match line {
            BOARD => in_board = true,
            END => in_board = false,
            _ if in_board => {
                let position = game.begin(Opening::Fen(line))?;
                for level in 0..position.geometry().size()[2] {
                    for row in outline.draw(position.geometry(), level, |square| position.letters(square)) {
                        text.push_str(&row);
                        text.push('\n');
                    }
                }
            }
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// The line characters that the user's locale supports.
pub(super) fn strokes() -> Strokes {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    if locale.contains("utf-8") || locale.contains("utf8") { Strokes::Box } else { Strokes::Ascii }
}

/// Shows a text in the user's pager if standard output is a terminal and a pager can be started. Otherwise
/// prints it.
pub(super) fn show(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() && page(text) {
        return Ok(());
    }
    let mut out = out::data();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Did a pager show the text?
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let pager = pager.unwrap_or_else(|| "less".to_owned());
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    // Options for `less`: print short texts without paging, and keep colours and Unicode characters.
    let started = command.args(words).env("LESS", "FRX").env("LESSCHARSET", "utf-8").stdin(Stdio::piped()).spawn();
    let Ok(mut child) = started else { return false };
    if let Some(mut input) = child.stdin.take() {
        // An error here only means that the user left the pager early.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
