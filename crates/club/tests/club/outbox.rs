//! Messages to members who are away: confirmed, gathered, limited, sent once, and ended.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::code::VALID;
use heterodox_club::member::Member;
use heterodox_club::outbox::{GATHERED, OutMessage, OutboxError, OutboxRules, Outcome, PAUSE};
use heterodox_club::table_service::Terms;
use heterodox_club::tournament::{Form, Plan};
use heterodox_club::{Club, ClubError, Visit};
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::command::SeatCommand;

use crate::database;
use crate::folder::Folder;
use crate::table_service::{game, member};

const SECOND: Duration = Duration::from_secs(1);

/// A club with a clock of its own that sends messages.
struct Evening {
    _folder: Folder,
    club: Arc<Club>,
    seconds: Arc<AtomicU64>,
}

impl Evening {
    fn new(name: &str) -> Evening {
        let folder = Folder::new(name);
        let store = database::store(folder.path()).expect("a store");
        let seconds = Arc::new(AtomicU64::new(1_790_000_000));
        let own = Arc::clone(&seconds);
        let time = move || SystemTime::UNIX_EPOCH + Duration::from_secs(own.load(Ordering::SeqCst));
        let club = Club::on_at(store, folder.path(), &Opponents::default(), Arc::new(time)).expect("a club");
        club.set_outbox_rules(OutboxRules {
            mail: true,
            hosts: vec!["ntfy.sh".to_owned()],
            per_day: 3,
            ..OutboxRules::default()
        });
        Evening { _folder: folder, club, seconds }
    }

    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.seconds.load(Ordering::SeqCst))
    }

    fn pass(&self, time: Duration) {
        self.seconds.fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    /// Writes what is due, and takes the next message.
    fn next(&self) -> Option<OutMessage> {
        self.club.write_outbox(self.now()).expect("the store");
        self.club.take_outbox(self.now()).expect("the store")
    }

    fn note(&self, message: &OutMessage, how: Outcome) {
        self.club.note_outbox(message, how, self.now()).expect("the store");
    }

    /// The code that was sent to an address of this visit.
    fn code(&self, visit: &Visit, address: &str) -> String {
        visit.set_outbox_address(address, self.now()).expect("an address");
        let message = self.next().expect("a message");
        self.note(&message, Outcome::Sent);
        assert_eq!(message.address, address);
        let (_, after) = message.words.split_once("The code is ").expect("a code");
        after[..9].to_owned()
    }

    /// A member who is away and told at this address.
    fn told(&self, key: u8, address: &str) -> Member {
        let who = member(&self.club, key);
        let visit = self.club.enter(who.clone());
        let code = self.code(&visit, address);
        visit.confirm_outbox_address(&code, self.now()).expect("the code");
        who
    }

    fn challenge(&self, by: u8, to: &Member) {
        let by = member(&self.club, by);
        self.club.tables.challenge(&by, Some(to.id), &Terms::new(game(2))).expect("a challenge");
    }
}

#[test]
fn an_address_is_confirmed_before_anything_is_told() {
    let evening = Evening::new("outbox-confirm");
    let ann = member(&evening.club, 0);
    let visit = evening.club.enter(ann.clone());
    let code = evening.code(&visit, "ann@example.org");
    let address = || visit.outbox_address().expect("the store");
    assert!(address().is_some_and(|at| !at.confirmed && at.address == "ann@example.org"));
    let typed = |code: &str| visit.confirm_outbox_address(code, evening.now());
    assert!(matches!(typed("ABCDEFGH"), Err(ClubError::Outbox(OutboxError::Wrong))));
    assert!(matches!(typed("12"), Err(ClubError::Code(_))));
    evening.pass(VALID);
    assert!(matches!(typed(&code), Err(ClubError::Outbox(OutboxError::Nothing))), "it is too late");
    let code = evening.code(&visit, "https://ntfy.sh/ann");
    drop(visit);
    evening.challenge(1, &ann);
    evening.pass(GATHERED);
    assert_eq!(evening.next(), None, "it is not confirmed");
    let visit = evening.club.enter(ann.clone());
    visit.confirm_outbox_address(&code.to_lowercase(), evening.now()).expect("the code");
    assert!(visit.outbox_address().expect("the store").is_some_and(|at| at.confirmed));
    // After five wrong codes the address is forgotten, and the right one is none.
    let code = evening.code(&visit, "ann@example.org");
    for _ in 0..5 {
        visit.confirm_outbox_address("ABCDEFGH", evening.now()).expect_err("it is wrong");
    }
    assert!(visit.confirm_outbox_address(&code, evening.now()).is_err());
    assert_eq!(visit.outbox_address().expect("the store"), None);
    // Three codes were sent in this day.
    let refused = visit.set_outbox_address("ann@example.org", evening.now());
    assert!(matches!(refused, Err(ClubError::Outbox(OutboxError::Codes))));
    let other = evening.club.enter(member(&evening.club, 1));
    assert!(other.set_outbox_address("bo@example.org", evening.now()).is_ok());
    assert!(matches!(
        other.set_outbox_address("https://127.0.0.1/x", evening.now()),
        Err(ClubError::Outbox(OutboxError::Address(_)))
    ));
    let guest = evening.club.enter(Member::guest(4));
    assert!(matches!(guest.set_outbox_address("ann@example.org", evening.now()), Err(ClubError::Guest)));
}

#[test]
fn what_happens_is_gathered_and_told_to_who_is_away() {
    let evening = Evening::new("outbox-gathered");
    let ann = evening.told(0, "ann@example.org");
    evening.challenge(1, &ann);
    assert_eq!(evening.next(), None);
    evening.pass(SECOND * 5);
    evening.challenge(2, &ann);
    evening.pass(SECOND * 15);
    let message = evening.next().expect("a message");
    assert_eq!(message.words.lines().count(), 2, "{}", message.words);
    assert!(message.words.starts_with("bo challenges you: "), "{}", message.words);
    assert!(message.stop.len() > 16);
    evening.note(&message, Outcome::Sent);
    // The next one waits for the pause.
    evening.challenge(3, &ann);
    evening.pass(GATHERED);
    assert_eq!(evening.next(), None);
    evening.pass(PAUSE);
    let message = evening.next().expect("a message");
    evening.note(&message, Outcome::Sent);
    // Who has come sees it without a message.
    evening.challenge(4, &ann);
    let visit = evening.club.enter(ann.clone());
    assert_eq!(evening.next(), None);
    drop(visit);
    evening.pass(PAUSE);
    assert_eq!(evening.next(), None);
    // Three a day, and not a fourth.
    for _ in 0..2 {
        evening.club.tables.withdraw(&member(&evening.club, 1), first_of(&evening, 1)).expect("it is open");
        evening.challenge(1, &ann);
        evening.pass(PAUSE * 2);
        if let Some(message) = evening.next() {
            evening.note(&message, Outcome::Sent);
        }
    }
    evening.pass(PAUSE * 2);
    assert_eq!(evening.next(), None, "three were sent");
    evening.pass(Duration::from_secs(24 * 60 * 60));
    assert!(evening.next().is_some());
}

/// The challenge that this member has made.
fn first_of(evening: &Evening, key: u8) -> heterodox_club::challenge::ChallengeId {
    let by = member(&evening.club, key);
    let all = evening.club.tables.challenges(&by).expect("the store");
    all.iter().find(|one| one.by.id == by.id).expect("a challenge").id
}

#[test]
fn a_message_is_sent_once_and_tried_again_if_it_fails() {
    let evening = Evening::new("outbox-again");
    let ann = evening.told(0, "ann@example.org");
    evening.challenge(1, &ann);
    evening.pass(GATHERED);
    let first = evening.next().expect("a message");
    assert_eq!(evening.next(), None, "it is being sent");
    evening.note(&first, Outcome::Again);
    assert_eq!(evening.next(), None);
    evening.pass(SECOND * 120);
    let second = evening.next().expect("it is tried again");
    assert_eq!((second.id, second.tries, second.made), (first.id, 2, first.made));
    // The server is gone while it is sent: the next one sends it after a while. What the first one says then is late.
    evening.pass(SECOND * 119);
    assert_eq!(evening.next(), None);
    evening.pass(SECOND);
    let third = evening.next().expect("it is tried again");
    assert_eq!((third.id, third.tries), (first.id, 3));
    evening.note(&second, Outcome::Refused);
    evening.note(&third, Outcome::Sent);
    evening.pass(SECOND * 10_000);
    assert_eq!(evening.next(), None);
    // One that is never taken is given up.
    evening.challenge(2, &ann);
    evening.pass(GATHERED);
    let mut tries = 0;
    for _ in 0..100 {
        if let Some(message) = evening.next() {
            tries += 1;
            evening.note(&message, Outcome::Again);
        }
        evening.pass(SECOND * 1000);
    }
    assert_eq!(tries, 5);
}

#[test]
fn messages_end_by_a_code_and_wrong_codes_count() {
    let evening = Evening::new("outbox-stop");
    let ann = evening.told(0, "ann@example.org");
    evening.challenge(1, &ann);
    evening.pass(GATHERED);
    let message = evening.next().expect("a message");
    evening.note(&message, Outcome::Again);
    let (from, moment) = (IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), Instant::now());
    let stop = |code: &str, from: IpAddr| evening.club.stop_outbox(code, from, moment);
    assert!(stop("ABCD-EFGH-JKLM-NPQR", from).is_err());
    stop(&message.stop.to_lowercase(), from).expect("the code of the message");
    evening.pass(SECOND * 1000);
    assert_eq!(evening.next(), None, "what was not sent is not sent any more");
    let visit = evening.club.enter(ann.clone());
    assert_eq!(visit.outbox_address().expect("the store"), None);
    for _ in 0..9 {
        stop("ABCD-EFGH-JKLM-NPQR", from).expect_err("it is no code");
    }
    let many = stop("ABCD-EFGH-JKLM-NPQR", from).expect_err("too many").to_string();
    assert!(many.contains("too many wrong codes"), "{many}");
}

#[test]
fn it_is_told_whose_move_it_is_in_a_slow_game() {
    let evening = Evening::new("outbox-move");
    let (ann, bo) = (evening.told(0, "ann@example.org"), member(&evening.club, 1));
    let terms = Terms { clock: Some(ClockSetup::days(3)), ..Terms::new(game(2)) };
    let tables = &evening.club.tables;
    let key = tables.open_table(&bo, &terms).expect("a table");
    tables.sit(&ann, key, Side::new(1), None).expect("it is free");
    let seat = tables.handle(&bo, key, None).expect("a game");
    let view = seat.table().newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], 0)).expect("his move");
    let end = Instant::now() + Duration::from_secs(30);
    let message = loop {
        evening.pass(GATHERED);
        match evening.next() {
            Some(message) => break message,
            None => assert!(Instant::now() < end, "the move is not told"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(message.words.starts_with("It is your move: "), "{}", message.words);
    assert!(message.words.contains("against bo"), "{}", message.words);
}

#[test]
fn answers_and_tournaments_are_told() {
    let evening = Evening::new("outbox-tournament");
    let (ann, bo) = (evening.told(0, "ann@example.org"), member(&evening.club, 1));
    let id = evening.club.tables.challenge(&ann, Some(bo.id), &Terms::new(game(2))).expect("a challenge");
    evening.club.tables.decline(&bo, id).expect("it is open");
    let plan = Plan {
        form: Form::RoundRobin,
        game: game(2).spec().id.to_owned(),
        file: None,
        preset: None,
        clock: Some("3+2".to_owned()),
        rated: false,
        seats: 2,
    };
    let number = evening.club.make_tournament(&bo, plan, evening.now()).expect("a tournament");
    evening.club.join_tournament(number, &ann).expect("it is open");
    evening.club.start_tournament(number, &bo, evening.now()).expect("it starts");
    let next = || {
        evening.pass(PAUSE);
        let message = evening.next().expect("a message");
        evening.note(&message, Outcome::Sent);
        message.words
    };
    let words = next();
    assert!(words.contains("bo declines your challenge: "), "{words}");
    assert!(words.contains("A tournament of yours has started: "), "{words}");
    evening.club.run_tournaments(evening.now()).expect("the store");
    let words = next();
    assert!(words.starts_with("Your game of a tournament waits for you, "), "{words}");
}
