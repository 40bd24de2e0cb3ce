//! Reads moves from text. A text names the square where its move ends, so only the few legal moves that end
//! there are written out and compared with it.

use super::bits::SquareSet;
use super::board::Board;
use super::explain;
use super::game::Rules;
use super::geometry::Square;
use super::mv::{Move, Verb};
use super::notation::{self, Writer};
use super::pick::Pick;
use super::piece::Kind;
use super::position::{MoveError, Position};
use super::timeline::Timeline;

/// Signs after a move: check, mate and annotations such as `!?`.
const SIGNS: [char; 4] = ['+', '#', '!', '?'];

/// A pass in the display form.
const SHOWN_PASS: &str = "--";

/// The end of a move text, split into parts.
struct MoveTail<'t> {
    /// The part before the last square.
    head: &'t str,
    to: Square,
    /// The letter of the promotion, if there is one.
    promotion: Option<char>,
}

impl<'t> MoveTail<'t> {
    fn of<R: Rules>(board: &Board<R>, text: &'t str) -> Option<MoveTail<'t>> {
        let text = text.trim_end_matches(SIGNS);
        let width = if board.geometry().axes().z.is_some() { 3 } else { 2 };
        let split = |text: &'t str, promotion| {
            let (head, name) = text.split_at_checked(text.len().checked_sub(width)?)?;
            Some(MoveTail { head, to: board.geometry().parse(name)?, promotion })
        };
        split(text, None).or_else(|| {
            let letter = text.chars().next_back()?;
            let rest = &text[..text.len() - letter.len_utf8()];
            split(rest.strip_suffix('=').unwrap_or(rest), Some(letter.to_ascii_uppercase()))
        })
    }

    fn promotes(&self, kind: Option<Kind>, letter: impl Fn(Kind) -> char) -> bool {
        kind.map(letter) == self.promotion
    }
}

/// The legal moves that end on a square. Without a square, the moves whose text does not need one.
fn ending_on(legal: &[Move], to: Option<Square>) -> Vec<Move> {
    let fits = |mv: &&Move| match mv.verb {
        Verb::Pass => to.is_none(),
        Verb::Special(_) => to.is_none_or(|to| to == mv.to),
        _ => to == Some(mv.to),
    };
    legal.iter().filter(fits).copied().collect()
}

/// The legal move with exactly this text, in the machine form or the display form.
pub(super) fn exactly<R: Rules>(board: &Board<R>, legal: &[Move], text: &str) -> Option<Move> {
    let near = ending_on(legal, MoveTail::of(board, text).map(|ending| ending.to));
    if let Some(&mv) = near.iter().find(|&&mv| notation::machine(board, mv) == text) {
        return Some(mv);
    }
    let writer = Writer::new(board, &near);
    let written = |&&mv: &&Move| text.strip_prefix(writer.body(mv).as_str()) == Some(writer.suffix(mv));
    let begun = |&&mv: &&Move| text.starts_with(&writer.body(mv));
    near.iter().filter(begun).find(written).copied()
}

/// The start of a move as a loose text describes it.
struct Start<'t> {
    kind: Option<Kind>,
    /// Part of the name of the start square.
    hint: &'t str,
}

impl<'t> Start<'t> {
    /// The possible readings of the part before the last square. They differ because `x` can be a capture sign
    /// or the name of a column.
    fn readings<R: Rules>(ending: &MoveTail<'t>) -> impl Iterator<Item = Start<'t>> {
        let letter = ending.head.chars().next().filter(char::is_ascii_uppercase);
        let kind = letter.and_then(|letter| R::SPEC.kind(letter));
        let rest = if kind.is_some() { &ending.head[1..] } else { ending.head };
        let less = rest.strip_suffix(['x', ':', '-']);
        let known = letter.is_none() || kind.is_some();
        known.then(|| less.into_iter().chain([rest])).into_iter().flatten().map(move |hint| Start { kind, hint })
    }

    fn fits<R: Rules>(&self, board: &Board<R>, kind: Kind, from: Square) -> bool {
        let name = board.geometry().label(from);
        let named = match self.kind {
            Some(known) => known == kind,
            None => Some(kind) == R::SPEC.pawn || self.hint == name,
        };
        named
            && (self.hint == name
                || self.hint.len() < name.len() && self.hint.chars().all(|part| name.contains(part)))
    }
}

impl<R: Rules> Timeline<R> {
    /// Finds the legal move that a loose text means, and its display form.
    pub(super) fn make_out(&self, text: &str) -> Result<(Move, String), MoveError> {
        let (board, legal) = (self.board(), self.legal());
        let ending = MoveTail::of(board, text);
        let near = ending_on(&legal, ending.as_ref().map(|ending| ending.to));
        let writer = Writer::new(board, &near);
        let found = |mv: Move, mut shown: String| {
            shown.push_str(writer.suffix(mv));
            Ok((mv, shown))
        };
        let plain = text.trim_end_matches(SIGNS);
        let mut bodies = near.iter().map(|&mv| (mv, writer.body(mv)));
        if let Some((mv, body)) = bodies.find(|(_, body)| body == plain || unequal(body, plain)) {
            return found(mv, body);
        }
        if let Some(&mv) = near.iter().find(|&&mv| notation::machine(board, mv) == plain) {
            return found(mv, writer.body(mv));
        }
        let Some(ending) = ending else { return Err(self.illegal(text)) };
        let letter = |kind: Kind| R::SPEC.of(kind).letter;
        for start in Start::readings::<R>(&ending) {
            let fits = |mv: &Move| {
                matches!(mv.verb, Verb::Step | Verb::Stride | Verb::Passant)
                    && ending.promotes(mv.promotion(), letter)
                    && start.fits(board, mv.kind, mv.from)
            };
            let mut fitting = near.iter().copied().filter(fits);
            if let Some(mv) = fitting.next() {
                let more: Vec<String> = fitting.map(|mv| writer.body(mv)).collect();
                if more.is_empty() {
                    return found(mv, writer.body(mv));
                }
                let all: Vec<String> = [writer.body(mv)].into_iter().chain(more).collect();
                let reason = format!("it could be any of {}", explain::list(&all));
                return Err(MoveError::Illegal(text.to_owned(), reason));
            }
            // The promotion may be omitted if the pawn can promote to one kind only.
            let becomes = |mv: &&Move| {
                ending.promotion.is_none() && mv.promotion().is_some() && start.fits(board, mv.kind, mv.from)
            };
            if let [mv] = near.iter().filter(becomes).copied().collect::<Vec<_>>()[..] {
                return found(mv, writer.body(mv));
            }
        }
        Err(self.not_there(text, &ending))
    }

    /// Says why no piece can move to the square that a text names.
    fn not_there(&self, text: &str, ending: &MoveTail<'_>) -> MoveError {
        let board = self.board();
        let illegal = |reason: String| MoveError::Illegal(text.to_owned(), reason);
        if Timeline::outcome(self).is_some() || notation::picks_of(R::SPEC, self.geometry(), text).is_some() {
            return self.illegal(text);
        }
        let Some(start) = Start::readings::<R>(ending).next() else { return self.illegal(text) };
        // A long form names more squares than the first and the last.
        let squares: String =
            text.trim_end_matches(SIGNS)[usize::from(start.kind.is_some())..].split(['-', 'x']).collect();
        if let MoveError::Illegal(_, reason) = self.illegal(&squares) {
            return illegal(reason);
        }
        let part = |part: char| part.is_ascii_alphanumeric();
        if !start.hint.chars().all(part) {
            return self.unreadable(text);
        }
        let Some(kind) = start.kind.or(R::SPEC.pawn) else { return self.unreadable(text) };
        let name = board.kind_name(kind);
        let all = board.pieces(board.turn(), kind);
        let men: Vec<Square> = all.iter().filter(|&from| start.fits(board, kind, from)).collect();
        let reason = match men[..] {
            [] => format!("{} has no {name} there", board.seat_name(board.turn())),
            [from] => {
                let so_far = [Pick::Square(from)];
                match self.explain(&so_far, Pick::Square(ending.to)) {
                    Some(reason) => reason,
                    None if ending.promotion.is_none() => {
                        format!("the promotion of the {} is missing", R::SPEC.pawn_name())
                    }
                    None => {
                        let legal = self.legal();
                        let here = legal.iter().filter(|mv| (mv.from, mv.to) == (from, ending.to));
                        let kinds: Vec<String> = here
                            .filter_map(|mv| mv.promotion())
                            .map(|kind| R::SPEC.of(kind).letter.to_string())
                            .collect();
                        let expected = match kinds.join(", ").as_str() {
                            "" => "nothing".to_owned(),
                            letters => format!("one of {letters}"),
                        };
                        format!("{} cannot promote to that: expected {expected}", explain::a(name))
                    }
                }
            }
            _ => self.why_none(kind, &men, ending.to),
        };
        illegal(reason)
    }

    /// Why none of several pieces can move to a square: the pieces that block those that could, or a note that
    /// the kind does not move like this.
    fn why_none(&self, kind: Kind, men: &[Square], to: Square) -> String {
        const MOST: usize = 3;
        let board = self.board();
        let (spec, label) = (R::SPEC.of(kind), |square| board.geometry().label(square));
        let near = men.iter().filter(|&&from| {
            let piece = board.piece(from);
            piece.is_some_and(|piece| board.powers(piece, from).iter().any(|(_, path)| path.to == to))
        });
        let why = |&from: &Square| Some((from, self.explain(&[Pick::Square(from)], Pick::Square(to))?));
        let reasons: Vec<(Square, String)> = near.filter_map(why).take(MOST).collect();
        match &reasons[..] {
            [] => format!("no {} goes to {}: it {}", spec.name, label(to), spec.words),
            more => {
                let each = |(from, reason): &(Square, String)| format!("from {} {reason}", label(*from));
                more.iter().map(each).collect::<Vec<_>>().join("; ")
            }
        }
    }

    pub(super) fn unreadable(&self, text: &str) -> MoveError {
        let example = self.legal().first().map(|&mv| notation::machine(self.board(), mv));
        MoveError::Unreadable(text.to_owned(), example.unwrap_or_else(|| notation::PASS.to_owned()))
    }

    /// The error for a text that is not a legal move in this position.
    pub(super) fn illegal(&self, text: &str) -> MoveError {
        if let Some(outcome) = Timeline::outcome(self) {
            return MoveError::Illegal(text.to_owned(), outcome.words());
        }
        let machine = if text == SHOWN_PASS { notation::PASS } else { text };
        let Some(picks) = notation::picks_of(R::SPEC, self.geometry(), machine) else {
            return self.unreadable(text);
        };
        let Some((&last, so_far)) = picks.split_last() else { return self.unreadable(text) };
        let unfinished = || format!("it is incomplete: {} is missing", self.ask(&picks));
        let reason = self.explain(so_far, last).unwrap_or_else(unfinished);
        MoveError::Illegal(text.to_owned(), reason)
    }
}

/// Do the texts differ only by the sign before the promotion?
fn unequal(body: &str, plain: &str) -> bool {
    body.len() == plain.len() + 1 && body.split('=').collect::<String>() == plain
}
