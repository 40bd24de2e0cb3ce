//! An engine on another machine: its command is an `ssh` to a real `sshd`, as `docs/ssh.md` tells it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::Server;
use crate::support::{Folder, PATIENCE, Session, program};

/// A machine that runs the program as an engine for who logs in.
pub(crate) struct Elsewhere(pub(crate) Server);

impl Elsewhere {
    /// Starts its `sshd`; `None` if there is none. The key can start the engine and nothing else.
    pub(crate) fn start() -> Option<Elsewhere> {
        let server = Server::start("")?;
        let at = |name: &str| server.folder.path().join(name);
        let (program, key) =
            (env!("CARGO_BIN_EXE_heterodox"), fs::read_to_string(at("authorized")).expect("a list"));
        let only = key.replacen("restrict,pty,", &format!("restrict,command=\"{program} engine\","), 1);
        fs::write(at("authorized"), only).expect("a list of keys");
        let host = fs::read_to_string(at("host.pub")).expect("a key");
        fs::write(at("known"), format!("[127.0.0.1]:{} {host}", server.port)).expect("a file");
        let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
        let folder = server.folder.path().display();
        let text = format!(
            "Host box\n    HostName 127.0.0.1\n    Port {}\n    User {user}\n    IdentityFile {folder}/user\n    \
             IdentitiesOnly yes\n    UserKnownHostsFile {folder}/known\n    StrictHostKeyChecking yes\n    \
             BatchMode yes\n    ServerAliveInterval 5\n    ServerAliveCountMax 2\n",
            server.port
        );
        fs::write(at("box"), text).expect("a file");
        Some(Elsewhere(server))
    }

    /// The settings of the engine on it.
    pub(crate) fn settings(&self) -> String {
        let file = self.0.folder.path().join("box").display().to_string();
        format!(
            "[[engine]]\nname = \"box\"\ncommand = [\"ssh\", \"-F\", {file:?}, \"box\", \"heterodox\", \"engine\"]\n\
             options = {{ Level = 1 }}\nthink_ms = 50\n"
        )
    }

    /// The processes of `ssh` to it.
    pub(crate) fn lines(&self) -> Vec<Pid> {
        let file = self.0.folder.path().join("box");
        let is_line = |pid: i32| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let words: Vec<&[u8]> = words.split(|&byte| byte == 0).collect();
            words.first() == Some(&b"ssh".as_slice())
                && words.get(2).is_some_and(|word| *word == file.as_os_str().as_encoded_bytes())
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter(|&pid| is_line(pid)).filter_map(Pid::from_raw).collect()
    }

    /// Cuts the only line, and looks that the engine ends on its machine.
    pub(crate) fn cut(&self) {
        let lines = self.lines();
        assert!(lines.len() == 1 && !self.0.running().is_empty(), "{lines:?} {:?}", self.0.running());
        kill_process(lines[0], Signal::KILL).expect("it runs");
        self.0.wait_until_gone();
    }

    /// Waits until no line is left.
    pub(crate) fn wait_until_left(&self) {
        let end = Instant::now() + PATIENCE;
        while !self.lines().is_empty() {
            assert!(Instant::now() < end, "the ssh goes on: {:?}", self.lines());
            thread::sleep(Duration::from_millis(10));
        }
        self.0.wait_until_gone();
    }
}

fn home(settings: &str) -> Folder {
    let home = Folder::new("elsewhere");
    fs::create_dir_all(home.path().join("config")).expect("a folder");
    fs::write(home.path().join("config/config.toml"), settings).expect("a file");
    home
}

fn play(home: &Path) -> Session {
    let session = Session::start(program(home).args(["play", "sanctuary", "--seat", "black=engine:box"]), (80, 24));
    session.expect("pieces can move");
    session
}

/// Waits until so many moves are there.
pub(crate) fn moves(session: &Session, count: usize) {
    session.wait("the moves", |screen| screen.contains(&format!("─ {count} ─╮")));
}

#[test]
fn an_engine_on_another_machine_plays_and_a_line_that_is_cut_costs_nothing() {
    let Some(elsewhere) = Elsewhere::start() else { return };
    let home = home(&elsewhere.settings());
    let mut session = play(home.path());
    for (text, count) in [("a2a3", 2), ("b2b3", 4)] {
        session.send(format!("m{text}\r"));
        moves(&session, count);
    }
    elsewhere.cut();
    // The next question finds the line dead: the game stops and says why, and the engine is asked again by a key.
    session.send("mc2c3\r");
    session.expect("engine box: it has ended");
    session.expect("x: try again,");
    session.send("x");
    moves(&session, 6);
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    elsewhere.wait_until_left();
}
