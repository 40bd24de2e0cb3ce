//! Studies of games: the same seed gives the same games, an interrupted study continues, and what is wrong with a game is
//! found.

use std::fs;
use std::ops::Range;

use heterodox_games::Registry;
use heterodox_games::file::FileVariant;
use heterodox_kernel::variant::Variant;
use heterodox_play::record::game::Game;
use heterodox_play::record::pgn;
use heterodox_play::session::study::{EndCause, Facts, Findings, Log, LogError, Study};

use crate::folder::Folder;

/// Minichess in which Black has a piece that cannot move in the place of the Queen.
const BROKEN: &str = r#"
format = 1
id = "brokenchess"
title = "Broken Chess"
about = "Minichess that is unfair to Black."
board = "5x5"
opening = "rnbsk/ppppp/5/PPPPP/RNBQK w - - 0 1"
[piece]
K = { name = "King", move = "K", royal = true }
Q = { name = "Queen", move = "Q" }
R = { name = "Rook", move = "R" }
B = { name = "Bishop", move = "B" }
N = { name = "Knight", move = "N" }
S = { name = "Stone", move = "bW" }
P = { name = "Pawn", move = "fmWfcF", pawn = true, promote = { at = "rank 5", to = "QRBN" } }
"#;

fn study(variant: &'static dyn Variant) -> Study<'static> {
    Study { variant, setup: None, level: 2, seed: 7, spread: false }
}

fn gardner() -> &'static dyn Variant {
    Registry::default().named("Gardner's Minichess").expect("it is on the shelf")
}

fn broken() -> (&'static dyn Variant, Registry) {
    let game = FileVariant::kept(BROKEN, "broken.toml").expect("it has no mistake");
    (game, Registry::default().with_file(game).expect("the name is free"))
}

fn played(study: &Study<'_>, numbers: Range<usize>, threads: usize, games: &Registry) -> Vec<Game> {
    let mut all = Vec::new();
    let told = &mut |game| {
        all.push(game);
        true
    };
    study.play(numbers, threads, games, told).expect("they can be played");
    all
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let (games, study) = (Registry::default(), study(gardner()));
    let one = played(&study, 0..6, 1, &games);
    let other = played(&study, 0..6, 3, &games);
    assert!(one == other && one.len() == 6);
    assert!(one.iter().any(|game| game.tree.length() != one[0].tree.length()), "the games differ from each other");
    assert!(one != played(&Study { seed: 8, ..study }, 0..6, 2, &games));
    for game in &one {
        let read = pgn::read(&pgn::write(game)).remove(0);
        assert!(read.problems.is_empty() && read.game.as_ref() == Some(&pgn::normal(game)), "{:?}", read.problems);
        let facts = Facts::of(game);
        assert_eq!(facts.end.map(|end| end.winner), game.end().outcome().map(|outcome| outcome.winner()));
        assert_eq!(facts.choices.len(), game.tree.length());
    }
}

#[test]
fn an_interrupted_study_continues_with_the_games_of_its_record() {
    let folder = Folder::new("study");
    let path = folder.path().join("study.pgn");
    let (games, study) = (Registry::default(), study(gardner()));
    let (mut log, none) = Log::open(&path, &study, &games).expect("a new file");
    assert!(none.is_empty());
    let all = played(&study, 0..4, 1, &games);
    for game in &all[..3] {
        log.add(game).expect("there is room");
    }
    // The program ended while it wrote the third game.
    let text = fs::read(&path).expect("it is there");
    fs::write(&path, &text[..text.len() - 9]).expect("there is room");
    let (mut log, known) = Log::open(&path, &study, &games).expect("it can be read");
    assert_eq!(known.len(), 2);
    for game in played(&study, 2..4, 2, &games) {
        log.add(&game).expect("there is room");
    }
    let (_, known) = Log::open(&path, &study, &games).expect("it can be read");
    let facts =
        |games: &[Game]| -> Vec<String> { games.iter().map(|game| format!("{:?}", Facts::of(game))).collect() };
    assert_eq!(facts(&known), facts(&all));
    let other = Study { seed: 8, ..study };
    assert!(matches!(Log::open(&path, &other, &games), Err(LogError::Other { number: 1, .. })));
}

#[test]
fn a_record_of_other_rules_is_not_continued() {
    let folder = Folder::new("study-rules");
    let path = folder.path().join("study.pgn");
    let (variant, games) = broken();
    let (mut log, _) = Log::open(&path, &study(variant), &games).expect("a new file");
    log.add(&played(&study(variant), 0..1, 1, &games)[0]).expect("there is room");
    let changed = BROKEN.replace("\"bW\"", "\"bWbF\"");
    let changed = FileVariant::kept(&changed, "broken.toml").expect("it has no mistake");
    let found = Log::open(&path, &study(changed), &games).map(|(_, known)| known.len());
    assert!(matches!(found, Err(LogError::Changed { number: 1, .. })), "{found:?}");
}

#[test]
fn what_is_wrong_with_a_broken_game_is_said() {
    let (variant, games) = broken();
    let study = study(variant);
    let facts: Vec<Facts> = played(&study, 0..40, 2, &games).iter().map(Facts::of).collect();
    let findings = Findings::of(variant.spec(), &facts);
    let remarks = findings.remarks();
    assert!(remarks.iter().any(|remark| remark.starts_with("White has the better game")), "{remarks:?}");
    assert!(remarks.iter().any(|remark| remark == "No Stone ever moved."), "{remarks:?}");
    let white = findings.seats[0].share;
    assert!(white.least > 0.5 && white.most <= 1.0 && white.holds(white.value), "{white:?}");
    assert!(findings.ends.iter().map(EndCause::games).sum::<usize>() + findings.unfinished == 40);
    let text = findings.text(&study.event());
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let json = findings.json(&study.event());
    assert_eq!((json["games"].as_u64(), json["pieces"].as_array().map(Vec::len)), (Some(40), Some(7)));
    let sheet =
        findings.sheet(&study.event(), "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"a&amp;b\"/></svg>");
    assert!(sheet.contains("data:image/svg+xml;utf8,%3Csvg") && !sheet.contains("NaN"));
    assert_eq!(sheet.matches('"').count() % 2, 0);
}

#[test]
fn every_first_move_has_its_turn() {
    let study = Study { spread: true, ..study(gardner()) };
    let games = played(&study, 0..7, 2, &Registry::default());
    let firsts: std::collections::BTreeSet<String> =
        games.iter().filter_map(|game| Facts::of(game).opening.first().cloned()).collect();
    assert_eq!(firsts.len(), 7, "minichess begins with seven moves: {firsts:?}");
}
