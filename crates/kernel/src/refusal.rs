//! Why a typed text is no legal move, where it names a piece and a square.

use super::bits::SquareSet;
use super::game::Rules;
use super::geometry::Square;
use super::mv::Move;
use super::notation::{self, Writer};
use super::pick::{Pick, picks};
use super::piece::Kind;
use super::position::{MoveError, Position};
use super::reading::{Becomes, MoveTail, SIGNS, Start, either};
use super::timeline::Timeline;

impl<R: Rules> Timeline<R> {
    /// The error for a text that is none of these moves, which are all legal moves to its last square.
    pub(super) fn refused(&self, text: &str, ending: &MoveTail<'_>, near: &[Move]) -> MoveError {
        let board = self.board();
        let illegal = |reason: String| MoveError::Illegal(text.to_owned(), reason);
        if Timeline::outcome(self).is_some() {
            return self.illegal(text);
        }
        let Some(start) = Start::readings(self.board().spec(), ending.head).next() else {
            return self.illegal(text);
        };
        if let Some(reason) = self.nearly(start, ending, near) {
            return illegal(reason);
        }
        if notation::picks_of(board, text).is_some() {
            return self.illegal(text);
        }
        let letters = start.kind.map_or(0, |kind| board.spec().of(kind).letters().len());
        // A long form names more squares than the first and the last.
        let squares: String = text.trim_end_matches(SIGNS)[letters..].split(['-', 'x', ':']).collect();
        if let MoveError::Illegal(_, reason) = self.illegal(&squares) {
            return illegal(reason);
        }
        let Some(kind) = start.kind.or(self.board().spec().pawn) else { return self.unreadable(text) };
        if !start.is_readable() {
            return self.unreadable(text);
        }
        let all = board.pieces(board.turn(), kind);
        let men: Vec<Square> = all.iter().filter(|&from| start.is_of(board, kind, from)).collect();
        let name = board.kind_name(kind);
        illegal(match men[..] {
            [] if all.is_empty() => format!("{} has no {name}", board.seat_name(board.turn())),
            [] => format!("{} has no {name} there", board.seat_name(board.turn())),
            [from] => {
                let pick = Pick::Square(ending.to);
                let way = [Pick::Square(from), pick];
                self.explain(&way[..1], pick).unwrap_or_else(|| self.unfinished(&way, |mv| self.display(mv)))
            }
            _ => self.why_none(kind, &men, ending.to),
        })
    }

    /// What is wrong with a text that names the ends of a legal move.
    fn nearly(&self, start: Start<'_>, ending: &MoveTail<'_>, near: &[Move]) -> Option<String> {
        let board = self.board();
        let writer = Writer::new(board, near);
        let meant: Vec<Move> = near.iter().copied().filter(|&mv| start.may_be(board, mv)).collect();
        let bodies = |moves: &[Move]| either(&moves.iter().map(|&mv| writer.body(mv)).collect::<Vec<_>>());
        let first = *meant.first()?;
        let (name, to) = (board.kind_name(first.kind), board.geometry().label(ending.to));
        let kinds: Vec<String> = meant
            .iter()
            .filter(|mv| mv.from == first.from)
            .filter_map(|mv| Some(self.board().spec().of(mv.promotion()?).letters().to_owned()))
            .collect();
        if start.takes && meant.iter().all(|&mv| board.captures_on(mv).is_none()) {
            return Some(format!("there is nothing to take on {to}; to go there, type {}", bodies(&meant)));
        }
        // An own piece is taken only with the sign.
        let own = board.piece(ending.to).filter(|piece| piece.side() == board.turn());
        if let Some(own) = own.filter(|_| !start.takes) {
            return Some(format!("{} stands on {to}; to take it, type {}", board.piece_name(own), bodies(&meant)));
        }
        match ending.becomes {
            Becomes::Unsaid | Becomes::Plus if kinds.is_empty() => None,
            _ if kinds.is_empty() => Some(format!("nothing is promoted on {to}: expected {}", bodies(&meant))),
            Becomes::Unsaid | Becomes::Plus => {
                Some(format!("the promotion of the {name} is missing: expected {}", bodies(&meant)))
            }
            Becomes::Named(_) => Some(format!("the {name} does not become that: expected {}", either(&kinds))),
        }
    }

    /// The reason why picks that can be made are not a whole move. `write` writes an example.
    pub(super) fn unfinished(&self, so_far: &[Pick], write: impl Fn(Move) -> String) -> String {
        let legal = self.legal();
        let goes_on = |mv: &&Move| picks::<R>(**mv, &legal).as_slice().starts_with(so_far);
        let example = legal.iter().find(goes_on).map(|&mv| format!(", as in {}", write(mv))).unwrap_or_default();
        format!("it is incomplete: {} is missing{example}", self.ask(so_far))
    }

    /// Why none of several pieces can move to a square: the pieces that block those that could, or a note that
    /// the kind does not move like this.
    fn why_none(&self, kind: Kind, men: &[Square], to: Square) -> String {
        const MOST: usize = 3;
        let board = self.board();
        let (spec, label) = (self.board().spec().of(kind), |square| board.geometry().label(square));
        let explain = |from: Square| self.explain(&[Pick::Square(from)], Pick::Square(to));
        if let Some(&from) = men.iter().find(|&&from| explain(from).is_none()) {
            return self.unfinished(&[Pick::Square(from), Pick::Square(to)], |mv| self.display(mv));
        }
        let near = men.iter().filter(|&&from| {
            let piece = board.piece(from);
            piece.is_some_and(|piece| board.powers(piece, from).iter().any(|(_, path)| path.to == to))
        });
        let reasons: Vec<(Square, String)> =
            near.filter_map(|&from| Some((from, explain(from)?))).take(MOST).collect();
        match &reasons[..] {
            [] => format!("no {} goes to {}: it {}", spec.name, label(to), spec.words),
            more => {
                let each = |(from, reason): &(Square, String)| format!("from {} {reason}", label(*from));
                more.iter().map(each).collect::<Vec<_>>().join("; ")
            }
        }
    }
}
