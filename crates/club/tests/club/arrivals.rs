//! New members: how many come from one network and in all, and how those go who never did anything.

use std::fs;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use heterodox_club::arrival::{DAY, MemberLimits, NotNow};
use heterodox_club::member::{Member, MemberId};
use heterodox_club::name::Name;
use heterodox_club::table_service::Terms;
use heterodox_club::tournament::{Form, Plan};
use heterodox_club::{Club, ClubError, Visit};
use heterodox_games::{GAMES, Registry};
use heterodox_play::players::Opponents;

use super::{club, opened};
use crate::database;
use crate::folder::Folder;

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + seconds)
}

/// Somebody comes with a key that is known by this number.
fn come(club: &Club, key: u16, from: IpAddr, now: SystemTime) -> Result<MemberId, NotNow> {
    let mut digest = [0; 32];
    digest[..2].copy_from_slice(&key.to_be_bytes());
    let arrived = club.arrive(digest, &format!("folder-{key}"), from, now).expect("the store");
    arrived.map(|(member, _)| member.id)
}

/// A different network for each number, in one site of IPv6.
fn v6(number: u16) -> IpAddr {
    Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1).into()
}

#[test]
fn so_many_new_members_come_from_one_network_in_a_day() {
    let (folder, club) = club("arrivals");
    let (crowd, other): (IpAddr, IpAddr) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
    let came: Vec<_> = (0..25).map(|key| come(&club, key, crowd, at(u64::from(key)))).collect();
    assert_eq!(came.iter().filter(|one| one.is_ok()).count(), 10, "{came:?}");
    assert_eq!(club.store.count_members().expect("the store"), 10);
    // The first of the ten came a day and 25 seconds ago when one more may.
    let (most, wait) = (10, Duration::from_secs(24 * 3600 - 24));
    assert_eq!(came[24], Err(NotNow::Network { most, wait }));
    let words = came[24].expect_err("refused").to_string();
    assert_eq!(words, "The limit of new members from your network is reached: 10 a day. Come again in 24 h.");
    assert_eq!(club.reached.all(), [("new_members_per_network", 15)]);
    // Who is known comes in, and so do others.
    assert_eq!(come(&club, 3, crowd, at(30)), came[3]);
    assert!(come(&club, 100, other, at(30)).is_ok());
    // Neither a restart nor a deletion makes room.
    let visit = club.enter(Member { id: came[0].expect("a member"), name: None });
    visit.delete(at(40)).expect("deleted");
    drop((visit, club));
    let club = opened(&folder);
    assert!(matches!(come(&club, 50, crowd, at(50)), Err(NotNow::Network { .. })));
    let day = DAY.as_secs();
    assert!(come(&club, 50, crowd, at(day)).is_ok(), "the place of the first one");
    assert!(come(&club, 51, crowd, at(day)).is_err());
    assert!(come(&club, 51, crowd, at(day + 1)).is_ok());
}

/// A customer of a provider has thousands of networks of 64 bits, and all of them together do not make a crowd.
#[test]
fn wider_networks_count_too_and_all_together() {
    let (_folder, first) = club("arrivals-v6");
    let came = (0..300).filter(|&key| come(&first, key, v6(key), at(0)).is_ok()).count();
    // Two networks of 56 bits, and twenty each.
    assert_eq!(came, 40);
    let (_folder, second) = club("arrivals-day");
    second.set_member_limits(MemberLimits { per_day: 5, ..MemberLimits::default() });
    let address = |key: u16| IpAddr::from([10, 0, 0, key as u8]);
    let came: Vec<_> = (0..9).map(|key| come(&second, key, address(key), at(0))).collect();
    assert_eq!(came.iter().filter(|one| one.is_ok()).count(), 5);
    assert_eq!(came[8], Err(NotNow::Day { most: 5, wait: DAY }));
    assert!(come(&second, 9, address(9), at(DAY.as_secs())).is_ok());
}

/// What a member can do once so that they stay.
type Deed = fn(&Arc<Club>, &Folder, &Visit);

const DEEDS: [Deed; 7] = [
    |club, _, visit| {
        let name = Name::parse("Ann", &Registry::default()).expect("a name");
        let MemberId::Member(number) = visit.member.id else { panic!("a guest") };
        club.store.rename(number, &name, at(0)).expect("the store").expect("a name");
    },
    |_, folder, visit| {
        let MemberId::Member(number) = visit.member.id else { panic!("a guest") };
        let own = folder.join(format!("players/folder-{}/games", number - 1));
        fs::create_dir_all(&own).expect("a folder");
        fs::write(own.join("a.pgn"), "*").expect("a file");
    },
    |_, _, visit| drop(visit.recovery_codes().expect("codes")),
    |club, _, visit| {
        club.tables.challenge(&visit.member, None, &Terms::new(GAMES[0])).expect("a challenge");
    },
    |club, _, visit| {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 2).expect("there is one");
        let plan = Plan::new(Form::RoundRobin, *game, "3+2", false);
        let number = club.make_tournament(&visit.member, plan, at(0)).expect("a tournament");
        club.add_computer(number, &visit.member, 1).expect("a computer");
        club.start_tournament(number, &visit.member, at(0)).expect("started");
    },
    |club, _, visit| {
        let MemberId::Member(number) = visit.member.id else { panic!("a guest") };
        assert_eq!(come(club, number as u16 - 1, v6(1), at(60)), Ok(visit.member.id));
    },
    |club, _, visit| {
        let MemberId::Member(number) = visit.member.id else { panic!("a guest") };
        club.store.set_zone(number, "Europe/Berlin").expect("the store");
    },
];

#[test]
fn members_who_never_did_anything_are_removed_and_no_others() {
    let folder = Folder::new("unused");
    let clock = Arc::new(Mutex::new(at(0)));
    let time = {
        let clock = Arc::clone(&clock);
        Arc::new(move || *clock.lock().expect("no panic"))
    };
    let club = database::open_at(folder.path(), &Opponents::default(), time).expect("a club");
    club.set_member_limits(MemberLimits { per_network: 100, ..MemberLimits::default() });
    let all = DEEDS.len() as u16 + 2;
    let ids: Vec<MemberId> = (0..all).map(|key| come(&club, key, v6(1), at(0)).expect("a member")).collect();
    let visit = |id| club.enter(Member { id, name: None });
    for (deed, id) in DEEDS.iter().zip(&ids) {
        deed(&club, &folder, &visit(*id));
    }
    // Of the other two one stays here for weeks, and one has left nothing but an empty folder.
    let (here, gone) = (visit(ids[7]), ids[8]);
    let own = folder.join("players/folder-8");
    fs::create_dir_all(&own).expect("a folder");
    let look = |days: u32| {
        *clock.lock().expect("no panic") = at(1) + DAY * days;
        club.tables.tick();
        club.removed_members()
    };
    assert_eq!(look(13), 0);
    assert_eq!(look(14), 1);
    let left = || ids.iter().filter(|id| club.name_of(**id).expect("the store") != "deleted player").count();
    assert_eq!(left(), ids.len() - 1);
    assert_eq!(club.name_of(gone).expect("the store"), "deleted player");
    assert!(!own.exists(), "their folder is gone too");
    drop(here);
    assert_eq!(look(15), 2, "nobody is here any more");
    assert_eq!(look(29), 2);
    // A challenge is forgotten after a month, and then its member has done nothing.
    assert_eq!(look(100), 3);
    // Their keys make new members.
    assert!(come(&club, 8, v6(1), at(200 * DAY.as_secs())).is_ok_and(|id| id != gone));
    assert!(matches!(club.archive(gone, &mut Vec::new()), Err(ClubError::Store(_))));
}
