//! A file that is like another game, written out as a file of its own: it means the same when that game changes.

use heterodox_base::document::{Document, entries, quoted};
use toml::de::DeValue;

/// The text of a file with all keys that it has taken from another one. The keys stay in their order.
pub(super) fn text(document: &Document) -> String {
    let all = entries(document.root());
    let all = all.into_iter().filter(|(key, _)| key.get_ref() != "like");
    let (tables, plain): (Vec<_>, Vec<_>) = all.partition(|(_, value)| value.get_ref().is_table());
    let mut text = String::new();
    for (key, value) in plain {
        line(key.get_ref(), value.get_ref(), &mut text);
    }
    for (key, table) in tables {
        text.push_str(&["[", &name(key.get_ref()), "]\n"].concat());
        for (key, value) in table.get_ref().as_table().map(entries).unwrap_or_default() {
            line(key.get_ref(), value.get_ref(), &mut text);
        }
    }
    text
}

/// What a file says of laws, of hands and of ends, a line for each key: `end.stalemate = "draw"`.
pub(super) fn laws(document: &Document) -> Vec<String> {
    let of = |name: &'static str| {
        let table = document.root().get(name).and_then(|value| value.get_ref().as_table());
        let all = table.map(entries).unwrap_or_default().into_iter();
        all.map(move |(key, value)| [name, ".", key.get_ref(), " = ", &written(value.get_ref())].concat())
    };
    ["hand", "law", "win", "end"].into_iter().flat_map(of).collect()
}

fn line(key: &str, value: &DeValue, text: &mut String) {
    text.push_str(&[&name(key), " = ", &written(value), "\n"].concat());
}

/// A key as it is written.
fn name(key: &str) -> String {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'-';
    if !key.is_empty() && key.bytes().all(plain) { key.to_owned() } else { quoted(key) }
}

/// A value as it is written in one line. Texts alone can be in many.
fn written(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(_) => heterodox_base::document::number(value).unwrap_or_default().to_string(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(list) => {
            let all: Vec<String> = list.iter().map(|value| written(value.get_ref())).collect();
            ["[", &all.join(", "), "]"].concat()
        }
        DeValue::Table(table) => {
            let one = |(key, value): (_, &heterodox_base::document::Value)| {
                let key: &heterodox_base::document::Key = key;
                [&name(key.get_ref()), " = ", &written(value.get_ref())].concat()
            };
            let all: Vec<String> = entries(table).into_iter().map(one).collect();
            ["{ ", &all.join(", "), " }"].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "a = \"x\\\"y\\\\\\u0007\"\nlist = [1, 0x10, \"é\"]\nlike = \"chess\"\nlines = \"\"\"\none\ntwo\"\"\"\n\
                    [t]\n\"+S\" = { b = true, c = [{ d = 1 }] }\nempty = {}\n";
        let once = super::text(&Document::parse(text, "file").expect("TOML"));
        let again = super::text(&Document::parse(&once, "file").expect("TOML"));
        assert_eq!(once, again);
        let expected = "a = \"x\\\"y\\\\\\u0007\"\nlist = [1, 16, \"é\"]\nlines = \"one\\ntwo\"\n[t]\n\
                        \"+S\" = { b = true, c = [{ d = 1 }] }\nempty = {  }\n";
        assert_eq!(once, expected);
    }
}
