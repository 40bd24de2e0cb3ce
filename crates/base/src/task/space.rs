//! The address space that is left to this process where it is limited (`ulimit -v`, `ulimit -d`). A failed allocation of
//! a few bytes ends the program, and so does a thread that starts without room for its second stack. So what is large
//! is counted first, and some space is always left to the rest of the program.

use rustix::process::{Resource, getrlimit};

/// The stack of a thread that is started without a size, in bytes.
pub const STACK_BYTES: usize = 2 << 20;

/// What is always left to the rest of the program, in bytes.
const RESERVE_BYTES: usize = 32 << 20;

/// The bytes that can still be taken; `None` if nothing limits them, or if the system does not tell.
pub fn left() -> Option<usize> {
    let [all, data] = [Resource::As, Resource::Data].map(|kind| getrlimit(kind).current);
    if all.is_none() && data.is_none() {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let rest = |most: Option<u64>, name| Some(most?.saturating_sub(used(&status, name)?));
    let left = [rest(all, "VmSize:"), rest(data, "VmData:")].into_iter().flatten().min()?;
    Some((left as usize).saturating_sub(RESERVE_BYTES))
}

/// Can another thread be started?
pub(super) fn has_thread() -> bool {
    left().is_none_or(|left| left >= STACK_BYTES)
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
