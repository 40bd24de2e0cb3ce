//! The search for more than two seats: what it tells of each, and what it plays for.

use heterodox_engine::interface::{EngineOptions, Report, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_engine::many::ELIMINATED;
use heterodox_engine::score::DECIDED;
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Opening;

/// The reports of a search with few nodes.
fn reports(fen: &str) -> Vec<Report> {
    let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
    let position = game.begin(Opening::Fen(fen)).expect("a position");
    let mut engine =
        create(&Registry::default(), game.spec().id, EngineOptions { megabytes: 1, ..EngineOptions::default() })
            .expect("it is played");
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mut reports = Vec::new();
    let best =
        engine.think(position.as_ref(), &limits, &Stop::default(), &mut |newest| reports.push(newest.clone()));
    assert!(best.is_some_and(|best| position.legal().contains(&best)));
    reports
}

#[test]
fn every_army_has_a_score_also_where_few_are_left() {
    let two = "9/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9 r ro - 0 9";
    let lone_kings = "bK7gK/9/9/9/7rR1/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 r rogb - 0 9";
    for (fen, living) in [(two, 2), (lone_kings, 4)] {
        let reports = reports(fen);
        assert!(!reports.is_empty());
        for line in reports.iter().flat_map(|report| &report.lines) {
            let seats = line.seats.expect("each has a score");
            assert_eq!(seats[Side::FIRST], line.score);
            let rivals = Side::all(4).skip(1).filter(|&side| seats[side] == -line.score).count();
            assert_eq!(rivals, living - 1, "{seats:?}");
        }
    }
}

#[test]
fn no_seat_gives_another_one_the_first_fall() {
    // Red's Knight shields the King of Blue from the Rook of Orange.
    let shielded = "9/9/9/9/9/9/9/9/oR1rN4bK1|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/9/9 r rogb - 0 9";
    let knight = |fen: &str| {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let all = reports(fen);
        let best = &all.last().expect("it tells").lines[0];
        (position.machine(best.moves[0]).starts_with("ta1"), best.score)
    };
    let (moves, score) = knight(&format!("{shielded} first-fall"));
    assert!(!moves && score > ELIMINATED / 2, "{score}");
}

#[test]
fn points_are_played_for_until_the_last_round() {
    // Red's Rook may take a Pawn, or a Rook that a Knight guards. Red moves last but for kings in corners.
    let board = "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/4oN4/9/2rR3oR2/9/2oP6/9|9/9/9/9/9/9/9/9/9";
    let best = |aim: &str| {
        let fen = format!("{board} r rogb - 0 {aim}");
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let position = game.begin(Opening::Fen(&fen)).expect("a position");
        let all = reports(&fen);
        let line = &all.last().expect("it tells").lines[0];
        let seats = line.seats.expect("each has a score");
        (position.machine(line.moves[0]), line.score, seats)
    };
    // In the last round what is taken afterwards counts for its taker only.
    let (taken, score, _) = best("60 points:0,0,3,0");
    assert_eq!((taken.as_str(), score >= DECIDED), ("td2xd2", true), "{score}");
    let (_, score, _) = best("60 points:0,30,3,0");
    assert!(score > ELIMINATED / 2 && score < 0, "a place is worth more than to fall: {score}");
    let (_, _, ahead) = best("20 points:0,30,3,0");
    assert!(ahead[Side::new(1)] > ahead[Side::new(2)] && ahead[Side::new(2)] > ahead[Side::new(3)], "{ahead:?}");
}

#[test]
fn the_fall_of_one_of_many_is_not_told_as_the_end() {
    // Blue mates Orange with its Rook, and two Kings are left.
    let all = reports(
        "9/9/9/7gK1/4bR4/9/9/4bP4/9|9/9/9/4bT4/6rK2/9/2bK6/9/4bR1bN2|9/9/9/9/9/9/6bR2/4oK4/9 b rogb - 23 192",
    );
    let best = &all.last().expect("it tells").lines[0];
    assert_eq!((best.score, best.moves.len()), (DECIDED - 1, 1));
}
