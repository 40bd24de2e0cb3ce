//! Memory of the search: large zeroed arrays, and two hints to the processor and the system about the transposition
//! table. Only this module of the engine uses `unsafe`:
//!
//! * `zeros` allocates memory that is already zero, and the allocation may fail. The safe functions of the standard
//!   library either abort the program on failure (`vec![0; count]`) or write every zero (`try_reserve_exact` and
//!   `resize`), which delayed the first move of a game until the whole table was written.
//! * `prefetch` and `wide` do not change any result. `benches/search.rs` measures their effect: `table` with and
//!   without them.
#![expect(unsafe_code, reason = "no safe way to ask for any of this is stable")]

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicI16, AtomicU64};

/// A number for which all bytes zero is a valid value. Only the two types in this file implement it.
pub(super) trait Number {}
impl Number for AtomicI16 {}
impl Number for AtomicU64 {}

/// A list of `count` zeros; `None` if there is not enough memory. In a large list, pages that are never written use
/// no physical memory.
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

/// Can this many bytes be allocated now?
pub(super) fn is_room(bytes: usize) -> bool {
    zeros::<AtomicU64>(bytes / size_of::<AtomicU64>()).is_some()
}

/// Prefetches a value into the processor cache, to be read soon.
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

/// Requests huge pages for a list that has not been written to yet: fewer pages cause fewer TLB misses.
pub(super) fn wide<T>(list: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// The largest page size of the supported systems.
        const PAGE_BYTES: usize = 1 << 16;
        let start = list.as_mut_ptr().cast::<u8>();
        let skip = start.align_offset(PAGE_BYTES);
        let length = size_of_val(list).saturating_sub(skip) / PAGE_BYTES * PAGE_BYTES;
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
