//! Who seeks a game plays with a member who waits for the same one.

use std::time::{Duration, SystemTime};

use heterodox_club::Club;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::ratings::{Ladder, PROVISIONAL, RatedGame, RatedPlayer, RatedSeat};
use heterodox_club::seek::Sought;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{Seat, TableServiceError, Terms};
use heterodox_play::session::setup::ClockSetup;

use crate::club;
use crate::table_service::{game, member};

fn terms(clock: &str, rated: bool) -> Terms {
    Terms { clock: ClockSetup::read(clock).expect("a clock"), rated, ..Terms::new(game(2)) }
}

fn waits(club: &Club, who: &Member, terms: &Terms) -> bool {
    matches!(club.seek(who, terms).expect("a search"), Sought::Waits(_))
}

/// Games against a level, won and lost in turn, until the rating is sure.
fn rate(club: &Club, who: &Member, level: u8, from: i64) {
    let MemberId::Member(number) = who.id else { panic!("a key is a member") };
    let seat = |player, share| RatedSeat { player, share, left: false, address: None };
    for at in 0..30 {
        let share = (at % 2) as f64;
        let rated = RatedGame {
            table: TableKey(from + at),
            ladder: Some(Ladder::usual(game(2))),
            rated: true,
            moves: 30,
            time: SystemTime::now() - Duration::from_secs(86_400 * (40 - at as u64)),
            seats: vec![seat(RatedPlayer::Member(number), share), seat(RatedPlayer::Level(level), 1.0 - share)],
        };
        club.rate(rated).expect("the store").expect("a rated game");
    }
}

#[test]
fn who_seeks_the_same_game_plays_at_once() {
    let (_folder, club) = club("seek");
    let [ann, bo, cleo, dan] = [0, 1, 2, 3].map(|key| member(&club, key));
    let _here = [&ann, &bo, &cleo].map(|who| club.enter(who.clone()));
    assert!(waits(&club, &ann, &terms("5+3", false)));
    // One's own challenge is no opponent, and neither is another game.
    assert!(waits(&club, &cleo, &terms("10+5", false)) && waits(&club, &cleo, &terms("5+3", true)));
    let Sought::Plays(key) = club.seek(&bo, &terms("5+3", false)).expect("a search") else { panic!("she waits") };
    let people: Vec<_> =
        club.tables.listed(&bo, key).expect("a table").seats.iter().filter_map(Seat::person).collect();
    assert_eq!(people, [ann.id, bo.id]);
    // It is taken: the next one waits.
    assert!(waits(&club, &dan, &terms("5+3", false)));
    let guest = Member::guest(7);
    assert!(matches!(club.seek(&guest, &terms("5+3", false)), Err(TableServiceError::Guest { .. })));
}

#[test]
fn who_is_far_away_or_blocked_is_no_opponent() {
    let (_folder, club) = club("seek-far");
    let [ann, bo, cleo, dan] = [0, 1, 2, 3].map(|key| member(&club, key));
    rate(&club, &ann, 8, 1000);
    rate(&club, &bo, 1, 2000);
    let sure = |who: &Member| {
        let standing = club.standing(who.id, &Ladder::usual(game(2))).expect("the store").expect("rated");
        (standing.rating.value, standing.rating.deviation)
    };
    let (high, low) = (sure(&ann), sure(&bo));
    assert!(high.0 - low.0 > 300.0 && high.1 < PROVISIONAL && low.1 < PROVISIONAL, "{high:?} {low:?}");
    assert!(waits(&club, &ann, &terms("5+3", false)));
    assert!(waits(&club, &bo, &terms("5+3", false)), "they are far from each other");
    // Whose rating is not known plays with anybody, but not with somebody who has blocked them.
    club.block(ann.id, cleo.id, true).expect("blocked");
    let Sought::Plays(key) = club.seek(&cleo, &terms("5+3", false)).expect("a search") else { panic!("bo waits") };
    let seats = club.tables.listed(&cleo, key).expect("a table").seats;
    assert_eq!(seats.iter().find_map(Seat::person), Some(bo.id));
    assert!(matches!(club.seek(&dan, &terms("5+3", false)), Ok(Sought::Plays(_))), "ann is left");
}

#[test]
fn a_game_that_fits_is_found_among_very_many() {
    let (_folder, club) = club("seek-many");
    let [ann, bo] = [0, 1].map(|key| member(&club, key));
    assert!(waits(&club, &ann, &terms("5+3", false)));
    // More than a list shows, and more than are read at once.
    for key in 2..=150 {
        let other = member(&club, key);
        club.tables.challenge(&other, None, &terms("10+5", false)).expect("a challenge");
    }
    let Sought::Plays(key) = club.seek(&bo, &terms("5+3", false)).expect("a search") else { panic!("she waits") };
    let seats = club.tables.listed(&bo, key).expect("a table").seats;
    assert_eq!(seats.iter().find_map(Seat::person), Some(ann.id));
    // So is the newest one.
    let last = member(&club, 151);
    assert!(waits(&club, &last, &terms("3+2", false)));
    assert!(matches!(club.seek(&bo, &terms("3+2", false)), Ok(Sought::Plays(_))));
}
