//! Players that do not answer.

use super::*;
use crate::engine::uci_client::{ClientError, ClientFault};
use crate::players::PlayerError;
use crate::record::date::Date;
use crate::record::leaving::Leaving;
use crate::record::pgn;
use crate::record::tree::Id;
use crate::rules::geometry::Square;
use crate::rules::piece::Kind;
use crate::rules::timeline::Act;

/// The failure of an external engine.
fn engine_failed(loses: bool) -> Reply {
    let error = ClientError { name: "x".to_owned(), fault: ClientFault::EndedSearch };
    Reply::Failed(PlayerError::Client(error), loses)
}

/// What people read about it.
const TOLD: &str = "engine x: it has ended, expected a move";

#[test]
fn a_player_that_fails_stops_the_game_or_loses_it() {
    for game in GAMES {
        let seats = game.spec().seats.len();
        let (mut stopped, effects) = referee(game.spec().id, seats, None);
        let asked = ticket(&effects).expect("the first is asked");
        let effects = order(&mut stopped, TableCommand::Answer(asked, engine_failed(false)), 1);
        assert!(ticket(&effects).is_none() && stopped.is_paused() && stopped.ending().is_none());
        assert!(stopped.take_announcements().concat().contains(&format!("{TOLD}.")));
        let again = ticket(&order(&mut stopped, TableCommand::Pause(false), 2)).expect("it is asked again");
        // The player is not asked forever after an illegal answer.
        let illegal = Move::step(Kind(0), Square(0), Square(0));
        let effects = order(&mut stopped, TableCommand::Answer(again, Reply::Move(illegal)), 3);
        assert!(ticket(&effects).is_none() && stopped.is_paused() && stopped.lines().is_empty());

        assert_eq!(stopped.failure().map(|why| why.contains("not legal")), Some(true));

        let (mut lost, effects) = referee(game.spec().id, seats, None);
        let asked = ticket(&effects).expect("the first is asked");
        let effects = order(&mut lost, TableCommand::Answer(asked, engine_failed(true)), 1);
        assert_eq!(lost.ending().is_some(), seats == 2, "two end, more go on without it");
        assert_eq!(ticket(&effects).is_some(), seats > 2);
        assert!(!lost.position().living().has(Side::FIRST) || seats == 2);
    }
}

#[test]
fn what_failed_is_kept_until_the_game_goes_on() {
    for game in two_seats() {
        for loses in [false, true] {
            let (mut referee, _) = referee(game, 1, Some("1+0"));
            let mv = first_move(&referee);
            let asked = ticket(&order(&mut referee, TableCommand::Play(mv), 1)).expect("the computer is asked");
            let failed = engine_failed(loses);
            order(&mut referee, TableCommand::Answer(asked, failed.clone()), 3);
            assert_eq!((referee.failure(), referee.running()), (Some(TOLD), None), "no clock runs");
            assert_eq!(referee.ending().is_some(), loses);
            // A late answer, or the same failure again, is ignored.
            let effects = order(&mut referee, TableCommand::Answer(asked, failed), 4);
            assert!(effects.is_empty());
            // After an undo the human player is on turn; after the next move the computer is asked again.
            order(&mut referee, TableCommand::Undo, 5);
            assert_eq!((referee.lines().len(), referee.failure(), referee.is_paused()), (0, None, false));
            assert!(referee.ending().is_none());
            let mv = first_move(&referee);
            assert!(ticket(&order(&mut referee, TableCommand::Play(mv), 6)).is_some());
        }
    }
}

#[test]
fn one_move_can_be_asked_for_again() {
    let (mut referee, effects) = referee(four_seats(), 4, None);
    let asked = ticket(&effects).expect("the first is asked");
    order(&mut referee, TableCommand::Answer(asked, engine_failed(false)), 1);
    let again = ticket(&order(&mut referee, TableCommand::Step, 2)).expect("it is asked again");
    assert!(again > asked && referee.failure().is_none());
}

#[test]
fn a_person_can_take_the_seat_of_who_has_failed() {
    for game in GAMES {
        let seats = game.spec().seats.len();
        let (mut referee, effects) = referee(game.spec().id, seats, Some("1+0"));
        let asked = ticket(&effects).expect("the first is asked");
        assert!(order(&mut referee, TableCommand::Sit(Side::FIRST), 1).is_empty(), "whoever thinks is left alone");
        order(&mut referee, TableCommand::Answer(asked, engine_failed(false)), 1);
        let effects = order(&mut referee, TableCommand::Sit(Side::FIRST), 2);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Sit(Side::FIRST))));
        let written = effects.iter().find_map(|effect| match effect {
            Effect::Write(record) => Some(record.clone()),
            _ => None,
        });
        assert!(ticket(&effects).is_none() && !referee.is_paused() && referee.setup().is_person(Side::FIRST));
        let mv = first_move(&referee);
        let effects = order(&mut referee, TableCommand::Play(mv), 3);
        assert!(ticket(&effects).is_some(), "the next is asked");
        // A resumed game also has the human player in the seat.
        let again = setup(game.spec().id, seats, Some("1+0"));
        let position = again.begin().expect("the start");
        let mut again = Referee::new(again, position);
        assert_eq!(again.replay(&[written.expect("a line")]), 1);
        assert!(again.setup().is_person(Side::FIRST));
    }
}

/// A game for four in which an engine failed keeps this reason when it is read back, as a journal and as PGN.
#[test]
fn who_failed_reads_back_as_one_that_failed() {
    let (mut lost, effects) = referee(four_seats(), 4, None);
    let asked = ticket(&effects).expect("the first is asked");
    let failed = engine_failed(true);
    let effects = order(&mut lost, TableCommand::Answer(asked, failed), 1);
    let written = |effect: Effect| if let Effect::Write(record) = effect { Some(record) } else { None };
    let records: Vec<JournalEvent> = effects.into_iter().filter_map(written).collect();
    assert!(matches!(&records[..], [JournalEvent::Act { why: Some(why), .. }] if why == "failure"), "{records:?}");
    let setup = lost.setup().clone();
    let mut again = Referee::new(setup.clone(), setup.begin().expect("the start"));
    assert_eq!((again.replay(&records), again.lines()), (1, lost.lines()));
    assert!(again.lines()[0].text.ends_with("has failed"));
    let game = again.record(Date::of_stamp("20261120-231502").expect("a date")).expect("it fits the rules");
    let text = pgn::write(&game);
    assert!(text.contains(" fails]"), "{text}");
    let read = pgn::read(&text).remove(0);
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let game = read.game.expect("a game");
    assert_eq!(pgn::write(&game), text);
    let tree = &game.tree;
    let deed = tree.node(tree.line(Id::ROOT).last().expect("who failed")).deed.as_ref().expect("an act");
    assert_eq!((deed.leaving, deed.act), (Some(Leaving::Fails), Act::Leave(Side::FIRST)));
}
