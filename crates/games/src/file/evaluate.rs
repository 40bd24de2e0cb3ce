//! What is good in a game without an author for it: pieces by what they can reach, and a few terms that most games
//! of this family share.

use crate::eval::evaluate::Evaluate;
use crate::eval::skill::Skills;
use crate::eval::tables::EvalTables;
use crate::eval::terms::{Tally, Weight};
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::Side;
use crate::rules::tables::Tables;

use super::game::FileGame;
use super::goal::arrived;
use super::laws::distance;
use super::{skills, values};

/// The terms after one for each kind.
#[derive(Clone, Copy)]
enum Term {
    /// Squares that a piece can reach.
    Mobility,
    /// Steps nearer to the middle.
    Middle,
    /// Ranks and levels that a Pawn has gone.
    Advance,
    /// Squares around the rival's King that a piece can reach.
    Siege,
    /// How far a lonely King is from the middle, and how near the other one is to it, unless Kings race to a goal.
    Hunt,
    /// Steps nearer to the goal.
    Way,
    /// Pieces at the goal.
    Arrived,
    /// Checks that count.
    Checks,
    /// What pieces in hand are worth beyond their value on the board: they threaten to come anywhere.
    InHand,
    /// Squares to which pieces can get, where who cannot move loses and nothing else wins.
    Room,
}

/// The weights of these terms, in their order.
const SHARED: [Weight; 10] = [
    Weight::new(3, 3),
    Weight::new(4, 4),
    Weight::new(2, 9),
    Weight::new(9, 3),
    Weight::new(6, 12),
    Weight::new(5, 9),
    Weight::new(60, 60),
    Weight::new(110, 110),
    Weight::new(1, 1),
    ROOM,
];

/// What any piece in hand is worth more than on the board, and a tenth of its value beside that.
const IN_HAND: i32 = 15;

/// What a piece costs its owner who wins without any.
const TO_LOSE: i16 = 100;

/// What a square that a piece can reach is worth where who cannot move loses, and nothing else wins.
const ROOM: Weight = Weight::new(30, 30);

/// How much more a step to the goal is worth where no King has to be kept.
const RUN: i16 = 3;

/// What the pieces of a game are worth in the mean, so that the levels err by as much as in other games.
const MEAN: i32 = 300;

/// How much more a step of a King nearer to the goal is worth than one of another piece: there is only one King.
const PULL: i32 = 3;

/// The steps to the goal, of which the last ones count most: a runner that is nearly there has to be stopped.
fn steeper(steps: i32, longest: i32) -> i32 {
    let longest = longest.max(steps).max(1);
    steps * (2 * longest - steps) / longest
}

/// The squares to which the pieces of a seat can get with any number of moves while nothing else moves.
fn room<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> S {
    let (occupied, mut found) = (board.occupied(), S::EMPTY);
    for kind in board.spec().all_kinds() {
        let quiet = &board.tables().mover(Piece::new(side, kind)).quiet;
        let (mut known, mut newest) = (S::EMPTY, board.pieces(side, kind));
        while newest.any() {
            let reached = newest.iter().fold(S::EMPTY, |all, from| all | quiet.targets(from, occupied));
            newest = reached & !occupied & !known;
            known |= newest;
        }
        found |= known;
    }
    found
}

/// How many times the values have to count for the pieces of the opening to be worth as much as those of other games.
fn scale<S: SquareSet>(tables: &Tables<FileGame<S>>, worth: &[i32]) -> i16 {
    let spec = tables.spec();
    let count = |kind: Kind| spec.men_at_start(|other| other == kind) as i32;
    let men: i32 = spec.all_kinds().map(count).sum();
    let sum: i32 = spec.all_kinds().map(|kind| count(kind) * worth[kind.index()]).sum();
    (MEAN * men / sum.max(1)).clamp(1, 4) as i16
}

impl<S: SquareSet> Evaluate for FileGame<S> {
    const SKILLS: &'static Skills = &skills::USUAL;

    fn eval_tables(tables: &'static Tables<Self>) -> &'static EvalTables {
        &tables.extra.eval
    }

    fn worth(tables: &'static Tables<Self>) -> &'static [i32] {
        tables.extra.values.get_or_init(|| values::of(tables))
    }

    fn weights(tables: &'static Tables<Self>) -> &'static [Weight] {
        tables.extra.weights.get_or_init(|| {
            let royal = tables.spec().royal.filter(|_| !tables.extra.data.demands.royals.are_several());
            let loses = tables.extra.data.nothing_left;
            let kinds = Self::worth(tables).iter().enumerate().map(|(kind, &value)| {
                let is_royal = royal.is_some_and(|royal| royal.index() == kind);
                // A player who wins without pieces wants few of them, whatever they can do.
                let value = if is_royal {
                    0
                } else if loses {
                    -TO_LOSE
                } else {
                    value as i16
                };
                Weight::new(value, value)
            });
            let shared = SHARED.into_iter().enumerate().map(|(term, weight)| match term {
                _ if term == Term::Mobility as usize && tables.extra.by_room => ROOM,
                _ if term == Term::Way as usize && tables.spec().royal.is_none() => weight.times(RUN),
                _ => weight,
            });
            let scale = if royal.is_some() || loses { 1 } else { scale(tables, Self::worth(tables)) };
            kinds.chain(shared).map(|weight| weight.times(scale)).collect()
        })
    }

    fn skills(tables: &'static Tables<Self>) -> &'static Skills {
        tables.extra.skills.get_or_init(|| skills::of(tables))
    }

    fn weigh<T: Tally>(board: &Board<Self>, tally: &mut T) {
        let (spec, laws) = (board.spec(), &board.tables().extra);
        let term = |term: Term| spec.kinds.len() + term as usize;
        let longest = i32::from(board.geometry().size()[1]);
        let races =
            spec.royal.is_some_and(|king| laws.data.goal.as_ref().is_some_and(|goal| goal.kinds.contains(&king)));
        for side in spec.sides() {
            let rivals = board.living().without(side);
            let targets = rivals.iter().filter_map(|rival| board.royal(rival));
            // Where nobody may give check, a King fears no pieces around it.
            let near = targets.filter(|_| !laws.data.demands.no_check);
            let ring = near.fold(S::EMPTY, |all, square| all | laws.rings[square.index()]);
            let own = board.side(side);
            let held = board.reserve(side);
            if !held.is_empty() {
                for kind in spec.all_kinds().filter(|&kind| Some(kind) != spec.royal) {
                    let count = i32::from(held.count(kind));
                    tally.add(side, kind.index(), count);
                    let value = Self::worth(board.tables())[kind.index()];
                    tally.add(side, term(Term::InHand), count * (IN_HAND + value / 10));
                }
            }
            for kind in spec.all_kinds() {
                let men = board.pieces(side, kind);
                let mover = board.tables().mover(Piece::new(side, kind));
                let is_goal = laws.data.goal.as_ref().is_some_and(|goal| goal.kinds.contains(&kind));
                for square in men.iter() {
                    tally.add(side, kind.index(), 1);
                    if is_goal {
                        let steps = laws.to_go[side][square.index()];
                        let way = if Some(kind) == spec.royal { PULL * steps } else { steeper(steps, longest) };
                        tally.add(side, term(Term::Way), -way);
                    }
                    if Some(kind) == spec.royal {
                        continue;
                    }
                    if Some(kind) == spec.pawn {
                        let at = spec.seat(side).frame.local(board.geometry().coord(square));
                        tally.add(side, term(Term::Advance), i32::from(at.y) + i32::from(at.z));
                        continue;
                    }
                    tally.add(side, term(Term::Middle), laws.central[square.index()]);
                    let taken = if laws.by_room { board.occupied() } else { own };
                    let reached = mover.quiet.targets(square, board.occupied()) & !taken;
                    tally.add(side, term(Term::Mobility), reached.count() as i32);
                    let aimed =
                        mover.capture.as_ref().map_or(reached, |capture| capture.targets(square, board.occupied()));
                    tally.add(side, term(Term::Siege), (aimed & ring).count() as i32);
                }
            }
            // The last rival, when its King is all that it has.
            let last = rivals.iter().next().filter(|&rival| rivals.count() == 1 && board.is_alone(rival));
            if let (Some(king), Some(target)) = (board.royal(side), last.and_then(|rival| board.royal(rival)))
                && board.living().has(side)
                && !races
            {
                let far = laws.central.iter().max().unwrap_or(&0) - laws.central[target.index()];
                let near = board.geometry().size().iter().map(|&size| i32::from(size)).max().unwrap_or(0)
                    - distance(board.geometry(), king, target);
                tally.add(side, term(Term::Hunt), 2 * far + near);
            }
            if laws.by_room {
                tally.add(side, term(Term::Room), room(board, side).count() as i32);
            }
            if laws.data.goal.is_some() {
                tally.add(side, term(Term::Arrived), arrived(board, side).count() as i32);
            }
            if laws.data.checks.is_some() {
                tally.add(side, term(Term::Checks), i32::from(board.state().checks[side.index()]));
            }
        }
    }

    /// A drop where Pawns promote is not as important as a capture.
    fn tactical(board: &Board<Self>) -> S {
        if board.spec().has_hand() { S::EMPTY } else { board.tables().must[board.turn()] & !board.occupied() }
    }

    fn goals(board: &Board<Self>) -> S {
        let laws = &board.tables().extra;
        let Some(goal) = &laws.data.goal else { return S::EMPTY };
        let side = board.turn();
        if goal.safe && goal.count > 1 {
            return board.tables().squares & !board.side(side);
        }
        if arrived(board, side).has_at_least(goal.count - 1) { laws.goal_squares[side] } else { S::EMPTY }
    }
}
