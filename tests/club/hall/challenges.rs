//! Challenges: they wait, are answered once, and become a table in the same transaction.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use heterodox::club::challenge::PATIENCE;
use heterodox::club::hall::{HallError, Seat, Terms};
use heterodox::club::member::{Member, MemberId};
use heterodox::club::store::{Closing, TableKey};
use heterodox::club::{Club, DATABASE};
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use rusqlite::Connection;

use super::{club_at, game, member, until};
use crate::club;
use crate::support::Folder;

#[test]
fn challenges_wait_are_answered_once_and_expire() {
    let folder = Folder::new("challenges");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let open = || club_at(folder.path(), &time);
    let club = open();
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let clock = Some(ClockSetup::days(3));
    let terms = Terms { clock, rated: true, ..Terms::new(game(2)) };
    let refused = |result: Result<TableKey, HallError>| result.expect_err("refused").to_string();
    let to_bo = club.hall.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    let to_all = club.hall.challenge(&ann, None, &Terms::new(game(4))).expect("a challenge");
    let guest = club.hall.challenge(&Member::guest(1), None, &terms).expect_err("a guest").to_string();
    assert_eq!(guest, "Only members can play by challenge: log in with a key.");
    let to_guest = club.hall.challenge(&ann, Some(Member::guest(1).id), &terms).expect_err("a guest").to_string();
    assert_eq!(to_guest, "Guests cannot be challenged: open a table, and they see it.");
    let unknown = club.hall.challenge(&ann, Some(MemberId::Member(99)), &terms).expect_err("nobody").to_string();
    assert_eq!(unknown, "There is no such member.");
    std::mem::forget(club);
    let club = open();
    let seen = |who: &Member| club.hall.challenges(who).expect("them").iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((seen(&ann), seen(&bo), seen(&cy)), (vec![to_bo, to_all], vec![to_bo, to_all], vec![to_all]));
    let challenge = club.hall.challenges(&bo).expect("them").remove(0);
    assert_eq!(
        (challenge.terms, challenge.by.id, challenge.to.map(|to| to.id)),
        (terms.clone(), ann.id, Some(bo.id))
    );
    assert_eq!(refused(club.hall.accept(&cy, to_bo)), "This challenge is not open any more.");
    assert_eq!(refused(club.hall.accept(&ann, to_all)), "This is your own challenge.");
    assert!(matches!(club.hall.decline(&bo, to_all), Err(HallError::NoChallenge)), "it is for everybody");
    // A slow game starts without the challenger.
    let key = club.hall.accept(&bo, to_bo).expect("it is for this member");
    let table = club.hall.listed(&bo, key).expect("a table");
    assert_eq!((table.own, table.rated, table.table.is_some()), (Some(Side::new(1)), true, true));
    assert_eq!(refused(club.hall.accept(&bo, to_bo)), "This challenge is not open any more.");
    club.hall.withdraw(&ann, to_all).expect("her own");
    let again = club.hall.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    club.hall.decline(&bo, again).expect("it is for this member");
    assert!(seen(&ann).is_empty());
    // The challenger hears what became of them, once; of what she did herself she knows.
    let answers = || club.hall.answers(&ann).expect("them");
    let how: Vec<_> = answers().iter().map(|one| (one.challenge.id, one.how)).collect();
    assert_eq!(how, [(to_bo, Closing::Accepted(key)), (again, Closing::Declined)]);
    assert!(!club.hall.heard_answer(&bo, again).expect("not his"), "it is not his challenge");
    assert!(club.hall.heard_answer(&ann, again).expect("hers"));
    assert!(!club.hall.heard_answer(&ann, again).expect("hers"), "once");
    assert_eq!(answers().len(), 1);
    // Nobody accepts one for two weeks.
    let old = club.hall.challenge(&ann, None, &terms).expect("a challenge");
    *time.lock().expect("no panic") += PATIENCE;
    assert_eq!(refused(club.hall.accept(&cy, old)), "This challenge is not open any more.");
    club.hall.tick();
    assert_eq!(club.store.challenges_by(1).expect("a number"), 0);
    assert_eq!(
        club.hall.answers(&ann).expect("them").last().map(|one| (one.challenge.id, one.how)),
        Some((old, Closing::Expired))
    );
}

#[test]
fn a_kill_while_a_challenge_is_accepted_leaves_both_parts_or_none() {
    let folder = Folder::new("accepted");
    let open = || Club::open(folder.path(), &Opponents::default()).expect("a club");
    let club = open();
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let terms = Terms { clock: Some(ClockSetup::days(1)), ..Terms::new(game(2)) };
    let id = club.hall.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    // The table is written, and then the database stops.
    let other = Connection::open(folder.path().join(DATABASE)).expect("a second connection");
    let stop = "CREATE TRIGGER stop BEFORE UPDATE ON challenges BEGIN SELECT RAISE(ABORT, 'stopped'); END";
    other.execute_batch(stop).expect("a trigger");
    assert!(matches!(club.hall.accept(&bo, id), Err(HallError::Store(_))));
    assert!(club.hall.list(&bo).is_empty());
    std::mem::forget(club);
    other.execute_batch("DROP TRIGGER stop").expect("it is there");
    let tables: i64 = other.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)).expect("a number");
    assert_eq!(tables, 0, "no table without its challenge");
    let club = open();
    assert_eq!(club.hall.challenges(&bo).expect("them").len(), 1);
    let key = club.hall.accept(&bo, id).expect("it is open");
    std::mem::forget(club);
    let club = open();
    assert!(club.hall.challenges(&bo).expect("none").is_empty());
    let table = club.hall.listed(&bo, key).expect("the table");
    let people: Vec<_> = table.seats.iter().map(Seat::person).collect();
    assert_eq!((people, table.table.is_some()), (vec![Some(ann.id), Some(bo.id)], true));
}

#[test]
fn who_has_blocked_somebody_neither_sees_nor_gets_their_challenges() {
    let (_folder, club) = club("challenge-blocks");
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let terms = Terms::new(game(2));
    let to_bo = club.hall.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    let to_all = club.hall.challenge(&ann, None, &terms).expect("a challenge");
    club.block(bo.id, ann.id, true).expect("blocked");
    let refused =
        |by: &Member, to: &Member| club.hall.challenge(by, Some(to.id), &terms).expect_err("blocked").to_string();
    assert_eq!(refused(&ann, &bo), "player-2 does not take challenges from you.");
    assert_eq!(refused(&bo, &ann), "You have blocked player-1.");
    let seen = |who: &Member| club.hall.challenges(who).expect("them").iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((seen(&bo), seen(&ann), seen(&cy)), (vec![], vec![to_bo, to_all], vec![to_all]));
    for id in [to_bo, to_all] {
        assert!(matches!(club.hall.accept(&bo, id), Err(HallError::NoChallenge)));
    }
    club.block(bo.id, ann.id, false).expect("ended");
    assert_eq!(seen(&bo), [to_bo, to_all]);
}

#[test]
fn who_leaves_a_table_of_a_challenge_leaves_no_seat_for_others() {
    let (_folder, club) = club("challenge-left");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = club.enter(bo.clone());
    let id = club.hall.challenge(&ann, Some(bo.id), &Terms::new(game(2))).expect("a challenge");
    let key = club.hall.accept(&bo, id).expect("it is for him");
    assert!(club.hall.listed(&bo, key).is_some_and(|table| table.table.is_none()), "she is away");
    club.hall.leave(&bo, key).expect("his seat");
    assert!(club.hall.listed(&ann, key).is_none());
    // In a game of four, the seats that were open stay so.
    let id = club.hall.challenge(&ann, Some(bo.id), &Terms::new(game(4))).expect("a challenge");
    let key = club.hall.accept(&bo, id).expect("it is for him");
    club.hall.leave(&bo, key).expect("his seat");
    club.hall.sit(&bo, key, Side::new(3), None).expect("it is open");
    until("both are known", || club.hall.listed(&ann, key).is_some_and(|table| table.own == Some(Side::FIRST)));
}
