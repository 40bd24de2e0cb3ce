//! Lines of conditional moves: what a new line does to those that are there, for every game, and what is known of those
//! that were played.

use std::time::Duration;

use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::session::referee::{is_line, with_line};
use heterodox_play::session::setup::{ClockSetup, MatchSetup};
use heterodox_play::session::table::command::{HouseRules, SeatCommand, Seating};
use heterodox_play::session::table::{Identity, Tables};

use super::people::{people, silent, until};
use super::{SharedLog, play, play_on};

/// The line of these choices among the legal moves, from the start of a game.
fn line(game: usize, choices: &[usize]) -> Vec<String> {
    let mut position = people(GAMES[game].spec().id).begin().expect("a game");
    let play = |at: &usize| {
        let legal = position.legal();
        let mv = legal[at % legal.len()];
        let text = position.machine(mv);
        position.play(mv).expect("legal");
        text
    };
    choices.iter().map(play).collect()
}

#[test]
fn a_line_replaces_what_it_makes_longer_and_what_it_contradicts() {
    for (game, variant) in GAMES.iter().enumerate() {
        let start = people(variant.spec().id).begin().expect("a game");
        let seats = variant.spec().seats.len();
        // The second seat answers the first; in games of four the others move in between.
        let side = Side::new(1);
        let answer = |expected: usize, own: usize| line(game, &[expected, own]);
        let longer = |own: usize| {
            let mut choices = vec![0, own];
            choices.extend(std::iter::repeat_n(0, seats));
            line(game, &choices)
        };
        let (one, other) = (answer(0, 0), answer(1, 0));
        let mut lines = with_line(start.as_ref(), side, &[], &one);
        lines = with_line(start.as_ref(), side, &lines, &other);
        assert_eq!(lines, [one.clone(), other.clone()], "{}: both may happen", variant.spec().id);
        // The same again, and the beginning of what is known.
        assert_eq!(with_line(start.as_ref(), side, &lines, &one), lines);
        lines = with_line(start.as_ref(), side, &lines, &longer(0));
        assert_eq!(lines, [other.clone(), longer(0)], "it is longer");
        assert_eq!(with_line(start.as_ref(), side, &lines, &one), lines);
        // Another answer to the same move.
        lines = with_line(start.as_ref(), side, &lines, &answer(0, 1));
        assert_eq!(lines, [other, answer(0, 1)], "{}", variant.spec().id);
        assert!(lines.iter().all(|line| is_line(start.as_ref(), side, line)));
        // What is no move changes nothing.
        assert_eq!(with_line(start.as_ref(), side, &lines, &["nonsense".to_owned()]), lines);
    }
}

#[test]
fn what_was_played_at_once_is_known_until_the_next_own_move() {
    let clock = ClockSetup::read("3d").expect("a clock");
    let setup = MatchSetup { clock, ..people("sanctuary") };
    let rules = HouseRules { is_final: true, ..HouseRules::default() };
    let identity = |at: usize| Identity::new(["ann", "bo"][at]);
    let seating = move || {
        let owners =
            heterodox_kernel::side::BySide::from_fn(|side| (side.index() < 2).then(|| identity(side.index())));
        Seating::of(&identity(0), owners).with(rules)
    };
    let log = SharedLog::default();
    let tables = Tables::new(silent());
    let table = tables.start_on(setup, seating(), Box::new(log.clone()), &Opponents::default()).expect("a table");
    let seats = [table.handle(&identity(0)), table.handle(&identity(1))];
    let subscriptions = seats.each_ref().map(|seat| seat.subscribe(silent()));
    let black = Side::new(1);
    let four = line(2, &[0, 0, 0, 0]);
    seats[1].command(SeatCommand::Plan(black, vec![four])).expect("a line");
    for expected in [1, 2] {
        play(&seats[0]).expect("its turn");
        until("the answer is played", || {
            table.newest().lines.len() == 2 * expected && !table.newest().status.waiting
        });
        assert_eq!(seats[1].plans(black).played.len(), expected);
        assert_eq!(seats[1].plans(black).played[expected - 1], table.newest().lines[2 * expected - 1].text);
    }
    let before = seats[1].plans(black).played;
    assert!(seats[0].plans(black).played.is_empty(), "nobody else is told");
    // The next server tells it too.
    drop((subscriptions, seats, table, tables));
    let tables = Tables::new(silent());
    let seated = |_: &heterodox_play::session::driver::Match| seating();
    let table =
        tables.resume_with(Box::new(log), seated, &Opponents::default(), |_| Duration::ZERO).expect("the game");
    let seats = [table.handle(&identity(0)), table.handle(&identity(1))];
    let _eyes = seats.each_ref().map(|seat| seat.subscribe(silent()));
    assert_eq!(seats[1].plans(black).played, before);
    play_on(&seats);
    assert_eq!(seats[1].plans(black).played, before, "the other has moved");
    play_on(&seats);
    assert!(seats[1].plans(black).played.is_empty(), "they have moved themselves");
}
