//! What a board with levels cannot have.

use super::plan::Plan;
use super::section::{Mistakes, Section};

/// Keys that name files or ranks of a flat board, with their tables.
const FLAT: [(&str, &str); 3] = [("", "shuffle"), ("hand", "gates"), ("win", "row")];

/// Refuses what the file says that has no meaning on a board with levels.
pub(super) fn refuse(root: &Section, plan: &Plan, mistakes: &mut Mistakes) {
    if !plan.has_levels() {
        return;
    }
    let all = root.named();
    let in_root = |name: &str| all.iter().find(|(key, _)| key.get_ref() == name).map(|&(_, value)| value);
    for (table, key) in FLAT {
        let (found, name) = if table.is_empty() {
            (in_root(key), key.to_owned())
        } else {
            let below = in_root(table).and_then(|value| value.get_ref().as_table()?.get(key));
            (below, [table, ".", key].concat())
        };
        if let Some(value) = found {
            root.wrong(&name, value, "it on a board without levels", mistakes);
        }
    }
}
