//! Terminals that answer the questions of the program: truly, late, in pieces, with nonsense, or not at all. Each
//! gets the pieces that it can show, no picture is sent before it has said who it is, nothing of an answer is taken
//! for keys, and the game goes on.

use std::thread;
use std::time::{Duration, Instant};

use crate::emulator::Emulator;
use crate::pieces_shown::piece_style;
use crate::support::{Folder, Session, program};
use ratatui::style::Color;

use heterodox::tui::pieces::piece_style::PieceStyle::{self, Letters, Pictures, Quadrants, Sextants};

const SIZE: (u16, u16) = (120, 40);
const QUESTIONS: &str = "\x1bP$qm\x1b]11;?\x1b[>0q\x1b[16t\x1b[>c\x1b[c";

/// What a terminal writes when it is asked, and what comes of it.
struct Terminal {
    /// Its name, for messages; a part of it must not be shown.
    name: &'static str,
    term: &'static str,
    /// The pieces of its answer, each after so many milliseconds.
    answer: &'static [(u64, &'static str)],
    /// How pieces are shown before its answer and after it.
    shown: [PieceStyle; 2],
}

const fn terminal(
    name: &'static str,
    term: &'static str,
    answer: &'static [(u64, &'static str)],
    shown: [PieceStyle; 2],
) -> Terminal {
    Terminal { name, term, answer, shown }
}

/// Terminals as they answer.
const KNOWN: &[Terminal] = &[
    terminal(
        "kitty",
        "xterm-kitty",
        &[(0, "\x1bP>|kitty(0.46.2)\x1b\\\x1b[>1;4000;46c\x1b[?62;52;c")],
        [Sextants, Pictures],
    ),
    terminal(
        "ghostty",
        "xterm-ghostty",
        &[(0, "\x1bP>|ghostty 1.3.1\x1b\\\x1b[>1;10;0c\x1b[?62;22;52c")],
        [Sextants, Pictures],
    ),
    terminal(
        "ghostty",
        "xterm-256color",
        &[(0, "\x1bP>|ghostty 1.3.1\x1b\\\x1b[>1;10;0c\x1b[?62;22;52c")],
        [Quadrants, Pictures],
    ),
    terminal("Rio", "xterm-256color", &[(0, "\x1bP>|Rio 0.3.11\x1b\\\x1b[?62;4;6;22c")], [Quadrants, Pictures]),
    terminal(
        "foot",
        "foot",
        &[(0, "\x1bP>|foot(1.26.1)\x1b\\\x1b[>1;12601;0c\x1b[?62;4;22;28;29c")],
        [Sextants, Sextants],
    ),
    terminal(
        "VTE",
        "xterm-256color",
        &[(0, "\x1bP>|VTE(7600)\x1b\\\x1b[>61;7600;1c\x1b[?61;1;21;22;28c")],
        [Quadrants, Sextants],
    ),
    terminal(
        "iTerm2",
        "xterm-256color",
        &[(0, "\x1bP>|iTerm2 3.6.10\x1b\\\x1b[>64;2500;0c\x1b[?64;1;2;4;6;17;18;21;22;52c")],
        [Quadrants, Sextants],
    ),
    terminal(
        "tmux",
        "xterm-256color",
        &[(0, "\x1bP>|tmux 3.7\x1b\\\x1b[>84;0;0c\x1b[?1;2;4c")],
        [Quadrants, Quadrants],
    ),
    terminal(
        "Konsole",
        "xterm-256color",
        &[(0, "\x1bP>|Konsole 25.08.1\x1b\\\x1b[>1;250801;0c\x1b[?62;1;4c")],
        [Quadrants, Quadrants],
    ),
    terminal("PuTTY", "xterm-256color", &[(0, "\x1b[>0;136;0c\x1b[?6c")], [Quadrants, Letters]),
    terminal(
        "WezTerm",
        "xterm-256color",
        &[(0, "\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\\x1b[>1;277;0c\x1b[?65;4;6;18;22c")],
        [Quadrants, Sextants],
    ),
    // Alacritty does not say its name.
    terminal("Alacritty", "alacritty", &[(0, "\x1b[>0;2601;1c\x1b[?6c")], [Sextants, Sextants]),
    terminal("Alacritty", "xterm-256color", &[(0, "\x1b[>0;2601;1c\x1b[?6c")], [Quadrants, Quadrants]),
];

/// Terminals that answer late, nonsense, or nothing.
const STRANGE: &[Terminal] = &[
    terminal("silence", "xterm-kitty", &[], [Sextants, Sextants]),
    terminal("silence", "xterm-256color", &[], [Quadrants, Quadrants]),
    // In pieces between keys, which do nothing but move the cursor away and back.
    terminal(
        "kitty",
        "xterm-kitty",
        &[
            (2000, "\x1b[B\x1b[C"),
            (0, "\x1bP>|kit"),
            (300, "ty(0.46.2)\x1b"),
            (200, "\\\x1b[D\x1b["),
            (5, ">1;4000;"),
            (300, "46c\x1b[C\x1b[?62"),
            (100, ";52;c\x1b[D"),
        ],
        [Sextants, Pictures],
    ),
    // With control characters and keys in it.
    terminal(
        "ty(0",
        "xterm-256color",
        &[(0, "\x1bP>|ki\x03\x04q\rt\x1a\x1b[Aty(0.46.2)\x1b\\\x1b[>c\x1b[>;;99999999c\x1b[?c\x1b]11;?\x1b\\")],
        [Quadrants, Quadrants],
    ),
    // The name of another, in the middle of a longer one.
    terminal("notkitty", "xterm-256color", &[(0, "\x1bP>|notkitty(0.46.2)\x1b\\\x1b[?6c")], [Quadrants, Quadrants]),
    // It says that it takes pictures, which nobody has asked.
    terminal("OK", "xterm-256color", &[(0, "\x1b_Gi=31;OK\x1b\\\x1b[?62c")], [Quadrants, Quadrants]),
];

/// Terminals that end their answer nowhere.
const ENDLESS: &[Terminal] = &[
    terminal("kitty", "xterm-256color", &[(0, "\x1bP>|kitty(0.46.2")], [Quadrants, Quadrants]),
    terminal("q?", "xterm-256color", &[(0, "\x1b[?62;4")], [Quadrants, Quadrants]),
];

/// Terminals that are not asked.
const UNASKED: &[(&str, PieceStyle)] = &[
    ("screen-256color", Quadrants),
    ("tmux-256color", Quadrants),
    ("linux", Letters),
    ("vt100", Letters),
    ("putty-256color", Letters),
];

fn start(home: &Folder, term: &str) -> Session {
    let command = program(home.path()).env("TERM", term);
    let people = ["play", "sanctuary", "--seat", "White=human", "--seat", "Black=human"];
    let session = Session::start(command.args(people), SIZE);
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    session.whole();
    session
}

/// The screen as a strict terminal has it.
fn seen(session: &Session) -> Emulator {
    let mut emulator = Emulator::new(SIZE.0, SIZE.1);
    emulator.feed(&session.bytes());
    emulator
}

/// Plays a move with keys, leaves, and checks that nothing is left behind.
fn goes_on(mut session: Session, pictures: bool, what: &str) {
    let shown = session.text();
    assert!(shown.contains("White to move · move 1") && shown.contains("? keys"), "{what}: {shown}");
    session.send("me4\r");
    session.expect("Black to move");
    session.send("me5\r");
    session
        .wait("both moves", |screen| screen.contains("e4") && screen.contains("e5") && screen.contains("move 2"));
    session.catch_up();
    let graphics = seen(&session).graphics;
    assert_eq!(graphics.is_empty(), !pictures, "{what}: {graphics:?}");
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0), "{what}");
    session.assert_given_back(what);
    let left = seen(&session);
    assert!(left.pictures.is_empty(), "{what}: pictures are left");
    assert!(!String::from_utf8_lossy(&session.bytes()).contains("d=A"), "{what}: the pictures of others too");
}

/// Each question is asked once; who says that it shows sixels is asked for the size of its cells again.
fn asked_once(before: &Emulator, after: &Emulator, what: &str) {
    let more = after.asked.strip_prefix(&before.asked[..]).unwrap_or_else(|| panic!("{what}: {:?}", after.asked));
    assert!(matches!(more.concat().as_str(), "" | "\x1b[16t\x1b[?2;1;0S"), "{what}: {more:?}");
}

/// Types a key until it is one: an answer without its end takes it, until the program waits no more for the end.
fn given_up(session: &Session) {
    session.insist("?", "the help", |screen| screen.contains("╭ Keys"));
    session.send("\x1b");
    session.wait("the board", |screen| !screen.contains("╭ Keys"));
}

/// Starts a game in each terminal, lets it answer, and waits until all of the answer is read.
fn answered(terminals: &[Terminal], read: fn(&Session)) {
    for Terminal { name, term, answer, shown } in terminals {
        let what = format!("{name}, TERM={term}");
        let home = Folder::new("answers");
        let session = start(&home, term);
        let before = seen(&session);
        assert_eq!(before.asked.concat(), QUESTIONS, "{what}");
        assert!(before.graphics.is_empty(), "{what} has not named itself");
        assert_eq!(piece_style(&before), shown[0], "{what}, before it has answered");
        for (wait, piece) in *answer {
            thread::sleep(Duration::from_millis(*wait));
            session.send(piece);
        }
        read(&session);
        session.catch_up();
        let after = seen(&session);
        assert_eq!(piece_style(&after), shown[1], "{what}");
        asked_once(&before, &after, &what);
        assert!(!session.text().contains(name), "{what}: {}", session.text());
        goes_on(session, shown[1] == Pictures, &what);
    }
}

/// Answers to the question for the background, as terminals write them, and whether it is the one that was set.
const BACKGROUNDS: &[(&str, &str, bool)] = &[
    ("kitty", "\x1bP1$r48:2:1:22:133m\x1b\\\x1b[?62;c", true),
    ("foot, VTE, xterm", "\x1bP1$r0;48:2::1:22:133m\x1b\\\x1b[?62;4;22c", true),
    ("with semicolons", "\x1bP1$r0;48;2;1;22;133m\x1b\\\x1b[?62c", true),
    ("Konsole, by its name", "\x1bP>|Konsole 25.04.2\x1b\\\x1b[?62;1;4c", true),
    ("PuTTY, by its numbers", "\x1b[>0;136;0c\x1b[?6c", true),
    ("a terminal of 256 colours", "\x1bP1$r0;48:5:17m\x1b\\\x1b[?62;4;22c", false),
    ("another colour", "\x1bP1$r0;48:2::1:22:13m\x1b\\\x1b[?62;4;22c", false),
    ("it does not know", "\x1bP0$r\x1b\\\x1b[?1;2c", false),
    ("urxvt", "\x1b[>85;95;0c\x1b[?1;2c", false),
];

#[test]
fn each_terminal_gets_the_colours_that_it_says_it_has() {
    let has = |terminal: &Emulator, of: fn(&Color) -> bool| {
        terminal.screen.content.iter().any(|cell| of(&cell.fg) || of(&cell.bg))
    };
    let (direct, indexed) =
        (|color: &Color| matches!(color, Color::Rgb(..)), |color: &Color| matches!(color, Color::Indexed(_)));
    for &(name, answer, can) in BACKGROUNDS {
        let home = Folder::new("colours");
        let session = start(&home, "xterm-256color");
        let before = seen(&session);
        assert!(has(&before, indexed) && !has(&before, direct), "{name}, before it has answered");
        session.send(answer);
        session.catch_up();
        let after = seen(&session);
        assert_eq!(has(&after, direct), can, "{name}");
        asked_once(&before, &after, name);
        goes_on(session, false, name);
    }
}

#[test]
fn each_terminal_gets_the_pieces_that_it_can_show() {
    answered(KNOWN, |_| {});
}

#[test]
fn late_and_strange_answers_are_no_keys() {
    answered(STRANGE, |_| {});
}

#[test]
fn an_answer_without_its_end_is_given_up() {
    answered(ENDLESS, given_up);
}

#[test]
fn an_answer_of_any_length_is_no_key() {
    for (begins, ends) in
        [("\x1bP>|kitty(0.46.2)", "\x1b\\"), ("\x1b[?62;", "c"), ("\x1bP>|", ""), ("\x1b]11;", "\x07")]
    {
        let what = format!("64 KB of {begins:?}");
        let home = Folder::new("long-answer");
        let session = start(&home, "xterm-256color");
        session.send(begins);
        for _ in 0..64 {
            session.send(if begins.ends_with(';') { "4;1;".repeat(256) } else { "qRyDN\r13".repeat(128) });
        }
        session.send(ends);
        if ends.is_empty() {
            given_up(&session);
        }
        session.catch_up();
        assert_eq!(piece_style(&seen(&session)), Quadrants, "{what}");
        goes_on(session, false, &what);
    }
}

/// What is printed about the terminal by `--version`.
#[test]
fn a_report_of_a_bug_says_what_the_terminal_has_answered() {
    for (term, answers, said) in [
        (
            "foot",
            &["\x1bP>|foot(1.21.0)\x1b\\\x1b[6;19;10t\x1b[?62;4;22c"][..],
            &[
                "answer: foot(1.21.0), after ",
                "pieces: pictures (sixel): the terminal shows sixels, in cells of 10x19",
            ][..],
        ),
        (
            "xterm-256color",
            &["\x1bP>|XTerm(398)\x1b\\\x1b[?63;1;2;4c", "\x1b[?2;0;1200;720S\x1b[?63;1;2;4c"],
            &[
                "answer: XTerm(398), after ",
                "pieces: pictures (sixel): the terminal shows sixels, in cells of 10x18",
            ],
        ),
        ("xterm-256color", &["\x1bP>|VTE(7600)\x1b\\\x1b[?61;1c"], &["pieces: sextants: the terminal is vte"]),
        ("xterm-256color", &[], &["answer: none", "pieces: quadrants: TERM is xterm-256color"]),
        ("linux", &[], &["answer: none", "pieces: letters: "]),
    ] {
        let home = Folder::new("version");
        let folder = home.path().join("config");
        std::fs::create_dir_all(&folder).expect("a folder");
        // Also on a machine with much else to do an answer is waited for.
        let slow = if answers.is_empty() { "" } else { "[look]\nslow_ms = 60000\n" };
        std::fs::write(folder.join("config.toml"), slow).expect("room");
        let mut session = Session::start(program(home.path()).env("TERM", term).arg("--version"), SIZE);
        let mut seen = 0;
        for answer in answers {
            session.watch(|| session.written_since(seen).contains("\x1b[c"));
            seen = session.count();
            session.send(answer);
        }
        assert_eq!(session.ended().code(), Some(0), "{term}");
        assert!(session.is_cooked(), "{term}");
        let shown = session.text();
        for part in said {
            assert!(shown.contains(part), "{term}: {part} is not in\n{shown}");
        }
    }
}

#[test]
fn some_terminals_are_not_asked() {
    for &(term, shown) in UNASKED {
        let home = Folder::new("unasked");
        let session = start(&home, term);
        let before = seen(&session);
        assert_eq!((before.asked.concat(), piece_style(&before)), (String::new(), shown), "{term}");
        goes_on(session, false, term);
    }
}

/// An answer that nobody reads any more is not left to the shell.
#[test]
fn the_shell_gets_nothing_of_an_answer() {
    /// The program waits for an answer for half a second after it has asked.
    const WAITS: Duration = Duration::from_millis(450);
    // On a busy machine that time is often over before the answer is sent.
    let home = Folder::new("answer-left");
    let try_it = || {
        let began = Instant::now();
        let command = program(home.path()).env("TERM", "xterm-kitty").args(["play", "sanctuary"]);
        let mut session = Session::start(command, SIZE);
        session.watch(|| String::from_utf8_lossy(&session.bytes()).contains("\x1b[>c\x1b[c"));
        let shell = session.other_end();
        let (first, before) = ("\x03\x1bP>|kitty(0.46.2)\x1b\\\x1b[>1;4000;46c", session.read_so_far());
        session.send(first);
        session.wait_until_read(&shell, before, first.len());
        let _ = session.try_send("\x1b[?62;52;c");
        let is_early = began.elapsed() < WAITS;
        assert_eq!(session.ended().code(), Some(0));
        is_early.then_some((session, shell))
    };
    let Some((session, shell)) = (0..20).find_map(|_| try_it()) else {
        println!("skipped: this machine is too busy to answer in time");
        return;
    };
    assert_eq!(session.left_to_read(&shell), "");
}
