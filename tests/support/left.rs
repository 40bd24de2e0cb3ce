//! What a program leaves in its terminal for the shell to read.

use std::fs::File;
use std::io::Read as _;

use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::Session;

/// Bytes that no test types otherwise.
const LAST: &[u8] = b"<the last>";

impl Session {
    /// What was typed and not read by the program, at the end of the terminal that a shell would have. A terminal keeps the
    /// order, so what is typed now comes after it.
    pub fn left_to_read(&self, mut shell: &File) -> String {
        let mut raw = tcgetattr(shell).expect("the terminal can be asked");
        raw.make_raw();
        tcsetattr(shell, OptionalActions::Now, &raw).expect("it can be set");
        self.send(LAST);
        let (mut left, mut buffer) = (Vec::new(), [0; 4096]);
        while !left.ends_with(LAST) {
            let count = shell.read(&mut buffer).expect("it can be read");
            left.extend_from_slice(&buffer[..count]);
        }
        left.truncate(left.len() - LAST.len());
        String::from_utf8_lossy(&left).into_owned()
    }

    /// Waits until the program has read all that was typed. `/proc` counts what it reads; a terminal that has nothing to
    /// read may have something on its way.
    pub fn wait_until_read(&self, shell: &File, before: u64, typed: usize) {
        self.watch(|| {
            self.read_so_far() >= before + typed as u64
                && rustix::io::ioctl_fionread(shell).is_ok_and(|left| left == 0)
        });
    }

    /// How many bytes the program has read so far, from anywhere.
    pub fn read_so_far(&self) -> u64 {
        let counts = std::fs::read_to_string(format!("/proc/{}/io", self.child.id())).unwrap_or_default();
        let read = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
        read.and_then(|count| count.parse().ok()).expect("a count")
    }
}
