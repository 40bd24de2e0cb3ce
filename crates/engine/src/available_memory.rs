//! Available memory. Linux allows allocations beyond the available memory and kills a process when the memory is
//! used, and a small allocation that fails ends the program. So what an engine needs is counted beforehand, and what does
//! not fit is refused.

use crate::task::{self, space};

/// The address space of a thread for its small allocations: glibc takes this much at once for each thread, up to eight
/// threads for each processor. One thread does without if there is too little.
const HEAP_BYTES: usize = 64 << 20;
const HEAPS: usize = 8;

/// The bytes for the tables of an engine with so many threads: what is available in the system, in the control group of
/// this process and in its address space, the smallest of them; `None` if unknown.
pub(super) fn bytes(threads: usize) -> Option<usize> {
    let system = text("/proc/meminfo").and_then(|text| available(&text));
    let memory = [system, group()].into_iter().flatten().min().map(|bytes| bytes as usize);
    let with_threads = |left: usize| {
        let heaps = threads.saturating_sub(1).min(HEAPS * task::processors());
        left.saturating_sub(threads.saturating_mul(space::STACK_BYTES) + heaps * HEAP_BYTES)
    };
    [memory, space::left().map(with_threads)].into_iter().flatten().min()
}

fn text(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The available bytes according to `/proc/meminfo`.
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The bytes left in the control group at the root of a container. The inactive file cache counts as used there,
/// but the kernel frees it when memory is short, so it is not subtracted.
fn group() -> Option<u64> {
    let number = |path: &str| text(path)?.trim().parse::<u64>().ok();
    let most = number("/sys/fs/cgroup/memory.max")?;
    let files = text("/sys/fs/cgroup/memory.stat")
        .and_then(|text| text.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse::<u64>().ok()));
    let used = number("/sys/fs/cgroup/memory.current")?.saturating_sub(files.unwrap_or(0));
    Some(most.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let text = "MemTotal:  24000 kB\nMemFree:  1 kB\nMemAvailable:   20480 kB\n";
        assert_eq!(available(text), Some(20480 * 1024));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(available("MemAvailable: 99999999999999999999 kB\n"), None);
    }
}
