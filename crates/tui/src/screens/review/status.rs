//! The text about the current node: the move, its evaluation, comments, variations.

use std::time::Duration;

use ratatui::layout::Rect;

use super::{Review, moves};
use crate::action::{Action, Context};
use crate::board::prompt::inner;
use crate::engine::score;
use crate::record::judgement::Fault;
use crate::record::tree::{Eval, Id, Worth};
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::session::survey::Survey;
use crate::theme::Role;
use crate::widgets::bar::Bar;
use crate::widgets::text::{unfinished, wrap};
use crate::world::World;

/// The maximum number of variations listed.
const NAMED: usize = 24;

/// A score as text; mate scores as `#3`.
pub(super) fn worth(worth: Worth) -> String {
    match worth {
        Worth::Cents(cents) => score::text(cents),
        Worth::Mate(moves) => format!("#{moves}"),
    }
}

/// A duration as `1:05`.
pub(super) fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The progress of the whole-game analysis.
fn progress(survey: &Survey, world: &World) -> String {
    const BAR: usize = 20;
    let (done, all) = survey.progress();
    let bar = Bar::new(done, all.max(1), &world.glyphs).track().text(BAR);
    let left = survey.remaining().map(|left| format!(" · {} left", clock(left.as_secs()))).unwrap_or_default();
    let key = world.keymap.key(Context::Review, Action::AnalyseGame);
    let end = key.map(|key| format!(" · {key}: stop")).unwrap_or_default();
    format!("{bar} {done} of {all} positions{left}{end}")
}

impl Review {
    /// An evaluation as numbers: one number for two seats, otherwise one per seat with its initial.
    pub(super) fn eval_words(&self, eval: &Eval) -> String {
        let spec = self.game.spec();
        if let [one] = eval.0[..] {
            return worth(one);
        }
        let message =
            spec.sides().zip(&eval.0).map(|(side, &one)| format!("{} {}", spec.seat(side).initial(), worth(one)));
        message.collect::<Vec<_>>().join("  ")
    }

    /// The move that led here; for the right end, the evaluation and the number of plies.
    pub(super) fn first_line(&self) -> (String, String) {
        let tree = &self.game.tree;
        let node = tree.node(self.at);
        let spec = self.game.spec();
        let eval = node.notes.eval.as_ref().map(|eval| self.eval_words(eval) + "  ").unwrap_or_default();
        let place = format!("{eval}{} of {}", self.ply(), tree.length());
        let Some(deed) = &node.deed else {
            return ("Start of the game.".to_owned(), place);
        };
        let aside = if tree.is_main(self.at) { "" } else { "variation " };
        let name = spec.seat(deed.side).name;
        let said = moves::text(spec, node);
        let said = if matches!(deed.act, Act::Leave(_)) { said } else { format!("{name}: {said}") };
        (format!("{aside}{} {said}", deed.round), place)
    }

    /// The message line, the most important text first.
    pub(super) fn second_line(&self, world: &World, area: Rect) -> (String, Role) {
        // A message does not hide the progress of the whole-game analysis; both are shown.
        let progress = self.survey.as_ref().map(|survey| progress(survey, world));
        match (&self.pane.message, progress) {
            (Some(message), Some(progress)) => {
                return (format!("{message} · {progress}"), self.pane.message_role());
            }
            (Some(message), None) => return (message.clone(), self.pane.message_role()),
            (None, Some(progress)) => return (progress, Role::Text),
            (None, None) => {}
        }
        let mut parts = Vec::new();
        if let Some(threats) = &self.pane.threats {
            parts.push(threats.words(self.position.as_ref(), Some(self.pane.rested).filter(|_| self.on_board)));
        }
        parts.extend(self.falls.iter().cloned());
        parts.extend(self.said(world, area));
        parts.extend(self.fault_words());
        if parts.is_empty() {
            parts.extend(self.others(world));
        }
        if parts.is_empty() && self.at == self.game.tree.last() {
            parts.extend(self.result());
        }
        (parts.join(" "), Role::Text)
    }

    /// The comments of this node. A long comment is cut so that the board stays visible; a key shows the full
    /// text.
    fn said(&self, world: &World, area: Rect) -> Option<String> {
        let rows = usize::from(area.height + world.facts.size.1 / 8);
        let room = usize::from(inner(area).width);
        let (text, cut) = self.comment_up_to((rows + 1) * (room + 1));
        let text = world.glyphs.plain(&text);
        let mut lines: Vec<String> = wrap(&text, room).take(rows + 1).collect();
        if lines.len() <= rows && !cut {
            return (!text.is_empty()).then_some(text);
        }
        let key = world.keymap.key(Context::Review, Action::Explain);
        let more = world.glyphs.more.to_owned() + &key.map(|key| format!(" ({key}: read all)")).unwrap_or_default();
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = unfinished(last, room, &more);
        }
        Some(lines.join(" "))
    }

    /// Describes a mistake, with the better move.
    fn fault_words(&self) -> Option<String> {
        let tree = &self.game.tree;
        let parent = tree.parent(self.at)?;
        if !tree.is_main(self.at) || tree.node(parent).notes.eval.is_none() {
            return None;
        }
        let judged = self.judged.iter().find(|one| one.id == self.at)?;
        let word = match judged.fault? {
            Fault::Inaccuracy => "Inaccuracy",
            Fault::Mistake => "Mistake",
            Fault::Blunder => "Blunder",
        };
        let before = tree.node(parent).notes.eval.as_ref().map(|eval| self.eval_words(eval)).unwrap_or_default();
        let better =
            tree.children(parent).iter().copied().find(|&id| id != self.at && tree.node(id).notes.eval.is_some());
        let better = better.and_then(|id| tree.node(id).deed.as_ref());
        let better = better.map(|deed| format!(" Better: {}.", deed.shown)).unwrap_or_default();
        Some(format!("{word}. Before this move: {before}.{better}"))
    }

    /// The variations of this move, or the continuations.
    fn others(&self, world: &World) -> Option<String> {
        let tree = &self.game.tree;
        let spec = self.game.spec();
        let named = |ids: &[Id]| -> String {
            let all: Vec<String> = ids.iter().take(NAMED).map(|&id| moves::text(spec, tree.node(id))).collect();
            all.join(", ") + if ids.len() > NAMED { ", …" } else { "" }
        };
        let siblings: Vec<Id> = tree.parent(self.at).map_or(&[][..], |at| tree.children(at)).to_vec();
        let beside: Vec<Id> = siblings.into_iter().filter(|&id| id != self.at).collect();
        if !beside.is_empty() {
            let key = world.keymap.key(Context::Review, Action::Down);
            let key = key.map(|key| format!(" ({key})")).unwrap_or_default();
            return Some(format!("Variations{key}: {}.", named(&beside)));
        }
        let next = tree.children(self.at);
        (next.len() > 1).then(|| format!("{} continuations: {}.", next.len(), named(next)))
    }

    /// The result of the game, if known.
    pub(super) fn result(&self) -> Option<String> {
        if let Some(outcome) = self.position.outcome() {
            let spec = self.game.spec();
            return Some(match outcome.winner() {
                Some(winner) => format!("{} wins {}.", spec.seat(winner).name, outcome.cause.words),
                None => format!("Draw {}.", outcome.cause.words),
            });
        }
        let shares = self.game.shares?;
        let message: Vec<String> = self.game.spec().sides().map(|side| shares[side].to_string()).collect();
        Some(format!("Result: {}.", message.join("-")))
    }

    /// The clock of a seat at this node: its latest recorded time.
    pub(super) fn clock_of(&self, side: Side) -> Option<Duration> {
        let tree = &self.game.tree;
        let mut at = Some(self.at);
        while let Some(id) = at {
            let node = tree.node(id);
            if node.deed.as_ref().is_some_and(|deed| deed.side == side) && node.notes.clock.is_some() {
                return node.notes.clock;
            }
            at = tree.parent(id);
        }
        None
    }
}
