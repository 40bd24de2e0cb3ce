//! Whole sessions in programs that stand between a terminal and ours: GNU screen, which has no
//! alternate screen unless it is asked for one, mosh, and the clipboard of tmux. Skipped with a word where they are
//! missing; the checks of the project install them.

use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, PATIENCE, Session};
use heterodox::games::built_in;
use heterodox::rules::variant::Opening;
use pty_process::blocking::Command;

const SIZE: (u16, u16) = (80, 24);
const GAME: &str = "play sanctuary --seat white=human --seat black=human";

/// Is a program of this name in one of the folders of programs?
pub(crate) fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Is a program there? It must be where `HETERODOX_NEED_MULTIPLEXERS` is set.
fn have(name: &str) -> bool {
    let there = is_on_path(name);
    assert!(there || std::env::var_os("HETERODOX_NEED_MULTIPLEXERS").is_none(), "{name} is needed and missing");
    if !there {
        println!("skipped: there is no {name}");
    }
    there
}

/// A command that hands our folders on to what it runs.
fn at_home(command: Command, home: &Path) -> Command {
    command
        .env_clear()
        .env("PATH", std::env::var("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("LC_ALL", "C.UTF-8")
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
}

/// Plays two moves, asks for help, and leaves.
fn play(session: &Session) {
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    session.send("me4\r");
    session.expect("Black to move");
    session.send("me5\r");
    session.wait("both moves", |screen| {
        screen.contains("White to move") && screen.contains("e4") && screen.contains("e5")
    });
    session.send("?");
    session.expect("filter:");
    session.send("\x1b");
    session.wait("the board again", |screen| screen.contains("? keys") && !screen.contains("filter:"));
}

/// A screen that ends with its owner: left alone it would go on without a terminal.
struct Screen<'a>(&'a Path);

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        let mut quit = Process::new("screen");
        quit.args(["-S", "test", "-X", "quit"]).env("SCREENDIR", self.0);
        let _ = quit.stdin(Stdio::null()).stdout(Stdio::null()).status();
    }
}

/// In GNU screen, with a line of its settings.
fn in_screen(setting: &str, alternate: bool) {
    use std::os::unix::fs::PermissionsExt as _;
    if !have("screen") {
        return;
    }
    let home = Folder::new("screen");
    let sockets = home.path().join("sockets");
    std::fs::create_dir(&sockets).expect("a folder");
    std::fs::set_permissions(&sockets, std::fs::Permissions::from_mode(0o700)).expect("our own folder");
    let settings = home.path().join("settings");
    std::fs::write(&settings, format!("startup_message off\nshell /bin/bash\n{setting}\n")).expect("room");
    let command = Command::new("screen")
        .args(["-U", "-c"])
        .arg(&settings)
        .args(["-S", "test", "bash", "--norc", "--noprofile"])
        .env_clear();
    let command = at_home(command, home.path()).env("SCREENDIR", &sockets).env("PS1", "shell> ");
    let mut session = Session::start(command, SIZE);
    let _screen = Screen(&sockets);
    session.expect("shell> ");
    session.send("for n in $(seq 60); do echo words of the shell; done\r");
    session.wait("the shell's words", |screen| screen.matches("words of the shell").count() > 20);
    session.send(format!("{} {GAME}\r", env!("CARGO_BIN_EXE_heterodox")));
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    session.settle();
    assert!(!session.text().contains("words of"), "drawn over the shell's text:\n{}", session.text());
    play(&session);
    session.send("\x03");
    session.prompted();
    session.settle();
    let shown = session.text();
    assert!(!shown.contains('│') && !shown.contains('╭'), "something is left of the picture:\n{shown}");
    assert_eq!(shown.contains("words of the shell"), alternate, "{shown}");
    session.send("stty -a | grep -c ' -icanon\\| -echo '\r");
    session.wait("the modes", |screen| screen.lines().any(|line| line.trim() == "0"));
    session.send("exit\r");
    session.ended();
}

#[test]
fn a_game_in_screen_without_an_alternate_screen() {
    in_screen("", false);
}

#[test]
fn a_game_in_screen_with_an_alternate_screen() {
    in_screen("altscreen on", true);
}

#[test]
fn a_game_through_mosh() {
    if !have("mosh-server") || !have("mosh-client") {
        return;
    }
    let home = Folder::new("mosh");
    let path = |name: &str| home.path().join(name);
    // A port of its own is found by the server.
    let mut server = Process::new("mosh-server");
    server.args(["new", "-i", "127.0.0.1", "-c", "256", "-l", "LANG=C.UTF-8", "--"]);
    server.arg(env!("CARGO_BIN_EXE_heterodox")).args(GAME.split_whitespace());
    server.env_clear().env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOME", home.path());
    server.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env("LANG", "C.UTF-8");
    server.env("HETERODOX_CONFIG", path("config")).env("HETERODOX_DATA", path("data"));
    // One whose client never comes ends by itself.
    server.env("MOSH_SERVER_NETWORK_TMOUT", PATIENCE.as_secs().to_string());
    // The server stays behind: it must not keep our pipes.
    let (told, errors) = (path("told"), path("errors"));
    server.stdin(Stdio::null());
    server.stdout(std::fs::File::create(&told).expect("room"));
    server.stderr(std::fs::File::create(&errors).expect("room"));
    assert!(server.status().expect("it starts").success());
    let told = std::fs::read_to_string(&told).expect("it tells");
    let words: Vec<&str> = told.lines().find_map(|line| line.strip_prefix("MOSH CONNECT ")).map_or_else(
        || panic!("no port: {told} {}", std::fs::read_to_string(&errors).unwrap_or_default()),
        |line| line.split_whitespace().collect(),
    );
    let client = Command::new("mosh-client").args(["127.0.0.1", words[0]]);
    let mut session = Session::start(at_home(client, home.path()).env("MOSH_KEY", words[1]), SIZE);
    play(&session);
    session.resize(100, 30);
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    session.send("\x03");
    session.ended();
    assert!(session.is_cooked());
    assert_eq!(session.left_changed(), [""; 0]);
}

/// A tmux of its own, which ends with its owner.
struct Tmux<'a>(&'a Path);

impl Tmux<'_> {
    fn tell(&self, arguments: &[&str]) -> String {
        let mut command = Process::new("tmux");
        command.args(["-u", "-f", "/dev/null", "-S"]).arg(self.0.join("tmux")).args(arguments).env_clear();
        command.env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOME", self.0).env("LANG", "C.UTF-8");
        command.env("HETERODOX_CONFIG", self.0.join("config")).env("HETERODOX_DATA", self.0.join("data"));
        let output = command.stdin(Stdio::null()).output().expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn wait(&self, arguments: &[&str], what: &str, so: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so(&self.tell(arguments)) {
            let screen = self.tell(&["capture-pane", "-p"]);
            assert!(Instant::now() < end, "waited for {what}; the screen shows:\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        self.tell(&["kill-server"]);
    }
}

#[test]
fn the_clipboard_of_tmux_holds_what_was_copied() {
    if !have("tmux") {
        return;
    }
    // Programs see one of these names.
    for (term, taken) in [("tmux-256color", "on"), ("screen-256color", "on"), ("tmux-256color", "external")] {
        let home = Folder::new("tmux-copy");
        let tmux = Tmux(home.path());
        let run = format!("{} {GAME}", env!("CARGO_BIN_EXE_heterodox"));
        tmux.tell(&["new-session", "-d", "-x", "120", "-y", "40", "sleep 1000"]);
        tmux.tell(&["set-option", "-g", "set-clipboard", taken]);
        tmux.tell(&["set-option", "-g", "default-terminal", term]);
        tmux.tell(&["respawn-pane", "-k", &run]);
        let screen = ["capture-pane", "-p"];
        tmux.wait(&screen, "the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
        tmux.tell(&["send-keys", "m", "e", "4", "Enter"]);
        tmux.wait(&screen, "a move", |screen| screen.contains("Black to move"));
        tmux.tell(&["send-keys", "Y", "f"]);
        tmux.wait(&screen, "the words", |screen| screen.contains("the clipboard of tmux"));
        let sanctuary = built_in("sanctuary").expect("a game");
        let mut position = sanctuary.begin(Opening::Start).expect("it begins");
        let mv = position.read("e4").expect("a move");
        position.play(mv).expect("it is legal");
        let fen = position.fen();
        if taken == "on" {
            tmux.wait(&["show-buffer"], "the position", |buffer| buffer.trim_end() == fen);
        } else {
            // By default tmux takes nothing from programs: the text can be selected on a page of its own.
            assert_eq!(tmux.tell(&["show-buffer"]), "");
            tmux.tell(&["send-keys", "Y", "t"]);
            tmux.wait(&screen, "the text", |screen| screen.contains(&fen));
            tmux.tell(&["send-keys", "q"]);
        }
        tmux.tell(&["send-keys", "C-c"]);
    }
}
