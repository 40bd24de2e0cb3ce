//! Waiting for what a program shows.

use std::thread;
use std::time::{Duration, Instant};

use super::output::Output;
use super::{PATIENCE, Session};

/// How long nothing is written by a program that has drawn all and is not made to draw more.
const REST: Duration = Duration::from_millis(1500);

/// How long a condition that does not hold is not looked at again, if nothing is written.
const LOOKING: Duration = Duration::from_millis(50);

/// After this time a key has done nothing, or was dropped.
const NOTHING: Duration = Duration::from_secs(5);

/// The chosen rows on a screen: one, or none yet. The mark of a row is another one without UTF-8, and no part of a bar.
fn chosen(screen: &str) -> String {
    let is_marked = |line: &&str| line.contains('\u{258c}') && !line.contains("\u{2588}\u{258c}");
    let rows = screen.lines().filter(|line| is_marked(line) || line.trim_start().starts_with('>'));
    rows.collect::<Vec<_>>().join("\n")
}

impl Session {
    /// Is this so before long?
    fn becomes(&self, patience: Duration, condition: impl Fn(&str) -> bool) -> bool {
        let end = Instant::now() + patience;
        loop {
            let known = self.count();
            if condition(&self.text()) {
                return true;
            }
            if Instant::now() >= end {
                return false;
            }
            self.next(known, LOOKING.min(end.saturating_duration_since(Instant::now())));
        }
    }

    /// Waits until more was written than this, or for so long: a condition may ask for more than what is written.
    fn next(&self, known: usize, longest: Duration) {
        let output = self.output.lock().expect("no panic");
        let is_same = |output: &mut Output| output.bytes.len() == known;
        drop(self.written.wait_timeout_while(output, longest, is_same).expect("no panic"));
    }

    /// Waits until the screen satisfies a condition.
    pub fn wait(&self, what: &str, condition: impl Fn(&str) -> bool) {
        assert!(self.becomes(PATIENCE, condition), "waited for {what}; the screen shows:\n{}", self.text());
    }

    /// Looks, as fast as bytes come, until something is so.
    pub fn watch(&self, mut so: impl FnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so() {
            assert!(Instant::now() < end, "it stands still:\n{}", self.text());
            thread::sleep(Duration::from_micros(100));
        }
    }

    /// Waits until a text is on the screen.
    pub fn expect(&self, text: &str) {
        self.wait(&format!("\"{text}\""), |screen| screen.contains(text));
    }

    /// Waits until no frame has come in part only, and nothing more is written for a moment. This does not show that a
    /// key was taken: a busy machine is silent too. Who needs that waits for what the key does.
    pub fn settle(&self) {
        self.silent(Duration::from_millis(120));
    }

    /// Waits until the last frame is there with its end.
    pub fn whole(&self) {
        self.watch(|| self.is_whole());
    }

    /// Waits until a screen with a board has read all that was typed before, and has drawn what follows from it: the
    /// field for a move opens and closes after it.
    pub fn catch_up(&self) {
        self.send("m");
        self.expect(" move: ");
        self.send("\x1b");
        self.wait("the board", |screen| !screen.contains(" move: "));
        self.whole();
    }

    /// Waits until nothing is written for so long that a program that goes on drawing would have written.
    pub fn rest(&self) {
        self.silent(REST);
    }

    fn silent(&self, silence: Duration) {
        let end = Instant::now() + PATIENCE;
        let (mut known, mut since) = (self.count(), Instant::now());
        while since.elapsed() < silence || !self.is_whole() {
            assert!(Instant::now() < end, "it goes on writing:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
            let now = self.count();
            if now != known {
                (known, since) = (now, Instant::now());
            }
        }
    }

    /// Is the last frame there with its end?
    fn is_whole(&self) -> bool {
        let output = self.output.lock().expect("no panic");
        output.ended || output.is_whole()
    }

    /// Types the same keys again and again until the screen satisfies a condition, for keys that may be dropped.
    pub fn insist(&self, keys: &str, what: &str, condition: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !condition(&self.text()) {
            assert!(Instant::now() < end, "waited for {what}; the screen shows:\n{}", self.text());
            self.send(keys);
            self.becomes(NOTHING, &condition);
        }
    }

    /// Goes to the row of a list with these words and presses Enter. Each key waits for what the one before it has done:
    /// on a busy machine the next one would pass the row before it is seen.
    pub fn choose(&self, words: &str) {
        let end = Instant::now() + PATIENCE;
        let (mut turned, mut is_late) = (false, false);
        // The list may come a little later than the screen. A row that does not come with it is farther down than the
        // window reaches, and comes with the row that is chosen then.
        self.becomes(NOTHING, |screen| screen.contains(words) && !chosen(screen).is_empty());
        loop {
            // A key before there is a list would move in it when nobody expects that.
            self.wait("a chosen row", |screen| !chosen(screen).is_empty());
            let screen = self.text();
            let before = chosen(&screen);
            assert!(Instant::now() < end, "the row {words} is not reached:\n{screen}");
            if before.contains(words) {
                // A key that seemed to do nothing may have been late, and leave the row again.
                if is_late && self.becomes(NOTHING, |screen| !chosen(screen).contains(words)) {
                    continue;
                }
                return self.send("\r");
            }
            let row = |words: &str| screen.lines().position(|line| line.contains(words));
            let is_above = row(words).is_some_and(|at| Some(at) < before.lines().next().and_then(row));
            self.send(if is_above == turned { "\x1b[B" } else { "\x1b[A" });
            // Where the list ends, the words are in a row that was not seen, on the other side.
            let is_silent = !self.becomes(NOTHING, |screen| chosen(screen) != before);
            turned ^= is_silent;
            is_late |= is_silent;
        }
    }

    /// Waits until the last words on the screen are the prompt of the shell. Earlier ones may stand above it.
    pub fn prompted(&self) {
        self.wait("the prompt of the shell", |screen| {
            screen.trim_end().lines().last().map(str::trim) == Some("shell>")
        });
    }
}
