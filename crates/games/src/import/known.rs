//! The games that are a part of the other program: pieces, first positions and rules, as data in its format.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::ini;
use super::settings::Settings;

/// Those with the King of chess, those of the East, and those on larger or other boards.
const TEXTS: [&str; 3] =
    [include_str!("known/chess.ini"), include_str!("known/east.ini"), include_str!("known/other.ini")];

/// What several games have in common has a name with this sign, and is no game.
const COMMON: char = '~';

struct Known {
    names: Vec<String>,
    settings: BTreeMap<String, Settings>,
}

fn all() -> &'static Known {
    static ALL: OnceLock<Known> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut known = Known { names: Vec::new(), settings: BTreeMap::new() };
        for section in TEXTS.iter().flat_map(|text| ini::read(text).unwrap_or_default()) {
            let parent = section.parent.as_ref().and_then(|parent| known.settings.get(parent));
            let mut settings = parent.cloned().unwrap_or_default();
            let section = ini::Section { line: 0, ..section };
            let entries = section.entries.iter().map(|entry| ini::Entry { line: 0, ..entry.clone() }).collect();
            settings.apply(&ini::Section { entries, ..section.clone() });
            if !section.name.starts_with(COMMON) {
                known.names.push(section.name.clone());
            }
            known.settings.insert(section.name, settings);
        }
        known
    })
}

/// The names of these games.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().names.iter().map(String::as_str)
}

/// Is there such a game?
pub(super) fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

/// What a game says.
pub(super) fn settings(name: &str) -> Option<Settings> {
    all().settings.get(name).filter(|_| is_known(name)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_these_games_say_is_understood() {
        let mut known: BTreeMap<String, Settings> = BTreeMap::new();
        for section in TEXTS.iter().flat_map(|text| ini::read(text).expect("sections")) {
            let mut settings = match &section.parent {
                None => Settings::default(),
                Some(parent) => known.get(parent).unwrap_or_else(|| panic!("{parent}")).clone(),
            };
            assert_eq!(settings.apply(&section), [], "{}", section.name);
            assert!(known.insert(section.name.clone(), settings).is_none(), "{}", section.name);
        }
        assert!(names().count() > 100);
    }
}
