//! Going through a game: step by step, to what is worth seeing, by itself.

use std::time::{Duration, Instant};

use super::Review;
use crate::record::tree::Id;
use crate::rules::timeline::Act;
use crate::tui::action::Action;

/// How long each move is shown when they are played by themselves.
const PACES: [u64; 7] = [100, 250, 500, 1000, 2000, 4000, 8000];

/// The pace that is taken first.
const PACE: usize = 3;

/// How many moves a page has.
const PAGE: usize = 10;

/// Playing by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Auto {
    /// When the next move is shown.
    pub(super) next: Instant,
    pace: usize,
}

impl Auto {
    /// Begins now.
    pub(super) fn begin(now: Instant) -> Auto {
        Auto { next: now + Duration::from_millis(PACES[PACE]), pace: PACE }
    }

    /// How long each move is shown.
    pub(super) const fn pace(self) -> Duration {
        Duration::from_millis(PACES[self.pace])
    }

    /// Faster or slower.
    pub(super) fn change(&mut self, faster: bool, now: Instant) {
        self.pace = if faster { self.pace.saturating_sub(1) } else { (self.pace + 1).min(PACES.len() - 1) };
        self.next = now + self.pace();
    }
}

impl Review {
    /// Where an action leads, if it leads anywhere.
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

    /// The first place after this one along the line, or before it, of which something is so.
    fn find(&self, forward: bool, so: impl Fn(Id) -> bool) -> Option<Id> {
        let tree = &self.game.tree;
        if forward {
            tree.line(self.at).skip(1).find(|&id| so(id))
        } else {
            std::iter::successors(tree.parent(self.at), |&id| tree.parent(id)).find(|&id| so(id))
        }
    }

    /// Another move instead of this one, round and round. Before the first move there is none; there
    /// the variations of what follows are meant.
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

    /// The place of a move or round by its number: of the game as it was played; where one is in a
    /// variation, of that if it has the number.
    pub(super) fn numbered(&self, number: u32) -> Option<Id> {
        let tree = &self.game.tree;
        let here: Vec<Id> = tree.path(self.at).into_iter().chain(tree.line(self.at).skip(1)).collect();
        let is = |&id: &Id| tree.node(id).deed.as_ref().is_some_and(|deed| deed.round == number);
        here.iter().copied().find(|id| is(id)).or_else(|| tree.line(Id::ROOT).skip(1).find(is))
    }
}
