//! A child process with line-based input and output. No wait here exceeds its timeout, and no child process
//! outlives this program, also if that is killed: a shell in the group of the child kills the group when its own input
//! ends, and the system ends that input with this program.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heterodox_base::processes::{ProcessGroup, has_ended, put_in_group, start_watcher};

use crate::task;

/// The time that a process has to exit after `quit`.
const LONGEST_EXIT: Duration = Duration::from_millis(200);
/// Maximum length of a line in bytes; the rest is cut off.
const LONGEST_LINE_BYTES: u64 = 64 * 1024;
/// Capacity of the channel of unread lines; a process that prints more blocks.
const WAITING: usize = 256;
/// Polling interval for the stop flag.
pub(super) const LOOKING: Duration = Duration::from_millis(5);

/// The process groups of all running children, to kill them when this program ends. A group stays in the list only
/// while its process id cannot be reused.
static RUNNING: Mutex<Running> = Mutex::new(Running { closed: false, groups: Vec::new() });

struct Running {
    /// This program is ending: no new process may start, because nothing would end it.
    closed: bool,
    groups: Vec<ProcessGroup>,
}

fn running<T>(with: impl FnOnce(&mut Running) -> T) -> T {
    with(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Kills all child processes and prevents new ones, because this program is about to end.
pub fn end_all() {
    running(|running| {
        running.closed = true;
        for group in running.groups.drain(..) {
            group.kill();
        }
    });
}

/// Waits a short time for child processes that were told to quit, then kills the rest.
pub fn leave_all() {
    let end = Instant::now() + LONGEST_EXIT + LOOKING * 10;
    while running(|running| !running.groups.is_empty()) && Instant::now() < end {
        thread::sleep(LOOKING);
    }
    end_all();
}

/// Why no line was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// No line within the polling interval.
    Still,
    /// The process has ended its output.
    Ended,
}

/// Kills all processes of a group, and frees what the system keeps of the watcher.
fn kill(group: Option<ProcessGroup>, watcher: Option<Child>) {
    if let Some(group) = group {
        group.kill();
    }
    if let Some(mut watcher) = watcher {
        let _ = watcher.wait();
    }
}

/// A running child process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The shell that leads the group and ends it when this program is gone, if there is a shell.
    watcher: Option<Child>,
    group: Option<ProcessGroup>,
    /// Input is written by a thread, because the process may not be reading.
    input: Sender<String>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a child process.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Its own process group: Ctrl-C at the terminal must reach only this program, and the children of the
        // process are killed with it. The watcher is there first, so the child is never without it.
        let watcher = start_watcher();
        let leader = watcher.as_ref().and_then(ProcessGroup::led_by);
        put_in_group(&mut command, leader);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                kill(leader, watcher);
                return Err(error);
            }
        };
        let pipes = (child.stdin.take(), child.stdout.take());
        let group = leader.or_else(|| ProcessGroup::led_by(&child));
        let (input, output) = channel::<String>();
        let (sender, lines) = sync_channel(WAITING);
        // From here on dropping `process` ends the child, whatever fails.
        let process = Process { child, watcher, group, input, lines };
        let closed = running(|running| {
            running.groups.extend(group);
            running.closed
        });
        let (Some(mut writer), Some(reader)) = pipes else { return Err(io::Error::other("no pipes")) };
        if closed {
            return Err(io::Error::other("the program ends"));
        }
        let write = move || {
            while let Ok(line) = output.recv() {
                if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
                    return;
                }
            }
        };
        let read = move || {
            let mut reader = BufReader::new(reader);
            while let Ok(Some(line)) = read_line(&mut reader) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        task::spawn("engine input", write)?;
        task::spawn("engine output", read)?;
        Ok(process)
    }

    /// Sends one line. Control characters are replaced, so that a name or an option cannot contain a second
    /// command. Write errors are ignored: they show in the missing output.
    pub(super) fn say(&self, line: &str) {
        let line: String = line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let _ = self.input.send(line + "\n");
    }

    /// Reads a line. Waits only one polling interval, so that the caller can check other conditions.
    pub(super) fn hear(&self) -> Result<String, Silence> {
        self.lines.recv_timeout(LOOKING).map_err(|silence| match silence {
            RecvTimeoutError::Timeout => Silence::Still,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        let end = Instant::now() + LONGEST_EXIT;
        while !has_ended(&self.child) && Instant::now() < end {
            // Its output is read, so that it does not block on a full pipe.
            if self.hear() == Err(Silence::Ended) {
                thread::sleep(LOOKING);
            }
        }
        // Its own children may still be running.
        running(|running| {
            running.groups.retain(|&group| Some(group) != self.group);
            kill(self.group, self.watcher.take());
        });
        let _ = self.child.wait();
    }
}

/// Reads a line, cut at the maximum length; `None` at the end of the output.
fn read_line(output: &mut BufReader<impl Read>) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if output.by_ref().take(LONGEST_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    while line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE_BYTES {
        let mut rest = Vec::new();
        if output.by_ref().take(LONGEST_LINE_BYTES).read_until(b'\n', &mut rest)? == 0
            || rest.last() == Some(&b'\n')
        {
            break;
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use rustix::process::Pid;

    use super::*;

    #[test]
    fn a_long_line_is_cut_and_the_next_is_whole() {
        let text = format!("{}\nnext\nlast", "x".repeat(200_000));
        let mut reader = BufReader::new(text.as_bytes());
        let mut line = || read_line(&mut reader).expect("text");
        assert_eq!(line().map(|line| line.len() as u64), Some(LONGEST_LINE_BYTES));
        assert_eq!([line(), line(), line()], [Some("next".to_owned()), Some("last".to_owned()), None]);
    }

    #[test]
    fn what_it_is_told_is_one_line() {
        let process = Process::start("/bin/cat", &[]).expect("it runs");
        process.say("setoption name A value b\nquit\r\u{85}c\x1b漢\u{200d}");
        let end = Instant::now() + Duration::from_secs(300);
        let line = loop {
            assert!(Instant::now() < end);
            if let Ok(line) = process.hear() {
                break line;
            }
        };
        assert_eq!(line, "setoption name A value b quit  c 漢\u{200d}");
    }

    #[test]
    fn what_it_started_ends_with_it_and_nothing_waits_for_what_it_does_not_read() {
        let script = "trap '' TERM HUP; sleep 3600 & echo $!; wait; while :; do sleep 1; done";
        let process = Process::start("/bin/sh", &["-c", script].map(str::to_owned)).expect("it runs");
        let end = Instant::now() + Duration::from_secs(300);
        let started = loop {
            assert!(Instant::now() < end);
            if let Ok(line) = process.hear() {
                break line.parse().ok().and_then(Pid::from_raw).expect("a number");
            }
        };
        for _ in 0..100 {
            process.say(&"x".repeat(10_000));
        }
        let begun = Instant::now();
        drop(process);
        assert!(begun.elapsed() < Duration::from_secs(300), "nobody waits for what sleeps");
        // The process is gone, or is a zombie that its new parent has not waited for yet.
        let gone = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", started.as_raw_nonzero()));
            rustix::process::test_kill_process(started).is_err() || state.is_ok_and(|state| state.contains(") Z "))
        };
        while !gone() {
            assert!(begun.elapsed() < Duration::from_secs(300), "it still runs");
            thread::sleep(LOOKING);
        }
    }
}
