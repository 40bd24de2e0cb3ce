//! The settings as a file: reading that tells what is wrong with its line and goes on, and writing
//! that leaves everything else as it was.

use std::collections::HashSet;
use std::iter;
use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item, TableLike, Value as Toml};

use super::engines::{self, EngineRow};
use super::{Config, KeyRow, Kind, OPTIONS};

/// The file with every option, commented: what the program has built in.
pub const DEFAULTS: &str = include_str!("../../config.toml");

/// The section of keys.
const KEYS: &str = "keys";

/// The tables of other programs.
const ENGINES: &str = "engine";

/// Where the lines of a text are. Looked for once, so that many places can be told.
#[derive(Debug)]
pub struct Places {
    length: usize,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl Places {
    /// The lines of a text.
    pub fn of(text: &str) -> Places {
        Places { length: text.len(), ends: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// The line and column of a place, from 1.
    pub fn at(&self, span: Option<Range<usize>>) -> (usize, usize) {
        let at = span.map_or(0, |span| span.start).min(self.length);
        let line = self.ends.partition_point(|&end| end < at);
        (line + 1, at - line.checked_sub(1).map_or(0, |before| self.ends[before] + 1) + 1)
    }

    /// The line of a place, from 1.
    pub fn line(&self, span: Option<Range<usize>>) -> usize {
        self.at(span).0
    }
}

/// The known name that is most like a wrong one, if any is.
pub fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // What is so much longer or shorter is not like it: no need to count how much.
    let known = known.filter(|name| name.len().abs_diff(wrong.len()) <= 2);
    let distance = |name: &str| {
        let mut row: Vec<usize> = (0..=name.len()).collect();
        for (i, a) in wrong.bytes().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in name.bytes().enumerate() {
                let cost = diagonal + usize::from(a != b);
                diagonal = row[j + 1];
                row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[name.len()]
    };
    known.map(|name| (distance(name), name)).min().filter(|&(far, _)| far <= 2).map(|(_, name)| name)
}

/// Reads settings. What is wrong is told, and has its default.
pub fn read(text: &str, name: &str) -> (Config, Vec<String>) {
    let mut config = Config::default();
    let mut warnings = Vec::new();
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let (line, column) = Places::of(text).at(error.span());
            let reason = error.message().lines().next().unwrap_or_default().to_owned();
            warnings.push(format!("{name}:{line}:{column}: {reason}; nothing of the file is used"));
            return (config, warnings);
        }
    };
    let places = Places::of(text);
    let mut warn = |span: Option<Range<usize>>, problem: String| {
        warnings.push(format!("{name}:{}: {problem}", places.line(span)));
    };
    let mut engines = HashSet::new();
    for (section, item) in document.as_table() {
        let span = document.as_table().key(section).and_then(toml_edit::Key::span).or(item.span());
        if section == ENGINES {
            let Some(tables) = item.as_array_of_tables() else {
                warn(span, format!("{section}: tables [[{section}]] were expected"));
                continue;
            };
            for table in tables {
                let row = engines::read(table, &engines, &mut |item, problem| warn(item, problem));
                if let Some(row) = row {
                    engines.insert(row.name.clone());
                    config.engines.push(EngineRow { line: places.line(table.span()), ..row });
                }
            }
            continue;
        }
        if item.is_array_of_tables() {
            let like = nearest(section, iter::once(ENGINES)).map(|like| format!("; [[{like}]] is meant?"));
            warn(span, format!("there are no tables [[{section}]]{}", like.unwrap_or_default()));
            continue;
        }
        let Some(table) = item.as_table_like() else {
            warn(span, format!("{section}: a section [{section}] was expected"));
            continue;
        };
        if section == KEYS {
            keys(table, &mut config, &mut |item, problem| warn(item, problem), &places);
            continue;
        }
        if !OPTIONS.iter().any(|option| option.section == section) {
            let sections = OPTIONS.iter().map(|option| option.section).chain([KEYS]);
            let like = nearest(section, sections).map(|like| format!("; [{like}] is meant?")).unwrap_or_default();
            warn(span, format!("there is no section [{section}]{like}"));
            continue;
        }
        options(section, table, &mut config, &mut warn);
    }
    (config, warnings)
}

/// A value as it stands in the file, cut where it is long.
fn shown(item: &Item) -> String {
    const LONGEST: usize = 60;
    let text = item.to_string();
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn options(
    section: &str,
    table: &dyn TableLike,
    config: &mut Config,
    warn: &mut impl FnMut(Option<Range<usize>>, String),
) {
    for (key, item) in table.iter() {
        let span = item.span().or(table.key(key).and_then(toml_edit::Key::span));
        let Some(option) = OPTIONS.iter().find(|option| option.section == section && option.key == key) else {
            let keys = OPTIONS.iter().filter(|option| option.section == section).map(|option| option.key);
            let like = nearest(key, keys).map(|like| format!("; {like} is meant?")).unwrap_or_default();
            warn(span, format!("{section}.{key}: there is no such option{like}"));
            continue;
        };
        let value = match (item.as_value(), option.kind) {
            (Some(Toml::String(text)), Kind::Word(_) | Kind::Text) => Some(text.value().clone()),
            (Some(Toml::Boolean(flag)), Kind::Flag) => Some(flag.value().to_string()),
            (Some(Toml::Integer(number)), Kind::Number(..)) => Some(number.value().to_string()),
            _ => None,
        };
        if !value.is_some_and(|value| config.set(section, key, &value)) {
            let shown = shown(item);
            warn(span, format!("{section}.{key} is {shown}: {} was expected", option.kind.expected()));
        }
    }
}

fn keys(
    table: &dyn TableLike,
    config: &mut Config,
    warn: &mut impl FnMut(Option<Range<usize>>, String),
    places: &Places,
) {
    for (action, item) in table.iter() {
        let span = item.span();
        let names = |item: &Item| -> Option<Vec<String>> {
            if let Some(one) = item.as_str() {
                return Some(vec![one.to_owned()]);
            }
            item.as_array()?.iter().map(|key| key.as_str().map(str::to_owned)).collect()
        };
        match names(item) {
            Some(keys) => {
                let line = places.line(span);
                config.keys.push(KeyRow { action: action.to_owned(), keys, line });
            }
            None => warn(span, format!("keys.{action}: a list of keys like [\"u\", \"C-z\"] was expected")),
        }
    }
}

/// The text of a file with one option changed; everything else stays as it is. A text that cannot
/// be read is not changed.
pub fn write(text: &str, section: &str, key: &str, value: &str) -> Result<String, String> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| error.message().lines().next().unwrap_or("").to_owned())?;
    let option = OPTIONS.iter().find(|option| option.section == section && option.key == key);
    let option = option.ok_or_else(|| format!("there is no option {section}.{key}"))?;
    let value = match option.kind {
        Kind::Flag => Toml::from(value == "true"),
        Kind::Number(..) => Toml::from(value.parse::<i64>().map_err(|_| format!("{value} is no number"))?),
        _ => Toml::from(value),
    };
    let table = document.entry(section).or_insert_with(toml_edit::table);
    let table = table.as_table_like_mut().ok_or_else(|| format!("{section} is no section"))?;
    match table.get_mut(key).and_then(Item::as_value_mut) {
        // What stands around a value, comments too, belongs to it.
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
    Ok(document.to_string())
}
