//! Each key of the format refuses what it cannot mean, and is in the guide.

use heterodox_games::file::FileVariant;

use super::told;

const ROWS: &str = include_str!("../../src/file/keys.tsv");
const GUIDE: &str = include_str!("../../../../docs/variants.md");

/// Chess, and one of each table that a file can have, a line for each key.
const FILE: &str = r#"format = 1
id = "mine"
title = "Mine"
opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
piece.K.name = "King"
piece.K.move = "KisO2"
piece.K.royal = true
piece.Q.name = "Queen"
piece.Q.move = "Q"
piece.R.name = "Rook"
piece.R.move = "R"
piece.R.castles = true
piece.B.name = "Bishop"
piece.B.move = "B"
piece.N.name = "Knight"
piece.N.move = "N"
piece.P.name = "Pawn"
piece.P.move = "fmWfceFifmnD"
piece.P.pawn = true
piece.P.start = "rank 2"
piece.P.promote.at = "rank 8"
piece.P.promote.to = "QRBN"
hand.captures = true
"#;

/// What no key can mean.
const WRONG: &str = "1979-05-27";

/// The table, the key and what the guide says of it, for each row.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    ROWS.lines().map(|row| row.split('\t').collect::<Vec<_>>().try_into().expect("three columns"))
}

/// The file with this key wrong, the line of it, and its name.
fn with(table: &str, key: &str) -> (String, usize, String) {
    let path = match table {
        "" => String::new(),
        "piece.*.promote" => "piece.P.promote.".to_owned(),
        _ => table.replace("piece.*", "piece.N").replace('*', "1") + ".",
    };
    let name = format!("{path}{}", key.trim_matches(['[', ']']));
    // What is said of this key, below it or above it gives way.
    let is_same = |other: &str| {
        other == name || other.starts_with(&format!("{name}.")) || name.starts_with(&format!("{other}."))
    };
    let kept = FILE.lines().filter(|line| !is_same(line.split(" = ").next().unwrap_or_default()));
    let mut text: Vec<String> = kept.map(str::to_owned).collect();
    text.push(match name.split_once(".1.") {
        Some((list, key)) => format!("{list} = [{{ {key} = {WRONG} }}]"),
        None => format!("{name} = {WRONG}"),
    });
    (text.join("\n"), text.len(), name)
}

#[test]
fn each_key_with_a_wrong_value_is_told_with_line_key_found_and_expected() {
    FileVariant::read(FILE, "mine.toml").map_err(|mistakes| told(&mistakes)).expect("the file is right");
    let mut silent = Vec::new();
    for [table, key, _] in rows() {
        let (text, line, name) = with(table, key);
        let mistakes = FileVariant::read(&text, "mine.toml").expect_err(&name);
        let start = format!("mine.toml:{line}: {name} is {WRONG}; expected ");
        if !told(&mistakes).iter().any(|told| told.len() > start.len() && told.starts_with(&start)) {
            silent.push((name, told(&mistakes)));
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn the_tables_of_the_guide_are_those_of_the_reader() {
    let of_guide =
        GUIDE.split("## All keys").nth(1).and_then(|rest| rest.split("\n### Zones").next()).expect("the keys");
    let found: Vec<&str> = of_guide.lines().filter(|line| line.starts_with("| `")).collect();
    let made: Vec<String> = rows()
        .filter(|[_, _, words]| !words.is_empty())
        .map(|[_, key, words]| format!("| `{key}` | {words} |"))
        .collect();
    assert_eq!(found, made);
}

#[test]
fn a_key_without_a_row_of_the_guide_is_named_where_its_table_is() {
    for [table, key, _] in rows().filter(|[table, _, words]| words.is_empty() && !table.is_empty()) {
        let last = table.rsplit('.').find(|part| *part != "*").expect("a table");
        let heads = [format!("`{last}`"), format!("`[{last}]`")];
        let named = |line: &str| heads.iter().any(|head| line.contains(head)) && line.contains(&format!("`{key}"));
        assert!(GUIDE.lines().any(named), "{table}.{key}");
    }
}
