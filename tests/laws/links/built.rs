//! The book as it was built: `.ci/run book` builds it and runs this test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{files, root};

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let open = format!(" {attribute}=\"");
    page.split(&open).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part.as_os_str().to_str() {
            Some("..") => {
                plain.pop();
            }
            Some(".") => {}
            _ => plain.push(part),
        }
    }
    plain
}

/// What is wrong with the links of the pages of a book.
fn flaws(book: &Path) -> Vec<String> {
    let pages: BTreeMap<PathBuf, String> = files(book, "html")
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("text");
            (path, text)
        })
        .collect();
    let names: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(path, text)| (path, values(text, "id").into_iter().collect())).collect();
    let mut flaws = Vec::new();
    for (path, text) in &pages {
        // The addresses of this page are those of a server.
        if path.ends_with("404.html") {
            continue;
        }
        for link in [values(text, "href"), values(text, "src")].concat() {
            if link.contains("://") || link.starts_with("data:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let to =
                if file.is_empty() { path.clone() } else { plain(&path.parent().expect("a folder").join(file)) };
            let known = heading.is_empty() || names.get(&to).is_none_or(|names| names.contains(heading));
            if !to.is_file() || !known {
                flaws.push(format!("{}: {link}", path.strip_prefix(book).expect("below").display()));
            }
        }
    }
    flaws
}

#[test]
#[ignore = "the book must be built: `.ci/run book`"]
fn every_link_of_the_built_book_leads_somewhere() {
    let book = root().join("target/book");
    let pages = files(&book, "html").len();
    assert!(pages > 80, "{pages} pages in {}", book.display());
    let flaws = flaws(&book);
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn a_broken_page_is_seen() {
    let folder = std::env::temp_dir().join(format!("heterodox-links-{}", std::process::id()));
    fs::create_dir_all(folder.join("in")).expect("room");
    fs::write(folder.join("a.html"), "<h1 id=\"x\"><a href=\"in/b.html#y\">").expect("room");
    fs::write(folder.join("in/b.html"), "<a href=\"../a.html#x\"><a href=\"../a.html#z\"><img src=\"c.png\">")
        .expect("room");
    let found = flaws(&folder);
    fs::remove_dir_all(&folder).expect("it is there");
    assert_eq!(found, ["a.html: in/b.html#y", "in/b.html: ../a.html#z", "in/b.html: c.png"]);
}
