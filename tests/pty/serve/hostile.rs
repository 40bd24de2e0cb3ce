//! Names, lines of talk, and names of terminals that try to control another terminal, typed over a real `ssh`: what another
//! session writes to its terminal is what the program writes itself, and no more.

use std::time::Instant;

use super::club::{By, Club};
use super::lobby::SETTINGS;
use crate::emulator::Emulator;
use crate::support::{PATIENCE, Session};

/// What somebody types.
const HOSTILE: [&[u8]; 51] = [
    b"\x00",
    b"\x01\x02\x03\x04",
    b"\x05",
    b"\x07\x07\x07",
    b"\x08\x08\x08",
    b"\x0b\x0c",
    b"\x0e\x0f",
    b"\x10\x11\x13",
    b"\x18\x1a",
    b"\x1b",
    b"\x1bc",
    b"\x1b[2J",
    b"\x1b[31m",
    b"\x1b[6n",
    b"\x1b[?1049l",
    b"\x1b[?1000h",
    b"\x1b[?1002h",
    b"\x1b[8m",
    b"\x1b[999;999H",
    b"\x1b[21t",
    b"\x1b]0;owned\x07",
    b"\x1b]2;owned\x1b\\",
    b"\x1b]52;c;b3duZWQ=\x07",
    b"\x1b]8;;http://x\x07x\x1b]8;;\x07",
    b"\x1bP+q544e\x1b\\",
    b"\x1bP$qm\x1b\\",
    b"\x1b_Ga=T;x\x1b\\",
    b"\x1b^x\x1b\\",
    b"\x1bXx\x1b\\",
    b"\x1b(0",
    b"\x1b#8",
    b"\xc2\x9b2J",
    b"\xc2\x9d0;owned\xc2\x9c",
    b"\xc2\x90q\xc2\x9c",
    b"\x9b2J",
    b"\x9d0;owned\x9c",
    b"\x84\x85\x8d",
    b"\xff\xfe\xfd",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    "\u{202e}txt".as_bytes(),
    "\u{2066}x\u{2069}".as_bytes(),
    "\u{200b}\u{200c}\u{200d}\u{feff}".as_bytes(),
    "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}".as_bytes(),
    "\u{e0041}\u{e0042}".as_bytes(),
    "\u{fe0f}\u{fe0e}".as_bytes(),
    "\u{2028}\u{2029}\u{85}".as_bytes(),
    "\u{ad}\u{34f}\u{115f}\u{3164}".as_bytes(),
    "p\u{430}ypal \u{ff41}".as_bytes(),
    &[b'w'; 100],
];

/// Characters that no terminal may get: hidden ones, marks of direction, ends of lines.
const FORBIDDEN: &str = "\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2060}\u{2066}\
                         \u{2067}\u{2068}\u{2069}\u{2028}\u{2029}\u{feff}\u{ad}\u{34f}\u{115f}\u{3164}\u{e0041}\u{e0042}";

/// What is said of a name that is refused.
const REFUSALS: [&str; 8] = [
    "The name is empty",
    "The name has",
    "cannot be in a name",
    "The name mixes",
    "Expected a name",
    "Names like this one",
    "Somebody has this name",
    "The name was chosen",
];

/// Ends a session, so that all it has written is there.
fn end(session: &mut Session) {
    session.send("\x03");
    session.ended();
}

/// Fails if these bytes hold something that the program does not write itself.
fn assert_own(bytes: &[u8], what: &str) {
    let text = written(bytes, what);
    assert!(most_marks(text) < 2, "{what}: marks are stacked");
}

/// The same for the terminal of somebody who types: their own field shows the marks that one cell can have.
fn assert_own_field(bytes: &[u8], what: &str) {
    let text = written(bytes, what);
    assert!(most_marks(text) < 16, "{what}: a heap of marks");
}

/// The most marks that follow each other.
fn most_marks(text: &str) -> usize {
    let marks = |letter: char| ('\u{300}'..='\u{36f}').contains(&letter);
    text.split(|letter| !marks(letter)).map(|run| run.chars().count()).max().unwrap_or(0)
}

/// What the program has written, which must be text without anything that controls a terminal but its own sequences.
fn written<'a>(bytes: &'a [u8], what: &str) -> &'a str {
    // What `ssh` says about the host is before the first screen.
    let start = bytes.windows(8).position(|part| part == b"\x1b[22;0t\x1b").expect("a screen");
    let end = bytes.windows(8).position(|part| part == b"\x1b[23;0t").map_or(bytes.len(), |at| at + 8);
    let own = &bytes[start..end.max(start)];
    let text = std::str::from_utf8(own).unwrap_or_else(|error| panic!("{what}: {error}"));
    // The terminal of the tests knows the sequences of the program, and fails at any other and at every control byte.
    Emulator::new(80, 24).feed(own);
    for letter in text.chars() {
        let c1 = ('\u{80}'..='\u{9f}').contains(&letter);
        assert!(!c1 && !FORBIDDEN.contains(letter), "{what}: {letter:?} was written");
    }
    for set in text.split("\x1b]").skip(1).filter_map(|rest| rest.split('\x07').next()) {
        // The question for the background of the terminal is ours too.
        let is_title = set.starts_with("2;Heterodox") && !set.contains("owned");
        assert!(is_title || set == "11;?", "{what}: {set}");
    }
    assert!(!text.contains("\x1b]52") && !text.contains("\x1b]8;"), "{what}");
    text
}

/// Several hostile texts, one after the other, as a terminal pastes them.
fn pasted(texts: &[&[u8]]) -> Vec<u8> {
    [b"\x1b[200~", texts.concat().as_slice(), b"\x1b[201~"].concat()
}

/// The log has printable ASCII only.
fn assert_log(club: &Club) {
    let log = std::fs::read(club.at("log")).expect("a log");
    assert!(log.iter().all(|byte| (0x20..0x7f).contains(byte) || *byte == b'\n'), "{}", club.log());
}

#[test]
fn fifty_hostile_lines_of_talk_reach_no_other_terminal_as_bytes() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let (mut one, mut other) = (club.login(club.key()), club.login(club.key_of("ed25519", "second")));
    for session in [&one, &other] {
        session.expect("Play now");
        session.send("'");
        session.expect("say: ");
    }
    for (at, texts) in HOSTILE.chunks(10).enumerate() {
        // A member says three lines in three seconds.
        let end = Instant::now() + PATIENCE;
        let mark = format!("line{at}");
        one.send([mark.as_bytes(), b" ", &pasted(texts)].concat());
        while !other.text().contains(&mark) {
            assert!(Instant::now() < end, "{mark} is not said:\n{}", one.text());
            // A line that is too early stays in the field.
            one.send("\r");
            one.settle();
        }
    }
    // A line that is too long is not said.
    one.send([pasted(&[&[b'z'; 3000]]).as_slice(), b"\r"].concat());
    one.settle();
    other.settle();
    assert!(!other.text().contains('z'), "{}", other.text());
    end(&mut one);
    end(&mut other);
    assert_own(&other.bytes(), "talk");
    assert_own(&one.bytes(), "own talk");
    assert_log(&club);
    assert!(!club.log().contains("line0"), "{}", club.log());
}

#[test]
fn hostile_names_reach_no_other_terminal_and_no_log_as_bytes() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let (mut one, mut other) = (club.login(club.key()), club.login(club.key_of("ed25519", "second")));
    other.expect("Play now");
    one.choose("Account");
    one.expect("Codes for a lost key");
    for texts in HOSTILE.chunks(4) {
        one.send("\x1b[H");
        one.choose("Name");
        one.expect("New name: ");
        one.send([&pasted(texts), b"\r".as_slice()].concat());
        // It is taken or refused, and the screen says which.
        one.wait("what is said of the name", |screen| {
            let screen = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            !screen.contains("New name: ") || REFUSALS.iter().any(|words| screen.contains(words))
        });
        if one.text().contains("New name: ") {
            one.send("\x1b");
            one.wait("the account", |screen| !screen.contains("New name: "));
        }
    }
    end(&mut one);
    end(&mut other);
    assert_own(&other.bytes(), "names");
    assert_own_field(&one.bytes(), "own names");
    // The name of a terminal comes from outside too.
    let mut third = club.enter(By::Key(&club.key()), &["-o", "SetEnv=TERM=x\u{1b}[2J\u{1b}]2;owned\u{7}"]);
    third.expect("Play now");
    third.send("\x03");
    assert_eq!(third.ended().code(), Some(0));
    assert_own(&third.bytes(), "the name of a terminal");
    assert_log(&club);
}
