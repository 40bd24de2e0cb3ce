//! A club is moved from a file to a server and back, and nothing is lost.

use heterodox_club::store::import::{Copied, from_server, to_server};
use heterodox_club::store::{Store, StoreError};
use heterodox_club::table_service::Terms;
use heterodox_club::{Club, DATABASE};
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;

use crate::database;
use crate::folder::Folder;
use crate::table_service::{game, member, play_on};

#[test]
fn a_club_is_moved_to_a_server_and_back() {
    let (folder, other) = (Folder::new("moved-club"), Folder::new("moved-back"));
    let (path, back) = (folder.path().join(DATABASE), other.path().join(DATABASE));
    let Some(server) = database::on_server(folder.path()) else { return };
    let club = Club::on(Store::open(&path).expect("a file"), folder.path(), &Opponents::default()).expect("a club");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    club.tables.challenge(&ann, None, &Terms::new(game(2))).expect("a challenge");
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    play_on(&club.tables.handle(&ann, key, None).expect("a game"));
    drop((here, club));
    let there = to_server(&path, server).expect("it is copied");
    let rows = |table: &str| there.iter().find(|copied| copied.table == table).map(|copied: &Copied| copied.rows);
    assert_eq!(
        (rows("members"), rows("hall"), rows("seats"), rows("challenges")),
        (Some(2), Some(1), Some(2), Some(1))
    );
    assert!(rows("events").is_some_and(|events| events >= 2));
    // A second time there is a club already.
    let server = || database::on_server(folder.path()).expect("a server");
    assert!(matches!(to_server(&path, server()), Err(StoreError::NotEmpty)));
    assert_eq!(from_server(server(), &back).expect("it is copied"), there);
    assert!(matches!(from_server(server(), &back), Err(StoreError::NotEmpty)));
    // They play on where they were.
    for store in [database::store(folder.path()), Store::open(&back)] {
        let club = Club::on(store.expect("a store"), folder.path(), &Opponents::default()).expect("a club");
        let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
        let seat = club.tables.handle(&bo, key, None).expect("a game");
        assert_eq!(seat.table().newest().position.acts().len(), 1);
        play_on(&seat);
        assert_eq!(club.tables.challenges(&bo).expect("them").len(), 1);
    }
}
