//! How often each rare rule occurred in the random games, and which ones must occur.

use std::collections::BTreeMap;

use heterodox_kernel::board::Board;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::mv::{Move, Verb};
use heterodox_kernel::timeline::{Act, Timeline};

use super::literal::takes;

/// The rules that must have occurred in every run, by game.
pub(crate) fn wanted(game: &str) -> &'static [&'static str] {
    match game {
        "holywar" => &[
            "capture",
            "check",
            "drop",
            "exchange",
            "exchange out of check",
            "promotion to L",
            "promotion to C",
            "promotion to B",
            "promotion to S",
            "end: checkmate",
            "end: stalemate",
            "end: repetition",
            "end: plies",
            "end: dead",
            "squire past one blocker",
        ],
        "blackholes" => &[
            "capture",
            "check",
            "hole dropped",
            "hole moved",
            "en passant",
            "in and out of one hole",
            "in one hole, out of another",
            "own piece taken",
            "hole taken",
            "back on its own square",
            "P through holes",
            "H through holes",
            "S through holes",
            "R through holes",
            "Q through holes",
            "B through holes",
            "promotion to Q",
            "promotion to R",
            "promotion to B",
            "promotion to S",
            "promotion to H",
            "promotion behind a hole",
            "check through holes",
            "end: checkmate",
            "end: stalemate",
            "end: repetition",
            "end: plies",
        ],
        "sanctuary" => &[
            "capture",
            "double step",
            "en passant",
            "promotion to F",
            "end: sanctuary",
            "end: stalemate",
            "end: repetition",
            "end: plies",
            "end: dead",
            "arrival that is not safe",
        ],
        "armies" => &[
            "capture",
            "check",
            "double step",
            "en passant",
            "promotion to R",
            "promotion to N",
            "promotion to C",
            "promotion to F",
            "promotion to J",
            "promotion to A",
            "promotion to T",
            "promotion declined",
            "pass",
            "pass in check",
            "fall",
            "fall opened by a third",
            "two fall at once",
            "army left",
            "army left out of turn",
            "end: last-army",
            "end: pawn-arrival",
            "end: repetition",
            "end: plies",
            "end: passes",
            "end: dead",
            "captures that pay",
            "fall that pays",
            "end: rounds",
            "end: points",
        ],
        _ => panic!("{game}: say which rules of the game are rare"),
    }
}

/// Counts by name.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Counts one occurrence.
    pub(crate) fn add(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    /// Adds the counts of another.
    pub(crate) fn merge(&mut self, other: Tally) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// The wanted rules that never occurred.
    pub(crate) fn missing(&self, wanted: &[&'static str]) -> Vec<&'static str> {
        wanted.iter().copied().filter(|what| !self.0.contains_key(*what)).collect()
    }

    /// One line a rule.
    pub(crate) fn report(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(|(what, count)| format!("{count:>9}  {what}")).collect();
        lines.join("\n")
    }

    /// Notes what a move is, before it is played.
    pub(crate) fn note_move<R: CompiledGame>(&mut self, board: &Board<R>, mv: Move) {
        let letter = R::SPEC.of(mv.kind).letter;
        let in_check = board.in_check(board.turn());
        if takes(board, mv) {
            self.add("capture");
        }
        match mv.verb {
            Verb::Stride => self.add("double step"),
            Verb::Passant => self.add("en passant"),
            Verb::Drop => self.add(if letter == 'H' { "hole dropped" } else { "drop" }),
            Verb::Special(_) if R::SPEC.id == "holywar" => {
                self.add(if in_check { "exchange out of check" } else { "exchange" });
            }
            Verb::Pass => self.add(if in_check { "pass in check" } else { "pass" }),
            Verb::Step if letter == 'H' => self.add("hole moved"),
            Verb::Step if letter == 'S' && R::SPEC.id == "holywar" => self.note_squire(board, mv),
            Verb::Step => {}
            Verb::Special(_) => self.note_warp(board, mv),
        }
        if let Some(kind) = mv.promotion() {
            self.add(format!("promotion to {}", R::SPEC.of(kind).letter));
            if let Verb::Special(_) = mv.verb {
                self.add("promotion behind a hole");
            }
        } else if board.legal().iter().any(|other| *other != mv && other.promoting(None) == mv) {
            self.add("promotion declined");
        }
    }

    fn note_squire<R: CompiledGame>(&mut self, board: &Board<R>, mv: Move) {
        let Some(piece) = board.piece(mv.from) else { return };
        let ways: Vec<bool> = board
            .powers(piece, mv.from)
            .iter()
            .filter(|(_, path)| path.to == mv.to)
            .map(|(_, path)| path.vias.iter().all(|&via| board.piece(via).is_none()))
            .collect();
        if ways.contains(&true) && ways.contains(&false) {
            self.add("squire past one blocker");
        }
    }

    fn note_warp<R: CompiledGame>(&mut self, board: &Board<R>, mv: Move) {
        let letter = R::SPEC.of(mv.kind).letter;
        self.add(format!("{letter} through holes"));
        self.add(if mv.vias[0] == mv.vias[1] { "in and out of one hole" } else { "in one hole, out of another" });
        if mv.from == mv.to {
            self.add("back on its own square");
        } else if let Some(taken) = board.piece(mv.to) {
            if taken.side() == board.turn() {
                self.add("own piece taken");
            }
            if R::SPEC.of(taken.kind()).letter == 'H' {
                self.add("hole taken");
            }
        }
    }

    /// Notes what has come of an act.
    pub(crate) fn note_after<R: CompiledGame>(&mut self, before: &Board<R>, act: Act, timeline: &Timeline<R>) {
        let board = timeline.board();
        if board.checked().has(board.turn()) {
            self.add("check");
            let royal = board.royal(board.turn()).expect("a King in check stands on the board");
            if !board.hit(royal, board.scene(board.turn())) {
                self.add("check through holes");
            }
        }
        match act {
            Act::Move(mv) if R::SPEC.royal.is_none() && mv.promotion().is_some() && R::won(board).is_none() => {
                self.add("arrival that is not safe");
            }
            Act::Move(_) => {}
            Act::Leave(side) if side == before.turn() => self.add("army left"),
            Act::Leave(_) => self.add("army left out of turn"),
        }
        let falls = timeline.falls();
        for fall in &falls {
            self.add(if fall.opened_by.is_some() { "fall opened by a third" } else { "fall" });
        }
        if let (Some(was), Some(is)) = (R::points(before, board.turn()), R::points(board, board.turn())) {
            self.add(if is >= was + 20 { "fall that pays" } else { "a game of points" });
            let paid = R::SPEC.sides().any(|side| R::points(board, side) > R::points(before, side));
            if paid && falls.is_empty() {
                self.add("captures that pay");
            }
        }
        if falls.len() > 1 {
            self.add("two fall at once");
        }
        if let Some(outcome) = timeline.outcome() {
            self.add(format!("end: {}", outcome.cause.id));
        }
    }
}
