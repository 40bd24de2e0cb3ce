//! Navigation in a game: single steps, jumps to captures, checks and mistakes, autoplay.

use std::time::{Duration, Instant};

use super::Review;
use crate::action::Action;
use crate::record::tree::Id;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Act;

/// The autoplay paces, in milliseconds per move.
const PACES: [u64; 7] = [100, 250, 500, 1000, 2000, 4000, 8000];

/// The index of the initial pace.
const PACE: usize = 3;

/// The number of moves in a page.
const PAGE: usize = 10;

/// The state of autoplay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Auto {
    /// When the next move is shown.
    pub(super) next: Instant,
    pace: usize,
}

impl Auto {
    /// Starts autoplay.
    pub(super) fn begin(now: Instant) -> Auto {
        Auto { next: now + Duration::from_millis(PACES[PACE]), pace: PACE }
    }

    /// How long each move is shown.
    pub(super) const fn pace(self) -> Duration {
        Duration::from_millis(PACES[self.pace])
    }

    /// Makes autoplay faster or slower.
    pub(super) fn change(&mut self, faster: bool, now: Instant) {
        self.pace = if faster { self.pace.saturating_sub(1) } else { (self.pace + 1).min(PACES.len() - 1) };
        self.next = now + self.pace();
    }
}

/// Does this move capture a piece?
fn captures(position: &dyn Position, mv: Move) -> bool {
    position.captured(mv).is_some()
}

/// Does this move attack a King?
fn checks(position: &dyn Position, mv: Move) -> bool {
    position.effects(mv).checks.count() > 0
}

impl Review {
    /// The node that an action leads to, if any.
    pub(super) fn target(&self, action: Action) -> Option<Id> {
        let tree = &self.game.tree;
        let back = |id: Id| tree.parent(id);
        let on = |id: Id| tree.children(id).first().copied();
        let to = match action {
            Action::LookBack => back(self.at),
            Action::LookForward => on(self.at),
            Action::PageUp => std::iter::successors(Some(self.at), |&id| back(id)).take(PAGE + 1).last(),
            Action::PageDown => std::iter::successors(Some(self.at), |&id| on(id)).take(PAGE + 1).last(),
            Action::First => Some(Id::ROOT),
            Action::Last => tree.line(self.at).last(),
            Action::Up | Action::Down => self.sibling(action == Action::Down),
            Action::Next => self.find(true, |id| tree.children(id).len() > 1),
            Action::Previous => self.find(false, |id| tree.children(id).len() > 1),
            Action::NextCapture => self.find_move(true, captures),
            Action::PreviousCapture => self.find_move(false, captures),
            Action::NextCheck => self.find_move(true, checks),
            Action::PreviousCheck => self.find_move(false, checks),
            Action::NextFault => self.find(true, |id| self.is_fault(id)),
            Action::PreviousFault => self.find(false, |id| self.is_fault(id)),
            _ => None,
        };
        to.filter(|&id| id != self.at)
    }

    /// The nearest node after this one on its line, or before it, that satisfies a condition.
    fn find(&self, forward: bool, so: impl Fn(Id) -> bool) -> Option<Id> {
        let tree = &self.game.tree;
        if forward {
            tree.line(self.at).skip(1).find(|&id| so(id))
        } else {
            std::iter::successors(tree.parent(self.at), |&id| tree.parent(id)).find(|&id| so(id))
        }
    }

    /// The next or previous sibling of this move, cyclically; `None` at the root.
    fn sibling(&self, forward: bool) -> Option<Id> {
        let tree = &self.game.tree;
        let all = tree.children(tree.parent(self.at)?);
        let at = all.iter().position(|&id| id == self.at)?;
        let to = if forward { at + 1 } else { at + all.len() - 1 };
        Some(all[to % all.len()])
    }

    /// The nearest move after this node on its line, or before it, that satisfies a condition in the position in
    /// which it is played.
    fn find_move(&self, forward: bool, so: impl Fn(&dyn Position, Move) -> bool) -> Option<Id> {
        let tree = &self.game.tree;
        let mut position = self.position.fork();
        if forward {
            for id in tree.line(self.at).skip(1) {
                let deed = tree.node(id).deed.as_ref()?;
                if matches!(deed.act, Act::Move(mv) if so(position.as_ref(), mv)) {
                    return Some(id);
                }
                deed.repeat(position.as_mut()).ok()?;
            }
            return None;
        }
        position.undo();
        let mut at = tree.parent(self.at)?;
        while let Some(parent) = tree.parent(at) {
            let act = position.undo()?;
            if matches!(act, Act::Move(mv) if so(position.as_ref(), mv)) {
                return Some(at);
            }
            at = parent;
        }
        None
    }

    fn is_fault(&self, id: Id) -> bool {
        self.game.tree.node(id).notes.nags.iter().any(|nag| matches!(nag, 2 | 4 | 6))
    }

    /// The first node with this round number: on the current line, or else on the main line.
    pub(super) fn numbered(&self, number: u32) -> Option<Id> {
        let tree = &self.game.tree;
        let here: Vec<Id> = tree.path(self.at).into_iter().chain(tree.line(self.at).skip(1)).collect();
        let is = |&id: &Id| tree.node(id).deed.as_ref().is_some_and(|deed| deed.round == number);
        here.iter().copied().find(|id| is(id)).or_else(|| tree.line(Id::ROOT).skip(1).find(is))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::record::game::Game;
    use crate::record::tree::PlayedMove;
    use crate::screens::review::Source;

    /// Stepping finds what the effects of each move say, in both directions. The display form does not decide: in
    /// Armies a column is called `x`.
    #[test]
    fn captures_and_checks_are_all_found() {
        for variant in GAMES {
            let mut game = Game::begin(*variant, None, None).expect("a game");
            let mut position = game.tree.start().fork();
            let mut at = Id::ROOT;
            for ply in 0..80_usize {
                let legal = position.legal();
                let taking = legal.iter().position(|&mv| position.captured(mv).is_some() && ply % 3 == 0);
                let Some(&mv) = legal.get(taking.unwrap_or(ply * 31 % legal.len().max(1))) else { break };
                let text = position.machine(mv);
                let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
                at = game.tree.attach(at, deed);
            }
            let line: Vec<Id> = game.tree.line(Id::ROOT).collect();
            let mut review = Review::of(game, Source::Board);
            let with = |so: fn(&crate::rules::effects::Effects) -> bool| -> Vec<Id> {
                let is = |&&id: &&Id| {
                    let tree = &review.game.tree;
                    let before = tree.parent(id).map(|parent| tree.position(parent));
                    let act = tree.node(id).deed.as_ref().map(|deed| deed.act);
                    matches!((before, act), (Some(before), Some(Act::Move(mv))) if so(&before.effects(mv)))
                };
                line.iter().filter(is).copied().collect()
            };
            let [taking, checking] = [with(|it| !it.removed.is_empty()), with(|it| it.checks.count() > 0)];
            assert!(!taking.is_empty(), "{}", variant.spec().id);
            for (next, previous, expected) in [
                (Action::NextCapture, Action::PreviousCapture, taking),
                (Action::NextCheck, Action::PreviousCheck, checking),
            ] {
                review.go(Id::ROOT);
                let mut found = Vec::new();
                while let Some(to) = review.target(next) {
                    review.go(to);
                    found.push(to);
                }
                assert_eq!(found, expected, "{}", variant.spec().id);
                review.go(*line.last().expect("a move"));
                let mut found: Vec<Id> = expected.iter().copied().filter(|&id| id == review.at()).collect();
                while let Some(to) = review.target(previous) {
                    review.go(to);
                    found.push(to);
                }
                found.reverse();
                assert_eq!(found, expected, "{}", variant.spec().id);
            }
        }
    }
}
