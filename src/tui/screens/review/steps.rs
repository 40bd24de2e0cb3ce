//! Navigation in a game: single steps, jumps to captures, checks and mistakes, autoplay.

use std::time::{Duration, Instant};

use super::Review;
use crate::record::tree::Id;
use crate::rules::timeline::Act;
use crate::tui::action::Action;

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
            Action::NextCapture => self.find(true, |id| self.captures(id)),
            Action::PreviousCapture => self.find(false, |id| self.captures(id)),
            Action::NextCheck => self.find(true, |id| self.checks(id)),
            Action::PreviousCheck => self.find(false, |id| self.checks(id)),
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

    fn captures(&self, id: Id) -> bool {
        let node = self.game.tree.node(id);
        node.deed.as_ref().is_some_and(|deed| matches!(deed.act, Act::Move(_)) && deed.shown.contains('x'))
    }

    fn checks(&self, id: Id) -> bool {
        let node = self.game.tree.node(id);
        node.deed.as_ref().is_some_and(|deed| deed.shown.ends_with(['+', '#']))
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
