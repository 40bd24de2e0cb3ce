//! The program with lines of text over pipes, and small helpers of its tests.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use heterodox::games::built_in;
use heterodox::record::journal;

use crate::support::{PATIENCE, games};

/// A program in lines, over pipes.
pub(crate) struct Lines {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// Everything it has written.
    all: String,
}

impl Lines {
    pub(crate) fn start(home: &Path, arguments: &[&str], term: &str) -> Lines {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.args(arguments).env("HOME", home).env("TERM", term).env("LANG", "C.UTF-8");
        command.env("HETERODOX_CONFIG", home.join("config")).env("HETERODOX_DATA", home.join("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (sender, output) = channel();
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|count| count > 0) {
                let _ = sender.send(std::mem::take(&mut line));
            }
        });
        let input = child.stdin.take();
        Lines { child, input, output, all: String::new() }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("it is open"), "{line}").expect("it reads");
    }

    /// The next line.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let line = self.output.recv_timeout(PATIENCE).ok()?;
        self.all.push_str(&line);
        Some(line.trim_end().to_owned())
    }

    /// Reads on to the line for which this is so.
    pub(crate) fn wait(&mut self, so: impl Fn(&str) -> bool) -> String {
        loop {
            let Some(line) = self.hear() else { panic!("it is silent after:\n{}", self.all) };
            if so(&line) {
                return line;
            }
        }
    }

    /// Ends the input, and waits for the end of the program. Gives back all it wrote.
    pub(crate) fn end(mut self) -> String {
        self.input = None;
        while self.hear().is_some() {}
        assert!(self.child.wait().expect("it ends").success(), "{}", self.all);
        assert_plain(&self.all);
        self.all
    }
}

/// Nothing but text and ends of lines.
pub(crate) fn assert_plain(text: &str) {
    let wrong = text.chars().find(|&letter| letter != '\n' && letter.is_control());
    assert_eq!(wrong, None, "{text:?}");
}

pub(crate) fn people(game: &str) -> Vec<String> {
    let seats = built_in(game).expect("a game").spec().seats.iter();
    let seats = seats.flat_map(|seat| ["--seat".to_owned(), format!("{}=human", seat.name)]);
    ["play", game, "--linear"].map(str::to_owned).into_iter().chain(seats).collect()
}

pub(crate) fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

pub(crate) fn only_journal(home: &Path) -> PathBuf {
    let all = journal::list(&games(home));
    assert_eq!(all.len(), 1);
    all.into_iter().next().expect("one")
}
