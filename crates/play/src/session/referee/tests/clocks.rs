//! What a clock decides, what a computer may use of it, and what is left of it when the game is resumed.

use super::*;
use crate::record::journal::JournalEvent;

/// Plays the first legal move for each seat, a second each, until the first seat is on turn again.
fn play_round(referee: &mut Referee, from: u64) -> Vec<JournalEvent> {
    let mut journal = Vec::new();
    for at in 0..referee.position().spec().seats.len() as u64 {
        let mv = first_move(referee);
        for effect in order(referee, TableCommand::Play(mv), from + at) {
            if let Effect::Write(event) = effect {
                journal.push(event);
            }
        }
    }
    journal
}

/// The question that these effects ask.
fn question(effects: Vec<Effect>) -> Question {
    let asked = |effect| if let Effect::Ask(_, question) = effect { Some(question) } else { None };
    effects.into_iter().find_map(asked).expect("a computer is asked")
}

#[test]
fn the_flag_decides_by_the_time_when_a_command_arrives() {
    for game in two_seats() {
        for late in [false, true] {
            let now = if late { 62 } else { 61 };
            let begun = || {
                let (mut referee, _) = referee(game, 0, Some("1+0"));
                play_round(&mut referee, 0);
                assert_eq!((referee.running(), referee.flag_falls()), (Some(Side::FIRST), Some(seconds(61))));
                referee
            };
            // No tick was there yet. In the very moment of the flag it is too late, too.
            let mut moves = begun();
            let mv = first_move(&moves);
            order(&mut moves, TableCommand::Play(mv), now);
            let ending = moves.ending().expect("it is over");
            assert_eq!((ending.cause.as_str(), &*ending.result(2).to_string()), ("time", "0-1"), "{game}");
            assert_eq!(moves.entries().len(), 2, "{game}");
            let mut in_time = begun();
            in_time.step(TableCommand::Play(mv), Duration::from_millis(60_999));
            assert_eq!((in_time.ending(), in_time.entries().len()), (None, 3), "{game}");
            // Nor does the consent to a draw, or a dialog, come before the flag.
            for command in [TableCommand::Draw(Side::FIRST), TableCommand::Hold(true), TableCommand::Stop(true)] {
                let mut other = begun();
                order(&mut other, TableCommand::Draw(Side::new(1)), 30);
                order(&mut other, command.clone(), now);
                assert_eq!(other.ending().map(|ending| ending.cause.as_str()), Some("time"), "{game}: {command:?}");
            }
        }
    }
}

#[test]
fn a_move_that_comes_too_late_is_not_played_for_the_next_seat() {
    let (mut referee, _) = referee(four_seats(), 0, Some("1+0"));
    play_round(&mut referee, 0);
    let next = {
        let mut position = referee.position().fork();
        position.leave(Side::FIRST).expect("it can leave");
        position.legal()[0]
    };
    order(&mut referee, TableCommand::Play(next), 500);
    assert_eq!(referee.entries().last().and_then(|entry| entry.why), Some(Leaving::Time));
    assert_eq!(referee.position().turn(), Side::new(1));
}

#[test]
fn a_computer_that_answers_too_late_has_lost() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 1, Some("1+0"));
        let mv = first_move(&referee);
        let asked = question(order(&mut referee, TableCommand::Play(mv), 0)).ticket;
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 60);
        assert_eq!(referee.ending().map(|ending| ending.result(2).to_string()).as_deref(), Some("1-0"), "{game}");
    }
}

#[test]
fn the_pace_costs_a_computer_a_small_part_of_its_time() {
    for game in two_seats() {
        for clock in ["0+1", "1+0", "3+2", "600+0"] {
            let (mut referee, _) = referee(game, 1, Some(clock));
            order(&mut referee, TableCommand::Pace(seconds(4)), 0);
            let mv = first_move(&referee);
            let asked = question(order(&mut referee, TableCommand::Play(mv), 0));
            let (left, _) = asked.clock.expect("a clock");
            assert!(asked.pace <= seconds(4).min(left / 50), "{clock}: {:?} of {left:?}", asked.pace);
            assert_eq!(asked.pace.is_zero(), left <= seconds(60), "{clock}: a short clock has no pause");
        }
        for clock in [None, Some("3d")] {
            let (mut referee, _) = referee(game, 1, clock);
            order(&mut referee, TableCommand::Pace(seconds(4)), 0);
            let mv = first_move(&referee);
            let asked = question(order(&mut referee, TableCommand::Play(mv), 0));
            assert_eq!(asked.pace, seconds(4), "nothing hurries");
            assert_eq!((asked.clock, asked.clocks), (None, None), "nobody thinks for days");
        }
    }
}

#[test]
fn a_game_that_is_resumed_goes_on_with_the_time_that_was_left() {
    for game in GAMES {
        let id = game.spec().id;
        let (mut referee, _) = referee(id, 0, Some("5+3"));
        assert!(referee.leave(seconds(9)).is_empty(), "no clock has run");
        let mut journal = play_round(&mut referee, 10);
        let now = 10 + journal.len() as u64 - 1 + 100;
        let used = 100;
        let before = referee.clock(Side::FIRST, seconds(now - used)).expect("a clock");
        // A dialog asks whether to quit: the clock stands.
        order(&mut referee, TableCommand::Hold(true), now);
        let left = referee.leave(seconds(now + 50));
        journal.extend(left.into_iter().filter_map(|effect| match effect {
            Effect::Write(event) => Some(event),
            _ => None,
        }));
        let setup = referee.setup().clone();
        let position = setup.begin().expect("the start");
        let mut again = Referee::new(setup, position);
        assert_eq!(again.replay(&journal), journal.len());
        again.begin(Duration::ZERO);
        assert_eq!(again.clock(Side::FIRST, Duration::ZERO), Some(before.saturating_sub(seconds(used))), "{id}");
        assert_eq!(again.running(), Some(Side::FIRST), "{id}");
        // An older program wrote no such event.
        let older = &journal[..journal.len() - 1];
        let setup = again.setup().clone();
        let position = setup.begin().expect("the start");
        let mut again = Referee::new(setup, position);
        assert_eq!(again.replay(older), older.len());
        assert_eq!(again.clock(Side::FIRST, Duration::ZERO), Some(before), "{id}");
    }
}

#[test]
fn a_computer_that_waits_for_a_place_uses_no_time() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 1, Some("1+2"));
        let mv = first_move(&referee);
        let asked = question(order(&mut referee, TableCommand::Play(mv), 0)).ticket;
        let computer = Side::new(1);
        order(&mut referee, TableCommand::Answer(asked, Reply::Waits), 0);
        assert_eq!((referee.is_queued(), referee.running(), referee.flag_falls()), (true, None, None), "{game}");
        // Whatever the opponent does meanwhile, no flag falls.
        for command in [TableCommand::Draw(Side::FIRST), TableCommand::Hold(true), TableCommand::Hold(false)] {
            order(&mut referee, command, 500);
        }
        order(&mut referee, TableCommand::Tick, 900);
        assert_eq!((referee.ending(), referee.clock(computer, seconds(900))), (None, Some(seconds(60))), "{game}");
        order(&mut referee, TableCommand::Answer(asked, Reply::Begins), 1000);
        assert_eq!((referee.running(), referee.flag_falls()), (Some(computer), Some(seconds(1060))), "{game}");
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 1007);
        assert_eq!(referee.clock(computer, seconds(1007)), Some(seconds(60 - 7 + 2)), "{game}");
        assert!(!referee.is_queued() && referee.running() == Some(Side::FIRST), "{game}");
    }
}

#[test]
fn a_wait_for_a_place_ends_with_the_question() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 1, Some("1+0"));
        let mv = first_move(&referee);
        let asked = question(order(&mut referee, TableCommand::Play(mv), 0)).ticket;
        order(&mut referee, TableCommand::Answer(asked, Reply::Waits), 0);
        // The seat is given to a person, whose clock runs.
        let give = TableCommand::Give(Side::new(1), "ann".to_owned(), "Ann".to_owned());
        order(&mut referee, give, 100);
        assert_eq!((referee.is_queued(), referee.flag_falls()), (false, Some(seconds(160))), "{game}");
    }
}
