//! Small games against the public API of the kernel alone: known games whose counts are known, and games with what no
//! built-in one has.

mod hands;
mod hops;
mod known;
mod levels;
mod literal;
mod promotions;
mod ranks;
mod refused;
mod repetitions;
mod several_kings;
mod unusual;
mod walks;
mod zones;

use std::marker::PhantomData;

use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::frame::Frame;
use heterodox_kernel::gait::{DIAGONAL, Gait, KNIGHT, ORTHOGONAL};
use heterodox_kernel::game::Rules;
use heterodox_kernel::generate::{Generator, Sink};
use heterodox_kernel::geometry::{Axes, Coord, Delta};
use heterodox_kernel::limits::positions;
use heterodox_kernel::mv::MoveList;
use heterodox_kernel::perft::perft;
use heterodox_kernel::piece::{KINDS, Kind};
use heterodox_kernel::setup::SetupError;
use heterodox_kernel::spec::{KindSpec, Lettering, Movement, NamedSetup, Seat, Spec, Tint, Zone};
use heterodox_kernel::tables::Tables;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, OpeningError, start};

/// The rules of every game that is data alone. All of them on boards of one size are of one type, so the kernel is
/// compiled once for each size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plain<S>(PhantomData<S>);

impl<S: SquareSet> Rules for Plain<S> {
    type Set = S;
    type Kinds = [S; KINDS];
    type Extra = Habit;
    type State = ();

    fn generate<K: Sink<S>>(generator: &Generator<'_, Self>, sink: &mut K) {
        let board = generator.board;
        if board.tables().extra == Habit::JudgesSafety {
            let mut list = MoveList::new();
            generator.ordinary(&mut list);
            list.into_iter().filter(|&mv| !board.after(mv).in_check(board.turn())).for_each(|mv| sink.one(mv));
        } else {
            generator.ordinary(sink);
            generator.hand(sink);
        }
    }

    fn judges_safety(board: &Board<Self>) -> bool {
        board.tables().extra == Habit::JudgesSafety
    }

    fn takes_own(board: &Board<Self>) -> bool {
        board.tables().extra == Habit::TakesOwn
    }
}

/// What a game does that its data do not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    Usual,
    /// It looks after each move whether the King is safe.
    JudgesSafety,
    /// Its pieces capture those of their side too.
    TakesOwn,
}

/// A game that is data alone.
trait Small {
    type Set: SquareSet;
    const SPEC: &'static Spec;
    const HABIT: Habit = Habit::Usual;

    fn tables() -> &'static Tables<Plain<Self::Set>>;
}

macro_rules! game {
    ($name:ident, $set:ty, $spec:expr $(, $habit:expr)?) => {
        struct $name;

        impl super::Small for $name {
            type Set = $set;
            const SPEC: &'static heterodox_kernel::spec::Spec = {
                const SPEC: heterodox_kernel::spec::Spec = $spec;
                &SPEC
            };

            $(const HABIT: super::Habit = $habit;)?

            fn tables() -> &'static heterodox_kernel::tables::Tables<super::Plain<$set>> {
                static TABLES: std::sync::LazyLock<heterodox_kernel::tables::Tables<super::Plain<$set>>> =
                    std::sync::LazyLock::new(super::compile::<$name>);
                &TABLES
            }
        }
    };
}
use game;

fn compile<G: Small>() -> Tables<Plain<G::Set>> {
    Tables::of(G::SPEC, |_| G::HABIT).unwrap_or_else(|flaw| panic!("{}: {}", G::SPEC.id, flaw.0))
}

/// The first error in the data.
fn flaw<G: Small>() -> Option<String> {
    match Tables::<Plain<G::Set>>::of(G::SPEC, |_| G::HABIT) {
        Ok(_) => positions(G::tables()),
        Err(flaw) => Some(flaw.0),
    }
}

fn begin<G: Small>(opening: Opening<'_>) -> Result<Timeline<Plain<G::Set>>, OpeningError> {
    start(G::tables(), opening)
}

fn read<G: Small>(fen: &str) -> Result<Board<Plain<G::Set>>, SetupError> {
    G::tables().read(fen)
}

const STEPS: &[Movement] = &[Movement::both(Gait::Leap(&ORTHOGONAL)), Movement::both(Gait::Leap(&DIAGONAL))];
const ROOK: Movement = Movement::both(Gait::Slide(&ORTHOGONAL));
const BISHOP: Movement = Movement::both(Gait::Slide(&DIAGONAL));
const LEAP: Movement = Movement::both(Gait::Leap(&KNIGHT));
const AHEAD: Delta = Delta::new(0, 1, 0);
const LEFT: Delta = Delta::new(-1, 1, 0);
const RIGHT: Delta = Delta::new(1, 1, 0);
const STEP: Movement = Movement::quiet(Gait::Leap(&[AHEAD]));
const TAKES: Movement = Movement::capture(Gait::Leap(&[LEFT, RIGHT]));

const KING: KindSpec = KindSpec::new('K', "King", "steps one square", STEPS);

const fn kind(letter: char, name: &'static str, moves: &'static [Movement]) -> KindSpec {
    KindSpec::new(letter, name, "moves", moves)
}

fn second(at: Coord) -> bool {
    at.y == 1
}

fn seventh(at: Coord) -> bool {
    at.y == 7
}

const SEATS: &[Seat] = &[
    Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
    Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(8) },
];

/// Two Kings alone.
const START: &[NamedSetup] = &[NamedSetup { name: "start", words: "", fen: "7k/8/8/8/8/8/8/K7 w - - 0 1" }];

/// Two seats on eight ranks, a King first and a Pawn last.
const fn eight(id: &'static str, pawn: u8) -> Spec {
    Spec {
        id,
        title: id,
        about: "",
        goal: "",
        seats: SEATS,
        kinds: &[KING],
        plan: &["........\n........\n........\n........\n........\n........\n........\n........"],
        axes: Axes { x: 'a', y: '1', z: None },
        names: &[],
        royal: Some(Kind(0)),
        pawn: Some(Kind(pawn)),
        no_pawns: Zone::NOWHERE,
        drops: Zone::NOWHERE,
        draw_plies: None,
        repetition: Some(3),
        setups: START,
        more_setups: None,
        scene: None,
        lettering: Lettering::Case,
        rules: "",
        course: None,
    }
}

fn count<G: Small>(fen: &str, depth: u32) -> u64 {
    perft(&read::<G>(fen).unwrap_or_else(|error| panic!("{fen}: {error}")), depth)
}
