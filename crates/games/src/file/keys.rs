//! All keys of the format. The reader asks for no others, and the tables of the guide are made of the same rows.

/// A row for each key: its table, with `*` for any name, the key, and what the guide says of it. A key without such words is
/// in the guide where the key of its table is.
const ROWS: &str = include_str!("keys.tsv");

/// Is there a row for the key of this table? A path is as in mistakes: `piece.K.`.
pub(super) fn has(path: &str, key: &str) -> bool {
    let table = path.strip_suffix('.').unwrap_or(path);
    ROWS.lines().any(|row| {
        let mut columns = row.split('\t');
        let (of, known) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        known.trim_matches(['[', ']']) == key && fits(of, table)
    })
}

/// Is this a table of that kind? A number or a letter stands where any can be.
fn fits(of: &str, table: &str) -> bool {
    let parts = || of.split('.').zip(table.split('.'));
    of.split('.').count() == table.split('.').count() && parts().all(|(of, name)| of == "*" || of == name)
}
