//! Positions with one right move, found by looking at every line: the engine finds it at the depth
//! that stands beside it, and the exhaustive search here says that it is the only one.

use std::collections::BTreeMap;

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::{self as games, GAMES, Registry, Visitor};
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position as _;
use heterodox_kernel::side::Side;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, begin};

const TABLE: &str = include_str!("../../../../tests/data/puzzles.tsv");

/// How many positions each game has at least.
const ENOUGH: usize = 12;

/// What the right move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    /// It wins in so many moves, whatever is played.
    Win(u32),
    /// It alone keeps the next seat from winning, or from felling who plays it.
    Save,
    /// Whatever the others do, this seat has fallen before the next move.
    Fell,
}

#[derive(Clone, Copy, Debug)]
struct Puzzle {
    line: usize,
    game: &'static str,
    task: Task,
    fen: &'static str,
    key: &'static str,
    depth: u32,
    theme: &'static str,
}

fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for (number, line) in TABLE.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[game, task, moves, fen, key, depth, theme] = fields.as_slice() else {
            panic!("line {}: expected seven fields", number + 1)
        };
        let number_of = |text: &str| text.parse().unwrap_or_else(|_| panic!("line {}: {text}", number + 1));
        let task = match task {
            "win" => Task::Win(number_of(moves)),
            "save" => Task::Save,
            _ => Task::Fell,
        };
        puzzles.push(Puzzle { line: number + 1, game, task, fen, key, depth: number_of(depth), theme });
    }
    puzzles
}

/// Does this move win in so many moves, whatever the other plays?
fn forces<R: CompiledGame>(game: &mut Timeline<R>, mv: Move, moves: u32, side: Side) -> bool {
    game.play(mv);
    let won = match game.outcome() {
        Some(outcome) => outcome.winner() == Some(side),
        None if moves == 1 => false,
        None => game.legal().into_iter().all(|reply| {
            game.play(reply);
            let won = match game.outcome() {
                Some(outcome) => outcome.winner() == Some(side),
                None => game.legal().into_iter().any(|mv| forces(game, mv, moves - 1, side)),
            };
            game.undo();
            won
        }),
    };
    game.undo();
    won
}

/// Is this seat lost as soon as the next one has moved?
fn is_lost<R: CompiledGame>(game: &mut Timeline<R>, side: Side) -> bool {
    let lost = |game: &Timeline<R>| {
        let other = game.outcome().and_then(|outcome| outcome.winner()).is_some_and(|winner| winner != side);
        other || !game.board().living().has(side)
    };
    if lost(game) {
        return true;
    }
    if game.outcome().is_some() || game.board().turn() == side {
        return false;
    }
    game.legal().into_iter().any(|mv| {
        game.play(mv);
        let lost = lost(game);
        game.undo();
        lost
    })
}

/// Has some seat fallen before this one moves again, whatever all others do?
fn is_felled<R: CompiledGame>(game: &mut Timeline<R>, side: Side, victim: Side) -> bool {
    let living = game.board().living();
    if !living.has(side) || !living.has(victim) {
        return living.has(side);
    }
    if game.outcome().is_some() || game.board().turn() == side {
        return false;
    }
    game.legal().into_iter().all(|mv| {
        game.play(mv);
        let felled = is_felled(game, side, victim);
        game.undo();
        felled
    })
}

/// The moves that do what is asked.
fn right<R: CompiledGame>(game: &mut Timeline<R>, task: Task) -> Vec<Move> {
    let side = game.board().turn();
    let after = |game: &mut Timeline<R>, mv, judge: &dyn Fn(&mut Timeline<R>) -> bool| {
        game.play(mv);
        let right = judge(game);
        game.undo();
        right
    };
    let legal = game.legal();
    match task {
        Task::Win(moves) => legal.into_iter().filter(|&mv| forces(game, mv, moves, side)).collect(),
        Task::Save => legal.into_iter().filter(|&mv| after(game, mv, &|game| !is_lost(game, side))).collect(),
        Task::Fell => {
            let victims: Vec<Side> = game.board().living().without(side).iter().collect();
            let felled = |game: &mut Timeline<R>| victims.iter().any(|&victim| is_felled(game, side, victim));
            legal.into_iter().filter(|&mv| after(game, mv, &felled)).collect()
        }
    }
}

struct Check(Puzzle);

impl Visitor for Check {
    type Output = ();
    fn visit<R: CompiledGame>(self) {
        let Puzzle { line, task, fen, key, theme, .. } = self.0;
        let mut game: Timeline<R> = begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("line {line}: {error}"));
        let mut right = right(&mut game, task);
        // Who fells one of two need not fell the one the table means.
        if task == Task::Fell && right.len() > 1 {
            right.retain(|&mv| game.machine(mv) == key);
        }
        let keys: Vec<String> = right.into_iter().map(|mv| game.machine(mv)).collect();
        assert_eq!(keys, [key], "line {line}: {theme}: {fen}");
    }
}

#[test]
fn the_table_says_what_is_so() {
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    let mut counted = BTreeMap::new();
    for puzzle in puzzles() {
        *counted.entry(puzzle.game).or_insert(0) += 1;
        let quick = puzzle.task != Task::Fell && !matches!(puzzle.task, Task::Win(2..));
        if quick || thorough {
            games::visit(puzzle.game, Check(puzzle)).expect("a game of the list");
        }
    }
    for game in GAMES {
        let count = counted.get(game.spec().id).copied().unwrap_or(0);
        assert!(count >= ENOUGH, "{}: {count} positions", game.spec().id);
    }
}

#[test]
fn the_engine_finds_the_move() {
    for puzzle in puzzles() {
        let game = games::built_in(puzzle.game).expect("a game of the list");
        let position = game.begin(Opening::Fen(puzzle.fen)).expect("a position");
        let mut engine =
            create(&Registry::default(), puzzle.game, EngineOptions { megabytes: 4, ..EngineOptions::default() })
                .expect("it is played");
        let limits = Limits { depth: Some(puzzle.depth), ..Limits::default() };
        let mut score = 0;
        let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            score = report.lines.first().map_or(0, |line| line.score);
        });
        let best = best.map(|mv| position.machine(mv));
        assert_eq!(
            best.as_deref(),
            Some(puzzle.key),
            "line {}: {} at depth {}",
            puzzle.line,
            puzzle.fen,
            puzzle.depth
        );
        if let Task::Win(moves) = puzzle.task
            && position.spec().seats.len() == 2
        {
            let told = heterodox_engine::score::plies_to_end(score);
            assert!(told.is_some_and(|plies| plies > 0), "line {}: {score}", puzzle.line);
            assert!(told.is_some_and(|plies| plies >= 2 * moves as i32 - 1), "line {}: too good", puzzle.line);
        }
    }
}
