//! The coach: it looks at a move before it is played, and finds the moments that decided a game. It searches a fixed number
//! of nodes with one thread and an empty table, so it says the same each time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::driver::Notify;
use crate::engine::interface::{Engine, Line};
use crate::engine::limits::{Limits, Stop};
use crate::engine::score::{DRAW, Score, plies_to_end, text};
use crate::games::worths;
use crate::players::Resources;
use crate::players::assistant::{Asked, Assistant, JobKind, Request};
use crate::record::game::Game;
use crate::record::judgement::{Judged, chance, judge, moments, worth_for};
use crate::record::tree::{Id, Worth};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::side::Side;

/// The nodes of each of the two searches of a check.
const NODES: u64 = 12_000;
/// The nodes for each position of a game that is over.
pub const NODES_AFTER: u64 = 8_000;
/// The memory of its engine, in megabytes.
const MEMORY_MEGABYTES: usize = 8;
/// The chances of winning go from -1 to 1. A move that loses this much of them is asked about. A Knight
/// that is lost for a Pawn in the opening of Sanctuary costs 0.24.
const MUCH: f64 = 0.22;
/// So is one that loses this much where the game is won or lost anyway, in hundredths of a Pawn.
const MUCH_ANYWAY: Score = 250;
/// Scores beyond this count as this.
const MOST: Score = 1_000;
/// Pieces of this worth must be lost to be named.
const NAMED: Score = 150;
/// How many plies after the move are looked at for what is lost.
const PLIES: usize = 7;

/// The resources of the coach.
pub fn resources(all: Resources) -> Resources {
    Resources { threads: 1, megabytes: all.megabytes.min(MEMORY_MEGABYTES), ..all }
}

/// A look at one move before it is played. Dropping it ends it.
pub struct Check {
    /// The move.
    pub mv: Move,
    /// The hash of the position.
    of: u64,
    answer: Receiver<Option<String>>,
    _asked: Asked,
}

impl Check {
    /// Looks at a legal move in the background.
    pub fn begin(
        position: &dyn Position,
        mv: Move,
        assistant: &Assistant,
        all: Resources,
        notify: Notify,
    ) -> Check {
        let (sender, answer) = channel();
        let (unanswered, bell) = (sender.clone(), Arc::clone(&notify));
        // Without an answer the move is played.
        let failed = move |_| {
            let _ = unanswered.send(None);
            bell();
        };
        let fork = position.fork();
        let work = move |engine: &mut dyn Engine, stop: &Stop| {
            let verdict = examine(engine, fork.as_ref(), mv, stop);
            if !stop.is_requested() {
                let _ = sender.send(verdict);
                notify();
            }
        };
        let (work, failed) = (Box::new(work), Box::new(failed));
        let game = position.spec();
        let resources = resources(all);
        let asked = assistant.ask(Request { kind: JobKind::Check, game, resources, work, failed });
        Check { mv, of: position.hash(), answer, _asked: asked }
    }

    /// Is it about this position?
    pub fn is_of(&self, position: &dyn Position) -> bool {
        self.of == position.hash()
    }

    /// `None` until it is done; then what the move loses, if it loses much.
    pub fn take(&self) -> Option<Option<String>> {
        use std::sync::mpsc::TryRecvError;
        match self.answer.try_recv() {
            Ok(verdict) => Some(verdict),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

/// The best line of a position.
fn best(engine: &mut dyn Engine, position: &dyn Position, stop: &Stop) -> Option<Line> {
    let limits = Limits { nodes: Some(NODES), lines: 1, ..Limits::default() };
    let mut best = None;
    engine.think(position, &limits, stop, &mut |report| best = report.lines.first().cloned());
    best
}

/// What a legal move loses and by which reply, if it loses much.
pub fn examine(engine: &mut dyn Engine, position: &dyn Position, mv: Move, stop: &Stop) -> Option<String> {
    engine.forget();
    let before = best(engine, position, stop)?;
    if before.moves.first() == Some(&mv) {
        return None;
    }
    let side = position.turn();
    let mut after = position.fork();
    after.play(mv).ok()?;
    // A move that ends the game is played.
    if after.outcome().is_some_and(|outcome| outcome.winner() == Some(side)) {
        return None;
    }
    let (score, line) = if after.outcome().is_some() {
        (DRAW, Vec::new())
    } else {
        let line = best(engine, after.as_ref(), stop)?;
        let own = line.seats.map_or(-line.score, |seats| seats[side]);
        // Where all others pass, the same seat moves again.
        (if after.turn() == side { line.score } else { own }, line.moves)
    };
    let drop = chance(Worth::Cents(before.score)) - chance(Worth::Cents(score));
    let loss = before.score.clamp(-MOST, MOST) - score.clamp(-MOST, MOST);
    let is_much = drop >= MUCH || loss >= MUCH_ANYWAY;
    let taken = position.captured(mv).map_or(0, |(_, piece)| value(position, piece));
    is_much.then(|| reason(after.as_ref(), side, &line, taken, (before.score, score)))?
}

/// What a piece is worth; nothing in a game whose pieces have no known worth.
fn value(position: &dyn Position, piece: Piece) -> i32 {
    let worth = worths(position.spec().id).and_then(|worths| worths.get(piece.kind().index()));
    worth.copied().unwrap_or(0)
}

/// The pieces that a line wins and loses.
struct Losses {
    /// The most valuable own piece that is taken: its value, the ply, the piece, the square.
    worst: Option<(i32, usize, Piece, Square)>,
    /// What is won and lost up to the last own move of the line.
    balance: i32,
}

impl Losses {
    /// Those of a seat in the line after its move, which has taken this much.
    fn of(after: &dyn Position, side: Side, line: &[Move], taken: i32) -> Losses {
        let mut losses = Losses { worst: None, balance: taken };
        let (mut next, mut balance) = (after.fork(), taken);
        for (ply, &mv) in line.iter().take(PLIES).enumerate() {
            if !next.legal().contains(&mv) {
                break;
            }
            let own = next.turn() == side;
            if let Some((square, piece)) = next.captured(mv) {
                let worth = value(after, piece);
                if piece.side() == side {
                    balance -= worth;
                    if !own && losses.worst.is_none_or(|(most, ..)| worth > most) {
                        losses.worst = Some((worth, ply, piece, square));
                    }
                } else if own {
                    balance += worth;
                }
            }
            // An exchange is over once the own answer is played.
            if own || line.len() == 1 {
                losses.balance = balance;
            }
            if next.play(mv).is_err() {
                break;
            }
        }
        losses
    }
}

/// What is lost and by which reply, in one line; `None` if it is nothing that can be named. `after` is the position after
/// the move, which has taken this much, and the line what follows.
fn reason(
    after: &dyn Position,
    side: Side,
    line: &[Move],
    taken: i32,
    (before, score): (Score, Score),
) -> Option<String> {
    let spec = after.spec();
    let Some(&reply) = line.first().filter(|mv| after.legal().contains(mv)) else {
        return Some("It ends the game as a draw.".to_owned());
    };
    let shown = after.display(reply);
    let replies = spec.seat(after.turn()).name;
    if let Some(plies) = plies_to_end(score).filter(|plies| *plies < 0) {
        let moves = (1 - plies) / 2;
        let later = || format!("After {shown} {replies} wins in {moves}.");
        return Some(if plies >= -2 { format!("{shown} wins.") } else { later() });
    }
    if let Some(plies) = plies_to_end(before).filter(|plies| *plies > 0) {
        return Some(format!("After {shown} a win in {} is gone.", (plies + 1) / 2));
    }
    let losses = Losses::of(after, side, line, taken);
    let (_, ply, piece, square) = losses.worst.filter(|_| losses.balance <= -NAMED)?;
    let name = spec.of(piece.kind()).name;
    Some(match ply {
        0 => format!("{shown} takes your {name} on {}.", after.geometry().label(square)),
        _ => format!("After {shown} you lose your {name}."),
    })
}

/// A moment that decided a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The move.
    pub judged: Judged,
    /// The node before it.
    pub before: Id,
    /// `12.Nxe5`.
    pub shown: String,
    /// `12.Nxe5: +0.30 to -4.10 for White`.
    pub words: String,
    /// The position before it.
    pub fen: String,
}

/// The three moments that decided an analysed game, in the order of the game.
pub fn decided(game: &Game) -> Vec<Moment> {
    let (tree, spec) = (&game.tree, game.spec());
    let moment = |judged: Judged| {
        let node = tree.node(judged.id);
        let (deed, before) = (node.deed.as_ref()?, tree.parent(judged.id)?);
        let dots = if judged.side == Side::FIRST { "." } else { "…" };
        let worth = |id: Id| tree.node(id).notes.eval.as_ref().and_then(|eval| worth_for(eval, judged.side));
        let worth = |id: Id| worth(id).map_or_else(|| "the end".to_owned(), shown);
        let name = spec.seat(judged.side).name;
        let change = format!("{} to {} for {name}", worth(before), worth(judged.id));
        let shown = format!("{}{dots}{}", deed.round, deed.shown);
        let words = format!("{shown}: {change}");
        Some(Moment { judged, before, shown, words, fen: tree.position(before).fen() })
    };
    moments(&judge(game)).into_iter().filter_map(moment).collect()
}

/// An evaluation as text.
fn shown(worth: Worth) -> String {
    match worth {
        Worth::Cents(cents) => text(cents),
        Worth::Mate(moves) => format!("#{moves}"),
    }
}
