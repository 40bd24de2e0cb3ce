//! The search asks the rules what an end without a mate means.

use std::sync::LazyLock;

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_engine::makers::add;
use heterodox_engine::score::{DECIDED, won};
use heterodox_games::{Registry, pieces};
use heterodox_kernel::bits::Bits64;
use heterodox_kernel::board::Board;
use heterodox_kernel::eval::evaluate::Evaluate;
use heterodox_kernel::eval::tables::EvalTables;
use heterodox_kernel::frame::Frame;
use heterodox_kernel::game::{CompiledGame, Rules};
use heterodox_kernel::geometry::{Axes, Geometry};
use heterodox_kernel::outcome::{Cause, Outcome};
use heterodox_kernel::piece::Kind;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{KindSpec, Lettering, NamedSetup, Seat, Spec, Tint, Zone};
use heterodox_kernel::tables::Tables;
use heterodox_kernel::variant::Opening;

const fn spec(id: &'static str) -> Spec {
    Spec {
        id,
        title: id,
        about: "",
        goal: "",
        seats: SEATS,
        kinds: KINDS,
        plan: &["........\n........\n........\n........\n........\n........\n........\n........"],
        axes: Axes { x: 'a', y: '1', z: None },
        royal: Some(Kind(0)),
        pawn: Some(Kind(1)),
        no_pawns: Zone::NOWHERE,
        drops: Zone::NOWHERE,
        draw_plies: None,
        repetition: Some(3),
        setups: &[NamedSetup { name: "start", words: "", fen: CORNER }],
        more_setups: None,
        scene: None,
        lettering: Lettering::Case,
        rules: "",
        course: None,
    }
}

const SEATS: &[Seat] = &[
    Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
    Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(8) },
];

const KINDS: &[KindSpec] = &[
    KindSpec::new('K', "King", "steps", pieces::KING_STEPS),
    KindSpec::new('P', "Pawn", "steps", &[pieces::PAWN_STEP, pieces::PAWN_CAPTURES]),
];

/// The Pawn's step to a7 leaves Black without a move and without a check.
const CORNER: &str = "k7/8/PK6/8/8/8/8/8 w - - 0 1";

/// A game with these Kings and Pawns in which a seat without a move wins or loses.
macro_rules! game {
    ($name:ident, $spec:expr, $winner:expr) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct $name;

        impl Rules for $name {
            type Set = Bits64;
            type Kinds = [Bits64; 2];
            type Extra = ();
            type State = ();
            const FIXED: Option<&'static Spec> = Some(Self::SPEC);

            fn drawn(board: &Board<Self>, cause: Cause) -> Outcome {
                let winner: fn(Side, Side) -> Side = $winner;
                let turn = board.turn();
                match cause {
                    Cause::STALEMATE => Outcome::won(winner(turn, board.living().after(turn)), cause),
                    _ => Outcome::shared(board.living(), cause),
                }
            }
        }

        impl CompiledGame for $name {
            const SPEC: &'static Spec = {
                const SPEC: Spec = $spec;
                &SPEC
            };

            fn tables() -> &'static Tables<Self> {
                static TABLES: LazyLock<Tables<$name>> = LazyLock::new(Tables::compile);
                &TABLES
            }

            fn extra(_: &Geometry) {}
        }

        impl Evaluate for $name {
            const WORTH: &'static [i32] = &[10_000, 100];

            fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
                static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<$name>);
                &TABLES
            }
        }
    };
}

game!(Loses, spec("loses"), |_, other| other);
game!(Wins, spec("wins"), |turn, _| turn);
game!(Forever, Spec { repetition: None, ..spec("forever") }, |_, other| other);

#[test]
fn a_stalemate_is_won_or_lost_where_the_rules_say_so() {
    let games = add::<Loses>(Registry::default()).and_then(add::<Wins>).expect("their data fit the kernel");
    for (id, plays) in [("loses", true), ("wins", false)] {
        let position = games.find(id).expect("a game").begin(Opening::Start).expect("its start");
        let mut engine = create(&games, id, EngineOptions::default()).expect("an engine");
        let mut score = None;
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            score = report.lines.first().map(|line| line.score);
        });
        assert_eq!(best.map(|mv| position.machine(mv) == "a6a7"), Some(plays), "{id}");
        let score = score.expect("a report");
        assert!(if plays { score == won(1) } else { score.abs() < DECIDED }, "{id}: {score}");
    }
}

#[test]
fn a_position_that_comes_back_is_a_draw_only_where_repetitions_end_a_game() {
    let games = add::<Loses>(Registry::default()).and_then(add::<Forever>).expect("their data fit the kernel");
    for (id, score) in [("loses", -50), ("forever", 0)] {
        let start = Opening::Fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let mut position = games.find(id).expect("a game").begin(start).expect("a position");
        for text in ["e1d1", "e8d8", "d1e1"] {
            position.act(text).expect(text);
        }
        let mut engine = create(&games, id, EngineOptions::default()).expect("an engine");
        // Back to where the game began, at the price of a draw.
        let back = position.read("d8e8").expect("a legal move");
        let limits = Limits { depth: Some(1), moves: vec![back], contempt: 50, ..Limits::default() };
        let mut told = None;
        engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            told = report.lines.first().map(|line| line.score);
        });
        let told = told.expect("a report");
        assert!((told - score).abs() <= 1, "{id}: {told}, expected {score}");
    }
}

/// The score of a move, and of the best one, after these moves of Shogi.
fn scores_after(fen: &str, moves: &[&str], named: &str, depth: u32) -> i32 {
    let games = Registry::default();
    let mut position = games.find("shogi").expect("a game").begin(Opening::Fen(fen)).expect("a position");
    for text in moves {
        position.act(text).expect(text);
    }
    let mut engine = create(&games, "shogi", EngineOptions::default()).expect("an engine");
    let mv = position.read(named).expect("a legal move");
    let limits = Limits { depth: Some(depth), moves: vec![mv], ..Limits::default() };
    let mut told = None;
    engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
        told = report.lines.first().map(|line| line.score);
    });
    told.expect("a report")
}

#[test]
fn the_search_knows_that_checks_without_end_lose() {
    let fen = "9/4k4/9/9/R8/9/9/9/8K[] w - - 0 1";
    let chase = ["e8e9", "a8a9", "e9e8", "a9a8"];
    // The position after the first check has occurred three times, and the fourth is one check away.
    let moves: Vec<&str> = ["a5a8"].into_iter().chain(chase).chain(chase).chain(chase).take(12).collect();
    assert_eq!(scores_after(fen, &moves, "a9a8", 2), -won(1));
    // One move before, the other player goes where that check follows, and is not lost.
    assert!(scores_after(fen, &moves[..11], "e9e8", 3) > -DECIDED);
    // Without a check on the way the same position is a draw: the Rook leaves the rank once.
    let quiet = ["e8e9", "a8a5", "e9e8", "a5a8"];
    let moves: Vec<&str> = ["a5a8"].into_iter().chain(quiet).chain(chase).chain(chase).take(12).collect();
    assert!(scores_after(fen, &moves, "a9a8", 2).abs() <= 1);
}
