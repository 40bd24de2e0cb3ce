//! Asks the terminal what it is before any screen is drawn, for a report of a bug.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use super::tty::{self, Modes};
use crate::depth::Depth;
use crate::host::facts::Facts;
use crate::host::name::{CELL_QUESTIONS, LAST_QUESTION, QUESTIONS};
use crate::input::Input;
use crate::input::parser::Parser;
use crate::input::report::Report;
use crate::pieces::piece_style::Ability;

/// An answer is waited for at least so long.
const ANSWER_TIME: Duration = Duration::from_secs(1);

/// Asks the terminal of this process, if there is one that can answer, and adds what it says to what is known of it. Answers
/// are not waited for after this time, but at least a second.
pub fn ask(facts: &mut Facts, slow: Duration) {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !is_terminal || tty::in_background() || !Ability::may_ask(facts, Depth::True) {
        return;
    }
    let Ok(before) = Modes::now() else { return };
    if before.clone().raw().set().is_err() {
        return;
    }
    facts.asked = Some(Instant::now());
    if hear(facts, QUESTIONS, slow) && facts.takes_sixels() && facts.told_cell().is_none() {
        hear(facts, &[CELL_QUESTIONS, LAST_QUESTION].concat(), slow);
    }
    let _ = before.set();
}

/// Asks these questions, and says whether the last one was answered.
fn hear(facts: &mut Facts, questions: &[u8], slow: Duration) -> bool {
    let end = Instant::now() + ANSWER_TIME.max(slow);
    let (mut parser, mut bytes) = (Parser::new(), [0; 1024]);
    if !matches!(tty::write(questions), Ok(count) if count == questions.len()) {
        return false;
    }
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(true) = tty::has_bytes(Some(left)) else { return false };
        let Ok(count @ 1..) = tty::read(&mut bytes) else { return false };
        for input in parser.feed(&bytes[..count]) {
            let Input::Report(report) = input else { continue };
            facts.time(&report, Instant::now());
            let is_last = matches!(report, Report::Attributes(_));
            facts.learn(report);
            if is_last {
                return true;
            }
        }
    }
}
