//! Who is woken by what: only those whose screens could show it.

use std::sync::Arc;
use std::time::SystemTime;

use super::club;
use heterodox_club::Club;
use heterodox_club::change_notifier::{Listening, Topic};
use heterodox_club::member::Member;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{Terms, Wanted};
use heterodox_club::talk::{Room, Said};
use heterodox_club::tournament::{Form, Plan};
use heterodox_games::built_in;
use heterodox_kernel::side::Side;
use heterodox_play::session::setup::ClockSetup;

fn member(club: &Club, key: u8) -> Member {
    let arrived = club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
    arrived.expect("a member").0
}

/// Ann, Ben and Cleo listen to what is theirs, and somebody to each of the other topics.
struct Ears(Vec<(&'static str, Topic, Listening)>);

impl Ears {
    fn new(club: &Club, [ann, ben, cleo]: [&Member; 3], table: TableKey) -> Ears {
        let topics = [
            ("ann", Topic::Member(ann.id)),
            ("ben", Topic::Member(ben.id)),
            ("cleo", Topic::Member(cleo.id)),
            ("lobby", Topic::Lobby),
            ("talk", Topic::LobbyTalk),
            ("table", Topic::Table(table)),
            ("tournaments", Topic::Tournaments),
        ];
        let listen = |(name, topic)| (name, topic, club.notifier.listen(&[topic], Arc::new(|| {})));
        let ears = Ears(topics.map(listen).into());
        ears.woken();
        ears
    }

    /// Who was woken since the last call.
    fn woken(&self) -> Vec<&'static str> {
        self.0
            .iter()
            .filter(|(_, topic, listening)| listening.heard().has(*topic))
            .map(|(name, ..)| *name)
            .collect()
    }
}

#[test]
fn a_change_wakes_those_who_could_see_it() {
    let (_folder, club) = club("woken");
    let [ann, ben, cleo] = [1, 2, 3].map(|key| member(&club, key));
    let game = built_in("sanctuary").expect("a game");
    let tables = &club.tables;
    let slow = Terms { clock: Some(ClockSetup::days(1)), ..Terms::new(game) };
    let key = tables.open_table(&ann, &slow).expect("a table");
    let ears = Ears::new(&club, [&ann, &ben, &cleo], key);

    club.say(Room::Lobby, &ben, Said::Text("hello"), SystemTime::now()).expect("it is said");
    assert_eq!(ears.woken(), ["talk"]);
    club.say(Room::Watchers(key), &cleo, Said::Text("hello"), SystemTime::now()).expect("it is said");
    assert_eq!(ears.woken(), ["table"]);
    club.mute(ann.id, ben.id, true);
    assert_eq!(ears.woken(), ["ann"]);
    club.block(cleo.id, ben.id, true).expect("the store");
    assert_eq!(ears.woken(), ["ben", "cleo"]);

    let challenge = tables.challenge(&ann, Some(ben.id), &slow).expect("a challenge");
    assert_eq!(ears.woken(), ["ann", "ben"]);
    tables.decline(&ben, challenge).expect("it is declined");
    assert_eq!(ears.woken(), ["ann", "ben"]);
    tables.heard_answer(&ann, challenge).expect("it is heard");
    assert_eq!(ears.woken(), ["ann"]);
    let to_all = tables.challenge(&ben, None, &slow).expect("a challenge");
    assert_eq!(ears.woken(), ["ben", "lobby"]);
    tables.withdraw(&ben, to_all).expect("it is withdrawn");
    assert_eq!(ears.woken(), ["ben", "lobby"]);

    tables.sit(&ben, key, Side::new(1), None).expect("a seat");
    assert_eq!(ears.woken(), ["ann", "ben", "lobby", "table"]);
    let private = Terms { private: true, seats: vec![Wanted::Host, Wanted::Open], ..slow };
    tables.open_table(&cleo, &private).expect("a table");
    assert_eq!(ears.woken(), ["cleo", "lobby"]);

    let plan = Plan::new(Form::Arena { minutes: 30 }, game, "5+3", false);
    club.make_tournament(&cleo, plan, SystemTime::now()).expect("a tournament");
    assert_eq!(ears.woken(), ["lobby", "tournaments"]);
    let visit = club.enter(ann.clone());
    assert_eq!(ears.woken(), ["lobby"]);
    drop(visit);
    assert_eq!(ears.woken(), ["lobby"]);
    club.notifier.notify_all();
    assert_eq!(ears.woken().len(), 7);
}

#[test]
fn the_lobby_is_read_once_for_each_change() {
    let (_folder, club) = club("shared-lobby");
    let [ann, ben] = [1, 2].map(|key| member(&club, key));
    let _ann = club.enter(ann.clone());
    let one = club.lobby();
    assert!(Arc::ptr_eq(&one, &club.lobby()), "all share one view");
    // What is said changes nothing of it.
    club.say(Room::Lobby, &ann, Said::Text("hello"), SystemTime::now()).expect("it is said");
    assert!(Arc::ptr_eq(&one, &club.lobby()));
    let visit = club.enter(ben.clone());
    let here = |club: &Club| -> Vec<Member> { club.lobby().here.iter().map(|here| here.member.clone()).collect() };
    assert_eq!(here(&club), [ann.clone(), ben.clone()]);
    drop(visit);
    assert_eq!(here(&club), std::slice::from_ref(&ann));
    let terms = Terms::new(built_in("sanctuary").expect("a game"));
    let public = club.tables.open_table(&ann, &terms).expect("a table");
    club.tables.open_table(&ann, &Terms { private: true, ..terms.clone() }).expect("a table");
    let tables: Vec<TableKey> = club.lobby().tables.iter().map(|listed| listed.key).collect();
    assert_eq!(tables, [public], "a private table is not for all");
    assert_eq!(club.tables.own(&ann).len(), 2);
    let before = club.lobby().challenges;
    club.tables.challenge(&ben, Some(ann.id), &terms).expect("a challenge");
    assert_eq!(club.lobby().challenges, before);
    club.tables.challenge(&ben, None, &terms).expect("a challenge");
    assert_ne!(club.lobby().challenges, before);
}
