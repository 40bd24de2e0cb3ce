//! The table of actions.

use super::*;
use crate::input::{Key, KeyCode};
use std::collections::HashMap;

/// Keys that ssh, tmux, screen or the terminal intercept, or that terminals report as other keys.
const NEVER: &[&str] = &["~", "C-a", "C-b", "C-s", "C-q", "C-h", "C-i", "C-j", "C-m", "F3"];

#[test]
fn no_key_does_two_things_in_one_context() {
    let mut taken: HashMap<(Context, Key), &str> = HashMap::new();
    for row in ACTIONS {
        for name in row.keys {
            let key: Key = name.parse().expect(name);
            assert!(!NEVER.contains(name), "{name} is never bound");
            for &context in row.contexts {
                if let Some(other) = taken.insert((context, key), row.id) {
                    panic!("{key} means both {other} and {} in {context:?}", row.id);
                }
            }
        }
    }
}

#[test]
fn every_line_is_whole_and_its_own() {
    for (at, row) in ACTIONS.iter().enumerate() {
        assert!(ACTIONS[..at].iter().all(|other| other.id != row.id), "{} stands twice", row.id);
        assert!(!row.keys.is_empty() && !row.title.is_empty() && !row.short.is_empty(), "{}", row.id);
        assert!(
            row.id.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-' || letter.is_ascii_digit())
        );
    }
}

#[test]
fn escape_is_never_the_only_way() {
    for row in ACTIONS {
        let keys: Vec<Key> = row.keys.iter().map(|key| key.parse().expect("it parses")).collect();
        assert!(keys.iter().any(|key| key.code != KeyCode::Esc), "{}", row.id);
    }
}
