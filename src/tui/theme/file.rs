//! One theme as a file: what it inherits, its palette and its roles. What is wrong is told with its
//! line and left out.

use std::collections::HashMap;

use ratatui::style::Modifier;
use toml_edit::{Document, Item, TableLike};

use super::color::Rgb;
use super::{Ink, Role};
use crate::config::file::{Places, nearest};

/// A theme as it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub(super) about: String,
    pub(super) inherits: Option<String>,
    pub(super) inks: HashMap<Role, Ink>,
}

/// The words a role's table can have besides colours.
const MODIFIERS: &[(&str, Modifier)] = &[
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("reverse", Modifier::REVERSED),
    ("underline", Modifier::UNDERLINED),
];

/// Reads a theme.
pub(super) fn read(text: &str, name: &str) -> (File, Vec<String>) {
    let mut file = File::default();
    let mut warnings = Vec::new();
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let line = Places::of(text).line(error.span());
            let reason = error.message().lines().next().unwrap_or_default();
            warnings.push(format!("{name}:{line}: {reason}; nothing of the theme is used"));
            return (file, warnings);
        }
    };
    let places = Places::of(text);
    let mut warn = |item: &Item, problem: String| {
        warnings.push(format!("{name}:{}: {problem}", places.line(item.span())));
    };
    let mut palette = HashMap::new();
    if let Some(colors) = document.get("palette").and_then(Item::as_table_like) {
        for (color, item) in colors.iter() {
            match item.as_str().and_then(Rgb::read) {
                Some(rgb) => {
                    palette.insert(color.to_owned(), rgb);
                }
                None => warn(item, format!("palette.{color}: a colour like \"#20a0ff\" was expected")),
            }
        }
    }
    for (key, item) in document.as_table() {
        match (key, item.as_str(), item.as_table_like()) {
            ("about", Some(about), _) => about.clone_into(&mut file.about),
            ("inherits", Some(parent), _) => file.inherits = Some(parent.to_owned()),
            ("palette", _, Some(_)) => {}
            ("roles", _, Some(roles)) => read_roles(roles, &palette, &mut file, &mut warn),
            _ => warn(item, format!("{key}: about, inherits, [palette] or [roles] was expected")),
        }
    }
    (file, warnings)
}

fn read_roles(
    roles: &dyn TableLike,
    palette: &HashMap<String, Rgb>,
    file: &mut File,
    warn: &mut impl FnMut(&Item, String),
) {
    for (name, item) in roles.iter() {
        let Some(&role) = Role::ALL.iter().find(|role| role.name() == name) else {
            let like = nearest(name, Role::ALL.iter().map(|role| role.name()));
            let like = like.map(|like| format!("; {like} is meant?")).unwrap_or_default();
            warn(item, format!("there is no role {name}{like}"));
            continue;
        };
        let mut ink = Ink::default();
        let color = |text: &str| palette.get(text).copied().or_else(|| Rgb::read(text));
        if let Some(text) = item.as_str() {
            // A square is its ground; everything else its letters.
            match color(text) {
                Some(rgb) if role.is_square() => ink.bg = Some(rgb),
                Some(rgb) => ink.fg = Some(rgb),
                None => {
                    warn(item, format!("roles.{name}: \"{text}\" is neither in the palette nor like \"#20a0ff\""));
                }
            }
        } else if let Some(table) = item.as_table_like() {
            for (key, item) in table.iter() {
                let modifier = MODIFIERS.iter().find(|(word, _)| *word == key);
                match (key, item.as_str().map(color), modifier, item.as_bool()) {
                    ("fg", Some(Some(rgb)), ..) => ink.fg = Some(rgb),
                    ("bg", Some(Some(rgb)), ..) => ink.bg = Some(rgb),
                    (_, _, Some(&(_, modifier)), Some(on)) => ink.modifiers.set(modifier, on),
                    _ => warn(
                        item,
                        format!(
                            "roles.{name}.{key}: fg or bg with a colour, or bold, dim, reverse, underline with true or false was expected"
                        ),
                    ),
                }
            }
        } else {
            warn(item, format!("roles.{name}: a colour or {{ fg = …, bg = … }} was expected"));
        }
        file.inks.insert(role, ink);
    }
}
