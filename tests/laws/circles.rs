//! The files of a member form no circles. A module may use its own submodules, and they may use it.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::{files, modules, reaches};

/// The circles that have their reason in `ARCHITECTURE.md`, by the files that close them: without the arrows between these
/// there is none.
const REASONS: &[&[&str]] = &[
    // A screen opens a place, and a place can be a screen that is made already.
    &["tui/place", "tui/screen"],
];

/// The members whose author implements a trait that is generic over the rest of the member.
const GENERIC: &[&str] = &["rules", "eval"];

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The files that each file uses, without its own submodules and the modules that it is in.
fn arrows(files: &[(String, String)]) -> Arrows {
    let names: BTreeSet<String> = files.iter().map(|(file, _)| modules(file).join("/")).collect();
    let target = |path: &[String]| {
        (1..=path.len()).rev().map(|length| path[..length].join("/")).find(|name| names.contains(name))
    };
    let is_within = |one: &str, other: &str| one.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'));
    let mut all = Arrows::new();
    for (file, text) in files {
        let from = modules(file).join("/");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let used = reaches(file, code).into_iter().filter(|reach| reach.root == "crate");
        let used = used.filter_map(|reach| target(&reach.path));
        let used = used.filter(|to| *to != from && !is_within(to, &from) && !is_within(&from, to));
        all.entry(from.clone()).or_default().extend(used);
    }
    all
}

/// All that can be reached from a file.
fn reached<'a>(arrows: &'a Arrows, from: &str) -> BTreeSet<&'a str> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(at) = next.pop() {
        for to in arrows.get(at).into_iter().flatten() {
            if found.insert(to.as_str()) {
                next.push(to);
            }
        }
    }
    found
}

/// The circles, each in the order of its names.
fn circles(arrows: &Arrows) -> BTreeSet<Vec<&str>> {
    let all: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|file| (file.as_str(), reached(arrows, file))).collect();
    let is_back = |from: &str, to: &&str| all.get(to).is_some_and(|found| found.contains(from));
    let circle = |(from, found): (&&str, &BTreeSet<&str>)| {
        let circle: Vec<&str> = all.keys().copied().filter(|to| found.contains(to) && is_back(from, to)).collect();
        (!circle.is_empty()).then_some(circle)
    };
    all.iter().filter_map(circle).collect()
}

fn is_generic(file: &str) -> bool {
    file.split('/').next().is_some_and(|member| GENERIC.contains(&member))
}

#[test]
fn files_form_no_circles() {
    let mut arrows = arrows(&files("src"));
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 1000, "the arrows are seen");
    for circle in REASONS {
        for from in *circle {
            let used = arrows.get_mut(*from).unwrap_or_else(|| panic!("{from} is a file"));
            let before = used.len();
            used.retain(|to| !circle.contains(&to.as_str()));
            assert!(used.len() < before, "{from} closes its circle");
        }
    }
    arrows.retain(|from, _| !is_generic(from));
    let found = circles(&arrows);
    let told = |circle: &Vec<&str>| circle.join(" ");
    assert!(found.is_empty(), "circles:\n{}", found.iter().map(told).collect::<Vec<_>>().join("\n"));
}

#[test]
fn circles_are_seen() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let found = |files: &[(String, String)]| {
        let arrows = arrows(files);
        circles(&arrows).into_iter().map(|circle| circle.join(" ")).collect::<Vec<_>>()
    };
    let a = file("tui/a.rs", "use crate::b::B;");
    let below = file("tui/b/inner.rs", "use super::B; use crate::c;");
    assert_eq!(found(&[a.clone(), file("tui/b.rs", "mod inner; use inner::X;"), below.clone()]), [""; 0]);
    assert_eq!(found(&[a.clone(), file("tui/b.rs", "use super::a::A;")]), ["tui/a tui/b"]);
    let three = [a, file("tui/b.rs", "use crate::c::C;"), file("tui/c.rs", "fn f() { crate::a::f(); }"), below];
    assert_eq!(found(&three), ["tui/a tui/b tui/c"]);
    assert_eq!(found(&[file("tui/a.rs", "#[cfg(test)] mod tests { use crate::a; }")]), [""; 0]);
}
