//! Several servers share a club: who enters, who has which table, and what each knows of the others.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use heterodox_club::account::Dismissed;
use heterodox_club::store::NodeId;
use heterodox_club::table_service::Terms;
use heterodox_club::talk::{Room, Said};
use heterodox_club::tournament::{Form, Plan};
use heterodox_club::{Club, Way};
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::session::setup::ClockSetup;

use crate::database;
use crate::folder::Folder;
use crate::table_service::{game, member, play_on};

/// A server of the club of a folder, with an address of its own.
fn node(folder: &Folder, address: &str) -> Arc<Club> {
    let store = database::store(folder.path()).expect("a store");
    store.enter_node(address, None, (store.time())()).expect("a store").expect("nobody has the address");
    Club::on(store, folder.path(), &Opponents::default()).expect("a club")
}

/// Two servers that know each other.
fn two(name: &str) -> (Folder, [Arc<Club>; 2]) {
    let folder = Folder::new(name);
    let clubs = ["one:1", "two:1"].map(|address| node(&folder, address));
    look(&clubs);
    (folder, clubs)
}

/// Each looks until it knows what the others have told.
fn look(clubs: &[Arc<Club>]) {
    for _ in 0..2 {
        for club in clubs {
            assert!(club.look_at_nodes().expect("a look"));
        }
    }
}

/// This server has given no sign for long.
fn silence(folder: &Folder, club: &Club) {
    let node = club.store.node().expect("a node");
    database::change(folder.path(), &format!("UPDATE nodes SET seen = seen - 11000 WHERE id = {node}"));
}

/// A look that is due: signs are two seconds apart.
fn look_again(club: &Club) {
    std::thread::sleep(Duration::from_millis(2050));
    assert!(club.look_at_nodes().expect("a look"));
}

#[test]
fn a_server_enters_if_no_other_one_is_in_its_way() {
    let folder = Folder::new("nodes-enter");
    let open = || database::store(folder.path()).expect("a store");
    let now = SystemTime::now();
    let enter = |address: &str, after: u64| {
        open().enter_node(address, None, now + Duration::from_secs(after)).expect("a store")
    };
    let first = enter("one:1", 0).expect("nobody is there");
    assert_eq!(enter("one:1", 9).expect_err("it is there").id, first);
    assert_eq!(enter("", 9).expect_err("it is not alone").address, "one:1");
    let second = enter("two:1", 9).expect("another address");
    assert!(second > first);
    // The first one gave no sign for ten seconds.
    let again = enter("one:1", 11).expect("it is gone");
    // A server whose number is not there any more has to end.
    let store = open();
    assert!(!store.sign(first, None, now + Duration::from_secs(11)).expect("a store"));
    assert!(store.sign(again, None, now + Duration::from_secs(11)).expect("a store"));
    // One that is known to have ended is in nobody's way, unless it has given a sign since.
    let there = store.nodes(now + Duration::from_secs(12)).expect("a store");
    let old = there.iter().find(|row| row.id == again).expect("it is there").clone();
    let late = now + Duration::from_secs(13);
    assert!(store.sign(again, None, late).expect("a store"));
    assert!(open().enter_node("one:1", Some(old), late).expect("a store").is_err());
    let old = store.nodes(late).expect("a store").into_iter().find(|row| row.id == again);
    let last = open().enter_node("one:1", old, late).expect("a store").expect("it has ended");
    for left in [last, second] {
        store.leave_node(left, late).expect("a store");
    }
    assert!(open().enter_node("", None, late).expect("a store").is_ok(), "it is alone now");
    assert_eq!(open().enter_node("two:1", None, late).expect("a store").expect_err("one is alone").address, "");
}

#[test]
fn numbers_of_guests_are_different_at_all_servers() {
    let (_folder, clubs) = two("nodes-guests");
    let mut numbers: Vec<u64> = clubs
        .iter()
        .flat_map(|club| [(); 3].map(|()| club.guest_number().expect("a store").expect("several servers")))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 6);
    let (_folder, alone) = crate::club("nodes-none");
    assert_eq!(alone.guest_number().expect("a store"), None);
}

#[test]
fn the_tables_of_a_server_that_is_gone_are_taken_and_their_clocks_stand() {
    let (folder, [one, two]) = two("nodes-taken");
    let (ann, bo) = (member(&one, 0), member(&one, 1));
    let here: Vec<_> = [&ann, &bo].map(|who| one.enter(who.clone())).into();
    let clock = ClockSetup::read("10+5").expect("a clock");
    let keys: Vec<_> = (0..45)
        .map(|_| {
            let key = one.tables.open_table(&ann, &Terms { clock, ..Terms::new(game(2)) }).expect("a table");
            one.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
            key
        })
        .collect();
    for key in &keys {
        play_on(&one.tables.handle(&ann, *key, None).expect("a game"));
    }
    look_again(&one);
    look_again(&two);
    assert!(two.tables.all().is_empty(), "the first server is there");
    assert!(keys.iter().all(|key| two.tables.place_of(*key) == one.store.node()));
    // It ends as by a power cut: nobody plays, and nothing is said.
    silence(&folder, &one);
    std::thread::sleep(Duration::from_secs(3));
    look_again(&two);
    assert_eq!((two.tables.all().len(), two.taken_tables()), (keys.len(), keys.len() as i64));
    assert_eq!(two.tables.place_of(keys[0]), None);
    let _there = [&ann, &bo].map(|who| two.enter(who.clone()));
    for key in &keys {
        let seat = two.tables.handle(&bo, *key, None).expect("a game");
        let view = seat.table().newest();
        assert_eq!(view.position.acts().len(), 1);
        // The seat on turn has used what it had until the last sign, and no time after it: that was before its move.
        let left = view.clock(Side::new(1), std::time::Instant::now()).expect("a clock");
        assert!(left > Duration::from_secs(595), "{left:?}");
    }
    play_on(&two.tables.handle(&bo, keys[0], None).expect("a game"));
    // The first one wakes up: it lets go what it has lost, and shows nothing of it.
    drop(here);
    look_again(&one);
    one.tables.tick();
    look(&[Arc::clone(&one), Arc::clone(&two)]);
    assert!(one.tables.all().is_empty());
    assert!(keys.iter().all(|key| one.tables.place_of(*key) == two.store.node()));
}

#[test]
fn a_server_that_leaves_gives_its_tables_away_at_once() {
    let (_folder, [one, two]) = two("nodes-leave");
    let (ann, bo) = (member(&one, 0), member(&one, 1));
    let _here = [one.enter(ann.clone()), one.enter(bo.clone())];
    let slow = Terms { clock: Some(ClockSetup::days(1)), ..Terms::new(game(2)) };
    let key = one.tables.open_table(&ann, &slow).expect("a table");
    one.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    one.leave_nodes().expect("it leaves");
    assert!(two.look_at_nodes().expect("a look"));
    assert!(two.tables.all().iter().any(|listed| listed.key == key));
    assert!(!one.look_at_nodes().expect("a look"), "it has left");
    assert!(two.peers().is_empty());
}

#[test]
fn lists_show_the_tables_and_people_of_other_servers() {
    let (_folder, clubs) = two("nodes-lists");
    let [one, two] = &clubs;
    let (ann, bo) = (member(one, 0), member(one, 1));
    let _ann = one.enter(ann.clone());
    let _bo = two.enter(bo.clone());
    let key = one.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    let hidden = one.tables.open_table(&ann, &Terms { private: true, ..Terms::new(game(2)) }).expect("a table");
    look_again(one);
    look_again(two);
    let view = two.lobby();
    assert_eq!(view.here.iter().map(|here| here.member.id).collect::<Vec<_>>(), [ann.id, bo.id]);
    assert!(two.tables.is_here(ann.id), "games start with people at other servers");
    let listed: Vec<_> = view.tables.iter().map(|listed| (listed.key, listed.far)).collect();
    assert_eq!(listed, [(key, one.store.node())]);
    assert!(two.tables.listed(&bo, key).is_some_and(|listed| !listed.is_playing() && listed.is_open()));
    assert!(two.tables.listed(&bo, hidden).is_none(), "private");
    let code = one.tables.listed(&ann, hidden).and_then(|listed| listed.code).expect("a code");
    assert_eq!(two.tables.with_code(&bo, &code).map(|listed| listed.key), Some(hidden));
    // Who goes there is led by what the server gave the visit.
    let led = Arc::new(std::sync::Mutex::new(Vec::new()));
    let lead = Arc::clone(&led);
    let visit = two.enter(bo.clone()).led_by(Arc::new(move |way| lead.lock().expect("no panic").push(way)));
    assert!(visit.go_to(key, None) && visit.go_to(hidden, Some(&code)));
    let way = |table, code| Way { table, code, has_moved: false };
    assert_eq!(*led.lock().expect("no panic"), [way(key, None), way(hidden, Some(code))]);
    // The game begins at the server of the table, and lists tell whose move it is.
    let _at = one.enter(bo.clone());
    one.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    look_again(one);
    look_again(two);
    let listed = two.tables.listed(&bo, key).expect("a table");
    assert!(listed.is_playing() && listed.turn() == Some(Side::FIRST) && listed.own == Some(Side::new(1)));
    assert_eq!(two.tables.far_game_of(bo.id), Some(key));
}

#[test]
fn what_is_said_and_decided_at_one_server_is_known_at_the_others() {
    let (folder, clubs) = two("nodes-told");
    let [one, two] = &clubs;
    let (ann, bo) = (member(one, 0), member(one, 1));
    let mut visit = one.enter(ann.clone());
    let _bo = two.enter(bo.clone());
    let ann_two = two.enter(ann.clone());
    one.say(Room::Lobby, &ann, Said::Text("hello"), SystemTime::now()).expect("it is said");
    one.block(ann.id, bo.id, true).expect("a store");
    visit.rename("Annabel", SystemTime::now()).expect("a name");
    let plan = Plan::new(Form::Arena { minutes: 30 }, game(2), "3+2", false);
    let number = one.make_tournament(&ann, plan, SystemTime::now()).expect("a tournament");
    one.order_others("kick bo");
    look(&clubs);
    let lines: Vec<String> = two.lines(Room::Lobby, bo.id).iter().map(|line| line.text.clone()).collect();
    assert_eq!(lines, ["hello"]);
    assert!(two.blocks(ann.id, bo.id));
    assert_eq!(two.name_here(ann.id).as_deref(), Some("Annabel"));
    assert!(two.tournament(number).is_some());
    assert_eq!(two.take_orders(), ["kick bo"]);
    assert!(one.take_orders().is_empty());
    drop(ann_two);
    visit.delete(SystemTime::now()).expect("deleted");
    look(&clubs);
    assert!(two.take_dismissed().iter().any(|(whose, _)| *whose == Dismissed::Member(ann.id)));
    // A server that comes later knows what was said last.
    let three = node(&folder, "three:1");
    look(&[Arc::clone(&three)]);
    assert_eq!(three.lines(Room::Lobby, bo.id).len(), 1);
    assert_eq!(three.store.node(), Some(NodeId(3)));
}

#[test]
fn a_table_does_not_wait_for_a_host_who_has_gone_and_for_one_who_is_elsewhere_it_does() {
    let (_folder, clubs) = two("nodes-host");
    let [one, two] = &clubs;
    let ann = member(one, 0);
    let here = one.enter(ann.clone());
    let key = one.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    // She watches a game at the other server.
    let there = two.enter(ann.clone());
    drop(here);
    look_again(two);
    look_again(one);
    std::thread::sleep(Duration::from_secs(5));
    one.tables.tick();
    assert!(one.tables.listed(&ann, key).is_some());
    drop(there);
    look_again(two);
    look_again(one);
    std::thread::sleep(Duration::from_secs(6));
    one.tables.tick();
    assert!(one.tables.listed(&ann, key).is_none());
}
