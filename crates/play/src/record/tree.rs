//! A game with its variations: a tree of played moves with annotations. The first child of a node continues the
//! line of its parent; the others are variations.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::record::leaving::Leaving;
use crate::rules::position::{MoveError, Position};
use crate::rules::side::Side;
use crate::rules::timeline::Act;

/// The index of a node in the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(u32);

impl Id {
    /// The root: the start of the game.
    pub const ROOT: Id = Id(0);
}

/// A move, or an army that leaves, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move, or the departure.
    pub act: Act,
    /// The seat that did it.
    pub side: Side,
    /// The number of the move or round.
    pub round: u32,
    /// The move in display form; for an army that leaves, the reason: `resigns`, `time`, `fails`.
    pub shown: String,
    /// Why the army leaves.
    pub leaving: Option<Leaving>,
}

/// One evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// In hundredths of a Pawn (centipawns).
    Cents(i32),
    /// A win in this many moves; zero or negative: a loss.
    Mate(i32),
}

/// The evaluation of the position after a move: in games for two, one value for the first seat; in larger games,
/// one value per seat in turn order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eval(pub Vec<Worth>);

/// The annotations of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Comments before it, if it starts a variation.
    pub lead: Vec<String>,
    /// Comments after it; at the root, before the game.
    pub comments: Vec<String>,
    /// NAGs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// The time left on the clock of the player who moved.
    pub clock: Option<Duration>,
    /// The evaluation of the position after it.
    pub eval: Option<Eval>,
}

/// A node of the tree: a move with its annotations.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move that leads to this node; `None` at the root.
    pub deed: Option<PlayedMove>,
    /// The annotations. Copies share them until one of them changes, because a comment may be long.
    pub notes: Arc<Notes>,
    parent: Option<Id>,
    children: Vec<Id>,
}

/// A game with its variations. A copy shares all unchanged nodes with the original.
#[derive(Clone)]
pub struct Tree {
    start: Arc<dyn Position>,
    nodes: Vec<Arc<Node>>,
}

impl Tree {
    /// A game without moves.
    pub fn new(start: Arc<dyn Position>) -> Tree {
        let root = Node { deed: None, notes: Arc::default(), parent: None, children: Vec::new() };
        Tree { start, nodes: vec![Arc::new(root)] }
    }

    /// The initial position.
    pub fn start(&self) -> &dyn Position {
        self.start.as_ref()
    }

    /// A node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The annotations of a node.
    pub fn notes_mut(&mut self, id: Id) -> &mut Notes {
        Arc::make_mut(&mut self.node_mut(id).notes)
    }

    /// Replaces the comments after a node. The old ones, which may be long, are not copied.
    pub fn set_comments(&mut self, id: Id, comments: Vec<String>) {
        let Notes { lead, nags, clock, eval, .. } = &*self.node(id).notes;
        let (lead, nags, clock, eval) = (lead.clone(), nags.clone(), *clock, eval.clone());
        self.node_mut(id).notes = Arc::new(Notes { lead, comments, nags, clock, eval });
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        Arc::make_mut(&mut self.nodes[id.0 as usize])
    }

    /// The parent of a node.
    pub fn parent(&self, id: Id) -> Option<Id> {
        self.node(id).parent
    }

    /// The children of a node: the main continuation first, then the variations.
    pub fn children(&self, id: Id) -> &[Id] {
        &self.node(id).children
    }

    /// The node itself and all nodes after it along the first children.
    pub fn line(&self, from: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(from), |&id| self.children(id).first().copied())
    }

    /// The last node of the main line.
    pub fn last(&self) -> Id {
        self.line(Id::ROOT).last().unwrap_or(Id::ROOT)
    }

    /// The number of plies of the main line.
    pub fn length(&self) -> usize {
        self.line(Id::ROOT).count() - 1
    }

    /// The path from the root to a node, without the root.
    pub fn path(&self, id: Id) -> Vec<Id> {
        let mut path: Vec<Id> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The number of plies before and including a node.
    pub fn ply(&self, id: Id) -> usize {
        std::iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// Is the node in the main line?
    pub fn is_main(&self, id: Id) -> bool {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            if self.children(parent).first() != Some(&at) {
                return false;
            }
            at = parent;
        }
        true
    }

    /// Adds a move after a node, as the last variation. If the move exists there already, its node is returned.
    pub fn attach(&mut self, parent: Id, deed: PlayedMove) -> Id {
        let known = |&&id: &&Id| self.node(id).deed.as_ref().is_some_and(|known| known.act == deed.act);
        if let Some(&id) = self.children(parent).iter().find(known) {
            return id;
        }
        let id = Id(self.nodes.len() as u32);
        let node = Node { deed: Some(deed), notes: Arc::default(), parent: Some(parent), children: Vec::new() };
        self.nodes.push(Arc::new(node));
        self.node_mut(parent).children.push(id);
        id
    }

    /// Makes a node the first child of its parent, so that it becomes the main continuation.
    pub(crate) fn put_first(&mut self, id: Id) {
        let Some(parent) = self.parent(id) else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(rank) = siblings.iter().position(|&child| child == id) {
            siblings[..=rank].rotate_right(1);
        }
    }

    /// The length of the comments of a node, in bytes.
    pub fn said(&self, id: Id) -> usize {
        let notes = &self.node(id).notes;
        notes.lead.iter().chain(&notes.comments).map(String::len).sum()
    }

    /// The number of all nodes ever added, including removed ones.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The position at a node, with its history.
    pub fn position(&self, id: Id) -> Box<dyn Position> {
        let mut position = self.start.fork();
        for id in self.path(id) {
            let Some(deed) = &self.node(id).deed else { continue };
            let done = match deed.act {
                Act::Move(mv) => position.play(mv),
                Act::Leave(side) => position.leave(side),
            };
            debug_assert!(done.is_ok(), "only what is legal gets into a tree");
        }
        position
    }

    /// Promotes the variation that contains a node: it changes places with the sibling before it. Returns false if
    /// the node is in the main line already.
    pub fn promote(&mut self, id: Id) -> bool {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            let siblings = &mut self.node_mut(parent).children;
            match siblings.iter().position(|&child| child == at) {
                Some(rank @ 1..) => {
                    siblings.swap(rank - 1, rank);
                    return true;
                }
                _ => at = parent,
            }
        }
        false
    }

    /// Removes a node and all nodes after it, and returns its parent.
    pub fn remove(&mut self, id: Id) -> Id {
        let Some(parent) = self.parent(id) else { return id };
        self.node_mut(parent).children.retain(|&child| child != id);
        parent
    }

    /// All nodes in the order of the text: a move, the variations beside it, then the continuation.
    pub fn all(&self) -> Vec<Id> {
        let mut found = vec![Id::ROOT];
        let mut open: Vec<Id> = self.children(Id::ROOT).iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            found.push(id);
            open.extend(self.children(id).iter().rev());
        }
        found
    }
}

impl PlayedMove {
    /// Plays it again, in the position in which it was played.
    pub fn repeat(&self, position: &mut dyn Position) -> Result<(), MoveError> {
        match self.act {
            Act::Move(mv) => position.play(mv),
            Act::Leave(side) => position.leave(side),
        }
    }

    /// A legal move of a position, before it is played.
    pub fn of(position: &dyn Position, act: Act) -> PlayedMove {
        match act {
            Act::Move(mv) => {
                let (side, shown) = (position.turn(), position.display(mv));
                PlayedMove { act, side, round: position.round(), shown, leaving: None }
            }
            Act::Leave(side) => PlayedMove::leave(side, position.round(), Leaving::Resigns),
        }
    }

    /// An army that leaves the game.
    pub fn leave(side: Side, round: u32, why: Leaving) -> PlayedMove {
        PlayedMove { act: Act::Leave(side), side, round, shown: why.shown().to_owned(), leaving: Some(why) }
    }

    /// Parses a move in either notation, or as other programs write it, and plays it.
    pub fn play(position: &mut dyn Position, text: &str) -> Result<PlayedMove, MoveError> {
        let (side, round) = (position.turn(), position.round());
        let (mv, shown) = position.play_text(text)?;
        Ok(PlayedMove { act: Act::Move(mv), side, round, shown, leaving: None })
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |id: Id| self.node(id).deed.as_ref().map(|deed| deed.shown.clone());
        out.debug_list().entries(self.all().into_iter().filter_map(shown)).finish()
    }
}

/// Two trees are equal if they have the same moves and annotations; the indices of the nodes may differ.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = vec![(Id::ROOT, Id::ROOT)];
        while let Some((mine, its)) = pairs.pop() {
            let (one, two) = (self.node(mine), other.node(its));
            if (&one.deed, &one.notes) != (&two.deed, &two.notes) || one.children.len() != two.children.len() {
                return false;
            }
            pairs.extend(one.children.iter().copied().zip(two.children.iter().copied()));
        }
        std::ptr::eq(self.start.spec(), other.start.spec()) && self.start.fen() == other.start.fen()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    fn tree() -> (Tree, Vec<Id>) {
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let mut tree = Tree::new(position.into());
        let mut ids = Vec::new();
        for line in [&["e2e4", "e7e5", "d2d4"][..], &["e2e4", "d7d5"], &["d2d4"], &["e2e4", "d7d5", "e4d5"]] {
            let mut at = Id::ROOT;
            let mut position = tree.start().fork();
            for text in line {
                at = tree.attach(at, PlayedMove::play(position.as_mut(), text).expect("legal"));
            }
            ids.push(at);
        }
        (tree, ids)
    }

    #[test]
    fn the_same_deed_is_there_once() {
        let (tree, ids) = tree();
        assert_eq!(format!("{tree:?}"), r#"["e4", "e5", "d4", "d5", "exd5", "d4"]"#);
        assert_eq!((tree.length(), tree.ply(ids[3]), tree.last()), (3, 3, ids[0]));
        assert!(tree.is_main(ids[0]) && !tree.is_main(ids[3]));
        assert_eq!(tree.position(ids[3]).acts().len(), 3);
    }

    #[test]
    fn a_variation_is_promoted_and_taken_away() {
        let (mut tree, ids) = tree();
        let before = tree.clone();
        assert!(tree.promote(ids[3]) && tree.is_main(ids[3]) && !tree.promote(ids[3]));
        assert_eq!(format!("{tree:?}"), r#"["e4", "d5", "exd5", "e5", "d4", "d4"]"#);
        assert_ne!(tree, before);
        let left = tree.remove(ids[1]);
        assert_eq!((format!("{tree:?}").as_str(), tree.ply(left)), (r#"["e4", "e5", "d4", "d4"]"#, 1));
        assert_eq!(tree.remove(Id::ROOT), Id::ROOT);
    }
}
