//! What the author of a game writes: its data and its deviations. Everything ordinary has a
//! default that the kernel provides.

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::{Board, Edit};
use super::explain::Asked;
use super::generate::{Generator, Sink};
use super::geometry::{Coord, Geometry, Square};
use super::guard::Guard;
use super::mv::Move;
use super::outcome::Cause;
use super::pick::{Mark, Pick};
use super::piece::Piece;
use super::side::Side;
use super::spec::Spec;
use super::tables::Tables;
use super::weigh::{PHASES, Tally, Traits, Weight};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a game.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// Sets of its squares.
    type Set: SquareSet;
    /// What it keeps beside the common tables.
    type Extra: Debug + Send + Sync;

    /// What a position has beside its board, reserves and turn: rights, counts. It is compared and
    /// hashed with the position. `()` where there is nothing.
    type State: Copy + Eq + Hash + Default + Debug + Send + Sync;

    /// The identity card.
    const SPEC: &'static Spec;

    /// The compiled tables: the same for every board of the game.
    fn tables() -> &'static Tables<Self>;

    /// Compiles what it keeps beside the common tables.
    fn extra(board: &Geometry) -> Self::Extra;

    /// A position text for a way to begin that is not in the list: `shuffle:17`.
    fn setup(name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Names every legal move.
    #[inline]
    fn generate<K: Sink<Self::Set>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
    }

    /// Is the King hit other than by a normal move?
    #[inline]
    fn hit_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>) -> bool {
        let _ = (board, royal, scene);
        false
    }

    /// Adds to the guard what follows from hits other than by normal moves.
    #[inline]
    fn guard_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>, guard: &mut Guard<Self::Set>) {
        let _ = (board, royal, scene, guard);
    }

    /// Changes the board by a special move of the game, and says what that captured. The kernel
    /// counts and gives the turn on. As long as nothing else is said, a special move is a step.
    #[inline]
    fn play_special(edit: &mut Edit<'_, Self>, mv: Move) -> Option<Piece> {
        edit.step(mv)
    }

    /// The square of the piece that a special move captures, if it captures one.
    #[inline]
    fn special_captures_on(board: &Board<Self>, mv: Move) -> Option<Square> {
        board.piece(mv.to).filter(|piece| piece.side() != board.turn()).map(|_| mv.to)
    }

    /// The squares that are picked for a special move, in order. They are its machine form too, so they
    /// are those of no other move of the position.
    fn special_picks(mv: Move) -> Vec<Square> {
        vec![mv.from, mv.to]
    }

    /// A special move as people write it, without what is said of promotion and check: `O-O`. As long as
    /// nothing else is said, it is written as a step.
    fn special_text(board: &Board<Self>, mv: Move) -> Option<String> {
        let _ = (board, mv);
        None
    }

    /// Carries out a move: what every game does, and then what this one does beside it, such as a change of
    /// the state.
    #[inline]
    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        edit.play(mv);
    }

    /// What happens when a turn begins, also that of a position just read.
    #[inline]
    fn begin_turn(edit: &mut Edit<'_, Self>) {
        let _ = edit;
    }

    /// Has someone won, other than by leaving a checked King without a move?
    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let _ = board;
        None
    }

    /// Can nobody win any more?
    fn dead(board: &Board<Self>) -> bool {
        let _ = board;
        false
    }

    /// The state as it is written in a position text: in the field for castling where the letters of two
    /// seats differ in case, else in a seventh field. One word; nothing for a game without a state.
    fn state_text(board: &Board<Self>) -> Option<String> {
        let _ = board;
        None
    }

    /// Reads the state of a position text, when the pieces stand on their squares.
    fn read_state(board: &Board<Self>, text: &str) -> Result<Self::State, String> {
        let _ = board;
        match text {
            "-" => Ok(Self::State::default()),
            _ => Err(format!("castling \"{text}\": there is none, write -")),
        }
    }

    /// What is wrong with a position text that is well formed, beyond the common checks.
    fn flaw(board: &Board<Self>) -> Option<String> {
        let _ = board;
        None
    }

    /// Whence a King is hit other than by a normal move: `from your Rook on a1 through b1 and b4`.
    fn told_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>) -> Option<String> {
        let _ = (board, royal, scene);
        None
    }

    /// Why something the kernel knows nothing of cannot be picked.
    fn why_not(board: &Board<Self>, asked: &Asked<'_>) -> Option<String> {
        let _ = (board, asked);
        None
    }

    /// What is asked for next: `which hole it comes out of`. For picks the kernel does not know.
    fn ask(board: &Board<Self>, so_far: &[Pick]) -> Option<String> {
        let _ = (board, so_far);
        None
    }

    /// How the board shows a next pick, where the kernel does not know.
    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        let _ = (board, so_far, next);
        None
    }

    /// A sentence on a move that is special to the game: `leaves the Lady next to the King`.
    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        let _ = (board, mv);
        None
    }

    /// Up to two short notes on a seat.
    fn notes(board: &Board<Self>, side: Side) -> Vec<String> {
        let _ = (board, side);
        Vec::new()
    }

    /// What the search is told of the game beside its rules.
    const TRAITS: Traits = Traits::ORDINARY;
    /// What a piece of each kind is worth when it is exchanged, in hundredths of a Pawn.
    const WORTH: &'static [i32];
    /// The net that says what a position is worth, of a game for two. A game without one counts terms.
    const NET: Option<&'static [u8]> = None;
    /// What each term is worth.
    const WEIGHTS: &'static [Weight] = &[];

    /// The number of a place, as the seat that counts so values it: places that are alike have
    /// the same number.
    fn spot(at: Coord) -> u8 {
        let _ = at;
        0
    }

    /// Counts what makes a position good for each seat.
    #[inline]
    fn weigh<T: Tally>(board: &Board<Self>, tally: &mut T) {
        let _ = (board, tally);
    }

    /// How far the game is from its end, in parts of [`PHASES`].
    #[inline]
    fn phase(board: &Board<Self>) -> i32 {
        let pawns = Self::SPEC.pawn.map_or(Self::Set::EMPTY, |pawn| board.kind(pawn));
        let mut men = (board.occupied() & !pawns).count() as i32;
        if Self::SPEC.has_reserve() {
            men += Self::SPEC.sides().map(|side| board.reserve(side).total() as i32).sum::<i32>();
        }
        (men * PHASES / board.tables().men).min(PHASES)
    }

    /// How much of an advantage of this seat counts, in parts of 64: less where it cannot win.
    #[inline]
    fn prospects(board: &Board<Self>, side: Side) -> i32 {
        let _ = (board, side);
        64
    }

    /// Where a move of the seat to move would have to end to win at once, other than by mate; more
    /// squares than that are no fault. None where no move can.
    #[inline]
    fn goals(board: &Board<Self>) -> Self::Set {
        let _ = board;
        Self::Set::EMPTY
    }

    /// The squares where a quiet move of the seat to move changes as much as a capture does.
    #[inline]
    fn tactical(board: &Board<Self>) -> Self::Set {
        board.tables().must[board.turn()] & !board.occupied()
    }
}
