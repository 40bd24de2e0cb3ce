//! The perft table beside the rule book, row by row. Rows up to a million nodes always, up to
//! twenty million when the environment asks for the thorough run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heterodox_games as games;
use heterodox_kernel::variant::Opening;

const TABLE: &str = include_str!("../../../../tests/data/perft.tsv");

/// One line of the table.
struct Row {
    game: &'static str,
    name: &'static str,
    fen: &'static str,
    depth: u32,
    count: u64,
}

fn rows() -> Vec<Row> {
    let rows = TABLE.lines().skip(1).map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [game, name, fen, depth, count] => {
            Row { game, name, fen, depth: depth.parse().unwrap(), count: count.parse().unwrap() }
        }
        _ => panic!("a row of the table has five columns: {line}"),
    });
    rows.collect()
}

fn most() -> u64 {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 10_000_000 } else { 1_000_000 }
}

#[test]
fn every_row_of_the_table_holds() {
    let rows: Vec<Row> = rows().into_iter().filter(|row| row.count <= most()).collect();
    assert!(rows.len() > 170, "the table is all there");
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let game = games::built_in(row.game).expect("the table names games of the list");
                    let position = game.begin(Opening::Fen(row.fen)).expect("the table holds legal positions");
                    let count = position.perft(row.depth);
                    if count != row.count {
                        let told = format!("{} {} depth {}", row.game, row.name, row.depth);
                        wrong.lock().unwrap().push(format!("{told}: {count} instead of {}", row.count));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} rows do not hold:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_position_of_the_table_is_written_as_it_was_read() {
    for row in rows() {
        let game = games::built_in(row.game).unwrap();
        assert_eq!(game.begin(Opening::Fen(row.fen)).unwrap().fen(), row.fen, "{} {}", row.game, row.name);
    }
}

#[test]
fn threads_count_the_same() {
    let position = games::built_in("armies").unwrap().begin(Opening::Start).unwrap();
    assert_eq!(heterodox_engine::count::count(position.as_ref(), 3, 2), 543_576);
    let each = heterodox_engine::count::divide(position.as_ref(), 2, 3);
    assert_eq!((each.len(), each.iter().map(|&(_, count)| count).sum::<u64>()), (76, 6463));
}
