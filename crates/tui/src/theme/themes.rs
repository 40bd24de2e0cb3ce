//! All themes: the built-in ones and those from the user's folder, which have priority.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::file::{File, read};
use super::{Role, Theme};
use crate::depth::Depth;
use crate::escape;
use crate::files::{MOST_SETTINGS_BYTES, read_text};

/// The built-in themes.
const BUILT_IN: &[(&str, &str)] = &[
    ("slate", include_str!("../../themes/slate.toml")),
    ("midnight", include_str!("../../themes/midnight.toml")),
    ("forest", include_str!("../../themes/forest.toml")),
    ("walnut", include_str!("../../themes/walnut.toml")),
    ("plum", include_str!("../../themes/plum.toml")),
    ("ember", include_str!("../../themes/ember.toml")),
    ("parchment", include_str!("../../themes/parchment.toml")),
    ("glacier", include_str!("../../themes/glacier.toml")),
    ("classic", include_str!("../../themes/classic.toml")),
    ("high-contrast", include_str!("../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../themes/colour-blind.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

/// The default theme.
const FIRST: &str = BUILT_IN[0].0;
/// The theme that has every role; the others take from it what they do not say.
const BASE: &str = "classic";

/// All themes.
#[derive(Clone, Debug)]
pub struct Themes {
    /// Shared by all clients that have only the built-in ones.
    files: Arc<BTreeMap<String, File>>,
    /// The problems found in the theme files.
    pub warnings: Vec<String>,
}

impl Themes {
    /// Loads the built-in themes and those from a folder.
    pub fn load(folder: Option<&Path>) -> Themes {
        Themes::standard().with_folder(folder)
    }

    /// The built-in themes.
    pub(crate) fn standard() -> Themes {
        let mut themes = Themes { files: Arc::default(), warnings: Vec::new() };
        for (name, text) in BUILT_IN {
            themes.add(name, text, &format!("{name}.toml"));
        }
        themes
    }

    /// These themes and those from a folder.
    #[must_use]
    pub(crate) fn with_folder(self, folder: Option<&Path>) -> Themes {
        let mut themes = self;
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
            if let Some(name) = name.filter(|_| path.extension().is_some_and(|ending| ending == "toml")) {
                match read_text(&path, MOST_SETTINGS_BYTES) {
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
        // A user theme with the name of a built-in theme changes that theme.
        if let Some(known) = self.files.get(name) {
            let (mut inks, mut chosen) = (known.inks.clone(), known.chosen.clone());
            // Another colour is no longer what the colour among the 256 was chosen for.
            chosen.retain(|role, _| !file.inks.contains_key(role));
            inks.extend(file.inks);
            chosen.extend(file.chosen);
            (file.inks, file.chosen) = (inks, chosen);
            file.inherits = file.inherits.or_else(|| known.inherits.clone());
            if file.about.is_empty() {
                file.about.clone_from(&known.about);
            }
        }
        Arc::make_mut(&mut self.files).insert(name.to_owned(), file);
    }

    /// A theme and all themes it inherits from, or nothing if the inheritance is circular.
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

    /// The names of all themes with their descriptions; the built-in themes come first.
    pub fn list(&self) -> Vec<(&str, &str)> {
        let rank = |name: &str| BUILT_IN.iter().position(|(known, _)| *known == name).unwrap_or(usize::MAX);
        let mut list: Vec<(&str, &str)> =
            self.files.iter().map(|(name, file)| (name.as_str(), file.about.as_str())).collect();
        list.sort_by_key(|(name, _)| rank(name));
        list
    }

    /// Whether there is a theme with this name.
    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The theme with this name. Roles it does not define come from the themes it inherits from, and finally
    /// from `classic`.
    pub fn named(&self, name: &str, depth: Depth) -> Theme {
        let name = if self.has(name) { name } else { FIRST };
        let mut line = self.line(name).unwrap_or_else(|| vec![name]);
        line.push(BASE);
        let files: Vec<&File> = line.iter().filter_map(|name| self.files.get(*name)).collect();
        let ink = |role: &Role| files.iter().find_map(|file| file.inks.get(role)).copied().unwrap_or_default();
        let chosen = |role: &Role| {
            let says = |file: &&&File| file.inks.contains_key(role) || file.chosen.contains_key(role);
            files.iter().find(says)?.chosen.get(role).cloned()
        };
        let inks = Role::ALL.iter().map(ink).collect();
        let theme = Theme { name: name.to_owned(), depth, inks, chosen: Vec::new(), chart: false };
        let all = Role::ALL.iter().map(|role| chosen(role).unwrap_or_default());
        if depth == Depth::Indexed256 { theme.with_chosen(all.collect()) } else { theme }
    }
}
