//! Two hints to the processor about the table of positions: the one place with `unsafe`. Neither changes
//! what is computed. `benches/search.rs` shows what they are worth: `table` with and without them.
#![expect(unsafe_code, reason = "no safe way to ask for either is stable")]

/// Asks for a value to be brought near, to be read soon.
#[inline]
pub(super) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks for wide pages for a list that has its memory and nothing in it yet: fewer of them are
/// remembered more easily.
pub(super) fn wide<T>(list: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        /// What the system counts memory in, at most.
        const PAGE: usize = 1 << 16;
        let spare = list.spare_capacity_mut();
        let start = spare.as_mut_ptr().cast::<u8>();
        let skip = start.align_offset(PAGE);
        let length = size_of_val(spare).saturating_sub(skip) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the range lies in memory that the list owns; the advice does not change it.
            let _ =
                unsafe { rustix::mm::madvise(start.add(skip).cast(), length, rustix::mm::Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = list;
}
