//! The log of a table keeps the contract of all logs, on a file and on a server.

#[path = "../../../play/src/record/event_log/contract.rs"]
mod contract;

use std::sync::Arc;
use std::time::SystemTime;

use heterodox_club::member::MemberId;
use heterodox_club::store::{Origin, StoreLog, TableRow};

use crate::database;
use crate::folder::Folder;

#[test]
fn a_log_in_the_database_keeps_the_contract() {
    let folder = Folder::new("event-log");
    let open = || Arc::new(database::store(folder.path()).expect("a store"));
    let store = open();
    let row = TableRow {
        key: heterodox_club::store::TableKey(0),
        host: MemberId::Member(1),
        setup: "{}".to_owned(),
        seats: Vec::new(),
        rated: false,
        tournament: None,
        code: None,
        opened: SystemTime::now(),
        started: None,
    };
    let claim = store.open_table(row, Origin::Host).expect("a store").expect("a table");
    contract::contract(StoreLog::open(&store, claim.key).expect("a log"), |log| {
        drop(log);
        StoreLog::open(&open(), claim.key).expect("a log")
    });
}
