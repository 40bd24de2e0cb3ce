//! The program in a real terminal: a pty with a screen behind it. Types keys, waits for text, looks
//! at what is on the screen and at what is left behind.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

mod folder;
mod left;
mod output;
pub mod run;
pub mod script;
mod waits;

pub use folder::Folder;
use output::Output;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::Termios;

/// Of these failures those that the program can be asked for: without debug assertions it has none.
pub const fn faults<'a>(all: &'a [&'a str]) -> &'a [&'a str] {
    if cfg!(debug_assertions) { all } else { &[] }
}

/// How long anything may take before a test gives up. A machine with nothing to spare leaves a new
/// session without the processor for half a minute now and then.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A program in a terminal.
pub struct Session {
    pty: Arc<Pty>,
    pub child: Child,
    output: Arc<Mutex<Output>>,
    /// Tells that something was written, or that there is no more.
    written: Arc<Condvar>,
    /// Does nobody read what the program writes?
    frozen: Arc<AtomicBool>,
    /// Has the test its terminal open too? Then there is no end of what is written.
    shared: AtomicBool,
    /// How the terminal was before the program began.
    before: Termios,
}

impl Session {
    /// Starts a command in a terminal of this size.
    pub fn start(mut command: Command, (columns, rows): (u16, u16)) -> Session {
        let (pty, slave) = open().expect("a pty");
        pty.resize(Size::new(rows, columns)).expect("a size");
        command = command.env("COLUMNS", "").env("LINES", "");
        let before = rustix::termios::tcgetattr(&pty).expect("the terminal can be asked");
        let child = command.spawn(slave).expect("the program starts");
        let pty = Arc::new(pty);
        let output = Arc::new(Mutex::new(Output::new(columns, rows)));
        let frozen = Arc::new(AtomicBool::new(false));
        let written = Arc::<Condvar>::default();
        let (reader, taken, ice, news) =
            (Arc::clone(&pty), Arc::clone(&output), Arc::clone(&frozen), Arc::clone(&written));
        thread::spawn(move || {
            let mut buffer = vec![0; 65536];
            loop {
                while ice.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                let count = (&*reader).read(&mut buffer).unwrap_or(0);
                let mut output = taken.lock().expect("no panic");
                if count == 0 {
                    output.end();
                } else {
                    output.take(&buffer[..count]);
                }
                drop(output);
                news.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Session { pty, child, output, written, frozen, shared: AtomicBool::new(false), before }
    }

    /// Nothing of what the program writes is read any more, or it is again.
    pub fn freeze(&self, frozen: bool) {
        self.frozen.store(frozen, Ordering::SeqCst);
    }

    /// Types the same bytes over and over, as fast as the terminal takes them, until it is dropped.
    pub fn flood(&self, bytes: &'static [u8]) -> Flood {
        let stop = Arc::new(AtomicBool::new(false));
        let (pty, stopped) = (Arc::clone(&self.pty), Arc::clone(&stop));
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                if has_room(&pty, Duration::from_millis(1)) && (&*pty).write_all(bytes).is_err() {
                    return;
                }
                thread::sleep(Duration::from_micros(300));
            }
        });
        Flood { stop, thread: Some(thread) }
    }

    /// What was written after the last byte that gave the terminal back; nothing where none was.
    pub fn after_leaving(&self) -> Option<String> {
        /// The last of what leaving writes.
        const LAST: &[u8] = b"\x1b[?25h\x1b[23;0t";
        let bytes = self.bytes();
        // The first time: whatever leaves twice has something between.
        let at = bytes.windows(LAST.len()).position(|window| window == LAST)?;
        Some(String::from_utf8_lossy(&bytes[at + LAST.len()..]).into_owned())
    }

    /// Types bytes as they are.
    pub fn send(&self, bytes: impl AsRef<[u8]>) {
        (&*self.pty).write_all(bytes.as_ref()).expect("the terminal takes keys");
    }

    /// Types the same bytes again and again until the terminal takes no more.
    pub fn fill(&self, bytes: &[u8]) {
        while has_room(&self.pty, Duration::from_millis(20)) {
            self.send(bytes);
        }
    }

    /// Types into a terminal that may be gone.
    pub fn try_send(&self, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
        (&*self.pty).write_all(bytes.as_ref())
    }

    /// Has everything ended that had the terminal open?
    pub fn has_ended(&self) -> bool {
        self.output.lock().expect("no panic").ended
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.output.lock().expect("no panic").screen.screen_mut().set_size(rows, columns);
        self.pty.resize(Size::new(rows, columns)).expect("a size");
    }

    /// Clicks with the left button.
    pub fn click(&self, column: u16, row: u16) {
        self.send(format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    pub fn text(&self) -> String {
        self.output.lock().expect("no panic").screen.screen().contents()
    }

    /// The first line.
    pub fn title(&self) -> String {
        let output = self.output.lock().expect("no panic");
        output.screen.screen().rows(0, u16::MAX).next().unwrap_or_default()
    }

    /// How many bytes were written so far.
    pub fn count(&self) -> usize {
        self.output.lock().expect("no panic").bytes.len()
    }

    /// All that was written so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.output.lock().expect("no panic").bytes.clone()
    }

    /// What was written after so many bytes.
    pub fn written_since(&self, count: usize) -> String {
        String::from_utf8_lossy(&self.output.lock().expect("no panic").bytes[count..]).into_owned()
    }

    /// The program that a shell in this terminal runs.
    pub fn child_of_child(&self) -> rustix::process::Pid {
        let pid = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        let first = children.split_whitespace().next().and_then(|pid| pid.parse().ok());
        first.and_then(rustix::process::Pid::from_raw).expect("a program runs")
    }

    pub fn on_alternate_screen(&self) -> bool {
        self.output.lock().expect("no panic").screen.screen().alternate_screen()
    }

    /// What is still changed: alternate screen, hidden cursor, mouse, paste, focus, background.
    pub fn left_changed(&self) -> Vec<&'static str> {
        let output = self.output.lock().expect("no panic");
        let screen = output.screen.screen();
        let mut left = Vec::new();
        if screen.alternate_screen() {
            left.push("alternate screen");
        }
        if screen.hide_cursor() {
            left.push("hidden cursor");
        }
        if screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None {
            left.push("mouse");
        }
        if screen.bracketed_paste() {
            left.push("paste");
        }
        let last = |mode: &[u8]| output.bytes.windows(mode.len()).rposition(|part| part == mode);
        if last(b"\x1b[?1004h") > last(b"\x1b[?1004l") {
            left.push("focus");
        }
        // A theme's is written as `#171b24`, and those of the tests' terminals are not.
        let set = last(b"\x1b]11;#");
        if set > last(b"\x1b]11;rgb:") && set > last(b"\x1b]111\x07") {
            left.push("background");
        }
        left
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(self.child.id() as i32).expect("a process");
        let _ = rustix::process::kill_process(pid, signal);
    }

    /// Sends a signal that may have no name.
    pub fn signal_number(&self, signal: i32) {
        let line = format!("kill -{signal} {}", self.child.id());
        let sent = std::process::Command::new("/bin/sh").args(["-c", &line]).status().expect("a shell");
        assert!(sent.success(), "{line}");
    }

    /// Waits until the program has been stopped.
    pub fn wait_until_stopped(&self) {
        let stat = format!("/proc/{}/stat", self.child.id());
        self.watch(|| std::fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") T ")));
    }

    /// The terminal as the program has it. It stays open when the program ends, as it does for a shell.
    pub fn other_end(&self) -> std::fs::File {
        use std::os::unix::fs::OpenOptionsExt as _;
        self.shared.store(true, Ordering::SeqCst);
        let mut open = std::fs::File::options();
        open.read(true).write(true).custom_flags(rustix::fs::OFlags::NOCTTY.bits() as i32);
        open.open(format!("/proc/{}/fd/0", self.child.id())).expect("its terminal")
    }

    /// Kills the program where it stands, and waits until all it wrote is on the screen.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.ended();
    }

    /// Waits for the end of the program.
    pub fn ended(&mut self) -> ExitStatus {
        self.ended_within(PATIENCE).unwrap_or_else(|| panic!("it goes on; the screen shows:\n{}", self.text()))
    }

    /// Waits for the end of the program, but not longer than this.
    pub fn ended_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                // What it wrote last is still on its way, unless nothing is read. Where a test has the terminal open too,
                // this never ends.
                let shared = self.shared.load(Ordering::SeqCst);
                let end = Instant::now() + Duration::from_secs(if shared { 3 } else { 30 });
                let is_read = || !self.frozen.load(Ordering::SeqCst);
                while is_read() && !self.output.lock().expect("no panic").ended && Instant::now() < end {
                    thread::sleep(Duration::from_millis(5));
                }
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Has the terminal the modes that it had before: echo, lines, signals?
    pub fn is_cooked(&self) -> bool {
        let modes = rustix::termios::tcgetattr(&*self.pty).expect("the terminal can be asked");
        let all = |modes: &Termios| {
            format!("{:?}", (modes.input_modes, modes.output_modes, modes.control_modes, modes.local_modes))
        };
        all(&modes) == all(&self.before)
    }

    /// Fails unless the terminal was given back, and nothing was drawn after that.
    pub fn assert_given_back(&self, what: &str) {
        assert!(self.is_cooked(), "{what}: the terminal's modes are not as they were");
        assert_eq!(self.left_changed(), [""; 0], "{what}");
        if let Some(rest) = self.after_leaving() {
            assert!(!rest.contains('\x1b'), "{what}: written after the terminal was left: {rest:?}");
        } else {
            let bytes = self.bytes();
            assert!(!bytes.contains(&0x1b), "{what}: never left: {:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

/// Does a terminal take keys, at once or within this time?
fn has_room(pty: &Pty, patience: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
    let mut room = [PollFd::new(pty, PollFlags::OUT)];
    poll(&mut room, Some(&patience)).is_ok() && room[0].revents().contains(PollFlags::OUT)
}

/// Keys that are typed without end.
pub struct Flood {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where the program keeps the games of a home.
pub fn games(home: &Path) -> PathBuf {
    home.join("data").join("games")
}

/// The program with a home of its own.
pub fn program(home: &Path) -> Command {
    at_home(Command::new(env!("CARGO_BIN_EXE_heterodox")), home)
}

/// A line for the shell, in which `$0` is the program.
pub fn shell(home: &Path, line: &str) -> Command {
    at_home(Command::new("/bin/sh").args(["-c", line, env!("CARGO_BIN_EXE_heterodox")]), home)
}

/// The program under limits, in the words of `ulimit`: `$0` is the program.
pub fn limited(home: &Path, limits: &str, arguments: &str) -> Command {
    shell(home, &format!("{limits}; exec $0 {arguments}"))
}

/// The program as a user that has nothing else running, so that a limit of processes is its own. Only
/// root can become one: others get nothing.
pub fn as_nobody(home: &Path, user: u32, processes: u32, arguments: &str) -> Option<Command> {
    use std::os::unix::fs::PermissionsExt as _;
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only root can be another user");
        return None;
    }
    let open = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).expect("our own folder");
    };
    // The program itself may lie where nobody else can look.
    let program = home.join("program");
    if !program.exists() {
        std::fs::copy(env!("CARGO_BIN_EXE_heterodox"), &program).expect("room");
        open(&program);
        open(home);
    }
    let line = format!(
        "exec setpriv --reuid={user} --regid={user} --clear-groups prlimit --nproc={processes} \
         {} {arguments}",
        program.display()
    );
    Some(at_home(Command::new("/bin/sh").args(["-c", &line]), home))
}

fn at_home(command: Command, home: &Path) -> Command {
    command
        .env_clear()
        .env("HOME", home)
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
        .env("PATH", std::env::var("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
}
