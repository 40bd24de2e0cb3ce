//! Challenges: they wait, are answered once, and become a table in the same transaction.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use heterodox_club::challenge::{CHALLENGE_LIFETIME, COUNTED, ChallengeId, MostChallenges};
use heterodox_club::member::{Member, MemberId};
use heterodox_club::store::{Closing, LISTED, TableKey};
use heterodox_club::table_service::{Seat, TableServiceError, Terms};
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::session::setup::ClockSetup;

use super::{club_at, game, member, until};
use crate::club;
use crate::database;
use crate::folder::Folder;

#[test]
fn challenges_wait_are_answered_once_and_expire() {
    let folder = Folder::new("challenges");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let open = || club_at(folder.path(), &time);
    let club = open();
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let clock = Some(ClockSetup::days(3));
    let terms = Terms { clock, rated: true, ..Terms::new(game(2)) };
    let refused = |result: Result<TableKey, TableServiceError>| result.expect_err("refused").to_string();
    let to_bo = club.tables.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    let to_all = club.tables.challenge(&ann, None, &Terms::new(game(4))).expect("a challenge");
    let guest = club.tables.challenge(&Member::guest(1), None, &terms).expect_err("a guest").to_string();
    assert_eq!(guest, "Only members can play by challenge: log in with a key.");
    let to_guest = club.tables.challenge(&ann, Some(Member::guest(1).id), &terms).expect_err("a guest").to_string();
    assert_eq!(to_guest, "Guests cannot be challenged: open a table, and they see it.");
    let unknown = club.tables.challenge(&ann, Some(MemberId::Member(99)), &terms).expect_err("nobody").to_string();
    assert_eq!(unknown, "There is no such member.");
    std::mem::forget(club);
    let club = open();
    let seen =
        |who: &Member| club.tables.challenges(who).expect("them").iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((seen(&ann), seen(&bo), seen(&cy)), (vec![to_bo, to_all], vec![to_bo, to_all], vec![to_all]));
    let challenge = club.tables.challenges(&bo).expect("them").remove(0);
    assert_eq!(
        (challenge.terms, challenge.by.id, challenge.to.map(|to| to.id)),
        (terms.clone(), ann.id, Some(bo.id))
    );
    assert_eq!(refused(club.tables.accept(&cy, to_bo)), "This challenge is not open any more.");
    assert_eq!(refused(club.tables.accept(&ann, to_all)), "This is your own challenge.");
    assert!(matches!(club.tables.decline(&bo, to_all), Err(TableServiceError::NoChallenge)), "it is for everybody");
    // A slow game starts without the challenger.
    let key = club.tables.accept(&bo, to_bo).expect("it is for this member");
    let table = club.tables.listed(&bo, key).expect("a table");
    assert_eq!((table.own, table.rated, table.table.is_some()), (Some(Side::new(1)), true, true));
    assert_eq!(refused(club.tables.accept(&bo, to_bo)), "This challenge is not open any more.");
    club.tables.withdraw(&ann, to_all).expect("her own");
    let again = club.tables.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    club.tables.decline(&bo, again).expect("it is for this member");
    assert!(seen(&ann).is_empty());
    // The challenger hears what became of them, once; of what she did herself she knows.
    let answers = || club.tables.answers(&ann).expect("them");
    let how: Vec<_> = answers().iter().map(|one| (one.challenge.id, one.how)).collect();
    assert_eq!(how, [(to_bo, Closing::Accepted(key)), (again, Closing::Declined)]);
    assert!(!club.tables.heard_answer(&bo, again).expect("not his"), "it is not his challenge");
    assert!(club.tables.heard_answer(&ann, again).expect("hers"));
    assert!(!club.tables.heard_answer(&ann, again).expect("hers"), "once");
    assert_eq!(answers().len(), 1);
    // Nobody accepts one for two weeks.
    let old = club.tables.challenge(&ann, None, &terms).expect("a challenge");
    *time.lock().expect("no panic") += CHALLENGE_LIFETIME;
    assert_eq!(refused(club.tables.accept(&cy, old)), "This challenge is not open any more.");
    club.tables.tick();
    assert_eq!(club.store.challenges_by(1).expect("a number"), 0);
    assert_eq!(
        club.tables.answers(&ann).expect("them").last().map(|one| (one.challenge.id, one.how)),
        Some((old, Closing::Expired))
    );
}

#[test]
fn a_kill_while_a_challenge_is_accepted_leaves_both_parts_or_none() {
    let folder = Folder::new("accepted");
    let open = || database::open(folder.path(), &Opponents::default()).expect("a club");
    let club = open();
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let terms = Terms { clock: Some(ClockSetup::days(1)), ..Terms::new(game(2)) };
    let id = club.tables.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    // The table is written, and then the database stops.
    let Some(other) = database::file(folder.path()) else { return };
    let stop = "CREATE TRIGGER stop BEFORE UPDATE ON challenges BEGIN SELECT RAISE(ABORT, 'stopped'); END";
    other.execute_batch(stop).expect("a trigger");
    assert!(matches!(club.tables.accept(&bo, id), Err(TableServiceError::Store(_))));
    assert!(club.tables.own(&bo).is_empty());
    std::mem::forget(club);
    other.execute_batch("DROP TRIGGER stop").expect("it is there");
    let tables: i64 = other.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)).expect("a number");
    assert_eq!(tables, 0, "no table without its challenge");
    let club = open();
    assert_eq!(club.tables.challenges(&bo).expect("them").len(), 1);
    let key = club.tables.accept(&bo, id).expect("it is open");
    std::mem::forget(club);
    let club = open();
    assert!(club.tables.challenges(&bo).expect("none").is_empty());
    let table = club.tables.listed(&bo, key).expect("the table");
    let people: Vec<_> = table.seats.iter().map(Seat::person).collect();
    assert_eq!((people, table.table.is_some()), (vec![Some(ann.id), Some(bo.id)], true));
}

#[test]
fn who_has_blocked_somebody_neither_sees_nor_gets_their_challenges() {
    let (_folder, club) = club("challenge-blocks");
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let terms = Terms::new(game(2));
    let to_bo = club.tables.challenge(&ann, Some(bo.id), &terms).expect("a challenge");
    let to_all = club.tables.challenge(&ann, None, &terms).expect("a challenge");
    club.block(bo.id, ann.id, true).expect("blocked");
    let refused =
        |by: &Member, to: &Member| club.tables.challenge(by, Some(to.id), &terms).expect_err("blocked").to_string();
    assert_eq!(refused(&ann, &bo), "player-2 does not take challenges from you.");
    assert_eq!(refused(&bo, &ann), "You have blocked player-1.");
    let seen =
        |who: &Member| club.tables.challenges(who).expect("them").iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((seen(&bo), seen(&ann), seen(&cy)), (vec![], vec![to_bo, to_all], vec![to_all]));
    for id in [to_bo, to_all] {
        assert!(matches!(club.tables.accept(&bo, id), Err(TableServiceError::NoChallenge)));
    }
    club.block(bo.id, ann.id, false).expect("ended");
    assert_eq!(seen(&bo), [to_bo, to_all]);
}

#[test]
fn who_leaves_a_table_of_a_challenge_leaves_no_seat_for_others() {
    let (_folder, club) = club("challenge-left");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = club.enter(bo.clone());
    let id = club.tables.challenge(&ann, Some(bo.id), &Terms::new(game(2))).expect("a challenge");
    let key = club.tables.accept(&bo, id).expect("it is for him");
    assert!(club.tables.listed(&bo, key).is_some_and(|table| table.table.is_none()), "she is away");
    club.tables.leave(&bo, key).expect("his seat");
    assert!(club.tables.listed(&ann, key).is_none());
    // In a game of four, the seats that were open stay so.
    let id = club.tables.challenge(&ann, Some(bo.id), &Terms::new(game(4))).expect("a challenge");
    let key = club.tables.accept(&bo, id).expect("it is for him");
    club.tables.leave(&bo, key).expect("his seat");
    club.tables.sit(&bo, key, Side::new(3), None).expect("it is open");
    until("both are known", || club.tables.listed(&ann, key).is_some_and(|table| table.own == Some(Side::FIRST)));
}

/// Fills the store as many accounts would, before there were limits: so many open challenges to everybody.
fn fill(folder: &Folder, open: i64) {
    let all = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {open})
         INSERT INTO members (id, folder, joined) SELECT 1000 + i, 'many-' || i, 0 FROM n;
         INSERT INTO challenges (id, by_member, to_member, terms, rated, made, state, told)
         SELECT members.id - 999, members.id, NULL, terms, 0, made, 'open', 0 FROM members, challenges
         WHERE folder LIKE 'many-%' AND state = 'open';"
    );
    database::change(folder.path(), &all);
}

#[test]
fn a_list_is_as_long_as_one_can_read_however_many_there_are() {
    let (folder, club) = club("challenge-many");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let own = club.tables.challenge(&ann, Some(bo.id), &Terms::new(game(2))).expect("a challenge");
    fill(&folder, 20_000);
    let listed = club.tables.challenges(&bo).expect("them");
    assert_eq!(listed.len(), 1 + LISTED);
    assert_eq!(listed[0].id, own, "what is for this member is listed in any case");
    assert_eq!(club.tables.more_challenges(&bo).expect("a number"), COUNTED);
    // What is not listed can be accepted all the same.
    let old = ChallengeId(own.0 + 1);
    assert!(listed.iter().all(|one| one.id != old));
    club.tables.accept(&bo, old).expect("it is open");
}

#[test]
fn one_member_does_not_fill_the_lobby_of_all() {
    let (_folder, club) = club("challenge-limits");
    let people: Vec<Member> = (0..5).map(|key| member(&club, key)).collect();
    let (ann, bo, cy) = (&people[0], &people[1], &people[2]);
    let terms = Terms::new(game(2));
    let most = MostChallenges { to_all: 2, member: 4, waiting: 3, all: 9 };
    club.tables.set_most_challenges(most);
    let ask = |by: &Member, to: Option<&Member>| {
        let asked = club.tables.challenge(by, to.map(|to| to.id), &terms);
        asked.map_err(|error| error.to_string())
    };
    // Two terminals of hers ask at the same time.
    std::thread::scope(|scope| {
        let asked = (0..20).map(|_| scope.spawn(|| ask(ann, None).is_ok())).collect::<Vec<_>>();
        let taken = asked.into_iter().filter_map(|one| one.join().expect("no panic").then_some(())).count();
        assert_eq!(taken, 2);
    });
    assert_eq!(club.tables.challenges(cy).expect("them").len(), 2);
    let told = "You have 2 open challenges to everybody: withdraw one first, or challenge one member.";
    assert_eq!(ask(ann, None), Err(told.to_owned()));
    let own = [ask(ann, Some(bo)), ask(ann, Some(bo))].map(|asked| asked.expect("a challenge"));
    assert_eq!(ask(ann, Some(cy)), Err("You have 4 open challenges: withdraw one first.".to_owned()));
    ask(cy, Some(bo)).expect("a challenge");
    let full = Err("Too many challenges wait for player-2: try again when some are answered.".to_owned());
    assert_eq!(ask(cy, Some(bo)), full);
    // Those of somebody who is blocked keep nobody out.
    club.block(bo.id, ann.id, true).expect("blocked");
    ask(cy, Some(bo)).expect("a challenge");
    club.block(bo.id, ann.id, false).expect("ended");
    assert_eq!(ask(cy, Some(bo)), full);
    for by in [&people[3], &people[4], &people[3]] {
        ask(by, None).expect("a challenge");
    }
    let full = "There are too many open challenges on this server: open a table instead.";
    assert_eq!(ask(&people[4], None), Err(full.to_owned()));
    club.tables.withdraw(ann, own[0]).expect("her own");
    ask(&people[4], None).expect("there is room again");
    let reached = club.reached.all();
    let limit = |name| reached.iter().find(|(limit, _)| *limit == name).map(|(_, count)| *count);
    assert_eq!((limit("challenges_to_all"), limit("challenges_per_member")), (Some(19), Some(1)));
    assert_eq!((limit("challenges_waiting"), limit("challenges")), (Some(2), Some(1)));
}
