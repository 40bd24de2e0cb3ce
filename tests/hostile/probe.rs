//! What is sent, and what may come back.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use heterodox::escape::is_hidden;
use heterodox::tui::host::name::QUESTIONS;

use crate::support::{Folder, Session, program};

/// Titles, colours, a control character of the second set, directions, what has no width, ends of
/// lines.
pub(crate) const EVIL: &str =
    "a\x1b]0;EVIL\x07b\x1b[66zc\u{9b}5zd\u{202e}e\u{2066}f\u{200b}g\x7fh\u{200f}i\u{feff}j\nheterodox: k\rl\tm";

/// How the beginning of it is shown.
pub(crate) const SHOWN: &str = "a\\x1b]0;EVIL\\x07b\\x1b[66zc\\u{9b}5zd\\u{202e}e\\u{2066}f\\u{200b}g\\x7fh";

/// The same as a text, and bytes that are no text at all.
pub(crate) fn evils() -> [OsString; 2] {
    let bytes = [&b"z\xff\xfe\xc3"[..], EVIL.as_bytes(), b"\x9b5z\xe6\xbc"].concat();
    [OsString::from(EVIL), OsString::from_vec(bytes)]
}

/// One line of it, as it can stand in a line of a file.
pub(crate) fn evil_line() -> String {
    EVIL.replace(['\n', '\r'], "")
}

/// A home of its own, with folders for settings and games.
pub(crate) fn home() -> Folder {
    let home = Folder::new("hostile");
    for folder in ["config/themes", "data/games"] {
        fs::create_dir_all(home.path().join(folder)).expect("a folder");
    }
    home
}

/// The program at this home, over pipes.
pub(crate) fn command(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command
        .current_dir(home)
        .env_clear()
        .env("HOME", home)
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
        .env("PATH", std::env::var("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("PAGER", "cat");
    command
}

/// Runs it with this on its standard input.
pub(crate) fn fed(mut command: Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // One that does not read it to the end has its reasons.
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    output
}

/// Runs it over pipes and looks at both of its outputs; gives back what they say.
pub(crate) fn piped(home: &Path, arguments: &[OsString], input: &[u8]) -> String {
    let mut command = command(home);
    command.args(arguments);
    let output = fed(command, input);
    let mut said = String::new();
    for (name, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
        said += &harmless(&bytes, &format!("{name} of {arguments:?}"));
    }
    said
}

/// Runs it in a terminal and looks at what comes there.
pub(crate) fn shown(home: &Path, arguments: &[OsString]) -> String {
    let command = program(home).current_dir(home).env("PAGER", "cat").args(arguments);
    seen(command, &format!("the terminal of {arguments:?}"))
}

/// The same for any command.
pub(crate) fn seen(command: pty_process::blocking::Command, what: &str) -> String {
    let mut session = Session::start(command, (80, 24));
    session.ended();
    let bytes = session.bytes();
    // What says how pieces are shown asks the terminal first.
    let bytes = bytes.strip_prefix(QUESTIONS).unwrap_or(&bytes);
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    harmless(text.as_bytes(), what)
}

/// Says the text, if there is nothing in it but what can be seen, and ends of lines.
pub(crate) fn harmless(bytes: &[u8], what: &str) -> String {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{what}: {error}: {bytes:?}"));
    let wrong = text.chars().find(|&letter| is_hidden(letter) && letter != '\n');
    assert!(wrong.is_none(), "{what}: {wrong:?} in {text:?}");
    assert!(!text.contains("\nheterodox: k"), "{what}: a line of its own in {text:?}");
    text.to_owned()
}

/// Holds what a full screen is drawn with against all that we ever say to a terminal.
pub(crate) fn ours(bytes: &[u8], what: &str) -> String {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if letter == '\x1b' {
            let sequence = |rest: &str| -> Option<usize> {
                if let Some(title) = rest.strip_prefix("]2;") {
                    let end = title.find('\x07')?;
                    return (!title[..end].contains(is_hidden)).then_some(3 + end + 1);
                }
                // The questions to the terminal.
                if let Some(question) = ["P$qm\x1b\\", "]11;?\x07", "[>0q", "[>c", "[c", "[?2;1;0S"]
                    .into_iter()
                    .find(|known| rest.starts_with(known))
                {
                    return Some(question.len());
                }
                let inner = rest.strip_prefix('[')?;
                let end = inner.find(|letter: char| !matches!(letter, '0'..='9' | ';' | '?'))?;
                "HJKABCDmhlt".contains(inner[end..].chars().next()?).then_some(1 + end + 1)
            };
            let length = sequence(rest);
            let near: String = rest.chars().take(30).collect();
            rest = &rest[length.unwrap_or_else(|| panic!("{what}: not ours: {near:?}"))..];
        } else if is_hidden(letter) && !matches!(letter, '\r' | '\n' | '\x08' | '\x0b' | '\x07') {
            let near: String = rest.chars().take(30).collect();
            panic!("{what}: {letter:?} before {near:?}");
        }
    }
    text.to_owned()
}

/// Words as arguments.
pub(crate) fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// A file of this name, with these bytes.
pub(crate) fn write(folder: &Path, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name.as_ref()), bytes).expect("a file");
}
