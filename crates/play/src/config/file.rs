//! The settings file. The reader reports each mistake with its line and continues; the writer leaves everything
//! else in the file unchanged.

use std::collections::HashSet;
use std::iter;

use toml::de::{DeTable, DeValue};
use toml_edit::{DocumentMut, Item, Value as Toml};

use super::engines;
use super::mistake::{Fault, WriteError};
use super::{Config, KeyRow, Kind, OPTIONS};
use crate::spelling::nearest;
use heterodox_base::document::{Document, Mistake, Value, entries, number, texts};

/// The built-in default file: every option, with comments.
pub const DEFAULTS: &str = include_str!("../../config.toml");

/// The section for key bindings.
const KEYS: &str = "keys";

/// The tables of external engines.
const ENGINES: &str = "engine";

/// Reads settings. Mistakes are returned, and the options concerned keep their defaults.
pub fn read(text: &str, name: &str) -> (Config, Vec<Mistake<Fault>>) {
    let mut reading = Reading { config: Config::default(), mistakes: Vec::new() };
    match Document::parse(text, name) {
        Ok(document) => reading.all(&document),
        Err(Mistake { place, fault: reason }) => {
            reading.mistakes.push(Mistake { place, fault: Fault::Syntax { reason } });
        }
    }
    (reading.config, reading.mistakes)
}

/// The settings and mistakes read so far.
struct Reading {
    config: Config,
    mistakes: Vec<Mistake<Fault>>,
}

impl Reading {
    fn all(&mut self, document: &Document) {
        for (key, value) in entries(document.root()) {
            let name = key.get_ref().as_ref();
            let fault = match (name, value.get_ref()) {
                (ENGINES, value) => match tables(value) {
                    Some(tables) => {
                        self.engines(tables, document);
                        continue;
                    }
                    None => Fault::List { name: name.to_owned() },
                },
                (_, value) if tables(value).is_some_and(|tables| !tables.is_empty()) => {
                    Fault::Tables { name: name.to_owned(), like: nearest(name, iter::once(ENGINES)) }
                }
                (KEYS, DeValue::Table(table)) => {
                    self.keys(table, document);
                    continue;
                }
                (_, DeValue::Table(table)) if OPTIONS.iter().any(|option| option.section == name) => {
                    self.options(name, table, document);
                    continue;
                }
                (_, DeValue::Table(_)) => {
                    let sections = OPTIONS.iter().map(|option| option.section).chain([KEYS]);
                    Fault::Section { name: name.to_owned(), like: nearest(name, sections) }
                }
                _ => Fault::Expected { name: name.to_owned(), expected: format!("a section [{name}]").into() },
            };
            self.mistakes.push(document.mistake(key, fault));
        }
    }

    fn engines(&mut self, tables: &[Value], document: &Document) {
        let mut known = HashSet::new();
        for table in tables {
            if let Some(row) = engines::read(document, table, &known, &mut self.mistakes) {
                known.insert(row.name.clone());
                self.config.engines.push(row);
            }
        }
    }

    fn options(&mut self, section: &str, table: &DeTable, document: &Document) {
        for (key, item) in entries(table) {
            let key = key.get_ref().as_ref();
            let name = format!("{section}.{key}");
            let Some(option) = OPTIONS.iter().find(|option| option.section == section && option.key == key) else {
                let keys = OPTIONS.iter().filter(|option| option.section == section).map(|option| option.key);
                let fault = Fault::Option { name, like: nearest(key, keys) };
                self.mistakes.push(document.mistake(item, fault));
                continue;
            };
            let value = match (item.get_ref(), option.kind) {
                (DeValue::String(text), Kind::Word(_) | Kind::Text | Kind::Clock) => Some(text.to_string()),
                (DeValue::Boolean(flag), Kind::Flag) => Some(flag.to_string()),
                (value, Kind::Number(..)) => number(value).map(|number| number.to_string()),
                _ => None,
            };
            if !value.is_some_and(|value| self.config.set(section, key, &value)) {
                let fault = Fault::Value { name, found: document.shown(item), expected: option.kind.expected() };
                self.mistakes.push(document.mistake(item, fault));
            }
        }
    }

    fn keys(&mut self, table: &DeTable, document: &Document) {
        for (action, item) in entries(table) {
            let action = action.get_ref().to_string();
            let keys = item.get_ref().as_str().map(|one| vec![one.to_owned()]).or_else(|| texts(item.get_ref()));
            if let Some(keys) = keys {
                self.config.keys.push(KeyRow { action, keys, line: document.line(item) });
            } else {
                let (name, expected) = (format!("keys.{action}"), "a list of keys like [\"u\", \"C-z\"]".into());
                self.mistakes.push(document.mistake(item, Fault::Expected { name, expected }));
            }
        }
    }
}

/// A list of tables, in either TOML syntax.
fn tables<'t, 'i>(value: &'t DeValue<'i>) -> Option<&'t [Value<'i>]> {
    let list: &[Value] = value.as_array()?;
    list.iter().all(|value| value.get_ref().is_table()).then_some(list)
}

/// The text of a file with one option changed; everything else stays the same. A text that is not valid TOML is
/// an error.
pub fn write(text: &str, section: &str, key: &str, value: &str) -> Result<String, WriteError> {
    let option = OPTIONS.iter().find(|option| option.section == section && option.key == key);
    let option = option.ok_or_else(|| WriteError::Option { section: section.to_owned(), key: key.to_owned() })?;
    let value = match option.kind {
        Kind::Flag => Toml::from(value == "true"),
        Kind::Number(..) => {
            Toml::from(value.parse::<i64>().map_err(|_| WriteError::Number { value: value.to_owned() })?)
        }
        _ => Toml::from(value),
    };
    set(text, section, key, Some(value))
}

/// The same for the keys of an action; without keys its line is removed, and the defaults count.
pub(crate) fn write_keys(text: &str, action: &str, keys: Option<&[String]>) -> Result<String, WriteError> {
    let value = keys.map(|keys| Toml::Array(keys.iter().map(String::as_str).collect()));
    set(text, KEYS, action, value)
}

/// Sets or removes one value of a section.
fn set(text: &str, section: &str, key: &str, value: Option<Toml>) -> Result<String, WriteError> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| WriteError::Syntax {
        reason: error.message().lines().next().unwrap_or_default().to_owned(),
    })?;
    let table = document.entry(section).or_insert_with(toml_edit::table);
    let table = table.as_table_like_mut().ok_or_else(|| WriteError::Section { section: section.to_owned() })?;
    match (table.get_mut(key).and_then(Item::as_value_mut), value) {
        // The spaces and comments around a value belong to it and are kept.
        (Some(old), Some(value)) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        (None, Some(value)) => {
            table.insert(key, Item::Value(value));
        }
        (_, None) => {
            table.remove(key);
        }
    }
    Ok(document.to_string())
}
