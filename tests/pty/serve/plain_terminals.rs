//! Plain terminals over a real `ssh`: without UTF-8 no byte but ASCII reaches the terminal, and without colours no colour.

use super::club::{By, Club};
use super::lobby::SETTINGS;

/// Does a style set a colour?
fn sets_colour(style: &str) -> bool {
    style.split([';', ':']).any(|code| matches!(code.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107)))
}

/// The numbers of all styles in a text.
fn styles(text: &str) -> impl Iterator<Item = &str> {
    let numbers = |rest: &str| rest.find(|letter: char| !letter.is_ascii_digit() && !";:".contains(letter));
    text.split("\x1b[").skip(1).filter_map(move |rest| {
        let end = numbers(rest)?;
        rest[end..].starts_with('m').then(|| &rest[..end])
    })
}

#[test]
fn neither_colours_nor_letters_reach_a_terminal_that_has_none() {
    let Some(club) = Club::start(SETTINGS) else { return };
    // The terminal, whether all is ASCII, and whether there are colours. With all at once there is neither.
    for (set, ascii, colours) in
        [("TERM=linux LANG=C NO_COLOR=1", true, false), ("TERM=xterm-256color LANG=C.UTF-8", false, true)]
    {
        let mut session =
            club.enter(By::Key(&club.key()), &["-o", "LogLevel=ERROR", "-o", &format!("SetEnv={set}")]);
        session.expect("Play now");
        session.send("'");
        session.expect("say: ");
        session.send("hello\r");
        session.wait("the line", |screen| screen.contains(": hello"));
        session.send("\x1b");
        session.wait("the lobby", |screen| !screen.contains("say: "));
        session.choose("New table");
        session.expect("open the table");
        session.send("q");
        session.expect("Play now");
        session.send("\x1b[H\r");
        session.expect("Enter pick");
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
        let bytes = session.bytes();
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(bytes.is_ascii(), ascii, "{set}: {text:?}");
        assert_eq!(styles(&text).any(sets_colour), colours, "{set}: {text:?}");
    }
}
