//! The referee with commands and a simulated time.

use super::*;
use crate::games::GAMES;
use crate::rules::variant::Opening;
use crate::session::setup::{ClockSetup, SeatKind, Start};

mod claims;
mod clocks;
mod draws;
mod endings;
mod failures;
mod giving_up;
mod journal;
mod premoves;
mod resignations;
mod saving;
mod take_backs;

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn setup(game: &str, computers: usize, clock: Option<&str>) -> MatchSetup {
    let variant = crate::games::Registry::default().find(game).expect("a game");
    let spec = variant.spec();
    let seats = spec.sides().map(|side| {
        if side.index() + computers >= spec.seats.len() {
            SeatKind::Computer(1)
        } else {
            SeatKind::Human(String::new())
        }
    });
    let clock = clock.and_then(|text| ClockSetup::read(text).expect("a clock"));
    MatchSetup { game: variant, start: Start::Usual, seats: seats.collect(), clock, takebacks: true }
}

fn referee(game: &str, computers: usize, clock: Option<&str>) -> (Referee, Vec<Effect>) {
    let setup = setup(game, computers, clock);
    let position = setup.begin().expect("the start");
    let mut referee = Referee::new(setup, position);
    let effects = referee.begin(Duration::ZERO);
    (referee, effects)
}

/// Sends a command and reports everything written as synced.
fn order(referee: &mut Referee, order: TableCommand, now: u64) -> Vec<Effect> {
    let mut effects = referee.step(order, seconds(now));
    effects.extend(referee.step(TableCommand::Synced(u64::MAX), seconds(now)));
    effects
}

fn first_move(referee: &Referee) -> Move {
    referee.position().legal()[0]
}

fn ticket(effects: &[Effect]) -> Option<u64> {
    effects
        .iter()
        .rev()
        .find_map(|effect| if let Effect::Ask(_, question) = effect { Some(question.ticket) } else { None })
}

fn two_seats() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.spec()).filter(|spec| spec.seats.len() == 2).map(|spec| spec.id)
}

fn four_seats() -> &'static str {
    GAMES.iter().map(|game| game.spec()).find(|spec| spec.seats.len() == 4).expect("one has").id
}

#[test]
fn computers_are_asked_in_turn_and_late_answers_dropped() {
    for game in GAMES {
        let seats = game.spec().seats.len();
        let (mut referee, effects) = referee(game.spec().id, seats, None);
        let asked = ticket(&effects).expect("the first is asked");
        let mv = first_move(&referee);
        let effects = order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 1);
        let next = ticket(&effects).expect("the next is asked");
        assert_eq!((referee.lines().len(), next), (1, asked + 1));
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 2);
        order(&mut referee, TableCommand::Play(mv), 2);
        assert_eq!(referee.lines().len(), 1, "neither a stale ticket nor a person moves for it");
    }
}

#[test]
fn the_next_move_waits_for_the_disk() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, None);
        let mv = first_move(&referee);
        let effects = referee.step(TableCommand::Play(mv), seconds(1));
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Write(_))));
        let second = first_move(&referee);
        assert!(referee.step(TableCommand::Play(second), seconds(1)).is_empty());
        assert_eq!(referee.lines().len(), 1);
        referee.step(TableCommand::Synced(0), seconds(2));
        assert_eq!(referee.lines().len(), 1, "an older line is not the one");
        referee.step(TableCommand::Synced(1), seconds(2));
        assert_eq!(referee.lines().len(), 2);
        let third = first_move(&referee);
        referee.step(TableCommand::Play(third), seconds(2));
        referee.step(TableCommand::NotSaved(2, "the disk is full".to_owned()), seconds(2));
        assert_eq!(referee.lines().len(), 3, "what cannot be saved is told, and the game goes on");
        assert!(referee.take_announcements().iter().any(|words| words.contains("disk is full")));
    }
}

#[test]
fn undo_goes_back_to_ones_own_move_with_its_clock() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 1, Some("1+2"));
        let before = referee.position().fen();
        let mv = first_move(&referee);
        let effects = order(&mut referee, TableCommand::Play(mv), 5);
        let asked = ticket(&effects).expect("the computer is asked");
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 12);
        let (after, left) = (referee.position().fen(), referee.clock(Side::new(1), seconds(12)));
        assert_eq!(left, Some(seconds(60 + 2 - 7)));
        order(&mut referee, TableCommand::Undo, 30);
        assert_eq!(referee.position().fen(), before, "{game}");
        assert_eq!(referee.clock(Side::FIRST, seconds(30)), Some(seconds(60)));
        assert_eq!((referee.lines().len(), referee.can_redo()), (0, true));
        order(&mut referee, TableCommand::Redo, 31);
        assert_eq!(referee.position().fen(), after);
        assert!(!referee.can_redo());
    }
}

#[test]
fn time_runs_only_while_it_counts_and_its_end_ends_the_game() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, Some("1+0"));
        assert_eq!(referee.running(), None, "nobody's time runs before the first move");
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Play(mv), 100);
        let black = Side::new(1);
        assert_eq!(referee.running(), Some(black));
        order(&mut referee, TableCommand::Hold(true), 110);
        assert_eq!(referee.clock(black, seconds(500)), Some(seconds(50)));
        order(&mut referee, TableCommand::Hold(false), 500);
        assert_eq!(referee.flag_falls(), Some(seconds(550)));
        order(&mut referee, TableCommand::Tick, 549);
        assert!(referee.ending().is_none());
        order(&mut referee, TableCommand::Tick, 550);
        let ending = referee.ending().expect("it is over");
        assert_eq!((ending.cause.as_str(), &*ending.result(2).to_string()), ("time", "1-0"));
    }
}

#[test]
fn armies_leave_one_by_one() {
    let (mut referee, _) = referee(four_seats(), 0, None);
    for (side, left) in [(0, 3), (2, 2)] {
        order(&mut referee, TableCommand::Resign(Side::new(side)), 1);
        assert_eq!(referee.position().living().count(), left);
    }
    assert!(referee.ending().is_none());
    order(&mut referee, TableCommand::Undo, 2);
    assert_eq!(referee.position().living().count(), 3);
    order(&mut referee, TableCommand::Redo, 2);
    order(&mut referee, TableCommand::Resign(Side::new(1)), 3);
    let ending = referee.ending().expect("one is left");
    assert_eq!(ending.result(4).to_string(), "0-0-0-1");
    assert_eq!(referee.lines().iter().filter(|line| !line.is_move).count(), 3);
}

#[test]
fn draws_are_agreed_by_all_people_and_by_no_computer_that_has_not_thought() {
    for game in two_seats() {
        let (mut people, _) = referee(game, 0, None);
        order(&mut people, TableCommand::Draw(Side::new(0)), 1);
        assert!(people.ending().is_none() && people.offered().is_some());
        order(&mut people, TableCommand::Draw(Side::new(1)), 2);
        assert_eq!(people.ending().map(|ending| ending.result(2).to_string()).as_deref(), Some("1/2-1/2"));
        let (mut mixed, _) = referee(game, 1, None);
        order(&mut mixed, TableCommand::Draw(Side::new(0)), 1);
        assert!(mixed.ending().is_none() && mixed.offered().is_none());
    }
}

#[test]
fn computers_pause_step_and_go_on() {
    for game in two_seats() {
        let (mut referee, effects) = referee(game, 2, None);
        assert!(referee.is_unattended());
        let asked = ticket(&effects).expect("asked");
        let effects = order(&mut referee, TableCommand::Pause(true), 1);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Stop)));
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 1);
        assert_eq!(referee.lines().len(), 0);
        let effects = order(&mut referee, TableCommand::Step, 2);
        let effects =
            order(&mut referee, TableCommand::Answer(ticket(&effects).expect("asked"), Reply::Move(mv)), 2);
        assert_eq!((referee.lines().len(), ticket(&effects)), (1, None));
        assert!(ticket(&order(&mut referee, TableCommand::Pause(false), 3)).is_some());
    }
}

/// A game with all kinds of events is the same after replaying its journal.
#[test]
fn a_journal_tells_the_whole_game() {
    for game in GAMES {
        let spec = game.spec();
        let (mut referee, _) = referee(spec.id, 0, Some("5+1"));
        let mut records = Vec::new();
        let mut keep = |effects: Vec<Effect>| {
            records.extend(
                effects
                    .into_iter()
                    .filter_map(|effect| if let Effect::Write(record) = effect { Some(record) } else { None }),
            );
        };
        for ply in 0..30_u64 {
            let legal = referee.position().legal();
            let Some(&mv) = legal.get(ply as usize * 11 % legal.len().max(1)) else { break };
            keep(order(&mut referee, TableCommand::Play(mv), ply * 3));
            match ply {
                7 | 8 | 20 => keep(order(&mut referee, TableCommand::Undo, ply * 3)),
                9 => keep(order(&mut referee, TableCommand::Draw(Side::FIRST), ply * 3)),
                21 => {
                    keep(order(&mut referee, TableCommand::Undo, ply * 3));
                    keep(order(&mut referee, TableCommand::Undo, ply * 3));
                    keep(order(&mut referee, TableCommand::Redo, ply * 3));
                }
                _ => {}
            }
        }
        keep(order(&mut referee, TableCommand::Resign(Side::new(1)), 100));
        let setup = referee.setup().clone();
        let mut again = Referee::new(setup, game.begin(Opening::Start).expect("the start"));
        assert_eq!(again.replay(&records), records.len(), "{}", spec.id);
        assert_eq!(again.position().fen(), referee.position().fen());
        assert_eq!((again.lines(), again.ending()), (referee.lines(), referee.ending()));
        assert_eq!(again.score.taken_back(), referee.score.taken_back());
        assert_eq!(again.offers, referee.offers);
        if referee.ending().is_none() {
            // The time that a human player uses after the last move is not in the journal.
            let clocks = |referee: &Referee| referee.entries().iter().map(|entry| entry.after).collect::<Vec<_>>();
            assert_eq!(clocks(&again), clocks(&referee));
        }
    }
}

#[test]
fn a_draw_is_agreed_at_one_board_after_the_move_of_who_offered() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, None);
        order(&mut referee, TableCommand::Draw(Side::FIRST), 1);
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Play(mv), 2);
        assert_eq!(referee.offered(), Some(Side::FIRST), "one's own move does not take the offer back");
        order(&mut referee, TableCommand::Draw(Side::new(1)), 3);
        let ending = referee.ending().expect("agreed");
        assert_eq!((ending.cause.as_str(), ending.words.as_str()), ("agreement", "Draw agreed."));
    }
}

#[test]
fn a_move_declines_the_offers_of_others() {
    for game in GAMES {
        let (mut referee, _) = referee(game.spec().id, 0, None);
        order(&mut referee, TableCommand::Draw(Side::FIRST), 1);
        for ply in 0..2 {
            let mv = first_move(&referee);
            order(&mut referee, TableCommand::Play(mv), 2 + ply);
        }
        assert_eq!(referee.offered(), None, "{}", game.spec().id);
    }
}

#[test]
fn a_move_that_waits_for_the_disk_was_made_in_time() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, Some("1+0"));
        let mv = first_move(&referee);
        referee.step(TableCommand::Play(mv), seconds(1));
        let mv = first_move(&referee);
        referee.step(TableCommand::Play(mv), seconds(60));
        assert_eq!(referee.flag_falls(), None, "the clock stands from when the move was made");
        referee.step(TableCommand::Tick, seconds(90));
        assert!(referee.ending().is_none(), "{game}: the disk cost nobody the game");
        referee.step(TableCommand::Synced(1), seconds(90));
        assert_eq!(referee.lines().len(), 2);
        assert_eq!(referee.clock(Side::new(1), seconds(90)), Some(seconds(1)));
        assert_eq!(referee.clock(Side::FIRST, seconds(95)), Some(seconds(55)));
    }
}

#[test]
fn a_move_pressed_twice_is_played_once() {
    for game in GAMES {
        let (mut referee, _) = referee(game.spec().id, 0, None);
        let mv = first_move(&referee);
        referee.step(TableCommand::Play(mv), seconds(1));
        let (second, mut next) = (first_move(&referee), referee.position().fork());
        next.play(second).expect("legal");
        let third = next.legal()[0];
        for mv in [second, third] {
            // The third move was not chosen for the position in which it would be played.
            referee.step(TableCommand::Play(mv), seconds(1));
        }
        referee.step(TableCommand::Synced(1), seconds(2));
        referee.step(TableCommand::Synced(2), seconds(2));
        assert_eq!(referee.lines().iter().filter(|line| line.is_move).count(), 2, "{}", game.spec().id);
    }
}

#[test]
fn what_is_taken_back_gives_its_time_back_and_redo_takes_it_again() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, Some("1+2"));
        for now in [0, 10, 25] {
            let mv = first_move(&referee);
            order(&mut referee, TableCommand::Play(mv), now);
        }
        let both =
            |referee: &Referee| Side::all(2).map(|side| referee.clock(side, seconds(30))).collect::<Vec<_>>();
        order(&mut referee, TableCommand::Hold(true), 25);
        let after = both(&referee);
        assert_eq!(after, [Some(seconds(60 + 2 - 15 + 2)), Some(seconds(60 - 10 + 2))]);
        order(&mut referee, TableCommand::Undo, 25);
        assert_eq!(both(&referee)[0], Some(seconds(62)), "as when the position came up");
        order(&mut referee, TableCommand::Redo, 25);
        assert_eq!(both(&referee), after);
    }
}

#[test]
fn a_loss_on_time_can_be_taken_back() {
    for computers in 0..2 {
        for game in two_seats() {
            let (mut referee, _) = referee(game, computers, Some("1+0"));
            for ply in 0..2 {
                let mv = first_move(&referee);
                let asked = referee.asking.ticket();
                let answer =
                    asked.map_or(TableCommand::Play(mv), |ticket| TableCommand::Answer(ticket, Reply::Move(mv)));
                order(&mut referee, answer, ply);
            }
            order(&mut referee, TableCommand::Tick, 500);
            assert!(referee.ending().is_some());
            order(&mut referee, TableCommand::Undo, 501);
            order(&mut referee, TableCommand::Tick, 502);
            assert!(referee.ending().is_none(), "{game}: it is not lost again at once");
        }
    }
}

#[test]
fn nobody_resigns_for_a_computer() {
    for game in GAMES {
        let (mut referee, _) = referee(game.spec().id, 1, None);
        let last = game.spec().sides().next_back().expect("a seat");
        order(&mut referee, TableCommand::Resign(last), 1);
        assert!(referee.ending().is_none() && referee.position().living().has(last));
    }
}

#[test]
fn nonsense_in_a_journal_ends_the_replay_and_nothing_else() {
    for game in GAMES {
        let begun = || {
            let setup = setup(game.spec().id, 0, None);
            let position = setup.begin().expect("the start");
            Referee::new(setup, position)
        };
        let act = |text: String| JournalEvent::Act { text, why: None, clocks: vec![] };
        let referee = begun();
        let good = act(referee.position().machine(first_move(&referee)));
        let shares = vec!["1/0".to_owned(), "1/".to_owned(), "-".to_owned(), "9/9/9".to_owned()];
        for (bad, fit) in [
            (act("nonsense".to_owned()), 1),
            (act("out:?".to_owned()), 1),
            (JournalEvent::Undo { count: usize::MAX, clocks: vec![] }, 1),
            (JournalEvent::Redo { count: usize::MAX }, 1),
            (JournalEvent::Offer { seat: 9 }, 1),
            (JournalEvent::End { cause: String::new(), words: String::new(), shares }, 2),
        ] {
            let mut referee = begun();
            assert_eq!(referee.replay(&[good.clone(), bad.clone()]), fit, "{bad:?}");
            assert_eq!(referee.lines().len(), 1, "{bad:?}");
            if let Some(ending) = referee.ending() {
                ending.shares.values().iter().for_each(|share| assert!(share.sixtieths() <= 60));
            }
        }
    }
}

#[test]
fn no_clock_runs_after_the_end() {
    for game in two_seats() {
        for way in 0..3 {
            let (mut referee, _) = referee(game, 0, Some("1+0"));
            let mv = first_move(&referee);
            order(&mut referee, TableCommand::Play(mv), 1);
            match way {
                0 => drop(order(&mut referee, TableCommand::Resign(Side::FIRST), 2)),
                1 => drop(order(&mut referee, TableCommand::Tick, 900)),
                _ => Side::all(2).for_each(|side| drop(order(&mut referee, TableCommand::Draw(side), 2))),
            }
            assert!(referee.ending().is_some());
            assert_eq!((referee.running(), referee.flag_falls()), (None, None), "{game}, way {way}");
        }
    }
}
