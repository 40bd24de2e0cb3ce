//! A JSON schema of the settings, from the table of options: editors complete and check a file by it.

use serde_json::{Map, Value, json};

use super::engines::KEYS;
use super::{Config, Kind, OPTIONS, OptionSpec};

/// The values that the reader of the file takes.
fn kind(kind: Kind) -> Value {
    match kind {
        Kind::Word(words) => json!({ "type": "string", "enum": words }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Number(from, to) => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Kind::Clock => json!({ "type": "string", "description": kind.expected() }),
    }
}

/// The default as the file has it.
fn default(option: &OptionSpec) -> Value {
    let text = Config::default().get(option.section, option.key).unwrap_or_default();
    match option.kind {
        Kind::Flag => json!(text == "true"),
        Kind::Number(..) => json!(text.parse::<u64>().unwrap_or_default()),
        _ => json!(text),
    }
}

fn object(properties: &Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

/// The schema, with these actions that can have keys: the id of each and what it does.
pub fn text(actions: impl IntoIterator<Item = (&'static str, &'static str)>) -> String {
    let mut sections = Map::new();
    for option in OPTIONS {
        let mut value = kind(option.kind);
        value["title"] = json!(option.label);
        value["description"] = json!(option.help);
        value["default"] = default(option);
        let section = sections.entry(option.section).or_insert_with(|| object(&Map::new()));
        section["properties"][option.key] = value;
    }
    let keys = json!([{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]);
    let rows =
        actions.into_iter().map(|(id, title)| (id.to_owned(), json!({ "description": title, "oneOf": keys })));
    sections.insert("keys".to_owned(), object(&rows.collect()));
    let words = json!([{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]);
    let rows = KEYS.map(|key| {
        let value = match key {
            "name" => json!({ "type": "string", "pattern": "^[^\\s:]+$" }),
            "command" | "games" => json!({ "oneOf": words }),
            "on_failure" => json!({ "type": "string", "enum": ["lose", "pause"] }),
            "think_ms" => json!({ "type": "integer", "minimum": 1, "maximum": 3_600_000 }),
            _ => json!({ "type": "object", "additionalProperties": { "type": ["string", "number", "boolean"] } }),
        };
        (key.to_owned(), value)
    });
    let mut engine = object(&rows.into_iter().collect());
    engine["required"] = json!(["name", "command"]);
    sections.insert("engine".to_owned(), json!({ "type": "array", "items": engine }));
    let mut schema = object(&sections);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("Settings of Heterodox");
    format!("{schema:#}\n")
}
