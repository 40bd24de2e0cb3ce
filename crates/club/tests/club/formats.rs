//! A database on a server has the tables that a file has.

use std::collections::BTreeSet;

#[cfg(feature = "cluster")]
use heterodox_club::store::import;
use heterodox_club::store::sql::{Connection, Row};
use heterodox_club::store::{Store, StoreError, sql};

use crate::database;
use crate::folder::Folder;

/// The names of all tables with their columns, and whether each may hold nothing.
type Columns = BTreeSet<(String, String, bool)>;

fn columns(connection: &Connection) -> Result<Columns, StoreError> {
    let sql = if connection.sqlite().is_some() {
        "SELECT tables.name, columns.name, columns.\"notnull\" = 0 AND columns.pk = 0 FROM sqlite_master AS tables
         JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
    } else {
        // What a server alone has: its format, and the turn of the writers.
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), is_nullable = 'YES' FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name NOT IN ('format', 'turn')"
    };
    let column = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    Ok(connection.all(sql, sql::params![], column)?.into_iter().collect())
}

#[test]
fn a_server_has_the_tables_of_a_file() {
    let folder = Folder::new("columns");
    let tested = database::store(folder.path()).expect("a database").read(columns).expect("its columns");
    let file = Store::open(&folder.path().join("file.db")).expect("a file").read(columns).expect("its columns");
    assert!(file.len() > 80, "{}", file.len());
    assert_eq!(tested, file);
}

#[cfg(feature = "cluster")]
#[test]
fn no_column_is_forgotten_when_a_club_is_moved() {
    let folder = Folder::new("moved-columns");
    let store = Store::open(&folder.path().join("file.db")).expect("a file");
    let all = store.read(columns).expect("its columns");
    let all: BTreeSet<(&str, &str)> = all.iter().map(|(table, column, _)| (&**table, &**column)).collect();
    let of = |(table, keys, others): &(&'static str, &'static [&'static str], &'static [&'static str])| {
        let table = *table;
        keys.iter().chain(*others).map(move |column| (table, *column))
    };
    assert_eq!(import::TABLES.iter().flat_map(of).collect::<BTreeSet<_>>(), all);
}
