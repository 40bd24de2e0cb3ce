//! Through a real `sshd` on this machine, with a real `ssh`: play, cut the line, come back. The
//! tests are skipped with a word where there is no `sshd`; the checks of the project install one.

pub(crate) mod elsewhere;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, PATIENCE, Session};
use pty_process::blocking::Command;

const SSHD: &[&str] = &["/usr/sbin/sshd", "/usr/local/sbin/sshd"];

/// A server of our own: own keys, own config, a high port.
pub(crate) struct Server {
    child: Child,
    port: u16,
    pub(crate) folder: Folder,
    /// Let go of last: the port is free again.
    _alone: MutexGuard<'static, ()>,
}

/// One server at a time: a port that one test found free would be free for the next one too.
static ALONE: Mutex<()> = Mutex::new(());

fn run(process: &mut Process) {
    let done = process.stdin(Stdio::null()).stdout(Stdio::null()).output().expect("it can be started");
    assert!(done.status.success(), "{process:?}: {}", String::from_utf8_lossy(&done.stderr));
}

impl Server {
    /// Starts a server that runs the program for whoever logs in, through this wrapper. Without one the key decides.
    fn start(wrapper: &str) -> Option<Server> {
        let Some(sshd) = SSHD.iter().map(Path::new).find(|path| path.exists()) else {
            assert!(std::env::var_os("HETERODOX_NEED_SSHD").is_none(), "an sshd is needed and there is none");
            println!("skipped: there is no sshd");
            return None;
        };
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = Folder::new("sshd");
        let at = |name: &str| folder.path().join(name);
        for key in ["host", "user"] {
            run(Process::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(at(key)));
        }
        let script = at("client");
        let (program, home) = (env!("CARGO_BIN_EXE_heterodox"), folder.path().display().to_string());
        // As `docs/ssh.md` sets it up: the key of a player brings the folders of the player.
        let key = fs::read_to_string(at("user.pub")).expect("a key");
        let forced = if wrapper.is_empty() { String::new() } else { format!("ForceCommand {home}/client\n") };
        let own = format!(
            "restrict,pty,environment=\"HETERODOX_DATA={home}/data\",environment=\"HETERODOX_CONFIG={home}/config\" {key}"
        );
        fs::write(at("authorized"), own).expect("a list of keys");
        let text = format!("#!/bin/sh\n{}\n", wrapper.replace("PROGRAM", program).replace("HOME", &home));
        fs::write(&script, text).expect("a script");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it can be run");
        // A port that is free now; another process may take it before the server does.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
            let config = format!(
                "Port {port}\nListenAddress 127.0.0.1\nHostKey {0}/host\nAuthorizedKeysFile {0}/authorized\n\
                 PidFile {0}/pid\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n\
                 KbdInteractiveAuthentication no\nPermitRootLogin yes\n{forced}\
                 DisableForwarding yes\nPermitUserRC no\n\
                 PermitUserEnvironment HETERODOX_*\nAcceptEnv LANG LC_* COLORTERM NO_COLOR\n",
                folder.path().display()
            );
            fs::write(at("config.sshd"), config).expect("a config");
            let _ = fs::create_dir_all("/run/sshd");
            let log = fs::File::create(at("log")).expect("a log");
            let mut child = Process::new(sshd)
                .args(["-D", "-e", "-f"])
                .arg(at("config.sshd"))
                .stdin(Stdio::null())
                .stderr(log)
                .spawn()
                .expect("the server starts");
            let end = Instant::now() + PATIENCE;
            while Instant::now() < end && child.try_wait().expect("it can be asked").is_none() {
                // Somebody listens on the port; its own log says whether it is this server.
                let log = fs::read_to_string(at("log")).unwrap_or_default();
                if log.contains(&format!("listening on 127.0.0.1 port {port}")) {
                    return Some(Server { child, port, folder, _alone: alone });
                }
                thread::sleep(Duration::from_millis(20));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        panic!("the server did not start: {}", fs::read_to_string(at("log")).unwrap_or_default());
    }

    fn ssh(&self) -> Session {
        let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
        let known = format!("UserKnownHostsFile={}/known", self.folder.path().display());
        let command = Command::new("ssh")
            .args(["-F", "/dev/null", "-tt", "-p", &self.port.to_string(), "-i"])
            .arg(self.folder.path().join("user"))
            .args([
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                &known,
                "-o",
                "LogLevel=ERROR",
                "-o",
                "IdentitiesOnly=yes",
            ])
            .args(["-o", "SendEnv=LANG"])
            .arg(format!("{user}@127.0.0.1"))
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8");
        Session::start(command, (80, 24))
    }

    /// The process ids of our program under this server: those that hold its data directory in
    /// their environment.
    pub(crate) fn running(&self) -> Vec<u32> {
        let mark = format!("HETERODOX_DATA={}", self.folder.path().display());
        let own = std::process::id();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .filter(|&pid| pid != own)
            .filter(|pid| {
                let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
                let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                let holds =
                    |text: &[u8], part: &str| text.windows(part.len()).any(|window| window == part.as_bytes());
                holds(&environment, &mark) && holds(&command, "heterodox") && !holds(&command, "client")
            })
            .collect()
    }

    pub(crate) fn wait_until_gone(&self) {
        let end = Instant::now() + PATIENCE;
        while !self.running().is_empty() {
            assert!(Instant::now() < end, "the program goes on without its terminal: {:?}", self.running());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn journals(&self) -> Vec<PathBuf> {
        let games = self.folder.path().join("data/games");
        let files = fs::read_dir(games).into_iter().flatten().flatten().map(|entry| entry.path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for pid in self.running() {
            if let Some(pid) = rustix::process::Pid::from_raw(pid as i32) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays two moves by typing, in a game of two people.
fn play_two_moves(session: &Session) {
    session.expect("White to move");
    session.send("me4\r");
    session.expect("Black to move");
    session.send("me5\r");
    session.expect("White to move");
    session.wait("both moves in the list", |screen| screen.contains("e4") && screen.contains("e5"));
}

/// Cuts the line in the middle of a game, and looks that the program is gone and that the next login has every move.
fn cut_and_come_back(wrapper: &str) {
    let Some(server) = Server::start(wrapper) else { return };
    let mut first = server.ssh();
    play_two_moves(&first);
    assert_eq!(server.running().len(), 1);
    first.child.kill().expect("the client can be killed");
    first.child.wait().expect("it ends");
    server.wait_until_gone();
    assert_eq!(server.journals().len(), 1);
    let mut second = server.ssh();
    second.expect("White to move");
    second.wait("the moves", |screen| screen.contains("e4") && screen.contains("e5"));
    second.send("\x03");
    second.ended();
    assert_eq!(second.left_changed(), [""; 0]);
    server.wait_until_gone();
}

const START: &str = "PROGRAM resume 2>HOME/error || exec PROGRAM play sanctuary --seat black=human";

#[test]
fn a_cut_line_costs_no_move() {
    cut_and_come_back(&format!(
        "if ls HOME/data/games/*.journal >/dev/null 2>&1; then exec PROGRAM resume; fi; {START}"
    ));
}

#[test]
fn nor_with_a_parent_that_ignores_the_hang_up() {
    cut_and_come_back(&format!(
        "trap '' HUP\nif ls HOME/data/games/*.journal >/dev/null 2>&1; then PROGRAM resume; else {}; fi",
        START.replace("exec ", "")
    ));
}

#[test]
fn ctrl_c_leaves_a_clean_terminal() {
    let Some(server) = Server::start("exec PROGRAM play sanctuary --seat black=human") else { return };
    let mut session = server.ssh();
    session.expect("White to move");
    assert!(session.on_alternate_screen());
    // Over a line the mouse is off until it is asked for.
    assert!(!session.left_changed().contains(&"mouse"));
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    assert_eq!(session.left_changed(), [""; 0]);
    server.wait_until_gone();
}
