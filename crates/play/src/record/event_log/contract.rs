//! What every log must do, as a test that each one runs.

use std::path::Path;

use crate::record::event_log::{EventLog, LogError, Logged};
use crate::record::journal::{self, JournalEvent, VERSION};

/// The first event of a game. A name has letters beyond ASCII and quotes.
pub(crate) fn begin() -> JournalEvent {
    let (game, date) = ("a-game".to_owned(), "20261120-000000".to_owned());
    let seats = vec!["human:Änne \"x\"".to_owned(), "computer:3".to_owned()];
    JournalEvent::Begin {
        version: VERSION,
        date,
        game,
        file: None,
        setup: None,
        fen: None,
        seats,
        clock: None,
        takebacks: true,
    }
}

fn act(text: &str) -> JournalEvent {
    JournalEvent::Act { text: text.to_owned(), why: None, clocks: vec![] }
}

/// The rules that every log must follow. `again` closes the log and opens it again.
pub(crate) fn contract<L: EventLog>(log: L, again: impl Fn(L) -> L) {
    let mut log = log;
    assert!(matches!(log.append(0, 0, &begin()), Err(LogError::NoWriter)));
    assert_eq!(log.read_from(0).expect("nothing"), []);
    let first = log.claim().expect("a writer");
    // Each event must have exactly the next number.
    for number in [1, 7, u64::MAX] {
        let refused = log.append(number, first, &begin());
        assert!(matches!(refused, Err(LogError::WrongNumber { expected: 0, .. })), "{refused:?}");
    }
    log.append(0, first, &begin()).expect("the next");
    log.append(1, first, &act("a")).expect("the next");
    for number in [0, 1, 3] {
        let refused = log.append(number, first, &act("b")).expect_err("not the next");
        assert_eq!(refused.to_string(), format!("event {number} was to be written where event 2 is next"));
    }
    // Only the newest writer can append.
    let second = log.claim().expect("a writer");
    assert!(second > first);
    let refused = log.append(2, first, &act("b")).expect_err("an older writer");
    assert!(matches!(refused, LogError::OldEpoch { epoch, newest } if (epoch, newest) == (first, second)));
    assert!(log.append(2, second + 1, &act("b")).is_err(), "nobody has this epoch");
    log.append(2, second, &act("c")).expect("the next");
    let whole: Vec<Logged> = [(first, begin()), (first, act("a")), (second, act("c"))]
        .into_iter()
        .enumerate()
        .map(|(number, (epoch, event))| Logged { number: number as u64, epoch, event })
        .collect();
    assert_eq!(log.read_from(0).expect("all"), whole);
    // After closing and opening it is the same.
    let mut log = again(log);
    assert_eq!(log.read_from(1).expect("the rest"), whole[1..]);
    assert_eq!(log.read_from(3).expect("nothing"), []);
    let third = log.claim().expect("a writer");
    assert!(third > second);
    assert!(matches!(log.append(3, second, &act("d")), Err(LogError::OldEpoch { .. })));
    log.append(3, third, &JournalEvent::Decline { what: None }).expect("the next");
    let last = Logged { number: 3, epoch: third, event: JournalEvent::Decline { what: None } };
    assert_eq!(log.read_from(3).expect("the last"), [last]);
    // The text of the log is a valid journal.
    let found = journal::parse(log.text().as_bytes(), Path::new("x.journal")).expect("a journal");
    assert_eq!((found.records.len() as u64, found.problem), (log.next(), None));
}
