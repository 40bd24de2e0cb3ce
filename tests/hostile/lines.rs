//! Lines without an end: they cost no room, are told, and the next is read as usual.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::probe::{command, fed, home, words};

/// How long the line is, in megabytes.
const LONG: usize = 64;

/// What reading it may cost, in kilobytes.
const ROOM: u64 = 16 * 1024;

/// The most memory that a process ever had, in kilobytes.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it has memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Asks, sends a line of as many megabytes, asks again; gives back what was said to the line and to the
/// second question.
fn talk(arguments: &[&str], question: &str, last: impl Fn(&str) -> bool) -> (String, String) {
    let home = home();
    let mut command = command(home.path());
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut hear = || {
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        line.trim_end().to_owned()
    };
    writeln!(input, "{question}").expect("it listens");
    while !last(&hear()) {}
    let before = peak(child.id());
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..LONG {
        input.write_all(&piece).expect("it listens");
    }
    writeln!(input, "\n{question}").expect("it listens");
    let told = hear();
    let mut answer = hear();
    while !last(&answer) {
        answer = hear();
    }
    let cost = peak(child.id()) - before;
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert!(cost < ROOM, "{arguments:?}: the line cost {cost} kB");
    (told, answer)
}

#[test]
fn a_line_without_end_costs_no_room() {
    let known = "line 2 is longer than 1048576 bytes (1 MiB): it is skipped";
    let (told, answer) = talk(&["engine"], "uci", |line| line == "uciok");
    assert_eq!((told, answer.as_str()), (format!("info string {known}"), "uciok"));
    let (told, answer) = talk(&["inspect", "--stdin"], "sanctuary\tstart", |line| line.contains("\"legal\""));
    assert!(told == format!("{{\"error\":\"{known}\"}}") && answer.contains("\"turn\":\"white\""), "{told}");
    let (told, answer) = talk(&["inspect", "--arbiter"], "new sanctuary startpos", |line| line == "ok");
    assert_eq!((told, answer.as_str()), (format!("error {known}"), "ok"));
}

#[test]
fn a_line_of_nothing_but_tabs_or_words_costs_little() {
    let tabs = "\t".repeat(1 << 20);
    let home = home();
    for (arguments, line) in [(&["inspect", "--stdin"][..], &tabs), (&["engine"], &"a ".repeat(1 << 19))] {
        let mut bounded = Command::new("/bin/sh");
        bounded
            .args(["-c", "ulimit -v 120000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_heterodox")])
            .args(arguments);
        bounded.env_clear().env("HOME", home.path());
        let output = fed(bounded, format!("{line}\n").as_bytes());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn files_of_one_line_are_read_in_bounded_room() {
    let home = home();
    let mut file = fs::File::create(home.path().join("long")).expect("a file");
    for _ in 0..220 {
        file.write_all(&vec![b'x'; 1 << 20]).expect("there is room");
    }
    drop(file);
    let mut bounded = command(home.path());
    let shell = ["-c", "ulimit -v 200000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_heterodox")];
    let mut line = Command::new("/bin/sh");
    line.args(shell).args(words(&["import", "long"])).current_dir(home.path());
    line.env_clear().envs(bounded.env("X", "").get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = fed(line, b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no game of a known variant was found"), "{said}");
}
