//! The normal form of a game: the form that PGN can express.

use std::time::Duration;

use super::{comment, tags};
use crate::record::game::Game;
use crate::record::result::GameResult;
use crate::record::tree::{Id, Notes, Tree};
use crate::rules::spec::Spec;

/// The same game in the form in which it is read after writing.
///
/// The tags of the Seven Tag Roster, with one tag per seat, come first and in order; names and values of the others
/// have no line ends. Comments have single spaces, are never empty and do not read as commands. A comment before a
/// move that does not start a variation moves to the move before it. Clocks are cut to milliseconds, evaluations
/// have as many values as the variant needs, and the shares of a result add up to one point. A game that was read
/// is in normal form already.
pub fn normal(game: &Game) -> Game {
    let spec = game.spec();
    let result = GameResult::of(spec.seats.len(), game.shares).normal();
    let tags = tags::normal(&game.tags, spec, &game.tree.start().fen(), result);
    let mut tree = game.tree.clone();
    for id in tree.all() {
        if let Some(cleaned) = clean(spec, &tree.node(id).notes) {
            *tree.notes_mut(id) = cleaned;
        }
    }
    settle(&mut tree);
    Game { tags, tree, shares: result.shares() }
}

/// The normal form of the annotations; `None` if they are normal already, as in most nodes.
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

/// Moves comments before a move to the move before it, unless the move starts a variation.
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
