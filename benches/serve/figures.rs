//! What was measured, and how it is told.

use std::fmt::Write as _;
use std::time::Duration;

/// The head of the table.
pub(crate) const HEAD: &str = "scenario      p50 ms  p99 ms  max ms   answers  KiB each  core %  result";

/// Something that must hold. `works` says whether it must hold in a short run too, because it is no matter of speed.
struct Bar {
    told: String,
    holds: bool,
    works: bool,
}

/// The figures of one scenario.
#[derive(Default)]
pub(crate) struct Row {
    delays: Vec<Duration>,
    /// Memory for each session, in KiB.
    pub(crate) memory: Option<f64>,
    /// The share of a core that the server took.
    pub(crate) core: Option<f64>,
    bars: Vec<Bar>,
}

impl Row {
    /// A row with the times until the answers came.
    pub(crate) fn of(mut delays: Vec<Duration>) -> Row {
        delays.sort_unstable();
        Row { delays, ..Row::default() }
    }

    /// The number of answers.
    pub(crate) fn answers(&self) -> usize {
        self.delays.len()
    }

    /// The time within which this share of the answers came, in milliseconds.
    pub(crate) fn share(&self, share: f64) -> f64 {
        let at = (self.delays.len() as f64 * share) as usize;
        let found = self.delays.get(at.min(self.delays.len().saturating_sub(1)));
        found.map_or(f64::NAN, |delay| delay.as_secs_f64() * 1000.0)
    }

    /// A matter of speed or size: in a short run it is only told.
    pub(crate) fn at_most(&mut self, what: &str, found: f64, most: f64) {
        let holds = found <= most;
        self.bars.push(Bar { told: format!("{what} {found:.1} (at most {most})"), holds, works: true });
    }

    /// Something that must hold in every run.
    pub(crate) fn must(&mut self, told: String, holds: bool) {
        self.bars.push(Bar { told, holds, works: holds });
    }

    /// Does everything hold?
    pub(crate) fn passes(&self) -> bool {
        self.bars.iter().all(|bar| bar.holds)
    }

    /// Does everything hold that is no matter of speed?
    pub(crate) fn works(&self) -> bool {
        self.bars.iter().all(|bar| bar.works)
    }

    /// The line of the table.
    pub(crate) fn line(&self, name: &str, what: &str, short: bool) -> String {
        let number =
            |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |it| format!("{it:.digits$}"));
        let delay = |share| (!self.delays.is_empty()).then(|| self.share(share));
        let mut line = format!(
            "{name:<13} {:>6}  {:>6}  {:>6}  {:>8}  {:>8}  {:>6}  ",
            number(delay(0.5), 2),
            number(delay(0.99), 2),
            number(delay(1.0), 1),
            self.delays.len(),
            number(self.memory, 0),
            number(self.core, 1),
        );
        line += match (short, self.works(), self.passes()) {
            (true, true, _) => "works",
            (true, false, _) => "DOES NOT WORK",
            (false, _, true) => "pass",
            (false, _, false) => "FAIL",
        };
        let _ = write!(line, ": {what}");
        for bar in &self.bars {
            let _ = write!(line, "; {}{}", if bar.holds { "" } else { "NOT: " }, bar.told);
        }
        line
    }
}
