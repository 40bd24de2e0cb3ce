//! The interface to a game for all code but the search: one object-safe trait with one implementation for every
//! game. Screens get moves, picks, marks and texts from it and know no rules.

use std::any::Any;

use thiserror::Error;

use super::board::Edit;
use super::describe::{self, mark, notes, sentences};
use super::effects::Effects;
use super::explain;
use super::fen;
use super::game::Rules;
use super::geometry::{Geometry, Square};
use super::mv::{Move, MoveList};
use super::notation;
use super::note::Note;
use super::outcome::Outcome;
use super::perft::{perft, perft_until};
use super::pick::{Choice, Mark, Pick, Picked, Picker, Picks, picks};
use super::piece::{Kind, Piece};
use super::prover::{self, Effort, Goal};
use super::reading;
use super::setup::{PositionError, Setup};
use super::side::{Side, Sides};
use super::spec::Spec;
use super::timeline::{Act, Fall, Timeline};
use super::variant::Variant;

/// The number of pieces of a kind that can be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stock {
    /// This many.
    Count(u8),
    /// No limit.
    Endless,
}

/// Why a move or event could not be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not look like a move.
    #[error("\"{0}\" is not a move: expected something like {1}")]
    Unreadable(String, String),
    /// It looks like a move, but the move is not legal.
    #[error("\"{0}\" is not legal: {1}")]
    Illegal(String, String),
}

/// A game in progress.
pub trait Position: Send + Sync {
    /// The description of the game as data.
    fn spec(&self) -> &'static Spec;
    /// The game.
    fn variant(&self) -> &'static dyn Variant;
    /// The squares of the game.
    fn geometry(&self) -> &'static Geometry;
    /// The seat to move.
    fn turn(&self) -> Side;
    /// The seats still in the game.
    fn living(&self) -> Sides;
    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// The pieces that a seat can drop: every kind with a reserve, even if none is left.
    fn reserve(&self, side: Side) -> Vec<(Kind, Stock)>;
    /// The number of plies since the last event that resets this count.
    fn plies(&self) -> u32;
    /// The move number or round number.
    fn round(&self) -> u32;
    /// The same in words, such as `round 12`. After the end it is that of the last move.
    fn round_words(&self) -> String;
    /// How often this position has occurred, including now.
    fn occurrences(&self) -> usize;
    /// The seats whose King is in check.
    fn checked(&self) -> Sides;
    /// The pieces that put a seat's King in check by a normal move, and that King.
    fn checkers(&self, side: Side) -> (Option<Square>, Vec<Square>);
    /// A hash that is equal for equal positions.
    fn hash(&self) -> u64;

    /// The legal moves. Empty if the game is over.
    fn legal(&self) -> MoveList;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The moves that [`Position::perft`] continues with. They include moves after a draw by rule.
    fn perft_moves(&self) -> MoveList;
    /// The number of sequences of this many legal plies.
    fn perft(&self, depth: u32) -> u64;
    /// The same number after one of these moves. `None` if it was stopped.
    fn perft_after(&self, mv: Move, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64>;
    /// Plays a move.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;
    /// Removes a living seat from the game.
    fn leave(&mut self, side: Side) -> Result<(), MoveError>;
    /// Reads a move or an event (`out:g`) in the machine form and plays it.
    fn act(&mut self, text: &str) -> Result<(), MoveError>;
    /// Undoes the last move or event.
    fn undo(&mut self) -> Option<Act>;
    /// All moves and events, in order.
    fn acts(&self) -> Vec<Act>;
    /// The seats that fell with the last move or event.
    fn falls(&self) -> Vec<Fall>;
    /// The same as lines of the history: `Green is checkmated by Orange`.
    fn fall_lines(&self) -> Vec<String>;
    /// The game as its concrete type, for code that is compiled for each game.
    fn as_any(&self) -> &dyn Any;
    /// A copy of the game that can continue independently.
    fn fork(&self) -> Box<dyn Position>;
    /// A copy that goes on after repetition and quiet moves, because nobody has claimed a draw.
    fn claimed(&self) -> Box<dyn Position>;
    /// The position with this seat to move, without history. It shows what the seat threatens and where its
    /// pieces can move.
    fn if_turn_of(&self, side: Side) -> Box<dyn Position>;
    /// A free copy without history, with this piece on a square, or nothing there: nobody wins or loses on it. The
    /// error says why the piece cannot stand there.
    fn placed(&self, square: Square, piece: Option<Piece>) -> Result<Box<dyn Position>, PositionError>;
    /// A free copy without history, with this seat to move, and one piece of this kind, or nothing, in reserve.
    fn holding(&self, side: Side, kind: Option<Kind>) -> Box<dyn Position>;

    /// The FEN.
    fn fen(&self) -> String;
    /// The letters of the piece on a square, as in the FEN. Empty for an empty square.
    fn letters(&self, square: Square) -> String;
    /// The board drawn in letters.
    fn draw(&self) -> String;
    /// The machine form of a legal move.
    fn machine(&self, mv: Move) -> String;
    /// The display form of a legal move.
    fn display(&self, mv: Move) -> String;
    /// The display forms of all legal moves.
    fn display_all(&self, legal: &[Move]) -> Vec<String>;
    /// Reads a move in the machine or the display form.
    fn read(&self, text: &str) -> Result<Move, MoveError>;
    /// Reads a move in the notation of other programs (missing or additional check signs, more of the start
    /// square than needed), plays it and returns its display form.
    fn play_text(&mut self, text: &str) -> Result<(Move, String), MoveError>;

    /// The picks of a legal move.
    fn picks(&self, mv: Move) -> Picks;
    /// A picker for the legal moves, with no pick yet.
    fn picker(&self) -> Picker;
    /// The possible next picks and their marks.
    fn choices(&self, so_far: &[Pick]) -> Vec<Choice>;
    /// What the next pick chooses: `the target square`.
    fn ask(&self, so_far: &[Pick]) -> String;
    /// The squares to highlight as a preview of a move.
    fn marks(&self, mv: Move) -> Vec<(Square, Mark)>;
    /// The effects of a legal move.
    fn effects(&self, mv: Move) -> Effects;
    /// The piece that a legal move captures and its square. This part of [`Position::effects`] is cheap.
    fn captured(&self, mv: Move) -> Option<(Square, Piece)>;
    /// The effects of a move in sentences.
    fn sentences(&self, mv: Move) -> Vec<String>;
    /// The moves that reach a goal, up to two. `None` if the effort was not enough to know them.
    fn solutions(&self, goal: Goal, effort: &mut Effort<'_>) -> Option<Vec<Move>>;
    /// Why something cannot be picked. `None` if it can.
    fn explain(&self, so_far: &[Pick], tried: Pick) -> Option<String>;
    /// The squares that matter to a seat now: where its pieces count towards a win, promote, or are dropped,
    /// and what they are for.
    fn goal_squares(&self, side: Side) -> (Vec<Square>, String);
    /// What wins, in a few words; does the first fall?
    fn goal(&self) -> (&'static str, bool);
    /// The points of a seat, where points win.
    fn points(&self, side: Side) -> Option<u32>;
    /// Up to two short notes about a seat.
    fn seat_notes(&self, side: Side) -> Vec<Note>;
    /// The pieces of the winner that decided a game which is over.
    fn decided_by(&self) -> Vec<Square>;
}

impl<R: Rules> Position for Timeline<R> {
    fn spec(&self) -> &'static Spec {
        self.board().spec()
    }
    fn variant(&self) -> &'static dyn Variant {
        self.board().tables()
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
            if self.board().spec().of(kind).endless {
                Some((kind, Stock::Endless))
            } else if self.board().spec().is_counted(kind) {
                Some((kind, Stock::Count(self.board().reserve(side).count(kind))))
            } else {
                None
            }
        };
        self.board().spec().all_kinds().filter_map(stock).collect()
    }
    fn plies(&self) -> u32 {
        self.board().plies()
    }
    fn round(&self) -> u32 {
        self.board().round()
    }
    fn round_words(&self) -> String {
        Timeline::round_words(self)
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
        let text = || format!("{EVENT}{}", self.board().spec().seat(side).letter);
        if self.board().spec().seats.len() == 2 {
            return Err(MoveError::Illegal(text(), "with two seats a resignation ends the game".to_owned()));
        }
        if !self.living().has(side) {
            let name = self.board().seat_name(side);
            return Err(MoveError::Illegal(text(), format!("{name} is out of the game already")));
        }
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::Illegal(text(), outcome.words()));
        }
        Timeline::leave(self, side);
        Ok(())
    }
    fn act(&mut self, text: &str) -> Result<(), MoveError> {
        if let Some(letter) = text.strip_prefix(EVENT) {
            let mut sides = self.board().spec().sides();
            let Some(side) = sides.find(|&side| self.board().spec().seat(side).letter.to_string() == letter) else {
                return Err(self.unreadable(text));
            };
            return Position::leave(self, side);
        }
        let legal = self.legal();
        match legal.iter().find(|&&mv| notation::is_machine(self.board(), mv, text)) {
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
    fn claimed(&self) -> Box<dyn Position> {
        Box::new(Timeline::claimed(self))
    }
    fn if_turn_of(&self, side: Side) -> Box<dyn Position> {
        let mut board = *self.board();
        Edit::new(&mut board).set_turn(side);
        let mut theirs = Timeline::new(board);
        theirs.is_free = self.is_free;
        Box::new(theirs)
    }
    fn placed(&self, square: Square, piece: Option<Piece>) -> Result<Box<dyn Position>, PositionError> {
        Ok(Box::new(Setup::of(self.board()).placed(square, piece).free()?))
    }
    fn holding(&self, side: Side, kind: Option<Kind>) -> Box<dyn Position> {
        Box::new(Setup::of(self.board()).holding(side, kind).shown())
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
    fn play_text(&mut self, text: &str) -> Result<(Move, String), MoveError> {
        let (mv, shown) = self.parse_leniently(text)?;
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
        // A pick that leads to no move leaves no choice.
        if so_far.iter().any(|&pick| picker.choose(pick) == Picked::Refused) {
            return Vec::new();
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
            [] => "the piece to move".to_owned(),
            [Pick::Reserve(_)] => "the square to drop it on".to_owned(),
            [Pick::Square(_)] => "the target square".to_owned(),
            _ => format!("the promotion of the {}", self.board().promoting_name(so_far)),
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
    fn solutions(&self, goal: Goal, effort: &mut Effort<'_>) -> Option<Vec<Move>> {
        prover::solutions(self, goal, effort)
    }
    fn explain(&self, so_far: &[Pick], tried: Pick) -> Option<String> {
        explain::why_not_picked(self, so_far, tried)
    }
    fn goal(&self) -> (&'static str, bool) {
        (R::goal(self.board()), R::falls_win(self.board()))
    }
    fn points(&self, side: Side) -> Option<u32> {
        R::points(self.board(), side)
    }
    fn goal_squares(&self, side: Side) -> (Vec<Square>, String) {
        use super::bits::SquareSet as _;
        (R::goal_squares(self.board(), side).iter().collect(), R::goal_use(self.board(), side))
    }
    fn seat_notes(&self, side: Side) -> Vec<Note> {
        notes(self.board(), side)
    }
    fn decided_by(&self) -> Vec<Square> {
        describe::decided_by(self)
    }
}

/// The prefix of an event in a list of moves in the machine form.
const EVENT: &str = "out:";
