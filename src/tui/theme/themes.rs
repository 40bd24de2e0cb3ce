//! All themes: those built in, and those of the user's folder, which come before them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::file::{File, read};
use super::{Ink, Role, Theme};
use crate::escape;
use crate::files::{MOST_SETTINGS, read_text};
use crate::tui::depth::Depth;

/// The themes built in.
const BUILT_IN: &[(&str, &str)] = &[
    ("classic", include_str!("../../../themes/classic.toml")),
    ("midnight", include_str!("../../../themes/midnight.toml")),
    ("parchment", include_str!("../../../themes/parchment.toml")),
    ("high-contrast", include_str!("../../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../../themes/colour-blind.toml")),
    ("mono", include_str!("../../../themes/mono.toml")),
];

/// The one that others fall back to.
const FIRST: &str = BUILT_IN[0].0;

/// Every theme there is.
#[derive(Clone, Debug)]
pub struct Themes {
    files: BTreeMap<String, File>,
    /// What is wrong with them.
    pub warnings: Vec<String>,
}

impl Themes {
    /// The themes built in and those of a folder.
    pub fn load(folder: Option<&Path>) -> Themes {
        let mut themes = Themes { files: BTreeMap::new(), warnings: Vec::new() };
        for (name, text) in BUILT_IN {
            themes.add(name, text, &format!("{name}.toml"));
        }
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
            if let Some(name) = name.filter(|_| path.extension().is_some_and(|ending| ending == "toml")) {
                match read_text(&path, MOST_SETTINGS) {
                    Ok(text) => themes.add(&name, &text, &escape::path(&path)),
                    Err(error) => themes.warnings.push(format!("{}: {error}", escape::path(&path))),
                }
            }
        }
        let lost: Vec<String> = themes
            .files
            .iter()
            .filter_map(|(name, file)| {
                let parent = file.inherits.as_ref()?;
                let known = themes.files.contains_key(parent);
                let circle = themes.line(name).is_none();
                match (known, circle) {
                    (false, _) => Some(format!("theme {name}: it inherits {parent}, which does not exist")),
                    (_, true) => Some(format!("theme {name}: it inherits itself through {parent}")),
                    _ => None,
                }
            })
            .collect();
        themes.warnings.extend(lost);
        themes
    }

    fn add(&mut self, name: &str, text: &str, path: &str) {
        let (mut file, mistakes) = read(text, path);
        self.warnings.extend(mistakes.iter().map(ToString::to_string));
        // A theme of the user's with the name of one built in changes that one.
        if let Some(known) = self.files.get(name) {
            let mut inks = known.inks.clone();
            inks.extend(file.inks);
            file.inks = inks;
            file.inherits = file.inherits.or_else(|| known.inherits.clone());
            if file.about.is_empty() {
                file.about.clone_from(&known.about);
            }
        }
        self.files.insert(name.to_owned(), file);
    }

    /// The names of a theme and all it inherits from, or nothing if that goes in a circle.
    fn line<'a>(&'a self, name: &'a str) -> Option<Vec<&'a str>> {
        let mut line = vec![name];
        while let Some(parent) = self.files.get(line[line.len() - 1]).and_then(|file| file.inherits.as_deref()) {
            if line.contains(&parent) {
                return None;
            }
            line.push(parent);
        }
        Some(line)
    }

    /// The names of all themes with a line about each; those built in come first.
    pub fn list(&self) -> Vec<(&str, &str)> {
        let rank = |name: &str| BUILT_IN.iter().position(|(known, _)| *known == name).unwrap_or(usize::MAX);
        let mut list: Vec<(&str, &str)> =
            self.files.iter().map(|(name, file)| (name.as_str(), file.about.as_str())).collect();
        list.sort_by_key(|(name, _)| rank(name));
        list
    }

    /// Is there a theme of this name?
    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// A theme, with every role that it does not name from those it inherits and at last from the
    /// first of all.
    pub fn named(&self, name: &str, depth: Depth) -> Theme {
        let name = if self.has(name) { name } else { FIRST };
        let mut line = self.line(name).unwrap_or_else(|| vec![name]);
        line.push(FIRST);
        let ink = |role: &Role| {
            let found = line.iter().find_map(|name| self.files.get(*name)?.inks.get(role));
            found.copied().unwrap_or_else(Ink::default)
        };
        Theme { name: name.to_owned(), depth, inks: Role::ALL.iter().map(ink).collect(), chart: false }
    }
}
