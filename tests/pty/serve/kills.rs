//! The server is killed again and again while two people play: what a screen has shown is there afterwards, and so are the
//! tables, the seats, the clocks and the challenges.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::member::{Member, MemberId};
use heterodox::club::store::{Store, StoreLog, TableKey};
use heterodox::club::table_service::{Seat, Terms};
use heterodox::club::{Club as Members, DATABASE};
use heterodox::games::built_in;
use heterodox::players::Opponents;
use heterodox::record::event_log::EventLog as _;
use heterodox::record::journal::JournalEvent;
use heterodox::rules::mv::Move;
use heterodox::rules::position::Position;
use heterodox::rules::side::Side;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::rules::zobrist::mix;
use heterodox::session::setup::ClockSetup;

use super::club::Club;
use crate::support::Session;

pub(super) const SETTINGS: &str = "[limits]\nper_address = 50\nnew_per_minute = 5000\n";

/// The names of new members.
const NAMES: [&str; 2] = ["player-1", "player-2"];

/// How far a clock may be off after a crash: the server notes every five seconds that it runs.
const PULSE: Duration = Duration::from_secs(7);

/// How often the server is killed.
fn kills() -> usize {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 100 } else { 3 }
}

pub(super) fn game() -> &'static dyn Variant {
    built_in("sanctuary").expect("a game of two")
}

pub(super) fn store(club: &Club) -> Arc<Store> {
    Arc::new(Store::open(&club.at("data").join(DATABASE)).expect("the database"))
}

/// What is there from the start: a game of both players, a table that waits, and a challenge.
pub(super) struct Kept {
    pub(super) game: TableKey,
    waiting: TableKey,
}

/// Opens both tables and makes the challenge, while no server runs.
pub(super) fn prepare(folder: &Path) -> Kept {
    prepare_in(Store::open(&folder.join(DATABASE)).expect("the database"), folder)
}

/// The same in this store.
pub(super) fn prepare_in(store: Store, folder: &Path) -> Kept {
    let members = Members::on(store, folder, &Opponents::default()).expect("a club");
    let [one, other] = [1, 2].map(|number| members.store.member(number).expect("a store").expect("a member"));
    let _here = [&one, &other].map(|who: &Member| members.enter(who.clone()));
    let clock = ClockSetup::read("30+20").expect("a clock");
    let game_key = members.tables.open_table(&one, &Terms { clock, ..Terms::new(game()) }).expect("a table");
    members.tables.sit(&other, game_key, Side::new(1), None).expect("it is free");
    let four = built_in("armies").expect("a game of four");
    // A table for a slow game: others wait only while their host is here.
    let slow = Terms { clock: Some(ClockSetup::days(3)), ..Terms::new(four) };
    let waiting = members.tables.open_table(&one, &slow).expect("a table");
    members.tables.sit(&other, waiting, Side::new(2), None).expect("it is free");
    members.tables.challenge(&other, Some(one.id), &Terms::new(game())).expect("a challenge");
    Kept { game: game_key, waiting }
}

/// The number of moves that a screen shows.
pub(super) fn count(screen: &str) -> Option<usize> {
    let panel = screen.lines().find_map(|line| line.split_once("Moves ─")).map(|(_, rest)| rest);
    panel.map(|rest| rest.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0))
}

/// A move after which the game goes on, without a capture if there is one: the game has to last.
fn quiet_move(position: &dyn Position, seed: u64) -> Move {
    let (legal, first) = (position.legal(), mix(seed) as usize);
    let goes_on = |mv: &Move| {
        let mut next = position.fork();
        next.play(*mv).is_ok() && next.outcome().is_none()
    };
    let turned = |at: usize| legal[first.wrapping_add(at) % legal.len()];
    let moves: Vec<Move> = (0..legal.len()).map(turned).filter(goes_on).collect();
    let quiet = moves.iter().find(|mv| position.captured(**mv).is_none());
    *quiet.or(moves.first()).expect("a game can go on for a while")
}

/// The game as its players have typed it.
pub(super) struct Course {
    positions: Vec<Box<dyn Position>>,
    pub(super) typed: Vec<String>,
}

impl Course {
    /// Before the first move.
    pub(super) fn start() -> Course {
        let start = game().begin(Opening::Start).expect("the start");
        Course { positions: vec![start], typed: Vec::new() }
    }

    /// Types the next move at the terminal of the player whose turn it is.
    pub(super) fn play(&mut self, players: &[Session; 2]) {
        let text = self.next();
        players[(self.typed.len() - 1) % 2].send(text);
    }

    /// What is typed for the next move.
    pub(super) fn next(&mut self) -> String {
        let ply = self.typed.len();
        let position = &self.positions[ply];
        let mv = quiet_move(position.as_ref(), ply as u64);
        self.typed.push(position.machine(mv));
        let mut next = position.fork();
        next.play(mv).expect("it is legal");
        self.positions.push(next);
        self.last()
    }

    /// What is typed for the last move.
    pub(super) fn last(&self) -> String {
        let ply = self.typed.len() - 1;
        let position = &self.positions[ply];
        format!("m{}\r", position.display(quiet_move(position.as_ref(), ply as u64)))
    }

    /// Only these moves were played.
    pub(super) fn cut(&mut self, plies: usize) {
        self.typed.truncate(plies);
        self.positions.truncate(plies + 1);
    }
}

/// The moves in the store, and the clocks after the last one in milliseconds.
pub(super) fn stored(store: &Arc<Store>, table: TableKey) -> (Vec<String>, Vec<u64>) {
    try_stored(store, table).expect("it reads")
}

/// The same, if the store answers.
pub(super) fn try_stored(
    store: &Arc<Store>,
    table: TableKey,
) -> Result<(Vec<String>, Vec<u64>), Box<dyn std::error::Error>> {
    let events = StoreLog::open(store, table)?.read_from(0)?;
    let (mut moves, mut left) = (Vec::new(), Vec::new());
    for logged in events {
        if let JournalEvent::Act { text, clocks, .. } = logged.event {
            moves.push(text);
            left = clocks;
        }
    }
    Ok((moves, left))
}

/// The clock in the line with this name.
pub(super) fn clock_of(screen: &str, name: &str) -> Option<Duration> {
    let line = screen.lines().find(|line| line.contains(name))?;
    let clock = line.split_whitespace().find(|word| word.contains(':'))?;
    let mut units = clock.split(':').map(|unit| unit.parse::<u64>().ok());
    Some(Duration::from_secs(units.try_fold(0, |sum, unit| Some(60 * sum + unit?))?))
}

/// Everything else is where it was.
fn assert_kept(store: &Arc<Store>, kept: &Kept) {
    let tables = store.unfinished_tables().expect("tables");
    let seats = |key| &tables.iter().find(|row| row.key == key).expect("it is there").seats;
    let person = |seat: &Seat| seat.person();
    let (one, other) = (Some(MemberId::Member(1)), Some(MemberId::Member(2)));
    assert_eq!(seats(kept.game).iter().map(person).collect::<Vec<_>>(), [one, other]);
    assert_eq!(seats(kept.waiting).iter().map(person).collect::<Vec<_>>(), [one, None, other, None]);
    let challenges = store.challenges(1).expect("challenges");
    assert_eq!(
        challenges.iter().map(|row| (row.by.id, row.to.as_ref().map(|to| to.id))).collect::<Vec<_>>(),
        [(MemberId::Member(2), one)]
    );
}

/// The clocks on a screen are those of the log, but for the time that the seat on turn has used since.
fn assert_clocks(screen: &str, left: &[u64], turn: usize, since: Duration) {
    for (seat, name) in NAMES.into_iter().enumerate() {
        let shown = clock_of(screen, name).unwrap_or_else(|| panic!("a clock of {name}:\n{screen}"));
        let logged = Duration::from_millis(left[seat]);
        // What is shown has no milliseconds.
        let used = (logged + Duration::from_secs(1)).checked_sub(shown);
        let most = if seat == turn { PULSE + since } else { Duration::from_secs(2) };
        assert!(
            used.is_some_and(|used| used <= most),
            "{name} has {shown:?}, and {logged:?} in the log:\n{screen}"
        );
    }
}

#[test]
fn no_move_that_was_shown_is_lost_however_often_the_server_is_killed() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let keys = [club.key(), club.key_of("ed25519", "second")];
    for key in &keys {
        club.login(key).expect("Play now");
    }
    let mut club = club;
    club.stop();
    let kept = prepare(&club.at("data"));
    club = club.again(SETTINGS);
    let mut course = Course::start();
    let mut shown = 0;
    // The clocks run as soon as both are back, however long the rest takes.
    let mut began = Instant::now();
    for round in 0..=kills() {
        let players = [&keys[0], &keys[1]].map(|key| club.login(key));
        let store = store(&club);
        assert_kept(&store, &kept);
        let (moves, left) = stored(&store, kept.game);
        let here = moves.len();
        assert!(
            shown <= here && here <= course.typed.len(),
            "{shown} moves were shown and {} typed, but {here} are stored",
            course.typed.len()
        );
        course.cut(here);
        assert_eq!(moves, course.typed);
        for player in &players {
            player.wait("all stored moves", |screen| count(screen) == Some(here) && screen.contains("piece"));
        }
        if !left.is_empty() {
            let both = |screen: &str| {
                let clocks = NAMES.iter().all(|name| clock_of(screen, name).is_some());
                clocks && !screen.contains("(away")
            };
            players[0].wait("both clocks", both);
            assert_clocks(&players[0].text(), &left, here % 2, began.elapsed());
        }
        drop(store);
        if round == kills() {
            break;
        }
        for _ in 0..=round % 2 {
            course.play(&players);
            let plies = course.typed.len();
            for player in &players {
                player.wait("the move", |screen| count(screen) == Some(plies));
            }
        }
        // One more, and the server is killed before, while or after it is stored and shown.
        course.play(&players);
        thread::sleep(Duration::from_millis(mix(round as u64) % 40));
        club.stop();
        for mut player in players {
            player.ended();
            shown = shown.max(count(&player.text()).unwrap_or_default());
        }
        shown = shown.max(course.typed.len() - 1);
        began = Instant::now();
        club = club.again(SETTINGS);
    }
    // At the end the challenge is in the lobby, and the table that waits.
    let one = club.login(&keys[0]);
    one.wait("the game", |screen| count(screen).is_some());
    one.send("q");
    one.expect("Leave the board?");
    one.send("\x1b[C\r");
    one.wait("the challenge", |screen| screen.contains("challenges you"));
    // With a long game above it the table is further down than the window shows.
    one.send("\x1b[F");
    one.wait("the table that waits", |screen| screen.contains("Armies of Faith"));
}
