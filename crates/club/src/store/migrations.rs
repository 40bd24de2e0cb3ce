//! The formats of the database. Each step is a numbered file that is never changed once it was released; the number of
//! the last one is the `user_version` of the database.

#[cfg(feature = "cluster")]
pub(super) mod postgres;

use rusqlite::Connection;

use super::StoreError;
use super::sql::SqlError;

/// The steps, each with the format to which it leads, the first one first.
const STEPS: &[(u32, &str)] = &[
    (1, include_str!("migrations/001.sql")),
    (2, include_str!("migrations/002.sql")),
    (3, include_str!("migrations/003.sql")),
    (4, include_str!("migrations/004.sql")),
    (5, include_str!("migrations/005.sql")),
    (6, include_str!("migrations/006.sql")),
    (7, include_str!("migrations/007.sql")),
    (8, include_str!("migrations/008.sql")),
    (9, include_str!("migrations/009.sql")),
    (10, include_str!("migrations/010.sql")),
    (11, include_str!("migrations/011.sql")),
    (12, include_str!("migrations/012.sql")),
    (13, include_str!("migrations/013.sql")),
    (14, include_str!("migrations/014.sql")),
    (15, include_str!("migrations/015.sql")),
    (16, include_str!("migrations/016.sql")),
    (17, include_str!("migrations/017.sql")),
    (18, include_str!("migrations/018.sql")),
];

/// The format of this program.
pub(super) const NEWEST: u32 = STEPS[STEPS.len() - 1].0;

/// Brings the database to the format of this program. Each step is one transaction.
pub(super) fn run(connection: &mut Connection) -> Result<(), StoreError> {
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let found: u32 = found.map_err(SqlError::from)?;
    if found > NEWEST {
        return Err(StoreError::Newer { found, known: NEWEST });
    }
    for &(to, step) in STEPS.iter().filter(|(to, _)| *to > found) {
        let mut apply = || {
            let transaction = connection.transaction()?;
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", to)?;
            transaction.commit()
        };
        apply().map_err(|error| StoreError::Migration { to, error: error.into() })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use crate::member::MemberId;
    use crate::ratings::Ladder;
    use crate::store::Store;
    use crate::store::sql::params;

    #[test]
    fn a_database_of_every_format_is_brought_up_to_date() {
        for start in 0..=NEWEST {
            let folder = Folder::new(&format!("format-{start}"));
            let path = folder.path().join("club.db");
            let connection = Connection::open(&path).expect("a database");
            for (_, step) in STEPS.iter().filter(|(to, _)| *to <= start) {
                connection.execute_batch(step).expect("a step");
            }
            connection.pragma_update(None, "user_version", start).expect("a format");
            drop(connection);
            let store = Store::open(&path).expect("a store");
            let format = store.read(|connection| {
                Ok(connection.one("PRAGMA user_version", params![], |row| row.get::<_, u32>(0))?)
            });
            assert_eq!(format.expect("a format"), NEWEST);
        }
    }

    #[test]
    fn tables_to_which_a_member_was_asked_become_challenges() {
        let folder = Folder::new("invited");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        for (_, step) in &STEPS[..5] {
            connection.execute_batch(step).expect("a step");
        }
        let rows = "
            INSERT INTO members (id, folder, joined) VALUES (1, 'one', 0), (2, 'two', 0), (3, 'three', 0);
            INSERT INTO tables (id, made) VALUES (1, 7), (2, 7), (3, 7), (4, 7);
            INSERT INTO hall (id, host, setup, rated, opened, started) VALUES
                (1, 'member:1', '{\"do\":\"begin\",\"game\":\"holywar\",\"seats\":[\"x\"]}', 1, 7, NULL),
                (2, 'member:1', '{}', 0, 7, NULL),
                (3, 'member:1', '{}', 0, 7, 8),
                (4, 'member:1', '{}', 0, 7, NULL);
            INSERT INTO seats (game, seat, person, name, level) VALUES
                (1, 0, NULL, NULL, 3), (1, 1, 'member:1', 'ann', NULL), (1, 2, NULL, NULL, NULL),
                (2, 0, 'member:1', 'ann', NULL), (2, 1, NULL, NULL, NULL),
                (3, 0, 'member:1', 'ann', NULL), (3, 1, 'member:2', 'bo', NULL),
                (4, 0, 'member:1', 'ann', NULL), (4, 1, NULL, NULL, NULL);
            INSERT INTO invited (game, member) VALUES (1, 2), (2, 2), (2, 3), (3, 2);
            INSERT INTO challenges (by_member, terms, rated, made, state) VALUES
                (2, '{}', 0, 5, 'declined'), (2, '{}', 0, 5, 'open');";
        connection.execute_batch(rows).expect("rows");
        connection.pragma_update(None, "user_version", 5).expect("a format");
        drop(connection);
        let store = Store::open(&path).expect("a store");
        // The game in progress and the table for everybody stay. Nobody else sits where others were asked.
        let tables: Vec<i64> =
            store.unfinished_tables().map(|rows| rows.into_iter().map(|row| row.key.0).collect()).expect("tables");
        assert_eq!(tables, [3, 4]);
        let all = store.challenges(2).expect("challenges");
        let found: Vec<_> = all.iter().map(|one| (one.by.id, one.to.as_ref().map(|to| to.id), one.rated)).collect();
        let member = MemberId::Member;
        assert_eq!(found, [(member(2), None, false), (member(1), Some(member(2)), true)]);
        let terms: serde_json::Value = serde_json::from_str(&all[1].terms).expect("JSON");
        assert_eq!(terms["seats"], serde_json::json!(["computer:3", "host", "open"]));
        assert_eq!(terms["game"], "holywar");
        // Of a challenge that was answered long ago nobody is told.
        assert!(store.answers(2).expect("answers").is_empty());
    }

    #[test]
    fn names_with_digits_are_looked_at_again() {
        let folder = Folder::new("digits");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        for (_, step) in &STEPS[..7] {
            connection.execute_batch(step).expect("a step");
        }
        // As they were written when 0 and 1 were the only digits that stood for letters.
        let rows = "
            INSERT INTO members (id, folder, joined, name, skeleton) VALUES
                (1, 'one', 0, 'D4isy', 'd4lsy'), (2, 'two', 0, 'Bo8', 'bo8'), (3, 'three', 0, 'Bob', 'bob'),
                (4, 'four', 0, NULL, NULL);
            INSERT INTO former_names (skeleton, member, until) VALUES ('7om', 1, 9);";
        connection.execute_batch(rows).expect("rows");
        connection.pragma_update(None, "user_version", 7).expect("a format");
        drop(connection);
        let store = Store::open(&path).expect("a store");
        let read = |sql: &'static str| {
            let text = store.read(|connection| Ok(connection.one(sql, params![], |row| row.get::<_, String>(0))?));
            text.expect("a text")
        };
        let name = crate::name::Name::parse("Daisy", &crate::games::Registry::default()).expect("a name");
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 1"), name.skeleton());
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 2"), "bo8", "another one has the name");
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 3"), "bob");
        assert_eq!(read("SELECT skeleton FROM former_names"), "tom");
    }

    #[test]
    fn ladders_of_games_of_the_shelf_get_the_rules_by_which_they_were_played() {
        let folder = Folder::new("ladders");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        for (_, step) in &STEPS[..11] {
            connection.execute_batch(step).expect("a step");
        }
        let rows = "
            INSERT INTO members (id, folder, joined) VALUES (1, 'one', 0);
            INSERT INTO ratings (member, ladder, value, deviation, volatility, games, last) VALUES
                (1, 'chess', 1, 1, 1, 1, 1), (1, 'chess960/shuffle', 1, 1, 1, 1, 1), (1, 'holywar/shuffle', 1, 1, 1, 1, 1),
                (1, 'armies', 1, 1, 1, 1, 1);
            INSERT INTO rated (game, member, ladder, time, levels, value, deviation) VALUES
                (1, 1, 'chess', 1, 0, 1, 1), (2, 1, 'chess960/shuffle', 1, 0, 1, 1), (3, 1, 'armies', 1, 0, 1, 1);";
        connection.execute_batch(rows).expect("rows");
        connection.pragma_update(None, "user_version", 11).expect("a format");
        drop(connection);
        let store = Store::open(&path).expect("a store");
        let games = crate::games::Registry::default();
        let rules = |id: &str| Ladder::usual(games.find(id).expect("it is on the shelf")).to_string();
        let expected = [
            "armies".to_owned(),
            format!("{}/shuffle", rules("chess960")),
            rules("chess"),
            "holywar/shuffle".to_owned(),
        ];
        let found: Vec<String> = store.ladders().expect("ladders").iter().map(Ladder::to_string).collect();
        assert_eq!(found, expected);
        let history = |ladder: &str| store.rating_history(1, &Ladder::read(ladder)).expect("a history").len();
        assert_eq!([&expected[0], &expected[1], &expected[2]].map(|ladder| history(ladder)), [1; 3]);
        let versions = store.versions().expect("versions");
        let versions: Vec<_> =
            versions.iter().map(|row| (row.game.as_str(), row.title.as_str(), row.number)).collect();
        assert_eq!(versions, [("chess", "Chess", 1), ("chess960", "Chess960", 1)]);
    }

    #[test]
    fn names_with_letters_that_are_alike_now_are_looked_at_again() {
        let folder = Folder::new("alike");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        for (_, step) in &STEPS[..13] {
            connection.execute_batch(step).expect("a step");
        }
        let rows = "
            INSERT INTO members (id, folder, joined, name, skeleton) VALUES
                (1, 'one', 0, '武士', '武士'), (2, 'two', 0, 'Зоя', 'зoя'), (3, 'three', 0, 'Λίνα', 'λlna');
            INSERT INTO former_names (skeleton, member, until) VALUES ('ヒ力ル', 1, 9);";
        connection.execute_batch(rows).expect("rows");
        connection.pragma_update(None, "user_version", 13).expect("a format");
        drop(connection);
        let store = Store::open(&path).expect("a store");
        let read = |sql: &'static str| {
            let text = store.read(|connection| Ok(connection.one(sql, params![], |row| row.get::<_, String>(0))?));
            text.expect("a text")
        };
        let skeleton = |name: &str| {
            let name = crate::name::Name::parse(name, &crate::games::Registry::default()).expect("a name");
            name.skeleton().to_owned()
        };
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 1"), skeleton("武土"));
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 2"), skeleton("Зоя"));
        assert_eq!(read("SELECT skeleton FROM members WHERE id = 3"), skeleton("Λίνα"));
        assert_eq!(read("SELECT skeleton FROM former_names"), skeleton("ヒカル"));
    }

    #[test]
    fn a_zone_of_so_many_minutes_becomes_the_name_of_that_distance() {
        use crate::zone::Zone;

        let folder = Folder::new("zones");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        for (_, step) in &STEPS[..12] {
            connection.execute_batch(step).expect("a step");
        }
        let zones =
            [(0, ""), (120, "UTC+2"), (-210, "UTC-3:30"), (345, "UTC+5:45"), (-30, "UTC-0:30"), (840, "UTC+14")];
        for (number, (minutes, _)) in (1..).zip(zones) {
            let sql = "INSERT INTO members (id, folder, joined, zone) VALUES (?1, 'folder' || ?1, 0, ?2)";
            connection.execute(sql, [number, minutes]).expect("a row");
        }
        connection.pragma_update(None, "user_version", 12).expect("a format");
        drop(connection);
        let store = Store::open(&path).expect("a store");
        for (number, (_, name)) in (1..).zip(zones) {
            assert_eq!(store.zone_of(number).expect("a zone"), name);
            let read = Zone::parse(name).map(|zone| zone.to_string());
            assert_eq!(read.unwrap_or_default(), name);
        }
    }

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let folder = Folder::new("newer");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        connection.pragma_update(None, "user_version", NEWEST + 1).expect("a format");
        drop(connection);
        let refused = Store::open(&path).expect_err("a newer format").to_string();
        assert!(refused.contains("a newer program has made it"), "{refused}");
    }
}
