//! The puzzles that the games bring: each can be read, its solution is legal and does what it says, and it is proved
//! again: some of them always, all of them with `HETERODOX_THOROUGH=1`.

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::Stop;
use heterodox_engine::makers::maker;
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::prover::Goal;
use heterodox_kernel::variant::Variant;
use heterodox_play::record::puzzle::collection::Collection;
use heterodox_play::record::puzzle::{Proof, Puzzle, Theme, read};
use heterodox_play::session::puzzles::daily;
use heterodox_play::session::puzzles::maker::{LEAD, Maker, Work};
use heterodox_play::session::puzzles::themes;
use proptest::prelude::*;

/// How many puzzles a game for two has at least, and one for more.
const ENOUGH: (usize, usize) = (150, 60);

/// The largest file, in bytes.
const LARGEST: usize = 200_000;

/// How many puzzles of each proof are proved again, if not all.
const SAMPLE: usize = 2;

fn puzzles(game: &'static dyn Variant) -> Vec<Puzzle> {
    let (puzzles, problems) = read(game.puzzles().as_bytes(), game.spec().id, &Registry::default(), None);
    assert!(problems.is_empty(), "{problems:?}");
    puzzles
}

fn has(puzzle: &Puzzle, theme: &str) -> bool {
    puzzle.themes.iter().any(|known| known.name() == theme)
}

/// What is wrong with a puzzle, by what its last move does.
fn fault(puzzle: &Puzzle) -> Option<String> {
    let end = puzzle.position(puzzle.line.len());
    let legal = puzzle.line.iter().enumerate().all(|(at, mv)| puzzle.position(at).legal().contains(mv));
    let Some(proof) = puzzle.proof else { return Some("it has no proof".to_owned()) };
    let wins = end.outcome().and_then(|outcome| outcome.winner()) == Some(puzzle.solver());
    let does = match proof {
        Proof::Exhaustive(Goal::Win(moves)) => {
            let cause = end.outcome().map_or("", |outcome| outcome.cause.id);
            let named = if cause == "checkmate" { has(puzzle, "mate") } else { has(puzzle, cause) };
            wins && named && puzzle.moves() == moves as usize
        }
        Proof::Exhaustive(Goal::Fell) => {
            end.living().has(puzzle.solver())
                && end.living().count() < puzzle.start.living().count()
                && has(puzzle, "army-falls")
        }
        Proof::Exhaustive(Goal::Save(_)) => has(puzzle, "saving-move") && end.living().has(puzzle.solver()),
        Proof::Margin { nodes, lead, lead_of_ten } => nodes > 0 && lead >= LEAD && lead_of_ten >= LEAD,
    };
    let rated = (300..=2700).contains(&puzzle.rating);
    let fits = legal && does && rated && !puzzle.themes.is_empty() && puzzle.start.legal().len() > 1;
    (!fits).then(|| format!("{}: {:?} {:?} {}", puzzle.start.fen(), puzzle.shown(), proof, puzzle.rating))
}

#[test]
fn each_puzzle_does_what_it_says() {
    for game in GAMES {
        let spec = game.spec();
        let all = puzzles(*game);
        let enough = if spec.seats.len() > 2 { ENOUGH.1 } else { ENOUGH.0 };
        assert!(all.len() >= enough, "{}: {} puzzles", spec.id, all.len());
        assert!(game.puzzles().len() <= LARGEST, "{}: {} bytes", spec.id, game.puzzles().len());
        let faults: Vec<String> = all.iter().filter_map(fault).collect();
        assert!(faults.is_empty(), "{}: {}", spec.id, faults.join("\n"));
        let mut keys: Vec<u64> = all.iter().map(Puzzle::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.len(), "{}: a position is there twice", spec.id);
        let collection = Collection::of_game(*game, &Registry::default());
        assert_eq!(collection.entries.len(), all.len());
        for (at, puzzle) in all.iter().enumerate().step_by(20) {
            assert_eq!(collection.entries[at].key, puzzle.key(), "{}", spec.id);
            let found = collection.get(at, &Registry::default()).expect("it can be read");
            assert_eq!((found.machine(), found.themes), (puzzle.machine(), puzzle.themes.clone()));
        }
    }
}

#[test]
fn solutions_are_proved_again() {
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    for game in GAMES {
        let id = game.spec().id;
        let options = EngineOptions { megabytes: 2, ..EngineOptions::default() };
        let mut engine = create(&Registry::default(), id, options).expect("it is played");
        let worth = maker(&Registry::default(), id).expect("an engine").worth();
        let stop = Stop::default();
        let mut maker =
            Maker { engine: engine.as_mut(), worth, work: Work::default(), stop: &stop, goes_on: &|| true };
        // Without optimisation only short proofs.
        let is_short = |puzzle: &&Puzzle| match puzzle.proof {
            Some(Proof::Exhaustive(Goal::Win(moves) | Goal::Save(moves))) => moves == 1,
            Some(Proof::Margin { .. }) => puzzle.moves() == 1,
            _ => false,
        };
        let all = puzzles(*game);
        let is_tried = |puzzle: &&Puzzle| matches!(puzzle.proof, Some(Proof::Exhaustive(_)));
        let chosen: Vec<&Puzzle> = if thorough {
            all.iter().collect()
        } else {
            let short = |tried: bool| all.iter().filter(is_short).filter(move |puzzle| is_tried(puzzle) == tried);
            short(true).take(SAMPLE).chain(short(false).take(SAMPLE / 2)).collect()
        };
        for puzzle in chosen {
            assert!(maker.holds(puzzle), "{id}: {} {:?} {:?}", puzzle.start.fen(), puzzle.shown(), puzzle.proof);
        }
    }
}

/// `BLESS=1` writes the themes anew.
#[test]
fn themes_are_those_that_are_found() {
    let bless = std::env::var_os("BLESS").is_some();
    let all_of_them = bless || std::env::var_os("HETERODOX_THOROUGH").is_some();
    for game in GAMES {
        let id = game.spec().id;
        let worth = maker(&Registry::default(), id).expect("an engine").worth();
        let mut text = String::new();
        for puzzle in puzzles(*game).into_iter().step_by(if all_of_them { 1 } else { 6 }) {
            let proof = puzzle.proof.expect("it is proved");
            let saves = has(&puzzle, "saving-move");
            let found = themes::of(puzzle.start.as_ref(), &puzzle.line, proof, saves, worth);
            assert!(bless || found == puzzle.themes, "{id}: {:?} instead of {:?}", puzzle.themes, found);
            text += &Puzzle { themes: found, ..puzzle }.pgn();
        }
        if bless {
            let path = format!("{}/crates/games/src/{id}/puzzles.pgn", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, text).expect("room");
        }
    }
}

/// A solution with another move in it, or a proof that says too much, is not proved.
#[test]
fn a_wrong_solution_is_not_proved() {
    let game = GAMES[2];
    let id = game.spec().id;
    let mut engine = create(&Registry::default(), id, EngineOptions { megabytes: 2, ..EngineOptions::default() })
        .expect("it is played");
    let stop = Stop::default();
    let mut maker =
        Maker { engine: engine.as_mut(), worth: &[], work: Work::default(), stop: &stop, goes_on: &|| true };
    let is_one = |puzzle: &&Puzzle| puzzle.proof == Some(Proof::Exhaustive(Goal::Win(1)));
    let all = puzzles(game);
    let puzzle = all.iter().find(is_one).expect("one of them").clone();
    let other = puzzle.start.legal().into_iter().find(|&mv| mv != puzzle.line[0]).expect("a choice");
    assert!(!maker.holds(&Puzzle { line: vec![other], ..puzzle.clone() }));
    assert!(!maker.holds(&Puzzle { proof: None, ..puzzle }));
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_a_date() {
    for game in GAMES {
        let all = Collection::of_game(*game, &Registry::default());
        let of = |day: usize| daily::of(&all, &format!("2026-11-{day:02}")).map(|at| all.entries[at].key);
        let month: Vec<_> = (1..=30).map(of).collect();
        assert_eq!(month, (1..=30).map(of).collect::<Vec<_>>());
        let mut different = month.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 15, "{}: {} puzzles in a month", game.spec().id, different.len());
        // Most days keep their puzzle when some are added or taken away.
        let mut fewer = all.clone();
        fewer.entries.truncate(all.entries.len() * 9 / 10);
        let same = |day: usize| {
            let key = daily::of(&fewer, &format!("2026-11-{day:02}")).map(|at| fewer.entries[at].key);
            key == month[day - 1]
        };
        assert!((1..=30).filter(|&day| same(day)).count() > 18, "{}", game.spec().id);
    }
}

#[test]
fn a_puzzle_is_written_as_it_is_read() {
    for game in GAMES {
        let all = puzzles(*game);
        for puzzle in all.iter().step_by(25) {
            let (again, problems) = read(puzzle.pgn().as_bytes(), "again", &Registry::default(), None);
            assert_eq!(problems, [""; 0]);
            let [again] = &again[..] else { panic!("one puzzle: {}", puzzle.pgn()) };
            assert_eq!(again.pgn(), puzzle.pgn());
            assert_eq!((again.proof, again.rating), (puzzle.proof, puzzle.rating));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// A file that was cut, or into which anything was written, is read without a panic; what is left can be solved.
    #[test]
    fn hostile_files_are_read(at in 0..100_000_usize, what in ".{0,40}", cut in 0..4000_usize, from in 0..60_000_usize) {
        let game = GAMES[at % GAMES.len()];
        let whole = game.puzzles();
        let from = (0..=from.min(whole.len())).rev().find(|&at| whole.is_char_boundary(at)).unwrap_or(0);
        let mut text: String = whole[from..].chars().take(3000).collect();
        let place = (0..=at % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.insert_str(place, &what);
        let bytes = &text.as_bytes()[..cut.min(text.len())];
        let all = Collection::of_text(bytes.to_vec(), game, &Registry::default());
        for at in 0..all.entries.len() {
            if let Some(puzzle) = all.get(at, &Registry::default()) {
                prop_assert!(puzzle.moves() > 0 && !puzzle.task().is_empty());
                prop_assert!(puzzle.themes.iter().all(|theme| Theme::named(theme.name()).is_some()));
            }
        }
        read(bytes, "hostile", &Registry::default(), None);
    }
}
