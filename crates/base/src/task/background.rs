//! Work in the background of a screen: it runs on a thread of its own, sends messages that the screen polls, and is
//! asked to stop when the screen drops it. So no key has to wait for a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{contain, spawn};

/// A flag that asks work to stop. It is set from outside the work, from any thread.
#[derive(Default, Debug)]
pub struct StopToken(AtomicBool);

impl StopToken {
    /// Sets the flag.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Is the flag set?
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The work's end of a task.
pub struct Reporter<M> {
    messages: Sender<M>,
    stop: Arc<StopToken>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl<M> Reporter<M> {
    /// Sends a message and wakes the owner of the task. False if the work should stop.
    pub fn tell(&self, message: M) -> bool {
        let heard = self.messages.send(message).is_ok();
        (self.wake)();
        heard && self.goes_on()
    }

    /// Whether the work should go on.
    pub fn goes_on(&self) -> bool {
        !self.stop.is_requested()
    }
}

/// Work in the background. Dropping it asks the work to stop.
#[derive(Debug)]
pub struct Task<M> {
    messages: Receiver<M>,
    stop: Arc<StopToken>,
}

impl<M: Send + 'static> Task<M> {
    /// Starts the work on a thread with this name. Its result is the last message. `failed` makes the last message
    /// from the reason if there is no thread, or the work panics.
    pub fn start(
        name: &str,
        wake: Arc<dyn Fn() + Send + Sync>,
        work: impl FnOnce(&Reporter<M>) -> M + Send + 'static,
        failed: fn(String) -> M,
    ) -> Task<M> {
        let (sender, messages) = channel();
        let stop = Arc::new(StopToken::default());
        let reporter = Reporter { messages: sender.clone(), stop: Arc::clone(&stop), wake };
        let work = move || {
            let last = contain(|| work(&reporter)).unwrap_or_else(|panic| failed(panic.to_string()));
            let _ = reporter.messages.send(last);
            (reporter.wake)();
        };
        if let Err(error) = spawn(name, work) {
            let _ = sender.send(failed(format!("no thread: {error}")));
        }
        Task { messages, stop }
    }

    /// The next message, if there is one.
    pub fn poll(&self) -> Option<M> {
        self.messages.try_recv().ok()
    }
}

impl<M> Drop for Task<M> {
    fn drop(&mut self) {
        self.stop.request();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    fn all(task: &Task<String>) -> Vec<String> {
        task.messages.iter().collect()
    }

    #[test]
    fn the_result_and_a_panic_are_the_last_message() {
        let woken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&woken);
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let failed = |why: String| format!("failed: {why}");
        let work = |reporter: &Reporter<String>| {
            reporter.tell("half".to_owned());
            "done".to_owned()
        };
        assert_eq!(all(&Task::start("test", Arc::clone(&wake), work, failed)), ["half", "done"]);
        let panics = |_: &Reporter<String>| panic!("asked for");
        assert!(all(&Task::start("test", wake, panics, failed))[0].starts_with("failed: asked for"));
        assert_eq!(woken.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn dropped_work_is_asked_to_stop() {
        let (sender, stopped) = channel();
        let work = move |reporter: &Reporter<()>| {
            while reporter.goes_on() {
                std::thread::yield_now();
            }
            let _ = sender.send(());
        };
        drop(Task::start("test", Arc::new(|| {}), work, |_| ()));
        assert!(stopped.recv().is_ok());
    }
}
