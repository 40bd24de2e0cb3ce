//! Tournaments: with games that a test decides, and at the tables of the table service.

mod away;
mod closed;
mod results;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::Club;
use heterodox_club::bout::Progress;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::store::TableKey;
use heterodox_club::tournament::{
    Form, POINT, Phase, Plan, Row, Tournament, TournamentError, TournamentLimits, Who,
};
use heterodox_club::tournaments::Games;
use heterodox_games::GAMES;
use heterodox_kernel::variant::Variant;
use heterodox_play::session::table::command::SeatCommand;

use super::{club, opened};

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + seconds)
}

fn of_seats(seats: usize) -> &'static dyn Variant {
    *GAMES.iter().find(|game| game.spec().seats.len() == seats).expect("a game")
}

fn member(club: &Club, key: u8) -> Member {
    let (member, _) = club.store.member_of_key([key; 32], &format!("folder-{key}"), at(0)).expect("a member");
    member
}

/// Tables whose games last some looks and end as a test decides: the stronger one wins, equal ones draw.
#[derive(Default)]
struct Fake {
    tables: BTreeMap<i64, (Vec<u32>, u32)>,
}

/// How strong somebody is: people are stronger than level 4 and weaker than level 5.
fn strength(who: Who) -> i64 {
    match who {
        Who::Level(level) => i64::from(level) * 10,
        Who::Member(MemberId::Member(number)) => 45 + number % 3,
        Who::Member(MemberId::Guest(_)) => 0,
    }
}

impl Fake {
    fn look(&mut self, club: &Club, now: SystemTime) {
        let tables = std::cell::RefCell::new(self);
        let begins = std::cell::RefCell::new(VecDeque::new());
        let games = &mut Games {
            prepare: &mut |number, tournament, draft| {
                let all: Vec<i64> = draft.seats.iter().map(|&seat| strength(tournament.player(seat))).collect();
                let best = all.iter().max().copied().unwrap_or(0);
                let winners = all.iter().filter(|&&strength| strength == best).count() as u32;
                let share = |strength: &i64| if *strength == best { POINT / winners } else { 0 };
                let shares: Vec<u32> = all.iter().map(share).collect();
                begins.borrow_mut().push_back(shares);
                club.new_bout(number, tournament, draft)
            },
            begin: &mut |_, claim| {
                let (key, shares) = (claim.key.0, begins.borrow_mut().pop_front().expect("it was prepared"));
                tables.borrow_mut().tables.insert(key, (shares, 1 + key as u32 % 3));
                // It is played nowhere, so nobody resumes it either.
                Ok(club.store.drop_table(claim)?)
            },
            progress: &mut |_, _, key| {
                let mut fake = tables.borrow_mut();
                let Some((shares, looks)) = fake.tables.get_mut(&key.0) else { return Progress::Gone };
                *looks = looks.saturating_sub(1);
                if *looks > 0 { Progress::Running } else { Progress::Over(shares.clone()) }
            },
            close: &mut |_| (),
        };
        club.run_tournaments_with(now, games).expect("the store");
    }
}

/// Eight computers and two members.
fn made(club: &Club, plan: Plan) -> (i64, [Member; 2]) {
    let people = [member(club, 1), member(club, 2)];
    let number = club.make_tournament(&people[0], plan, at(0)).expect("a tournament");
    club.join_tournament(number, &people[1]).expect("joined");
    for level in 1..=8 {
        club.add_computer(number, &people[0], level).expect("a computer");
    }
    (number, people)
}

/// The names in the order of the table.
fn names(tournament: &Tournament) -> Vec<&str> {
    tournament.table().iter().map(|row| tournament.entrants[row.entrant].name.as_str()).collect()
}

#[test]
fn eight_computers_and_two_people_play_a_round_robin_to_its_end() {
    let (folder, first) = club("round-robin");
    let (number, people) = made(&first, Plan::new(Form::RoundRobin, of_seats(2), "3+2", true));
    first.start_tournament(number, &people[0], at(0)).expect("started");
    assert!(matches!(first.join_tournament(number, &member(&first, 3)), Err(TournamentError::Started)));
    let mut fake = Fake::default();
    for look in 0..7 {
        fake.look(&first, at(look));
    }
    let before = first.tournament(number).expect("it is there");
    assert!(!before.running().is_empty() && before.bouts.iter().any(|bout| bout.shares.is_some()), "{before:?}");
    // After a restart it continues where it was.
    drop(first);
    let second = opened(&folder);
    assert_eq!(second.tournament(number), Some(before));
    let mut looks = 0;
    while second.tournament(number).is_some_and(|one| one.phase != Phase::Over) {
        looks += 1;
        assert!(looks < 200, "{:?}", second.tournament(number));
        fake.look(&second, at(100 + looks));
    }
    let over = second.tournament(number).expect("it is there");
    // The two people play everybody, and the computers nobody else.
    assert_eq!((over.bouts.len(), fake.tables.len()), (17, 17));
    let table = over.table();
    let figures: Vec<_> = table.iter().map(|row| (row.games, row.points as usize)).collect();
    assert_eq!(figures[..2], [(9, 5), (9, 4)]);
    assert_eq!(names(&over)[..2], ["player-2", "player-1"]);
    assert_eq!(figures[2..], [(2, 2), (2, 2), (2, 2), (2, 2), (2, 0), (2, 0), (2, 0), (2, 0)]);
    assert_eq!(names(&over)[2..6], ["Computer 5", "Computer 6", "Computer 7", "Computer 8"]);
    // The games of a round have started together: nobody had two at a time.
    assert!(over.bouts.windows(2).all(|pair| pair[0].round <= pair[1].round));
}

#[test]
fn eight_computers_and_two_people_play_an_arena_to_its_end() {
    let (_folder, club) = club("arena");
    let plan = Plan::new(Form::Arena { minutes: 30 }, of_seats(2), "3+2", false);
    let (number, people) = made(&club, plan);
    club.start_tournament(number, &people[0], at(0)).expect("started");
    let _here = club.enter(people[0].clone());
    let other = club.enter(people[1].clone());
    let mut fake = Fake::default();
    let mut late = None;
    for look in 0..30 * 6 {
        fake.look(&club, at(look * 10));
        if look == 60 {
            club.join_tournament(number, &member(&club, 3)).expect("an arena is open");
            late = Some(club.enter(member(&club, 3)));
        }
    }
    drop(other);
    let running = club.tournament(number).expect("it is there");
    assert!(!running.running().is_empty() && matches!(running.phase, Phase::Running { .. }));
    let count = running.bouts.len();
    // After the time no game is started, and those that run count.
    for look in 0..5 {
        fake.look(&club, at(1800 + look));
    }
    let over = club.tournament(number).expect("it is there");
    assert_eq!((over.phase, over.bouts.len()), (Phase::Over, count));
    assert!(over.bouts.iter().all(|bout| bout.shares.is_some()));
    let people_in = [0, 1, 10];
    assert!(over.bouts.iter().all(|bout| bout.seats.iter().flatten().count() == 2));
    assert!(over.bouts.iter().all(|bout| people_in.iter().any(|&at| bout.has(at))), "computers alone");
    // Nobody met the same opponent twice in a row, unless that one had another game between.
    for entrant in people_in {
        let bouts: Vec<usize> = (0..over.bouts.len()).filter(|&at| over.bouts[at].has(entrant)).collect();
        assert!(bouts.len() > 10, "entrant {entrant} has {} games", bouts.len());
        for pair in bouts.windows(2) {
            let other = |at: usize| over.bouts[at].seats.iter().flatten().copied().find(|&at| at != entrant);
            let between = &over.bouts[pair[0] + 1..pair[1]];
            let again = other(pair[0]).filter(|&one| other(pair[1]) == Some(one));
            assert!(again.is_none_or(|one| between.iter().any(|bout| bout.has(one))), "entrant {entrant}");
        }
    }
    drop(late);
    let weak = over.table().into_iter().filter(|row| over.entrants[row.entrant].name.as_str() <= "Computer 4");
    assert!(weak.clone().count() == 4 && weak.into_iter().all(|row| row.points < 0.5));
    assert!(club.tournaments().iter().any(|(one, _)| *one == number));
}

#[test]
fn who_is_not_here_is_not_paired_in_an_arena() {
    let (_folder, club) = club("arena-away");
    let (ann, bob) = (member(&club, 1), member(&club, 2));
    let plan = Plan::new(Form::Arena { minutes: 30 }, of_seats(2), "3+2", false);
    let number = club.make_tournament(&ann, plan, at(0)).expect("a tournament");
    club.join_tournament(number, &bob).expect("joined");
    club.start_tournament(number, &ann, at(0)).expect("started");
    let mut fake = Fake::default();
    let _ann = club.enter(ann.clone());
    fake.look(&club, at(1));
    assert!(fake.tables.is_empty(), "bob is away");
    let _bob = club.enter(bob.clone());
    // Two alone play each other again and again.
    for look in 2..20 {
        fake.look(&club, at(look));
    }
    assert!(fake.tables.len() > 3);
    club.withdraw_from_tournament(number, &bob).expect("withdrawn");
    let count = fake.tables.len();
    for look in 20..30 {
        fake.look(&club, at(look));
    }
    assert_eq!(fake.tables.len(), count);
    club.join_tournament(number, &bob).expect("back again");
    fake.look(&club, at(30));
    assert_eq!(fake.tables.len(), count + 1);
}

#[test]
fn groups_of_four_play_by_shares_and_are_filled() {
    let (_folder, club) = club("round-four");
    let people = [member(&club, 1), member(&club, 2)];
    let plan = Plan::new(Form::RoundRobin, of_seats(4), "5+3", false);
    let number = club.make_tournament(&people[0], plan, at(0)).expect("a tournament");
    club.join_tournament(number, &people[1]).expect("joined");
    for level in [2, 7, 8] {
        club.add_computer(number, &people[0], level).expect("a computer");
    }
    club.start_tournament(number, &people[0], at(0)).expect("started");
    let mut fake = Fake::default();
    for look in 0..60 {
        fake.look(&club, at(look));
    }
    let over = club.tournament(number).expect("it is there");
    assert_eq!(over.phase, Phase::Over, "{over:?}");
    assert!(over.bouts.iter().any(|bout| bout.seats.contains(&None)), "five are not two groups of four");
    assert_eq!(names(&over)[0], "Computer 8", "{:?}", over.table());
    let table = over.table();
    assert!(table.windows(2).all(|pair| pair[0].points >= pair[1].points));
}

#[test]
fn what_is_not_played_is_won_by_who_stays() {
    let (_folder, club) = club("withdrawn");
    let people = [member(&club, 1), member(&club, 2)];
    let plan = Plan::new(Form::RoundRobin, of_seats(2), "3+2", false);
    let number = club.make_tournament(&people[0], plan, at(0)).expect("a tournament");
    club.join_tournament(number, &people[1]).expect("joined");
    club.add_computer(number, &people[0], 1).expect("a computer");
    club.start_tournament(number, &people[0], at(0)).expect("started");
    club.withdraw_from_tournament(number, &people[1]).expect("withdrawn");
    assert!(matches!(club.withdraw_from_tournament(number, &people[1]), Err(TournamentError::NotIn)));
    let mut fake = Fake::default();
    for look in 0..20 {
        fake.look(&club, at(look));
    }
    let over = club.tournament(number).expect("it is there");
    assert_eq!((over.phase, fake.tables.len()), (Phase::Over, 1));
    let points: Vec<f64> = over.table().iter().map(|row| row.points).collect();
    assert_eq!(points, [2.0, 1.0, 0.0]);
    assert_eq!(over.bouts.iter().filter(|bout| bout.table.is_none()).count(), 2);
}

/// Worked by hand: A beats B and draws with C, B beats C, C beats nobody.
/// Points: A 1.5, B 1, C 0.5. Sonneborn-Berger: A = 1 (B) + 0.5 / 2 (C) = 1.25; B = 0.5 (C); C = 1.5 / 2 (A) = 0.75.
#[test]
fn the_table_has_the_figures_worked_by_hand() {
    let plan = Plan::new(Form::RoundRobin, of_seats(2), "3+2", false);
    let mut one = Tournament::new(plan, MemberId::Member(1));
    for (number, name) in (1..).zip(["A", "B", "C"]) {
        one.join(Who::Member(MemberId::Member(number)), name).expect("joined");
    }
    one.start(Who::Member(MemberId::Member(1)), at(0)).expect("started");
    let results = BTreeMap::from([((0, 1), [60, 0]), ((0, 2), [30, 30]), ((1, 2), [60, 0])]);
    let mut table = 0;
    while one.phase != Phase::Over {
        for draft in one.due(at(1), |_| true) {
            let [Some(left), Some(right)] = draft.seats[..] else { panic!("{draft:?}") };
            let [low, high] = results[&(left.min(right), left.max(right))];
            table += 1;
            one.started(draft, table);
            one.ended(table, Some(if left < right { vec![low, high] } else { vec![high, low] }));
            // A result counts once.
            one.ended(table, Some(vec![0, 60]));
        }
    }
    let rows: Vec<_> = one.table().iter().map(|row| (row.rank, row.entrant, row.points, row.sonneborn)).collect();
    assert_eq!(rows, [(1, 0, 1.5, 1.25), (2, 1, 1.0, 0.5), (3, 2, 0.5, 0.75)]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let (_folder, club) = club("tournament-errors");
    let (ann, bob) = (member(&club, 1), member(&club, 2));
    let plan = |form, clock| Plan::new(form, of_seats(2), clock, true);
    let rounds = || plan(Form::RoundRobin, "3+2");
    let refused = |plan| club.make_tournament(&ann, plan, at(0)).expect_err("refused").to_string();
    assert!(refused(plan(Form::Arena { minutes: 7 }, "3+2")).contains("30, 60, 90 or 120 minutes"));
    assert!(refused(plan(Form::RoundRobin, "3d")).contains("live clocks"));
    assert!(refused(Plan { clock: None, ..rounds() }).contains("live clocks"));
    assert!(refused(Plan { game: "none".into(), ..rounds() }).contains("no such game"));
    assert!(refused(Plan { seats: 3, ..rounds() }).contains("number of seats"));
    let guest = Member::guest(1);
    assert!(matches!(club.make_tournament(&guest, rounds(), at(0)), Err(TournamentError::Guest)));
    let number = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    assert!(matches!(club.join_tournament(number, &ann), Err(TournamentError::Joined)));
    assert!(matches!(club.join_tournament(number, &guest), Err(TournamentError::Guest)));
    assert!(matches!(club.start_tournament(number, &ann, at(0)), Err(TournamentError::Few)));
    assert!(matches!(club.start_tournament(number, &bob, at(0)), Err(TournamentError::NotYours)));
    assert!(matches!(club.add_computer(number, &bob, 3), Err(TournamentError::NotYours)));
    assert!(matches!(club.withdraw_from_tournament(number, &bob), Err(TournamentError::NotIn)));
    let plenty = TournamentLimits { computers: 15, member_computers: 15, ..club.tournament_limits() };
    club.set_tournament_limits(plenty);
    for _ in 0..15 {
        club.add_computer(number, &ann, 3).expect("a computer");
    }
    assert!(matches!(club.join_tournament(number, &bob), Err(TournamentError::Full { most: 16 })));
    assert_eq!(club.tournament(number).expect("it is there").entrants[15].name, "Computer 3 (15)");
    for _ in 0..2 {
        club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    }
    assert!(matches!(club.make_tournament(&ann, rounds(), at(0)), Err(TournamentError::Many(3))));
    // A tournament that has not started goes with who made it.
    club.withdraw_from_tournament(number, &ann).expect("gone");
    assert!(matches!(club.join_tournament(number, &bob), Err(TournamentError::Unknown)));
    assert_eq!(club.tournaments().len(), 2);
}

/// At the tables of the table service: eight computers and two people, who resign in their second moves.
#[test]
fn a_tournament_is_played_at_the_tables_of_the_hall() {
    let (_folder, club) = club("tournament-tables");
    let people = [member(&club, 1), member(&club, 2)];
    // A live game starts when all its people are here.
    let _here = people.each_ref().map(|member| club.enter(member.clone()));
    let now = SystemTime::now;
    let plan = Plan::new(Form::RoundRobin, of_seats(2), "3+2", true);
    let number = club.make_tournament(&people[0], plan, now()).expect("a tournament");
    club.join_tournament(number, &people[1]).expect("joined");
    for _ in 0..8 {
        club.add_computer(number, &people[0], 1).expect("a computer");
    }
    club.start_tournament(number, &people[0], now()).expect("started");
    let (began, mut hurried) = (Instant::now(), BTreeSet::new());
    loop {
        club.run_tournaments(now()).expect("it runs");
        let one = club.tournament(number).expect("it is there");
        if one.phase == Phase::Over {
            break;
        }
        for who in &people {
            play(&club, &one, who);
        }
        // Nobody looks at the games of computers, so they need not wait between their moves.
        for key in one.running().into_iter().filter(|key| hurried.insert(*key)) {
            if let Ok(seat) = club.tables.handle(&people[0], TableKey(key), None) {
                let _ = seat.command(SeatCommand::Pace(Duration::ZERO));
                let _ = seat.command(SeatCommand::Finish);
            }
        }
        assert!(began.elapsed() < Duration::from_secs(600), "{one:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let over = club.tournament(number).expect("it is there");
    let table = over.table();
    assert_eq!(over.bouts.len(), 17);
    let points: f64 = table.iter().map(|row| row.points).sum();
    let games = |row: &Row| if row.entrant < 2 { 9 } else { 2 };
    assert!(table.iter().all(|row| row.games == games(row)) && (points - 17.0).abs() < 0.01, "{table:?}");
}

/// Plays the turn of a member at their table: a move first, then they resign.
fn play(club: &Arc<Club>, one: &Tournament, who: &Member) {
    let Some(entrant) = one.find(Who::Member(who.id)) else { return };
    let running = one.bouts.iter().filter(|bout| bout.shares.is_none() && bout.has(entrant));
    for key in running.filter_map(|bout| bout.table) {
        let Ok(seat) = club.tables.handle(who, TableKey(key), None) else { continue };
        let view = seat.subscribe(Arc::new(|| {})).newest();
        let (turn, acts) = (view.position.turn(), view.position.acts().len());
        if view.status.ending.is_some() || !seat.seats().has(turn) {
            continue;
        }
        let command =
            if acts < 2 { SeatCommand::Play(view.position.legal()[0], acts) } else { SeatCommand::Resign(turn) };
        // The table may have gone on meanwhile.
        let _ = seat.command(command);
    }
}
