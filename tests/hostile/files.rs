//! Files and programs of others: games, journals, settings, themes, engines, lines of protocols.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use heterodox::escape;
use heterodox::games::GAMES;
use heterodox::record::form::Form;

use crate::probe::{EVIL, SHOWN, command, evil_line, evils, fed, harmless, home, ours, piped, shown, words, write};
use crate::support::{Session, games, program};

/// Games with hostile bytes in every tag, in comments, moves and results, each in a game of its own.
pub(crate) fn pgn() -> String {
    let evil = evil_line();
    let mut text = String::new();
    let whole = |tag: &str, moves: &str| {
        let title = GAMES[2].spec().title;
        format!("[Event \"x\"]\n[Variant \"{title}\"]\n[White \"A\"]\n{tag}\n\n{moves}\n\n")
    };
    for name in [
        "Event",
        "Site",
        "Date",
        "UTCTime",
        "White",
        "Black",
        "WhiteType",
        "Result",
        "Array",
        "Opening",
        "SetUp",
        "FEN",
        "Variant",
        "Termination",
        "TimeControl",
        "Round",
        "PlyCount",
        "Annotator",
        "Clock",
        &evil,
    ] {
        text += &whole(&format!("[{name} \"{evil}\"]"), "1. e4 e5 *");
    }
    for moves in [
        format!("1. e4 {{{evil}}} e5 ; {evil}\n*"),
        format!("1. e4 {{[%clk {evil}] [%eval {evil}] [%out {evil}]}} e5 ${evil} *"),
        format!("1. e4 {evil} *"),
        format!("1. {evil} *"),
        format!("1. e4 e5 ({{{evil}}} 1... d5 {{{evil}}}) {evil}"),
    ] {
        text += &whole("", &moves);
    }
    text
}

/// A home full of hostile files.
pub(crate) fn full() -> crate::support::Folder {
    let home = home();
    let (evil, line) = (EVIL, evil_line());
    let folder = games(home.path());
    // A string of JSON without control characters is one of TOML.
    let quoted = serde_json::to_string(evil).expect("JSON");
    let quoted = escape::json(&quoted);
    let settings = format!(
        "{quoted} = 1\n[look]\ntheme = {quoted}\nglyphs = {quoted}\n{quoted} = 2\n[look.{quoted}]\na = 1\n[x.{quoted}]\na = 1\n\
         [keys]\n{quoted} = [\"x\"]\nhelp = [{quoted}]\n\
         [[engine]]\nname = {quoted}\ncommand = [{quoted}]\ngames = [{quoted}]\n{quoted} = 1\n\
         [[engine]]\nname = \"a\u{202e}b\"\ncommand = [{quoted}]\n"
    );
    write(&home.path().join("config"), "config.toml", settings);
    let theme = format!(
        "about = {quoted}\ninherits = {quoted}\n{quoted} = {quoted}\n[palette]\n{quoted} = {quoted}\n\
         [roles]\n{quoted} = {quoted}\ntext = {quoted}\n"
    );
    for name in evils() {
        for (folder, ending, bytes) in [
            (home.path().join("config/themes"), ".toml", theme.as_str()),
            (home.path().join("config/themes"), "2.toml", evil),
            (folder.clone(), ".pgn", &pgn()),
            (folder.clone(), ".journal", &line),
            (home.path().to_owned(), ".pgn", &pgn()),
        ] {
            let mut file = name.clone();
            file.push(ending);
            write(&folder, file, bytes);
        }
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/journals/sanctuary.journal");
    let journal = String::from_utf8(fs::read(kept).expect("a journal")).expect("text");
    let (first, rest) = journal.split_once('\n').expect("lines");
    // Sums that are right, so that what is said is read.
    let body = format!("0 {}", first.splitn(3, ' ').nth(2).unwrap_or_default().replace("computer", &line));
    let first = format!("{:08x} {body}", crc32fast::hash(body.as_bytes()));
    write(&folder, "20260101-000000-sanctuary-0001.journal", format!("{first}\n{rest}"));
    write(&folder, "20260101-000000-sanctuary-0002.journal", format!("{line}\n{journal}"));
    home
}

#[test]
fn files_are_told_with_escapes() {
    let home = full();
    let mut import = words(&["import"]);
    import.extend(evils().map(|mut name| {
        name.push(".pgn");
        name
    }));
    let mut named = words(&["export"]);
    named.push(OsString::from(EVIL));
    let mut filtered = words(&["games", "--filter"]);
    filtered.push(OsString::from("EVIL"));
    for (line, told) in [
        (words(&["config", "--check"]), true),
        (words(&["themes"]), true),
        (words(&["--version"]), false),
        (words(&["games"]), true),
        (words(&["games", "--stats"]), true),
        (words(&["games", "--json"]), false),
        (filtered, true),
        (named, true),
        (import, true),
        (words(&["export", "2026"]), false),
        (words(&["resume", "none"]), false),
        (words(&["play", "sanctuary", "--seat", "white=engine:a\u{202e}b"]), false),
    ] {
        let piped = if line[0] == "export" { String::new() } else { piped(home.path(), &line, b"") };
        let seen = if line[0] == "play" { String::new() } else { shown(home.path(), &line) };
        assert!(!told || seen.contains("EVIL\\x07") || seen.contains("\\u{202e}"), "{line:?}: {seen}");
        assert!(!told || line[0] == "export" || piped.contains("EVIL"), "{line:?}: {piped}");
    }
}

#[test]
fn what_is_wrong_with_files_that_are_no_text_is_told() {
    let home = home();
    for bytes in
        [EVIL.as_bytes(), b"\xff\xfe\x1b]0;x\x07", b"a = \"\x9b\"\n[look", "[look]\ntheme = '\u{9b}'".as_bytes()]
    {
        write(&home.path().join("config"), "config.toml", bytes);
        write(&home.path().join("config/themes"), "x.toml", bytes);
        write(&games(home.path()), "20260101-000000-x-0001.journal", bytes);
        write(&games(home.path()), "20260101-000000-x-0002.pgn", bytes);
        write(&games(home.path()), "index", bytes);
        for line in
            [&["config", "--check"][..], &["themes"], &["games"], &["--version"], &["import", "config/config.toml"]]
        {
            piped(home.path(), &words(line), b"");
            shown(home.path(), &words(line));
        }
        piped(home.path(), &words(&["import", "-"]), bytes);
    }
}

#[test]
fn games_are_given_away_exactly_and_shown_with_escapes() {
    let home = home();
    let title = GAMES[2].spec().title;
    let evil = "A\u{9b}5z\u{202e}B";
    let game =
        format!("[Event \"x\"]\n[Variant \"{title}\"]\n[White \"{evil}\"]\n\n1. e4 {{\u{202e}c\u{2066}}} e5 *\n");
    write(&games(home.path()), "20260101-000000-sanctuary-0001.pgn", &game);
    for form in Form::ALL {
        let flag = match form {
            Form::Pgn => "--pgn",
            Form::Fen => "--fen",
            Form::Text => "--text",
            Form::Cast => "--cast",
            Form::Svg => "--svg",
        };
        let line = words(&["export", "20260101", flag]);
        let mut pipes = command(home.path());
        pipes.args(&line);
        let exact = fed(pipes, b"").stdout;
        let terminal = program(home.path()).args(&line);
        let mut session = Session::start(terminal, (100, 40));
        session.ended();
        let seen = session.bytes();
        match form {
            Form::Pgn => {
                assert_eq!(String::from_utf8_lossy(&exact), game, "byte by byte");
                let text = String::from_utf8_lossy(&seen).replace("\r\n", "\n");
                let text = harmless(text.as_bytes(), "PGN");
                assert!(
                    text.contains("[White \"A\\u{9b}5z\\u{202e}B\"]") && text.contains("{\\u{202e}c"),
                    "{text}"
                );
            }
            Form::Text => {
                ours(&exact, "a film");
                ours(&seen, "a film in a terminal");
            }
            Form::Fen | Form::Cast | Form::Svg => {
                harmless(&exact, flag);
                harmless(String::from_utf8_lossy(&seen).replace("\r\n", "\n").as_bytes(), flag);
            }
        }
    }
}

#[test]
fn json_of_hostile_words_is_the_same_json() {
    let home = full();
    let said = piped(home.path(), &words(&["games", "--json"]), b"");
    let first = said.lines().next().expect("a line");
    let told: serde_json::Value = serde_json::from_str(first).expect("JSON");
    let names = |key: &str| told["games"].to_string().contains(key);
    assert!(names("EVIL") && names("\u{202e}"), "{told}");
    let mut line = words(&["inspect"]);
    line.push(OsString::from(EVIL));
    let mut pipes = command(home.path());
    pipes.args(&line);
    let output = fed(pipes, b"");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(told["error"].as_str().expect("words").contains(EVIL));
    assert!(harmless(&output.stderr, "inspect").contains(SHOWN));
}

#[test]
fn lines_of_protocols_are_answered_with_escapes() {
    let home = home();
    let evil = evil_line();
    let dense = evil.replace(['\t', ' '], "");
    let lines = [
        format!("setoption name {dense} value 1"),
        format!("setoption name Hash value {dense}"),
        format!("setoption name UCI_Variant value {dense}"),
        format!("position {evil}"),
        format!("position fen {evil}"),
        format!("position startpos moves {dense}"),
        format!("go perft {dense}"),
        format!("go depth {dense}"),
        format!("go depth 1 {dense}"),
        format!("go searchmoves {dense}"),
        "position fen 8/8\r\x0b\x0c8/8".to_owned(),
        evil.clone(),
    ];
    let mut bytes = lines.join("\n").into_bytes();
    bytes.extend_from_slice(b"\nposition \xff\xfe\x9b\nstop\nquit\n");
    let said = piped(home.path(), &words(&["engine"]), &bytes);
    assert!(said.matches("a\\x1b]0;EVIL\\x07b").count() >= 5, "{said}");
    let known = ["info ", "bestmove ", "id ", "option ", "Nodes "];
    for line in said.lines().filter(|line| !line.is_empty()) {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
    }
    let mut asked = format!("{dense}\tstart\nsanctuary\t{evil}\nsanctuary\tstart\t{dense}\n{evil}\n").into_bytes();
    asked.extend_from_slice(b"sanctuary\t\xff\n");
    let said = piped(home.path(), &words(&["inspect", "--stdin"]), &asked);
    assert_eq!(said.lines().count(), 5);
    assert!(said.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{said}");
    let asked = format!("new {dense}\nnew sanctuary {evil}\nnew sanctuary startpos\npush {dense}\n{evil}\nquit\n");
    let said = piped(home.path(), &words(&["inspect", "--arbiter"]), asked.as_bytes());
    assert!(said.lines().count() == 5 && said.contains("a\\x1b]0;EVIL\\x07b"), "{said}");
}
