//! What changes a game that is reviewed: variations, marks, comments; all of it can be undone, and
//! is written only when somebody says so.

use super::{Review, Source};
use crate::record::tree::{Id, PlayedMove, Tree};
use crate::rules::explain::counted;
use crate::rules::mv::Move;
use crate::rules::outcome::Share;
use crate::rules::side::BySide;
use crate::rules::timeline::Act;
use crate::session::archive::save_as;
use crate::session::referee::is_ending;
use crate::tui::widgets::text::beginning;

/// So many changes can be undone; of very large games fewer.
const STEPS: usize = 200;
const PLACES: usize = 400_000;

/// What is said of moves is kept of so many changes as have this many bytes, of the last one always.
const SAID: usize = 8 << 20;

/// A game as it was.
pub(super) struct Past {
    tree: Tree,
    shares: Option<BySide<Share>>,
    at: Id,
    /// How many bytes of what was said then are said otherwise now.
    said: usize,
}

/// The changes that can be undone, and those that can be made again.
#[derive(Default)]
pub(super) struct Changes {
    before: Vec<Past>,
    after: Vec<Past>,
    /// How many changes there have been that are not undone, and how many there were when the game was
    /// written last.
    count: usize,
    saved: usize,
}

impl Changes {
    pub(super) fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// Is there anything that was not written?
    pub(super) fn is_unsaved(&self) -> bool {
        self.count != self.saved
    }

    pub(super) fn saved(&mut self) {
        self.saved = self.count;
    }
}

/// Said where there is nothing to write over.
pub(super) const NO_FILE: &str = "This game has no file yet: save it under a new name.";

/// The marks that can be typed.
const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// Reads marks as they are typed: signs and numbers.
fn marks(text: &str) -> Result<Vec<u8>, String> {
    let read = |word: &str| {
        let known = SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, nag)| nag);
        let wrong = || format!("\"{word}\" is not a mark: use ! ? !! ?? !? ?! or a number up to 255");
        known.or_else(|| word.trim_start_matches('$').parse().ok()).ok_or_else(wrong)
    };
    text.split_whitespace().map(read).collect()
}

impl Review {
    /// Remembers the game as it is before a change of the moves.
    fn remember(&mut self) {
        self.remember_said(0);
    }

    /// Remembers the game before something else is said of every move.
    pub(super) fn remember_all(&mut self) {
        let tree = &self.game.tree;
        let said = tree.all().into_iter().map(|id| tree.said(id)).sum();
        self.remember_said(said);
    }

    /// Remembers the game before so many bytes of what is said in it change.
    fn remember_said(&mut self, said: usize) {
        let changes = &mut self.changes;
        changes.before.push(Past { tree: self.game.tree.clone(), shares: self.game.shares, at: self.at, said });
        changes.after.clear();
        // What was written can no longer be reached by undoing.
        if changes.saved > changes.count {
            changes.saved = usize::MAX;
        }
        changes.count += 1;
        let most = (PLACES / self.game.tree.size().max(1)).clamp(5, STEPS);
        if changes.before.len() > most {
            changes.before.remove(0);
        }
        let mut held = 0;
        let fits = |past: &&Past| {
            held += past.said;
            held <= SAID
        };
        let kept = changes.before.iter().rev().take_while(fits).count().max(1);
        changes.before.drain(..changes.before.len() - kept);
    }

    /// Undoes a change, or makes it again.
    pub(super) fn change_back(&mut self, undo: bool) {
        let changes = &mut self.changes;
        let (from, to) = if undo {
            (&mut changes.before, &mut changes.after)
        } else {
            (&mut changes.after, &mut changes.before)
        };
        let Some(past) = from.pop() else { return };
        let tree = std::mem::replace(&mut self.game.tree, past.tree);
        let shares = std::mem::replace(&mut self.game.shares, past.shares);
        to.push(Past { tree, shares, at: self.at, said: past.said });
        changes.count = if undo { changes.count.saturating_sub(1) } else { changes.count + 1 };
        self.at = past.at;
        self.look();
    }

    /// Changes the moves. Where the game comes to another end, and that is one by the rules, it has their result.
    fn change_moves<T>(&mut self, change: impl FnOnce(&mut Tree) -> T) -> T {
        self.remember();
        let end = self.game.tree.last();
        let done = change(&mut self.game.tree);
        if self.game.tree.last() != end
            && let Some(outcome) = self.game.end().outcome()
        {
            self.game.shares = Some(outcome.shares);
        }
        done
    }

    /// Plays a move from here: goes on where it is known, and begins a variation where it is not.
    pub(super) fn try_move(&mut self, mv: Move) {
        let deed = PlayedMove::of(self.position.as_ref(), Act::Move(mv));
        let known = self.game.tree.children(self.at).iter().copied();
        let known =
            { known }.find(|&id| self.game.tree.node(id).deed.as_ref().is_some_and(|it| it.act == deed.act));
        let at = self.at;
        let to = known.unwrap_or_else(|| self.change_moves(|tree| tree.attach(at, deed)));
        self.go(to);
    }

    /// Makes the variation one is in better by a place.
    pub(super) fn promote(&mut self) {
        if self.game.tree.is_main(self.at) {
            self.told = Some("This is the main line already.".to_owned());
            return;
        }
        let at = self.at;
        self.change_moves(|tree| tree.promote(at));
        self.look();
    }

    /// Takes this move and all after it away, and says how many that were and how they come back.
    pub(super) fn delete(&mut self, undo: Option<&str>) {
        if self.at == Id::ROOT {
            return;
        }
        let at = self.at;
        let gone = self.moves_from(at);
        self.at = self.change_moves(|tree| tree.remove(at));
        self.look();
        let back = undo.map(|key| format!(" ({key}: undo)")).unwrap_or_default();
        self.told = Some(format!("Deleted {}{back}.", counted(gone, "move")));
    }

    /// How many moves there are from a place on, this one and all variations counted.
    fn moves_from(&self, at: Id) -> usize {
        let tree = &self.game.tree;
        let (mut count, mut waiting) = (0, vec![at]);
        while let Some(id) = waiting.pop() {
            count += 1;
            waiting.extend(tree.children(id));
        }
        count
    }

    /// What is said of this place, as one text.
    pub(super) fn comment(&self) -> String {
        self.game.tree.node(self.at).notes.comments.join(" ")
    }

    /// The beginning of what is said, and whether that is not all.
    pub(super) fn comment_up_to(&self, letters: usize) -> (String, bool) {
        let mut said = String::new();
        let mut free = letters;
        for text in &self.game.tree.node(self.at).notes.comments {
            let (head, cut) = beginning(text, free);
            said.push_str(if said.is_empty() { "" } else { " " });
            said.push_str(head);
            free = free.saturating_sub(head.chars().count() + 1);
            if cut {
                return (said, true);
            }
        }
        (said, false)
    }

    /// Is this how the game ended, as the program has written it behind the last move?
    fn is_ending(&self, text: &str) -> bool {
        is_ending(self.game.spec(), self.position.outcome(), text)
    }

    /// What people have said of this place, as one text.
    pub(super) fn own_comment(&self) -> String {
        let comments = self.game.tree.node(self.at).notes.comments.iter();
        comments.filter(|text| !self.is_ending(text)).cloned().collect::<Vec<_>>().join(" ")
    }

    /// Another text instead of what people have said; how the game ended stays.
    pub(super) fn set_comment(&mut self, text: &str) {
        let mut said = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            said.push_str(if said.is_empty() { "" } else { " " });
            said.push_str(word);
        }
        let own = || self.game.tree.node(self.at).notes.comments.iter().filter(|text| !self.is_ending(text));
        // One text is compared as it is, not as a copy.
        let same = match (own().next(), own().nth(1)) {
            (Some(one), None) => *one == said,
            _ => self.own_comment() == said,
        };
        if same {
            return;
        }
        let comments = self.game.tree.node(self.at).notes.comments.iter();
        let endings: Vec<String> = comments.filter(|text| self.is_ending(text)).cloned().collect();
        self.remember_said(self.game.tree.said(self.at));
        let own = Some(said).filter(|said| !said.is_empty());
        self.game.tree.set_comments(self.at, own.into_iter().chain(endings).collect());
    }

    /// The marks of this move as they are typed.
    pub(super) fn marked(&self) -> String {
        let nags = &self.game.tree.node(self.at).notes.nags;
        nags.iter().map(|&nag| super::moves::sign(nag)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn set_marks(&mut self, text: &str) -> Result<(), String> {
        let nags = marks(text)?;
        if nags != self.game.tree.node(self.at).notes.nags {
            self.remember_said(self.game.tree.said(self.at));
            self.game.tree.notes_mut(self.at).nags = nags;
        }
        Ok(())
    }

    /// The file that a change can be saved to, as it is told.
    pub(super) fn file(&self) -> Option<String> {
        match &self.source {
            Source::Pool { pool, .. } => pool.path().map(|path| path.display().to_string()),
            _ => None,
        }
    }

    /// Writes the game where it came from.
    pub(super) fn save(&mut self) -> Result<String, String> {
        match &mut self.source {
            Source::Pool { pool, number } if pool.path().is_some() => {
                pool.replace(*number, &self.game)?;
                self.changes.saved();
                Ok(format!("Saved to {}.", self.file().unwrap_or_default()))
            }
            _ => Err(NO_FILE.to_owned()),
        }
    }

    /// Writes the game to a file that is not there yet.
    pub(super) fn save_as(&mut self, path: &str) -> Result<String, String> {
        let told = save_as(path, &self.game)?;
        self.changes.saved();
        Ok(told)
    }
}
