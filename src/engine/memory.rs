//! The memory of a search: large lists of zeros, and two hints to the processor about the table of
//! positions. This is the one place with `unsafe`:
//!
//! * `zeros` asks the system for memory that is zero already and that it may refuse. The safe ways of the
//!   standard library either abort the program when memory is refused (`vec![0; count]`) or write each zero
//!   (`try_reserve_exact` and `resize`), which made the first move of a game wait for its table.
//! * `fetch` and `wide` change nothing that is computed. `benches/search.rs` shows what they are worth:
//!   `table` with and without them.
#![expect(unsafe_code, reason = "no safe way to ask for any of this is stable")]

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicI16, AtomicU64};

/// A number whose bytes may all be zero. Only these two, which this file knows, implement it.
pub(super) trait Number {}
impl Number for AtomicI16 {}
impl Number for AtomicU64 {}

/// A list of so many zeros; none where there is no memory for it. What is never written takes no
/// memory, as long as the list is large.
pub(super) fn zeros<T: Number>(count: usize) -> Option<Vec<T>> {
    let layout = Layout::array::<T>(count).ok()?;
    if layout.size() == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the size is not 0.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return None;
    }
    // SAFETY: the memory comes from the global allocator with the layout of `count` values of `T`, which is
    // what a box of that slice frees. All of it is initialised, for zero bytes are a `Number`.
    let all = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start.cast::<T>(), count)) };
    Some(all.into_vec())
}

/// Could so many bytes be had now?
pub(super) fn is_room(bytes: usize) -> bool {
    zeros::<AtomicU64>(bytes / size_of::<AtomicU64>()).is_some()
}

/// Asks for a value to be brought near, to be read soon.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks for wide pages for a list that nothing was written to yet: fewer of them are remembered more
/// easily.
pub(super) fn wide<T>(list: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// What the system counts memory in, at most.
        const PAGE: usize = 1 << 16;
        let start = list.as_mut_ptr().cast::<u8>();
        let skip = start.align_offset(PAGE);
        let length = size_of_val(list).saturating_sub(skip) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the range lies in memory that the list owns; the advice does not change it.
            let _ =
                unsafe { rustix::mm::madvise(start.add(skip).cast(), length, rustix::mm::Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = list;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn what_is_too_large_is_refused() {
        assert!(zeros::<AtomicU64>(usize::MAX).is_none());
        assert!(zeros::<AtomicU64>(usize::MAX >> 4).is_none());
        assert!(is_room(1 << 20) && !is_room(usize::MAX));
        assert_eq!(zeros::<AtomicI16>(0).map(|list| list.len()), Some(0));
        let list = zeros::<AtomicI16>(1000).expect("a little memory");
        assert!(list.len() == 1000 && list.iter().all(|number| number.load(Ordering::Relaxed) == 0));
    }
}
