//! Work in the background: threads that may be refused, and panics that end one piece of work and
//! not the program. Whoever starts a thread starts it here. A panic in contained work is handed to
//! its owner as words; the panic hook of the terminal asks [`is_contained`] and then stays silent,
//! since the program goes on and its screen is still in use.
//!
//! The two thread-local values belong to the running thread, not to the program.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

thread_local! {
    /// Is a panic of this thread caught by [`contain`]?
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic happened, as the hook was told.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What came of work: its value, or the words of its panic.
pub type Outcome<T> = Result<T, String>;

/// Does this thread do work whose panic is caught and told? A panic hook then leaves the terminal alone.
pub fn is_contained() -> bool {
    CONTAINED.try_with(Cell::get).unwrap_or(false)
}

/// Keeps the place of a panic for the words that its owner gets. For panic hooks.
pub fn note_place(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
    let _ = PLACE.try_with(|kept| kept.replace(place));
}

/// Does the work here and now. A panic becomes words.
pub fn contain<T>(work: impl FnOnce() -> T) -> Outcome<T> {
    let before = CONTAINED.replace(true);
    PLACE.take();
    // What the work has half changed must not be used after a panic: owners drop it.
    let done = catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(before);
    done.map_err(|panic| {
        let place = PLACE.take().map(|place| format!(" ({place})")).unwrap_or_default();
        said(panic.as_ref()) + &place
    })
}

/// The words of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "an unknown panic".to_owned())
}

/// Starts a thread for contained work. The error is that no thread can be had.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<Outcome<T>>> {
    Builder::new().name(name.to_owned()).spawn(|| contain(work))
}

/// The same for a thread that borrows. Whoever can do with fewer threads goes on without it.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, Outcome<T>>> {
    Builder::new().name(name.to_owned()).spawn_scoped(scope, || contain(work))
}

/// Does the same work on this thread and on as many others as can be had, up to `threads` in all.
/// Work that can fail is shared out by the closure itself, for instance with a common counter.
/// The first panic is handed back once all have ended.
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

    #[test]
    fn a_panic_is_handed_to_the_owner() {
        assert!(!is_contained());
        let thread = spawn("test", || assert!(!is_contained(), "asked for")).expect("a thread");
        assert_eq!(thread.join().expect("it is caught"), Err("asked for".to_owned()));
        assert_eq!(contain(|| 7), Ok(7));
        assert!(!is_contained());
    }

    #[test]
    fn contained_work_may_lie_in_other_contained_work() {
        let outer = contain(|| {
            let inner = contain(|| panic!("inner {}", 1));
            (inner, is_contained())
        });
        assert_eq!(outer, Ok((Err("inner 1".to_owned()), true)));
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
        assert_eq!(share("test", 3, || panic!("all of them")), Err("all of them".to_owned()));
    }
}
