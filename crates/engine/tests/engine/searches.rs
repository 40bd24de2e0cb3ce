//! Whatever the position and however little there is to think with, what is chosen is a legal move;
//! with a seed and a count of positions it is the same one each time.

use std::time::Duration;

use heterodox_engine::interface::{Engine, EngineOptions, Report, create};
use heterodox_engine::limits::{Limits, Stop, TimeBudget};
use heterodox_games::{GAMES, Registry, shelf};
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};

/// Random positions of each game.
const POSITIONS: usize = 2_500;

/// Numbers that look like chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Positions of random games, one after the other; over ones are among them.
fn each_position(variant: &'static dyn Variant, count: usize, seed: u64, mut see: impl FnMut(&dyn Position)) {
    let mut dice = Dice(seed);
    let mut seen = 0;
    while seen < count {
        let setups = variant.spec().setups;
        let mut position = variant.begin(Opening::Named(setups[dice.below(setups.len())].name)).expect("it begins");
        for _ in 0..40 + dice.below(200) {
            see(position.as_ref());
            seen += 1;
            let legal = position.legal();
            if legal.is_empty() || position.outcome().is_some() {
                break;
            }
            let captures: Vec<Move> =
                legal.iter().copied().filter(|&mv| position.display(mv).contains('x')).collect();
            // Games in which nothing is taken come to nothing.
            let among = if captures.is_empty() || dice.below(3) > 0 { &legal } else { &captures };
            position.play(among[dice.below(among.len())]).expect("it is legal");
        }
    }
}

fn engine(variant: &'static dyn Variant, threads: usize) -> Box<dyn Engine> {
    create(
        &Registry::default(),
        variant.spec().id,
        EngineOptions { threads, megabytes: 1, ..EngineOptions::default() },
    )
    .expect("a game")
}

/// What is chosen is legal, and there is something where there is anything to choose.
fn hold(position: &dyn Position, chosen: Option<Move>) {
    let legal = position.legal();
    match chosen {
        Some(mv) => assert!(legal.contains(&mv), "{}: {}", position.fen(), position.machine(mv)),
        None => assert!(legal.is_empty() || position.outcome().is_some(), "{}", position.fen()),
    }
}

#[test]
fn no_random_position_leads_to_an_illegal_move() {
    let mut all_over = 0;
    for &variant in GAMES {
        let mut engine = engine(variant, 1);
        let mut dice = Dice(7);
        let (mut forced, mut over) = (0, 0);
        each_position(variant, POSITIONS, 11, |position| {
            let limits = Limits {
                nodes: Some(1 + dice.below(120) as u64),
                lines: 1 + dice.below(3),
                noise: dice.below(60) as i32,
                ..Limits::default()
            };
            let chosen = engine.think(position, &limits, &Stop::default(), &mut |_| {});
            hold(position, chosen);
            forced += usize::from(position.legal().len() == 1);
            over += usize::from(position.outcome().is_some());
        });
        assert!(forced > 0, "{}: none with one move only", variant.spec().id);
        all_over += over;
    }
    assert!(all_over > 0, "none that was over");
}

#[test]
fn a_clock_with_nothing_left_is_enough() {
    for &variant in GAMES {
        for threads in [1, 2] {
            let mut engine = engine(variant, threads);
            each_position(variant, 80, 23, |position| {
                let time = Some(TimeBudget::of_clock(Duration::from_millis(1), Duration::ZERO));
                let limits = Limits { time, ..Limits::default() };
                let chosen = engine.think(position, &limits, &Stop::default(), &mut |_| {});
                hold(position, chosen);
            });
        }
    }
}

/// What it chooses is the best move of the first depth, not the first move of a list.
#[test]
fn who_is_told_to_stop_before_it_begins_still_chooses() {
    for &variant in GAMES {
        let mut engine = engine(variant, 2);
        let mut others = 0;
        each_position(variant, 12, 5, |position| {
            let stop = Stop::default();
            stop.request();
            engine.forget();
            let mut depths = Vec::new();
            let endless = Limits::default();
            let chosen = engine.think(position, &endless, &stop, &mut |report| depths.push(report.depth));
            hold(position, chosen);
            engine.forget();
            let first = Limits { depth: Some(1), ..Limits::default() };
            assert_eq!(chosen, engine.think(position, &first, &Stop::default(), &mut |_| {}), "{}", position.fen());
            assert!(depths == [1] || position.outcome().is_some(), "{depths:?}");
            others += usize::from(chosen != position.legal().first().copied());
        });
        assert!(others > 5, "{}: {others}", variant.spec().id);
    }
}

#[test]
fn the_same_seed_thinks_the_same() {
    for &variant in GAMES {
        each_position(variant, 3, 3, |position| {
            let think = |seed| {
                let limits = Limits { nodes: Some(1_500), noise: 40, seed, ..Limits::default() };
                let mut reports: Vec<Report> = Vec::new();
                let chosen = engine(variant, 1).think(position, &limits, &Stop::default(), &mut |report| {
                    reports.push(Report { time: Duration::ZERO, ..report.clone() });
                });
                (chosen, reports)
            };
            assert_eq!(think(9), think(9), "{}", position.fen());
        });
    }
}

/// The search for two would take the next player for the only rival.
#[test]
fn a_game_of_a_file_for_more_than_two_is_searched_for_all_its_seats() {
    let games = Registry::default();
    let for_many: Vec<_> = shelf::all()
        .iter()
        .filter_map(|book| games.find(book.id))
        .filter(|game| game.spec().seats.len() > 2)
        .collect();
    assert!(!for_many.is_empty());
    for game in for_many {
        let id = game.spec().id;
        let options = EngineOptions { megabytes: 1, ..EngineOptions::default() };
        let mut engine = create(&games, id, options).expect("an engine");
        let position = game.begin(Opening::Start).expect("its start");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let mut lines = Vec::new();
        let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            lines.extend(report.lines.iter().map(|line| line.seats.is_some()));
        });
        hold(position.as_ref(), best);
        assert!(!lines.is_empty() && lines.iter().all(|&is_for_all| is_for_all), "{id}: {lines:?}");
    }
}
