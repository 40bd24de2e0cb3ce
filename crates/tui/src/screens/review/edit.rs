//! Edits a game under review: variations, marks, comments. All changes can be undone, and are written to disk
//! only when the user saves.

use super::{Review, ReviewError, Source};
use crate::glyphs::beginning;
use crate::record::nag;
use crate::record::tree::{Id, PlayedMove, Tree};
use crate::rules::explain::counted;
use crate::rules::mv::Move;
use crate::rules::outcome::Share;
use crate::rules::side::BySide;
use crate::rules::timeline::Act;
use crate::session::archive::save_as;
use crate::session::referee::is_ending;
use crate::theme::Role;
use crate::world::World;

/// The maximum number of undo steps. For large games it is lower: the limit is `PLACES` tree nodes in all
/// steps, but at least 5 steps.
const STEPS: usize = 200;
const PLACES: usize = 400_000;

/// The maximum total size, in bytes, of the comments changed by the undo steps. The latest step is always kept.
const SAID_BYTES: usize = 8 << 20;

/// A snapshot of the game for undo.
pub(super) struct Past {
    tree: Tree,
    shares: Option<BySide<Share>>,
    at: Id,
    /// The size, in bytes, of the comments that this step changes.
    said: usize,
}

/// The undo and redo stacks.
#[derive(Default)]
pub(super) struct Changes {
    before: Vec<Past>,
    after: Vec<Past>,
    /// The number of changes not undone, and that number at the time of the last save.
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

    /// Are there unsaved changes?
    pub(super) fn is_unsaved(&self) -> bool {
        self.count != self.saved
    }

    pub(super) fn saved(&mut self) {
        self.saved = self.count;
    }
}

/// Parses typed marks: signs and NAG numbers.
fn marks(text: &str) -> Result<Vec<u8>, ReviewError> {
    let read = |word: &str| nag::read(word).ok_or_else(|| ReviewError::Mark { word: word.to_owned() });
    text.split_whitespace().map(read).collect()
}

impl Review {
    /// Saves an undo step before a change of the moves.
    fn remember(&mut self) {
        self.remember_said(0);
    }

    /// Saves an undo step before a change of the notes of all moves.
    pub(super) fn remember_all(&mut self) {
        let tree = &self.game.tree;
        let said = tree.all().into_iter().map(|id| tree.said(id)).sum();
        self.remember_said(said);
    }

    /// Saves an undo step before a change of this many bytes of comments.
    fn remember_said(&mut self, said: usize) {
        let changes = &mut self.changes;
        changes.before.push(Past { tree: self.game.tree.clone(), shares: self.game.shares, at: self.at, said });
        changes.after.clear();
        // The saved state was among the undone changes, so undo and redo can no longer reach it.
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
            held <= SAID_BYTES
        };
        let kept = changes.before.iter().rev().take_while(fits).count().max(1);
        changes.before.drain(..changes.before.len() - kept);
    }

    /// Undoes a change, or redoes it.
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

    /// Changes the moves. If the main line ends at another node, and the game is over there by the rules, the
    /// game gets that result.
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

    /// Plays a move from here: follows it if it is in the tree, otherwise starts a variation.
    pub(super) fn try_move(&mut self, mv: Move) {
        let deed = PlayedMove::of(self.position.as_ref(), Act::Move(mv));
        let known = self.game.tree.children(self.at).iter().copied();
        let known =
            { known }.find(|&id| self.game.tree.node(id).deed.as_ref().is_some_and(|it| it.act == deed.act));
        let at = self.at;
        let to = known.unwrap_or_else(|| self.change_moves(|tree| tree.attach(at, deed)));
        self.go(to);
    }

    /// Promotes the current variation.
    pub(super) fn promote(&mut self) {
        if self.game.tree.is_main(self.at) {
            self.pane.message = Some("This is the main line already.".to_owned());
            return;
        }
        let at = self.at;
        self.change_moves(|tree| tree.promote(at));
        self.look();
    }

    /// Deletes this move and all moves after it; the message shows how many, and the key for undo.
    pub(super) fn delete(&mut self, undo: Option<&str>) {
        if self.at == Id::ROOT {
            return;
        }
        let at = self.at;
        let gone = self.moves_from(at);
        self.at = self.change_moves(|tree| tree.remove(at));
        self.look();
        let back = undo.map(|key| format!(" ({key}: undo)")).unwrap_or_default();
        self.pane.tell(Role::Notice, format!("Deleted {}{back}.", counted(gone, "move")));
    }

    /// The number of moves in this subtree: this one, its continuations and their variations.
    fn moves_from(&self, at: Id) -> usize {
        let tree = &self.game.tree;
        let (mut count, mut waiting) = (0, vec![at]);
        while let Some(id) = waiting.pop() {
            count += 1;
            waiting.extend(tree.children(id));
        }
        count
    }

    /// The comments of this node, joined.
    pub(super) fn comment(&self) -> String {
        self.game.tree.node(self.at).notes.comments.join(" ")
    }

    /// The first characters of the comments, and whether they are cut.
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

    /// Is this comment the description of the game's end that the program adds after the last move?
    fn is_ending(&self, text: &str) -> bool {
        is_ending(&self.game, self.position.outcome(), text)
    }

    /// The comments of this node written by people, joined.
    pub(super) fn own_comment(&self) -> String {
        let comments = self.game.tree.node(self.at).notes.comments.iter();
        comments.filter(|text| !self.is_ending(text)).cloned().collect::<Vec<_>>().join(" ")
    }

    /// Replaces the comments written by people; the description of the game's end stays.
    pub(super) fn set_comment(&mut self, text: &str) {
        let mut said = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            said.push_str(if said.is_empty() { "" } else { " " });
            said.push_str(word);
        }
        let own = || self.game.tree.node(self.at).notes.comments.iter().filter(|text| !self.is_ending(text));
        // A single comment is compared directly, without a copy.
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

    /// The marks of this move, in the form in which they are typed.
    pub(super) fn marked(&self) -> String {
        let nags = &self.game.tree.node(self.at).notes.nags;
        nags.iter().map(|&nag| nag::sign(nag)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn set_marks(&mut self, text: &str) -> Result<(), ReviewError> {
        let nags = marks(text)?;
        if nags != self.game.tree.node(self.at).notes.nags {
            self.remember_said(self.game.tree.said(self.at));
            self.game.tree.notes_mut(self.at).nags = nags;
        }
        Ok(())
    }

    /// The path of the file to save to, as text.
    pub(super) fn file(&self) -> Option<String> {
        match &self.source {
            Source::Pool { pool, .. } => pool.path().map(|path| path.display().to_string()),
            _ => None,
        }
    }

    /// Saves the game to the file it came from.
    pub(super) fn save(&mut self, world: &World) -> Result<String, ReviewError> {
        match &mut self.source {
            Source::Pool { pool, number } if pool.path().is_some() => {
                pool.path().map_or(Ok(()), |path| world.client.files.own(path))?;
                pool.replace(*number, &self.game)?;
                self.changes.saved();
                Ok(pool.path().map_or_else(String::new, |path| world.client.files.saved("", path)))
            }
            _ => Err(ReviewError::NoFile),
        }
    }

    /// Saves the game to a new file.
    pub(super) fn save_as(&mut self, typed: &str, world: &World) -> Result<String, ReviewError> {
        let path = world.client.new_file(typed)?;
        let path = save_as(&path, &self.game)?;
        self.changes.saved();
        Ok(world.client.files.saved("", &path))
    }
}
