//! The address space that is left to this process where it is limited (`ulimit -v`, `ulimit -d`). A failed allocation of
//! a few bytes ends the program, and so does a thread that starts without room for its second stack. So what is large
//! is counted first, and some space is always left to the rest of the program.

use crate::processes;

/// The stack of a thread that is started without a size, in bytes.
pub const STACK_BYTES: usize = 2 << 20;

/// What is always left to the rest of the program, in bytes.
const RESERVE_BYTES: usize = 32 << 20;

/// The bytes that can still be taken; `None` if nothing limits them, or if the system does not tell.
pub fn left() -> Option<usize> {
    processes::address_space_left().map(|left| (left as usize).saturating_sub(RESERVE_BYTES))
}

/// Can another thread be started?
pub(super) fn has_thread() -> bool {
    left().is_none_or(|left| left >= STACK_BYTES)
}
