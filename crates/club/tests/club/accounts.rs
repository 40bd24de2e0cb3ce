//! Members: their keys and names, and who is here.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use heterodox_base::escape;
use heterodox_club::archive::Tar;
use heterodox_club::code::VALID;
use heterodox_club::code::error::CodeError;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::name::{Name, NameError};
use heterodox_club::store::Ban;
use heterodox_club::store::sql::Connection;
use heterodox_club::store::sql::params;
use heterodox_club::table_service::Terms;
use heterodox_club::{Club, ClubError, Dismissed, Visit};
use heterodox_games::{GAMES, Registry};
use heterodox_kernel::side::Side;
use heterodox_play::session::table::command::SeatCommand;

use super::club;

#[test]
fn a_member_with_two_connections_is_here_once() {
    let (_folder, club) = club("here-once");
    let member = |key| club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
    let (ann, _) = member(1).expect("a member");
    let (bob, _) = member(2).expect("a member");
    let first = club.enter(ann.clone());
    let second = club.enter(ann.clone());
    let other = club.enter(bob.clone());
    assert!(second.number() > first.number());
    assert_eq!(club.here(), [ann.clone(), bob.clone()]);
    drop(first);
    assert_eq!(club.here(), [ann, bob.clone()]);
    drop(second);
    assert_eq!(club.here(), [bob]);
    drop(other);
    assert!(club.here().is_empty());
}

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Members with the keys 1, 2, …, who are here.
fn visits<const COUNT: usize>(club: &Arc<Club>) -> [Visit; COUNT] {
    std::array::from_fn(|at| {
        let key = 1 + at as u8;
        let member = club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
        club.enter(member.expect("a member").0).arrived(Some([key; 32]), Some([192, 0, 2, key].into()))
    })
}

/// The reason why a code or a key is refused.
fn code_refusal<T: std::fmt::Debug>(result: Result<T, ClubError>) -> CodeError {
    match result {
        Err(ClubError::Code(error)) => error,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

fn refusal(result: Result<(), ClubError>) -> NameError {
    match result {
        Err(ClubError::Name(error)) => error,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

#[test]
fn a_name_belongs_to_one_member_and_so_do_those_that_look_like_it() {
    let (_folder, club) = club("names");
    let now = SystemTime::now();
    let [mut ann, mut bob] = visits(&club);
    let number = ann.member.shown_name();
    assert!(number.starts_with("player-"), "{number}");
    ann.rename("Illa", now).expect("a name");
    assert_eq!(club.here()[0].shown_name(), "Illa");
    for alike in ["Illa", "illa", "lLl-a", "I1l.a", "Ílla"] {
        assert_eq!(refusal(bob.rename(alike, now)), NameError::Taken, "{alike}");
    }
    bob.rename("Bob", now).expect("a name");
    let MemberId::Member(number) = bob.member.id else { panic!("a guest") };
    assert_eq!(club.store.member(number).expect("it answers"), Some(bob.member.clone()));
    assert_eq!(club.name_of(MemberId::Member(99)).expect("it answers"), "deleted player");
    let mut guest = club.enter(Member::guest(3));
    assert_eq!(guest.member.shown_name(), "guest-3");
    assert!(matches!(guest.rename("Carl", now), Err(ClubError::Guest)));
}

#[test]
fn a_name_changes_once_a_day_and_is_held_for_its_owner() {
    let (_folder, club) = club("names-day");
    let start = SystemTime::now();
    let [mut ann, mut bob] = visits(&club);
    let mut again = club.enter(ann.member.clone());
    ann.rename("Ann", start).expect("a name");
    ann.rename("Ann", start + HOUR).expect("it is the same");
    assert_eq!(refusal(ann.rename("Anna", start + HOUR)), NameError::Soon(23 * HOUR));
    ann.rename("Anna", start + 24 * HOUR).expect("a day later");
    // Nobody takes the old name soon, but its owner may.
    assert_eq!(refusal(bob.rename("Ann", start + 25 * HOUR)), NameError::Taken);
    ann.rename("ann", start + 48 * HOUR).expect("it was hers");
    bob.rename("Anna", start + 48 * HOUR + 31 * 24 * HOUR).expect("a month later");
    // The other connection of the same member hears of it.
    assert!(again.refresh() && !again.refresh());
    assert_eq!(again.member.shown_name(), "ann");
}

/// What somebody could type as a name to harm the terminals of others.
fn hostile() -> Vec<String> {
    let pieces = [
        "\x1b[2J",
        "\x1b]0;x\x07",
        "\x07",
        "\x08",
        "x\r\nx",
        "\u{9b}31m",
        "\u{202e}",
        "\u{2066}",
        "\u{200d}",
        "\u{feff}",
        "\u{ad}",
        "\u{e000}",
        "\u{fe0f}",
        "e\u{301}\u{301}\u{301}",
        "\u{1f600}",
        "\0",
        "x\u{2028}x",
    ];
    let around = [("", ""), ("a", "b"), ("Ann", "")];
    pieces.iter().flat_map(|piece| around.map(|(before, after)| format!("{before}{piece}{after}"))).collect()
}

#[test]
fn hostile_names_are_refused_and_their_errors_are_harmless() {
    let (_folder, club) = club("hostile-names");
    let [mut ann] = visits(&club);
    let was = ann.member.shown_name();
    let names = hostile();
    assert!(names.len() >= 50, "{}", names.len());
    for name in names {
        let told = refusal(ann.rename(&name, SystemTime::now())).to_string();
        assert!(!told.contains(|letter: char| escape::is_hidden(letter)), "{name:?}: {told:?}");
        assert_eq!(club.here()[0].shown_name(), was);
    }
}

#[test]
fn any_text_is_a_name_or_is_refused() {
    use proptest::prelude::{ProptestConfig, any, proptest};
    let games = Registry::default();
    proptest!(ProptestConfig::with_cases(2000), |(typed in any::<String>())| {
        if let Ok(name) = Name::parse(&typed, &games) {
            assert!(name.shown().chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter)));
            assert!(name.shown().chars().count() <= 16 && !name.skeleton().is_empty());
            assert_eq!(Name::parse(name.shown(), &games).expect("the same"), name);
        }
    });
}

/// The keys of a member as numbers.
fn keys(visit: &Visit) -> Vec<u8> {
    visit.keys().expect("it answers").iter().map(|key| key.digest[0]).collect()
}

#[test]
fn a_code_adds_the_key_of_another_session() {
    let (folder, club) = club("codes");
    let (now, moment) = (SystemTime::now(), Instant::now());
    let [mut ann, mut phone] = visits(&club);
    ann.rename("Ann", now).expect("a name");
    let own = folder.path().join("players/folder-2");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("config.toml"), "").expect("a file");
    let old = ann.key_code(now).expect("a code").to_string();
    let code = ann.key_code(now).expect("a code").to_string();
    assert_eq!(code_refusal(phone.redeem(&old, now, moment)), CodeError::Unknown, "there is a newer one");
    assert_eq!(code_refusal(ann.redeem(&code, now, moment)), CodeError::Own);
    assert_eq!(code_refusal(phone.redeem(&code, now + VALID, moment)), CodeError::Unknown, "too late");
    phone.redeem(&code.to_lowercase(), now, moment).expect("the code is valid");
    assert_eq!(keys(&ann), [1, 2]);
    // The account of the second key is gone, with its folder and its sessions.
    let [(whose, words)] = &club.take_dismissed()[..] else { panic!("one is dismissed") };
    assert_eq!(*whose, Dismissed::Member(phone.member.id));
    assert_eq!(words, "Your key belongs to Ann now. Log in again.");
    club.sweep().expect("it is empty");
    assert!(!own.exists() && club.store.removed_folders().expect("it answers").is_empty());
    let (member, used) = club.store.member_of_key([2; 32], "folder-2", now).expect("a member");
    assert_eq!((member, used.as_str()), (ann.member.clone(), "folder-1"));
    // It was for one use.
    let [_, _, mut third] = visits(&club);
    assert_eq!(code_refusal(third.redeem(&code, now, moment)), CodeError::Unknown);
}

#[test]
fn a_code_is_refused_where_something_would_be_lost() {
    let (folder, club) = club("codes-refused");
    let (now, moment) = (SystemTime::now(), Instant::now());
    let [ann, mut bob, mut carl, mut dora] = visits(&club);
    let code = ann.key_code(now).expect("a code").to_string();
    bob.rename("Bob", now).expect("a name");
    assert_eq!(code_refusal(bob.redeem(&code, now, moment)), CodeError::Used("a name"));
    let games = folder.path().join("players/folder-3/games");
    fs::create_dir_all(&games).expect("a folder");
    fs::write(games.join("index"), "").expect("a file");
    fs::write(games.join("x.pgn"), "").expect("a file");
    assert_eq!(code_refusal(carl.redeem(&code, now, moment)), CodeError::Used("games or lessons"));
    dora.redeem(&code, now, moment).expect("nothing is lost");
    // A guest has no key.
    let mut guest = club.enter(Member::guest(1));
    assert!(matches!(guest.redeem(&code, now, moment), Err(ClubError::Guest)));
    assert!(matches!(guest.key_code(now), Err(ClubError::Guest)));
    assert_eq!(code_refusal(ann.remove_key([9; 32])), CodeError::NoKey);
    assert_eq!(keys(&ann), [1, 4]);
}

#[test]
fn wrong_codes_are_limited_in_a_session_and_from_an_address() {
    let (_folder, club) = club("codes-limited");
    let (now, moment) = (SystemTime::now(), Instant::now());
    let [ann, mut bob] = visits(&club);
    let code = ann.key_code(now).expect("a code").to_string();
    let wrong = if code.starts_with('A') { "BBBBBBBB" } else { "AAAAAAAA" };
    for _ in 0..5 {
        assert_eq!(code_refusal(bob.redeem(wrong, now, moment)), CodeError::Unknown);
    }
    assert_eq!(code_refusal(bob.redeem(&code, now, moment)), CodeError::Many);
    let again = || club.enter(bob.member.clone()).arrived(Some([2; 32]), Some([192, 0, 2, 2].into()));
    let mut second = again();
    for _ in 0..5 {
        assert_eq!(code_refusal(second.redeem(wrong, now, moment)), CodeError::Unknown);
    }
    assert_eq!(code_refusal(again().redeem(&code, now, moment)), CodeError::Many, "the address");
    again().redeem(&code, now, moment + VALID).expect("later it may");
}

#[test]
fn a_lost_key_is_replaced_with_a_code_made_before() {
    let (_folder, club) = club("recovery");
    let (now, moment) = (SystemTime::now(), Instant::now());
    let [ann, mut fresh] = visits(&club);
    let codes = ann.recovery_codes().expect("codes");
    assert_eq!((codes.len(), ann.codes_left().expect("it answers")), (8, 8));
    // A server has no file that could be looked through.
    let kept = fs::read(club.store.path()).unwrap_or_default();
    let wal = fs::read(club.store.path().with_file_name("club.db-wal")).unwrap_or_default();
    for code in &codes {
        let plain = code.to_string().replace(' ', "");
        let bytes = plain.as_bytes();
        assert!(![&kept, &wal].iter().any(|file| file.windows(bytes.len()).any(|part| part == bytes)));
    }
    fresh.redeem(&codes[3].to_string(), now + 1000 * HOUR, moment).expect("it is valid for ever");
    assert_eq!((keys(&ann), ann.codes_left().expect("it answers")), (vec![1, 2], 7));
    // The lost key is taken away, but never the last one.
    ann.remove_key([1; 32]).expect("there is another");
    assert_eq!(club.take_dismissed().pop().map(|(whose, _)| whose), Some(Dismissed::Key([1; 32])));
    assert_eq!(code_refusal(ann.remove_key([2; 32])), CodeError::LastKey);
    // The key can come back as somebody else, with another folder.
    let (other, folder) = club.store.member_of_key([1; 32], "folder-1", now).expect("a member");
    assert_ne!(other.id, ann.member.id);
    assert_eq!(folder, "folder-1-2");
}

#[test]
fn a_deleted_account_leaves_nothing_and_its_number_is_not_used_again() {
    let (folder, club) = club("deleted");
    let now = SystemTime::now();
    let [_, mut bob] = visits(&club);
    bob.rename("Bob", now).expect("a name");
    let own = folder.path().join("players/folder-2");
    fs::create_dir_all(own.join("games")).expect("a folder");
    fs::write(own.join("games/x.pgn"), "x").expect("a file");
    bob.delete(now).expect("it is deleted");
    assert_eq!(club.take_dismissed().len(), 1);
    assert_eq!(club.name_of(bob.member.id).expect("it answers"), "deleted player");
    club.sweep().expect("nobody uses it");
    assert!(!own.exists());
    let (new, _) = club.store.member_of_key([2; 32], "folder-2", now).expect("a member");
    assert_ne!(new.id, bob.member.id);
    let mut new = club.enter(new);
    assert_eq!(refusal(new.rename("Bob", now)), NameError::Taken, "for a month");
    new.rename("Bob", now + 31 * 24 * HOUR).expect("a month later");
}

#[test]
fn an_archive_has_all_that_is_kept() {
    let (folder, club) = club("archive");
    let [mut ann, _bob] = visits(&club);
    ann.rename("Ann", SystemTime::now()).expect("a name");
    let own = folder.path().join("players/folder-1");
    let long = format!("{}.pgn", "n".repeat(150));
    for (name, text) in
        [("games/a.pgn", "[A]\n\n1. e4 *\n"), ("games/b.pgn", "[B]\n\n*\n"), ("config.toml", ""), (&long, "long")]
    {
        let path = own.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    fs::create_dir_all(folder.path().join("players/folder-2")).expect("a folder");
    fs::write(folder.path().join("players/folder-2/secret"), "of somebody else").expect("a file");
    std::os::unix::fs::symlink("../folder-2/secret", own.join("link")).expect("a link");
    let mut bytes = Vec::new();
    club.archive(ann.member.id, &mut bytes).expect("an archive");
    assert!(bytes.len() % 512 == 0 && !bytes.windows(8).any(|part| part == b"somebody"));
    let file = folder.path().join("mine.tar");
    fs::write(&file, &bytes).expect("a file");
    let tar = |more: &[&str]| Command::new("tar").args(more).arg("-f").arg(&file).output().expect("there is tar");
    let listed = String::from_utf8(tar(&["-t"]).stdout).expect("names");
    let expected = ["account.txt", "config.toml", "games/a.pgn", "games/b.pgn", &long, "all-games.pgn"];
    assert_eq!(listed.lines().collect::<Vec<_>>(), expected.map(|name| format!("heterodox/{name}")));
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    assert!(tar(&["-x", "-C", &out.display().to_string()]).status.success());
    let read = |name: &str| fs::read_to_string(out.join("heterodox").join(name)).expect("a file");
    assert_eq!(read("all-games.pgn"), "[A]\n\n1. e4 *\n\n[B]\n\n*\n\n");
    assert_eq!((read(&long).as_str(), read("config.toml").as_str()), ("long", ""));
    assert!(read("account.txt").starts_with("Name: Ann\nNumber: 1\nJoined: "), "{}", read("account.txt"));
    assert!(matches!(club.archive(Member::guest(1).id, &mut bytes), Err(ClubError::Guest)));
}

#[test]
fn a_file_that_gets_shorter_leaves_the_archive_whole() {
    let mut tar = Tar::new(Vec::new());
    tar.file("a".as_ref(), &b"xy"[..], 1000, SystemTime::now()).expect("memory");
    let bytes = tar.finish().expect("memory");
    assert_eq!(bytes.len(), 512 + 1024 + 1024);
}

#[test]
fn a_ban_counts_for_all_keys_of_a_member_and_for_a_network() {
    let (_folder, club) = club("bans");
    let (now, moment) = (SystemTime::now(), Instant::now());
    let [mut ann, mut phone, bob] = visits(&club);
    phone.redeem(&ann.key_code(now).expect("a code").to_string(), now, moment).expect("a second key");
    ann.rename("Ann", now).expect("a name");
    let store = &club.store;
    store
        .ban(vec![Ban::Key([1; 32]), Ban::Address("2001:db8::1".parse().expect("an address"))], "Ann", now)
        .expect("kept");
    let banned = |key: u8| store.is_key_banned([key; 32]).expect("it answers");
    assert!(banned(1) && banned(2) && !banned(3));
    let kept_out =
        |address: &str| store.is_address_banned(address.parse().expect("an address")).expect("it answers");
    assert!(kept_out("2001:db8::ffff") && !kept_out("2001:db8:0:1::1") && !kept_out("192.0.2.1"));
    assert_eq!(store.bans().expect("it answers").len(), 2);
    assert_eq!(store.unban("nobody").expect("it answers"), 0);
    assert_eq!(store.unban("2001:db8::5").expect("it answers"), 1);
    assert_eq!(store.unban("ann").expect("it answers"), 1);
    assert!(!banned(1) && !banned(2) && !kept_out("2001:db8::1"));
    drop(bob);
}

#[test]
fn games_with_people_are_taken_away_and_outlive_an_account() {
    let (folder, club) = club("games");
    let now = SystemTime::now();
    let [mut ann, mut bob, mut fresh] = visits(&club);
    ann.rename("Ann", now).expect("a name");
    bob.rename("Bob", now).expect("a name");
    let game = *GAMES.iter().find(|game| game.spec().seats.len() == 2).expect("there is one");
    let key = club.tables.open_table(&ann.member, &Terms::new(game)).expect("a table");
    club.tables.sit(&bob.member, key, Side::new(1), None).expect("it is free");
    let seat = club.tables.handle(&ann.member, key, None).expect("a game");
    let view = seat.table().newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], 0)).expect("her turn");
    while seat.table().newest().lines.is_empty() {
        std::thread::yield_now();
    }
    let archive = |visit: &Visit| {
        let mut bytes = Vec::new();
        club.archive(visit.member.id, &mut bytes).expect("an archive");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let text = archive(&ann);
    assert!(text.contains(&format!("heterodox/tables/{}.pgn", key.0)) && text.contains("heterodox/all-games.pgn"));
    assert!(text.contains("\"Ann\"]") && text.contains("\"Bob\"]"), "{text}");
    // A key whose member sits at a table is not added to another, and who plays is not deleted.
    let code = fresh.key_code(now).expect("a code").to_string();
    assert!(matches!(code_refusal(bob.redeem(&code, now, Instant::now())), CodeError::Used(_)));
    assert!(matches!(bob.delete(now), Err(ClubError::Playing(1))));
    let over = |connection: &Connection| Ok(connection.execute("UPDATE hall SET ended = 1", params![])?);
    club.store.write(over).expect("the game is over");
    bob.delete(now).expect("it is deleted");
    let text = archive(&ann);
    assert!(text.contains("\"Ann\"]") && text.contains("\"deleted player\"]") && !text.contains("Bob"), "{text}");
    fresh.rename("Carl", now).expect("a name");
    drop(folder);
}
