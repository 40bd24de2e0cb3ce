//! The key bindings: the table of actions with the changes from the config.

use std::collections::HashMap;
use std::sync::Arc;

use super::action::{ACTIONS, Action, Context, Row};
use super::input::{Key, KeyCode, KeyError};

/// Whether a key is typed into the filter of a list instead of being a key binding. Symbols that are not
/// useful in a filter stay bindings.
pub(crate) fn is_typed(context: Context, key: Key) -> bool {
    let text = match key.code {
        KeyCode::Char(letter) => letter.is_alphanumeric() || " -./*+_'&,".contains(letter),
        key => key == KeyCode::Backspace,
    };
    matches!(context, Context::Library | Context::Shelf) && text && !key.ctrl && !key.alt
}

/// The current key bindings. They take 30 KB, which those with the same bindings can share.
#[derive(Clone, Debug)]
pub struct Keymap {
    /// The keys of each row of the table.
    bound: Arc<[Vec<Key>]>,
    actions: Arc<HashMap<(Context, Key), Action>>,
}

impl PartialEq for Keymap {
    fn eq(&self, other: &Keymap) -> bool {
        self.bound == other.bound
    }
}

impl Default for Keymap {
    fn default() -> Keymap {
        let keys = |row: &Row| row.keys.iter().filter_map(|key| key.parse().ok()).collect();
        Keymap::of(ACTIONS.iter().map(keys).collect())
    }
}

impl Keymap {
    /// Does this key edit the filter of a list, and is it not bound to an action there?
    pub(crate) fn edits(&self, context: Context, key: Key) -> bool {
        let moves = match key.code {
            KeyCode::Left | KeyCode::Right => true,
            KeyCode::Char('u' | 'w') => key.ctrl,
            _ => false,
        };
        is_typed(context, key) || moves && self.action(context, key).is_none()
    }

    fn of(bound: Vec<Vec<Key>>) -> Keymap {
        let mut actions = HashMap::new();
        for (row, keys) in ACTIONS.iter().zip(&bound) {
            for &context in row.contexts {
                let keys = keys.iter().filter(|&&key| !is_typed(context, key));
                actions.extend(keys.map(|&key| ((context, key), row.action)));
            }
        }
        Keymap { bound: bound.into(), actions: Arc::new(actions) }
    }

    /// The table with changed keys, each change an action id and its keys. A change that cannot be parsed is
    /// reported and ignored; so is a key that is already bound by another change.
    pub fn with<'a>(changes: impl IntoIterator<Item = (&'a str, &'a [String])>) -> (Keymap, Vec<(String, String)>) {
        let mut bound = Keymap::default().bound.to_vec();
        let mut changed = vec![false; ACTIONS.len()];
        let mut problems = Vec::new();
        let rows: HashMap<&str, usize> = ACTIONS.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        for (id, keys) in changes {
            let Some(&at) = rows.get(id) else {
                problems.push((id.to_owned(), "unknown action; config.toml lists all of them".to_owned()));
                continue;
            };
            match keys.iter().map(|key| key.parse()).collect::<Result<Vec<Key>, KeyError>>() {
                // A config that lists the default keys changes nothing.
                Ok(keys) => {
                    changed[at] = bound[at] != keys;
                    bound[at] = keys;
                }
                Err(problem) => problems.push((id.to_owned(), problem.to_string())),
            }
        }
        // A key that the config gives to one action is removed from the actions that the config did not
        // change. If it gives the key to two actions, only the first gets it.
        for at in 0..ACTIONS.len() {
            for other in 0..ACTIONS.len() {
                let meet = ACTIONS[at].contexts.iter().any(|context| ACTIONS[other].contexts.contains(context));
                if at == other || !meet || !changed[at] || changed[other] && other < at {
                    continue;
                }
                let taken = bound[at].clone();
                for key in taken {
                    if bound[other].contains(&key) {
                        if changed[other] {
                            let first = ACTIONS[at].id;
                            problems
                                .push((ACTIONS[other].id.to_owned(), format!("{key} is already used for {first}")));
                        }
                        bound[other].retain(|&held| held != key);
                    }
                }
            }
        }
        // Quit and help must always have a key.
        for action in [Action::Quit, Action::Help] {
            if let Some(at) = ACTIONS.iter().position(|row| row.action == action)
                && bound[at].is_empty()
            {
                bound[at] = ACTIONS[at].keys.iter().filter_map(|key| key.parse().ok()).collect();
                let keys = ACTIONS[at].keys.join(" ");
                problems.push((ACTIONS[at].id.to_owned(), format!("needs a key: it keeps {keys}")));
            }
        }
        (Keymap::of(bound), problems)
    }

    /// The action of a key.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.actions.get(&(context, key)).copied()
    }

    pub(crate) fn keys(&self, context: Context, action: Action) -> impl Iterator<Item = Key> + '_ {
        let row = |row: &Row| row.action == action && row.contexts.contains(&context);
        let bound: &[Key] = ACTIONS.iter().position(row).map_or(&[], |at| &self.bound[at]);
        bound.iter().copied().filter(move |&key| !is_typed(context, key))
    }

    /// The first key of an action as text, if it has one.
    pub fn key(&self, context: Context, action: Action) -> Option<String> {
        self.keys(context, action).next().map(|key| key.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::KeyCode;

    fn keys(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_key_given_to_one_action_leaves_the_other() {
        let undo = keys(&["z", "Backspace"]);
        let (map, problems) = Keymap::with([("undo", undo.as_slice())]);
        assert_eq!(problems, []);
        assert_eq!(map.action(Context::Board, Key::char('z')), Some(Action::Undo));
        assert_eq!(map.action(Context::Board, Key::plain(KeyCode::Backspace)), Some(Action::Undo));
        assert_eq!(map.action(Context::Board, Key::char('u')), None);
        assert_eq!(map.action(Context::Board, Key::plain(KeyCode::Esc)), Some(Action::Back));
    }

    #[test]
    fn what_is_wrong_is_told_and_left() {
        let (bad, twice, none) = (keys(&["Entre"]), keys(&["z"]), keys(&[]));
        let rows = [("undo", bad.as_slice()), ("unod", &bad), ("redo", &twice), ("draw", &twice), ("quit", &none)];
        let (map, problems) = Keymap::with(rows);
        let wrong: Vec<&str> = problems.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(wrong, ["undo", "unod", "draw", "quit"]);
        assert_eq!(map.key(Context::Board, Action::Undo).as_deref(), Some("u"));
        assert_eq!(map.key(Context::Board, Action::Draw), None);
        assert_eq!(map.action(Context::Board, Key::char('z')), Some(Action::Redo));
        assert_eq!(map.key(Context::List, Action::Quit).as_deref(), Some("C-c"));
    }
}
