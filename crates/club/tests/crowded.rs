//! Many games against the computer at once: neither the threads of a server nor the memory of its computers follow the
//! number of its games. Alone in its program, because it counts the threads of all of it.
#![cfg(target_os = "linux")]

#[path = "../../../tests/support/folder.rs"]
mod folder;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use folder::Folder;
use heterodox_club::Club;
use heterodox_club::table_service::{MostTables, Terms, Wanted};
use heterodox_games::GAMES;
use heterodox_play::players::thinking_slots::ThinkingSlots;
use heterodox_play::players::{Opponents, Resources};
use heterodox_play::session::table::SeatHandle;
use heterodox_play::session::table::command::SeatCommand;

/// The games of the crowd.
const GAMES_AT_ONCE: usize = 60;

/// The megabytes for all computers together: a few of the games.
const MEGABYTES: usize = 40;

/// The threads that serve all tables and searches, and those that have done their work and that a busy machine has not ended
/// yet. Threads that followed the games would be at least as many as those.
const FEW: usize = GAMES_AT_ONCE / 2;

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").expect("the system tells").count()
}

/// What thinks for a server has a lower priority than all else on the machine.
fn until(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(1200);
    while !done() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The first legal move of the person, who has the first seat.
fn play(seat: &SeatHandle) {
    let view = seat.table().newest();
    let what = SeatCommand::Play(view.position.legal()[0], view.position.acts().len());
    seat.command(what).expect("their turn");
}

#[test]
fn threads_and_memory_do_not_follow_the_number_of_games() {
    let folder = Folder::new("crowded");
    let pool = ThinkingSlots::shared(1, 1).with_memory(MEGABYTES);
    let resources = Resources { threads: 1, megabytes: 16, positions: Some(200), ..Resources::default() };
    let opponents = Opponents { pool: pool.clone(), resources, ..Opponents::default() };
    let club = Club::open(folder.path(), &opponents).expect("a club");
    club.tables.set_most_tables(MostTables { member: GAMES_AT_ONCE, guest: 1 });
    let (mut who, _) = club.store.member_of_key([7; 32], "folder", SystemTime::now()).expect("a member");
    who.name = Some("ann".to_owned());
    let _here = club.enter(who.clone());
    let before = threads();
    let place = pool.enter(None, || true);
    let open = |at: usize| {
        let game = GAMES[at % GAMES.len()];
        let mut seats = vec![Wanted::Computer(1 + (at % 10) as u8); game.spec().seats.len()];
        seats[0] = Wanted::Host;
        let key = club.tables.open_table(&who, &Terms { seats, ..Terms::new(game) }).expect("a table");
        let seat = club.tables.handle(&who, key, None).expect("a game");
        let subscription = seat.subscribe(Arc::new(|| {}));
        play(&seat);
        (seat, subscription)
    };
    let all: Vec<_> = (0..GAMES_AT_ONCE).map(open).collect();
    until("all computers wait", || pool.queue() == (GAMES_AT_ONCE, 1));
    assert!(threads() <= before + FEW, "{} threads for {GAMES_AT_ONCE} games, {before} without", threads());
    drop(place);
    let round = |(seat, _): &(SeatHandle, _)| {
        let view = seat.table().newest();
        view.position.acts().len() >= view.setup.seats.len()
    };
    until("all computers have moved", || {
        assert!(threads() <= before + FEW, "{} threads", threads());
        assert!(pool.memory().0 <= MEGABYTES, "{} MB", pool.memory().0);
        all.iter().all(round)
    });
    assert!(pool.memory().1 > 0, "engines that rested made room");
}
