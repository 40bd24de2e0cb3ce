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
        if let Some(cleaned) = clean(spec, &tree.node(id).notes) {
            *tree.notes_mut(id) = cleaned;
        }
    }
    settle(&mut tree);
    Game { tags, tree, shares }
}

/// What is said as it is kept; nothing where it is so already, as in most places.
fn clean(spec: &Spec, notes: &Notes) -> Option<Notes> {
    let millis = |left: Duration| Duration::new(left.as_secs(), left.subsec_millis() * 1_000_000);
    let clock = notes.clock.map(millis);
    let fits = notes.eval.as_ref().is_none_or(|eval| comment::fits(spec, eval));
    let mut said = notes.lead.iter().chain(&notes.comments);
    if clock == notes.clock && fits && said.all(|text| comment::is_plain(spec, text)) {
        return None;
    }
    let plain = |said: &[String]| -> Vec<String> {
        said.iter().map(|text| comment::plain(spec, text)).filter(|text| !text.is_empty()).collect()
    };
    let eval = notes.eval.clone().filter(|_| fits);
    Some(Notes {
        lead: plain(&notes.lead),
        comments: plain(&notes.comments),
        nags: notes.nags.clone(),
        clock,
        eval,
    })
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
