//! How computers give up in games for more than two, and play on when people are out.

use super::*;
use crate::engine::interface::{EngineOptions, create};
use crate::engine::levels;
use crate::engine::limits::Stop;
use crate::games::Registry;
use crate::players::Expected;
use crate::rules::side::BySide;
use crate::session::referee::resign_policy::ResignPolicy;

fn expected(side: Side, own: i32) -> Expected {
    let seats = BySide::from_fn(|seat| if seat == side { own } else { -own / 3 });
    Expected { score: own, seats: Some(seats), moves: Vec::new() }
}

#[test]
fn who_has_next_to_nothing_and_is_far_behind_for_long_gives_up() {
    let game = Registry::default().find(four_seats()).expect("it is built in");
    let lost_at = |fen: &str, scores: &[i32], level: u8| {
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let mut policy = ResignPolicy::default();
        let line =
            |&own: &i32| policy.is_lost_among_many(position.as_ref(), Some(&expected(position.turn(), own)), level);
        scores.iter().map(line).collect::<Vec<_>>().last() == Some(&true)
    };
    let lost = |fen: &str, scores: &[i32]| lost_at(fen, scores, 3);
    let bare = "bK8/9/9/9/9/9/9/9/oK7gK|9/9/9/9/4oR4/4oR4/4oR4/9/4rK4|9/9/9/9/9/9/9/9/9 r rogb - 0 9";
    let pawn = "bK8/9/9/9/9/9/2rP6/9/oK7gK|9/9/9/9/4oR4/4oR4/4oR4/9/4rK4|9/9/9/9/9/9/9/9/9 r rogb - 0 9";
    let pieces = "bK8/9/9/9/9/9/2rNrN5/9/oK7gK|9/9/9/9/4oR4/4oR4/4oR4/9/4rK4|9/9/9/9/9/9/9/9/9 r rogb - 0 9";
    assert!(lost(bare, &[-2000; 8]));
    assert!(!lost(bare, &[-2000; 7]), "it may still be mistaken");
    assert!(!lost(bare, &[-2000, -2000, -2000, -2000, -2000, -2000, -2000, -500]), "it is not far behind");
    assert!(!lost(pawn, &[-2000; 8]), "its pawn may arrive");
    assert!(!lost(pieces, &[-2000; 8]), "it has pieces to play with");
    assert!(lost_at(bare, &[-250; 8], 1) && !lost_at(bare, &[-250; 8], 2), "level 1 gives up a King alone");
    assert!(!lost_at(bare, &[-150; 8], 1) && !lost_at(pawn, &[-250; 8], 1));
}

#[test]
fn computers_that_are_left_alone_play_on_fast_and_show_the_end_on_demand() {
    let (mut referee, _) = referee(four_seats(), 3, None);
    order(&mut referee, TableCommand::Pace(seconds(1)), 0);
    assert!(written_ends(&order(&mut referee, TableCommand::Finish, 1)).is_none() && !referee.pace.finishes());
    let mv = first_move(&referee);
    order(&mut referee, TableCommand::Play(mv), 1);
    order(&mut referee, TableCommand::Resign(Side::FIRST), 2);
    assert!(referee.is_unattended() && referee.pace() < seconds(1), "they play on fast");
    assert!(referee.take_announcements().iter().any(|words| words.contains("play faster now")));
    let asked = referee.asking.ticket().expect("a computer thinks");
    let effects = order(&mut referee, TableCommand::Finish, 3);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Hurry)), "its search is over now");
    let mv = first_move(&referee);
    let effects = order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 3);
    let next = effects.iter().find_map(|effect| if let Effect::Ask(_, next) = effect { Some(next) } else { None });
    let next = next.expect("the next computer");
    assert!(next.pace.is_zero() && next.clock.is_some(), "a few milliseconds for a move");
    let asked = referee.asking.ticket().expect("a computer thinks");
    order(&mut referee, TableCommand::Pause(true), 4);
    order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 4);
    assert!(!referee.pace.finishes(), "a pause ends the haste");
}

fn written_ends(effects: &[Effect]) -> Option<&JournalEvent> {
    effects.iter().find_map(|effect| match effect {
        Effect::Write(event @ JournalEvent::End { .. }) => Some(event),
        _ => None,
    })
}

/// Games of four computers of level 3, first to their end, then with computers that give up. Run it alone:
/// `cargo test --lib giving_up -- --ignored --nocapture`. docs/experiments.md has the numbers.
#[test]
#[ignore = "it takes minutes"]
fn measure_giving_up() {
    let games = Registry::default();
    let game = games.find(four_seats()).expect("it is built in");
    let (mut plies, mut left, mut paid) = ([0; 2], 0, 0.0);
    for seed in 0..20 {
        for gives_up in [false, true] {
            let mut position = game.begin(Opening::Start).expect("the start");
            let mut engines: Vec<_> = (0..4)
                .map(|_| create(&games, game.spec().id, EngineOptions::default()).expect("it is made"))
                .collect();
            let mut policies = BySide::<ResignPolicy>::default();
            let mut would = Vec::new();
            while position.outcome().is_none() && position.acts().len() < 3000 {
                let side = position.turn();
                let engine = &mut engines[side.index()];
                let own = seed * 4 + side.index() as u64;
                let limits =
                    levels::of_seat(3, engine.skills(), position.as_ref(), None, Duration::from_secs(1), own);
                let mut line = None;
                let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |newest| {
                    line = newest.lines.first().map(|line| Expected {
                        score: line.score,
                        seats: line.seats,
                        moves: Vec::new(),
                    });
                });
                if policies[side].is_lost_among_many(position.as_ref(), line.as_ref(), 3) {
                    if gives_up {
                        position.leave(side).expect("it lives");
                        left += 1;
                        continue;
                    }
                    if !would.contains(&side) {
                        would.push(side);
                    }
                }
                position.play(best.expect("a move")).expect("it is legal");
            }
            plies[usize::from(gives_up)] += position.acts().len();
            let shares = position.outcome().map(|outcome| outcome.shares).unwrap_or_default();
            if !gives_up {
                paid += would.iter().map(|&side| shares[side].value()).sum::<f64>();
            }
            println!("game {seed}, gives up {gives_up}: {} plies, {} seats", position.acts().len(), would.len());
        }
    }
    println!("20 games: {plies:?} plies; {left} seats gave up; without that those seats got {paid} points");
    // A bare King may share a game that nobody can win any more.
    assert!(plies[1] < plies[0] && paid <= 1.5, "{plies:?}, {paid}");
}
