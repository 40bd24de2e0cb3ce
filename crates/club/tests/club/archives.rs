//! Archives of members are read as they are written. The memory of a whole process counts, so the archive is made in a
//! process of its own.

use std::fs;
use std::io::{self, Write};
use std::process::Command;
use std::time::SystemTime;

use crate::{club, opened};

/// Names the folder of the club for the process that is measured.
const ASKED: &str = "HETERODOX_TEST_ARCHIVE";

/// What an archive may hold.
const MOST: u64 = 6 << 20;

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let text = fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is told");
    line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok()).expect("a number") << 10
}

/// Counts bytes and keeps none.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does nothing but in the process that is measured.
#[test]
fn one_archive() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let club = crate::database::open(asked.as_ref(), &heterodox_play::players::Opponents::default());
    let club = club.expect("a club");
    let (member, _) = club.store.member_of_key([1; 32], "folder-1", SystemTime::now()).expect("a member");
    let before = peak();
    let mut out = Count(0);
    club.archive(member.id, &mut out).expect("an archive");
    let grown = peak() - before;
    println!("{} bytes of {}", grown, out.0);
    assert!(out.0 > 100 << 20, "all of it is there");
    assert!(grown < MOST, "{grown} bytes were held");
}

#[test]
fn an_archive_of_any_size_is_held_by_nobody() {
    let (folder, made) = club("archive-large");
    let (member, _) = made.store.member_of_key([1; 32], "folder-1", SystemTime::now()).expect("a member");
    drop(made);
    let games = folder.path().join("players/folder-1/games");
    fs::create_dir_all(&games).expect("a folder");
    let game = "[Event \"large\"]\n\n{ a comment }\n*\n\n".repeat(20_000);
    let size = game.len() as u64;
    let count = (40 << 20) / size;
    for number in 0..count {
        fs::write(games.join(format!("{number}.pgn")), &game).expect("a file");
    }
    let large = fs::File::create(games.with_file_name("large.txt")).expect("a file");
    large.set_len(40 << 20).expect("room");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "archives::one_archive", "--nocapture"]).env(ASKED, folder.path());
    let done = command.output().expect("it starts");
    let told = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(done.status.success() && told.contains(" bytes of "), "{told}");
    // The file with all games is whole.
    let mut bytes = Vec::new();
    opened(&folder).archive(member.id, &mut bytes).expect("an archive");
    let name = b"heterodox/all-games.pgn\0";
    let at = bytes.windows(name.len()).position(|part| part == name).expect("it is there");
    let all = (game.trim_end().len() as u64 + 2) * count;
    let told = u64::from_str_radix(std::str::from_utf8(&bytes[at + 124..at + 135]).expect("a number"), 8);
    assert_eq!(told, Ok(all));
    let expected = format!("{}\n\n", game.trim_end()).repeat(count as usize);
    assert!(bytes[at + 512..].starts_with(expected.as_bytes()));
}
