//! Ratings and ladders.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::folder::Folder;
use super::{club, opened};
use heterodox_club::Club;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::ratings::{
    Ladder, NotRated, PROVISIONAL, RatedGame, RatedPlayer, RatedSeat, Standing, anchors,
};
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{MostTables, Terms, Wanted};
use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_play::session::setup::ClockSetup;

const HOUR: u64 = 3600;

fn at(hours: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + hours * HOUR)
}

/// A club with this many members, and their numbers.
fn members(name: &str, count: u8) -> (Folder, Arc<Club>, Vec<i64>) {
    let (folder, club) = club(name);
    let member = |key: u8| {
        let (member, _) = club.store.member_of_key([key; 32], &format!("folder-{key}"), at(0)).expect("a member");
        match member.id {
            MemberId::Member(number) => number,
            MemberId::Guest(_) => panic!("a key is a member"),
        }
    };
    let numbers = (1..=count).map(member).collect();
    (folder, club, numbers)
}

fn seat(player: RatedPlayer, share: f64) -> RatedSeat {
    RatedSeat { player, share, left: false, address: None }
}

fn usual() -> Ladder {
    Ladder::usual(GAMES[0])
}

/// A rated game of these players with their shares.
fn game(table: i64, hours: u64, seats: &[(RatedPlayer, f64)]) -> RatedGame {
    let seats = seats.iter().map(|&(player, share)| seat(player, share)).collect();
    RatedGame { table: TableKey(table), ladder: Some(usual()), rated: true, moves: 40, time: at(hours), seats }
}

fn rated(club: &Club, game: RatedGame) -> Vec<(i64, Standing)> {
    club.rate(game).expect("the store").expect("a rated game")
}

fn refused(club: &Club, game: RatedGame) -> NotRated {
    club.rate(game).expect("the store").expect_err("not rated")
}

#[track_caller]
fn near(standing: &Standing, value: f64, deviation: f64) {
    let rating = standing.rating;
    let is_near = (rating.value - value).abs() < 0.01 && (rating.deviation - deviation).abs() < 0.01;
    assert!(is_near, "{rating:?}: expected {value} ± {deviation}");
}

/// Worked by hand, by the steps of the paper; 1 is 173.7178 points.
///
/// First game: two newcomers, 1000 ± 350 (μ = -2.8783, φ = 2.01476), σ = 0.06; ann wins.
/// * an opponent of whom nothing is known counts w = 110 / 350 = 0.31429
/// * g = 1 / √(1 + 3 φ² / π²) = 0.66907; E = 1/2
/// * 1/v = w g² E (1 - E) = 0.31429 × 0.44765 / 4 = 0.035173; v = 28.431; Δ = v w g (1 - E) = 28.431 × 0.10514 = 2.9892
/// * Δ² = 8.935 is less than φ² + v = 32.490, so σ stays 0.0600 to five digits
/// * no time has passed: φ* = φ; φ' = 1 / √(1/φ*² + 1/v) = 1 / √(0.24635 + 0.035173) = 1.88470: ± 327.41
/// * μ' - μ = φ'² × 0.10514 = 0.37346: 64.88 points. Ann has 1064.88, bob 935.12.
///
/// Second game: a draw, ten days later, which are two periods.
/// * the other's deviation has grown to √(1.88470² + 2 × 0.06²) × 173.7178 = 327.74: w = 0.33563, g = 0.69306
/// * E of ann = 1 / (1 + e^(-0.69306 × 129.76 / 173.7178)) = 0.62660
/// * 1/v = w g² × 0.62660 × 0.37340 = 0.037719; w g (1/2 - E) = -0.029449
/// * φ*² = 1.88470² + 2 × 0.06² = 3.55929; φ' = 1 / √(1/3.55929 + 0.037719) = 1.77144: ± 307.73
/// * ann: 1064.88 - 173.7178 × 3.13801 × 0.029449 = 1064.88 - 16.05 = 1048.82; bob: 951.18
#[test]
fn two_games_have_the_figures_worked_by_hand() {
    let (folder, club, numbers) = members("rated-hand", 2);
    let (ann, bob) = (RatedPlayer::Member(numbers[0]), RatedPlayer::Member(numbers[1]));
    let first = rated(&club, game(1, 0, &[(ann, 1.0), (bob, 0.0)]));
    near(&first[0].1, 1064.88, 327.41);
    near(&first[1].1, 935.12, 327.41);
    let second = rated(&club, game(2, 240, &[(bob, 0.5), (ann, 0.5)]));
    near(&second[0].1, 951.18, 307.73);
    near(&second[1].1, 1048.82, 307.73);
    // All of it is in the store, and a game counts once.
    drop(club);
    let club = opened(&folder);
    assert!(rated(&club, game(2, 240, &[(bob, 0.5), (ann, 0.5)])).is_empty());
    let standing = club.standing(MemberId::Member(numbers[0]), &usual()).expect("the store").expect("a standing");
    near(&standing, 1048.82, 307.73);
    assert_eq!((standing.games, standing.last), (2, at(240)));
    let history = club.store.rating_history(numbers[0], &usual()).expect("the store");
    let points: Vec<_> = history.iter().map(|(time, value, _)| (*time, value.round())).collect();
    assert_eq!(points, [(at(0), 1065.0), (at(240), 1049.0)]);
    assert_eq!(club.standings(MemberId::Member(numbers[0])).expect("the store"), [(usual(), standing)]);
    assert!(club.standings(MemberId::Guest(1)).expect("the store").is_empty());
}

/// Worked by hand: four newcomers, of whom two share the point. Each has three results with the weight w/3 against
/// 1000 ± 350, so w, g, E, v and φ' are those of one game of two: 0.31429, 0.66907, 1/2, 28.431, 1.88470 (± 327.41).
/// * who has half a point drew with one and won against two: w g (0 + 1/2 + 1/2) / 3 = 0.070093, times φ'² = 0.24898:
///   + 43.25 points
/// * who has nothing lost twice and drew with the other who has nothing: - 43.25 points
#[test]
fn four_seats_are_rated_by_their_shares() {
    let (_folder, club, numbers) = members("rated-four", 4);
    let shares = [0.0, 0.5, 0.5, 0.0];
    let seats: Vec<_> =
        numbers.iter().zip(shares).map(|(&member, share)| (RatedPlayer::Member(member), share)).collect();
    let after = rated(&club, game(1, 0, &seats));
    for ((_, standing), share) in after.iter().zip(shares) {
        near(standing, if share > 0.0 { 1043.25 } else { 956.75 }, 327.41);
    }
}

/// Before, thirty games of two moves against a new account of one's own, and their results, were worth 413 points.
#[test]
fn nobody_farms_points_with_new_accounts_and_short_games() {
    let (_folder, club, numbers) = members("rated-farm", 4);
    let [ann, bob, cy, dee] = [0, 1, 2, 3].map(|at| RatedPlayer::Member(numbers[at]));
    let win = |table: i64, hours, other| {
        let after = rated(&club, game(table, hours, &[(ann, 1.0), (other, 0.0)]));
        after[0].1.rating.value
    };
    let short = RatedGame { moves: 9, ..game(0, 0, &[(ann, 1.0), (bob, 0.0)]) };
    assert_eq!(refused(&club, short), NotRated::Early);
    let four = RatedGame { moves: 19, ..game(0, 0, &[(ann, 1.0), (bob, 0.0), (cy, 0.0), (dee, 0.0)]) };
    assert_eq!(refused(&club, four), NotRated::Early);
    assert_eq!(NotRated::Early.to_string(), "the game ended before each seat had made 5 moves");
    let values: Vec<f64> = (1..=30).map(|table| win(table, 0, bob)).collect();
    let gains: Vec<f64> = values.windows(2).map(|two| two[1] - two[0]).collect();
    assert!((values[2] - 1147.63).abs() < 0.01, "three games count in full: {}", values[2]);
    // The fourth counts half, the fifth a third.
    assert!((values[3] - 1162.00).abs() < 0.01 && (values[4] - 1170.65).abs() < 0.01, "{values:?}");
    assert!(values[29] < 1215.0 && gains.windows(2).all(|two| two[1] < two[0]), "{values:?}");
    // Another opponent, and the same one on another day, count in full again.
    let before = values[29];
    let another = win(40, 1, cy) - before;
    assert!(another > 5.0 * gains[28], "{another} after {}", gains[28]);
    let later = win(41, 25, bob) - before - another;
    assert!(later > 5.0 * gains[28], "{later} after {}", gains[28]);
}

/// Of an opponent with a sure rating a result says more than of one with an unsure rating, for both alike.
#[test]
fn a_sure_opponent_counts_more() {
    let (_folder, club, numbers) = members("rated-sure", 2);
    let [ann, bob] = [0, 1].map(|at| RatedPlayer::Member(numbers[at]));
    let newcomer = rated(&club, game(1, 0, &[(ann, 1.0), (bob, 0.0)]))[0].1.rating.value - 1000.0;
    let other = Ladder::usual(GAMES[1]);
    let level = (1..=10).map(|level| (level, (anchors::of(&other.game, level) - 1000.0).abs()));
    let level = level.min_by(|one, other| one.1.total_cmp(&other.1)).expect("a level").0;
    let seats = [(bob, 1.0), (RatedPlayer::Level(level), 0.0)];
    let sure = rated(&club, RatedGame { ladder: Some(other), ..game(2, 0, &seats) })[0].1.rating.value - 1000.0;
    assert!(sure > 1.5 * newcomer, "{sure} and {newcomer}");
}

#[test]
fn computers_stay_where_they_are() {
    let (_folder, club, numbers) = members("rated-computer", 1);
    let ann = RatedPlayer::Member(numbers[0]);
    let before = anchors::of(GAMES[0].spec().id, 3);
    for number in 0..5 {
        rated(&club, game(number, number as u64, &[(ann, 1.0), (RatedPlayer::Level(3), 0.0)]));
    }
    let rows = club.ladder(&usual(), at(10)).expect("a ladder");
    assert_eq!(rows.len(), 11, "ten levels and a member");
    let level = rows.iter().find(|row| row.name == "Computer, level 3").expect("level 3");
    assert!((level.value - before).abs() < f64::EPSILON && level.games == 5 && level.last == Some(at(4)));
    assert_eq!(rows[0].name, "Computer, level 10");
    // A newcomer is in the ladder after one game, without a rank until the rating is sure.
    let own = rows.iter().find(|row| row.member.is_some()).expect("ann");
    assert!(own.value > before && own.is_provisional() && own.rank.is_none() && own.games == 5);
    let ranks: Vec<_> = rows.iter().filter_map(|row| row.rank).collect();
    assert_eq!(ranks, (1..=10).collect::<Vec<_>>());
    assert!(
        club.ladder(&Ladder { game: "another".into(), ..usual() }, at(0))
            .expect("a ladder")
            .iter()
            .all(|row| row.games == 0)
    );
}

#[test]
fn a_rating_is_provisional_at_first_and_after_a_long_time() {
    let (_folder, club, numbers) = members("rated-provisional", 2);
    let (ann, bob) = (RatedPlayer::Member(numbers[0]), RatedPlayer::Member(numbers[1]));
    let mut standing = None;
    for number in 0..30 {
        let share = f64::from(u8::from(number % 2 == 0));
        standing = rated(&club, game(number, number as u64 * 24, &[(ann, share), (bob, 1.0 - share)]))
            .first()
            .map(|one| one.1);
        assert!(
            number > 3 || standing.is_some_and(|standing| standing.is_provisional(at(0))),
            "after {number} games"
        );
    }
    let standing = standing.expect("a standing");
    assert!(standing.rating.deviation < PROVISIONAL && !standing.is_provisional(at(30 * 24)), "{standing:?}");
    assert!(standing.is_provisional(at(24 * 1000)), "{standing:?}");
    let row = club.ladder(&usual(), at(30 * 24)).expect("a ladder");
    assert_eq!(row.iter().filter(|row| row.rank.is_some()).count(), 12);
}

#[test]
fn some_games_are_not_rated() {
    let (_folder, club, numbers) = members("rated-not", 3);
    let (ann, bob) = (RatedPlayer::Member(numbers[0]), RatedPlayer::Member(numbers[1]));
    let usual_game = || game(1, 0, &[(ann, 1.0), (bob, 0.0)]);
    let not = |change: &dyn Fn(&mut RatedGame)| {
        let mut game = usual_game();
        change(&mut game);
        refused(&club, game)
    };
    assert_eq!(not(&|game| game.rated = false), NotRated::Casual);
    assert_eq!(not(&|game| game.moves = 9), NotRated::Early);
    assert_eq!(not(&|game| game.ladder = None), NotRated::Position);
    assert_eq!(not(&|game| game.seats[1].player = RatedPlayer::Guest), NotRated::Guest);
    assert_eq!(not(&|game| game.seats[1].player = ann), NotRated::OneMember);
    assert_eq!(not(&|game| game.seats.truncate(1)), NotRated::Opponents);
    let computers = |game: &mut RatedGame| {
        game.seats = [1, 2].map(|level| seat(RatedPlayer::Level(level), 0.5)).to_vec();
    };
    assert_eq!(not(&computers), NotRated::Opponents);
    let home: IpAddr = "192.0.2.7".parse().expect("an address");
    let from = |game: &mut RatedGame| game.seats.iter_mut().for_each(|seat| seat.address = Some(home));
    assert_eq!(not(&from), NotRated::OneAddress);
    assert!(club.standings(MemberId::Member(numbers[0])).expect("the store").is_empty(), "nothing has changed");
    // An unknown address is not the same as another one, and five moves of each seat are enough.
    let mut game = RatedGame { moves: 10, ..usual_game() };
    game.seats[0].address = Some(home);
    assert_eq!(rated(&club, game).len(), 2);
}

#[test]
fn two_addresses_of_one_network_are_one() {
    let (_folder, club, numbers) = members("rated-address", 2);
    let ids: Vec<_> = numbers.iter().map(|&number| MemberId::Member(number)).collect();
    for (one, other, same) in [
        ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false),
        ("::ffff:192.0.2.7", "192.0.2.7", true),
        ("2001:db8::1", "2001:db8::ffff:1", true),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
    ] {
        for (id, address) in ids.iter().zip([one, other]) {
            club.note_address(*id, address.parse().expect("an address"));
        }
        assert_eq!(club.address(ids[0]) == club.address(ids[1]), same, "{one} {other}");
    }
}

#[test]
fn ten_games_a_day_against_one_level_are_rated() {
    let (_folder, club, numbers) = members("rated-often", 2);
    let (ann, bob) = (RatedPlayer::Member(numbers[0]), RatedPlayer::Member(numbers[1]));
    let against =
        |table: i64, hours, who, level| game(table, hours, &[(who, 1.0), (RatedPlayer::Level(level), 0.0)]);
    for table in 0..10 {
        rated(&club, against(table, 1, ann, 3));
    }
    assert_eq!(refused(&club, against(10, 20, ann, 3)), NotRated::Often { level: 3 });
    let words = NotRated::Often { level: 3 }.to_string();
    assert_eq!(words, "at most 10 games a day against computer level 3 are rated");
    // Another level, another member, another ladder and another day have numbers of their own.
    rated(&club, against(11, 20, ann, 4));
    rated(&club, against(12, 20, bob, 3));
    let other = RatedGame { ladder: Some(Ladder::usual(GAMES[1])), ..against(13, 20, ann, 3) };
    rated(&club, other);
    rated(&club, against(14, 26, ann, 3));
    // Three computers at a table of four are one game.
    let level = RatedPlayer::Level(7);
    for table in 20..30 {
        rated(&club, game(table, 30, &[(ann, 1.0), (level, 0.0), (level, 0.0), (level, 0.0)]));
    }
    let more = game(30, 31, &[(level, 0.0), (ann, 1.0), (RatedPlayer::Level(1), 0.0), (bob, 0.0)]);
    assert_eq!(refused(&club, more), NotRated::Often { level: 7 });
}

#[test]
fn players_are_told_before_a_game_that_it_would_not_be_rated() {
    let (_folder, club, members) = members("would-not", 2);
    let time = SystemTime::now();
    club.tables.set_most_tables(MostTables { member: 20, guest: 1 });
    let [ann, bob] = [0, 1].map(|at| Member { id: MemberId::Member(members[at]), name: None });
    let _here = [&ann, &bob].map(|who| club.enter(who.clone()));
    let seats = vec![Wanted::Host, Wanted::Computer(4)];
    let clock = ClockSetup::read("30+20").expect("a clock");
    let terms = |rated| Terms { rated, clock, seats: seats.clone(), ..Terms::new(GAMES[0]) };
    let why = |key| club.would_not_be_rated(&club.tables.listed(&ann, key).expect("a table"));
    let open = |rated| club.tables.open_table(&ann, &terms(rated)).expect("a table");
    for number in 0..10 {
        let key = open(true);
        assert_eq!((number, why(key)), (number, None));
        let seats = [(RatedPlayer::Member(members[0]), 1.0), (RatedPlayer::Level(4), 0.0)];
        rated(&club, RatedGame { time, ..game(1000 + number, 0, &seats) });
    }
    let eleventh = open(true);
    assert_eq!(why(eleventh), Some(NotRated::Often { level: 4 }));
    assert_eq!(why(open(false)), None, "nobody wanted it rated");
    // A table that waits for the other is not judged before they are there.
    let key = club.tables.open_table(&bob, &Terms { rated: true, clock, ..Terms::new(GAMES[0]) }).expect("a table");
    assert_eq!(why(key), None);
    for who in [ann.id, bob.id] {
        club.note_address(who, "192.0.2.1".parse().expect("an address"));
    }
    assert_eq!(why(key), None);
    club.tables.sit(&ann, key, Side::new(1), None).expect("a seat");
    assert_eq!(why(key), Some(NotRated::OneAddress));
}

#[test]
fn a_seat_that_a_computer_took_over_is_lost_for_who_left() {
    let (_folder, club, numbers) = members("rated-left", 4);
    let player = |at: usize| RatedPlayer::Member(numbers[at]);
    // The computer wins with the seat of ann: ann has lost, and bob has not.
    let mut left = game(1, 0, &[(player(0), 1.0), (player(1), 0.0)]);
    left.seats[0].left = true;
    let after = rated(&club, left);
    near(&after[0].1, 935.12, 327.41);
    near(&after[1].1, 1000.0, 350.0);
    // The computer loses with it: as any win.
    let mut left = game(2, 0, &[(player(2), 0.0), (player(3), 1.0)]);
    left.seats[0].left = true;
    let after = rated(&club, left);
    near(&after[0].1, 935.12, 327.41);
    near(&after[1].1, 1064.88, 327.41);
}
