//! The page of a member, and the finished games of everybody.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use heterodox::cli::picture::{frame, text};
use heterodox::club::member::MemberId;
use heterodox::club::ratings::{Ladder, RatedGame, RatedPlayer, RatedSeat};
use heterodox::club::store::TableKey;
use heterodox::club::table_service::{Terms, Wanted};
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::table::command::SeatCommand;
use heterodox::tui::app::App;

use crate::app::{PATIENCE, keys, shown, wait};
use crate::chart::changes;
use crate::lobby::{Evening, choose, chosen, go_to};

const SIZES: &[(u16, u16)] = &[(40, 12), (80, 24), (120, 40), (200, 60)];

fn until(what: &str, so: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !so() {
        assert!(Instant::now() < end, "waited for: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Ann and Ben play some moves, and one of them resigns. A private game has a code.
fn play(evening: &Evening, is_private: bool) -> TableKey {
    let (ann, ben) = (evening.member(1), evening.member(2));
    let here = [&ann, &ben].map(|who| evening.club.enter(who.clone()));
    let tables = &evening.club.tables;
    let terms = Terms {
        seats: vec![Wanted::Host, Wanted::Open],
        private: is_private,
        ..Terms::new(built_in("sanctuary").expect("a game"))
    };
    let key = tables.open_table(&ann, &terms).expect("a table");
    let code = tables.listed(&ann, key).and_then(|listed| listed.code);
    tables.sit(&ben, key, Side::new(1), code.as_deref()).expect("it is free");
    for (who, ply) in [(&ann, 0), (&ben, 1)] {
        let seat = tables.handle(who, key, code.as_deref()).expect("a game");
        let view = seat.table().newest();
        seat.command(SeatCommand::Play(view.position.legal()[0], ply)).expect("their turn");
        until("the move is stored", || seat.table().newest().position.acts().len() == ply + 1);
    }
    let seat = tables.handle(&ben, key, code.as_deref()).expect("a game");
    seat.command(SeatCommand::Resign(Side::new(1))).expect("he may");
    let newest = || tables.played(&ann, None, None).expect("a store").first().map(|game| game.key);
    until("the end is stored", || newest() == Some(key));
    drop(here);
    key
}

/// Rated games of a member against a level, won and lost in turn.
fn rate(evening: &Evening, key: u8, games: i64) {
    let MemberId::Member(number) = evening.member(key).id else { panic!("a key is a member") };
    let seat = |player, share| RatedSeat { player, share, left: false, address: None };
    for at in 0..games {
        let won = if at % 3 == 2 { 0.0 } else { 1.0 };
        let rated = RatedGame {
            table: TableKey(9000 + at),
            ladder: Some(Ladder::usual(built_in("sanctuary").expect("a game"))),
            rated: true,
            moves: 30,
            time: SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000 + 90_000 * at as u64),
            seats: vec![seat(RatedPlayer::Member(number), won), seat(RatedPlayer::Level(4), 1.0 - won)],
        };
        evening.club.rate(rated).expect("the store").expect("a rated game");
    }
}

#[test]
fn a_game_is_found_by_who_may_read_it_and_reviewed() {
    let evening = Evening::new("played");
    let open = play(&evening, false);
    let secret = play(&evening, true);
    let listed = |key: u8| -> Vec<TableKey> {
        let games = evening.club.tables.played(&evening.member(key), None, None).expect("a store");
        games.into_iter().map(|game| game.key).collect()
    };
    assert_eq!((listed(1), listed(2), listed(3)), (vec![secret, open], vec![secret, open], vec![open]));
    let tables = &evening.club.tables;
    let of = |of: u8| tables.played(&evening.member(3), Some(evening.member(of).id), None).expect("a store").len();
    assert_eq!([1, 2, 3].map(of), [1, 1, 0]);
    assert!(tables.finished_game(&evening.member(3), secret).expect("a store").is_none());
    let mut app = evening.client(3, (120, 40), "unicode");
    choose(&mut app, "Games played here");
    assert!(chosen(&app).contains("Sanctuary Chess: Ann – Ben"), "{}", shown(&app));
    assert!(chosen(&app).contains("1 - 0"), "{}", shown(&app));
    keys(&mut app, "Enter");
    wait(&mut app, "Moves", true);
    assert!(shown(&app).contains("Black resigned"), "{}", shown(&app));
}

#[test]
fn a_page_is_reached_from_the_lobby_and_from_a_ladder() {
    let evening = Evening::new("page");
    rate(&evening, 2, 9);
    play(&evening, false);
    let _ben = evening.visit(2);
    for from_ladder in [false, true] {
        let mut app = evening.client(3, (120, 40), "unicode");
        if from_ladder {
            choose(&mut app, "Ladders");
            for _ in 0..4 {
                if shown(&app).contains("Ladder: Sanctuary") {
                    break;
                }
                keys(&mut app, "Right");
            }
            go_to(&mut app, "Ben");
            keys(&mut app, "Enter");
        } else {
            choose(&mut app, "Ben");
        }
        assert!(chosen(&app).contains("Challenge Ben"), "{}", shown(&app));
        assert!(shown(&app).contains("Member since"), "{}", shown(&app));
        keys(&mut app, "Down Down");
        assert!(chosen(&app).contains("9 games"), "{}", shown(&app));
        assert!(shown(&app).contains("after 9 rated games"), "{}", shown(&app));
        keys(&mut app, "Home Enter");
        assert!(shown(&app).contains("Challenge Ben") && shown(&app).contains("Clock"), "{}", shown(&app));
    }
}

#[test]
fn older_games_follow() {
    let evening = Evening::new("older");
    for _ in 0..heterodox::club::table_service::PLAYED + 3 {
        play(&evening, false);
    }
    let mut app = evening.client(3, (80, 24), "unicode");
    choose(&mut app, "Games played here");
    keys(&mut app, "End");
    assert!(chosen(&app).contains("Older games"), "{}", shown(&app));
    keys(&mut app, "Enter End");
    assert!(chosen(&app).contains("Ann – Ben"), "{}", shown(&app));
}

#[test]
fn page_frames() {
    let mut wrong = String::new();
    for &size in SIZES {
        let evening = Evening::new(&format!("member-page-{}", size.0));
        // The page says when he came.
        let came = SystemTime::UNIX_EPOCH + Duration::from_secs(1_780_000_000);
        evening.club.store.member_of_key([2; 32], "folder-2", came).expect("a member");
        rate(&evening, 2, 30);
        play(&evening, false);
        let _ben = evening.visit(2);
        let page = |glyphs: &str| -> App {
            let mut app = evening.client(3, size, glyphs);
            choose(&mut app, "Ben");
            keys(&mut app, "Down Down");
            app
        };
        wrong += &changes("member-page", &frame(&page("unicode"), size));
        let ascii = text(&frame(&page("ascii"), size));
        assert!(ascii.is_ascii(), "{size:?}\n{ascii}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
