//! A server of the test's own, and players who log in.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pty_process::blocking::Command;
use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Folder, PATIENCE, Session};

/// The program of the server, with its folder.
pub(super) struct Club {
    pub(super) child: Child,
    pub(super) port: u16,
    folder: Arc<Folder>,
    clock: Clock,
}

/// How the clock of the machine of a server goes.
#[derive(Clone, Copy)]
pub(super) enum Clock {
    Right,
    /// An hour fast, where the library is that can do it.
    Fast,
}

impl Clock {
    fn variables(self) -> Vec<(&'static str, String)> {
        let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
        let library =
            folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1")).find(|at| at.exists());
        match (self, library) {
            (Clock::Right, _) => Vec::new(),
            (Clock::Fast, Some(library)) => vec![
                ("LD_PRELOAD", library.display().to_string()),
                ("FAKETIME", "+3600s".to_owned()),
                ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
            ],
            (Clock::Fast, None) => {
                println!("all clocks go right: there is no faketime");
                Vec::new()
            }
        }
    }
}

/// How somebody logs in.
#[derive(Clone, Copy)]
pub(super) enum By<'a> {
    /// With this key.
    Key(&'a Path),
    /// As a guest.
    Nothing,
}

/// Whether there is an `ssh` to test with.
fn has_ssh() -> bool {
    let found = Process::new("ssh").arg("-V").stderr(Stdio::null()).status().is_ok();
    if !found {
        assert!(std::env::var_os("HETERODOX_NEED_SSHD").is_none(), "an ssh is needed and there is none");
        println!("skipped: there is no ssh");
    }
    found
}

impl Club {
    /// Starts a server with these settings; `None` if there is no `ssh`.
    pub(super) fn start(settings: &str) -> Option<Club> {
        has_ssh().then(|| Club::open(Folder::new("serve"), settings))
    }

    /// Starts a server in this folder.
    pub(super) fn open(folder: Folder, settings: &str) -> Club {
        Club::open_at(folder, settings, Clock::Right)
    }

    /// The same on a machine whose clock goes like this.
    pub(super) fn open_at(folder: Folder, settings: &str, clock: Clock) -> Club {
        let log = File::options().create(true).append(true).open(folder.path().join("log")).expect("a log");
        Club::open_in(Arc::new(folder), settings, log.into(), clock)
    }

    /// Starts a server in this folder whose log goes there.
    pub(super) fn open_with(folder: Folder, settings: &str, log: Stdio) -> Club {
        Club::open_in(Arc::new(folder), settings, log, Clock::Right)
    }

    /// A second server of this folder, whose log nobody reads.
    pub(super) fn beside(&self, settings: &str) -> Club {
        Club::open_in(Arc::clone(&self.folder), settings, Stdio::null(), Clock::Right)
    }

    fn open_in(folder: Arc<Folder>, settings: &str, log: Stdio, clock: Clock) -> Club {
        let at = |name: &str| folder.path().join(name);
        fs::write(at("serve.toml"), settings).expect("a file");
        let mut child = Process::new(env!("CARGO_BIN_EXE_heterodox"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(at("data"))
            .arg("--config")
            .arg(at("serve.toml"))
            .envs(clock.variables())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("it starts");
        let told = BufReader::new(child.stdout.take().expect("a pipe"));
        let port = told.lines().map_while(Result::ok).find_map(|line| {
            let address = line.strip_prefix("Listening on 127.0.0.1:")?;
            address.parse().ok()
        });
        let log = || fs::read_to_string(at("log")).unwrap_or_default();
        let port = port.unwrap_or_else(|| panic!("the server did not start: {}", log()));
        Club { child, port, folder, clock }
    }

    /// Ends the server as a power cut would.
    pub(super) fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The same server again, after it has ended.
    pub(super) fn again(mut self, settings: &str) -> Club {
        self.stop();
        let folder = std::mem::replace(&mut self.folder, Arc::new(Folder::new("empty")));
        let log = File::options().append(true).open(folder.path().join("log")).expect("a log");
        Club::open_in(folder, settings, log.into(), self.clock)
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A key of this kind and with this name, made when it is wanted first.
    pub(super) fn key_of(&self, kind: &str, name: &str) -> PathBuf {
        let path = self.at(name);
        if !path.exists() {
            let mut keygen = Process::new("ssh-keygen");
            keygen.args(["-q", "-t", kind, "-N", "", "-f"]).arg(&path);
            assert!(keygen.stdin(Stdio::null()).status().expect("it starts").success(), "a key");
        }
        path
    }

    /// The key of the first player.
    pub(super) fn key(&self) -> PathBuf {
        self.key_of("ed25519", "key")
    }

    fn options(&self, by: By<'_>) -> Vec<String> {
        let known = format!("UserKnownHostsFile={}", self.at("known").display());
        let mut options: Vec<String> =
            ["-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "IdentitiesOnly=yes", "-o", &known, "-p"]
                .map(str::to_owned)
                .into();
        options.push(self.port.to_string());
        match by {
            By::Key(key) => options.extend(["-i".to_owned(), key.display().to_string()]),
            By::Nothing => options.extend(["-o".to_owned(), "PubkeyAuthentication=no".to_owned()]),
        }
        options
    }

    /// Runs `ssh` without a terminal, until it ends.
    pub(super) fn ssh(&self, by: By<'_>, more: &[&str]) -> Output {
        self.command(by, more).stdin(Stdio::null()).output().expect("it starts")
    }

    /// An `ssh` without a terminal, with pipes.
    pub(super) fn command(&self, by: By<'_>, more: &[&str]) -> Process {
        let mut ssh = Process::new("ssh");
        ssh.args(self.options(by)).args(["-o", "BatchMode=yes"]).args(more).env_remove("SSH_AUTH_SOCK");
        ssh.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        ssh
    }

    /// Asks for an archive that is not read, and waits until its first bytes are there.
    pub(super) fn unread_archive(&self, key: &Path) -> Child {
        let mut ssh = Process::new("ssh");
        ssh.args(self.options(By::Key(key))).args(["-o", "BatchMode=yes", "player@127.0.0.1", "archive"]);
        ssh.env_remove("SSH_AUTH_SOCK").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut ssh = ssh.spawn().expect("it starts");
        let first = &mut [0; 512];
        ssh.stdout.as_mut().expect("a pipe").read_exact(first).expect("the archive begins");
        ssh
    }

    /// The folders of the members.
    pub(super) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        fs::read_dir(self.at("data/players")).into_iter().flatten().flatten().map(|entry| entry.path())
    }

    /// The most memory that the server has had, in bytes.
    pub(super) fn peak_memory(&self) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the system tells");
        let kilobytes = line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
        kilobytes.expect("a number") << 10
    }

    /// Logs in on a terminal of 80 by 24.
    pub(super) fn login(&self, key: impl AsRef<Path>) -> Session {
        self.enter(By::Key(key.as_ref()), &[])
    }

    /// Logs in, with more options.
    pub(super) fn enter(&self, by: By<'_>, more: &[&str]) -> Session {
        self.enter_as("player", by, more)
    }

    /// The same with this name before the `@`.
    pub(super) fn enter_as(&self, name: &str, by: By<'_>, more: &[&str]) -> Session {
        let command = Command::new("ssh")
            .args(self.options(by))
            .args(more)
            .arg(format!("{name}@127.0.0.1"))
            .env_remove("SSH_AUTH_SOCK")
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8");
        Session::start(command, (80, 24))
    }

    /// Logs in through a line of the test, on a terminal of this size.
    pub(super) fn login_at(&self, port: u16, key: &Path, size: (u16, u16)) -> Session {
        let mut options = self.options(By::Key(key));
        let own = options.iter().position(|word| *word == self.port.to_string()).expect("the port");
        options[own] = port.to_string();
        let command = Command::new("ssh").args(options).arg("player@127.0.0.1").env_remove("SSH_AUTH_SOCK");
        Session::start(command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8"), size)
    }

    /// Runs a command of the operator.
    pub(super) fn operate(&self, line: &[&str]) -> Output {
        let mut command = Process::new(env!("CARGO_BIN_EXE_heterodox"));
        command.arg("serve").args(line).arg("--data").arg(self.at("data"));
        command.stdin(Stdio::null()).output().expect("it starts")
    }

    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    /// Waits until the log says this.
    pub(super) fn logged(&self, what: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.log().contains(what) {
            assert!(Instant::now() < end, "no {what} in the log:\n{}", self.log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(super) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.id() as i32).expect("a process");
        kill_process(pid, signal).expect("it runs");
    }

    /// Waits until the server has ended.
    pub(super) fn ended(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end:\n{}", self.log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The files of all players, as paths below `players`.
    pub(super) fn kept(&self) -> Vec<PathBuf> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() { walk(&path, found) } else { found.push(path) }
            }
        }
        let players = self.at("data/players");
        let mut found = Vec::new();
        walk(&players, &mut found);
        found.sort();
        found.iter().map(|path| path.strip_prefix(&players).expect("below it").to_owned()).collect()
    }
}

/// All that a program has said.
pub(super) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What a command says that must succeed.
pub(super) fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", told(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Drop for Club {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
