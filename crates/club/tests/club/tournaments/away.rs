//! Games of tournaments that wait for somebody who is away.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heterodox_club::member::{Member, MemberId};
use heterodox_club::store::TableKey;
use heterodox_club::tournament::{Form, POINT, Phase, Plan, Tournament, TournamentLimits, Who};
use heterodox_club::{Club, Visit};
use heterodox_play::session::table::command::SeatCommand;

use super::{at, member, of_seats};
use crate::{club, opened};

/// A round-robin of three members, of whom the last one is away; started.
fn with_one_away(club: &Arc<Club>) -> (i64, [Member; 3], Vec<Visit>) {
    let people = [1, 2, 3].map(|key| member(club, key));
    let plan = Plan::new(Form::RoundRobin, of_seats(2), "3+2", true);
    let number = club.make_tournament(&people[0], plan, at(0)).expect("a tournament");
    for who in &people[1..] {
        club.join_tournament(number, who).expect("joined");
    }
    let here = people[..2].iter().map(|who| club.enter(who.clone())).collect();
    club.start_tournament(number, &people[0], at(0)).expect("started");
    (number, people, here)
}

fn set_away(club: &Club, seconds: u64) {
    club.set_tournament_limits(TournamentLimits { away: Duration::from_secs(seconds), ..club.tournament_limits() });
}

/// The open games of a tournament: their tables and since when they wait.
fn open_bouts(club: &Club, number: i64) -> Vec<(TableKey, Option<u64>)> {
    let one = club.tournament(number).expect("it is there");
    let open = one.bouts.iter().filter(|bout| bout.shares.is_none());
    open.filter_map(|bout| Some((TableKey(bout.table?), bout.waits))).collect()
}

#[test]
fn a_game_against_somebody_who_stays_away_is_lost_for_them() {
    let (folder, club) = club("round-away");
    let (number, people, here) = with_one_away(&club);
    set_away(&club, 300);
    let mut now = 0;
    let mut look = |club: &Club, seconds| {
        now += seconds;
        club.run_tournaments(at(now)).expect("the store");
    };
    // The two who are here resign to the first one; games with the third one wait.
    let play = |club: &Club| {
        for (key, waits) in open_bouts(club, number) {
            if waits.is_none() && club.tables.listed(&people[0], key).is_some_and(|table| table.table.is_some()) {
                let seat = club.tables.handle(&people[1], key, None).expect("a game");
                let _eyes = seat.subscribe(Arc::new(|| {}));
                let own = club.tables.listed(&people[1], key).and_then(|table| table.own);
                let Some(side) = own else { continue };
                seat.command(SeatCommand::Resign(side)).expect("resigned");
                let patience = Instant::now() + Duration::from_secs(300);
                while club.tables.finished(key).expect("the store").is_none() {
                    assert!(Instant::now() < patience, "the game is not over");
                }
            }
        }
    };
    look(&club, 1);
    look(&club, 1);
    let mut lost = Vec::new();
    let mut club = club;
    let mut here = here;
    for round in 0..40 {
        if club.tournament(number).is_some_and(|one| one.phase == Phase::Over) {
            break;
        }
        play(&club);
        look(&club, 1);
        let waiting: Vec<_> = open_bouts(&club, number).into_iter().filter(|(_, waits)| waits.is_some()).collect();
        if let [(key, Some(_))] = waiting[..] {
            look(&club, 290);
            assert!(open_bouts(&club, number).iter().any(|(open, _)| *open == key), "too early");
            if round == 0 || lost.is_empty() {
                // The time that was waited is kept over a restart.
                drop((here, club));
                club = opened(&folder);
                set_away(&club, 300);
                here = people[..2].iter().map(|who| club.enter(who.clone())).collect();
            }
            look(&club, 15);
            assert!(!open_bouts(&club, number).iter().any(|(open, _)| *open == key), "it is decided");
            assert!(club.tables.listed(&people[0], key).is_none(), "its table is closed");
            lost.push(key);
        }
    }
    let over = club.tournament(number).expect("it is there");
    assert_eq!((over.phase, lost.len()), (Phase::Over, 2), "{over:?}");
    let points: Vec<(String, f64)> =
        over.table().iter().map(|row| (over.entrants[row.entrant].name.clone(), row.points)).collect();
    let expected =
        [("player-1", 2.0), ("player-2", 1.0), ("player-3", 0.0)].map(|(name, points)| (name.to_owned(), points));
    assert_eq!(points, expected);
    drop(here);
}

#[test]
fn who_comes_back_in_time_has_lost_nothing() {
    let (_folder, club) = club("round-back");
    let (number, people, _here) = with_one_away(&club);
    let look = |seconds| club.run_tournaments(at(seconds)).expect("the store");
    for seconds in 1..4 {
        look(seconds);
    }
    let one = club.tournament(number).expect("it is there");
    let third = one.bouts.iter().find(|bout| bout.has(2)).cloned();
    // In the first round the third one may be free; then two who are here play.
    let Some(bout) = third else {
        assert!(open_bouts(&club, number).iter().all(|(_, waits)| waits.is_none()));
        return;
    };
    assert_eq!(bout.waits.map(|since| since > 0), Some(true));
    let _third = club.enter(people[2].clone());
    let patience = Instant::now() + Duration::from_secs(300);
    let key = TableKey(bout.table.expect("a table"));
    while club.tables.listed(&people[2], key).is_none_or(|table| table.table.is_none()) {
        assert!(Instant::now() < patience, "the game does not start");
        std::thread::sleep(Duration::from_millis(2));
    }
    look(30);
    let open = open_bouts(&club, number);
    assert!(open.contains(&(key, None)), "{open:?}");
}

#[test]
fn nobody_gets_a_point_where_nobody_comes_and_shares_are_exact() {
    let plan = Plan::new(Form::RoundRobin, of_seats(4), "3+2", false);
    let members: Vec<Who> = (1..=4).map(|number| Who::Member(MemberId::Member(number))).collect();
    let start = || {
        let mut one = Tournament::new(plan.clone(), MemberId::Member(1));
        for who in &members {
            one.join(*who, "name").expect("joined");
        }
        one.start(members[0], at(0)).expect("started");
        let draft = one.due(at(1), |_| true).remove(0);
        one.started(draft, 7);
        one
    };
    let patience = Duration::from_secs(60);
    let mut one = start();
    assert!(!one.waits_for(7, &members, patience, at(10)));
    assert!(!one.waits_for(7, &members, patience, at(69)));
    assert!(one.waits_for(7, &members, patience, at(70)));
    assert_eq!(one.bouts[0].shares, Some(vec![0; 4]));
    assert!(!one.waits_for(7, &members, patience, at(80)), "it is over");
    // Somebody who is here for a moment begins a new wait; three who are here share the point.
    let mut one = start();
    assert!(!one.waits_for(7, &members[..1], patience, at(10)));
    one.continues(7);
    assert!(!one.waits_for(7, &members[..1], patience, at(80)));
    assert!(one.waits_for(7, &members[..1], patience, at(140)));
    let mut shares = one.bouts[0].shares.clone().expect("over");
    shares.sort_unstable();
    assert_eq!(shares, [0, POINT / 3, POINT / 3, POINT / 3]);
}
