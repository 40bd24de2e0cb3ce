//! A game with what none of the built-in ones has: twelve columns, eleven kinds, no pawn and no King,
//! three seats with reserves, and a count that is part of the position and decides the game.

use std::sync::LazyLock;

use heterodox::cli::picture::bare_world;
use heterodox::engine::interface::EngineOptions;
use heterodox::engine::limits::{Limits, Stop};
use heterodox::engine::makers::{add, maker};
use heterodox::eval::evaluate::Evaluate;
use heterodox::eval::tables::EvalTables;
use heterodox::games::Registry;
use heterodox::record::game::Game;
use heterodox::rules::bits::Bits64;
use heterodox::rules::board::{Board, Edit};
use heterodox::rules::fen::{self, FenError, Field};
use heterodox::rules::frame::Frame;
use heterodox::rules::gait::{Gait, KNIGHT, ORTHOGONAL};
use heterodox::rules::game::{CompiledGame, Rules};
use heterodox::rules::generate::{Generator, Sink};
use heterodox::rules::geometry::{Axes, Geometry};
use heterodox::rules::mv::Move;
use heterodox::rules::outcome::Cause;
use heterodox::rules::position::Position;
use heterodox::rules::side::Side;
use heterodox::rules::spec::{KindSpec, Lettering, Movement, NamedSetup, Seat, Spec, Tint, Zone};
use heterodox::rules::tables::Tables;
use heterodox::rules::timeline::Timeline;
use heterodox::rules::variant::{Opening, begin};
use heterodox::rules::zobrist::mix;
use heterodox::session::setup::MatchSetup;
use heterodox::tui::app::App;
use heterodox::tui::screens::play::Play;

use super::app::shown;
use super::{games, give};

/// The rules of the hunt: whoever captures four pieces first has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hunt;

const NEEDED: u8 = 4;
const BAG: Cause = Cause { id: "bag", words: "with four pieces captured" };

const SLIDES: &[Movement] = &[Movement::both(Gait::Slide(&ORTHOGONAL))];
const LEAPS: &[Movement] = &[Movement::both(Gait::Leap(&KNIGHT))];

const fn slider(letter: char) -> KindSpec {
    KindSpec::new(letter, "Slider", "slides along ranks and files", SLIDES)
}

const fn leaper(letter: char) -> KindSpec {
    KindSpec::new(letter, "Leaper", "leaps as a Knight", LEAPS)
}

static SPEC: Spec = Spec {
    id: "hunt",
    title: "The Hunt",
    about: "A strange game.",
    goal: "Take all Leapers",
    seats: &[
        Seat { name: "White", letter: 'w', tint: Tint::Light, frame: Frame::SOUTH },
        Seat { name: "Black", letter: 'b', tint: Tint::Dark, frame: Frame::north(5) },
        Seat { name: "Green", letter: 'g', tint: Tint::Green, frame: Frame::SOUTH },
    ],
    kinds: &[
        slider('A').reserve(2),
        leaper('B').reserve(1),
        slider('C'),
        leaper('D'),
        slider('E'),
        leaper('F'),
        slider('G'),
        leaper('H'),
        slider('I'),
        leaper('J'),
        slider('K'),
    ],
    plan: &["............\n............\n............\n............\n............"],
    axes: Axes { x: 'a', y: '1', z: None },
    names: &[],
    royal: None,
    pawn: None,
    no_pawns: Zone::NOWHERE,
    drops: Zone::Where(|at| at.y < 2),
    draw_plies: Some(200),
    repetition: Some(3),
    setups: &[NamedSetup {
        name: "start",
        words: "as ever",
        fen: "bCbDbEbFbGbH6/12/gIgJgK9/12/6wCwDwEwFwGwH[wAwAwBbAbAbBgAgAgB] w wbg - 0 1 0/0/0",
    }],
    more_setups: None,
    scene: None,
    lettering: Lettering::Seat,
    rules: "# The Hunt\n\nWhoever captures four pieces first has won.\n",
    course: None,
};

impl Rules for Hunt {
    type Set = Bits64;
    type Kinds = [Bits64; 16];
    type Extra = ();
    type State = [u8; 3];
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);

    fn generate<K: Sink<Bits64>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
        let reserve = generator.board.reserve(generator.side);
        for kind in SPEC.all_kinds().filter(|&kind| reserve.count(kind) > 0) {
            generator.drops(kind, sink);
        }
    }

    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        let mut bags = edit.board().state();
        bags[edit.board().turn().index()] += u8::from(edit.board().captured(mv).is_some());
        edit.play(mv);
        edit.set_state(bags);
    }

    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let winner = SPEC.sides().find(|side| board.state()[side.index()] >= NEEDED)?;
        Some((winner, BAG))
    }

    fn state_text(board: &Board<Self>) -> Option<String> {
        let [white, black, green] = board.state();
        Some(format!("{white}/{black}/{green}"))
    }

    fn read_state(_: &Board<Self>, text: &str) -> Result<[u8; 3], FenError> {
        let counts: Option<Vec<u8>> = text.split('/').map(|count| count.parse().ok()).collect();
        let counts = counts.and_then(|counts| counts.try_into().ok());
        counts.ok_or_else(|| FenError::new(Field::State("captures"), text, "something like 0/0/0"))
    }
}

impl CompiledGame for Hunt {
    const SPEC: &'static Spec = &SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Hunt>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

impl Evaluate for Hunt {
    const WORTH: &'static [i32] = &[500, 300, 500, 300, 500, 300, 500, 300, 500, 300, 500];

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Hunt>);
        &TABLES
    }
}

/// The Hunt with another name and a value for one kind only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unvalued;

static UNVALUED: Spec = Spec {
    id: "unvalued",
    title: "Unvalued",
    setups: &[NamedSetup { name: "start", words: "", fen: "bC11/12/gI11/12/wC11[] w wbg - 0 1" }],
    ..SPEC
};

impl Rules for Unvalued {
    type Set = Bits64;
    type Kinds = [Bits64; 16];
    type Extra = ();
    type State = ();
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
}

impl CompiledGame for Unvalued {
    const SPEC: &'static Spec = &UNVALUED;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Unvalued>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

impl Evaluate for Unvalued {
    const WORTH: &'static [i32] = &[500];

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Unvalued>);
        &TABLES
    }
}

#[test]
fn a_game_whose_kinds_lack_a_value_is_refused_in_words() {
    let told = add::<Unvalued>(Registry::default()).expect_err("ten values are missing").to_string();
    assert_eq!(told, "unvalued: WORTH has 1 numbers: expected 11, one for each kind");
}

/// Random moves; what must hold at each of them is looked at.
#[test]
fn state_reserves_and_a_wide_board_keep_together() {
    let mut decided = 0;
    for seed in 0..40 {
        let mut game: Timeline<Hunt> = begin(Opening::Start).expect("it begins");
        assert_eq!(game.fen(), SPEC.setups[0].fen);
        let (mut dice, mut captures) = (mix(seed), 0);
        while game.outcome().is_none() {
            let (legal, before) = (game.board().legal(), *game.board());
            dice = mix(dice);
            let mv = legal[(dice >> 11) as usize % legal.len()];
            let (machine, shown) = (game.machine(mv), game.display(mv));
            assert_eq!((game.read(&machine), game.read(&shown)), (Ok(mv), Ok(mv)), "{machine} {shown}");
            let effects = game.effects(mv);
            captures += effects.removed.len();
            assert_eq!(effects.from_reserve.is_some(), mv.is_drop());
            game.play(mv);
            let board = game.board();
            assert_eq!(board.hash(), board.hash_from_scratch());
            assert_eq!(usize::from(board.state().iter().sum::<u8>()), captures);
            let text = fen::write(board);
            assert_eq!(Board::<Hunt>::read(&text).as_ref(), Ok(board), "{text}");
            if effects.removed.is_empty() {
                continue;
            }
            game.undo();
            assert_eq!((*game.board(), game.board().state()), (before, before.state()));
            game.play(mv);
            let record =
                Game::begin(games().find("hunt").expect("a game"), None, Some(&game.fen())).expect("its own text");
            assert_eq!(record.end().fen(), game.fen());
        }
        decided += usize::from(game.outcome().is_some_and(|outcome| outcome.cause == BAG));
    }
    assert!(decided > 20, "{decided}");
}

#[test]
fn what_is_wrong_with_its_texts_is_said() {
    let right = SPEC.setups[0].fen;
    for (from, to, told) in [
        ("0/0/0", "0/0", "captures \"0/0\": expected something like 0/0/0"),
        ("/12/", "/13/", "13 squares: expected 12"),
        ("/12/", "/111/", "two digits beside each other"),
        ("wAwAwB", "wAwAwAwB", "expected at most 2 of \"wA\""),
        ("bAbAbB", "xAbAbB", "\"x\": expected the letter of an army"),
    ] {
        let error = Board::<Hunt>::read(&right.replace(from, to)).expect_err("it is wrong").to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn it_is_searched_and_drawn() {
    let game: Timeline<Hunt> =
        begin(Opening::Fen("bCbDbEbFbGbH6/12/gIgJgK9/wA11/6wCwDwEwFwGwH[] w wbg - 0 1 3/0/0")).expect("a position");
    let mut engine =
        maker(&games(), "hunt").expect("it was added").engine(EngineOptions::default()).expect("memory");
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mv = engine.think(&game, &limits, &Stop::default(), &mut |_| ()).expect("a move");
    assert!(game.board().captured(mv).is_some(), "the fourth capture wins: {}", game.machine(mv));

    let mut world = bare_world("classic", "256", "unicode", (120, 40));
    give(&mut world, games());
    let play = Play::start(MatchSetup::against_computer(games().find("hunt").expect("it was added"), 1), &world)
        .expect("a game");
    let seen = shown(&App::new(world, vec![Box::new(play)]));
    assert!(seen.contains("The Hunt") && seen.contains("wC"), "{seen}");
}
