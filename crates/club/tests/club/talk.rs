//! Talk, and its limits.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{club, opened};
use heterodox_club::change_notifier::Topic;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{TableService, Terms};
use heterodox_club::talk::phrase::{PHRASES, Phrase};
use heterodox_club::talk::{KEPT, Line, Room, Said, Talk, TalkError, TalkRules};
use heterodox_club::words::Words;
use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_play::session::table::command::SeatCommand;

fn member(number: i64, name: &str) -> Member {
    Member { id: MemberId::Member(number), name: Some(name.to_owned()) }
}

fn at(milliseconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000) + Duration::from_millis(milliseconds)
}

fn texts(lines: &[Arc<Line>]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// Lines that must not reach another terminal as they are.
const HOSTILE: [&str; 50] = [
    "\u{1b}[2J\u{1b}[H",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]52;c;aGVsbG8=\u{7}",
    "\u{1b}]8;;http://example.org\u{1b}\\here\u{1b}]8;;\u{1b}\\",
    "\u{1b}P$q\"p\u{1b}\\",
    "\u{1b}_Gf=100;AAAA\u{1b}\\",
    "\u{1b}[?1049l",
    "\u{1b}[?1000h",
    "\u{1b}[6n",
    "\u{1b}c",
    "\u{1b}(0lqqk",
    "\u{1b}[31mred",
    "\u{9b}31mred",
    "\u{9d}0;title\u{9c}",
    "\u{90}q\u{9c}",
    "bell \u{7}\u{7}\u{7}",
    "back\u{8}\u{8}\u{8}\u{8}over",
    "over\rwritten",
    "two\nlines",
    "many\n\n\n\n\n\nlines",
    "tab\tstop",
    "form\u{c}feed\u{b}",
    "nul\0nul",
    "shift\u{e}out\u{f}",
    "delete\u{7f}",
    "\u{85}next line",
    "\u{202e}txet desrever",
    "\u{202d}forced",
    "\u{202a}embedded\u{202c}",
    "\u{2066}isolate\u{2069}",
    "\u{2067}isolate",
    "\u{2068}isolate",
    "\u{200e}\u{200f}\u{61c}marks",
    "zero\u{200b}width",
    "joined\u{200d}\u{200c}",
    "word\u{2060}joiner",
    "\u{feff}byte order mark",
    "soft\u{ad}hyphen",
    "invisible\u{2061}\u{2062}\u{2063}\u{2064}",
    "\u{206a}\u{206f}deprecated",
    "\u{fff9}a\u{fffa}b\u{fffb}",
    "tags\u{e0041}\u{e0042}\u{e007f}",
    "music\u{1d173}\u{1d17a}",
    "shorthand\u{1bca0}",
    "\u{2028}separated\u{2029}",
    "Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}algo",
    "\u{35f}\u{35f}\u{35f}\u{35f}stack",
    "filler\u{3164}\u{115f}\u{1160}\u{ffa0}",
    "kitty\u{10eeee}",
    "\u{600}\u{6dd}\u{70f}\u{8e2}\u{110bd}\u{13430}",
];

#[test]
fn fifty_hostile_lines_are_harmless_for_those_who_read() {
    let mut talk = Talk::default();
    let (ann, bob) = (member(1, "ann"), member(2, "bob"));
    for (number, text) in (0..).zip(HOSTILE) {
        let said = talk.say(Room::Lobby, &ann, Said::Text(text), at(number * 5000));
        assert!(said.is_ok() || matches!(said, Err(TalkError::Empty)), "{text:?}: {said:?}");
    }
    let read = talk.lines(Room::Lobby, bob.id);
    assert!(read.len() >= 48, "{}", read.len());
    for line in &read {
        let is_harmless = |letter: char| letter == ' ' || !letter.is_control() && !letter.is_whitespace();
        assert!(line.text.chars().all(is_harmless), "{line:?}");
        assert_eq!(heterodox_base::escape::line(&line.text), line.text, "nothing is left to escape");
        assert!(!line.text.contains("\u{301}\u{302}"), "{line:?}");
    }
    assert_eq!(read.last().map(|line| line.text.as_str()), Some("kitty"), "a line of nothing is not sent");
}

#[test]
fn a_line_has_its_limits() {
    let mut talk = Talk::default();
    let ann = member(1, "ann");
    let mut say = |text: &str, now| talk.say(Room::Lobby, &ann, Said::Text(text), at(now));
    assert!(say(&"x".repeat(200), 0).is_ok());
    assert!(matches!(say(&"x".repeat(201), 5000), Err(TalkError::Long { characters: 201 })));
    // Characters are counted, not bytes.
    assert!(say(&"漢".repeat(200), 10_000).is_ok());
    assert!(matches!(say(&"漢".repeat(342), 15_000), Err(TalkError::Bytes { bytes: 1026 })));
    // 1,024 bytes of which few can be seen.
    let hidden = format!("{}x", "\u{200b}".repeat(341));
    assert_eq!(hidden.len(), 1024);
    assert_eq!(say(&hidden, 20_000).expect("a line").text, "x");
    for empty in ["", "   ", "\u{200b}", "\u{1b}\n"] {
        assert!(matches!(say(empty, 30_000), Err(TalkError::Empty)), "{empty:?}");
    }
}

#[test]
fn three_lines_in_three_seconds_wherever_they_are_said() {
    let mut talk = Talk::default();
    let (ann, bob) = (member(1, "ann"), member(2, "bob"));
    let rooms = [Room::Lobby, Room::Players(TableKey(1)), Room::Watchers(TableKey(2))];
    for (now, room) in (0..).zip(rooms) {
        assert!(talk.say(room, &ann, Said::Phrase(Phrase::Hello), at(now)).is_ok());
    }
    let mut say = |who: &Member, now| talk.say(Room::Lobby, who, Said::Text("more"), at(now));
    assert!(matches!(say(&ann, 2_999), Err(TalkError::Fast)));
    assert!(say(&bob, 2_999).is_ok(), "each has their own limit");
    // The first of the three is three seconds old now; a refused line does not count.
    assert!(say(&ann, 3_000).is_ok());
    assert!(matches!(say(&ann, 3_000), Err(TalkError::Fast)));
    assert!(say(&ann, 3_001).is_ok());
    // A clock that is set back does not silence anybody.
    assert!(say(&ann, 0).is_ok());
}

#[test]
fn a_room_keeps_its_last_lines() {
    let mut talk = Talk::default();
    let ann = member(1, "ann");
    for number in 0..130 {
        let text = format!("line {number}");
        assert!(talk.say(Room::Lobby, &ann, Said::Text(&text), at(number * 2000)).is_ok());
    }
    let lines = talk.lines(Room::Lobby, ann.id);
    assert_eq!(lines.len(), KEPT);
    assert_eq!((lines[0].text.as_str(), lines[KEPT - 1].text.as_str()), ("line 30", "line 129"));
}

#[test]
fn players_and_those_who_watch_are_apart_until_the_game_is_over() {
    let mut talk = Talk::default();
    let (ann, eve) = (member(1, "ann"), member(5, "eve"));
    let table = TableKey(7);
    let (players, watchers) = (Room::Players(table), Room::Watchers(table));
    for (number, (who, room, text)) in (0..).zip([
        (&ann, players, "hello"),
        (&eve, watchers, "a blunder"),
        (&ann, players, "your move"),
        (&eve, Room::Watchers(TableKey(8)), "elsewhere"),
    ]) {
        assert!(talk.say(room, who, Said::Text(text), at(number * 4000)).is_ok());
    }
    assert_eq!(texts(&talk.lines(players, eve.id)), ["hello", "your move"]);
    assert_eq!(texts(&talk.lines(watchers, ann.id)), ["a blunder"]);
    talk.finish(table);
    talk.finish(table);
    let together = ["hello", "a blunder", "your move"];
    assert_eq!(texts(&talk.lines(players, ann.id)), together);
    assert_eq!(texts(&talk.lines(watchers, eve.id)), together);
    assert!(talk.say(watchers, &eve, Said::Text("well done"), at(60_000)).is_ok());
    assert_eq!(texts(&talk.lines(players, ann.id)).last(), Some(&"well done"));
    talk.close(table);
    assert!(talk.lines(players, ann.id).is_empty());
    assert_eq!(talk.lines(Room::Watchers(TableKey(8)), ann.id).len(), 1);
}

#[test]
fn guests_use_phrases_unless_the_operator_lets_them_type() {
    let mut talk = Talk::default();
    let guest = Member::guest(3);
    let refused = talk.say(Room::Lobby, &guest, Said::Text("hello"), at(0)).expect_err("a guest types");
    assert!(refused.to_string().contains("short phrases"), "{refused}");
    for (number, phrase) in (1..).zip(PHRASES) {
        let said = talk.say(Room::Lobby, &guest, Said::Phrase(phrase), at(number * 5000)).expect("a phrase");
        assert_eq!((said.text.as_str(), said.name.as_str()), (phrase.words(), "guest-3"));
    }
    talk.set_rules(TalkRules { guests: true, words: Words::default() });
    assert!(talk.say(Room::Lobby, &guest, Said::Text("hello"), at(90_000)).is_ok());
}

#[test]
fn a_line_with_a_word_of_the_list_is_refused_in_words() {
    let mut talk = Talk::default();
    talk.set_rules(TalkRules { guests: false, words: Words::read("weasel") });
    let ann = member(1, "ann");
    for text in ["you weasel", "W\u{200b}easel", "w e a s e l", "we\u{301}asel"] {
        let refused = talk.say(Room::Lobby, &ann, Said::Text(text), at(0)).expect_err(text);
        assert!(matches!(refused, TalkError::Word) && refused.to_string().contains("was not sent"), "{refused}");
    }
    assert!(talk.lines(Room::Lobby, ann.id).is_empty());
    // Refused lines do not count: three more can be said at once.
    assert!((0..3).all(|_| talk.say(Room::Lobby, &ann, Said::Text("fine"), at(1)).is_ok()));
}

#[test]
fn a_muted_member_is_read_by_the_others_only() {
    let (_folder, club) = club("mute");
    let (ann, bob, eve) = (member(1, "ann"), member(2, "bob"), member(3, "eve"));
    let visit = club.enter(bob.clone());
    let second = club.enter(bob.clone());
    assert!(club.say(Room::Lobby, &ann, Said::Text("hello"), at(0)).is_ok());
    club.mute(bob.id, ann.id, true);
    assert!(club.mutes(bob.id, ann.id) && !club.blocks(bob.id, ann.id));
    assert!(club.lines(Room::Lobby, bob.id).is_empty());
    assert_eq!(club.lines(Room::Lobby, eve.id).len(), 1);
    assert_eq!(club.lines(Room::Lobby, ann.id).len(), 1, "who is muted does not notice");
    drop(visit);
    assert!(club.mutes(bob.id, ann.id), "there is another connection");
    drop(second);
    assert!(!club.mutes(bob.id, ann.id));
    club.mute(bob.id, bob.id, true);
    assert!(!club.mutes(bob.id, bob.id), "nobody mutes themselves");
}

#[test]
fn a_block_lasts() {
    let (folder, first) = club("block");
    let member = |key| first.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
    let (ann, _) = member(1).expect("a member");
    let (bob, _) = member(2).expect("a member");
    let guest = Member::guest(9);
    first.block(ann.id, bob.id, true).expect("stored");
    first.block(ann.id, guest.id, true).expect("in memory");
    assert!(first.say(Room::Lobby, &bob, Said::Text("hello"), at(0)).is_ok());
    assert!(first.lines(Room::Lobby, ann.id).is_empty() && first.blocks(ann.id, guest.id));
    assert!(!first.blocks(bob.id, ann.id));
    drop(first.enter(ann.clone()));
    drop(first.enter(guest.clone()));
    assert!(!first.blocks(ann.id, guest.id), "the guest has left");
    drop(first);
    let second = opened(&folder);
    assert!(second.blocks(ann.id, bob.id));
    second.block(ann.id, bob.id, false).expect("stored");
    drop(second);
    assert!(!opened(&folder).blocks(ann.id, bob.id));
}

#[test]
fn a_report_keeps_the_last_lines_and_the_table() {
    let (folder, first) = club("report");
    let (ann, eve) = (member(1, "ann"), member(3, "eve"));
    let table = first.tables.open_table(&ann, &Terms::new(GAMES[0])).expect("a table");
    first.tables.sit(&eve, table, Side::new(1), None).expect("a seat");
    let room = Room::Players(table);
    for number in 0..40 {
        let text = format!("rude\tword {number}\u{1b}[0m");
        assert!(first.say(room, &eve, Said::Text(&text), at(number * 2000)).is_ok());
    }
    // Muting does not take anything out of a report.
    first.mute(ann.id, eve.id, true);
    first.report(&ann, (eve.id, "eve"), room, at(100_000)).expect("a report");
    first.report(&ann, (eve.id, "eve"), Room::Lobby, at(101_000)).expect("a report");
    first.report(&Member::guest(4), (ann.id, "ann"), Room::Watchers(table), at(102_000)).expect("a report");
    assert!(matches!(first.report(&ann, (ann.id, "ann"), room, at(0)), Err(TalkError::Oneself)));
    drop(first);
    let reports = opened(&folder).reports().expect("reports");
    assert_eq!(reports.len(), 3);
    let report = &reports[0];
    assert_eq!((report.by.clone(), report.about.clone()), ((ann.id, "ann".into()), (eve.id, "eve".into())));
    assert_eq!((report.table(), report.time, report.lines.len()), (Some(table), at(100_000), 30));
    assert_eq!(report.lines[29].text, "rude word 39[0m");
    let told = report.to_string();
    assert!(
        told.starts_with("report=1 time=1800000100 by=member:1 (ann) about=member:3 (eve) room=players"),
        "{told}"
    );
    assert!(told.ends_with(" eve: rude word 39[0m") && told.lines().count() == 31, "{told}");
    assert_eq!((reports[1].room, reports[1].lines.len()), (Room::Lobby, 0));
    assert_eq!(reports[2].by.0, MemberId::Guest(4));
}

#[test]
fn the_hall_decides_who_talks_where_at_a_table() {
    let (_folder, club) = club("talk-rooms");
    let (ann, bob, eve, guest) = (member(1, "ann"), member(2, "bob"), member(3, "eve"), Member::guest(4));
    let _here = [&ann, &bob].map(|who| club.enter(who.clone()));
    let open = |private| {
        let key = club.tables.open_table(&ann, &Terms { private, ..Terms::new(GAMES[0]) }).expect("a table");
        let code = club.tables.listed(&ann, key).and_then(|table| table.code);
        club.tables.sit(&bob, key, Side::new(1), code.as_deref()).expect("a seat");
        (key, code)
    };
    let (key, _) = open(false);
    let (players, watchers) = (Room::Players(key), Room::Watchers(key));
    assert_eq!([&ann, &bob, &eve].map(|who| club.room_at(key, who.id)), [players, players, watchers]);
    let mut time = 0;
    let mut say = |room, who: &Member| {
        time += 5000;
        let said = club.say(room, who, Said::Phrase(PHRASES[0]), at(time));
        said.map(|_| ()).map_err(|why| why.to_string())
    };
    let (not_a_player, not_a_watcher) = (
        Err("only the players of the table talk here".to_owned()),
        Err("only those who watch the table talk here".to_owned()),
    );
    assert_eq!((say(players, &ann), say(watchers, &eve), say(watchers, &guest)), (Ok(()), Ok(()), Ok(())));
    assert_eq!((say(players, &eve), say(players, &guest)), (not_a_player.clone(), not_a_player));
    assert_eq!(say(watchers, &bob), not_a_watcher);
    let read = |room, who: &Member| (club.lines(room, who.id).len(), club.all_lines(room, who.id).len());
    assert_eq!((read(players, &bob), read(players, &eve), read(players, &guest)), ((1, 1), (0, 0), (0, 0)));
    assert_eq!((read(watchers, &eve), read(watchers, &ann)), ((2, 2), (0, 0)));
    let report = club.report(&eve, (ann.id, "ann"), players, at(0)).expect_err("not her room");
    assert!(matches!(report, TalkError::NotAPlayer));
    // A private table is nothing to who does not know its code.
    let (private, code) = open(true);
    assert_eq!(say(Room::Watchers(private), &eve), Err("this table does not exist any more".to_owned()));
    let seat = club.tables.handle(&eve, private, code.as_deref()).expect("with the code");
    let _eyes = seat.subscribe(Arc::new(|| {}));
    assert_eq!(say(Room::Watchers(private), &eve), Ok(()));
    assert!(say(Room::Players(private), &eve).is_err());
    // After the game all are in one room.
    let seat = club.tables.handle(&bob, key, None).expect("a seat");
    let _eyes = seat.subscribe(Arc::new(|| {}));
    seat.command(SeatCommand::Resign(Side::new(1))).expect("resigned");
    let over = |tables: &TableService| tables.attends(eve.id, key).is_some_and(|(_, over)| over);
    while !over(&club.tables) || club.lines(players, eve.id).len() < 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_eq!((say(players, &eve), say(watchers, &bob)), (Ok(()), Ok(())));
    assert_eq!((read(players, &ann), read(watchers, &eve)), ((5, 5), (5, 5)));
}

#[test]
fn reports_have_a_limit() {
    let (_folder, club) = club("reports");
    let (ann, bob, eve) = (member(1, "ann"), member(2, "bob"), member(3, "eve"));
    let report = |by: &Member, now| club.report(by, (eve.id, "eve"), Room::Lobby, at(now));
    assert!((0..3).all(|now| report(&ann, now).is_ok()));
    let refused = report(&ann, 599_000).expect_err("too many").to_string();
    assert!(refused.contains("wait"), "{refused}");
    assert!(report(&bob, 599_000).is_ok());
    assert!(report(&ann, 600_000).is_ok());
    assert_eq!(club.reports().expect("reports").len(), 5);
}

#[test]
fn a_line_wakes_those_who_look() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let (_folder, club) = club("bell");
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let _listening = club.notifier.listen(
        &[Topic::LobbyTalk],
        Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        }),
    );
    assert!(club.say(Room::Lobby, &member(1, "ann"), Said::Text("hello"), at(0)).is_ok());
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert!(club.say(Room::Lobby, &member(1, "ann"), Said::Text(""), at(0)).is_err());
    assert_eq!(count.load(Ordering::SeqCst), 1, "nothing was said");
}
