//! Armies of Faith 1: The Dawn of Civilisation (Charles Gilman, 2007/2012). Special rules: Kings fall when a
//! turn begins; a Pawn that reaches the opposite corner and cannot promote wins; a seat without a legal move
//! passes.

mod aim;
mod eval;
mod points;
mod spec;
mod weights;

use std::sync::LazyLock;

use aim::Aim;

use crate::rules::bits::{Bits256, SquareSet};
use crate::rules::board::{Board, Edit};
use crate::rules::explain::counted;
use crate::rules::fen::FenError;
use crate::rules::game::{CompiledGame, Rules};
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Geometry;
use crate::rules::mv::Move;
use crate::rules::note::Note;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;

/// The rules of Armies of Faith 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Armies;

/// A win as the last army: all others have fallen.
const LAST_ARMY: Cause = Cause { id: "last-army", words: "as the last army" };
/// A win by the first King that falls, where the game is played for that.
const FIRST_FALL: Cause = Cause { id: "first-fall", words: "by the first fall" };
/// A win by a Pawn in the opposite corner column with no kind left to promote to.
const PAWN_ARRIVAL: Cause = Cause { id: "pawn-arrival", words: "by the arrival of a pawn" };

/// The end of a game of points after its last round.
const ROUNDS: Cause = Cause { id: "rounds", words: "on points after 60 rounds" };
/// The end of a game of points where nothing can be won any more.
const POINTS: Cause = Cause { id: "points", words: "on points" };

/// The end of a game for the first fall after its last round.
const NO_FALL: Cause = Cause { id: "no-fall", words: "because no army fell in time" };

/// Are all rounds over, in a game that has a limit?
fn is_through(board: &Board<Armies>) -> bool {
    match board.state() {
        Aim::LastArmy | Aim::FirstFall { rounds: None, .. } => false,
        Aim::FirstFall { by, rounds: Some(rounds) } => by.is_none() && board.round() > rounds.into(),
        Aim::Points(_) => board.round() > points::ROUNDS,
    }
}

/// Gives an army points, in a game of points.
fn pay(edit: &mut Edit<'_, Armies>, side: Side, points: u32) {
    if let Some(score) = edit.board().state().score() {
        edit.set_state(Aim::Points(score.plus(side, points)));
    }
}

impl Rules for Armies {
    type Set = Bits256;
    type Kinds = [Bits256; 11];
    type Extra = Bits256;
    type State = Aim;
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
    const PUZZLES: &'static str = include_str!("armies/puzzles.pgn");

    #[inline]
    fn generate<K: Sink<Bits256>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
        if sink.is_empty() {
            sink.one(Move::PASS);
        }
    }

    #[inline]
    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        if edit.board().state().score().is_some()
            && let Some(taken) = edit.board().captured(mv)
        {
            pay(edit, edit.board().turn(), points::worth(taken));
        }
        edit.play(mv);
        if Self::won(edit.board()).is_none() {
            Self::begin_turn(edit);
        }
    }

    /// Every King that the army to move attacks falls. The removal of its army may expose further Kings.
    fn begin_turn(edit: &mut Edit<'_, Self>) {
        if is_through(edit.board()) {
            return;
        }
        let mover = edit.board().turn();
        while let Some(fallen) = {
            let board = edit.board();
            board.living().without(mover).iter().find(|&side| board.attacks_king(mover, side))
        } {
            edit.remove_army(fallen);
            pay(edit, mover, points::FALL);
            if let Aim::FirstFall { rounds, .. } = edit.board().state() {
                edit.set_state(Aim::FirstFall { by: Some(mover), rounds });
            }
        }
    }

    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        if let Some(winner) = board.state().won_by() {
            return Some((winner, FIRST_FALL));
        }
        let cornered = board.kind(spec::PAWN) & board.tables().extra;
        if cornered.any() {
            for side in board.living().iter() {
                if (cornered & board.side(side) & board.tables().must[side]).any() {
                    return Some((side, PAWN_ARRIVAL));
                }
            }
        }
        if board.living().count() == 1 {
            return Some((board.living().after(board.turn()), LAST_ARMY));
        }
        if board.state().score().is_some() && Self::dead(board) {
            let (leaders, cause) = (board.leaders(), if is_through(board) { ROUNDS } else { POINTS });
            return leaders.iter().next().filter(|_| leaders.count() == 1).map(|leader| (leader, cause));
        }
        None
    }

    fn points(board: &Board<Self>, side: Side) -> Option<u32> {
        board.state().score().map(|score| score.of(side))
    }

    /// Armies win by a Pawn in the far corner, or because all others are gone.
    fn decided_by(board: &Board<Self>, winner: Side) -> Self::Set {
        board.kind(spec::PAWN) & board.tables().extra & board.side(winner) & board.tables().must[winner]
    }

    /// How a game ends without the win of one army: in a game of points the leaders share it.
    fn drawn(board: &Board<Self>, cause: Cause) -> Outcome {
        match board.state().score() {
            Some(_) if is_through(board) => Outcome::shared(board.leaders(), ROUNDS),
            Some(_) => Outcome::shared(board.leaders(), POINTS),
            None => Outcome::shared(board.living(), if is_through(board) { NO_FALL } else { cause }),
        }
    }

    /// Where the first fall ends the game, those who neither win nor fall lose less than who falls.
    #[inline]
    fn is_spared(board: &Board<Self>, side: Side) -> bool {
        board.state().won_by().is_some_and(|winner| winner != side) && board.living().has(side)
    }

    /// The array of the page has two names: the older one is in saved games.
    fn setup(_: &Tables<Self>, name: &str) -> Option<String> {
        (name == "start").then(|| spec::SPEC.setups[0].fen.to_owned())
    }

    #[inline]
    fn falls_win(board: &Board<Self>) -> bool {
        board.state().is_first_fall()
    }

    fn goal(board: &Board<Self>) -> &'static str {
        match board.state() {
            Aim::LastArmy => Self::SPEC.goal,
            Aim::FirstFall { rounds: Some(100), .. } => "Make the first army fall within 100 rounds",
            Aim::FirstFall { .. } => "Make the first army fall",
            Aim::Points(_) => "Most points after 60 rounds",
        }
    }

    fn state_text(board: &Board<Self>) -> Option<String> {
        board.state().text()
    }

    fn read_state(_: &Board<Self>, text: &str) -> Result<Aim, FenError> {
        Aim::read(text)
    }

    fn dead(board: &Board<Self>) -> bool {
        board.occupied() == board.kind(spec::KING) || is_through(board)
    }

    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        let pieces = counted(board.side(side).count() as usize, "piece");
        vec![Note::Game(match Self::points(board, side) {
            Some(points) => format!("{}, {pieces}", counted(points as usize, "point")),
            None => pieces,
        })]
    }

    fn flaw(board: &Board<Self>) -> Option<String> {
        let living = board.living();
        if let Some(winner) = board.state().won_by()
            && (!living.has(winner) || living.count() == Self::SPEC.seats.len())
        {
            return Some("the first fall is won by a living army, and another one is gone".to_owned());
        }
        let arrived = |side: Side| (board.pieces(side, spec::PAWN) & board.tables().must[side]).any();
        let arrived: Vec<&str> =
            Self::SPEC.sides().filter(|&side| arrived(side)).map(|side| Self::SPEC.seat(side).name).collect();
        (arrived.len() > 1).then(|| format!("the pawns of {} have both arrived", arrived.join(" and ")))
    }
}

impl CompiledGame for Armies {
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Armies>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    /// The four corner columns.
    fn extra(board: &Geometry) -> Bits256 {
        let last = [board.size()[0] - 1, board.size()[1] - 1];
        Bits256::collect(board.squares().filter(|&square| {
            let at = board.coord(square);
            (at.x == 0 || at.x == last[0]) && (at.y == 0 || at.y == last[1])
        }))
    }
}
