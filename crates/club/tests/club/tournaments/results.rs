//! Results that somebody would like to have without playing: numbers of tables that come again, withdrawing, aborting, not
//! moving, leaving a seat to a computer.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::challenge::MostChallenges;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{TableServiceError, Terms};
use heterodox_club::tournament::{Form, POINT, Phase, Plan, Tournament, Who};
use heterodox_club::{Club, Visit};
use heterodox_kernel::side::Side;
use heterodox_play::session::table::command::SeatCommand;
use heterodox_play::session::table::consent::Remedy;

use super::{at, member, of_seats};
use crate::club;

/// A round-robin of these members, who are all here; started, with its first games.
fn started(club: &Arc<Club>, seats: usize, people: &[Member], rated: bool) -> (i64, Vec<Visit>) {
    let here = people.iter().map(|who| club.enter(who.clone())).collect();
    let number =
        club.make_tournament(&people[0], Plan::new(Form::RoundRobin, of_seats(seats), "3+2", rated), at(0));
    let number = number.expect("a tournament");
    for who in &people[1..] {
        club.join_tournament(number, who).expect("joined");
    }
    club.start_tournament(number, &people[0], at(0)).expect("started");
    club.run_tournaments(at(1)).expect("the store");
    (number, here)
}

fn only_table(club: &Club, number: i64) -> TableKey {
    let running = club.tournament(number).expect("it is there").running();
    let [table] = running[..] else { panic!("{running:?}") };
    TableKey(table)
}

/// The shares of the first game by the numbers of the entrants.
fn first_shares(club: &Club, number: i64) -> Option<Vec<u32>> {
    let one = club.tournament(number).expect("it is there");
    let bout = &one.bouts[0];
    let shares = bout.shares.as_ref()?;
    let mut of_entrants = vec![0; one.entrants.len()];
    for (seat, share) in bout.seats.iter().zip(shares) {
        of_entrants[seat.expect("no filler")] = *share;
    }
    Some(of_entrants)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(300);
    while !is_so() {
        assert!(Instant::now() < patience, "{what}");
        std::thread::yield_now();
    }
}

#[test]
fn numbers_of_tables_and_tournaments_are_never_used_again() {
    let (folder, club) = club("numbers");
    let ann = member(&club, 1);
    let table = |club: &Club| club.tables.open_table(&ann, &Terms::new(of_seats(2))).expect("a table");
    let first = table(&club);
    club.tables.leave(&ann, first).expect("left");
    let second = table(&club);
    assert!(second > first, "{second:?}");
    let plan = || Plan::new(Form::RoundRobin, of_seats(2), "3+2", true);
    let tournament = club.make_tournament(&ann, plan(), at(0)).expect("a tournament");
    club.withdraw_from_tournament(tournament, &ann).expect("removed");
    let challenge = |club: &Club| {
        let most = MostChallenges::default();
        club.store.add_challenge((1, None), ("{}".to_owned(), false), at(0), most).map(|asked| asked.expect("room"))
    };
    let challenged = challenge(&club).expect("a challenge");
    club.tables.leave(&ann, second).expect("left");
    // Nothing is left in the database but the last numbers.
    drop(club);
    let club = crate::opened(&folder);
    assert!(table(&club) > second);
    assert!(club.make_tournament(&ann, plan(), at(0)).expect("a tournament") > tournament);
    assert!(challenge(&club).expect("a challenge") > challenged);
}

#[test]
fn what_happens_at_another_table_does_not_count() {
    let (_folder, club) = club("other-table");
    let people = [1, 2].map(|key| member(&club, key));
    let (number, _here) = started(&club, 2, &people, true);
    let key = only_table(&club, number);
    // A table of the same two people that the tournament has not paired.
    let other = club.tables.open_table(&people[0], &Terms::new(of_seats(2))).expect("a table");
    club.tables.sit(&people[1], other, Side::new(1), None).expect("seated");
    assert_eq!(club.tables.listed(&people[0], key).and_then(|listed| listed.tournament), Some(number));
    assert_eq!(club.tables.listed(&people[0], other).and_then(|listed| listed.tournament), None);
    let one = club.tournament(number).expect("it is there");
    let mut forged: Tournament = one;
    forged.bouts[0].table = Some(other.0);
    let handle = club.tables.handle(&people[1], other, None).expect("a game");
    handle.command(SeatCommand::Resign(Side::new(1))).expect("resigned");
    until("the end", || club.tables.finished(other).expect("the store").is_some());
    let progress = club.bout_progress(number, &forged, other);
    assert_eq!(progress, heterodox_club::bout::Progress::Gone);
}

#[test]
fn who_withdraws_and_leaves_gets_nothing() {
    let plan = Plan::new(Form::RoundRobin, of_seats(2), "3+2", true);
    let [ann, bob] = [1, 2].map(|number| Who::Member(MemberId::Member(number)));
    let mut one = Tournament::new(plan, MemberId::Member(1));
    for who in [ann, bob] {
        one.join(who, "name").expect("joined");
    }
    one.start(ann, at(0)).expect("started");
    let draft = one.due(at(0), |_| true).remove(0);
    one.started(draft, 7);
    one.withdraw(bob).expect("withdrawn");
    assert!(!one.waits_for(7, &[bob], Duration::from_secs(60), at(1)));
    assert!(one.waits_for(7, &[bob], Duration::from_secs(60), at(61)));
    assert_eq!((one.points(0), one.points(1)), (POINT, 0));
}

#[test]
fn what_a_filler_plays_is_not_for_who_has_withdrawn() {
    let plan = Plan::new(Form::RoundRobin, of_seats(4), "5+3", false);
    let all: Vec<Who> = (1..=4).map(|number| Who::Member(MemberId::Member(number))).collect();
    let mut one = Tournament::new(plan, MemberId::Member(1));
    for who in &all {
        one.join(*who, "name").expect("joined");
    }
    one.start(all[0], at(0)).expect("started");
    one.withdraw(all[3]).expect("withdrawn");
    let draft = one.due(at(1), |_| true).remove(0);
    let filled = draft.seats.iter().position(|seat| *seat == Some(3)).expect("a seat");
    assert_eq!(one.player(draft.seats[filled]), Who::Level(3));
    one.started(draft, 7);
    let mut shares = vec![0; 4];
    shares[filled] = POINT;
    one.ended(7, Some(shares));
    assert_eq!((one.points(3), one.bouts[0].has(3)), (0, false));
    // The same group is not paired a second time.
    assert!(one.due(at(2), |_| true).iter().all(|draft| draft.round > 0));
}

#[test]
fn a_game_of_a_tournament_is_not_aborted() {
    let (_folder, club) = club("no-abort");
    let people = [1, 2].map(|key| member(&club, key));
    let (number, here) = started(&club, 2, &people, false);
    let key = only_table(&club, number);
    for who in &people {
        assert!(matches!(club.tables.leave(who, key), Err(TableServiceError::Bout)));
    }
    let seat = club.tables.handle(&people[0], key, None).expect("a game");
    let view = seat.table().newest();
    assert!(view.status.tournament && view.status.remedy.is_none());
    // It is casual, and as strict as a rated one all the same.
    let asked = seat.command(SeatCommand::Undo).expect_err("refused").to_string();
    assert!(asked.contains("tournament"), "{asked}");
    drop(here);
    club.run_tournaments(at(2)).expect("the store");
    assert_eq!(first_shares(&club, number), None);
    club.run_tournaments(at(700)).expect("the store");
    // Both have left: who had to move first has lost.
    let first = usize::from(!seat.seats().has(Side::FIRST));
    let mut expected = vec![POINT, POINT];
    expected[first] = 0;
    assert_eq!(first_shares(&club, number), Some(expected));
}

#[test]
fn who_is_here_and_does_not_begin_loses() {
    let (_folder, club) = club("no-first-move");
    let people = [1, 2].map(|key| member(&club, key));
    let (number, mut here) = started(&club, 2, &people, true);
    let key = only_table(&club, number);
    let look = |seconds| club.run_tournaments(at(seconds)).expect("the store");
    until("the start", || club.tables.handle(&people[0], key, None).is_ok());
    look(10);
    look(69);
    assert_eq!(first_shares(&club, number), None, "a minute is not over");
    let seat = |who: &Member| club.tables.handle(who, key, None).expect("a game");
    let first = usize::from(!seat(&people[0]).seats().has(Side::FIRST));
    let mover = seat(&people[first]);
    let mv = mover.table().newest().position.legal()[0];
    mover.command(SeatCommand::Play(mv, 0)).expect("played");
    until("the move", || mover.table().newest().position.acts().len() == 1);
    // The next one has a minute of their own. Time away is not part of it.
    look(70);
    look(100);
    let second = 1 - first;
    drop(here.remove(second));
    look(110);
    look(300);
    assert_eq!(first_shares(&club, number), None, "ten minutes of being away are not over");
    let _back = club.enter(people[second].clone());
    look(310);
    look(329);
    assert_eq!(first_shares(&club, number), None, "50 seconds are used");
    look(331);
    let mut expected = vec![0, 0];
    expected[first] = POINT;
    assert_eq!(first_shares(&club, number), Some(expected));
    assert!(club.tables.listed(&people[0], key).is_none(), "its table is closed");
}

#[test]
fn a_seat_that_a_computer_has_taken_is_lost_and_free_for_nobody() {
    let (_folder, club) = club("computer-took-over");
    let people = [1, 2, 3, 4].map(|key| member(&club, key));
    club.tables.set_grace(Duration::ZERO);
    let (number, mut here) = started(&club, 4, &people, false);
    let key = only_table(&club, number);
    until("the start", || club.tables.handle(&people[0], key, None).is_ok());
    let handles: Vec<_> = people.iter().map(|who| club.tables.handle(who, key, None).expect("a game")).collect();
    let mut subscriptions: Vec<_> = handles.iter().map(|seat| Some(seat.subscribe(Arc::new(|| {})))).collect();
    let sides: Vec<Side> = handles.iter().map(|seat| seat.seats().iter().next().expect("a seat")).collect();
    let side = |at: usize| sides[at];
    let table = handles[0].table();
    while table.newest().position.acts().len() < 4 {
        let view = table.newest();
        let (turn, moves) = (view.position.turn(), view.position.acts().len());
        let at = (0..4).find(|&at| side(at) == turn).expect("somebody");
        handles[at].command(SeatCommand::Play(view.position.legal()[0], moves)).expect("played");
        until("the move", || table.newest().position.acts().len() > moves);
    }
    // The last one leaves, a computer takes the seat, and wins: all others resign.
    subscriptions[3] = None;
    here.truncate(3);
    until("they are away", || table.newest().status.away[side(3)].is_some_and(|end| end <= Instant::now()));
    handles[0].command(SeatCommand::TakeOver(side(3), Remedy::Computer(1))).expect("a computer");
    until("the seat", || {
        club.tables.listed(&people[0], key).is_some_and(|listed| listed.seats[side(3).index()].person().is_none())
    });
    let outsider = member(&club, 5);
    assert!(matches!(club.tables.sit(&outsider, key, side(3), None), Err(TableServiceError::NotFree)));
    for (seat, side) in handles.iter().zip(&sides).take(3) {
        seat.command(SeatCommand::Resign(*side)).expect("resigned");
    }
    until("the result", || {
        club.run_tournaments(SystemTime::now()).expect("the store");
        first_shares(&club, number).is_some()
    });
    let shares = first_shares(&club, number).expect("a result");
    assert_eq!(shares[3], 0, "{shares:?}");
    assert!(club.tournament(number).is_some_and(|one| !matches!(one.phase, Phase::Open)));
}
