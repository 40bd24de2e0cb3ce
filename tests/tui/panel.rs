//! The talk on a screen: lines, phrases, the field, and what is done about a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use heterodox::club::Club;
use heterodox::club::member::{Member, MemberId};
use heterodox::club::moment::seconds;
use heterodox::club::ratings::{Ladder, RatedGame, RatedPlayer, RatedSeat};
use heterodox::club::store::TableKey;
use heterodox::club::table_service::Terms;
use heterodox::club::talk::{Room, Said};
use heterodox::club::tournament::{Form, Plan};
use heterodox::club::zone::Zone;
use heterodox::games::{GAMES, Registry};
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use heterodox::session::table::command::SeatCommand;
use heterodox::ssh::screens::club::{ClubPlace, Entered};
use heterodox::ssh::screens::talk::lines::TalkLines;
use heterodox::tui::app::App;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::Input;
use heterodox::tui::screens::{home::Home, open};
use heterodox::tui::world::{Setup, World};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::app::{chosen_row, give, keys, shown, wait};
use super::folder::Folder;

fn club(name: &str) -> (Folder, Arc<Club>) {
    let folder = Folder::new(name);
    let club = Club::open(folder.path(), &Opponents::default()).expect("a club");
    (folder, club)
}

fn member(number: i64, name: &str) -> Member {
    Member { id: MemberId::Member(number), name: Some(name.to_owned()) }
}

fn world(club: &Arc<Club>, member: &Member, size: (u16, u16)) -> World {
    let facts = Facts { size, utf8: true, ..Facts::of(|_| None) };
    let setup = Setup {
        club: Some(Box::new(Entered(club.enter(member.clone())))),
        ..Setup::new(facts, Registry::default())
    };
    World::new(setup)
}

/// The talk of the lobby over the home screen.
fn talk(club: &Arc<Club>, member: &Member, size: (u16, u16)) -> App {
    let world = world(club, member, size);
    let home = Home::new(&world);
    let talk = open(ClubPlace::Talk(Room::Lobby).into(), &world).expect("talk");
    App::new(world, vec![Box::new(home), talk])
}

/// A line of somebody, long ago enough for any limit.
fn said(club: &Club, who: &Member, text: &str) {
    club.say(Room::Lobby, who, Said::Text(text), SystemTime::UNIX_EPOCH).expect("a line");
}

#[test]
fn lines_are_typed_and_read() {
    let (_folder, club) = club("panel-lines");
    let (ann, bob) = (member(1, "ann"), member(2, "bob"));
    let mut app = talk(&club, &ann, (80, 24));
    assert!(shown(&app).contains("Nothing was said yet."), "{}", shown(&app));
    keys(&mut app, "g o o d Space l u c k Enter");
    assert!(shown(&app).contains("ann: good luck"), "{}", shown(&app));
    said(&club, &bob, "to you too");
    wait(&mut app, "bob: to you too", true);
    // A line that is refused can be changed.
    give(&mut app, &Input::Paste("x".repeat(300)));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("300 characters: at most 200"), "{}", shown(&app));
    assert!(shown(&app).contains("say: xxx"), "{}", shown(&app));
    keys(&mut app, "C-u h i Enter");
    assert!(shown(&app).contains("ann: hi") && !shown(&app).contains("at most"), "{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(!shown(&app).contains("Talk in the lobby"), "{}", shown(&app));
}

#[test]
fn phrases_have_keys_and_guests_have_phrases() {
    let (_folder, club) = club("panel-phrases");
    let mut app = talk(&club, &Member::guest(3), (80, 24));
    assert!(shown(&app).contains("8 Goodbye!") && !shown(&app).contains("say:"), "{}", shown(&app));
    keys(&mut app, "3");
    assert!(shown(&app).contains("guest-3: Good game!"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("keys 1 to 8"), "{}", shown(&app));
    keys(&mut app, "1 2 4");
    assert!(shown(&app).contains("3 lines in 3 seconds"), "{}", shown(&app));
    // Who may type finds the phrases after Tab.
    let mut app = talk(&club, &member(1, "ann"), (80, 24));
    // Its keys are in the last row.
    assert!(shown(&app).contains("\n Enter send"), "{}", shown(&app));
    keys(&mut app, "Tab");
    assert!(shown(&app).contains("│  1 Hello!"), "{}", shown(&app));
    keys(&mut app, "8");
    assert!(shown(&app).contains("ann: Goodbye!"), "{}", shown(&app));
    keys(&mut app, "Enter 8 Enter");
    assert!(shown(&app).contains("ann: 8"), "{}", shown(&app));
    // All of them are shown in a narrow window too.
    for columns in [42, 64] {
        let app = talk(&club, &Member::guest(4), (columns, 16));
        assert!(
            shown(&app).contains("6 One moment, please.") && shown(&app).contains("8 Goodbye!"),
            "{}",
            shown(&app)
        );
    }
}

#[test]
fn a_player_is_muted_blocked_and_reported() {
    let (_folder, club) = club("panel-mute");
    let (ann, _) = club.store.member_of_key([1; 32], "one", SystemTime::now()).expect("a member");
    let (eve, _) = club.store.member_of_key([2; 32], "two", SystemTime::now()).expect("a member");
    said(&club, &eve, "something rude");
    said(&club, &ann, "no");
    said(&club, &eve, "more");
    let mut app = talk(&club, &ann, (80, 24));
    keys(&mut app, "Up Up");
    assert!(shown(&app).contains("│ ▌ 00:00 player-1: no"), "{}", shown(&app));
    keys(&mut app, "m x !");
    assert!(!shown(&app).contains("hidden") && !shown(&app).contains("Block player"), "one's own line");
    keys(&mut app, "Up m");
    assert!(club.mutes(ann.id, eve.id) && !shown(&app).contains("rude"), "{}", shown(&app));
    assert!(shown(&app).contains("player-2: (hidden)"), "{}", shown(&app));
    keys(&mut app, "m");
    assert!(!club.mutes(ann.id, eve.id) && shown(&app).contains("something rude"), "{}", shown(&app));
    // A block and a report are asked for first.
    keys(&mut app, "x n");
    assert!(!club.blocks(ann.id, eve.id));
    keys(&mut app, "x y");
    assert!(club.blocks(ann.id, eve.id) && !shown(&app).contains("rude"), "{}", shown(&app));
    keys(&mut app, "! y");
    let reports = club.reports().expect("reports");
    assert_eq!((reports.len(), reports[0].about.0, reports[0].lines.len()), (1, eve.id, 3));
    assert_eq!(reports[0].lines[0].text, "something rude");
    keys(&mut app, "x y");
    assert!(!club.blocks(ann.id, eve.id) && shown(&app).contains("something rude"), "{}", shown(&app));
}

#[test]
fn the_talk_fits_every_window_and_area() {
    let (_folder, club) = club("panel-sizes");
    let ann = member(1, "ann");
    let mut others = 2..;
    for text in ["short", &"long ".repeat(30), &"漢字".repeat(60), &"w".repeat(200), "e\u{301}nd"] {
        said(&club, &member(others.next().unwrap_or(2), "a-very-long-name"), text);
    }
    for size in [(20, 8), (30, 10), (80, 24), (240, 80)] {
        let mut app = talk(&club, &ann, size);
        assert!(shown(&app).contains("nd"), "{size:?}:\n{}", shown(&app));
        keys(&mut app, "Tab Up Up Up Up");
        assert!(shown(&app).contains("short"), "{size:?}:\n{}", shown(&app));
    }
    let world = world(&club, &ann, (80, 24));
    let lines = club.all_lines(Room::Lobby, ann.id);
    for (width, height) in [(0, 0), (1, 1), (2, 30), (20, 3), (30, 12), (30, 60)] {
        let (area, whole) = (Rect::new(3, 2, width, height), Rect::new(0, 0, 40, 70));
        for chosen in [None, Some(0), Some(2), Some(4), Some(99)] {
            let mut buffer = Buffer::empty(whole);
            let widget = TalkLines::new(&world, &lines);
            let widget = if let Some(chosen) = chosen { widget.chosen(chosen) } else { widget };
            widget.render(area, &mut buffer);
            for at in whole.positions() {
                assert!(area.contains(at) || buffer[at].symbol() == " ", "{at:?} of {area:?}");
            }
        }
    }
}

#[test]
fn a_long_line_is_read_from_its_beginning() {
    let (_folder, club) = club("panel-long");
    let (ann, bob) = (member(1, "ann"), member(2, "bob"));
    said(&club, &bob, "before");
    said(&club, &bob, &format!("first {}last", "word ".repeat(37)));
    let world = world(&club, &ann, (80, 24));
    let lines = club.all_lines(Room::Lobby, ann.id);
    for (height, end) in [(2, "…"), (5, "…"), (12, "last")] {
        for widget in [TalkLines::new(&world, &lines), TalkLines::new(&world, &lines).chosen(1)] {
            let area = Rect::new(0, 0, 26, height);
            let mut buffer = Buffer::empty(area);
            widget.render(area, &mut buffer);
            let row = |row: Rect| row.positions().map(|at| buffer[at].symbol()).collect::<String>();
            let rows: Vec<String> = area.rows().map(row).filter(|row| !row.trim().is_empty()).collect();
            assert!(rows.iter().any(|row| row.contains("bob: first")), "{height}: {rows:#?}");
            assert!(rows.last().is_some_and(|row| row.trim_end().ends_with(end)), "{height}: {rows:#?}");
        }
    }
}

#[test]
fn the_ladder_marks_the_row_of_the_reader() {
    let (_folder, club) = club("panel-ladder");
    let now = SystemTime::now();
    let (ann, _) = club.store.member_of_key([1; 32], "one", now).expect("a member");
    let MemberId::Member(number) = ann.id else { panic!("a key is a member") };
    let seat = |player, share| RatedSeat { player, share, left: false, address: None };
    let second = GAMES[1];
    let game = RatedGame {
        table: TableKey(1),
        ladder: Some(Ladder::usual(second)),
        rated: true,
        moves: 30,
        time: now,
        seats: vec![seat(RatedPlayer::Member(number), 1.0), seat(RatedPlayer::Level(2), 0.0)],
    };
    club.rate(game).expect("the store").expect("a rated game");
    for size in [(50, 12), (80, 24), (120, 40)] {
        let world = world(&club, &ann, size);
        let ladder = open(ClubPlace::Ladder(Some(second)).into(), &world).expect("a ladder");
        let mut app = App::new(world, vec![ladder]);
        assert!(shown(&app).contains(&format!("Ladder: {}", second.spec().title)), "{}", shown(&app));
        let own = shown(&app).lines().find(|line| line.contains("(you)")).expect("the own row").to_owned();
        assert!(own.contains('▌') && own.contains('?') && own.contains("player-1"), "{own}");
        keys(&mut app, "Up");
        let own = shown(&app).lines().find(|line| line.contains("(you)")).expect("the own row").to_owned();
        assert!(own.contains('*'), "{own}");
        keys(&mut app, "Home");
        assert!(chosen_row(&app).starts_with("1 "), "{}", shown(&app));
        keys(&mut app, "Left");
        assert!(shown(&app).contains(&format!("Ladder: {}", GAMES[0].spec().title)), "{}", shown(&app));
        assert!(!shown(&app).contains("(you)"), "{}", shown(&app));
    }
    // In the smallest window the row is still marked.
    let world = world(&club, &ann, (20, 8));
    let ladder = open(ClubPlace::Ladder(Some(second)).into(), &world).expect("a ladder");
    let app = App::new(world, vec![ladder]);
    assert!(shown(&app).lines().any(|line| line.contains("▌ -")), "{}", shown(&app));
}

#[test]
fn a_tournament_is_made_joined_and_started_from_the_screen() {
    let (_folder, club) = club("panel-tournament");
    let now = SystemTime::now();
    let (ann, _) = club.store.member_of_key([1; 32], "one", now).expect("a member");
    let (bob, _) = club.store.member_of_key([2; 32], "two", now).expect("a member");
    let screen = |member: &Member| {
        let world = world(&club, member, (80, 24));
        let list = open(ClubPlace::Tournaments.into(), &world).expect("a list");
        App::new(world, vec![list])
    };
    let mut own = screen(&ann);
    keys(&mut own, "Enter Down Left Down Right Down Right Down Enter");
    assert!(chosen_row(&own).starts_with("Make a tournament"), "{}", shown(&own));
    let title = GAMES[0].spec().title;
    assert!(shown(&own).contains("open, 1 player"), "{}", shown(&own));
    keys(&mut own, "Down");
    assert!(chosen_row(&own).starts_with(title), "{}", shown(&own));
    for words in ["Round-robin, 5+3, casual.", "Players: player-1."] {
        assert!(shown(&own).contains(words), "{words}\n{}", shown(&own));
    }
    let mut other = screen(&bob);
    keys(&mut other, "Down Enter");
    assert!(chosen_row(&other).starts_with("Join"), "{}", shown(&other));
    keys(&mut other, "Enter");
    assert!(chosen_row(&other).starts_with("Withdraw"), "{}", shown(&other));
    assert!(shown(&other).contains("player-2 (you)"), "{}", shown(&other));
    // The page of another one shows it too; the computer comes from who made it.
    keys(&mut own, "Enter");
    assert!(shown(&own).contains("player-2"), "{}", shown(&own));
    keys(&mut own, "Down Right Enter");
    assert!(shown(&own).contains("Computer 4"), "{}", shown(&own));
    keys(&mut own, "Up Enter");
    wait(&mut other, "Running since", true);
    club.run_tournaments(SystemTime::now()).expect("it runs");
    // With three players the first one has no game in the first round.
    let plays =
        |app: &App| shown(app).lines().any(|line| line.contains("player-2 (you)") && line.contains("plays"));
    wait(&mut other, "plays", true);
    assert!(plays(&other), "{}", shown(&other));
    assert!(chosen_row(&own).starts_with("Withdraw"), "{}", shown(&own));
    keys(&mut other, "Up");
    assert!(chosen_row(&other).starts_with("Play your game"), "{}", shown(&other));
    keys(&mut other, "Enter");
    assert!(!shown(&other).contains("Points"), "{}", shown(&other));
    let (number, _) = club.tournaments().first().cloned().expect("a tournament");
    assert_eq!(club.tournament(number).expect("it is there").running().len(), 1);
}

#[test]
fn the_page_of_a_tournament_says_until_when_a_game_waits() {
    let (_folder, club) = club("panel-waits");
    let now = SystemTime::now();
    let [ann, bob] = [1, 2].map(|key| {
        let found = club.store.member_of_key([key; 32], &format!("folder-{key}"), now);
        found.expect("a member").0
    });
    let number = club.make_tournament(&ann, Plan::new(Form::RoundRobin, GAMES[0], "5+3", false), now).expect("one");
    club.join_tournament(number, &bob).expect("joined");
    club.start_tournament(number, &ann, now).expect("started");
    let world = world(&club, &ann, (80, 24));
    let list = open(ClubPlace::Tournaments.into(), &world).expect("a list");
    let mut own = App::new(world, vec![list]);
    keys(&mut own, "Down Enter");
    for _ in 0..2 {
        club.run_tournaments(now).expect("the store");
    }
    let end = Zone::default().hour(seconds(now) + 600);
    wait(&mut own, &format!("somebody who is away: it is lost for them at {end}."), true);
    club.run_tournaments(now + Duration::from_secs(600)).expect("the store");
    wait(&mut own, "somebody who is away", false);
    assert!(shown(&own).contains("over"), "{}", shown(&own));
}

#[test]
fn players_talk_at_their_table_and_watchers_among_themselves() {
    let (_folder, club) = club("panel-table");
    let [ann, bob, eve] = [1, 2, 3].map(|key| {
        let found = club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
        found.expect("a member").0
    });
    // A live game starts when all its people are here.
    let _here = [&ann, &bob].map(|member| club.enter(member.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(GAMES[0])).expect("a table");
    club.tables.sit(&bob, key, Side::new(1), None).expect("a seat");
    let screen = |member: &Member| {
        let world = world(&club, member, (100, 30));
        let game = open(ClubPlace::Game(key, None).into(), &world).expect("a game");
        App::new(world, vec![game])
    };
    let (mut player, mut watcher) = (screen(&ann), screen(&eve));
    club.say(Room::Players(key), &bob, Said::Text("good luck"), SystemTime::now()).expect("a line");
    wait(&mut player, "player-2: good luck", true);
    watcher.wake(std::time::Instant::now());
    assert!(!shown(&watcher).contains("good luck"), "{}", shown(&watcher));
    keys(&mut player, "'");
    assert!(shown(&player).contains("Talk of the players"), "{}", shown(&player));
    keys(&mut watcher, "' h u r r y Enter");
    assert!(shown(&watcher).contains("Talk of those who watch"), "{}", shown(&watcher));
    player.wake(std::time::Instant::now());
    assert!(!shown(&player).contains("hurry"), "{}", shown(&player));
    // After the game there is one room.
    let seat = club.tables.handle(&ann, key, None).expect("a seat");
    seat.command(SeatCommand::Resign(Side::FIRST)).expect("resigned");
    let over = || {
        let listed = club.tables.listed(&ann, key);
        listed.and_then(|one| one.table).is_none_or(|table| table.newest().status.ending.is_some())
    };
    while !over() {
        std::thread::sleep(Duration::from_millis(5));
    }
    keys(&mut watcher, "Esc '");
    wait(&mut player, "player-3: hurry", true);
    wait(&mut watcher, "player-2: good luck", true);
    // A screen that looks at the end of a game wakes nobody.
    let rings = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&rings);
    let _listening = club.notifier.listen(
        &[],
        Arc::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
        }),
    );
    for _ in 0..100 {
        club.notifier.notify_all();
        for app in [&mut player, &mut watcher] {
            app.wake(std::time::Instant::now());
        }
    }
    // The table service itself may still have rung for the end.
    let rings = rings.load(Ordering::SeqCst);
    assert!((100..200).contains(&rings), "{rings} rings");
}

#[test]
fn the_talk_of_a_table_is_forgotten_with_the_table() {
    let (_folder, club) = club("panel-gone");
    let found = club.store.member_of_key([1; 32], "folder-1", SystemTime::now());
    let ann = found.expect("a member").0;
    let key = club.tables.open_table(&ann, &Terms::new(GAMES[0])).expect("a table");
    club.say(Room::Players(key), &ann, Said::Text("hello"), SystemTime::now()).expect("a line");
    assert_eq!(club.lines(Room::Players(key), ann.id).len(), 1);
    club.tables.leave(&ann, key).expect("its host leaves");
    assert!(club.lines(Room::Players(key), ann.id).is_empty());
}
