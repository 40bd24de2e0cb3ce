//! Perft on a thread of its own, while commands are answered.

use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::output::{self, Output, say};
use crate::count::divide_until;
use crate::limits::Stop;
use crate::rules::position::Position;
use crate::task::{self, Outcome};

/// The maximum depth of perft; a perft of this depth never ends.
pub(super) const MOST_PERFT: u32 = 100;

/// A running perft.
pub(super) struct Counting {
    stop: Arc<Stop>,
    thread: JoinHandle<Outcome<()>>,
    /// It is closed when perft has ended.
    end: Receiver<()>,
}

impl Counting {
    /// Starts perft. The counts are printed at its end.
    pub(super) fn begin(
        position: Box<dyn Position>,
        depth: u32,
        threads: usize,
        out: Output,
    ) -> io::Result<Counting> {
        let stop = Arc::new(Stop::default());
        let heard = Arc::clone(&stop);
        let (goes_on, end) = channel::<()>();
        let work = move || {
            let counted = task::contain(|| divide_until(position.as_ref(), depth, threads, &heard));
            let text = match counted {
                Ok(Some(counts)) => {
                    let mut text = String::new();
                    for &(mv, count) in &counts {
                        let _ = writeln!(text, "{}: {count}", position.machine(mv));
                    }
                    let all: u64 = if depth == 0 { 1 } else { counts.iter().map(|&(_, count)| count).sum() };
                    text + &format!("\nNodes searched: {all}\n")
                }
                Ok(None) => "info string go perft: stopped\n".to_owned(),
                Err(why) => output::info(&format!("go perft has failed: {why}")),
            };
            // A write error is ignored: a closed connection is noticed when the next command is read.
            let _ = say(&out, &text);
            drop(goes_on);
        };
        Ok(Counting { stop, thread: task::spawn("perft", work)?, end })
    }

    /// Stops perft, if it has not ended.
    pub(super) fn stop(self) {
        self.stop.request();
        let _ = self.thread.join();
    }

    /// Waits for the end of perft for so long, and stops it then.
    pub(super) fn stop_after(self, patience: Duration) {
        let _ = self.end.recv_timeout(patience);
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    /// A perft of this depth would never end by itself.
    #[test]
    fn a_count_ends_with_the_time_that_it_has_left() {
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let position = GAMES[0].begin(Opening::Start).expect("the start");
        let counting = Counting::begin(position, 60, 1, Arc::clone(&heard) as Output).expect("a thread");
        counting.stop_after(Duration::ZERO);
        assert_eq!(heard.lock().expect("no panic").as_slice(), b"info string go perft: stopped\n");
    }
}
