//! How computer players resign and offer draws.

use super::*;
use crate::players::Expected;

/// A game against a computer in the second seat with these scores for its moves. The players choose varying legal
/// moves, so that positions do not repeat.
fn play(game: &str, level: u8, scores: &[i32]) -> Referee {
    let mut setup = setup(game, 1, None);
    setup.seats[1] = SeatKind::Computer(level);
    let position = setup.begin().expect("the start");
    let mut referee = Referee::new(setup, position);
    referee.begin(Duration::ZERO);
    for (at, &score) in scores.iter().enumerate() {
        if referee.ending().is_some() {
            break;
        }
        let legal = referee.position().legal();
        let effects = order(&mut referee, TableCommand::Play(legal[at * 7 % legal.len()]), 1);
        let Some(asked) = ticket(&effects) else { break };
        let lines = vec![Expected { score, seats: None, moves: Vec::new() }];
        let thought = Thought { depth: 5, lines, nodes: 1, time: seconds(1) };
        referee.step(TableCommand::Answer(asked, Reply::Thought(thought)), seconds(1));
        let legal = referee.position().legal();
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(legal[at * 5 % legal.len()])), 1);
    }
    referee
}

#[test]
fn only_who_knows_that_it_is_hopeless_gives_up() {
    for game in two_seats() {
        let resigned = |level, scores: &[i32]| {
            let referee = play(game, level, scores);
            referee.ending().is_some_and(|ending| ending.cause.as_str() == "resignation")
        };
        assert!(resigned(8, &[-2000; 5]), "{game}");
        assert!(!resigned(8, &[-2000; 4]), "{game}: it may still be mistaken");
        assert!(!resigned(8, &[-2000, -2000, -100, -2000, -2000]), "{game}");
        assert!(!resigned(2, &[-2000; 5]), "{game}: a beginner plays on");
        assert!(!resigned(8, &[2000; 5]), "{game}");
    }
}

#[test]
fn a_draw_is_taken_by_who_is_behind_and_not_by_who_is_ahead() {
    for game in two_seats() {
        for (score, taken) in [(-300, true), (0, false), (300, false)] {
            let mut referee = play(game, 8, &[score; 2]);
            order(&mut referee, TableCommand::Draw(Side::FIRST), 2);
            assert_eq!(referee.ending().is_some(), taken, "{game}: {score}");
        }
    }
}

#[test]
fn how_the_board_is_seen_is_found_again() {
    for game in GAMES {
        let id = game.spec().id;
        let records = [JournalEvent::Look { seat: 0 }, JournalEvent::Look { seat: 1 }];
        let (referee, _) = referee(id, 0, None);
        let setup = referee.setup().clone();
        let mut again = Referee::new(setup.clone(), setup.begin().expect("the start"));
        assert_eq!((again.replay(&records), again.seen_from()), (2, Some(Side::new(1))), "as the last says");
    }
}
