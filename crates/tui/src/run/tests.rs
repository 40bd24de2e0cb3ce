//! What keys and answers become when they come late, in parts, or without an end.

use super::*;
use crate::games::Registry;
use crate::host::facts::Facts;
use crate::world::{Setup, World};

const VERSION: &str = "\x1bP>|kitty(0.46.2)\x1b\\";

fn keys() -> Keys {
    Keys { parser: Parser::new(), patience: Duration::from_millis(25), due: None }
}

fn version(inputs: &[Input]) -> Option<&str> {
    match inputs {
        [Input::Report(Report::Version(name))] => Some(name),
        _ => None,
    }
}

#[test]
fn an_answer_may_come_in_two_parts() {
    let begin = Instant::now();
    for at in 1..VERSION.len() {
        let mut keys = keys();
        let (first, second) = VERSION.as_bytes().split_at(at);
        assert_eq!(keys.feed(first, begin), []);
        // Escape alone may be the key.
        let patience = if keys.parser.is_answer() { ANSWER } else { keys.patience };
        let (before, later) = (begin + patience * 9 / 10, begin + patience);
        assert_eq!(keys.flush(before), [], "after {at} bytes");
        assert_eq!(version(&keys.feed(second, before)), Some("kitty(0.46.2)"), "after {at} bytes");
        assert_eq!((keys.due, keys.flush(later)), (None, Vec::new()));
    }
}

#[test]
fn an_answer_without_its_end_is_given_up_and_typed_letters_do_not_prolong_it() {
    let begin = Instant::now();
    let mut keys = keys();
    assert_eq!(keys.feed(b"\x1bP>|kitty(0.46.2", begin), []);
    for millis in [300, 600, 999] {
        let now = begin + Duration::from_millis(millis);
        assert_eq!((keys.feed(b"m", now), keys.flush(now)), (Vec::new(), Vec::new()), "after {millis} ms");
    }
    keys.flush(begin + ANSWER);
    assert!(matches!(keys.feed(b"m", begin + ANSWER)[..], [Input::Key(_)]));
}

#[test]
fn who_leaves_is_kept_until_the_last_answer_has_come() {
    let setup = Setup::new(Facts { size: (80, 24), ..Facts::of(|_| None) }, Registry::default());
    let mut app = App::new(World::new(setup), Vec::new());
    let inbox = app.world.take_inbox();
    let answers = [&b"q\x1b]11;rgb:0000/0000/0000\x07"[..], VERSION.as_bytes(), b"\x1b[?62;", b"22c"];
    for bytes in answers {
        inbox.events().send(Event::Bytes(bytes.to_vec()));
    }
    let end = Instant::now() + Duration::from_secs(600);
    hear_out(&inbox, &mut app, &mut keys(), end);
    assert!(Instant::now() < end);
    assert_eq!(app.world.facts.reports.last(), Some(&Report::Attributes(vec![62, 22])));
    assert_eq!(app.world.facts.reports.len(), 3);
}
