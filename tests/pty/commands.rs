//! The program from outside: what the commands print, how they fail, and how other programs
//! talk to it over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_heterodox");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.env_remove("LC_ALL").env_remove("LC_CTYPE").env("LANG", "C.UTF-8");
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The exit code and the one line of complaint.
fn complaint(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    if arguments[0] == "inspect" && !output.stdout.is_empty() {
        let told = json(std::str::from_utf8(&output.stdout).expect("it prints UTF-8"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(told["error"].as_str().expect("a problem")), "{told} is not {complaint}");
    } else {
        assert!(output.stdout.is_empty(), "{arguments:?} prints nothing but its complaint");
    }
    (output.status.code(), String::from_utf8(output.stderr).expect("it complains in UTF-8"))
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))
}

/// A conversation with the program over pipes.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn with(arguments: &[&str]) -> Talk {
        let mut command = Command::new(PROGRAM);
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe in");
        let output = BufReader::new(child.stdout.take().expect("a pipe out"));
        Talk { child, input, output }
    }

    fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        assert!(line.ends_with('\n'), "it stopped in the middle of \"{line}\"");
        line.trim_end().to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(&format!("{line}\n"));
        self.hear()
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(printed(&["perft", "sanctuary", "4"]).lines().last(), Some("Nodes searched: 478910"));
    assert_eq!(printed(&["perft", "holywar", "0"]).lines().last(), Some("Nodes searched: 1"));
    let late = "4k/5/5/5/5/5/5/4K w - - 4294967295 4294967295";
    assert_eq!(printed(&["perft", "blackholes", "3", "--fen", late]).lines().last(), Some("Nodes searched: 504"));
    let divided = printed(&["perft", "holywar", "3", "--setup", "cathedral", "--divide", "--threads", "2"]);
    let counts: Vec<u64> = divided.lines().filter_map(|line| line.split_once(": ")?.1.parse().ok()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 2 * 506, "the moves and their sum:\n{divided}");
    let fen = "4k/2P2/5/1h1H1/H3h/5/1p3/K2S1 w - - 0 1";
    assert_ne!(printed(&["perft", "blackholes", "2", "--fen", fen]), printed(&["perft", "blackholes", "2"]));
}

#[test]
fn wrong_arguments_are_told_in_one_line_with_code_2() {
    for (arguments, told) in [
        (vec!["perft", "poker", "3"], "holywar, blackholes, sanctuary, armies"),
        (vec!["perft", "holywar", "3", "--setup", "abbey"], "shuffle:0 to shuffle:2879"),
        (vec!["perft", "sanctuary", "1", "--fen", "8/8/8/7/8/8/8/8 w - - 0 1"], "rank 5: 7 squares: expected 8"),
        (vec!["inspect", "armies", "--fen", "x"], "1 field: expected 6"),
    ] {
        let (code, text) = complaint(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(text.starts_with("heterodox: ") && text.lines().count() == 1, "{text}");
        assert!(text.contains(told), "{text}");
    }
    assert_eq!(complaint(&["perft", "holywar"]).0, Some(2));
    assert_eq!(complaint(&["inspect"]).0, Some(2));
    let (code, text) = complaint(&["inspect", "sanctuary", "--moves", "e2e4 e7e5 e4e5"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("move 3: \"e4e5\" is not legal"), "{text}");
}

#[test]
fn help_of_every_command_shows_an_example() {
    for command in ["perft", "inspect", "rules", "engine"] {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("Example: ") && help.contains("heterodox"), "{command}:\n{help}");
    }
    assert!(printed(&["--version"]).starts_with("heterodox "));
}

#[test]
fn the_rules_are_printed_as_a_page_with_a_title_and_closed_blocks() {
    let mut games = heterodox::games::GAMES.to_vec();
    games.push(heterodox::games::Registry::default().find("shatranj").expect("a game of the shelf"));
    for game in games {
        let page = printed(&["rules", game.spec().id, "--markdown"]);
        assert!(page.starts_with(&format!("# {}", game.spec().title)), "{page}");
        let diagrams = heterodox::rules::diagram::Diagram::all(game).len();
        assert_eq!(page.matches("\n```text\n").count(), diagrams, "{page}");
        assert_eq!(page.lines().filter(|line| line.starts_with("```")).count(), 2 * diagrams, "{page}");
        assert!(!page.contains("\n\n\n") && page.ends_with('\n'), "{page}");
    }
}

#[test]
fn the_rules_are_printed_with_their_boards_drawn() {
    for game in heterodox::games::GAMES {
        let text = printed(&["rules", game.spec().id]);
        assert!(text.starts_with(&format!("# {}", game.spec().title)), "{text}");
        assert!(!text.contains("```") && text.lines().count() > 40, "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 79, "too long for a terminal: {line}");
        }
        for kind in game.spec().kinds {
            assert!(text.contains(kind.name), "{}: nothing is said of the {}", game.spec().id, kind.name);
        }
    }
    let with = |locale: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["rules", "blackholes"]).env_remove("LC_ALL").env_remove("LC_CTYPE").env("LANG", locale);
        String::from_utf8(command.output().expect("the program starts").stdout).expect("UTF-8")
    };
    assert!(with("en_GB.UTF-8").contains("\n 6 │ B │ p │ h │ h │   │\n"));
    assert!(with("C").contains("\n 6 | B | p | h | h |   |\n"));
    // The squares that a piece can go to are marked, and each picture has its words.
    let squire = printed(&["rules", "holywar"]);
    assert!(
        squire.contains(" 3     │   │(S)│   │") && squire.contains("2. The Squire is blocked on b4"),
        "{squire}"
    );
    assert!(printed(&["rules", "armies"]).contains("(rF)"));
    assert_eq!(complaint(&["rules", "poker"]).0, Some(2));
}

#[test]
fn inspect_says_everything_of_a_position() {
    let state = json(&printed(&["inspect", "holywar", "--setup", "cathedral"]));
    assert_eq!(state["turn"], "white");
    assert_eq!(state["over"], false);
    assert!(state["reason"].is_null() && state["result"].is_null());
    let legal: Vec<&str> = state["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(legal, ["b3b4", "c3c4", "d3d4", "e2d2", "e3e4", "f3f4", "g3g4"]);
    assert_eq!(state["display"][3], "Ke2<>Ld2");
    assert_eq!(state["fen"], "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 1");
    assert_eq!(state["check"], json("[]"));
}

#[test]
fn inspect_tells_the_end_of_a_game() {
    let dead = "k******1/*B5*/*6*/*6*/*6*/*6*/*4K1*/1******1[] b - - 0 1";
    let state = json(&printed(&["inspect", "holywar", "--fen", dead]));
    assert_eq!(state["check"], json("[\"red\"]"));
    let state = json(&printed(&["inspect", "holywar", "--fen", dead, "--moves", "a8b7"]));
    assert_eq!(state["over"], true);
    assert_eq!(state["reason"], "dead");
    assert_eq!(state["result"], json("[0.5, 0.5]"));
    assert_eq!(state["legal"], json("[]"));
    assert_eq!(state["display"], json("[]"));
    let three = "9/9/9/9/gK7oK/9/9/9/9|9/9/9/9/9/9/4rK4/9/9|9/9/9/9/9/9/9/9/9 r rog - 0 1";
    let state = json(&printed(&["inspect", "armies", "--fen", three]));
    assert_eq!((state["over"].clone(), state["reason"].clone()), (json("true"), json("\"dead\"")));
    let shares: Vec<f64> =
        state["result"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect();
    assert_eq!(shares.len(), 4);
    assert!((shares[0] - 1.0 / 3.0).abs() < 1e-6 && shares[3].abs() < 1e-6, "{shares:?}");
}

#[test]
fn inspect_answers_each_line_before_the_next_is_asked() {
    let mut talk = Talk::with(&["inspect", "--stdin"]);
    assert_eq!(json(&talk.ask("sanctuary\tstart\te2e4"))["turn"], "black");
    assert!(json(&talk.ask(""))["error"].is_string());
    assert_eq!(json(&talk.ask("holywar\tstart:shuffle:7\t"))["turn"], "white");
    assert_eq!(json(&talk.ask("armies\tstart\t\r"))["turn"], "red");
    assert!(json(&talk.ask("armies\tstart:free\t"))["error"].is_string());
    let illegal = json(&talk.ask("blackholes\tstart\ta2a4 a7a5 a4a5 b2b3"));
    assert!(illegal["error"].as_str().unwrap().contains("move 3"), "{illegal}");
    // The first whole line is answered although the second is not complete yet.
    talk.say("sanctuary\tstart\t\nsanctuary\tst");
    assert_eq!(json(&talk.hear())["turn"], "white");
    talk.say("art\tb1c3\n");
    assert_eq!(json(&talk.hear())["turn"], "black");
    talk.end();
}

#[test]
fn inspect_answers_in_bulk_in_order_and_a_last_line_without_end() {
    let mut talk = Talk::with(&["inspect", "--stdin"]);
    let moves = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3"];
    let many = || std::iter::repeat_n(moves, 60).flatten();
    let lines: Vec<String> = many().map(|mv| format!("sanctuary\tstart\t{mv}")).collect();
    talk.say(&lines.join("\n"));
    drop(talk.input);
    for mv in many() {
        let mut line = String::new();
        talk.output.read_line(&mut line).unwrap();
        let fen = json(&line)["fen"].as_str().unwrap().to_owned();
        let column = mv.as_bytes()[0] - b'a';
        let row = fen.split('/').nth(5).unwrap().to_owned();
        assert_eq!(row.find('P'), Some(usize::from(column > 0)), "{mv}: {row}");
    }
    assert!(talk.child.wait().unwrap().success());
}

#[test]
fn the_arbiter_referees_a_game() {
    let mut talk = Talk::with(&["inspect", "--arbiter"]);
    assert!(talk.ask("legal").starts_with("error"));
    assert!(talk.ask("new armies startpos").starts_with("error"));
    assert_eq!(talk.ask("new sanctuary startpos"), "ok");
    assert!(talk.ask("legal").starts_with("legal a2a3 a2a4 b1a3"));
    assert_eq!(talk.ask("push e2e5"), "illegal");
    assert_eq!(talk.ask("push e2e4"), "ok");
    assert_eq!(talk.ask("status"), "status ongoing b");
    assert_eq!(talk.ask("fen"), "fen rnbagbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBAGBNR b - - 0 1");
    assert_eq!(talk.ask("new sanctuary 8/8/8/8/8/8/Rb6/7r w - - 0 1"), "ok");
    assert_eq!(talk.ask("push a2b2"), "ok");
    assert_eq!(talk.ask("status"), "status 1/2-1/2 b dead");
    let check = "k******1/*L5*/*1K4*/*6*/*6*/*6*/*6*/1******1[] w - - 0 1";
    let refused = talk.ask(&format!("new holywar {check}"));
    assert_eq!(refused, "error FEN: Red is in check and not to move");
    let mate = "k******1/*6*/*LK4*/*6*/*6*/*6*/*6*/1******1[] w - - 0 1";
    assert_eq!(talk.ask(&format!("new holywar {mate}")), "ok");
    assert_eq!(talk.ask("push b6b7"), "ok");
    assert_eq!(talk.ask("status"), "status 1-0 b checkmate");
    talk.say("quit\n");
    talk.end();
}

#[test]
fn the_engine_speaks_uci() {
    let mut talk = Talk::with(&["engine"]);
    talk.say("uci\n");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "uciok") {
        lines.push(talk.hear());
    }
    let variants = "option name UCI_Variant type combo var chess var chess960 var crazyhouse ";
    let offered = lines.iter().find(|line| line.starts_with(variants)).unwrap_or_else(|| panic!("{lines:?}"));
    assert!(offered.ends_with(" default chess"), "{offered}");
    for id in ["holywar", "blackholes", "sanctuary", "armies", "xiangqi", "breakthrough"] {
        assert_eq!(offered.matches(&format!(" var {id} ")).count(), 1, "{id}: {offered}");
    }
    assert_eq!(talk.ask("isready"), "readyok");
    talk.say("setoption name UCI_Variant value sanctuary\nposition startpos moves e2e4 e7e5\ngo perft 1\n");
    let mut moves = Vec::new();
    loop {
        let line = talk.hear();
        if line == "Nodes searched: 34" {
            break;
        }
        moves.push(line);
    }
    assert!(moves.contains(&"b1c3: 1".to_owned()) && moves.len() == 35, "{moves:?}");
    let told = talk.ask("position startpos moves e2e4 e2e4");
    assert!(told.starts_with("info string position: move 2: \"e2e4\" is not legal"), "{told}");
    // The other program has left the old position, so there is no move of it.
    assert!(talk.ask("go depth 2").starts_with("info string "));
    assert_eq!(talk.hear(), "bestmove 0000");
    talk.say("position startpos moves e2e4 e7e5\n");
    assert!(talk.ask("go depth 2").starts_with("info depth 1 "));
    assert!(talk.hear().starts_with("info depth 2 "));
    assert!(talk.hear().starts_with("bestmove "));
    talk.say("go infinite\nisready\n");
    while talk.hear() != "readyok" {}
    talk.say("stop\n");
    while !talk.hear().starts_with("bestmove ") {}
    assert!(talk.ask("go depth nothing nodes 1").starts_with("info string go depth \"nothing\": "));
    while !talk.hear().starts_with("bestmove ") {}
    talk.say("d\n");
    let shown: Vec<String> = (0..17).map(|_| talk.hear()).collect();
    let fen = "Fen: rnbagbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBAGBNR w - - 0 2";
    assert!(shown.contains(&fen.to_owned()), "the good position stays: {shown:#?}");
    assert_eq!(shown[0], "8  r  n  b  a  g  b  n  r");
    assert_eq!(shown[3], "5  .  .  .  .  p  .  .  .");
    talk.say("quit\n");
    talk.end();
}

/// Runs a line of shell in which `heterodox` is this program.
fn shell(line: &str) -> String {
    let folder = std::path::Path::new(PROGRAM).parent().expect("the program lies in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).env("PATH", path).stdin(Stdio::null()).output();
    let output = output.expect("there is a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn the_examples_of_documents_and_help_work() {
    let documents = [include_str!("../../README.md"), include_str!("../../docs/commands.md")];
    let mut examples: Vec<String> = documents
        .iter()
        .flat_map(|document| document.lines())
        .filter(|line| line.starts_with("heterodox ") || line.starts_with("printf "))
        .map(str::to_owned)
        .collect();
    assert!(examples.len() >= 6, "the documents have examples");
    for command in ["play", "resume", "config", "themes", "perft", "inspect", "rules", "engine"] {
        let help = printed(&[command, "--help"]);
        examples.extend(help.lines().filter_map(|line| line.strip_prefix("Example: ")).map(str::to_owned));
    }
    // Those that fill a screen want a terminal, and say so once they have understood the rest.
    let (full, plain): (Vec<String>, Vec<String>) =
        examples.into_iter().partition(|line| line.contains("heterodox play") || line.contains("heterodox resume"));
    assert!(full.len() >= 3, "the documents show how to play");
    for example in &full {
        let words = example.split_whitespace().skip(1);
        let output = Command::new(PROGRAM).args(words).stdin(Stdio::null()).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains("this needs a terminal"), "{example}: {told}");
    }
    for example in &plain {
        let shown = shell(example);
        assert!(
            !shown.is_empty() && !shown.contains("error") && !shown.contains("info string"),
            "{example}:\n{shown}"
        );
    }
}

#[test]
fn shells_and_manuals_know_every_command() {
    let help = printed(&["--help"]);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(commands.len() > 15, "{help}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(commands.iter().all(|name| script.contains(name)), "{shell}");
    }
    let page = printed(&["man"]);
    for name in &commands {
        assert!(page.contains(&format!("heterodox\\-{name}")), "{name}\n{page}");
        assert!(printed(&["man", name]).contains(&format!("heterodox {name}")), "{name}");
    }
    let (code, told) = complaint(&["man", "nothing"]);
    assert!(code == Some(2) && told.contains("nothing") && told.contains("play"), "{told}");
    assert_eq!(complaint(&["completions", "nothing"]).0, Some(2));
}
