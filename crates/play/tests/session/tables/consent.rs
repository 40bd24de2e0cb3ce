//! What people at one table ask each other, what happens when one of them is away, and moves chosen before the turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heterodox_kernel::side::{BySide, Side, Sides};
use heterodox_play::players::Opponents;
use heterodox_play::record::leaving::Leaving;
use heterodox_play::session::referee::{EndCause, Wish};
use heterodox_play::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox_play::session::table::command::{Command, HouseRules, Refusal, SeatCommand, Seating};
use heterodox_play::session::table::consent::Remedy;
use heterodox_play::session::table::{GameView, Identity, SeatHandle, Subscription, Table, Tables};

use super::people::{game_for, people, silent, until};
use super::{SharedLog, play_on, settled};

const NAMES: [&str; 4] = ["ann", "bo", "cy", "di"];

/// People at one table, who all look at it.
struct SharedTable {
    table: Arc<Table>,
    seats: Vec<SeatHandle>,
    subscriptions: Vec<Subscription>,
    _tables: Tables,
}

fn seating(count: usize, rules: HouseRules) -> Seating {
    let owners = BySide::from_fn(|side| (side.index() < count).then(|| Identity::new(NAMES[side.index()])));
    Seating::of(&Identity::new("ann"), owners).with(rules)
}

/// A table for so many people of a game with so many seats.
fn shared_table(seats: usize, clock: Option<&str>, rules: HouseRules, log: SharedLog) -> SharedTable {
    let clock = clock.and_then(|text| ClockSetup::read(text).expect("a clock"));
    let setup = MatchSetup { clock, takebacks: !rules.rated, ..people(game_for(seats)) };
    let tables = Tables::new(silent());
    let table = tables.start_on(setup, seating(seats, rules), Box::new(log), &Opponents::default());
    sit(tables, table.expect("a table"), seats)
}

fn sit(tables: Tables, table: Arc<Table>, seats: usize) -> SharedTable {
    let seats: Vec<SeatHandle> = NAMES[..seats].iter().map(|name| table.handle(&Identity::new(name))).collect();
    let subscriptions = seats.iter().map(|seat| seat.subscribe(silent())).collect();
    settled(&table);
    SharedTable { table, seats, subscriptions, _tables: tables }
}

fn casual() -> HouseRules {
    HouseRules { is_final: true, grace: Some(Duration::from_secs(120)), ..HouseRules::default() }
}

/// Sends a command, and waits until the log has what follows from it.
fn say(seat: &SeatHandle, what: SeatCommand) -> Result<(), String> {
    let done = seat.command(what).map_err(|refused| refused.to_string());
    settled(seat.table());
    done
}

#[test]
fn a_take_back_needs_all_who_play() {
    let SharedTable { table, seats, .. } = &shared_table(4, None, casual(), SharedLog::default());
    let ask = |at: usize| say(&seats[at], SeatCommand::Ask(Wish::TakeBack));
    assert_eq!(ask(0), Err("There is no move to take back.".to_owned()));
    let start = table.newest().position.fen();
    (0..3).for_each(|_| play_on(seats));
    assert_eq!(ask(3), Err("There is no move to take back.".to_owned()), "it has not moved");
    // The older word for it means the same among several people.
    assert_eq!(say(&seats[0], SeatCommand::Undo), Ok(()));
    let request = table.newest().status.requests[0];
    assert_eq!((request.what, request.by, request.agreed), (Wish::TakeBack, Side::FIRST, Sides::only(Side::FIRST)));
    assert_eq!(ask(0), Err("You have already said so.".to_owned()));
    assert_eq!(
        say(&table.handle(&Identity::new("eve")), SeatCommand::Ask(Wish::TakeBack)),
        Err(Refusal::NotSeated.to_string())
    );
    assert_eq!((ask(1), ask(2)), (Ok(()), Ok(())));
    assert_eq!(table.newest().lines.len(), 3, "one has not agreed");
    assert_eq!(say(&seats[3], SeatCommand::Refuse(Wish::TakeBack)), Ok(()));
    assert!(table.newest().status.requests.is_empty());
    assert_eq!(say(&seats[3], SeatCommand::Refuse(Wish::TakeBack)), Err("Nobody asks for that.".to_owned()));
    // A move withdraws it.
    assert_eq!(ask(0), Ok(()));
    play_on(seats);
    assert!(table.newest().status.requests.is_empty());
    // Who has left the game is not asked, and what was before that is final.
    say(&seats[3], SeatCommand::Resign(Side::new(3))).expect("its own seat");
    until("it has left", || !table.newest().position.living().has(Side::new(3)));
    assert_eq!(ask(1), Err("There is no move to take back.".to_owned()));
    play_on(seats);
    play_on(seats);
    let before = table.newest().lines.len();
    for at in 0..3 {
        assert_eq!(ask(at), Ok(()), "{at}");
    }
    until("it is taken back", || table.newest().lines.len() < before);
    assert_eq!((table.newest().position.turn(), table.newest().lines.len()), (Side::FIRST, before - 2));
    assert_ne!(table.newest().position.fen(), start);
}

#[test]
fn a_pause_stops_the_clocks_until_all_agree_to_continue() {
    let SharedTable { table, seats, .. } = &shared_table(2, Some("10+5"), casual(), SharedLog::default());
    play_on(seats);
    assert!(table.newest().flag_falls().is_some());
    assert_eq!(say(&seats[0], SeatCommand::Ask(Wish::Continue)), Err("The game is not paused.".to_owned()));
    say(&seats[0], SeatCommand::Pause(true)).expect("it is asked");
    assert!(!table.newest().status.stopped);
    say(&seats[1], SeatCommand::Ask(Wish::Pause)).expect("it is agreed");
    until("it stops", || table.newest().status.stopped);
    assert!(table.newest().flag_falls().is_none() && table.newest().status.paused);
    let view = table.newest();
    let mv = SeatCommand::Play(view.position.legal()[0], view.position.acts().len());
    assert_eq!(say(&seats[1], mv), Err(Refusal::Paused.to_string()));
    for seat in seats {
        say(seat, SeatCommand::Ask(Wish::Continue)).expect("it is agreed");
    }
    until("it continues", || table.newest().flag_falls().is_some());
    play_on(seats);
    // Hints are allowed when both want them.
    assert!(!table.newest().status.hints);
    for seat in seats {
        say(seat, SeatCommand::Ask(Wish::Hints)).expect("it is agreed");
    }
    until("they are allowed", || table.newest().status.hints);
    assert_eq!(say(&seats[0], SeatCommand::Ask(Wish::Hints)), Err("Hints are allowed already.".to_owned()));
}

#[test]
fn a_rated_game_has_no_second_thoughts() {
    let rules = HouseRules { rated: true, ..casual() };
    let SharedTable { table, seats, .. } = &shared_table(2, None, rules, SharedLog::default());
    play_on(seats);
    for (wish, what) in
        [(Wish::TakeBack, "take a move back"), (Wish::Pause, "pause"), (Wish::Hints, "use hints or analysis")]
    {
        let refused = say(&seats[0], SeatCommand::Ask(wish));
        assert_eq!(refused, Err(format!("In a rated game nobody can {what}.")));
    }
    assert!(!table.newest().status.hints && table.newest().status.rated);
    // One person against computers has none of it either.
    let mut setup = MatchSetup { takebacks: false, ..people(game_for(2)) };
    setup.seats[1] = SeatKind::Computer(1);
    let tables = Tables::new(silent());
    let one = tables.start_on(setup, seating(1, rules), Box::new(SharedLog::default()), &Opponents::default());
    let seat = one.expect("a table").handle(&Identity::new("ann"));
    for what in [SeatCommand::Undo, SeatCommand::Pause(true), SeatCommand::Hold(true)] {
        let refused = seat.command(what.clone()).expect_err("rated").to_string();
        assert!(refused.starts_with("In a rated game nobody can "), "{what:?}: {refused}");
    }
    assert!(!seat.table().newest().status.hints);
    // In a casual game there is, but what is over stays over.
    let mut setup = people(game_for(2));
    setup.seats[1] = SeatKind::Computer(1);
    let one = tables.start_on(setup, seating(1, casual()), Box::new(SharedLog::default()), &Opponents::default());
    let seat = one.expect("a table").handle(&Identity::new("ann"));
    say(&seat, SeatCommand::Pause(true)).expect("nobody else plays");
    say(&seat, SeatCommand::Resign(Side::FIRST)).expect("its own seat");
    until("it is over", || seat.table().newest().status.ending.is_some());
    assert_eq!(say(&seat, SeatCommand::Undo), Err(Refusal::Over.to_string()));
}

#[test]
fn who_is_away_for_too_long_loses_or_gives_the_seat_to_a_computer() {
    let over = |side: usize, remedy| SeatCommand::TakeOver(Side::new(side), remedy);
    let at = |shared_table: &SharedTable, what, now| {
        let done = shared_table.table.command_at(&Command { by: Identity::new("ann"), what }, now);
        settled(&shared_table.table);
        done.map_err(|refused| refused.to_string())
    };
    let late = || Instant::now() + Duration::from_secs(121);
    for rated in [false, true] {
        let mut two = shared_table(2, Some("10+5"), HouseRules { rated, ..casual() }, SharedLog::default());
        let name = two.table.newest().position.spec().seat(Side::new(1)).name;
        let away = format!("{name} is not away.");
        play_on(&two.seats);
        play_on(&two.seats);
        assert_eq!(at(&two, over(1, Remedy::Win), late()), Err(away.clone()));
        two.subscriptions.pop();
        assert!(two.table.newest().status.away[Side::new(1)].is_some_and(|end| end > Instant::now()));
        let refused = at(&two, over(1, Remedy::Win), Instant::now()).expect_err("it may come back");
        assert!(refused.ends_with("more seconds to come back."), "{refused}");
        // Coming back ends the countdown.
        two.subscriptions.push(two.seats[1].subscribe(silent()));
        assert_eq!(at(&two, over(1, Remedy::Win), late()), Err(away));
        two.subscriptions.pop();
        assert_eq!(at(&two, over(1, Remedy::Computer(3)), late()), Err(Refusal::TwoSeats.to_string()));
        if rated {
            assert_eq!(
                at(&two, over(1, Remedy::Adjourn), late()),
                Err("In a rated game nobody can adjourn.".to_owned())
            );
            assert_eq!(at(&two, over(1, Remedy::Win), late()), Ok(()));
            until("it is over", || two.table.newest().status.ending.is_some());
            let ending = two.table.newest().status.ending.clone().expect("over");
            assert_eq!(ending.cause, EndCause::Left(Leaving::Leaves));
            assert!(ending.words.ends_with(&format!("{name} left the game.")), "{}", ending.words);
        } else {
            assert_eq!(at(&two, over(1, Remedy::Win), late()), Err(Refusal::Casual.to_string()));
            assert_eq!(at(&two, over(1, Remedy::Adjourn), late()), Ok(()));
            until("it is adjourned", || two.table.newest().status.stopped);
            assert!(two.table.newest().status.away[Side::new(1)].is_none(), "nothing more is to be done");
        }
    }
    // Where four play, a computer takes the seat, and may give it to another person.
    let mut four = shared_table(4, None, casual(), SharedLog::default());
    four.subscriptions.truncate(3);
    assert_eq!(at(&four, over(3, Remedy::Computer(1)), late()), Err(Refusal::AbortFirst.to_string()));
    play_on(&four.seats);
    play_on(&four.seats);
    assert_eq!(at(&four, over(3, Remedy::Computer(1)), late()), Ok(()));
    let side = Side::new(3);
    until("a computer sits", || four.table.newest().setup.seats[3] == SeatKind::Computer(1));
    assert_eq!(four.table.newest().status.owners[side], None);
    let eve = Identity::new("eve");
    assert_eq!(
        four.table.give_seat(&Identity::new("bo"), "Bo", Side::FIRST),
        Err(Refusal::Taken {
            seat: four.table.newest().position.spec().seat(Side::FIRST).name,
            by: Identity::new("ann"),
        })
    );
    four.table.give_seat(&eve, "Eve", side).expect("a computer has it");
    until("a person sits", || four.table.newest().setup.seats[3] == SeatKind::Human("Eve".to_owned()));
    assert_eq!(four.table.handle(&eve).seats(), Sides::only(side));
}

/// The first legal moves of a game from here.
fn line(table: &Table, moves: usize) -> Vec<String> {
    let mut position = table.newest().position.fork();
    let play = |_| {
        let mv = position.legal()[0];
        let text = position.machine(mv);
        position.play(mv).expect("legal");
        text
    };
    (0..moves).map(play).collect()
}

#[test]
fn conditional_moves_are_played_at_once_and_survive_a_restart() {
    let rules = HouseRules { rated: true, is_final: true, ..HouseRules::default() };
    let log = SharedLog::default();
    let shared_table = shared_table(2, Some("3d"), rules, log.clone());
    let (table, seats) = (&shared_table.table, &shared_table.seats);
    let (black, five) = (Side::new(1), line(table, 5));
    assert_eq!(
        say(&seats[0], SeatCommand::Plan(Side::FIRST, vec![five.clone()])),
        Err(Refusal::YourTurn.to_string())
    );
    let wrong = vec![five.clone(), vec![five[0].clone(), "nonsense".to_owned()]];
    assert_eq!(say(&seats[1], SeatCommand::Plan(black, wrong)), Err(Refusal::NoLine { line: 2 }.to_string()));
    assert_eq!(
        say(&seats[0], SeatCommand::Plan(black, Vec::new())).expect_err("not its seat"),
        Refusal::NotYourSeat { seat: table.newest().position.spec().seat(black).name }.to_string()
    );
    assert_eq!(say(&seats[1], SeatCommand::Premove(black, None)), Err(Refusal::Slow.to_string()));
    say(&seats[1], SeatCommand::Plan(black, vec![five.clone()])).expect("a line");
    assert_eq!(seats[1].plans(black).lines, std::slice::from_ref(&five));
    assert!(seats[0].plans(black).lines.is_empty(), "nobody else sees it");
    // The expected move is played, and the answer follows at once.
    play_on(seats);
    until("the answer is played", || table.newest().lines.len() == 2 && !table.newest().status.waiting);
    assert_eq!(seats[1].plans(black).lines, [five[2..].to_vec()]);
    // Another server has the rest of the line.
    drop(shared_table);
    let tables = Tables::new(silent());
    let seated = |_: &heterodox_play::session::driver::Match| seating(2, rules);
    let used = Duration::from_secs(24 * 60 * 60);
    let again = tables.resume_with(Box::new(log), seated, &Opponents::default(), |_| used).expect("the game");
    let left = again.newest().clock(Side::FIRST, Instant::now()).expect("a clock");
    assert!(left <= Duration::from_secs(2 * 24 * 60 * 60) && left > Duration::from_secs(47 * 60 * 60), "{left:?}");
    let shared_table = sit(tables, again, 2);
    play_on(&shared_table.seats);
    until("the answer is played", || {
        shared_table.table.newest().lines.len() == 4 && !shared_table.table.newest().status.waiting
    });
    // What was not expected ends the line.
    let other = shared_table.table.newest().position.legal()[1];
    say(&shared_table.seats[0], SeatCommand::Play(other, 4)).expect("their turn");
    until("it is played", || shared_table.table.newest().lines.len() == 5);
    assert!(shared_table.seats[1].plans(black).lines.is_empty());
    assert_eq!(shared_table.table.newest().position.turn(), black);
}

#[test]
fn a_premove_is_played_if_it_is_legal_and_dropped_if_it_is_not() {
    let SharedTable { table, seats, .. } = &shared_table(2, Some("3+2"), casual(), SharedLog::default());
    let (black, two) = (Side::new(1), line(table, 2));
    assert_eq!(say(&seats[1], SeatCommand::Plan(black, vec![two.clone()])), Err(Refusal::NotSlow.to_string()));
    assert_eq!(say(&seats[0], SeatCommand::Premove(Side::FIRST, None)), Err(Refusal::YourTurn.to_string()));
    say(&seats[1], SeatCommand::Premove(black, Some(two[1].clone()))).expect("it waits");
    assert_eq!((seats[1].plans(black).premove, seats[0].plans(black).premove), (Some(two[1].clone()), None));
    play_on(seats);
    until("it is played", || table.newest().lines.len() == 2 && !table.newest().status.waiting);
    say(&seats[1], SeatCommand::Premove(black, Some("nonsense".to_owned()))).expect("it waits");
    play_on(seats);
    assert_eq!((table.newest().lines.len(), seats[1].plans(black).premove), (3, None), "it is dropped");
    assert!(table.newest().flag_falls().is_some(), "the clock runs");
}

#[test]
fn what_was_asked_and_agreed_is_there_after_a_restart() {
    let log = SharedLog::default();
    let shared_table = shared_table(2, Some("10+5"), casual(), log.clone());
    play_on(&shared_table.seats);
    for seat in &shared_table.seats {
        say(seat, SeatCommand::Ask(Wish::Hints)).expect("it is agreed");
    }
    for seat in &shared_table.seats {
        say(seat, SeatCommand::Ask(Wish::Pause)).expect("it is agreed");
    }
    say(&shared_table.seats[1], SeatCommand::Ask(Wish::Continue)).expect("it is asked");
    until("it is paused", || shared_table.table.newest().status.stopped);
    let before = shared_table.table.newest();
    drop(shared_table);
    let tables = Tables::new(silent());
    let seated = |_: &heterodox_play::session::driver::Match| seating(2, casual());
    let again = tables.resume_with(Box::new(log), seated, &Opponents::default(), |_| Duration::from_secs(60));
    let again = again.expect("the game").newest();
    assert!(again.status.stopped && again.status.hints && again.flag_falls().is_none());
    // Logs have milliseconds.
    for side in Side::all(2) {
        let left = |view: &GameView| view.clock(side, Instant::now()).map(|left| left.as_millis());
        assert_eq!(left(&again), left(&before), "no time is used during a pause");
    }
    assert_eq!(again.status.requests, before.status.requests);
    assert_eq!(again.status.requests.len(), 1);
}
