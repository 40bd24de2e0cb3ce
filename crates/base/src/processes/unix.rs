//! What this program needs of a Unix system for its own process and for those that it starts: groups that end together, a lower
//! priority, and how much address space is left.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Resource, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, nice, waitid};

/// What the watching shell runs: 0 is its own group. Nothing is ever written to its input.
const WATCH: &str = "read -r end; kill -s KILL 0";

/// By how much the priority of a thread is lowered.
const NICENESS: i32 = 10;

/// A group of processes, known by the one that leads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessGroup(Pid);

impl ProcessGroup {
    /// The group that a child leads.
    pub fn led_by(child: &Child) -> Option<ProcessGroup> {
        Pid::from_raw(child.id() as i32).map(ProcessGroup)
    }

    /// Kills all processes of the group.
    pub fn kill(self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// The process that is started will be in this group, or in one of its own: a key that interrupts this program does not
/// reach it.
pub fn put_in_group(command: &mut Command, group: Option<ProcessGroup>) -> &mut Command {
    command.process_group(group.map_or(0, |group| group.0.as_raw_nonzero().get()))
}

/// Starts a shell that leads a group, and kills it when this program is gone.
pub fn start_watcher() -> Option<Child> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", WATCH]).env_clear().stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without a shell the child still ends with this program, unless that is killed and the child reads no input.
    put_in_group(&mut shell, None).spawn().ok()
}

/// Has a child ended? Its process id is not reused until it is waited for.
pub fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Pid::from_raw(child.id() as i32).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

/// Lowers the priority of this thread.
pub fn lower_priority() {
    let _ = nice(NICENESS);
}

/// The bytes of address space that this process can still take (`ulimit -v`, `ulimit -d`); `None` if nothing limits them, or
/// if the system does not tell.
pub(crate) fn address_space_left() -> Option<u64> {
    let [all, data] = [Resource::As, Resource::Data].map(|kind| getrlimit(kind).current);
    if all.is_none() && data.is_none() {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let rest = |most: Option<u64>, name| Some(most?.saturating_sub(used(&status, name)?));
    [rest(all, "VmSize:"), rest(data, "VmData:")].into_iter().flatten().min()
}

/// A number of `/proc/self/status`, in bytes.
fn used(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let status = "Name:\tx\nVmSize:\t    2048 kB\nVmData:\t 1 kB\n";
        assert_eq!((used(status, "VmSize:"), used(status, "VmData:")), (Some(2 << 20), Some(1024)));
        assert_eq!((used(status, "VmPeak:"), used("VmSize: many kB\n", "VmSize:")), (None, None));
    }
}
