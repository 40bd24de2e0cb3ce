//! What everyone but the search sees of a game: one object-safe trait, implemented once for
//! every game. Screens ask it for moves, picks, marks and words, and know no rules.

use std::any::Any;

use thiserror::Error;

use super::board::Edit;
use super::describe::{mark, sentences};
use super::effects::Effects;
use super::explain::{self, Asked};
use super::fen;
use super::game::Rules;
use super::geometry::{Geometry, Square};
use super::mv::{Move, MoveList};
use super::notation;
use super::outcome::Outcome;
use super::perft::{perft, perft_until};
use super::pick::{Choice, Mark, Pick, Picker, Picks, picks};
use super::piece::{Kind, Piece};
use super::reading;
use super::side::{Side, Sides};
use super::spec::Spec;
use super::timeline::{Act, Fall, Timeline};

/// How many pieces of a kind can be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stock {
    /// So many.
    Count(u8),
    /// There is always one more.
    Endless,
}

/// Why a move or event could not be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text has none of the forms of a move.
    #[error("\"{0}\" is no move: something like {1} was expected")]
    Unreadable(String, String),
    /// It reads as a move, but that move is not legal.
    #[error("\"{0}\" is not legal: {1}")]
    Illegal(String, String),
}

/// A game in progress.
pub trait Position: Send + Sync {
    /// The identity card of the game.
    fn spec(&self) -> &'static Spec;
    /// The squares of the game.
    fn geometry(&self) -> &'static Geometry;
    /// Whose turn it is.
    fn turn(&self) -> Side;
    /// The seats still in the game.
    fn living(&self) -> Sides;
    /// What stands on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// What a seat can drop: every kind with a reserve, even when none is left.
    fn reserve(&self, side: Side) -> Vec<(Kind, Stock)>;
    /// Plies since something last happened that restarts the count.
    fn plies(&self) -> u32;
    /// The number of the move or round.
    fn round(&self) -> u32;
    /// How often this position has occurred, now included.
    fn occurrences(&self) -> usize;
    /// The seats whose King is in check.
    fn checked(&self) -> Sides;
    /// The pieces that put a seat's King in check by a normal move, and that King.
    fn checkers(&self, side: Side) -> (Option<Square>, Vec<Square>);
    /// A number that is the same for the same position.
    fn hash(&self) -> u64;

    /// The legal moves; none when the game is over.
    fn legal(&self) -> MoveList;
    /// How the game is over, if it is.
    fn outcome(&self) -> Option<Outcome>;
    /// The moves that [`Position::perft`] goes on with: draws by rule do not end a sequence.
    fn perft_moves(&self) -> MoveList;
    /// How many sequences of this many legal plies there are.
    fn perft(&self, depth: u32) -> u64;
    /// How many there are after one of these moves, unless it is stopped first.
    fn perft_after(&self, mv: Move, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64>;
    /// Plays a move.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;
    /// Takes a living seat out of the game.
    fn leave(&mut self, side: Side) -> Result<(), MoveError>;
    /// Reads and plays a move, or an event (`out:g`), in the machine form.
    fn act(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last move or event.
    fn undo(&mut self) -> Option<Act>;
    /// What has happened, in order.
    fn acts(&self) -> Vec<Act>;
    /// The seats that fell with the last move or event.
    fn falls(&self) -> Vec<Fall>;
    /// The same, as lines of the history: `Green is checkmated by Orange`.
    fn fall_lines(&self) -> Vec<String>;
    /// The same game with its type, for whoever is compiled for each game.
    fn as_any(&self) -> &dyn Any;
    /// The same game, to go another way.
    fn fork(&self) -> Box<dyn Position>;
    /// The position as it would be if it were this seat's turn, without a past: what the seat
    /// threatens, and where its pieces could go.
    fn if_turn_of(&self, side: Side) -> Box<dyn Position>;

    /// The position text.
    fn fen(&self) -> String;
    /// What stands on a square, in the letters of position text; nothing if it is empty.
    fn letters(&self, square: Square) -> String;
    /// The board, drawn in letters.
    fn draw(&self) -> String;
    /// The machine form of a legal move.
    fn machine(&self, mv: Move) -> String;
    /// The display form of a legal move.
    fn display(&self, mv: Move) -> String;
    /// The display forms of all legal moves.
    fn display_all(&self, legal: &[Move]) -> Vec<String>;
    /// Reads a move in the machine or the display form.
    fn read(&self, text: &str) -> Result<Move, MoveError>;
    /// Reads a move as other programs may write it (signs of check missing or too many, more of the
    /// start named than needed), plays it and gives its display form.
    fn follow(&mut self, text: &str) -> Result<(Move, String), MoveError>;

    /// The picks of a legal move.
    fn picks(&self, mv: Move) -> Picks;
    /// A picker over the legal moves, with nothing picked.
    fn picker(&self) -> Picker;
    /// What can be picked next, and how it is shown.
    fn choices(&self, so_far: &[Pick]) -> Vec<Choice>;
    /// What is asked for next, in words: `which hole it comes out of`.
    fn ask(&self, so_far: &[Pick]) -> String;
    /// The squares of a move as the board shows it before it is played.
    fn marks(&self, mv: Move) -> Vec<(Square, Mark)>;
    /// What a legal move does.
    fn effects(&self, mv: Move) -> Effects;
    /// What a legal move captures, and where that stands: the part of [`Position::effects`] that costs little.
    fn captured(&self, mv: Move) -> Option<(Square, Piece)>;
    /// What a move does, in sentences.
    fn sentences(&self, mv: Move) -> Vec<String>;
    /// Why something cannot be picked; nothing if it can.
    fn explain(&self, so_far: &[Pick], tried: Pick) -> Option<String>;
    /// Up to two short notes on a seat.
    fn seat_notes(&self, side: Side) -> Vec<String>;
}

impl<R: Rules> Position for Timeline<R> {
    fn spec(&self) -> &'static Spec {
        R::SPEC
    }
    fn geometry(&self) -> &'static Geometry {
        self.board().geometry()
    }
    fn turn(&self) -> Side {
        self.board().turn()
    }
    fn living(&self) -> Sides {
        self.board().living()
    }
    fn piece(&self, square: Square) -> Option<Piece> {
        self.board().piece(square)
    }
    fn reserve(&self, side: Side) -> Vec<(Kind, Stock)> {
        let stock = |kind| {
            if R::SPEC.of(kind).endless {
                Some((kind, Stock::Endless))
            } else if R::SPEC.of(kind).reserve > 0 {
                Some((kind, Stock::Count(self.board().reserve(side).count(kind))))
            } else {
                None
            }
        };
        R::SPEC.all_kinds().filter_map(stock).collect()
    }
    fn plies(&self) -> u32 {
        self.board().plies()
    }
    fn round(&self) -> u32 {
        self.board().round()
    }
    fn occurrences(&self) -> usize {
        Timeline::occurrences(self)
    }
    fn checked(&self) -> Sides {
        self.board().checked()
    }
    fn checkers(&self, side: Side) -> (Option<Square>, Vec<Square>) {
        use super::bits::SquareSet as _;
        let royal = self.board().royal(side);
        let hitters = royal.map(|royal| self.board().hitters(royal, self.board().scene(side)).iter().collect());
        (royal, hitters.unwrap_or_default())
    }
    fn hash(&self) -> u64 {
        self.board().hash()
    }

    fn legal(&self) -> MoveList {
        Timeline::legal(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        Timeline::outcome(self)
    }
    fn perft(&self, depth: u32) -> u64 {
        perft(self.board(), depth)
    }
    fn perft_moves(&self) -> MoveList {
        if R::won(self.board()).is_some() { MoveList::new() } else { self.board().legal() }
    }
    fn perft_after(&self, mv: Move, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
        perft_until(&self.board().after(mv), depth, stopped)
    }
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.legal().contains(&mv) {
            Timeline::play(self, mv);
            Ok(())
        } else {
            let text = notation::machine(self.board(), mv);
            Err(self.illegal(&text))
        }
    }
    fn leave(&mut self, side: Side) -> Result<(), MoveError> {
        let text = || event(R::SPEC, side);
        if R::SPEC.seats.len() == 2 {
            return Err(MoveError::Illegal(text(), "with two seats a resignation ends the game".to_owned()));
        }
        if !self.living().has(side) {
            let name = self.board().seat_name(side);
            return Err(MoveError::Illegal(text(), format!("{name} is out of the game already")));
        }
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::Illegal(text(), over(&outcome)));
        }
        Timeline::leave(self, side);
        Ok(())
    }
    fn act(&mut self, text: &str) -> Result<(), MoveError> {
        if let Some(letter) = text.strip_prefix(EVENT) {
            let mut sides = R::SPEC.sides();
            let Some(side) = sides.find(|&side| R::SPEC.seat(side).letter.to_string() == letter) else {
                return Err(self.unreadable(text));
            };
            return Position::leave(self, side);
        }
        let legal = self.legal();
        match legal.iter().find(|&&mv| notation::machine(self.board(), mv) == text) {
            Some(&mv) => {
                Timeline::play(self, mv);
                Ok(())
            }
            None => Err(self.illegal(text)),
        }
    }
    fn undo(&mut self) -> Option<Act> {
        Timeline::undo(self)
    }
    fn acts(&self) -> Vec<Act> {
        Timeline::acts(self).collect()
    }
    fn falls(&self) -> Vec<Fall> {
        Timeline::falls(self)
    }
    fn fall_lines(&self) -> Vec<String> {
        let name = |side| self.board().seat_name(side);
        let falls = Timeline::falls(self).into_iter();
        falls.map(|fall| format!("{} is checkmated by {}", name(fall.side), name(fall.to))).collect()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
    fn if_turn_of(&self, side: Side) -> Box<dyn Position> {
        let mut board = *self.board();
        Edit::new(&mut board).set_turn(side);
        Box::new(Timeline::new(board))
    }

    fn fen(&self) -> String {
        fen::write(self.board())
    }
    fn letters(&self, square: Square) -> String {
        fen::letters(self.board(), square)
    }
    fn draw(&self) -> String {
        self.geometry().draw(|square| Some(self.letters(square)).filter(|shown| !shown.is_empty()))
    }
    fn machine(&self, mv: Move) -> String {
        notation::machine(self.board(), mv)
    }
    fn display(&self, mv: Move) -> String {
        notation::display(self.board(), mv)
    }
    fn display_all(&self, legal: &[Move]) -> Vec<String> {
        notation::display_all(self.board(), legal)
    }
    fn read(&self, text: &str) -> Result<Move, MoveError> {
        reading::exactly(self.board(), &self.legal(), text).ok_or_else(|| self.illegal(text))
    }
    fn follow(&mut self, text: &str) -> Result<(Move, String), MoveError> {
        let (mv, shown) = self.make_out(text)?;
        Timeline::play(self, mv);
        Ok((mv, shown))
    }

    fn picks(&self, mv: Move) -> Picks {
        picks::<R>(mv, &self.legal())
    }
    fn picker(&self) -> Picker {
        Picker::new::<R>(&self.legal())
    }
    fn choices(&self, so_far: &[Pick]) -> Vec<Choice> {
        let mut picker = self.picker();
        for &pick in so_far {
            picker.choose(pick);
        }
        let counted = |pick| {
            let mut on = picker.clone();
            on.choose(pick);
            Choice { pick, mark: mark(self.board(), so_far, pick), moves: on.moves().count() }
        };
        picker.options().into_iter().map(counted).collect()
    }
    fn ask(&self, so_far: &[Pick]) -> String {
        R::ask(self.board(), so_far).unwrap_or_else(|| match so_far {
            [] => "what moves".to_owned(),
            [Pick::Reserve(_)] => "where it is put".to_owned(),
            [Pick::Square(_)] => "where it goes".to_owned(),
            _ => format!("what the {} becomes", R::SPEC.pawn_name()),
        })
    }
    fn marks(&self, mv: Move) -> Vec<(Square, Mark)> {
        let mut so_far = Vec::new();
        let mut marks = Vec::new();
        for &pick in self.picks(mv).as_slice() {
            if let Pick::Square(square) = pick {
                marks.push((square, mark(self.board(), &so_far, pick)));
            }
            so_far.push(pick);
        }
        marks
    }
    fn effects(&self, mv: Move) -> Effects {
        Effects::of(self.board(), mv)
    }
    fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        let square = self.board().captures_on(mv)?;
        Some((square, self.board().piece(square)?))
    }
    fn sentences(&self, mv: Move) -> Vec<String> {
        sentences(self, mv)
    }
    fn explain(&self, so_far: &[Pick], tried: Pick) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            return Some(over(&outcome));
        }
        let mut picker = self.picker();
        for (done, &pick) in so_far.iter().enumerate() {
            if !picker.options().contains(&pick) {
                let asked = Asked { so_far: &so_far[..done], tried: pick };
                // Of a piece that cannot move at all, the reason why not there says more.
                let own = matches!(pick, Pick::Square(square) if done == 0 && self.board().owns(square));
                let general = if own { R::why_not(self.board(), &asked) } else { None };
                return match general {
                    None if own => Some(self.board().why_not(&Asked { so_far, tried })),
                    None => Some(self.board().why_not(&asked)),
                    some => some,
                };
            }
            picker.choose(pick);
        }
        (!picker.options().contains(&tried)).then(|| self.board().why_not(&Asked { so_far, tried }))
    }
    fn seat_notes(&self, side: Side) -> Vec<String> {
        let mut notes = R::notes(self.board(), side);
        if !self.living().has(side) {
            return vec!["out of the game".to_owned()];
        }
        if self.checked().has(side) {
            let attackers = R::SPEC.sides().filter(|&by| by != side && self.board().attacks_king(by, side));
            let names: Vec<String> = attackers.map(|by| self.board().seat_name(by).to_owned()).collect();
            notes.insert(0, format!("in check by {}", explain::list(&names)));
        }
        notes.truncate(2);
        notes
    }
}

/// How an event is written in a list of machine moves.
const EVENT: &str = "out:";

fn event(spec: &Spec, side: Side) -> String {
    format!("{EVENT}{}", spec.seat(side).letter)
}

pub(super) fn over(outcome: &Outcome) -> String {
    format!("the game is over {}", outcome.cause.words)
}
