//! Links in the documents lead somewhere: to a file that is there, and to a heading of it. The pages of `docs` are a book, so
//! they link to nothing outside by a path, and the list of its contents has them all.

mod built;
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use page::Page;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The documents at the root, and the pages of the book.
fn documents() -> Vec<PathBuf> {
    let mut found = files(&root().join("docs"), "md");
    let top = fs::read_dir(root()).expect("the repository").map(|entry| entry.expect("a file").path());
    found.extend(top.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    found
}

/// Where the source can be seen, as `Cargo.toml` says.
fn repository() -> String {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("text");
    let line = text.lines().find_map(|line| line.strip_prefix("repository = \"")).expect("an address");
    line.trim_end_matches('"').to_owned()
}

/// What a link is about.
enum Target {
    /// A file or folder of the repository, with the name of a heading.
    Here { path: PathBuf, heading: Option<String>, is_folder: Option<bool>, by_path: bool },
    /// Something else.
    Elsewhere,
}

/// What this link in a document is about.
fn target(document: &Path, link: &str, repository: &str) -> Target {
    let (link, heading) = match link.split_once('#') {
        Some((link, heading)) => (link, Some(heading.to_owned())),
        None => (link, None),
    };
    for (kind, is_folder) in [("blob", false), ("tree", true)] {
        if let Some(path) = link.strip_prefix(&format!("{repository}/{kind}/main/")) {
            return Target::Here { path: root().join(path), heading, is_folder: Some(is_folder), by_path: false };
        }
    }
    if link.contains("://") || link.starts_with("mailto:") {
        return Target::Elsewhere;
    }
    let path = match link {
        "" => document.to_owned(),
        _ => document.parent().expect("a folder").join(link),
    };
    Target::Here { path, heading, is_folder: None, by_path: true }
}

/// What is wrong with a link in a document.
fn flaw(document: &Path, link: &str, repository: &str) -> Option<String> {
    let Target::Here { path, heading, is_folder, by_path } = target(document, link, repository) else {
        return None;
    };
    let Ok(path) = path.canonicalize() else { return Some("leads to nothing".to_owned()) };
    let docs = root().join("docs").canonicalize().expect("the pages");
    if by_path && document.starts_with(root().join("docs")) && !path.starts_with(&docs) {
        return Some(format!("leaves the book: {repository}/blob/main/… is there for all readers"));
    }
    if is_folder.is_some_and(|is_folder| is_folder != path.is_dir()) {
        return Some("is /tree/ for a file or /blob/ for a folder".to_owned());
    }
    let heading = heading?;
    let known = Page::read(&fs::read_to_string(&path).unwrap_or_default()).headings;
    (!known.contains(&heading)).then(|| format!("names no heading of {}", path.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let repository = repository();
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in documents() {
        for link in Page::read(&fs::read_to_string(&document).expect("text")).links {
            count += 1;
            let name = document.strip_prefix(root()).expect("below").display();
            wrong.extend(flaw(&document, &link, &repository).map(|flaw| format!("{name}: {link} {flaw}")));
        }
    }
    assert!(count > 200, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_book_once() {
    let docs = root().join("docs");
    let contents = Page::read(&fs::read_to_string(docs.join("SUMMARY.md")).expect("the contents")).links;
    let listed: BTreeSet<PathBuf> = contents.iter().map(|link| docs.join(link)).collect();
    assert_eq!(listed.len(), contents.len(), "a page is listed twice");
    let pages: BTreeSet<PathBuf> =
        files(&docs, "md").into_iter().filter(|path| *path != docs.join("SUMMARY.md")).collect();
    assert_eq!(listed, pages, "docs/SUMMARY.md (left) and the pages (right)");
}

#[test]
fn the_book_names_the_repository_of_the_program() {
    let text = fs::read_to_string(root().join("docs/book.toml")).expect("text");
    let repository = repository();
    assert!(text.contains(&format!("git-repository-url = \"{repository}\"")));
    assert!(text.contains(&format!("edit-url-template = \"{repository}/edit/main/docs/{{path}}\"")));
}

#[test]
fn a_link_to_nothing_is_seen() {
    let (page, here) = (root().join("docs/serve.md"), "https://example.org/here");
    for (link, right) in [
        ("keys.md", true),
        ("keys.md#on-the-board", true),
        ("keys.md#on-the-chair", false),
        ("#invitations", true),
        ("#invitation", false),
        ("key.md", false),
        ("../README.md", false),
        ("https://example.org/here/blob/main/README.md", true),
        ("https://example.org/here/blob/main/README.md#licence", true),
        ("https://example.org/here/blob/main/README.md#price", false),
        ("https://example.org/here/blob/main/READYOU.md", false),
        ("https://example.org/here/blob/main/tests", false),
        ("https://example.org/here/tree/main/tests", true),
        ("https://example.org/there", true),
    ] {
        assert_eq!(flaw(&page, link, here).is_none(), right, "{link}");
    }
    assert_eq!(flaw(&root().join("README.md"), "tests", here), None, "outside of the book a path may be a folder");
}
