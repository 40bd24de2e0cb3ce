//! Players that do not answer.

use super::*;
use crate::rules::geometry::Square;
use crate::rules::piece::Kind;

#[test]
fn a_player_that_fails_stops_the_game_or_loses_it() {
    for game in GAMES {
        let seats = game.spec().seats.len();
        let failed = |loses| Reply::Failed("engine x: it has ended".to_owned(), loses);
        let (mut stopped, effects) = referee(game.spec().id, seats, None);
        let asked = ticket(&effects).expect("the first is asked");
        let effects = order(&mut stopped, Order::Answer(asked, failed(false)), 1);
        assert!(ticket(&effects).is_none() && stopped.is_paused() && stopped.ending().is_none());
        assert!(stopped.take_announcements().concat().contains("engine x: it has ended."));
        let again = ticket(&order(&mut stopped, Order::Pause(false), 2)).expect("it is asked again");
        // An illegal answer is not asked about for ever.
        let illegal = Move::step(Kind(0), Square(0), Square(0));
        let effects = order(&mut stopped, Order::Answer(again, Reply::Move(illegal)), 3);
        assert!(ticket(&effects).is_none() && stopped.is_paused() && stopped.lines().is_empty());

        let (mut lost, effects) = referee(game.spec().id, seats, None);
        let asked = ticket(&effects).expect("the first is asked");
        let effects = order(&mut lost, Order::Answer(asked, failed(true)), 1);
        assert_eq!(lost.ending().is_some(), seats == 2, "two end, more go on without it");
        assert_eq!(ticket(&effects).is_some(), seats > 2);
        assert!(!lost.position().living().has(Side::FIRST) || seats == 2);
    }
}
