//! A game as its text can say it.

use std::time::Duration;

use super::{comment, result, tags};
use crate::record::game::Game;
use crate::record::tree::{Id, Notes, Tree};
use crate::rules::spec::Spec;

/// The same game as it will be read when it has been written.
///
/// All tags of the roster are there, first and in their order; the others have names and values of
/// one line. Comments have single blanks for blanks and ends of lines, none is empty, and none
/// reads as a command. What is said before a move that begins no variation is said after the move
/// before it. Clocks count thousandths, evaluations have as many numbers as the game asks for, and
/// results add to one point. What is read is so already.
pub fn normal(game: &Game) -> Game {
    let spec = game.spec();
    let shares = result::normal(spec, game.shares);
    let told = result::write(spec, &shares);
    let tags = tags::normal(&game.tags, spec, &game.tree.start().fen(), &told);
    let mut tree = game.tree.clone();
    for id in tree.all() {
        clean(spec, tree.notes_mut(id));
    }
    settle(&mut tree);
    Game { tags, tree, shares }
}

fn clean(spec: &Spec, notes: &mut Notes) {
    for said in [&mut notes.lead, &mut notes.comments] {
        for text in said.iter_mut() {
            *text = comment::plain(spec, text);
        }
        said.retain(|text| !text.is_empty());
    }
    let millis = |left: Duration| Duration::new(left.as_secs(), left.subsec_millis() * 1_000_000);
    notes.clock = notes.clock.map(millis);
    notes.eval = notes.eval.take().filter(|eval| comment::fits(spec, eval));
}

/// What is said before a move stays there only where the move begins a variation.
pub(super) fn settle(tree: &mut Tree) {
    for id in tree.all() {
        if tree.node(id).notes.lead.is_empty() {
            continue;
        }
        match tree.parent(id) {
            None => {
                let notes = tree.notes_mut(Id::ROOT);
                let mut said = std::mem::take(&mut notes.lead);
                said.append(&mut notes.comments);
                notes.comments = said;
            }
            Some(parent) if tree.children(parent).first() == Some(&id) => {
                let mut said = std::mem::take(&mut tree.notes_mut(id).lead);
                tree.notes_mut(parent).comments.append(&mut said);
            }
            Some(_) => {}
        }
    }
}
