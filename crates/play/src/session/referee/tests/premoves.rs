//! Premoves in play and in a journal: each is played or dropped at its turn, once.

use super::*;
use crate::rules::position::Position;

/// What was written.
fn events(effects: Vec<Effect>) -> Vec<JournalEvent> {
    let event = |effect| if let Effect::Write(event) = effect { Some(event) } else { None };
    effects.into_iter().filter_map(event).collect()
}

/// The game that a journal tells, before it goes on.
fn replayed(game: &str, records: &[JournalEvent]) -> Referee {
    let setup = setup(game, 0, Some("10+0"));
    let position = setup.begin().expect("the start");
    let mut referee = Referee::new(setup, position);
    assert_eq!(referee.replay(records), records.len());
    referee
}

/// A move of the seat on turn, in machine notation.
fn some_move(position: &dyn Position) -> String {
    position.machine(position.legal()[0])
}

/// A move that the seat has when it is on turn again, after the first moves of the others.
fn later_move(referee: &Referee) -> String {
    let mut position = referee.position().fork();
    while position.turn() != Side::FIRST {
        let mv = position.legal()[0];
        position.play(mv).expect("legal");
    }
    some_move(position.as_ref())
}

/// Plays until the first seat is on turn, or would be if it had no premove.
fn play_round(referee: &mut Referee, journal: &mut Vec<JournalEvent>) {
    for _ in 1..referee.position().spec().seats.len() {
        let mv = first_move(referee);
        journal.extend(events(order(referee, TableCommand::Play(mv), 2)));
    }
}

#[test]
fn a_premove_that_was_used_or_dropped_does_not_come_back() {
    for game in GAMES {
        let id = game.spec().id;
        for fits in [true, false] {
            let (mut referee, _) = referee(id, 0, Some("10+0"));
            let mv = first_move(&referee);
            let mut journal = events(order(&mut referee, TableCommand::Play(mv), 1));
            let text = if fits { later_move(&referee) } else { "nonsense".to_owned() };
            journal.extend(events(order(&mut referee, TableCommand::Premove(Side::FIRST, Some(text.clone())), 1)));
            play_round(&mut referee, &mut journal);
            assert_eq!(referee.plans(Side::FIRST).premove, None, "{id}");
            assert_eq!(referee.position().turn() == Side::FIRST, !fits, "{id}");
            // The journal has no event for a premove that was dropped, here an offer follows. Or the person moves.
            let offered = events(order(&mut referee, TableCommand::Draw(Side::new(1)), 3));
            let mv = first_move(&referee);
            let moved = events(order(&mut referee, TableCommand::Play(mv), 3));
            for after in [offered, moved] {
                let mut again = replayed(id, &[journal.clone(), after].concat());
                let turn = again.position().turn();
                assert_eq!(again.plans(Side::FIRST).premove, None, "{id}, {fits}");
                assert_eq!(events(again.begin(seconds(9))), [], "{id}, {fits}");
                assert_eq!(again.position().turn(), turn, "{id}, {fits}");
            }
        }
    }
}

#[test]
fn a_premove_that_was_due_when_the_program_ended_is_played() {
    for game in GAMES {
        let id = game.spec().id;
        let (mut referee, _) = referee(id, 0, Some("10+0"));
        let mv = first_move(&referee);
        let mut journal = events(order(&mut referee, TableCommand::Play(mv), 1));
        let premove = later_move(&referee);
        journal.extend(events(order(&mut referee, TableCommand::Premove(Side::FIRST, Some(premove.clone())), 1)));
        play_round(&mut referee, &mut journal);
        assert!(matches!(journal.pop(), Some(JournalEvent::Act { text, .. }) if text == premove), "{id}");
        let mut again = replayed(id, &journal);
        let played = events(again.begin(seconds(9)));
        assert!(matches!(&played[..], [JournalEvent::Act { text, .. }] if *text == premove), "{id}: {played:?}");
        // Nor does a line that does not fit take it away.
        let mut torn = replayed(id, &journal);
        assert_eq!(torn.replay(&[JournalEvent::Offer { seat: 9 }]), 0);
        assert_eq!(torn.plans(Side::FIRST).premove.as_ref(), Some(&premove), "{id}");
    }
}

#[test]
fn what_was_chosen_before_a_pause_is_played_when_the_game_continues() {
    let (mut referee, _) = referee(four_seats(), 0, Some("10+0"));
    let chosen = {
        let mut position = referee.position().fork();
        position.leave(Side::FIRST).expect("it can leave");
        some_move(position.as_ref())
    };
    order(&mut referee, TableCommand::Premove(Side::new(1), Some(chosen.clone())), 1);
    order(&mut referee, TableCommand::Stop(true), 2);
    order(&mut referee, TableCommand::Resign(Side::FIRST), 3);
    assert_eq!((referee.position().turn(), referee.entries().len()), (Side::new(1), 1));
    order(&mut referee, TableCommand::Stop(false), 4);
    assert_eq!(referee.entries().last().map(|entry| entry.text.clone()), Some(chosen));
    assert_eq!(referee.plans(Side::new(1)).premove, None);
}
