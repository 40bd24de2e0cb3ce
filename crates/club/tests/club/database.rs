//! The databases of the tests: files, or, where `HETERODOX_TEST_DATABASE` is the address of a server, a database there for
//! each folder. What is tested is the same.

use std::env;
use std::path::Path;
#[cfg(feature = "cluster")]
use std::process::Command;
use std::sync::Arc;

use heterodox_club::moment::Time;
use heterodox_club::store::{Store, StoreError};
use heterodox_club::{Club, ClubError, DATABASE};
use heterodox_play::players::Opponents;

/// The address of the server, without the name of a database.
fn server() -> Option<String> {
    env::var("HETERODOX_TEST_DATABASE").ok()
}

/// Runs SQL at the server with its own client.
#[cfg(feature = "cluster")]
fn psql(address: &str, sql: &str) -> String {
    let ran =
        Command::new("psql").args(["--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", sql, address]).output();
    let ran = ran.expect("psql");
    assert!(ran.status.success(), "{sql}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).trim().to_owned()
}

/// The address of the database of a folder, which is made if there is none.
#[cfg(feature = "cluster")]
fn address(server: &str, folder: &Path) -> String {
    let mut name: String = folder.display().to_string().to_ascii_lowercase();
    name.retain(|letter| letter.is_ascii_alphanumeric());
    let name = &name[name.len().saturating_sub(60)..];
    if psql(&format!("{server}/postgres"), &format!("SELECT 1 FROM pg_database WHERE datname = '{name}'"))
        .is_empty()
    {
        psql(&format!("{server}/postgres"), &format!("CREATE DATABASE \"{name}\""));
    }
    format!("{server}/{name}")
}

/// The way to the database of a folder, if the tests use a server.
#[cfg(feature = "cluster")]
pub(crate) fn on_server(folder: &Path) -> Option<heterodox_club::store::server::Server> {
    let server = reached(folder);
    if server.is_none() {
        println!("only with a database on a server");
    }
    server
}

#[cfg(feature = "cluster")]
fn reached(folder: &Path) -> Option<heterodox_club::store::server::Server> {
    let address = address(&server()?, folder);
    Some(heterodox_club::store::server::Server::new(&address).expect("an address"))
}

/// Opens the database of a folder.
pub(crate) fn store(folder: &Path) -> Result<Store, StoreError> {
    let path = folder.join(DATABASE);
    #[cfg(feature = "cluster")]
    if let Some(server) = reached(folder) {
        return Store::open_from(server, &path);
    }
    Store::open(&path)
}

/// The same for a server, which has the folder alone.
pub(crate) fn serve(folder: &Path) -> Result<Store, StoreError> {
    let path = folder.join(DATABASE);
    #[cfg(feature = "cluster")]
    if let Some(server) = reached(folder) {
        return Store::serve_from(server, &path);
    }
    Store::serve(&path)
}

/// Opens the club of a folder.
pub(crate) fn open(folder: &Path, opponents: &Opponents) -> Result<Arc<Club>, ClubError> {
    Club::on(store(folder)?, folder, opponents)
}

/// The same with a clock of its own.
pub(crate) fn open_at(folder: &Path, opponents: &Opponents, time: Time) -> Result<Arc<Club>, ClubError> {
    Club::on_at(store(folder)?, folder, opponents, time)
}

/// Changes a database as another program does.
pub(crate) fn change(folder: &Path, sql: &str) {
    #[cfg(feature = "cluster")]
    if let Some(server) = server() {
        psql(&address(&server, folder), sql);
        return;
    }
    file(folder).expect("a file").execute_batch(sql).expect("it is changed");
}

/// A number of a database, as another program reads it.
pub(crate) fn number(folder: &Path, sql: &str) -> i64 {
    #[cfg(feature = "cluster")]
    if let Some(server) = server() {
        return psql(&address(&server, folder), sql).parse().expect("a number");
    }
    file(folder).expect("a file").query_row(sql, [], |row| row.get(0)).expect("a number")
}

/// Another program has the file of SQLite open. A server has none: what only a file can do is tested with files only.
pub(crate) fn file(folder: &Path) -> Option<rusqlite::Connection> {
    if server().is_some() {
        println!("only for a database that is a file");
        return None;
    }
    Some(rusqlite::Connection::open(folder.join(DATABASE)).expect("a second connection"))
}
