//! Background work: starting a thread may fail, and a panic ends one piece of work but not the program. All threads
//! are started here. The owner of contained work gets a panic as a message; the panic hook of the terminal calls
//! [`is_contained`] and then prints nothing, because the program continues and still uses the screen.
//!
//! The two thread-local values belong to the running thread, not to the program.

mod background;
mod in_order;
pub mod space;

pub use background::{Reporter, StopToken, Task};
pub use in_order::InOrder;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

use thiserror::Error;

thread_local! {
    /// True while a panic of this thread is caught by [`contain`].
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
    /// Source location of the last panic, stored by the panic hook.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic of contained work.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}{}", .place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default())]
pub struct Panic {
    pub(crate) message: String,
    /// The file and line, if they are known.
    pub(crate) place: Option<String>,
}

/// The result of work: its value, or its panic.
pub type Outcome<T> = Result<T, Panic>;

/// The number of threads that can run at the same time; 1 if the system does not say.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does this thread run work whose panic is caught and reported? A panic hook then leaves the terminal alone.
pub fn is_contained() -> bool {
    CONTAINED.try_with(Cell::get).unwrap_or(false)
}

/// Stores the location of a panic for the message that the owner of the work gets. For panic hooks.
pub fn note_place(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
    let _ = PLACE.try_with(|kept| kept.replace(place));
}

/// Runs the work on this thread. A panic is returned as an error.
pub fn contain<T>(work: impl FnOnce() -> T) -> Outcome<T> {
    let before = CONTAINED.replace(true);
    PLACE.take();
    // After a panic the values that the work was changing may be inconsistent; their owners must drop them.
    let done = catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(before);
    done.map_err(|panic| Panic { place: PLACE.take(), ..said(panic.as_ref()) })
}

/// A panic with its message.
fn said(panic: &(dyn Any + Send)) -> Panic {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let message = text.unwrap_or_else(|| "an unknown panic".to_owned());
    Panic { message, place: None }
}

/// A thread to start, if there is address space for one.
fn named(name: &str) -> io::Result<Builder> {
    if space::has_thread() {
        Ok(Builder::new().name(name.to_owned()))
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

/// Starts a thread for contained work. Fails if the system cannot start a thread.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<Outcome<T>>> {
    named(name)?.spawn(|| contain(work))
}

/// Starts a scoped thread, which may borrow. A caller that can work with fewer threads ignores the error.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, Outcome<T>>> {
    named(name)?.spawn_scoped(scope, || contain(work))
}

/// Runs the same closure on this thread and on as many others as can be started, up to `threads` in total. The
/// closure itself distributes the work, for instance with a shared atomic counter. Returns the first panic after
/// all threads have ended.
pub fn share(name: &str, threads: usize, work: impl Fn() + Sync) -> Outcome<()> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| spawn_scoped(scope, name, &work).ok()).collect();
        let own = contain(&work);
        let joined = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| Err(said(panic.as_ref()))));
        joined.fold(own, Result::and)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn panic(message: &str) -> Panic {
        Panic { message: message.to_owned(), place: None }
    }

    #[test]
    fn a_panic_is_handed_to_the_owner() {
        assert!(!is_contained());
        let thread = spawn("test", || assert!(!is_contained(), "asked for")).expect("a thread");
        assert_eq!(thread.join().expect("it is caught"), Err(panic("asked for")));
        assert_eq!(contain(|| 7), Ok(7));
        assert!(!is_contained());
    }

    #[test]
    fn contained_work_may_lie_in_other_contained_work() {
        let outer = contain(|| {
            let inner = contain(|| panic!("inner {}", 1));
            (inner, is_contained())
        });
        assert_eq!(outer, Ok((Err(panic("inner 1")), true)));
    }

    #[test]
    fn shared_work_is_done_once_and_its_panic_told() {
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let work = || {
            while next.fetch_add(1, Ordering::Relaxed) < 100 {
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        assert_eq!(share("test", 3, work), Ok(()));
        assert_eq!(done.into_inner(), 100);
        assert_eq!(share("test", 3, || panic!("all of them")), Err(panic("all of them")));
    }
}
