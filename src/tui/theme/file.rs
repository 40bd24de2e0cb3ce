//! One theme as a file: what it inherits, its palette and its roles. What is wrong is told with its
//! line and left out.

use std::collections::HashMap;

use ratatui::style::Modifier;
use thiserror::Error;
use toml::de::{DeTable, DeValue};

use super::color::Rgb;
use super::{Ink, Role};
use crate::config::document::{Document, Value, entries};
use crate::config::file::nearest;
use crate::config::mistake::{Mistake, meant};

/// What can be wrong with a theme.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    /// It is not TOML.
    #[error("{reason}; nothing of the theme is used")]
    Syntax { reason: String },
    /// Something of the wrong kind, or that is not known.
    #[error("{name}: {expected} was expected")]
    Expected { name: String, expected: &'static str },
    /// A role that does not exist, and the one that is most like it.
    #[error("there is no role {name}{}", meant(*.like, "", ""))]
    Role { name: String, like: Option<&'static str> },
    /// A colour that cannot be read.
    #[error("roles.{name}: \"{color}\" is neither in the palette nor like \"#20a0ff\"")]
    Color { name: &'static str, color: String },
}

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
pub(super) fn read(text: &str, name: &str) -> (File, Vec<Mistake<Fault>>) {
    let mut reading = Reading { file: File::default(), palette: HashMap::new(), mistakes: Vec::new() };
    match Document::parse(text, name) {
        Ok(document) => reading.all(&document),
        Err(Mistake { place, fault: reason }) => {
            reading.mistakes.push(Mistake { place, fault: Fault::Syntax { reason } });
        }
    }
    (reading.file, reading.mistakes)
}

/// What was read so far.
struct Reading {
    file: File,
    palette: HashMap<String, Rgb>,
    mistakes: Vec<Mistake<Fault>>,
}

impl Reading {
    fn all(&mut self, document: &Document) {
        // Roles may come before the palette that they name.
        if let Some(DeValue::Table(colors)) = document.root().get("palette").map(Value::get_ref) {
            self.palette(colors, document);
        }
        for (key, item) in entries(document.root()) {
            match (key.get_ref().as_ref(), item.get_ref()) {
                ("about", DeValue::String(about)) => self.file.about = about.to_string(),
                ("inherits", DeValue::String(parent)) => self.file.inherits = Some(parent.to_string()),
                ("palette", DeValue::Table(_)) => {}
                ("roles", DeValue::Table(roles)) => self.roles(roles, document),
                (key, _) => {
                    let (name, expected) = (key.to_owned(), "about, inherits, [palette] or [roles]");
                    self.mistakes.push(document.mistake(item, Fault::Expected { name, expected }));
                }
            }
        }
    }

    fn palette(&mut self, colors: &DeTable, document: &Document) {
        for (color, item) in entries(colors) {
            let color = color.get_ref();
            if let Some(rgb) = item.get_ref().as_str().and_then(Rgb::read) {
                self.palette.insert(color.to_string(), rgb);
            } else {
                let (name, expected) = (format!("palette.{color}"), "a colour like \"#20a0ff\"");
                self.mistakes.push(document.mistake(item, Fault::Expected { name, expected }));
            }
        }
    }

    fn color(&self, text: &str) -> Option<Rgb> {
        self.palette.get(text).copied().or_else(|| Rgb::read(text))
    }

    fn roles(&mut self, roles: &DeTable, document: &Document) {
        for (name, item) in entries(roles) {
            let name = name.get_ref().as_ref();
            if let Some(&role) = Role::ALL.iter().find(|role| role.name() == name) {
                let ink = self.ink(role, item, document);
                self.file.inks.insert(role, ink);
            } else {
                let like = nearest(name, Role::ALL.iter().map(|role| role.name()));
                self.mistakes.push(document.mistake(item, Fault::Role { name: name.to_owned(), like }));
            }
        }
    }

    fn ink(&mut self, role: Role, item: &Value, document: &Document) -> Ink {
        let (mut ink, name) = (Ink::default(), role.name());
        match item.get_ref() {
            // A square is its ground; everything else its letters.
            DeValue::String(text) => match self.color(text) {
                Some(rgb) if role.is_square() => ink.bg = Some(rgb),
                Some(rgb) => ink.fg = Some(rgb),
                None => {
                    let fault = Fault::Color { name, color: text.to_string() };
                    self.mistakes.push(document.mistake(item, fault));
                }
            },
            DeValue::Table(table) => {
                for (key, item) in entries(table) {
                    let key = key.get_ref().as_ref();
                    let modifier = MODIFIERS.iter().find(|(word, _)| *word == key);
                    let color = item.get_ref().as_str().and_then(|text| self.color(text));
                    match (key, color, modifier, item.get_ref().as_bool()) {
                        ("fg", Some(rgb), ..) => ink.fg = Some(rgb),
                        ("bg", Some(rgb), ..) => ink.bg = Some(rgb),
                        (_, _, Some(&(_, modifier)), Some(on)) => ink.modifiers.set(modifier, on),
                        _ => {
                            let name = format!("roles.{name}.{key}");
                            let expected = "fg or bg with a colour, or bold, dim, reverse, underline with true or \
                                            false";
                            self.mistakes.push(document.mistake(item, Fault::Expected { name, expected }));
                        }
                    }
                }
            }
            _ => {
                let (name, expected) = (format!("roles.{name}"), "a colour or { fg = …, bg = … }");
                self.mistakes.push(document.mistake(item, Fault::Expected { name, expected }));
            }
        }
        ink
    }
}
