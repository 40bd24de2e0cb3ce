//! Places to think: whoever fills them takes no time from the computers of others, and no turn.

use heterodox_club::table_service::MostTables;
use heterodox_play::players::Resources;
use heterodox_play::players::thinking_slots::ThinkingSlots;
use heterodox_play::session::referee::Wish;
use heterodox_play::session::table::command::Command;

use super::*;
use crate::database;

/// Computers that share one place.
fn crowded(positions: u64) -> (ThinkingSlots, Opponents) {
    let pool = ThinkingSlots::shared(1, 1);
    let resources = Resources { threads: 1, megabytes: 4, positions: Some(positions), ..Resources::default() };
    (pool.clone(), Opponents { pool, resources, ..Opponents::default() })
}

/// A rated game against a computer, in which its host has moved.
fn begun(club: &Club, who: &Member, level: u8, clock: &str) -> SeatHandle {
    let seats = vec![Wanted::Host, Wanted::Computer(level)];
    let clock = ClockSetup::read(clock).expect("a clock");
    let terms = Terms { seats, clock, rated: true, ..Terms::new(game(2)) };
    let key = club.tables.open_table(who, &terms).expect("a table");
    let seat = club.tables.handle(who, key, None).expect("a game");
    play_on(&seat);
    seat
}

/// A member has many tables whose computers wait for the only place.
fn fill(club: &Club, pool: &ThinkingSlots, who: &Member, count: usize) -> Vec<SeatHandle> {
    club.tables.set_most_tables(MostTables { member: 100, guest: 1 });
    let seats = (0..count).map(|_| begun(club, who, 10, "3+2")).collect();
    until("all of them wait", || pool.queue() == (count, 1));
    seats
}

#[test]
fn nobody_wins_on_time_by_filling_the_places() {
    let folder = Folder::new("filled-places");
    let (pool, opponents) = crowded(500);
    let club = database::open(folder.path(), &opponents).expect("a club");
    let (ann, eve) = (member(&club, 0), member(&club, 4));
    let _here = [&ann, &eve].map(|who| club.enter(who.clone()));
    let place = pool.enter(None, || true);
    let _many = fill(&club, &pool, &eve, 20);
    let seat = begun(&club, &ann, 10, "3+2");
    let (table, computer) = (seat.table(), Side::new(1));
    let view = || table.newest();
    until("its computer waits", || view().status.queued);
    let start = view().clock(computer, Instant::now()).expect("a clock");
    assert_eq!((view().flag_falls(), start), (None, Duration::from_secs(180)), "no clock runs");
    // Hours later somebody acts, which would let a flag fall.
    let later = Instant::now() + Duration::from_secs(5 * 60 * 60);
    for what in [SeatCommand::Draw(Side::FIRST), SeatCommand::Ask(Wish::Pause), SeatCommand::Claim(Side::FIRST)] {
        let _ = table.command_at(&Command { by: ann.id.identity(), what }, later);
    }
    assert!(view().status.ending.is_none() && view().status.queued, "the computer has not lost");
    drop(place);
    until("it moves at last", || view().position.acts().len() == 2);
    let left = view().clock(computer, Instant::now()).expect("a clock");
    assert!(view().status.ending.is_none() && left > Duration::from_secs(60), "{left:?}");
}

#[test]
fn a_restart_takes_no_time_from_a_computer_that_waits() {
    let folder = Folder::new("waits-over-restart");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let open = |opponents: &Opponents| {
        let time = Arc::clone(&time);
        database::open_at(folder.path(), opponents, Arc::new(move || *time.lock().expect("no panic")))
            .expect("a club")
    };
    let (pool, opponents) = crowded(500);
    let place = pool.enter(None, || true);
    let club = open(&opponents);
    let ann = member(&club, 0);
    let here = club.enter(ann.clone());
    let seat = begun(&club, &ann, 10, "3+2");
    until("its computer waits", || seat.table().newest().status.queued);
    let key = club.tables.own(&ann).pop().expect("the table").key;
    *time.lock().expect("no panic") += Duration::from_secs(170);
    // The table service was alive until now, and is not closed.
    club.tables.tick();
    std::mem::forget((here, club, place));
    let (pool, opponents) = crowded(500);
    let _place = pool.enter(None, || true);
    let club = open(&opponents);
    let _here = club.enter(ann.clone());
    let table = club.tables.handle(&ann, key, None).expect("a game");
    let left = table.table().newest().clock(Side::new(1), Instant::now());
    assert_eq!(left, Some(Duration::from_secs(180)));
}

#[test]
fn one_member_with_many_tables_takes_turns_with_one_who_has_one() {
    let folder = Folder::new("turns");
    let (pool, opponents) = crowded(20_000);
    let club = database::open(folder.path(), &opponents).expect("a club");
    let (ann, eve) = (member(&club, 0), member(&club, 4));
    let _here = [&ann, &eve].map(|who| club.enter(who.clone()));
    let place = pool.enter(None, || true);
    let many = fill(&club, &pool, &eve, 40);
    let _eyes: Vec<_> = many.iter().map(|seat| seat.subscribe(Arc::new(|| {}))).collect();
    let seat = begun(&club, &ann, 10, "3+2");
    let _eye = seat.subscribe(Arc::new(|| {}));
    until("all wait", || pool.queue() == (41, 1));
    drop(place);
    until("the computer of the one table has moved", || seat.table().newest().position.acts().len() == 2);
    assert!(pool.queue().0 > 20, "most tables of the other still wait: {:?}", pool.queue());
}
