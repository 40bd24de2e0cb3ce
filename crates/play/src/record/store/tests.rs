//! The store with files that change, are damaged, or are written by several programs at once.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::*;
use crate::files::folder::Folder;
use crate::games::{GAMES, Registry};
use crate::record::tree::{Id, PlayedMove};

/// A folder that is deleted when this is dropped.
struct Data(Folder);

impl Data {
    fn new(name: &str) -> Data {
        let home = Folder::new(name);
        let path = home.path();
        fs::create_dir_all(path.join("games")).expect("a folder");
        Data(home)
    }

    fn store(&self) -> Store {
        let tell = |path: &Path, _: &Registry| Err(format!("{}: no journals here", path.display()).into());
        Store::new(
            self.0.path(),
            Journals { tell, read: |_, _| Err("no journals here".into()) },
            Registry::default(),
        )
    }

    /// Writes a file that is old enough for its time stamp to be trusted.
    fn write(&self, file: &str, text: &str) {
        let path = self.0.join("games").join(file);
        fs::write(&path, text).expect("room");
        self.age(file, 100);
    }

    fn age(&self, file: &str, seconds: u64) {
        let path = self.0.join("games").join(file);
        let file = File::options().append(true).open(path).expect("it is there");
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("a time");
    }

    fn index(&self) -> PathBuf {
        self.0.join("index")
    }
}

/// A game of this many plies.
fn game(at: usize, plies: usize, player: &str) -> Game {
    let mut game = Game::begin(GAMES[at], None, None).expect("a game");
    let first = Game::seat_tag(game.spec(), crate::rules::side::Side::FIRST);
    game.tags.set(first, player);
    game.tags.set("Date", "2026.11.20");
    game.tags.set("UTCTime", "23:15:02");
    let mut position = game.tree.start().fork();
    let mut at = Id::ROOT;
    for ply in 0..plies {
        let legal = position.legal();
        let text = position.machine(legal[(ply * 7 + plies) % legal.len()]);
        let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
        at = game.tree.attach(at, deed);
    }
    game
}

fn text(at: usize, plies: usize, player: &str) -> String {
    pgn::write(&game(at, plies, player))
}

fn ids(store: &Store) -> Vec<String> {
    let mut ids: Vec<String> = store.list().games.iter().map(GameEntry::id).collect();
    ids.sort();
    ids
}

#[test]
fn games_are_listed_from_files_with_one_and_with_many() {
    let data = Data::new("list");
    data.write("20261120-231502-a.pgn", &text(0, 6, "Ann"));
    let three = [text(1, 4, "Bea"), text(2, 5, "Cid"), text(3, 8, "Dan")].join("\n");
    data.write("three.pgn", &three);
    data.write("foreign.pgn", "[White \"Eve\"]\n[Variant \"Bughouse\"]\n\n1. e4 e5 2. Nf3 *\n");
    data.write("notes.txt", "nothing");
    data.write(".hidden.pgn", &text(0, 2, "Gus"));
    let store = data.store();
    let listing = store.list();
    assert_eq!((listing.games.len(), listing.problems), (5, Vec::new()));
    let find = |id: &str| listing.games.iter().find(|game| game.id() == id).expect(id);
    let first = find("20261120-231502-a");
    assert_eq!(
        (first.seats().as_str(), first.plies, first.date.to_string().as_str()),
        ("Ann - ?", 6, "2026-11-20 23:15")
    );
    let last = find("three:3");
    assert_eq!((last.title(), last.players.len(), last.among), (GAMES[3].spec().title, 4, 3));
    assert_eq!((find("foreign").spec().is_none(), find("foreign").plies), (true, 3));
    for game in listing.games.iter().filter(|game| game.spec().is_some()) {
        let (read, problem) = store.read(game).expect("it reads");
        assert_eq!((read.tree.length(), problem), (game.plies, None), "{}", game.id());
        assert_eq!(pgn::write(&read), store.text(game).expect("it reads").0, "{}", game.id());
    }
    assert_eq!(store.find("three").expect("a file").len(), 3);
    assert_eq!(store.find("thr:2").expect("a game")[0].seats(), "Cid - ?");
    let wrong = store.find("three:4").expect_err("there are three");
    assert_eq!(wrong.to_string(), "three:4: expected a number from 1 to 3");
    assert!(store.find("nobody").expect_err("nobody").to_string().contains("there is no game \"nobody\""));
    assert!(store.find("").is_err());
}

#[test]
fn the_index_is_believed_only_for_files_that_are_as_they_were() {
    let data = Data::new("index");
    let store = data.store();
    data.write("a.pgn", &text(0, 6, "Ann"));
    data.write("b.pgn", &text(0, 6, "Bea"));
    assert_eq!(store.list().games.len(), 2);
    let known = fs::read_to_string(data.index()).expect("an index");
    // The entry of the index is used, without reading the file.
    let lie = known.replace("Ann", "Zoe");
    let (_, body) = lie.split_once('\n').expect("a heading");
    let first = known.lines().next().expect("a heading");
    let sum = format!("{:08x}", crc32fast::hash(body.as_bytes()));
    let lie = format!("{}{sum}\n{body}", &first[..first.len() - 8]);
    fs::write(data.index(), &lie).expect("room");
    assert!(store.list().games.iter().any(|game| game.seats().starts_with("Zoe")));
    // The same length with another time; the same time with another length; a deleted file.
    data.write("a.pgn", &text(0, 6, "Abe"));
    data.age("a.pgn", 50);
    assert!(store.list().games.iter().any(|game| game.seats().starts_with("Abe")));
    fs::remove_file(data.0.join("games/b.pgn")).expect("it was there");
    assert_eq!(ids(&store), ["a"]);
    assert!(!fs::read_to_string(data.index()).expect("an index").contains("Bea"));
}

#[test]
fn a_broken_or_foreign_index_is_made_again() {
    let data = Data::new("broken");
    let store = data.store();
    data.write("a.pgn", &text(0, 6, "Ann"));
    let listed = store.list();
    let right = fs::read(data.index()).expect("an index");
    let other = String::from_utf8_lossy(&right).replacen("index 1 ", "index 99 ", 1).into_bytes();
    let mut flipped = right.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    for wrong in
        [Vec::new(), b"nonsense".to_vec(), right[..right.len() / 2].to_vec(), other, flipped, vec![0xff; 99]]
    {
        fs::write(data.index(), &wrong).expect("room");
        assert_eq!(store.list(), listed);
        assert_eq!(fs::read(data.index()).expect("an index"), right);
    }
    fs::remove_file(data.index()).expect("it is there");
    fs::create_dir(data.index()).expect("a folder in its place");
    assert_eq!(store.list(), listed, "where it cannot be written, it is done without");
}

#[test]
fn what_was_changed_just_now_is_looked_at_again() {
    let data = Data::new("young");
    let store = data.store();
    data.write("a.pgn", &text(0, 6, "Ann"));
    data.age("a.pgn", 0);
    assert!(store.list().games[0].seats().starts_with("Ann"));
    let kept = fs::metadata(store.path("a.pgn")).expect("it is there").modified().expect("a time");
    fs::write(store.path("a.pgn"), text(0, 6, "Abe")).expect("room");
    // The time stamp stays the same, as on a disk whose clock has a low resolution.
    File::options()
        .append(true)
        .open(store.path("a.pgn"))
        .expect("it is there")
        .set_modified(kept)
        .expect("a time");
    assert!(store.list().games[0].seats().starts_with("Abe"));
}

#[test]
fn many_may_write_the_index_at_once() {
    let data = Data::new("many");
    for at in 0..40 {
        data.write(&format!("{at}.pgn"), &text(at % 4, 3, "Ann"));
    }
    let store = data.store();
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let (store, index) = (store.clone(), data.index());
            thread::spawn(move || {
                for _ in 0..20 {
                    assert_eq!(store.list().games.len(), 40);
                    let _ = fs::remove_file(&index);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().expect("no panic");
    }
    assert_eq!(store.list().games.len(), 40);
    let left: Vec<_> =
        fs::read_dir(data.0.path()).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left.len(), 2, "no halves are left: {left:?}");
}

#[test]
fn a_list_stops_when_nobody_listens() {
    let data = Data::new("stop");
    data.write("a.pgn", &text(0, 3, "Ann"));
    let mut count = 0;
    data.store().scan(&mut |progress| {
        count += 1;
        assert_eq!((progress.done, progress.of, progress.games.len()), (0, 1, 0));
        false
    });
    assert_eq!(count, 1);
}

#[test]
fn what_cannot_be_read_is_told_each_time() {
    let data = Data::new("told");
    data.write("a.journal", "nonsense\n");
    let store = data.store();
    for _ in 0..2 {
        let listing = store.list();
        assert_eq!((listing.games.len(), listing.problems.len()), (0, 1));
        assert!(listing.problems[0].ends_with("a.journal: no journals here"), "{:?}", listing.problems);
    }
}

#[test]
fn what_is_put_away_comes_back_and_harms_nobody() {
    let data = Data::new("trash");
    let store = data.store();
    data.write("a.pgn", "one");
    let one = store.trash("a.pgn").expect("it is there");
    assert!(store.list().games.is_empty(), "the trash is not listed");
    data.write("a.pgn", "two");
    let two = store.trash("a.pgn").expect("it is there");
    assert_eq!(store.restore(&one).expect("it is there"), "a.pgn");
    assert_eq!(store.restore(&two).expect("it is there"), "a-2.pgn");
    assert_eq!(fs::read_to_string(store.path("a.pgn")).expect("it is there"), "one");
    assert_eq!(fs::read_to_string(store.path("a-2.pgn")).expect("it is there"), "two");
    assert!(store.restore(&one).is_err() && store.trash("b.pgn").is_err());
}

#[test]
fn names_that_would_do_harm_are_refused() {
    let data = Data::new("rename");
    let store = data.store();
    data.write("a.pgn", "one");
    data.write("b.pgn", "two");
    for (name, expected) in [
        ("", "type a name"),
        ("  ", "type a name"),
        (".a", "begins with a dot"),
        ("../a", "begins with a dot"),
        ("x/a", "a name cannot contain \"/\""),
        ("x:2", "a name cannot contain \":\""),
        ("x\u{1b}a", "a name cannot contain control characters"),
        ("x\u{202e}ngp", "a name cannot contain invisible characters"),
        ("b", "the file b.pgn exists already"),
    ] {
        let refused = store.rename("a.pgn", name).expect_err(name).to_string();
        assert!(refused.contains(expected), "{name}: {refused}");
    }
    assert!(store.rename("a.pgn", &"x".repeat(200)).expect_err("too long").to_string().contains("at most 120"));
    assert!(store.rename("a.journal", "x").expect_err("it goes on").to_string().contains("in progress"));
    assert!(store.rename("none.pgn", "x").is_err());
    assert_eq!(store.rename("a.pgn", "a").expect("its own name"), "a.pgn");
    assert_eq!(store.rename("a.pgn", " my best game.pgn ").expect("a free name"), "my best game.pgn");
    assert_eq!(fs::read_to_string(store.path("b.pgn")).expect("it is there"), "two");
    assert_eq!(ids(&store), ["b", "my best game"]);
}

fn import(store: &Store, text: &str) -> Imported {
    let mut twins = Twins::of(store.list().games);
    store.import(text.as_bytes(), "file", &mut twins, &mut |_| true).expect("it reads")
}

#[test]
fn each_game_gets_a_file_and_none_two() {
    let data = Data::new("import");
    let store = data.store();
    let foreign = "[Event \"x\"]\n[Variant \"Bughouse\"]\n\n1. e4 e5 1-0\n\n".to_owned();
    let broken = text(2, 5, "Cid").replace("*\n", "e9 *\n");
    let all =
        [text(0, 6, "Ann"), foreign, text(1, 4, "Bea"), broken, text(0, 6, "Ann"), text(3, 8, "Dan")].join("\n");
    let done = import(&store, &all);
    assert_eq!((done.files.len(), done.foreign, done.problems.len()), (4, 1, 1), "{done:?}");
    assert!(done.problems[0].starts_with("file: game 4, line "), "{done:?}");
    assert!(done.files[0].starts_with("20261120-231500-"), "{done:?}");
    let own = |file: &str| file.trim_end_matches(".pgn").to_owned();
    assert_eq!(done.twice, [(5, own(&done.files[0]))]);
    assert!(done.words().starts_with("4 games imported; 1 game already saved ("), "{}", done.words());
    let again = import(&store, &all);
    assert_eq!((again.files.len(), again.twice.len(), again.foreign), (0, 5, 1), "{again:?}");
    // A game with another comment, player or move is not the same game.
    let other = text(0, 6, "Ann").replace("\n1.", "\n{ Well. } 1.");
    let more = [other, text(0, 6, "Abe"), text(0, 7, "Ann")].join("\n");
    assert_eq!(import(&store, &more).files.len(), 3);
    for game in &store.list().games {
        assert_eq!(store.read(game).expect("it reads").1, None);
    }
}

#[test]
fn dates_are_read_from_tags_and_names() {
    let entry = |tags: &[(&str, &str)], file: &str| {
        let mut all = Tags::default();
        for (name, value) in tags {
            all.set(name, *value);
        }
        GameEntry::of(&all, 0, file, &Registry::default()).date.to_string()
    };
    assert_eq!(entry(&[("Date", "2026.11.20"), ("UTCTime", "23:15:02")], ""), "2026-11-20 23:15");
    assert_eq!(entry(&[("Date", "2026.??.??")], ""), "2026-??-??");
    assert_eq!(entry(&[("Date", "????.??.??")], "20261120-231502-x.pgn"), "2026-11-20 23:15");
    assert_eq!(entry(&[("UTCTime", "é3é15")], "é.pgn"), "");
}
