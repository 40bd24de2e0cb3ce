//! Reads moves from text. A text names the square where its move ends, so only the few legal moves that end
//! there are written out and compared with it.

use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::mv::{Move, Verb};
use super::notation::{self, BRINGS, Writer};
use super::piece::Kind;
use super::position::{MoveError, Position};
use super::spec::{PLUS, Spec};
use super::timeline::Timeline;

/// Signs after a move: check, mate and annotations such as `!?`.
pub(super) const SIGNS: [char; 4] = ['+', '#', '!', '?'];

/// A move text without the signs at its end, and whether one of them may say that the piece is promoted. In a game
/// where pieces become kinds with a plus sign, `=` at the end says that it is not.
fn without_signs<'t>(spec: &Spec, text: &'t str) -> (&'t str, bool) {
    let plain = text.trim_end_matches(SIGNS);
    if !spec.promotes_by_plus() {
        return (plain, false);
    }
    (plain.strip_suffix('=').unwrap_or(plain), text[plain.len()..].contains(PLUS))
}

/// The sign of a drop.
const DROP: char = '@';

/// A pass in the display form.
const SHOWN_PASS: &str = "--";

/// The end of a move text, split into parts.
pub(super) struct MoveTail<'t> {
    /// The part before the last square.
    pub(super) head: &'t str,
    pub(super) to: Square,
    pub(super) becomes: Becomes,
}

/// What the end of a move text says of a promotion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Becomes {
    /// Nothing.
    Unsaid,
    /// It becomes the kind with this text, if that is one.
    Named(Option<Kind>),
    /// A plus sign: it becomes the kind with the same letter and a plus sign, if it can, or it gives check.
    Plus,
}

impl<'t> MoveTail<'t> {
    fn of<R: Rules>(board: &Board<R>, text: &'t str) -> Option<MoveTail<'t>> {
        let spec = board.spec();
        let (text, plus) = without_signs(spec, text);
        let split = |text: &'t str, becomes| {
            let (head, to) = board.geometry().last(text)?;
            Some(MoveTail { head, to, becomes })
        };
        split(text, if plus { Becomes::Plus } else { Becomes::Unsaid }).or_else(|| {
            let letter = text.chars().next_back()?;
            let rest = &text[..text.len() - letter.len_utf8()];
            let (rest, letters) = match rest.strip_suffix(PLUS) {
                Some(rest) => (rest, format!("{PLUS}{}", letter.to_ascii_uppercase())),
                None => (rest, letter.to_ascii_uppercase().to_string()),
            };
            split(rest.strip_suffix(['=', BRINGS]).unwrap_or(rest), Becomes::Named(spec.named(&letters)))
        })
    }

    /// Those of some moves between the same squares that say of a promotion what the text says.
    fn meant<R: Rules>(&self, board: &Board<R>, moves: &[Move]) -> Vec<Move> {
        let those = |is: &dyn Fn(Move) -> bool| moves.iter().copied().filter(|&mv| is(mv)).collect::<Vec<_>>();
        let plain = |mv: Move| mv.promotion().is_none() && R::special_brings(mv).is_none();
        let plus = |mv: Move| mv.promotion().is_some_and(|kind| board.spec().is_plus_of(kind, mv.kind));
        match self.becomes {
            Becomes::Named(None) => Vec::new(),
            Becomes::Named(Some(kind)) => {
                let becomes =
                    |kind| those(&|mv| mv.promotion() == Some(kind) || R::special_brings(mv) == Some(kind));
                let signed = |plain| board.spec().shown_as(plain).map(becomes).unwrap_or_default();
                Some(becomes(kind)).filter(|moves| !moves.is_empty()).unwrap_or_else(|| signed(kind))
            }
            Becomes::Plus if moves.iter().any(|&mv| plus(mv)) => those(&plus),
            Becomes::Unsaid | Becomes::Plus => those(&plain),
        }
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

/// A text compared with the display form of a move. Either sign of a capture is read: old records have `x` where the
/// sign is `:` now, and the sign is typed as it is in other games.
struct Written<'t> {
    text: &'t str,
    /// The text with the sign of the game.
    usual: String,
    sign: char,
}

impl<'t> Written<'t> {
    fn of<R: Rules>(board: &Board<R>, text: &'t str) -> Written<'t> {
        let sign = board.geometry().capture_sign();
        // Where `x` is the sign, `:` means nothing else; where `:` is, `x` may be a column.
        let usual = if sign == 'x' { text.replace(':', "x") } else { text.to_owned() };
        Written { text, usual, sign }
    }

    /// Does the text begin with the move? Then the rest is returned.
    fn rest<'w, R: Rules>(&'w self, writer: &Writer<'_, R>, mv: Move) -> Option<&'w str> {
        let old = || self.text.strip_prefix(writer.body_with(mv, 'x').as_str());
        self.usual.strip_prefix(writer.body(mv).as_str()).or_else(|| (self.sign != 'x').then(old).flatten())
    }

    /// Is the text the move, with or without the sign before the promotion and the letter of the Pawn?
    fn is<R: Rules>(&self, writer: &Writer<'_, R>, mv: Move) -> bool {
        let same = |body: &str, text: &str| {
            let is = |text: &str| body == text || unequal(body, text);
            is(text) || without_pawn(writer.board.spec(), text, mv).is_some_and(is)
        };
        same(&writer.body(mv), &self.usual) || self.sign != 'x' && same(&writer.body_with(mv, 'x'), self.text)
    }
}

/// The text without the letter of the Pawn, which moves of Pawns on the board are written without.
fn without_pawn<'t>(spec: &Spec, text: &'t str, mv: Move) -> Option<&'t str> {
    let pawn = spec.pawn.filter(|&pawn| pawn == mv.kind && mv.verb != Verb::Drop)?;
    text.strip_prefix(spec.of(pawn).letters())
}

/// The legal move with exactly this text, in the machine form or the display form.
pub(super) fn exactly<R: Rules>(board: &Board<R>, legal: &[Move], text: &str) -> Option<Move> {
    let near = ending_on(legal, MoveTail::of(board, text).map(|ending| ending.to));
    // A special move may name another square last than the one where it ends.
    let near: Vec<Move> = near.iter().chain(legal.iter().filter(|mv| mv.is_special())).copied().collect();
    if let Some(&mv) = near.iter().find(|&&mv| notation::is_machine(board, mv, text)) {
        return Some(mv);
    }
    let (writer, written) = (Writer::new(board, &near), Written::of(board, text));
    let is = |&&mv: &&Move| written.rest(&writer, mv).is_some_and(|rest| rest == writer.suffix(mv));
    near.iter().find(is).copied()
}

/// The start of a move as a loose text describes it.
#[derive(Clone, Copy)]
pub(super) struct Start<'t> {
    pub(super) kind: Option<Kind>,
    /// Part of the name of the start square, or its name and those of squares on the way.
    hint: &'t str,
    /// Is there a sign of a capture?
    pub(super) takes: bool,
}

impl<'t> Start<'t> {
    /// The possible readings of the part before the last square. They differ because `x` can be the sign of a capture
    /// or the name of a column.
    pub(super) fn readings(spec: &'static Spec, head: &'t str) -> impl Iterator<Item = Start<'t>> {
        let letter = head.chars().next().filter(|letter| letter.is_ascii_uppercase() || *letter == PLUS);
        let (kind, rest) = spec.first(head).map_or((None, head), |(kind, rest)| (Some(kind), rest));
        let known = letter.is_none() || kind.is_some();
        // A capital letter can be the level with which the name of a square begins.
        let square = (letter.is_some() && spec.axes.level_is_first()).then_some((None, head));
        let starts = known.then_some((kind, rest)).into_iter().chain(square);
        let signed = kind.and_then(|plain| spec.shown_as(plain)).map(|kind| (Some(kind), rest));
        starts.chain(signed).flat_map(|(kind, rest)| {
            let less = rest.strip_suffix(['x', ':', '-']).map(|hint| (hint, !rest.ends_with('-')));
            less.into_iter().chain([(rest, false)]).map(move |(hint, takes)| Start { kind, hint, takes })
        })
    }

    /// Is there nothing but a part of a square's name before the last square?
    pub(super) fn is_readable(&self) -> bool {
        self.hint.chars().all(|part| part.is_ascii_alphanumeric())
    }

    /// Can it be this piece?
    pub(super) fn is_of<R: Rules>(&self, board: &Board<R>, kind: Kind, from: Square) -> bool {
        let geometry = board.geometry();
        self.names(board, kind, from) && (self.hint == geometry.label(from) || geometry.is_part(self.hint, from))
    }

    /// Without a letter it is a Pawn, or any piece on the square that is named.
    fn names<R: Rules>(&self, board: &Board<R>, kind: Kind, from: Square) -> bool {
        match self.kind {
            Some(known) => known == kind,
            None => Some(kind) == board.spec().pawn || self.way(board, from).is_some(),
        }
    }

    /// What follows the name of the start square, if that is named.
    fn way<R: Rules>(&self, board: &Board<R>, from: Square) -> Option<&'t str> {
        let (named, rest) = board.geometry().first(self.hint)?;
        (named == from).then_some(rest)
    }

    /// Can it be this move? Whether it captures does not matter.
    pub(super) fn may_be<R: Rules>(&self, board: &Board<R>, mv: Move) -> bool {
        match mv.verb {
            Verb::Pass | Verb::Drop => false,
            Verb::Step | Verb::Stride | Verb::Passant => self.is_of(board, mv.kind, mv.from),
            Verb::Special(_) => self.leads(board, mv),
        }
    }

    /// Can it be this special move, if some of the squares between its ends are left out? A special move that has none is
    /// always named in full.
    fn leads<R: Rules>(&self, board: &Board<R>, mv: Move) -> bool {
        let label = |square: &Square| board.geometry().label(*square);
        let squares = R::special_picks(mv);
        let [from, between @ .., _] = &squares[..] else { return false };
        if between.is_empty() || !self.names(board, mv.kind, *from) {
            return false;
        }
        if board.geometry().is_part(self.hint, *from) {
            return true;
        }
        let Some(way) = self.way(board, *from) else { return false };
        let mut left = between.iter();
        let mut named = way.split('-').filter(|name| !name.is_empty());
        named.all(|name| left.any(|square| label(square) == name))
    }

    /// Is it this move? A sign of a capture needs a capture, and an own piece is taken only with the sign.
    fn is<R: Rules>(&self, board: &Board<R>, mv: Move) -> bool {
        let taken = board.captures_on(mv).and_then(|on| board.piece(on));
        let fits = match taken {
            None => !self.takes,
            Some(piece) => self.takes || piece.side() != board.turn(),
        };
        fits && self.may_be(board, mv)
    }
}

impl<R: Rules> Timeline<R> {
    /// Finds the legal move that a loose text means, and its display form.
    pub(super) fn parse_leniently(&self, text: &str) -> Result<(Move, String), MoveError> {
        let (board, legal) = (self.board(), self.legal());
        // Without a letter, a Pawn is dropped.
        let pawn = board.spec().pawn.filter(|_| text.starts_with(DROP));
        let named = pawn.map(|pawn| format!("{}{text}", board.spec().of(pawn).letters()));
        let text = named.as_deref().unwrap_or(text);
        let ending = MoveTail::of(board, text);
        let near = ending_on(&legal, ending.as_ref().map(|ending| ending.to));
        let writer = Writer::new(board, &near);
        let found = |mv: Move| Ok((mv, writer.display(mv)));
        let (plain, plus) = without_signs(board.spec(), text);
        let promoted = plus.then(|| format!("{plain}{PLUS}"));
        for plain in promoted.as_deref().into_iter().chain([plain]) {
            let written = Written::of(board, plain);
            if let Some(&mv) = near.iter().find(|&&mv| written.is(&writer, mv)) {
                return found(mv);
            }
            let is_machine = |&&mv: &&Move| {
                let without = without_pawn(board.spec(), plain, mv);
                [Some(plain), without].into_iter().flatten().any(|text| notation::is_machine(board, mv, text))
            };
            if let Some(&mv) = near.iter().find(is_machine) {
                return found(mv);
            }
        }
        let Some(ending) = ending else { return Err(self.illegal(text)) };
        // A special move is meant only where no ordinary one is.
        for special in [false, true] {
            for start in Start::readings(board.spec(), ending.head) {
                let is = |mv: &&Move| mv.is_special() == special && start.is(board, **mv);
                let fitting: Vec<Move> = near.iter().filter(is).copied().collect();
                let named = ending.meant(board, &fitting);
                // The promotion may be omitted if the pawn can promote to one kind only.
                match (&named[..], &fitting[..]) {
                    (&[mv], _) => return found(mv),
                    (&[], &[mv]) if !matches!(ending.becomes, Becomes::Named(_)) => return found(mv),
                    (&[], _) => {}
                    (several, _) => {
                        let all: Vec<String> = several.iter().map(|&mv| writer.body(mv)).collect();
                        let reason = format!("it could be {}", either(&all));
                        return Err(MoveError::Illegal(text.to_owned(), reason));
                    }
                }
            }
        }
        Err(self.refused(text, &ending, &near))
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
        let Some(picks) = notation::picks_of(self.board(), machine) else {
            return self.unreadable(text);
        };
        let Some((&last, so_far)) = picks.split_last() else { return self.unreadable(text) };
        let unfinished = || self.unfinished(&picks, |mv| notation::machine(self.board(), mv));
        let reason = self.explain(so_far, last).unwrap_or_else(unfinished);
        MoveError::Illegal(text.to_owned(), reason)
    }
}

/// These words with commas and "or": `a, b or c`. Of many, only the first are named.
pub(super) fn either(words: &[String]) -> String {
    const MOST: usize = 4;
    match words {
        [] => String::new(),
        [only] => only.clone(),
        many if many.len() > MOST + 1 => format!("{} or {} others", many[..MOST].join(", "), many.len() - MOST),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Do the texts differ only by the sign before the promotion?
fn unequal(body: &str, plain: &str) -> bool {
    body.len() == plain.len() + 1 && body.split('=').collect::<String>() == plain
}
