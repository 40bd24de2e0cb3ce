//! Whole games between people: two play one to its end, four one that resignations shorten.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use heterodox_club::Club;
use heterodox_club::member::Member;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{Finished, Rematch, Seat, Terms};
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Variant;
use heterodox_play::players::Opponents;
use heterodox_play::record::leaving::Leaving;
use heterodox_play::session::referee::EndCause;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::SeatHandle;
use heterodox_play::session::table::command::{Command, SeatCommand};
use heterodox_play::session::table::consent::Remedy;

use super::{game, member, play, play_on, until};
use crate::database;
use crate::folder::Folder;

/// The games in the folders of all members.
fn files(folder: &Path) -> Vec<String> {
    let players = fs::read_dir(folder.join("players")).expect("players").flatten();
    let games = players.flat_map(|player| fs::read_dir(player.path().join("games")).into_iter().flatten());
    games.flatten().map(|file| fs::read_to_string(file.path()).expect("a game")).collect()
}

/// The result of a game, once it is stored and rated.
fn result(club: &Club, key: TableKey) -> Finished {
    until("the result is stored", || club.tables.finished(key).expect("the store").is_some());
    club.tables.finished(key).expect("the store").expect("a result")
}

/// A rated game with much time.
fn rated_terms(game: &'static dyn Variant) -> Terms {
    Terms { rated: true, clock: ClockSetup::read("30+20").expect("a clock"), ..Terms::new(game) }
}

/// How many games of a member are rated.
fn rated(club: &Club, who: &Member) -> u32 {
    club.standings(who.id).expect("the store").iter().map(|(_, standing)| standing.games).sum()
}

/// A move that takes something, if there is one, so that the game ends.
fn greedy(seat: &SeatHandle, ply: usize) {
    let view = seat.table().newest();
    let legal = view.position.legal();
    let mv = legal.iter().copied().find(|&mv| view.position.captured(mv).is_some());
    let mv = mv.unwrap_or_else(|| legal[ply * 7 % legal.len()]);
    seat.command(SeatCommand::Play(mv, view.position.acts().len())).expect("their turn");
    until("it is played", || seat.table().newest().lines.len() > view.lines.len());
}

/// The archive of a member has the game once, as it was: also when its file is gone, and when it has another name.
fn taken_away(club: &Club, who: &Member, text: &str) {
    let archive = || {
        let mut bytes = Vec::new();
        club.archive(who.id, &mut bytes).expect("an archive");
        String::from_utf8(bytes).expect("text")
    };
    let games = club.store.path().with_file_name("players").join("folder-0/games");
    let file = || fs::read_dir(&games).expect("a folder").flatten().next().expect("a file").path();
    let moves = text.split_once("\n\n").expect("tags").1.trim_end();
    for renamed in [false, true] {
        if renamed {
            fs::rename(file(), games.join("my-game.pgn")).expect("a file");
        }
        let all = archive();
        // In its own file, and in the one with all games.
        assert_eq!(all.matches(moves).count(), 2, "{all}");
        assert!(!all.contains("tables/"), "{all}");
    }
    let kept = fs::read(file()).expect("a file");
    fs::remove_file(file()).expect("a file");
    let all = archive();
    assert_eq!((all.matches(moves).count(), all.matches("[Event \"Rated game\"]").count()), (2, 2), "{all}");
    assert!(all.contains("tables/") && !all.contains("Casual game"), "{all}");
    fs::write(games.join("my-game.pgn"), kept).expect("room");
}

#[test]
fn two_play_a_whole_game_and_each_member_has_it() {
    let folder = Folder::new("whole");
    let club = database::open(folder.path(), &Opponents::default()).expect("a club");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let sanctuary = *heterodox_games::GAMES.iter().find(|game| game.spec().id == "sanctuary").expect("it is there");
    let key = club.tables.open_table(&ann, &rated_terms(sanctuary)).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, None).expect("a game"));
    let _eyes = seats[0].subscribe(Arc::new(|| {}));
    let table = Arc::clone(seats[0].table());
    let mut ply = 0;
    while table.newest().status.ending.is_none() {
        greedy(&seats[table.newest().position.turn().index()], ply);
        ply += 1;
    }
    let finished = result(&club, key);
    until("it is rated", || rated(&club, &ann) == 1 && rated(&club, &bo) == 1);
    let ending = table.newest().status.ending.clone().expect("over");
    assert_eq!((finished.key, finished.cause, finished.rated), (key, ending.cause, true));
    let players: Vec<Seat> = finished.seats.iter().map(|seat| seat.player.clone()).collect();
    assert_eq!(players, [Seat::of(&ann), Seat::of(&bo)]);
    let shares: u32 = finished.seats.iter().map(|seat| seat.share.sixtieths()).sum();
    assert_eq!((shares, finished.moves), (60, ply));
    // One has seen it, the other was away.
    assert!(club.tables.missed(&ann).expect("none").is_empty());
    assert_eq!(club.tables.missed(&bo).expect("one").len(), 1);
    let games = files(folder.path());
    assert_eq!(games.len(), 2);
    for text in &games {
        assert!(text.contains("[White \"ann\"]") && text.contains("[Event \"Rated game\"]"), "{text}");
    }
    taken_away(&club, &ann, &games[0]);
    assert!(club.tables.own(&ann).is_empty(), "it is no game in progress any more");
    assert!(club.tables.handle(&bo, key, None).is_ok(), "but somebody looks at its end");
    assert!(club.tables.listed(&bo, key).is_some_and(|table| table.own == Some(Side::new(1))));
    // Both want another one, with the colours changed.
    assert_eq!(club.tables.rematch(&ann, key).expect("she was there"), None);
    let wants = || club.tables.rematch_of(key).want;
    assert_eq!(wants(), [ann.id]);
    club.tables.no_rematch(&ann, key).expect("hers");
    assert!(wants().is_empty());
    assert_eq!(club.tables.rematch(&bo, key).expect("he was there"), None);
    club.tables.no_rematch(&bo, key).expect("his");
    assert_eq!(club.tables.rematch(&ann, key).expect("she was there"), None);
    let again = club.tables.rematch(&bo, key).expect("he was there").expect("both want it");
    // Who was not the last to agree finds the way, and nobody makes a second table.
    assert_eq!(club.tables.rematch_of(key), Rematch { want: Vec::new(), next: Some((again, None)) });
    assert_eq!(club.tables.rematch(&ann, key).expect("she was there"), Some(again));
    let listed = club.tables.listed(&ann, again).expect("a table");
    let people: Vec<_> = listed.seats.iter().map(Seat::person).collect();
    assert_eq!((people, listed.rated), (vec![Some(bo.id), Some(ann.id)], true));
    assert!(club.tables.rematch(&member(&club, 2), key).is_err());
}

#[test]
fn a_rematch_can_be_asked_for_at_the_moment_of_the_end() {
    let folder = Folder::new("at-once");
    let club = database::open(folder.path(), &Opponents::default()).expect("a club");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    for _ in 0..20 {
        let terms = rated_terms(game(2));
        let key = club.tables.open_table(&ann, &terms).expect("a table");
        club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
        let seat = club.tables.handle(&bo, key, None).expect("a game");
        let _eyes = seat.subscribe(Arc::new(|| {}));
        seat.command(SeatCommand::Resign(Side::new(1))).expect("resigned");
        while seat.table().newest().status.ending.is_none() {
            std::thread::yield_now();
        }
        // The table service may not have heard of the end; its result must be stored once all the same.
        assert_eq!(club.tables.rematch(&ann, key).expect("it is over"), None);
        assert_eq!(club.tables.rematch_of(key).want, [ann.id]);
        assert!(club.tables.finished(key).expect("the store").is_some());
    }
    until("all are told", || club.store.untold_tables().expect("the store").is_empty());
}

#[test]
fn four_play_until_three_have_gone() {
    let folder = Folder::new("four-seats");
    let club = database::open(folder.path(), &Opponents::default()).expect("a club");
    let people: Vec<Member> = (0..4).map(|key| member(&club, key)).collect();
    let _here: Vec<_> = people.iter().map(|who| club.enter(who.clone())).collect();
    let key = club.tables.open_table(&people[0], &rated_terms(game(4))).expect("a table");
    for (at, who) in people.iter().enumerate().skip(1) {
        club.tables.sit(who, key, Side::new(at), None).expect("it is free");
    }
    let seats: Vec<_> = people.iter().map(|who| club.tables.handle(who, key, None).expect("a game")).collect();
    let mut subscriptions: Vec<_> = seats.iter().map(|seat| seat.subscribe(Arc::new(|| {}))).collect();
    let table = Arc::clone(seats[0].table());
    for ply in 0..20 {
        play_on(&seats[ply % 4]);
    }
    // The third is gone for longer than the grace time, and a computer takes the seat.
    drop(subscriptions.remove(2));
    let late = Instant::now() + heterodox_club::table_service::GRACE;
    let what = SeatCommand::TakeOver(Side::new(2), Remedy::Computer(1));
    table.command_at(&Command { by: people[0].id.identity(), what }, late).expect("it is away");
    until("a computer sits", || {
        let listed = club.tables.listed(&people[0], key).expect("a table");
        matches!(listed.seats[2], Seat::Computer { level: 1, stands_in: false })
    });
    assert!(club.tables.sit(&people[2], key, Side::new(2), None).is_err(), "the game is rated");
    // Everything is there after a kill.
    std::mem::forget((subscriptions, table, seats, club));
    let club = database::open(folder.path(), &Opponents::default()).expect("a club");
    let _here: Vec<_> = people.iter().map(|who| club.enter(who.clone())).collect();
    let seats: Vec<_> = people.iter().map(|who| club.tables.handle(who, key, None).expect("a game")).collect();
    let _eyes = seats[0].subscribe(Arc::new(|| {}));
    let table = Arc::clone(seats[0].table());
    assert!(table.newest().lines.len() >= 20);
    assert_eq!(table.newest().status.owners[Side::new(2)], None, "nobody but the computer");
    for at in [0, 1, 3] {
        let left =
            || !table.newest().position.living().has(Side::new(at)) || table.newest().status.ending.is_some();
        if !left() {
            seats[at].command(SeatCommand::Resign(Side::new(at))).expect("its own seat");
            until("it has left", left);
        }
    }
    let finished = result(&club, key);
    until("it is rated", || people.iter().all(|who| rated(&club, who) == 1));
    assert_eq!(finished.seats[2].left_by, Some((people[2].id, people[2].shown_name())), "lost for who left");
    assert_eq!(finished.seats[2].share.sixtieths(), 60);
    assert_eq!(files(folder.path()).len(), 3, "who left has no game");
}

#[test]
fn a_result_that_was_not_rated_is_rated_after_a_restart() {
    let folder = Folder::new("untold");
    let open = || database::open(folder.path(), &Opponents::default()).expect("a club");
    let club = open();
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &rated_terms(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, None).expect("a game"));
    (0..10).for_each(|ply| play_on(&seats[ply % 2]));
    seats[1].command(SeatCommand::Resign(Side::new(1))).expect("its own seat");
    let finished = result(&club, key);
    assert_eq!((finished.key, finished.cause.clone()), (key, EndCause::Left(Leaving::Resigns)));
    assert!(finished.words.ends_with("resigned.") && finished.share_of(Member::guest(1).id).is_none());
    until("it is rated", || rated(&club, &ann) == 1);
    until("that is noted", || club.store.untold_tables().expect("the store").is_empty());
    assert!(play(&seats[1]).is_err());
    // As if the server had been killed between the result and the rating.
    let forget = "DELETE FROM rated; DELETE FROM ratings; UPDATE hall SET told = 0";
    club.store.write(move |connection| Ok(connection.execute_batch(forget)?)).expect("the store");
    assert_eq!(rated(&club, &ann), 0);
    std::mem::forget((here, seats, club));
    let club = open();
    assert_eq!((rated(&club, &ann), rated(&club, &bo)), (1, 1));
    drop(club);
    assert_eq!(rated(&open(), &ann), 1, "once is enough");
}

#[test]
fn a_finished_game_is_read_by_all_and_a_private_one_by_its_people() {
    let folder = Folder::new("read");
    let club = database::open(folder.path(), &Opponents::default()).expect("a club");
    let people: Vec<Member> = (0..3).map(|key| member(&club, key)).collect();
    let _here: Vec<_> = people.iter().map(|who| club.enter(who.clone())).collect();
    let read = |who: &Member, key| club.tables.finished_pgn(who, key).expect("the store");
    for private in [false, true] {
        let key = club.tables.open_table(&people[0], &Terms { private, ..Terms::new(game(2)) }).expect("a table");
        let code = club.tables.listed(&people[0], key).expect("a table").code;
        club.tables.sit(&people[1], key, Side::new(1), code.as_deref()).expect("it is free");
        assert_eq!(read(&people[0], key), None, "it is not over");
        let seat = club.tables.handle(&people[1], key, None).expect("a game");
        seat.command(SeatCommand::Resign(Side::new(1))).expect("resigned");
        until("its end is stored", || club.tables.finished(key).is_ok_and(|finished| finished.is_some()));
        let text = read(&people[1], key).expect("it is theirs");
        assert!(text.contains("[White \"ann\"]") && text.contains("[Black \"bo\"]"), "{text}");
        assert_eq!(read(&people[2], key).is_some(), !private);
        assert_eq!(read(&Member::guest(7), key).is_some(), !private);
    }
    assert_eq!(read(&people[0], TableKey(99)), None);
}
