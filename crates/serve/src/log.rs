//! The log of the server: one line for each event, as `name=value` pairs. It has no keys that were typed and no words
//! that were said, and control characters are escaped. A thread of its own writes it, so that no session and no
//! connection waits for a disk or for who reads it: what there is no room for is dropped, counted and told.

mod rotation;

pub use rotation::{LogSettings, Rotation};

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::escape;
use crate::record::date::stamp;
use crate::task;

/// The longest value, in characters.
const LONGEST: usize = 200;

/// How many lines may wait to be written.
const MOST: usize = 1024;

/// How often is looked for room at the end of the program.
const AGAIN: Duration = Duration::from_millis(5);

/// What the thread that writes is asked for.
enum Order {
    /// Write this line.
    Line(String),
    /// Write there from now on.
    Into(Box<dyn Write + Send>),
    /// Say that everything before this is written.
    Done(SyncSender<()>),
}

/// Lines that were dropped or could not be written.
#[derive(Default)]
struct Dropped {
    all: AtomicU64,
    /// Those of them that the log does not tell yet.
    untold: AtomicU64,
}

impl Dropped {
    fn add(&self) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.untold.fetch_add(1, Ordering::Relaxed);
    }
}

/// Where events are noted.
#[derive(Clone)]
pub struct Log {
    orders: SyncSender<Order>,
    dropped: Arc<Dropped>,
}

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Log")
    }
}

impl Log {
    /// A log that goes there. Fails if there is no thread for it.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<Log> {
        let (orders, waiting) = sync_channel(MOST);
        let dropped = Arc::new(Dropped::default());
        let counts = Arc::clone(&dropped);
        task::spawn("log", move || write(Box::new(out), &waiting, &counts))?;
        Ok(Log { orders, dropped })
    }

    /// Notes one event, without waiting.
    pub fn note(&self, event: &str, fields: &[(&str, &dyn Display)]) {
        let text = line(&stamp(SystemTime::now()), event, fields);
        if self.orders.try_send(Order::Line(text)).is_err() {
            self.dropped.add();
        }
    }

    /// Goes there from now on.
    pub(crate) fn move_to(&self, out: impl Write + Send + 'static) {
        // It is asked for at the start only, when next to nothing waits.
        let _ = self.orders.send(Order::Into(Box::new(out)));
    }

    /// How many lines were dropped or could not be written.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.all.load(Ordering::Relaxed)
    }

    /// Waits until everything is written, for this long at most. For the end of the program.
    pub fn finish(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let (done, written) = sync_channel(1);
        while self.orders.try_send(Order::Done(done.clone())).is_err() {
            if Instant::now() >= end {
                return;
            }
            thread::sleep(AGAIN);
        }
        let _ = written.recv_timeout(end.saturating_duration_since(Instant::now()));
    }
}

/// Writes what is noted, until nobody can note anything.
fn write(mut out: Box<dyn Write + Send>, orders: &Receiver<Order>, dropped: &Dropped) {
    for order in orders {
        match order {
            Order::Line(text) => {
                let mut put = |text: &str| out.write_all(text.as_bytes()).and_then(|()| out.flush());
                let untold = dropped.untold.swap(0, Ordering::Relaxed);
                if untold > 0 && put(&line(&stamp(SystemTime::now()), "log", &[("dropped", &untold)])).is_err() {
                    dropped.untold.fetch_add(untold, Ordering::Relaxed);
                }
                if put(&text).is_err() {
                    dropped.add();
                }
            }
            Order::Into(other) => out = other,
            Order::Done(done) => drop(done.try_send(())),
        }
    }
}

/// The line of an event.
fn line(time: &str, event: &str, fields: &[(&str, &dyn Display)]) -> String {
    let mut text = format!("time={}Z event={event}", time.replace('-', "T"));
    for (name, value) in fields {
        let value: String = value.to_string().chars().take(LONGEST).collect();
        let value = escape::line(&value);
        let plain = !value.is_empty() && !value.contains([' ', '"', '=', '\\']);
        let _ = if plain {
            write!(text, " {name}={value}")
        } else {
            write!(text, " {name}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        };
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn values_cannot_imitate_others() {
        let term = "x\" event=login\n\x1b[2J";
        let text = line("20261120-231502", "pty", &[("term", &term), ("size", &"80x24"), ("empty", &"")]);
        let told =
            "time=20261120T231502Z event=pty term=\"x\\\" event=login\\\\n\\\\x1b[2J\" size=80x24 empty=\"\"\n";
        assert_eq!(text, told);
    }

    /// A terminal that takes nothing until it is let go.
    #[derive(Clone, Default)]
    struct Stuck {
        held: Arc<Mutex<()>>,
        taken: Arc<Mutex<String>>,
    }

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _free = self.held.lock().expect("no panic");
            self.taken.lock().expect("no panic").push_str(&String::from_utf8_lossy(bytes));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_nobody_reads_holds_nobody_up_and_tells_what_was_dropped() {
        const NOTED: usize = 20_000;
        let out = Stuck::default();
        let log = Log::new(out.clone()).expect("a thread");
        let held = out.held.lock().expect("no panic");
        for number in 0..NOTED {
            log.note("test", &[("number", &number)]);
        }
        let dropped = log.dropped();
        // One line may be on its way besides those that wait.
        assert!((NOTED - MOST - 1..=NOTED - MOST).contains(&(dropped as usize)), "{dropped}");
        drop(held);
        log.finish(Duration::from_secs(60));
        let taken = out.taken.lock().expect("no panic").clone();
        assert_eq!(taken.matches("event=test").count(), NOTED - dropped as usize);
        let told = taken.lines().filter_map(|line| line.split_once("event=log dropped=")?.1.parse::<u64>().ok());
        assert_eq!(told.sum::<u64>(), dropped);
    }
}
