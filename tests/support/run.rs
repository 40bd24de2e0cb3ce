//! Commands that run without a terminal, and what they say.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::PATIENCE;

const PROGRAM: &str = env!("CARGO_BIN_EXE_heterodox");

/// A program that runs without a terminal.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub stderr: String,
}

fn at_home(mut command: Command, home: &Path) -> Command {
    command.env("HOME", home).env("HETERODOX_CONFIG", home.join("config"));
    command.env("HETERODOX_DATA", home.join("data")).stdin(Stdio::null());
    command
}

/// Runs a command to its end; one that never ends is a fault.
fn finish(mut command: Command) -> Run {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let end = Instant::now() + PATIENCE;
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() >= end {
            let _ = child.kill();
            panic!("{command:?} hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("what it wrote");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run { code: output.status.code(), out: text(output.stdout), stderr: text(output.stderr) }
}

pub fn run(home: &Path, arguments: &[&str]) -> Run {
    let mut command = at_home(Command::new(PROGRAM), home);
    command.args(arguments);
    finish(command)
}

/// Runs a line of the shell in which `$0` is the program and `$1` a path.
pub fn shell(home: &Path, line: &str, path: &Path) -> Run {
    let mut command = at_home(Command::new("/bin/sh"), home);
    command.args(["-c", line, PROGRAM]).arg(path);
    finish(command)
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
