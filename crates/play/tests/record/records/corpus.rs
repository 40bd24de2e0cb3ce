//! Files as they are found: each has beside it what is told of it and what is kept.
//! `BLESS=1 cargo test --test record` writes that anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use heterodox_play::record::pgn::{self, Lister, Reader};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/pgn");
    let paths = fs::read_dir(folder).expect("the files are there").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect();
    files.sort();
    files
}

/// What is told and kept of a file.
fn told(path: &Path) -> String {
    let bytes = fs::read(path).expect("a file can be read");
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).expect("a file has a name");
    let mut out = String::new();
    for parsed in Reader::new(&bytes[..]).named(&name) {
        let parsed = parsed.expect("a slice has no faults");
        for problem in &parsed.problems {
            let _ = writeln!(out, "{problem}{}", if problem.stops { " (stops)" } else { "" });
        }
        match &parsed.game {
            Some(game) => out.push_str(&pgn::write(game)),
            None => out.push_str("nothing\n"),
        }
        out.push('\n');
    }
    out
}

#[test]
fn every_file_is_read_as_it_is_known_to_be() {
    let files = files();
    assert!(files.len() >= 60, "only {} files", files.len());
    let mut wrong = Vec::new();
    for path in &files {
        let (found, golden) = (told(path), path.with_extension("out"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &found).expect("it can be written");
        } else if fs::read_to_string(&golden).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not as they are known to be read:\n{}", wrong.join("\n"));
}

/// What other programs do without thinking of us is in files whose names begin with `fine`.
#[test]
fn habits_of_other_programs_are_no_trouble() {
    for path in files() {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).expect("a file has a name");
        let text = told(&path);
        let trouble = text.lines().any(|line| line.starts_with(&name));
        assert_eq!(trouble, !name.starts_with("fine"), "{text}");
    }
}

#[test]
fn what_is_kept_is_normal_and_listed() {
    for path in files() {
        let bytes = fs::read(&path).expect("a file can be read");
        let headers: Vec<_> = Lister::new(&bytes[..]).flatten().collect();
        let all: Vec<_> = Reader::new(&bytes[..]).flatten().collect();
        assert_eq!(headers.len(), all.len(), "{}", path.display());
        for (header, parsed) in headers.iter().zip(all) {
            assert_eq!(header.offset, parsed.offset, "{}", path.display());
            let Some(game) = parsed.game else { continue };
            let again = pgn::read(&pgn::write(&game)).remove(0);
            assert!(again.problems.iter().all(|problem| !problem.stops), "{}", path.display());
            assert_eq!(again.game, Some(game), "{}", path.display());
        }
    }
}
