//! Tests with pipes, sockets and devices in place of files, with files that are too large, and of permissions.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;

use rustix::fs::{CWD, Mode, mkfifoat};

use super::folder::Folder;
use super::temporary_file::{TEMPORARY, TemporaryFile, sweep};
use super::*;

/// The names in a folder, sorted.
fn entries(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn only_regular_files_are_opened_and_nothing_waits() {
    let folder = Folder::new("kinds");
    let (pipe, socket, link) =
        (folder.path().join("pipe"), folder.path().join("socket"), folder.path().join("link"));
    mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).expect("a pipe");
    let _socket = UnixListener::bind(&socket).expect("a socket");
    std::os::unix::fs::symlink(&pipe, &link).expect("a link");
    for (path, what) in [
        (pipe.as_path(), "a pipe"),
        (link.as_path(), "a pipe"),
        (socket.as_path(), "a socket"),
        (Path::new("/dev/zero"), "a device"),
        (folder.path(), "a folder"),
    ] {
        let message = format!("it is {what}, not a file");
        assert_eq!(open(path).expect_err("it is none").to_string(), message);
        assert_eq!(open_to_write(path).expect_err("it is none").to_string(), message);
        assert!(read(path, 10).is_err());
    }
    assert!(open_folder(&pipe).is_err() && open_folder(folder.path()).is_ok());
    sync_folder(&pipe);
    assert!(is_stream(&pipe) && !is_stream(folder.path()) && !is_stream(&folder.path().join("none")));
    let file = folder.path().join("file");
    fs::write(&file, "text").expect("room");
    assert_eq!(read_text(&file, 4).expect("a file"), "text");
    std::os::unix::fs::symlink(&file, folder.path().join("good")).expect("a link");
    assert_eq!(read_text(&folder.path().join("good"), 4).expect("a link to a file"), "text");
}

#[test]
fn a_bound_is_named() {
    let folder = Folder::new("bound");
    let path = folder.path().join("file");
    fs::write(&path, vec![b'x'; (2 << 20) + 1]).expect("room");
    let message = read(&path, 2 << 20).expect_err("it is larger").to_string();
    assert_eq!(message, "it is larger than 2 MB, the limit for this file");
    assert_eq!(read(&path, (2 << 20) + 1).expect("as large as may be").len(), (2 << 20) + 1);
    // Some special files report a size of 0.
    if let Ok(file) = open(Path::new("/proc/self/maps")) {
        assert!(read_open(&file, 5).is_err());
    }
    fs::write(&path, [0xff]).expect("room");
    assert!(read_text(&path, 5).expect_err("no text").to_string().contains("UTF-8"));
}

#[test]
fn what_is_made_is_for_its_owner_only() {
    let folder = Folder::new("rights");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let inner = folder.path().join("a").join("b");
    make_folder(&inner).expect("a folder");
    make_folder(&inner).expect("it is there");
    create(&inner.join("file")).expect("a file");
    assert!(create(&inner.join("file")).is_err(), "it is there");
    assert_eq!(mode(&inner.join("file")), 0o600);
    assert_eq!((mode(&inner), mode(&folder.path().join("a"))), (0o700, 0o700));
    let temporary = TemporaryFile::beside(&inner.join("other")).expect("a file");
    temporary.replace(&inner.join("other")).expect("its place");
    assert_eq!(mode(&inner.join("other")), 0o600);
}

#[test]
fn halves_of_the_dead_go_and_those_of_the_living_stay() {
    let folder = Folder::new("halves");
    let path = folder.path().join("a.pgn");
    for name in [".a.pgn.1-1.half", ".b.pgn.1-1.half", ".c.half"] {
        fs::write(folder.path().join(name), "hal").expect("room");
    }
    mkfifoat(CWD, folder.path().join(".pipe.half"), Mode::from_raw_mode(0o600)).expect("a pipe");
    let lives = TemporaryFile::beside(&path).expect("room");
    let other = TemporaryFile::beside(&path).expect("room");
    assert!(lives.path() != other.path() && lives.path().exists(), "two write the same");
    assert_eq!(entries(&folder).len(), 5, "of this name the dead one goes: {:?}", entries(&folder));
    sweep(folder.path());
    assert_eq!(entries(&folder).len(), 3, "of the others too: {:?}", entries(&folder));
    assert!(lives.path().to_string_lossy().ends_with(TEMPORARY));
    drop(lives);
    other.replace(&path).expect("its place");
    assert_eq!(entries(&folder), [".pipe.half", "a.pgn"]);
}

#[test]
fn many_writers_of_one_name_never_lose_theirs() {
    let folder = Folder::new("writers");
    let path = folder.path().join("a.pgn");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    let temporary = TemporaryFile::beside(&path).expect("room");
                    assert!(temporary.path().exists());
                    temporary.replace(&path).expect("nobody takes it away");
                }
            });
        }
    });
    assert_eq!(entries(&folder), ["a.pgn"]);
}
