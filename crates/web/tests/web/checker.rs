//! A strict checker of HTML: elements are closed in order and stand where they may, attributes are quoted and there once, ids
//! are there once and what refers to them finds them, and nothing is in a page that its policy forbids.

use std::collections::BTreeSet;

const VOID: [&str; 4] = ["meta", "link", "br", "hr"];

/// What may stand in a line of text.
const INLINE: [&str; 12] =
    ["a", "b", "code", "span", "em", "strong", "time", "svg", "title", "use", "circle", "path"];

/// The entities that are used.
const ENTITIES: [&str; 4] = ["amp;", "lt;", "gt;", "quot;"];

/// The only parents of some elements.
const PARENTS: [(&str, &[&str]); 11] = [
    ("li", &["ul", "ol"]),
    ("tr", &["thead", "tbody"]),
    ("td", &["tr"]),
    ("th", &["tr"]),
    ("thead", &["table"]),
    ("tbody", &["table"]),
    ("head", &["html"]),
    ("body", &["html"]),
    ("main", &["body"]),
    ("figcaption", &["figure"]),
    ("title", &["head", "svg", "symbol"]),
];

/// The only children of some elements.
const CHILDREN: [(&str, &[&str]); 7] = [
    ("ul", &["li"]),
    ("ol", &["li"]),
    ("tr", &["td", "th"]),
    ("table", &["thead", "tbody"]),
    ("thead", &["tr"]),
    ("tbody", &["tr"]),
    ("head", &["meta", "title", "link", "script", "noscript"]),
];

struct Checked {
    open: Vec<String>,
    ids: BTreeSet<String>,
    wanted: BTreeSet<String>,
    main: usize,
    headings: usize,
}

fn text(text: &str) -> Result<(), String> {
    for (at, _) in text.match_indices('&') {
        let rest = &text[at + 1..];
        let known = ENTITIES.iter().any(|entity| rest.starts_with(entity));
        if !known {
            return Err(format!("the sign & in {text:?}"));
        }
    }
    if text.contains('>') { Err(format!("the sign > in {text:?}")) } else { Ok(()) }
}

impl Checked {
    fn attributes(&mut self, tag: &str, mut rest: &str) -> Result<(), String> {
        let mut names = BTreeSet::new();
        while !rest.trim().is_empty() {
            let (name, after) =
                rest.trim_start().split_once("=\"").ok_or(format!("an attribute in {tag}: {rest}"))?;
            let (value, after) = after.split_once('"').ok_or(format!("the end of {name} in {tag}"))?;
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-:".contains(letter);
            if name.is_empty() || !name.chars().all(is_name) || !names.insert(name.to_owned()) {
                return Err(format!("the attribute {name} of {tag}"));
            }
            if name.starts_with("on") || name == "style" || value.starts_with("javascript:") {
                return Err(format!("the policy forbids {name} of {tag}"));
            }
            text(value)?;
            if name == "id" && !self.ids.insert(value.to_owned()) {
                return Err(format!("the id {value} is there twice"));
            }
            if let ("href", Some(id)) = (name, value.strip_prefix('#')) {
                self.wanted.insert(id.to_owned());
            }
            rest = after;
        }
        Ok(())
    }

    fn begin(&mut self, tag: &str, attributes: &str, closed: bool) -> Result<(), String> {
        let parent = self.open.last().cloned().unwrap_or_default();
        if PARENTS.iter().any(|(child, parents)| *child == tag && !parents.contains(&parent.as_str())) {
            return Err(format!("{tag} in {parent}"));
        }
        if CHILDREN.iter().any(|(known, children)| *known == parent && !children.contains(&tag)) {
            return Err(format!("{tag} in {parent}"));
        }
        if self.open.iter().any(|open| open == "p") && !INLINE.contains(&tag) {
            return Err(format!("{tag} in a paragraph"));
        }
        if tag == "a" && self.open.iter().any(|open| open == "a") || ["style", "iframe", "form"].contains(&tag) {
            return Err(format!("{tag} in {:?}", self.open));
        }
        self.main += usize::from(tag == "main");
        self.headings += usize::from(tag == "h1");
        self.attributes(tag, attributes)?;
        if !closed && !VOID.contains(&tag) {
            self.open.push(tag.to_owned());
        }
        Ok(())
    }
}

/// What is wrong with a page, if anything is.
pub(crate) fn check(page: &str) -> Result<(), String> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>\n").ok_or("no doctype")?;
    let (open, ids, wanted) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut checked = Checked { open, ids, wanted, main: 0, headings: 0 };
    while let Some(at) = rest.find('<') {
        text(&rest[..at])?;
        let end = rest[at..].find('>').ok_or("a tag without an end")? + at;
        let tag = &rest[at + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            let open = checked.open.pop();
            if open.as_deref() != Some(name) {
                return Err(format!("{name} is closed, but {open:?} is open"));
            }
            if name == "script" && rest[..at].len() > 1 {
                return Err("a script in the page".to_owned());
            }
        } else {
            let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            if name.is_empty() || !name.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
                return Err(format!("the element <{tag}>"));
            }
            checked.begin(name, attributes, closed)?;
        }
        rest = &rest[end + 1..];
    }
    if !checked.open.is_empty() || !rest.trim().is_empty() {
        return Err(format!("open at the end: {:?}", checked.open));
    }
    if let Some(id) = checked.wanted.difference(&checked.ids).next() {
        return Err(format!("nothing has the id {id}"));
    }
    if (checked.main, checked.headings) == (1, 1) { Ok(()) } else { Err("one main part and one title".to_owned()) }
}

#[test]
fn faults_are_seen() {
    let page = |body: &str| format!("<!DOCTYPE html>\n<html><body><main><h1>x</h1>{body}</main></body></html>\n");
    assert_eq!(check(&page("<p title=\"&lt;\">a <b>c</b></p><svg><path d=\"M0 0\"/></svg>")), Ok(()));
    for fault in [
        "<p>a",
        "<p><b>a</p></b>",
        "<p title=x>a</p>",
        "<p title=\"a\" title=\"b\">a</p>",
        "<p onclick=\"x\">a</p>",
        "<p style=\"x\">a</p>",
        "<i id=\"a\"></i><i id=\"a\"></i>",
        "<a href=\"#gone\">a</a>",
        "a & b",
        "a > b",
        "<ul><p>a</p></ul>",
        "<p><ul></ul></p>",
        "<li>a</li>",
        "<script>alert(1)</script>",
        "<a href=\"/\"><a href=\"/\">a</a></a>",
        "<h1>y</h1>",
        "<!-- a -->",
    ] {
        assert!(check(&page(fault)).is_err(), "{fault}");
    }
}
