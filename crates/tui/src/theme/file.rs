//! The parser of theme files: the parent theme, the palette and the roles. A mistake is reported with its
//! line and left out.

use std::collections::HashMap;

use ratatui::style::Modifier;
use thiserror::Error;
use toml::de::{DeTable, DeValue};

use super::chosen::{Chosen, EXPECTED};
use super::color::Rgb;
use super::{Ink, Role};
use crate::spelling::nearest;
use heterodox_base::document::{Document, Mistake, Value, entries, meant};

/// A mistake in a theme file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    /// The file is not valid TOML.
    #[error("{reason}; the whole theme is ignored")]
    Syntax { reason: String },
    /// A value of the wrong type, or an unknown key.
    #[error("{name}: expected {expected}")]
    Expected { name: String, expected: &'static str },
    /// An unknown role, and the most similar known role.
    #[error("there is no role {name}{}", meant(*.like, "", ""))]
    Role { name: String, like: Option<&'static str> },
    /// An invalid colour.
    #[error("roles.{name}: \"{color}\" is neither in the palette nor like \"#20a0ff\"")]
    Color { name: &'static str, color: String },
}

/// The content of a theme file.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub(super) about: String,
    pub(super) inherits: Option<String>,
    pub(super) inks: HashMap<Role, Ink>,
    /// The colours among the 256.
    pub(super) chosen: HashMap<Role, Chosen>,
}

/// The keys of a role's table besides its colours.
const MODIFIERS: &[(&str, Modifier)] = &[
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("reverse", Modifier::REVERSED),
    ("underline", Modifier::UNDERLINED),
];

/// Parses a theme file.
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

/// The state of the parser.
struct Reading {
    file: File,
    palette: HashMap<String, Rgb>,
    mistakes: Vec<Mistake<Fault>>,
}

impl Reading {
    fn all(&mut self, document: &Document) {
        // The palette comes first: roles may precede it in the file.
        if let Some(DeValue::Table(colors)) = document.root().get("palette").map(Value::get_ref) {
            self.palette(colors, document);
        }
        for (key, item) in entries(document.root()) {
            match (key.get_ref().as_ref(), item.get_ref()) {
                ("about", DeValue::String(about)) => self.file.about = about.to_string(),
                ("inherits", DeValue::String(parent)) => self.file.inherits = Some(parent.to_string()),
                ("palette", DeValue::Table(_)) => {}
                ("roles", DeValue::Table(roles)) => self.roles(roles, document),
                ("colours-256", DeValue::Table(roles)) => self.chosen(roles, document),
                (key, _) => {
                    let (name, expected) = (key.to_owned(), "about, inherits, [palette], [roles] or [colours-256]");
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
            if let Some(role) = self.role(name.get_ref(), item, document) {
                let ink = self.ink(role, item, document);
                self.file.inks.insert(role, ink);
            }
        }
    }

    fn chosen(&mut self, roles: &DeTable, document: &Document) {
        for (name, item) in entries(roles) {
            let Some(role) = self.role(name.get_ref(), item, document) else { continue };
            if let Some(chosen) = Chosen::read(role, item) {
                self.file.chosen.insert(role, chosen);
            } else {
                let name = format!("colours-256.{}", role.name());
                self.mistakes.push(document.mistake(item, Fault::Expected { name, expected: EXPECTED }));
            }
        }
    }

    fn role(&mut self, name: &str, item: &Value, document: &Document) -> Option<Role> {
        let known = Role::ALL.iter().copied().find(|role| role.name() == name);
        if known.is_none() {
            let like = nearest(name, Role::ALL.iter().map(|role| role.name()));
            self.mistakes.push(document.mistake(item, Fault::Role { name: name.to_owned(), like }));
        }
        known
    }

    fn ink(&mut self, role: Role, item: &Value, document: &Document) -> Ink {
        let (mut ink, name) = (Ink::default(), role.name());
        match item.get_ref() {
            // For a square the colour is the background, for all other roles the foreground.
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
                        ("fill", Some(rgb), ..) if role.is_piece() => ink.fill = Some(rgb),
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
