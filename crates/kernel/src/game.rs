//! The interface for the author of a game: its data, and the rules in which it differs from the others. The
//! kernel provides a default for everything ordinary.

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::{Board, Edit, KindSets};
use super::explain::Attempt;
use super::fen::{FenError, Field};
use super::generate::{Generator, Sink};
use super::geometry::{Geometry, Square};
use super::guard::Guard;
use super::hand;
use super::mv::Move;
use super::note::Note;
use super::outcome::{Cause, Outcome};
use super::pick::{Mark, Pick};
use super::piece::{Kind, Piece};
use super::side::{Side, Sides};
use super::spec::Spec;
use super::tables::Tables;
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a game.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// Type of the bitboards of this game.
    type Set: SquareSet;
    /// Type of the bitboards of all kinds: an array of at least as many as the game has kinds. A board with up to 11 of
    /// 64 squares takes 256 bytes, and copying a larger one takes more instructions.
    type Kinds: KindSets<Self::Set>;
    /// Data of this game in addition to the common tables.
    type Extra: Debug + Send + Sync;

    /// State of a position in addition to board, reserves and turn, such as castling rights or counters. It is
    /// compared and hashed with the position. `()` if there is none.
    type State: Copy + Eq + Hash + Default + Debug + Send + Sync;

    /// The description of the game, if it is the same for all boards of this type. The compiler then knows it; without
    /// it, it is read from the tables.
    const FIXED: Option<&'static Spec> = None;

    /// The text of the file that describes the game, if it is not a part of the program.
    fn source(tables: &Tables<Self>) -> Option<&'static str> {
        let _ = tables;
        None
    }

    /// The FEN of an opening that is not in the list of setups: `shuffle:17`.
    fn setup(tables: &Tables<Self>, name: &str) -> Option<String> {
        let _ = (tables, name);
        None
    }

    /// Generates every legal move. The default has the normal moves, and the drops of captured pieces if the game has them.
    #[inline]
    fn generate<K: Sink<Self::Set>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
        if const { hand::can_hold::<Self>() } {
            generator.hand(sink);
        }
    }

    /// Is the King attacked by something other than a normal move?
    #[inline]
    fn hit_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>) -> bool {
        let _ = (board, royal, scene);
        false
    }

    /// Does the game judge itself whether a King is safe after a move? [`Rules::generate`] then gets all moves, with those
    /// that leave the King in check, and keeps the legal ones.
    #[inline]
    fn judges_safety(board: &Board<Self>) -> bool {
        let _ = board;
        false
    }

    /// May pieces capture others of their side, but for the royal ones, by their normal moves?
    #[inline]
    fn takes_own(board: &Board<Self>) -> bool {
        let _ = board;
        false
    }

    /// Is the King safe from every attack on this square?
    #[inline]
    fn is_shielded(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>) -> bool {
        let _ = (board, royal, scene);
        false
    }

    /// May a seat play on without its King?
    #[inline]
    fn may_lack_king(board: &Board<Self>, side: Side) -> bool {
        let _ = (board, side);
        false
    }

    /// May a seat have several Kings? Then the game judges the safety of them itself ([`Rules::judges_safety`]).
    #[inline]
    fn may_have_several_kings(tables: &Tables<Self>) -> bool {
        let _ = tables;
        false
    }

    /// Is a seat in check, where it may have several Kings? `None` where it cannot, and its one King says it.
    #[inline]
    fn danger(board: &Board<Self>, side: Side) -> Option<bool> {
        let _ = (board, side);
        None
    }

    /// Updates the guard for attacks other than normal moves.
    #[inline]
    fn guard_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>, guard: &mut Guard<Self::Set>) {
        let _ = (board, royal, scene, guard);
    }

    /// Makes a special move of the game on the board and returns the captured piece. The kernel updates the
    /// counters and passes the turn. The default is a step.
    #[inline]
    fn play_special(edit: &mut Edit<'_, Self>, mv: Move) -> Option<Piece> {
        edit.step(mv)
    }

    /// The square of the piece that a special move captures, if any.
    #[inline]
    fn special_captures_on(board: &Board<Self>, mv: Move) -> Option<Square> {
        board.piece(mv.to).filter(|piece| piece.side() != board.turn()).map(|_| mv.to)
    }

    /// The squares that are picked for a special move, in order. They are also its machine form, so no other
    /// move of the position may have the same squares.
    fn special_picks(mv: Move) -> Vec<Square> {
        vec![mv.from, mv.to]
    }

    /// The kind that a special move brings from the reserve beside the piece that moves. It is the last pick, and the end of
    /// the machine form.
    #[inline]
    fn special_brings(mv: Move) -> Option<Kind> {
        let _ = mv;
        None
    }

    /// A special move as it is shown to people, without promotion and check signs: `O-O`. By default it is
    /// written as a step.
    fn special_text(board: &Board<Self>, mv: Move) -> Option<String> {
        let _ = (board, mv);
        None
    }

    /// Makes a move. The default does what all games have in common; a game can add to it, for example to
    /// change the state.
    #[inline]
    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        edit.play(mv);
    }

    /// Runs at the beginning of every turn, also for a position that was just read.
    #[inline]
    fn begin_turn(edit: &mut Edit<'_, Self>) {
        let _ = edit;
    }

    /// Has a seat won, other than by leaving a checked King without a move?
    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let _ = board;
        None
    }

    /// The pieces of the winner that decided a game which is over. By default those that give check to the seat on
    /// turn.
    fn decided_by(board: &Board<Self>, winner: Side) -> Self::Set {
        let turn = board.turn();
        let hitters = board.royal(turn).map(|royal| board.hitters(royal, board.scene(turn)));
        hitters.unwrap_or_default() & board.side(winner)
    }

    /// The points of a seat, in a game that the living seat with the most points wins. Such a game has an end of its
    /// own ([`Rules::won`], and [`Rules::dead`] if several have the most points), so repetitions and quiet plies do not
    /// end it.
    #[inline]
    fn points(board: &Board<Self>, side: Side) -> Option<u32> {
        let _ = (board, side);
        None
    }

    /// How many of the last plies can be undone, so that an earlier position may come back. By default those since the
    /// last capture, Pawn move or drop.
    #[inline]
    fn reversible_plies(board: &Board<Self>) -> usize {
        board.plies() as usize
    }

    /// The result of a game that ends without the win of one seat.
    fn drawn(board: &Board<Self>, cause: Cause) -> Outcome {
        Outcome::shared(board.living(), cause)
    }

    /// Does it matter who gave check all the time when a position comes back? Only in games for two.
    #[inline]
    fn weighs_checks(tables: &Tables<Self>) -> bool {
        let _ = tables;
        false
    }

    /// The result of a game that ends because a position has come back as often as it may. `pursuers` are the seats that
    /// gave check with every move since it occurred first, where checks weigh.
    fn repeated(board: &Board<Self>, pursuers: Sides) -> Outcome {
        let _ = pursuers;
        Self::drawn(board, Cause::REPETITION)
    }

    /// Has another seat won while this one has neither won nor fallen, which is better than to fall? Only for games
    /// that end with the first fall.
    #[inline]
    fn is_spared(board: &Board<Self>, side: Side) -> bool {
        let _ = (board, side);
        false
    }

    /// Does the first fall of a seat end the game?
    #[inline]
    fn falls_win(board: &Board<Self>) -> bool {
        let _ = board;
        false
    }

    /// What wins from this position on, in a few words: the goal of the game, unless its state says otherwise.
    fn goal(board: &Board<Self>) -> &'static str {
        board.spec().goal
    }

    /// Is the position dead: can no seat win any more?
    fn dead(board: &Board<Self>) -> bool {
        let _ = board;
        false
    }

    /// The state as it is written in a FEN: in the castling field if the case of the letters tells the seats
    /// apart, otherwise in a seventh field. It is one word; `None` for a game without a state.
    fn state_text(board: &Board<Self>) -> Option<String> {
        let _ = board;
        None
    }

    /// Reads the state from a FEN. The pieces are already on the board.
    fn read_state(board: &Board<Self>, text: &str) -> Result<Self::State, FenError> {
        let _ = board;
        match text {
            "-" => Ok(Self::State::default()),
            _ => Err(FenError::new(Field::State("castling"), text, "-, there is none")),
        }
    }

    /// An error in a well-formed FEN, beyond the common checks.
    fn flaw(board: &Board<Self>) -> Option<String> {
        let _ = board;
        None
    }

    /// The origin of an attack on a King by something other than a normal move: `from your Rook on a1 through
    /// b1 and b4`.
    fn explain_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Self::Set>) -> Option<String> {
        let _ = (board, royal, scene);
        None
    }

    /// The reason why something specific to the game cannot be picked.
    fn why_not(board: &Board<Self>, attempt: &Attempt<'_>) -> Option<String> {
        let _ = (board, attempt);
        None
    }

    /// What the next pick chooses: `the target square`. Only for picks that the kernel does not
    /// know.
    fn ask(board: &Board<Self>, so_far: &[Pick]) -> Option<String> {
        let _ = (board, so_far);
        None
    }

    /// The mark of a next pick. Only for picks that the kernel does not know.
    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        let _ = (board, so_far, next);
        None
    }

    /// A sentence about a move that is specific to the game: `leaves the Lady next to the King`.
    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        let _ = (board, mv);
        None
    }

    /// The puzzles of the game: a PGN file, as `heterodox puzzles make` writes it. Empty if there are none.
    const PUZZLES: &'static str = "";

    /// The theme of puzzles whose solution has this move, in small letters with hyphens: `through-a-hole`.
    fn motif(board: &Board<Self>, mv: Move) -> Option<&'static str> {
        let _ = (board, mv);
        None
    }

    /// The squares that matter to a seat now: where its pieces count towards a win, where they promote, or where
    /// they are dropped. Screens mark them. By default the squares of promotion.
    fn goal_squares(board: &Board<Self>, side: Side) -> Self::Set {
        board.tables().promotion_squares(side)
    }

    /// What these squares are for, as a sentence.
    fn goal_use(board: &Board<Self>, side: Side) -> String {
        let _ = side;
        board.spec().promotion_use()
    }

    /// Up to two short notes about a seat: how near it is to its goal first, if that can be counted.
    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        let _ = (board, side);
        Vec::new()
    }
}

/// A game that is written in Rust: its data are known when it is compiled.
pub trait CompiledGame: Rules {
    /// The description of the game as data.
    const SPEC: &'static Spec;

    /// The compiled tables, shared by all boards of the game.
    fn tables() -> &'static Tables<Self>;

    /// Compiles the additional data of this game.
    fn extra(board: &Geometry) -> Self::Extra;
}
