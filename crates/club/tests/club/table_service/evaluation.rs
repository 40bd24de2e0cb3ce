//! The computer's evaluation for those who watch: one analysis for each table.

use std::sync::Arc;

use heterodox_club::table_service::{TableServiceError, Terms};
use heterodox_kernel::side::Side;
use heterodox_play::session::referee::Wish;
use heterodox_play::session::table::command::SeatCommand;

use super::{club, game, member, play_on, until};

#[test]
fn those_who_watch_share_one_analysis_and_players_have_none() {
    let (_folder, club) = club("evaluation");
    let [ann, bo, cy, di] = [0, 1, 2, 3].map(|key| member(&club, key));
    let _here = [&ann, &bo, &cy, &di].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, None).expect("a game"));
    let _eyes = seats.each_ref().map(|seat| seat.subscribe(Arc::new(|| {})));
    assert!(matches!(club.tables.evaluate(&cy, key, None), Err(TableServiceError::NoEvaluation)));
    for seat in &seats {
        seat.command(SeatCommand::Ask(Wish::Evaluation)).expect("a casual game");
    }
    until("it is allowed", || seats[0].table().newest().status.evaluation);
    let refused = club.tables.evaluate(&ann, key, None).expect_err("she plays").to_string();
    assert_eq!(refused, "Those who play see the evaluation after the game.");
    let first = club.tables.evaluate(&cy, key, None).expect("allowed");
    let second = club.tables.evaluate(&di, key, None).expect("allowed");
    until("the computer has an opinion", || first.see().is_some());
    let (turn, _) = second.see().expect("the same analysis");
    assert_eq!(turn, Side::FIRST);
    // It follows the game, and goes on while one of them looks.
    drop(first);
    play_on(&seats[0]);
    until("the next position is looked at", || second.see().is_some_and(|(turn, _)| turn == Side::new(1)));
    let depth = || second.see().map_or(0, |(_, thought)| thought.depth);
    let before = depth();
    until("it goes deeper", || depth() > before);
    // After the game the players see it too.
    seats[1].command(SeatCommand::Resign(Side::new(1))).expect("their seat");
    until("it is over", || seats[0].table().newest().status.ending.is_some());
    let own = club.tables.evaluate(&ann, key, None).expect("it is over");
    until("the last position is looked at", || own.see().is_some());
}
