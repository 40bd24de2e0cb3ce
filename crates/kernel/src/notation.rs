//! Notation: the machine form of a move, which is unique and easy to write, and the display form for people.
//! The reader compares a text with the legal moves, so it accepts only legal moves.

use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::{Coord, Geometry, Square};
use super::mv::{Move, Verb};
use super::pick::Pick;
use super::piece::{Kind, Piece};
use super::side::{Side, Sides};
use super::spec::{PLUS, Spec};

/// The sign before the letters of a piece that comes in beside the one that moves: `Nc3/H`.
pub(super) const BRINGS: char = '/';

/// A pass in the machine form.
pub const PASS: &str = "0000";

/// The machine form of a move.
pub fn machine<R: Rules>(board: &Board<R>, mv: Move) -> String {
    let (spec, geometry) = (board.spec(), board.geometry());
    let mut text = String::with_capacity(16);
    match mv.verb {
        Verb::Pass => text.push_str(PASS),
        Verb::Drop => {
            text.push_str(spec.of(mv.kind).letters());
            text.push('@');
            text.push_str(geometry.label(mv.to));
        }
        Verb::Special(_) => {
            for square in R::special_picks(mv) {
                text.push_str(geometry.label(square));
            }
        }
        Verb::Step | Verb::Stride | Verb::Passant => {
            text.push_str(geometry.label(mv.from));
            text.push_str(geometry.label(mv.to));
        }
    }
    match mv.promotion() {
        Some(kind) if spec.is_plus_of(kind, mv.kind) => text.push(PLUS),
        Some(kind) => text.push_str(spec.promotion_letters(kind, mv.kind)),
        None => {}
    }
    if let Some(kind) = R::special_brings(mv) {
        text.push_str(spec.of(kind).small_letters());
    }
    text
}

/// Is this the form for machines of a move? A promotion may have the sign of its kind where it is written without.
pub(crate) fn is_machine<R: Rules>(board: &Board<R>, mv: Move, text: &str) -> bool {
    let (machine, spec) = (machine(board, mv), board.spec());
    let with_sign = |kind: Kind| {
        let (full, written) = (spec.of(kind).small_letters(), spec.promotion_letters(kind, mv.kind));
        full != written && text.strip_suffix(full).is_some_and(|start| machine.strip_suffix(written) == Some(start))
    };
    machine == text || mv.promotion().is_some_and(with_sign)
}

/// The display forms of these moves, which must be all legal moves of the position.
pub fn display_all<R: Rules>(board: &Board<R>, legal: &[Move]) -> Vec<String> {
    let writer = Writer::new(board, legal);
    legal.iter().map(|&mv| writer.display(mv)).collect()
}

/// The display form of one legal move of a position.
pub(crate) fn display<R: Rules>(board: &Board<R>, mv: Move) -> String {
    Writer::new(board, &board.legal()).display(mv)
}

/// The facts about a position that are needed to write its moves.
pub(super) struct Writer<'a, R: Rules> {
    pub(super) board: &'a Board<R>,
    namesakes: Namesakes,
    /// The seats whose King the seat to move already attacks.
    attacked: Sides,
}

/// Finds moves that would look alike without the start square.
struct Namesakes {
    spec: &'static Spec,
    /// The kind that is written, the target and the start of each move.
    list: Vec<(Kind, Square, Square)>,
}

impl Namesakes {
    fn of(spec: &'static Spec, legal: &[Move]) -> Namesakes {
        let mut list: Vec<_> = legal
            .iter()
            .filter(|mv| matches!(mv.verb, Verb::Step | Verb::Stride))
            .map(|mv| (spec.shown(mv.kind), mv.to, mv.from))
            .collect();
        list.sort_unstable();
        list.dedup();
        Namesakes { spec, list }
    }

    /// The start squares of other pieces that are written alike and can move to the same square.
    fn others(&self, mv: Move) -> impl Iterator<Item = Square> + '_ {
        let written = self.spec.shown(mv.kind);
        let first = self.list.partition_point(|&(kind, to, _)| (kind, to) < (written, mv.to));
        self.list[first..]
            .iter()
            .take_while(move |&&(kind, to, _)| (kind, to) == (written, mv.to))
            .map(|&(_, _, from)| from)
            .filter(move |&from| from != mv.from)
    }

    /// The part of the start square's name with which a capture of a pawn begins: its column, or all of it if a pawn on the
    /// same column can capture there too, as where pawns go sideways.
    fn taker<'g>(&self, geometry: &'g Geometry, mv: Move) -> &'g str {
        let column = |square| geometry.coord(square).x;
        let shared = self.others(mv).any(|other| column(other) == column(mv.from));
        if shared || geometry.axes().z.is_some() { geometry.label(mv.from) } else { geometry.parts(mv.from)[0] }
    }

    /// The shortest part of the start square's name that tells the move from the others.
    fn apart<'g>(&self, geometry: &'g Geometry, mv: Move) -> &'g str {
        let (name, [column, rank]) = (geometry.label(mv.from), geometry.parts(mv.from));
        let at = geometry.coord(mv.from);
        let shared = |part: fn(Coord) -> u8| self.others(mv).any(|other| part(geometry.coord(other)) == part(at));
        if self.others(mv).next().is_none() {
            ""
        } else if !shared(|at| at.x) {
            column
        } else if !shared(|at| at.y) {
            rank
        } else {
            name
        }
    }
}

impl<'a, R: Rules> Writer<'a, R> {
    /// `legal` must contain all legal moves that end on the same squares as the moves to be written.
    pub(super) fn new(board: &'a Board<R>, legal: &[Move]) -> Writer<'a, R> {
        let others = board.living().without(board.turn()).iter();
        let attacked = others.filter(|&side| board.attacks_king(board.turn(), side)).collect();
        Writer { board, namesakes: Namesakes::of(board.spec(), legal), attacked }
    }

    pub(super) fn display(&self, mv: Move) -> String {
        let mut text = self.body(mv);
        text.push_str(self.suffix(mv));
        text
    }

    /// The display form without the check sign, which is the most expensive part.
    pub(super) fn body(&self, mv: Move) -> String {
        self.body_with(mv, self.board.geometry().capture_sign())
    }

    /// The same with this sign of a capture.
    pub(super) fn body_with(&self, mv: Move, sign: char) -> String {
        let (spec, board) = (self.board.spec(), self.board);
        let mut text = String::with_capacity(20);
        if mv.verb == Verb::Pass {
            return "--".to_owned();
        }
        let special = if let Verb::Special(_) = mv.verb { R::special_text(board, mv) } else { None };
        if let Some(special) = special {
            text.push_str(&special);
        } else {
            self.plain(mv, sign, &mut text);
        }
        match mv.promotion() {
            Some(kind) if spec.is_plus_of(kind, mv.kind) => text.push(PLUS),
            Some(kind) => {
                text.push('=');
                text.push_str(spec.shown_promotion(kind, mv.kind));
            }
            None => {}
        }
        if let Some(kind) = R::special_brings(mv) {
            text.push(BRINGS);
            text.push_str(spec.of(kind).letters());
        }
        text
    }

    /// A step or a drop, without the promotion.
    fn plain(&self, mv: Move, sign: char, text: &mut String) {
        let board = self.board;
        let (spec, geometry) = (board.spec(), board.geometry());
        let drop = mv.verb == Verb::Drop;
        if Some(mv.kind) != spec.pawn || drop {
            text.push_str(spec.of(spec.shown(mv.kind)).letters());
        }
        let captures = board.captures_on(mv).is_some();
        if drop {
            text.push('@');
        } else if Some(mv.kind) == spec.pawn && captures {
            text.push_str(self.namesakes.taker(geometry, mv));
        } else {
            text.push_str(self.namesakes.apart(geometry, mv));
        }
        if captures {
            text.push(sign);
        }
        text.push_str(geometry.label(mv.to));
    }

    /// The check sign or mate sign. In a game where pieces become kinds with a plus sign, that sign says that a piece is promoted, and a check
    /// has no sign, as is usual there.
    pub(super) fn suffix(&self, mv: Move) -> &'static str {
        let sign = self.attack(mv);
        if sign == "+" && self.board.spec().promotes_by_plus() { "" } else { sign }
    }

    fn attack(&self, mv: Move) -> &'static str {
        if self.board.spec().royal.is_none() {
            ""
        } else if self.board.spec().seats.len() == 2 {
            self.check_or_mate(mv)
        } else if self.attacks_a_king_after(mv) {
            "+"
        } else {
            ""
        }
    }

    /// With two seats, a check without a legal reply is mate.
    fn check_or_mate(&self, mv: Move) -> &'static str {
        let next = self.board.after(mv);
        if !next.in_check(next.turn()) {
            ""
        } else if next.can_move() {
            "+"
        } else {
            "#"
        }
    }

    /// Does the mover attack a living King right after the move, before the next turn begins and kings fall?
    /// The result can change only for Kings near the squares that the move touches.
    fn attacks_a_king_after(&self, mv: Move) -> bool {
        let (board, mover) = (self.board, self.board.turn());
        if let Verb::Special(_) = mv.verb {
            let next = board.just_after(mv);
            return next.living().without(mover).iter().any(|side| next.attacks_king(mover, side));
        }
        let touched = R::Set::of(mv.from).with(mv.to).with(mv.vias[0]);
        let near = |king: Square| (board.tables().hits.near[king.index()] & touched).any();
        let changed = |&side: &Side| board.royal(side).is_some_and(near);
        let others = board.living().without(mover);
        if others.iter().any(|side| !changed(&side) && self.attacked.has(side)) {
            return true;
        }
        if !others.iter().any(|side| changed(&side)) {
            return false;
        }
        let next = board.just_after(mv);
        others.iter().filter(changed).any(|side| next.attacks_king(mover, side))
    }
}

/// Splits a text that looks like a machine form into picks, legal or not.
pub(crate) fn picks_of<R: Rules>(board: &Board<R>, text: &str) -> Option<Vec<Pick>> {
    let (spec, geometry) = (board.spec(), board.geometry());
    if text == PASS {
        return Some(vec![Pick::Pass]);
    }
    if !text.is_ascii() {
        return None;
    }
    if let Some((letter, square)) = text.split_once('@') {
        let (kind, to) = (spec.named(letter)?, geometry.parse(square)?);
        return Some(vec![Pick::Reserve(kind), Pick::Square(to)]);
    }
    let (mut picks, mut rest) = (Vec::new(), text);
    while let Some((square, more)) = geometry.first(rest) {
        picks.push(Pick::Square(square));
        rest = more;
    }
    if rest.starts_with(PLUS) && rest.len() == PLUS.len_utf8() {
        let Some(Pick::Square(from)) = picks.first() else { return None };
        let plain = board.piece(*from)?.kind();
        picks.push(Pick::Promote(spec.all_kinds().find(|&kind| spec.is_plus_of(kind, plain))?));
    } else if !rest.is_empty() {
        let small = |kind: &Kind| spec.of(*kind).small_letters() == rest;
        let plain = match picks.first() {
            Some(Pick::Square(from)) => board.piece(*from).map(Piece::kind),
            _ => None,
        };
        let meant = |plain: Kind| {
            let mut to = spec.promotes_to(plain).iter().copied();
            to.find(|&kind| spec.promotion_letters(kind, plain) == rest)
        };
        picks.push(Pick::Promote(plain.and_then(meant).or_else(|| spec.all_kinds().find(small))?));
    }
    (picks.len() >= 2).then_some(picks)
}
