//! A line of conditional moves as steps that can be shown.

use super::Planner;
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
use crate::rules::side::Side;
use crate::rules::timeline::Act;

/// A move of a line.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) side: Side,
    /// In machine notation.
    pub(super) text: String,
    /// As it is shown.
    shown: String,
}

impl Step {
    pub(super) fn play(position: &mut dyn Position, mv: Move) -> Result<Step, MoveError> {
        let (side, text, shown) = (position.turn(), position.machine(mv), position.display(mv));
        position.play(mv)?;
        Ok(Step { side, text, shown })
    }
}

/// The steps of a line as far as they are legal, and the position after them.
pub(super) fn steps(from: &dyn Position, texts: &[String]) -> (Vec<Step>, Box<dyn Position>) {
    let mut position = from.fork();
    let mut steps = Vec::new();
    for text in texts {
        let step = position.read(text).and_then(|mv| Step::play(position.as_mut(), mv));
        let Ok(step) = step else { break };
        steps.push(step);
    }
    (steps, position)
}

/// What is left of a line after the moves that the game has made since; nothing if it went another way.
pub(super) fn rest(before: &dyn Position, now: &dyn Position, line: &[Step]) -> Vec<Step> {
    let mut position = before.fork();
    let mut rest = line.iter();
    for act in now.acts().into_iter().skip(before.acts().len()) {
        let Act::Move(mv) = act else { return Vec::new() };
        let expected = rest.next().is_some_and(|step| step.text == position.machine(mv));
        if !expected || position.play(mv).is_err() {
            return Vec::new();
        }
    }
    rest.cloned().collect()
}

/// The conditional moves that were played, in words.
pub(super) fn played(moves: &[String]) -> Option<String> {
    (!moves.is_empty()).then(|| format!("Played at once: {}.", moves.join(", ")))
}

impl Planner {
    /// A line in words: `if e5 then d4, if exd4 then Qxd4`.
    pub(super) fn words(&self, line: &[Step]) -> String {
        let mut words = String::new();
        let mut own_before = true;
        for step in line {
            let own = step.side == self.side;
            let before = match (own, own_before) {
                (true, _) => " then ",
                (false, true) if words.is_empty() => "if ",
                (false, true) => ", if ",
                (false, false) => " ",
            };
            words += before;
            words += &step.shown;
            own_before = own;
        }
        words
    }
}
